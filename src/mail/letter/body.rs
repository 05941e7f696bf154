//! From the parts of a letter to its words.

use std::collections::BTreeMap;

use super::{
    Held, Sender, TextFile, decode,
    flowed::unflow,
    html, origin,
    parts::{self, Part, take_apart},
    quotation::{OwnWords, own_words},
    sealed,
};

const LONGEST_TEXT: usize = 512 * 1024;
const MOST_LINES: usize = 10_000;
/// Signed letters inside signed letters.
const DEEPEST_SEAL: usize = 3;

/// What the parts say.
#[derive(Debug, Default)]
pub(super) struct Body {
    /// Own words, in the order of the parts.
    pub(super) text: String,
    /// See [`super::Letter::other_text`].
    pub(super) other_text: Option<String>,
    /// Text files.
    pub(super) files: Vec<TextFile>,
    /// What to tell the writer.
    pub(super) notes: Vec<String>,
    pub(super) quoted_lines: u32,
    signature_lines: u32,
    interleaved: bool,
    unmarked_from: Option<usize>,
    /// Plain text and HTML have next to nothing in common.
    pub(super) two_versions: bool,
    /// Outlook's own wrapping is among its parts.
    pub(super) has_winmail: bool,
    form_edited: bool,
    /// Letters inside it.
    forwarded: Vec<Vec<u8>>,
}

/// Reads a whole letter.
///
/// Errors: the reason for which it must wait for the GM.
pub(super) fn read(bytes: &[u8], from: &Sender) -> Result<Body, Held> {
    read_within(bytes, from, DEEPEST_FORWARDING)
}

/// Letters inside letters that are opened: what was forwarded, as an attachment, by the one who wrote it.
const DEEPEST_FORWARDING: usize = 3;

fn read_within(bytes: &[u8], from: &Sender, left: usize) -> Result<Body, Held> {
    let mut body = Body::default();
    body.letter(bytes, DEEPEST_SEAL)?;
    let has_words = !body.text.trim().is_empty() || body.quoted_lines > 0 || !body.files.is_empty();
    if let (false, true, [inner]) = (has_words, left > 0, body.forwarded.as_slice()) {
        // Somebody else's words are not the sender's orders, however they came.
        if is_same_writer(from, &origin::sender_of(&parts::head_and_body(inner).0)) {
            let mut read = read_within(inner, from, left - 1)?;
            let note = "read from your letter that was forwarded inside it";
            read.notes.retain(|known| known != note);
            read.notes.insert(0, note.to_owned());
            return Ok(read);
        }
    }
    if body.text.trim().is_empty() && body.quoted_lines == 0 && !body.files.is_empty() {
        let file = body.files.remove(0);
        body.text.clear();
        body.notes.push(format!("read from the attached file \"{}\"", file.name));
        body.add(&file.text);
    }
    body.explain();
    body.text = bounded(body.text)?;
    Ok(body)
}

fn is_same_writer(outer: &Sender, inner: &Sender) -> bool {
    match (outer, inner) {
        (Sender::One(outer), Sender::One(inner)) => outer.address.eq_ignore_ascii_case(&inner.address),
        _ => false,
    }
}

impl Body {
    fn letter(&mut self, bytes: &[u8], seals: usize) -> Result<(), Held> {
        let part = take_apart(bytes)?;
        self.part(&part, seals)
    }

    fn part(&mut self, part: &Part<'_>, seals: usize) -> Result<(), Held> {
        let kind = part.head.kind();
        match kind.as_str() {
            "multipart/alternative" => self.alternative(&part.children, seals),
            "multipart/encrypted" => Err(Held::Encrypted),
            // The first part is the letter; the others are its signature or a machine's report.
            "multipart/signed" | "multipart/report" if !part.children.is_empty() => {
                self.part(&part.children[0], seals)
            }
            "multipart/related" if !part.children.is_empty() => {
                self.part(&part.children[0], seals)?;
                part.children[1..].iter().try_for_each(|child| self.files_in(child))
            }
            _ if !part.children.is_empty() => {
                part.children.iter().try_for_each(|child| self.part(child, seals))
            }
            "application/pkcs7-mime" | "application/x-pkcs7-mime" => self.sealed(part, seals),
            "application/pgp-encrypted" => Err(Held::Encrypted),
            _ if part.head.is_file() => self.file(part, &kind),
            "text/html" => self.page(part),
            // A multipart without parts is a text whose label lies.
            "text/plain" | "text/markdown" | "text/" => self.plain(part),
            _ if kind.starts_with("multipart/") => self.plain(part),
            _ => self.file(part, &kind),
        }
    }

