//! A letter of ours, and its bytes.
//!
//! The same letter gives the same bytes: date, Message-ID and part boundaries all come from the letter. Every
//! text that reaches a header has gone through `header_text`.

use std::time::SystemTime;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use lettre::{
    Address, Message,
    message::{
        Attachment as AttachedPart, Body, Mailbox, MultiPart, MultiPartKind, SinglePart,
        header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue},
    },
};
use sha2::{Digest, Sha256};

use super::{
    correspondent::Correspondent,
    envelope::Envelope,
    header_text::{header_text, message_id},
};

const LONGEST_NAME: usize = 120;
const LONGEST_SUBJECT: usize = 200;
const MOST_REFERENCES: usize = 20;
/// Columns of a line of a body. RFC 2045, 6.7.
const LONGEST_LINE: usize = 76;
/// Columns of a line that any server takes. RFC 5322, 2.1.1.
const LONGEST_PASSED: usize = 998;

/// A letter to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    /// Our own id, with or without angle brackets.
    pub message_id: String,
    /// When it was written.
    pub date: Timestamp,
    /// Who it is from.
    pub from: Correspondent,
    /// Who it is for.
    pub to: Correspondent,
    /// Where answers go, if not to `from`.
    pub reply_to: Option<Correspondent>,
    /// The subject.
    pub subject: String,
    /// The letter as plain text.
    pub text: String,
    /// The same as a whole HTML page, if there is one.
    pub html: Option<String>,
    /// The letter that is answered.
    pub in_reply_to: Option<String>,
    /// The thread, oldest first.
    pub references: Vec<String>,
    /// The game as a list, RFC 2919: `g7.gm.example`.
    pub list_id: Option<String>,
    /// A page that ends such letters with one click, RFC 8058: an `https` address. For letters to those who follow.
    pub unsubscribe: Option<String>,
    /// Why a machine writes.
    pub auto: AutoSubmitted,
    /// Pictures that the HTML shows, by `cid:` and their name.
    pub inline: Vec<Attachment>,
    /// Files that go with it.
    pub attachments: Vec<Attachment>,
}

/// Why a machine writes, RFC 3834.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AutoSubmitted {
    /// Of its own accord: reports, reminders.
    Generated,
    /// In answer to a letter: acknowledgements.
    Replied,
}

/// A file that goes with a letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// Name shown.
    pub name: String,
    /// MIME type: `image/svg+xml`.
    pub content_type: String,
    /// Content.
    pub bytes: Vec<u8>,
}

/// A letter that cannot be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OutgoingError {
    /// An address mail cannot be sent to.
    #[error("no letter can be sent to or from {address:?}: {reason}")]
    Address {
        /// The address.
        address: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A Message-ID that is none.
    #[error("{0:?} is no Message-ID")]
    MessageId(String),
    /// A MIME type that is none.
    #[error("{0:?} is no content type")]
    ContentType(String),
    /// What the builder says.
    #[error("the letter cannot be built: {0}")]
    Build(String),
}

impl Outgoing {
    /// The envelope; `return_path` takes the bounces and may be empty.
    pub fn envelope(&self, return_path: &str) -> Envelope {
        Envelope::to_one(return_path, self.to.address.clone())
    }

