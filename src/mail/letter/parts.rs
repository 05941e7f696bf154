//! The parts of a letter, RFC 2045 and 2046, taken apart within bounds.
//!
//! Header fields are mail-parser's to read; boundaries are ours, since a letter of a hundred thousand parts
//! inside each other must cost nothing.

use mail_parser::{ContentType, Message, MessageParser, MessagePart, MimeHeaders};

use super::Held;

const MOST_PARTS: usize = 100;
const DEEPEST: usize = 10;
/// What is read of a head; what stands behind that is no field.
pub(super) const LONGEST_HEAD: usize = 128 * 1024;
const LONGEST_NAME: usize = 100;

/// The header fields of a letter or part.
pub(super) struct Head(Message<'static>);

impl Head {
    pub(super) fn read(bytes: &[u8]) -> Self {
        let bytes = &bytes[..bytes.len().min(LONGEST_HEAD)];
        // RFC 6532 has UTF-8 in fields; what is none comes from older programs.
        let mut fields = match std::str::from_utf8(bytes) {
            Ok(_) => bytes.to_vec(),
            Err(_) => {
                bytes.split_inclusive(|byte| *byte == b'\n').flat_map(super::decode::utf8_line).collect()
            }
        };
        fields.extend_from_slice(b"\r\n\r\n");
        let none = || Message { parts: vec![MessagePart::default()], ..Message::default() };
        Self(MessageParser::new().parse_headers(&fields).map_or_else(none, Message::into_owned))
    }

    /// The fields, for everything that is not about MIME.
    pub(super) fn message(&self) -> &Message<'static> {
        &self.0
    }

    fn part(&self) -> Option<&MessagePart<'static>> {
        self.0.parts.first()
    }

    pub(super) fn content_type(&self) -> Option<&ContentType<'_>> {
        self.part().and_then(MimeHeaders::content_type)
    }

    /// `text/plain` and the like, in lower case; `text/plain` when nothing is said.
    pub(super) fn kind(&self) -> String {
        self.content_type().map_or_else(
            || "text/plain".to_owned(),
            |kind| format!("{}/{}", kind.ctype(), kind.subtype().unwrap_or("")).to_ascii_lowercase(),
        )
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.content_type().and_then(|kind| kind.attribute(name))
    }

    /// `base64`, `quoted-printable` or anything, in lower case.
    pub(super) fn encoding(&self) -> String {
        let encoding = self.part().and_then(MimeHeaders::content_transfer_encoding);
        encoding.unwrap_or("").trim().to_ascii_lowercase()
    }

    /// Whether the part is a file rather than a piece of the letter.
    pub(super) fn is_file(&self) -> bool {
        let disposition = self.part().and_then(MimeHeaders::content_disposition);
        disposition.is_some_and(ContentType::is_attachment) || self.file_name().is_some()
    }

    /// The file's name as a label: without folders, controls and quotation marks, and short.
    pub(super) fn file_name(&self) -> Option<String> {
        let name = self.part().and_then(MimeHeaders::attachment_name)?;
        let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let harmless = |c: char| if c.is_control() || matches!(c, '"' | '<' | '>' | '&') { ' ' } else { c };
        let clean: String = last.chars().map(harmless).collect();
        let clean = crate::mail::header_text::header_text(&clean, LONGEST_NAME);
        let clean = clean.trim_start_matches('.').trim();
        Some(if clean.is_empty() { "unnamed".to_owned() } else { clean.to_owned() })
    }
}

/// A part and what is in it.
pub(super) struct Part<'a> {
    pub(super) head: Head,
    /// The bytes behind the head, still encoded.
    pub(super) body: &'a [u8],
    /// The parts of a multipart; empty for others.
    pub(super) children: Vec<Part<'a>>,
}

/// Takes a letter apart.
///
/// Errors: too many parts, or too deep.
pub(super) fn take_apart(bytes: &[u8]) -> Result<Part<'_>, Held> {
    let mut left = MOST_PARTS;
    open(bytes, DEEPEST, &mut left)
}

/// As much of a letter as there is without taking it apart.
pub(super) fn head_and_body(bytes: &[u8]) -> (Head, &[u8]) {
    let (head, body) = split_head(bytes);
    (Head::read(head), body)
}

fn open<'a>(bytes: &'a [u8], depth: usize, left: &mut usize) -> Result<Part<'a>, Held> {
    *left = left.checked_sub(1).ok_or(Held::TooManyParts)?;
    let (head, body) = head_and_body(bytes);
    let mut children = Vec::new();
    let boundary = head.attribute("boundary").filter(|boundary| !boundary.is_empty());
    if let (true, Some(boundary)) = (head.kind().starts_with("multipart/"), boundary) {
        let depth = depth.checked_sub(1).ok_or(Held::TooManyParts)?;
        for piece in pieces(body, boundary.as_bytes(), *left)? {
            children.push(open(piece, depth, left)?);
        }
    }
    Ok(Part { head, body, children })
}