    fn plain(&mut self, part: &Part<'_>) -> Result<(), Held> {
        let text = plain_text(part, &mut self.notes)?;
        self.add(&text);
        Ok(())
    }

    fn page(&mut self, part: &Part<'_>) -> Result<(), Held> {
        let text = page_text(part, &mut self.notes)?;
        self.notes.push("read from the HTML part".to_owned());
        self.add(&text);
        Ok(())
    }

    /// Adds what is the writer's own of a text, below what there is.
    fn add(&mut self, text: &str) {
        let own = own_words(text);
        let above = if self.text.is_empty() { 0 } else { self.text.split('\n').count() };
        if above > 0 {
            self.text.push('\n');
        }
        self.text.push_str(&own.text);
        self.quoted_lines += own.quoted_lines;
        self.signature_lines += own.signature_lines;
        self.interleaved |= own.interleaved;
        self.form_edited |= own.form_edited;
        self.unmarked_from = self.unmarked_from.or(own.unmarked_from.map(|line| line + above));
    }

    /// The same letter twice: the plain one counts if it says anything, and the other is compared with it.
    fn alternative(&mut self, children: &[Part<'_>], seals: usize) -> Result<(), Held> {
        let plain = children.iter().find(|child| child.head.kind() == "text/plain" && !child.head.is_file());
        let Some(plain) = plain else {
            // RFC 2046 5.1.4: the last is the richest.
            return children.last().map_or(Ok(()), |richest| self.part(richest, seals));
        };
        let mut notes = Vec::new();
        let text = plain_text(plain, &mut notes)?;
        let page = children.iter().find_map(page_in);
        let Some(page) = page else {
            self.notes.append(&mut notes);
            self.add(&text);
            return children.iter().try_for_each(|child| self.files_in(child));
        };
        if text.trim().is_empty() {
            self.page(page)?;
            return children.iter().try_for_each(|child| self.files_in(child));
        }
        self.notes.append(&mut notes);
        let page = page_text(page, &mut Vec::new())?;
        let (mine, other) = (own_words(&text), own_words(&page));
        let difference = Difference::between(&mine, &other);
        if difference != Difference::None {
            self.notes.push("the HTML part says something else; the plain text was read".to_owned());
            self.two_versions |= difference == Difference::Total;
            self.other_text = Some(other.text);
        }
        self.add(&text);
        children.iter().try_for_each(|child| self.files_in(child))
    }

    /// The files among parts that are otherwise read or passed over; pictures of a page are none.
    fn files_in(&mut self, part: &Part<'_>) -> Result<(), Held> {
        let kind = part.head.kind();
        if part.children.is_empty() && part.head.is_file() && !kind.starts_with("image/") {
            return self.file(part, &kind);
        }
        part.children.iter().try_for_each(|child| self.files_in(child))
    }

    fn sealed(&mut self, part: &Part<'_>, seals: usize) -> Result<(), Held> {
        let seals = seals.checked_sub(1).ok_or(Held::TooManyParts)?;
        let bytes = decode::bytes_of(part, &mut self.notes)?;
        let inner = sealed::signed_content(&bytes)?;
        self.letter(&inner, seals)
    }

    /// Text files are kept by their label; others, archives above all, are never opened.
    fn file(&mut self, part: &Part<'_>, kind: &str) -> Result<(), Held> {
        let name = part.head.file_name().unwrap_or_else(|| "unnamed".to_owned());
        let lower = name.to_ascii_lowercase();
        let is_page = kind == "text/html" || [".html", ".htm"].iter().any(|end| lower.ends_with(end));
        let readable = is_page
            || ["text/plain", "text/markdown", "text/x-markdown"].contains(&kind)
            || [".txt", ".md", ".markdown"].iter().any(|end| lower.ends_with(end));
        if kind.starts_with("application/pgp-signature") || kind.starts_with("application/pkcs7-signature") {
            return Ok(());
        }
        if kind == "application/ms-tnef" || name.eq_ignore_ascii_case("winmail.dat") {
            self.has_winmail = true;
            let advice = "only Outlook can open it: send plain text or HTML";
            self.notes.push(format!("the attached file \"{name}\" was not read; {advice}"));
            return Ok(());
        }
        if kind == "message/rfc822" {
            self.forwarded.push(decode::bytes_of(part, &mut Vec::new())?);
            self.notes.push("a forwarded letter inside it was not read".to_owned());
            return Ok(());
        }
        if !readable {
            let advice = if is_archive(kind, &lower) {
                "; archives are never opened: send the text itself"
            } else {
                ""
            };
            self.notes.push(format!("the attached file \"{name}\" was not read{advice}"));
            return Ok(());
        }
        let text = match is_page {
            true => page_text(part, &mut self.notes)?,
            false => plain_text(part, &mut self.notes)?,
        };
        self.files.push(TextFile { name, text });
        Ok(())
    }

    /// Says what was left out.
    fn explain(&mut self) {
        let lines = |count: u32| if count == 1 { "line" } else { "lines" };
        if self.quoted_lines > 0 {
            self.notes.push(format!("{} quoted {} ignored", self.quoted_lines, lines(self.quoted_lines)));
        }
        if self.form_edited {
            self.notes.push("the order form was read as you edited it".to_owned());
        }
        if self.interleaved && !self.form_edited {
            let rule = "quoted lines never count: to repeat an order, write it without the \">\"";
            self.notes.push(rule.to_owned());
        }
        if let Some(line) = self.unmarked_from {
            self.notes
                .push(format!("everything from line {line} on was taken as a quotation of an older letter"));
        }
        if self.signature_lines > 0 {
            let count = self.signature_lines;
            self.notes.push(format!("{count} {} of signature ignored", lines(count)));
        }
        if !self.text.trim().is_empty() && !self.files.is_empty() {
            let names: Vec<String> = self.files.iter().map(|file| format!("\"{}\"", file.name)).collect();
            self.notes.push(format!("attached: {}", names.join(", ")));
        }
        let mut seen = Vec::new();
        self.notes.retain(|note| {
            let new = !seen.contains(note);
            seen.push(note.clone());
            new
        });
    }
}

fn plain_text(part: &Part<'_>, notes: &mut Vec<String>) -> Result<String, Held> {
    let is = |name: &str, value: &str| {
        part.head.attribute(name).is_some_and(|found| found.trim().eq_ignore_ascii_case(value))
    };
    let text = bounded(decode::text_of(part, notes)?)?;
    let text = if is("format", "flowed") { unflow(&text, is("delsp", "yes")) } else { text };
    sealed::without_armour(&text)
}

fn page_text(part: &Part<'_>, notes: &mut Vec<String>) -> Result<String, Held> {
    const LONGEST_PAGE: usize = 2 * 1024 * 1024;
    let page = decode::text_of(part, notes)?;
    if page.len() > LONGEST_PAGE {
        return Err(Held::TooLong);
    }
    bounded(decode::plain_characters(&html::text_of(&page)))
}

fn bounded(text: String) -> Result<String, Held> {
    let lawful = text.len() <= LONGEST_TEXT && text.split('\n').count() <= MOST_LINES;
    if lawful { Ok(text) } else { Err(Held::TooLong) }
}

/// The page of an alternative, alone or with its pictures.
fn page_in<'p, 'a>(part: &'p Part<'a>) -> Option<&'p Part<'a>> {
    match part.head.kind().as_str() {
        "text/html" if !part.head.is_file() => Some(part),
        kind if kind.starts_with("multipart/") => part.children.iter().find_map(page_in),
        _ => None,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Difference {
    None,
    Some,
    Total,
}

impl Difference {
    /// Compares words, not their order on the page; addresses of links stand in one version only.
    fn between(plain: &OwnWords, page: &OwnWords) -> Self {
        let (plain, page) = (word_counts(&plain.text), word_counts(&page.text));
        if plain == page || page.is_empty() {
            return Self::None;
        }
        let size = |words: &BTreeMap<String, usize>| words.values().sum::<usize>();
        let common: usize =
            plain.iter().map(|(word, count)| (*count).min(page.get(word).copied().unwrap_or(0))).sum();
        if 2 * common < size(&plain).max(size(&page)) { Self::Total } else { Self::Some }
    }
}

fn word_counts(text: &str) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    let is_link = |word: &&str| word.contains("://") || word.contains("mailto:") || word.starts_with("[cid:");
    for chunk in text.split_whitespace().filter(|word| !is_link(word)) {
        for word in chunk.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            *counts.entry(word.to_lowercase()).or_default() += 1;
        }
    }
    counts
}
/// Whether a file holds other files, or a packed one, by its label or its name in lower case.
fn is_archive(kind: &str, name: &str) -> bool {
    const KINDS: [&str; 9] =
        ["zip", "gzip", "x-zip", "x-gzip", "x-tar", "x-7z", "vnd.rar", "x-rar", "x-bzip"];
    const ENDINGS: [&str; 9] = [".zip", ".gz", ".tgz", ".tar", ".7z", ".rar", ".bz2", ".xz", ".zst"];
    let kind = kind.strip_prefix("application/").unwrap_or("");
    KINDS.iter().any(|one| kind.starts_with(one)) || ENDINGS.iter().any(|end| name.ends_with(end))
}