    /// The whole letter with headers, lines ended by CRLF.
    ///
    /// Errors: an address, Message-ID or content type that cannot be sent.
    pub fn bytes(&self) -> Result<Vec<u8>, OutgoingError> {
        let id =
            message_id(&self.message_id).ok_or_else(|| OutgoingError::MessageId(self.message_id.clone()))?;
        let date = SystemTime::from(self.date.max(Timestamp::UNIX_EPOCH));
        let (from, to) = (mailbox(&self.from)?, mailbox(&self.to)?);
        // Said outright: lettre would read it from the fields, and does not read every lawful address back.
        let envelope = lettre::address::Envelope::new(Some(from.email.clone()), vec![to.email.clone()])
            .map_err(|error| OutgoingError::Build(error.to_string()))?;
        let mut builder = Message::builder()
            .envelope(envelope)
            .message_id(Some(id))
            .date(date)
            .from(from)
            .to(to)
            .subject(header_text(&self.subject, LONGEST_SUBJECT));
        if let Some(reply_to) = &self.reply_to {
            builder = builder.reply_to(mailbox(reply_to)?);
        }
        if let Some(id) = self.in_reply_to.as_deref().and_then(message_id) {
            builder = builder.in_reply_to(id);
        }
        let thread = self.thread();
        if !thread.is_empty() {
            builder = builder.references(thread);
        }
        let auto = match self.auto {
            AutoSubmitted::Generated => "auto-generated",
            AutoSubmitted::Replied => "auto-replied",
        };
        let list =
            self.list_id.as_deref().map(|id| header_text(id, LONGEST_NAME)).map(|id| format!("<{id}>"));
        let unsubscribe =
            self.unsubscribe.as_deref().filter(|link| is_link(link)).map(|link| format!("<{link}>"));
        let one_click = unsubscribe.as_ref().map(|_| "List-Unsubscribe=One-Click".to_owned());
        let more = [
            ("Auto-Submitted", Some(auto.to_owned())),
            ("X-Auto-Response-Suppress", Some("All".to_owned())),
            ("X-Loop", Some(header_text(self.from.domain(), LONGEST_NAME))),
            ("List-Id", list),
            ("List-Unsubscribe", unsubscribe),
            ("List-Unsubscribe-Post", one_click),
        ];
        for (name, value) in more {
            if let Some(value) = value {
                builder = builder.raw_header(HeaderValue::new(HeaderName::new_from_ascii_str(name), value));
            }
        }
        let message = match self.parts()? {
            Parts::One(part) => builder.singlepart(part),
            Parts::Many(parts) => builder.multipart(parts),
        };
        Ok(message.map_err(|error| OutgoingError::Build(error.to_string()))?.formatted())
    }

    /// The newest of the thread, the first letter always among them.
    fn thread(&self) -> String {
        let mut ids: Vec<String> = self.references.iter().filter_map(|id| message_id(id)).collect();
        if ids.len() > MOST_REFERENCES {
            ids.drain(1..ids.len() - MOST_REFERENCES + 1);
        }
        ids.join(" ")
    }

    fn parts(&self) -> Result<Parts, OutgoingError> {
        let holds = self.digest();
        let text = SinglePart::builder()
            .header(ContentType::TEXT_PLAIN)
            .body(body(body_text(&self.text), LONGEST_LINE));
        let body = match &self.html {
            None => Parts::One(text),
            Some(html) => {
                let html = SinglePart::builder()
                    .header(ContentType::TEXT_HTML)
                    .body(body(ascii(body_text(html)), LONGEST_PASSED));
                let both = several(MultiPartKind::Alternative, &holds).singlepart(text);
                if self.inline.is_empty() {
                    Parts::Many(both.singlepart(html))
                } else {
                    let mut related = several(MultiPartKind::Related, &holds).singlepart(html);
                    for picture in &self.inline {
                        let name = header_text(&picture.name, LONGEST_NAME);
                        let part = AttachedPart::new_inline_with_name(name.clone(), name);
                        related = related.singlepart(part.body(picture.bytes.clone(), kind_of(picture)?));
                    }
                    Parts::Many(both.multipart(related))
                }
            }
        };
        if self.attachments.is_empty() {
            return Ok(body);
        }
        let mixed = several(MultiPartKind::Mixed, &holds);
        let mut mixed = match body {
            Parts::One(part) => mixed.singlepart(part),
            Parts::Many(parts) => mixed.multipart(parts),
        };
        for attachment in &self.attachments {
            let kind = kind_of(attachment)?;
            let name = header_text(&attachment.name, LONGEST_NAME);
            mixed = mixed.singlepart(AttachedPart::new(name).body(attachment.bytes.clone(), kind));
        }
        Ok(Parts::Many(mixed))
    }

    /// A digest of all that the letter holds.
    fn digest(&self) -> Digest32 {
        let mut hash = Sha256::new();
        for part in [&self.message_id, &self.text, self.html.as_ref().unwrap_or(&self.text)] {
            hash.update(part.len().to_be_bytes());
            hash.update(part);
        }
        for attachment in self.inline.iter().chain(&self.attachments) {
            hash.update(attachment.bytes.len().to_be_bytes());
            hash.update(&attachment.bytes);
        }
        hash.finalize().into()
    }
}

/// SHA-256.
type Digest32 = [u8; 32];