/// Where the fields end: at the first empty line, or at the first line that is none.
pub(super) fn split_head(bytes: &[u8]) -> (&[u8], &[u8]) {
    let mut at = 0;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        if text.is_empty() {
            return (&bytes[..at], &bytes[at + line.len()..]);
        }
        let folded = at > 0 && matches!(text.first(), Some(b' ' | b'\t'));
        let postmark = at == 0 && (text.starts_with(b"From ") || text.starts_with(b">From "));
        if !folded && !postmark && !is_field(text) {
            return (&bytes[..at], &bytes[at..]);
        }
        at += line.len();
    }
    (bytes, &[])
}

fn is_field(line: &[u8]) -> bool {
    const LONGEST_FIELD_NAME: usize = 80;
    let colon = line.iter().take(LONGEST_FIELD_NAME).position(|byte| *byte == b':');
    colon.is_some_and(|colon| colon > 0 && line[..colon].trim_ascii_end().iter().all(u8::is_ascii_graphic))
}

/// What lies between the boundary lines. A missing last boundary is forgiven.
fn pieces<'a>(body: &'a [u8], boundary: &[u8], most: usize) -> Result<Vec<&'a [u8]>, Held> {
    let mut found = Vec::new();
    let mut begin = None;
    let mut at = 0;
    for line in body.split_inclusive(|byte| *byte == b'\n') {
        if let Some(last) = boundary_line(line, boundary) {
            if let Some(begin) = begin {
                found.push(without_last_line_end(&body[begin..at]));
            }
            if found.len() > most {
                return Err(Held::TooManyParts);
            }
            begin = Some(at + line.len());
            if last {
                return Ok(found);
            }
        }
        at += line.len();
    }
    if let Some(begin) = begin {
        found.push(&body[begin..]);
    }
    Ok(found)
}

/// Whether the line is a boundary; with true for the last one.
fn boundary_line(line: &[u8], boundary: &[u8]) -> Option<bool> {
    let rest = line.strip_prefix(b"--")?.strip_prefix(boundary)?.trim_ascii();
    match rest {
        b"" => Some(false),
        b"--" => Some(true),
        _ => None,
    }
}

fn without_last_line_end(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    bytes.strip_suffix(b"\r").unwrap_or(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_without_head_is_all_body() {
        assert_eq!(split_head(b"rule Bavaria\r\n"), (&b""[..], &b"rule Bavaria\r\n"[..]));
        assert_eq!(split_head(b"A: b\n c\n\nrule"), (&b"A: b\n c\n"[..], &b"rule"[..]));
        assert_eq!(split_head(b"A: b\nrule Bavaria\n"), (&b"A: b\n"[..], &b"rule Bavaria\n"[..]));
        assert_eq!(split_head(b""), (&b""[..], &b""[..]));
    }

    #[test]
    fn the_line_end_before_a_boundary_belongs_to_it() {
        let found = pieces(b"pre\r\n--q\r\na\r\n\r\n--q \r\nb\n--q--\r\nafter", b"q", 9);
        assert_eq!(found, Ok(vec![&b"a\r\n"[..], &b"b"[..]]));
        assert_eq!(pieces(b"--q\nopen end", b"q", 9), Ok(vec![&b"open end"[..]]));
        assert_eq!(pieces(b"--qq\nother", b"q", 9), Ok(vec![]));
    }

    #[test]
    fn parts_beyond_number_are_refused() {
        let mut many = b"Content-Type: multipart/mixed; boundary=q\r\n\r\n".to_vec();
        many.extend(b"--q\r\n\r\n".repeat(1_000_000));
        assert!(matches!(take_apart(&many), Err(Held::TooManyParts)));
        let mut deep = Vec::new();
        for nth in 0..10_000 {
            deep.extend(
                format!("Content-Type: multipart/mixed; boundary=q{nth}\r\n\r\n--q{nth}\r\n").bytes(),
            );
        }
        assert!(matches!(take_apart(&deep), Err(Held::TooManyParts)));
    }

    #[test]
    fn a_file_name_is_a_label() {
        let name = |field: &str| {
            Head::read(format!("Content-Disposition: attachment; {field}").as_bytes()).file_name()
        };
        assert_eq!(name("filename=\"../../x\"").as_deref(), Some("x"));
        assert_eq!(name("filename=\"..\"").as_deref(), Some("unnamed"));
        assert_eq!(name("filename=\"C:\\\\orders <b>.txt\"").as_deref(), Some("orders b .txt"));
        assert_eq!(name("filename*=\"us-ascii''K%F6ln.txt\"").as_deref(), Some("Köln.txt"));
    }
}