/// Parts under a boundary made from what they hold: nobody who writes the text can foresee it.
fn several(kind: MultiPartKind, holds: &Digest32) -> lettre::message::MultiPartBuilder {
    let mut hash = Sha256::new();
    hash.update(format!("{kind:?}"));
    hash.update(holds);
    MultiPart::builder().kind(kind).boundary(hex::encode(&hash.finalize()[..20]))
}

/// Length of the bytes that stand for a file until it is put in. Units: bytes; a multiple of three, so that base64 has no
/// padding, and short enough for one line of it.
pub const STAND_IN: usize = 48;

/// Length of the same as base64.
const STAND_IN_LINE: usize = STAND_IN / 3 * 4;

/// How far before the end of a finished letter the line begins that stands for a file. None when it has no such line.
pub fn place_of(letter: &[u8], stand_in: &[u8]) -> Option<i32> {
    let line = STANDARD.encode(stand_in);
    let at = memchr::memmem::rfind(letter, line.as_bytes())?;
    i32::try_from(letter.len() - at).ok()
}

/// The finished letter with files put in, each at its [`place_of`], the first place first. None when a place is none.
pub fn put_in(letter: &[u8], files: &[(i32, &[u8])]) -> Option<Vec<u8>> {
    let mut whole =
        Vec::with_capacity(letter.len() + files.iter().map(|(_, file)| file.len() * 3 / 2).sum::<usize>());
    let mut done = 0;
    for (from_end, file) in files {
        let at = letter.len().checked_sub(usize::try_from(*from_end).ok()?)?;
        whole.extend_from_slice(letter.get(done..at)?);
        for (nth, line) in STANDARD.encode(file).as_bytes().chunks(76).enumerate() {
            if nth > 0 {
                whole.extend_from_slice(b"\r\n");
            }
            whole.extend_from_slice(line);
        }
        done = at + STAND_IN_LINE;
    }
    whole.extend_from_slice(letter.get(done..)?);
    Some(whole)
}

/// The finished letter with another Message-ID, for another address. None when it has no such headers.
pub fn readdressed(letter: &[u8], message_id: &str, to: &str) -> Option<Vec<u8>> {
    let id = super::header_text::message_id(message_id)?;
    let to = to.parse::<Address>().ok()?;
    let letter = replaced(letter, "Message-ID", &id)?;
    replaced(&letter, "To", to.as_ref())
}

/// A letter of ours with another value of a header, folded lines and all.
fn replaced(letter: &[u8], name: &str, value: &str) -> Option<Vec<u8>> {
    let head = letter.windows(4).position(|four| four == b"\r\n\r\n")? + 2;
    let text = std::str::from_utf8(&letter[..head]).ok()?;
    let (mut lines, mut found, mut inside) = (String::new(), false, false);
    for line in text.split_inclusive("\r\n") {
        let is_folded = line.starts_with([' ', '\t']);
        inside = if is_folded {
            inside
        } else {
            line.split_once(':').is_some_and(|(n, _)| n.eq_ignore_ascii_case(name))
        };
        match (inside, is_folded) {
            (true, false) => {
                found = true;
                lines.push_str(&format!("{name}: {value}\r\n"));
            }
            (true, true) => {}
            (false, _) => lines.push_str(line),
        }
    }
    found.then(|| [lines.as_bytes(), &letter[head..]].concat())
}

enum Parts {
    One(SinglePart),
    Many(MultiPart),
}

fn kind_of(attachment: &Attachment) -> Result<ContentType, OutgoingError> {
    ContentType::parse(&attachment.content_type)
        .map_err(|_| OutgoingError::ContentType(attachment.content_type.clone()))
}

fn mailbox(who: &Correspondent) -> Result<Mailbox, OutgoingError> {
    let address = who.address.parse::<Address>().map_err(|error| OutgoingError::Address {
        address: who.address.clone(),
        reason: error.to_string(),
    })?;
    let name = who.name.as_ref().map(|name| header_text(name, LONGEST_NAME)).filter(|name| !name.is_empty());
    Ok(Mailbox::new(name, address))
}

/// Whether a letter can be sent to an address.
pub fn can_be_sent_to(address: &str) -> bool {
    address.parse::<Address>().is_ok()
}

fn is_link(text: &str) -> bool {
    (text.starts_with("https://") || text.starts_with("http://"))
        && text.chars().all(|c| c.is_ascii_graphic() && !matches!(c, '<' | '>'))
}

/// A page of HTML with all that is no ASCII as numeric references, which stand for the same in text and in attributes.
fn ascii(html: String) -> String {
    if html.is_ascii() {
        return html;
    }
    let mut page = String::with_capacity(html.len() + html.len() / 8);
    for c in html.chars() {
        match c.is_ascii() {
            true => page.push(c),
            false => page.extend(["&#", &u32::from(c).to_string(), ";"]),
        }
    }
    page
}

/// Lines as a body: as they are, if they are ASCII of at most `longest` columns, else quoted-printable, or base64 where
/// most of it is no ASCII (RFC 2045).
fn body(lines: String, longest: usize) -> Body {
    let beyond = lines.bytes().filter(|byte| !byte.is_ascii()).count();
    if beyond == 0 && lines.split("\r\n").all(|line| line.len() <= longest) {
        Body::dangerous_pre_encoded(lines.into_bytes(), ContentTransferEncoding::SevenBit)
    } else if beyond * 3 < lines.len() {
        let packed = quoted_printable::encode(lines);
        Body::dangerous_pre_encoded(packed, ContentTransferEncoding::QuotedPrintable)
    } else {
        let packed = STANDARD.encode(lines);
        let lines: Vec<&[u8]> = packed.as_bytes().chunks(LONGEST_LINE).collect();
        Body::dangerous_pre_encoded(lines.join(&b"\r\n"[..]), ContentTransferEncoding::Base64)
    }
}

/// Lines ended by CRLF. Tabs stay; other controls have no business in a body.
fn body_text(text: &str) -> String {
    // In UTF-8 the controls from U+0080 to U+009F are 0xC2 and a byte below 0xA0.
    let is_low = |byte: u8| (byte < b' ' && !matches!(byte, b'\n' | b'\t')) || byte == 0x7f;
    let is_high = |two: &[u8]| two[0] == 0xc2 && two[1] < 0xa0;
    if !text.bytes().any(is_low) && !text.as_bytes().windows(2).any(is_high) {
        return text.replace('\n', "\r\n");
    }
    let stays = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
    text.chars().filter(stays).collect::<String>().replace('\n', "\r\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter(attachments: Vec<Attachment>) -> Outgoing {
        let who = || Correspondent::at("anna@example.org");
        Outgoing {
            message_id: "a@gm.example".to_owned(),
            date: Timestamp::UNIX_EPOCH,
            from: who(),
            to: who(),
            reply_to: None,
            subject: "map".to_owned(),
            text: "Here it is.".to_owned(),
            html: None,
            in_reply_to: None,
            references: Vec::new(),
            list_id: None,
            unsubscribe: None,
            auto: AutoSubmitted::Generated,
            inline: Vec::new(),
            attachments,
        }
    }

    fn file(name: &str, bytes: &[u8]) -> Attachment {
        let content_type = "image/svg+xml".to_owned();
        Attachment { name: name.to_owned(), content_type, bytes: bytes.to_vec() }
    }

    #[test]
    fn files_are_put_in_where_others_stood_for_them() {
        let marks = [[0xff; STAND_IN], [0xfe; STAND_IN]];
        let written =
            letter(vec![file("one.svg", &marks[0]), file("two.svg", &marks[1])]).bytes().expect("written");
        let places = marks.map(|mark| place_of(&written, &mark).expect("a place"));
        let files: [Vec<u8>; 2] = [(0..=255).cycle().take(5000).collect(), b"<svg/>".to_vec()];
        // The head may grow meanwhile.
        let moved =
            readdressed(&written, "another.and.longer@gm.example", "ben@example.org").expect("a letter");
        for letter in [&written, &moved] {
            let filled = [(places[0], files[0].as_slice()), (places[1], files[1].as_slice())];
            let whole = put_in(letter, &filled).expect("put in");
            assert!(whole.split(|byte| *byte == b'\n').all(|line| line.len() <= 998), "no line is too long");
            let read = mail_parser::MessageParser::default().parse(&whole).expect("a letter");
            let found: Vec<&[u8]> = read.attachments().map(mail_parser::MessagePart::contents).collect();
            assert_eq!(found, [files[0].as_slice(), &files[1]]);
        }
        assert_eq!(place_of(&written, &[0xfd; STAND_IN]), None);
        assert_eq!(put_in(&written, &[(i32::MAX, b"x")]), None);
        assert_eq!(put_in(&written, &[(-1, b"x")]), None);
    }
}
