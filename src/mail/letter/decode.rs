//! Bytes of one part to text: transfer encoding, character set, and characters that only disturb.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use mail_parser::decoders::charsets::map::charset_decoder;

use super::{Held, parts::Part};

/// The words of a text part.
///
/// Notes tell what was guessed. Errors: base64 that cannot be decoded to the end, RFC 2045 6.8.
pub(super) fn text_of(part: &Part<'_>, notes: &mut Vec<String>) -> Result<String, Held> {
    let bytes = bytes_of(part, notes)?;
    let text = characters(&bytes, part.head.attribute("charset"), notes);
    Ok(plain_characters(&text))
}

/// The bytes of a part, transfer encoding undone.
pub(super) fn bytes_of(part: &Part<'_>, notes: &mut Vec<String>) -> Result<Vec<u8>, Held> {
    match part.head.encoding().as_str() {
        "base64" => base64(part.body, notes),
        "quoted-printable" => Ok(quoted_printable(part.body)),
        _ => Ok(part.body.to_vec()),
    }
}

/// All of it or nothing: a body of which the last bytes are missing would be orders of which the last are.
///
/// Missing padding is supplied. Plain lines behind the last group are a list's footer.
fn base64(body: &[u8], notes: &mut Vec<String>) -> Result<Vec<u8>, Held> {
    let mut digits = Vec::with_capacity(body.len());
    let mut padded = false;
    for line in body.split(|byte| *byte == b'\n') {
        let line = line.trim_ascii();
        let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
        let data = line.trim_ascii_end().strip_suffix(b"==").or(line.strip_suffix(b"=")).unwrap_or(line);
        let is_data = !padded && data.iter().all(is_digit);
        if line.is_empty() || is_data {
            padded |= data.len() < line.len();
            digits.extend_from_slice(data);
        } else if padded || line.starts_with(b"__") || line.starts_with(b"--") {
            notes.push("a list's footer behind the text ignored".to_owned());
            break;
        } else {
            return Err(Held::Damaged);
        }
    }
    match digits.len() % 4 {
        0 => {}
        1 => return Err(Held::Damaged),
        short => digits.extend(std::iter::repeat_n(b'=', 4 - short)),
    }
    mail_parser::decoders::base64::base64_decode(&digits).ok_or(Held::Damaged)
}

/// RFC 2045 6.7, forgiving: what is no escape stands for itself.
fn quoted_printable(body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(body.len());
    for line in body.split_inclusive(|byte| *byte == b'\n') {
        let text = line.trim_ascii_end();
        let soft = text.last() == Some(&b'=');
        let mut rest = if soft { &text[..text.len() - 1] } else { text };
        while let Some((&byte, after)) = rest.split_first() {
            rest = after;
            match (byte, after) {
                (b'=', [high, low, after @ ..]) if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                    let digit = |c: &u8| (*c as char).to_digit(16).map_or(0, |digit| digit as u8);
                    bytes.push(digit(high) << 4 | digit(low));
                    rest = after;
                }
                _ => bytes.push(byte),
            }
        }
        if !soft && line.ends_with(b"\n") {
            bytes.push(b'\n');
        }
    }
    bytes
}

/// Bytes to characters by label; where the label is missing, unknown or wrong, UTF-8 if it is that, else
/// Windows-1252, which takes anything.
fn characters(bytes: &[u8], label: Option<&str>, notes: &mut Vec<String>) -> String {
    if bytes.is_ascii() && !label.is_some_and(is_seven_bit_code) {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    let label = label.unwrap_or("utf-8").trim();
    let encoding = Encoding::for_label(label.as_bytes());
    if encoding == Some(WINDOWS_1252) || encoding == Some(UTF_8) {
        return utf8_or_western(bytes, encoding == Some(UTF_8), notes);
    }
    if let Some(encoding) = encoding {
        let (text, _, damaged) = encoding.decode(bytes);
        if !damaged {
            return text.into_owned();
        }
    } else if let Some(decode) = charset_decoder(label.as_bytes()) {
        let text = decode(bytes);
        if !text.contains(char::REPLACEMENT_CHARACTER) {
            return text;
        }
    }
    let label = super::super::header_text::header_text(label, 40);
    notes.push(format!("the text is no {label:?}"));
    utf8_or_western(bytes, false, notes)
}

/// Character sets that hide other characters in ASCII.
fn is_seven_bit_code(label: &str) -> bool {
    let label = label.to_ascii_lowercase();
    ["utf-7", "utf7", "iso-2022", "hz-", "utf-16", "utf16"].iter().any(|code| label.starts_with(code))
}

fn utf8_or_western(bytes: &[u8], labelled_utf8: bool, notes: &mut Vec<String>) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => {
            if labelled_utf8 {
                notes.push("read as Windows-1252".to_owned());
            }
            WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned()
        }
    }
}

/// A line of a head as UTF-8: what is none is read as Windows-1252.
pub(super) fn utf8_line(line: &[u8]) -> Vec<u8> {
    match std::str::from_utf8(line) {
        Ok(_) => line.to_vec(),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(line).0.into_owned().into_bytes(),
    }
}

/// One kind of line end, one kind of space, straight quotation marks and dashes, nothing invisible.
///
/// Characters become one character or none, so that columns stay what the writer sees.
pub(super) fn plain_characters(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut after_return = false;
    for c in text.chars() {
        let was_return = std::mem::replace(&mut after_return, c == '\r');
        match c {
            '\n' if was_return => {}
            '\r' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}' => plain.push('\n'),
            '\t' | '\u{b}' | '\u{c}' => plain.push(' '),
            '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => plain.push(' '),
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' => {}
            '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206f}' | '\u{feff}' => {}
            '\u{201c}'..='\u{201f}' | '\u{ab}' | '\u{bb}' => plain.push('"'),
            '\u{2018}'..='\u{201b}' | '\u{b4}' | '\u{2039}' | '\u{203a}' => plain.push('\''),
            '\u{2010}'..='\u{2015}' | '\u{2212}' => plain.push('-'),
            char::REPLACEMENT_CHARACTER => plain.push('?'),
            c if c.is_control() => {}
            c => plain.push(c),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(body: &[u8]) -> Result<Vec<u8>, Held> {
        base64(body, &mut Vec::new())
    }

    #[test]
    fn base64_is_decoded_to_the_end_or_not_at_all() {
        assert_eq!(decoded(b"Z2lmdCAyNSBnb2xkIHRvIFJvbWU"), Ok(b"gift 25 gold to Rome".to_vec()));
        assert_eq!(decoded(b"cnVsZSBCYXZhcmlh\r\n________\r\nlist footer"), Ok(b"rule Bavaria".to_vec()));
        assert_eq!(decoded(b"cnVsZQ==\r\nlist footer"), Ok(b"rule".to_vec()));
        assert_eq!(decoded(b"cnVs\r\n\r\nZQ==\r\n"), Ok(b"rule".to_vec()));
        assert_eq!(decoded(b"cnVsZSBCYXZhcmlhc"), Err(Held::Damaged));
        assert_eq!(decoded(b"cnVs\r\n*damage*\r\nZSBC"), Err(Held::Damaged));
        assert_eq!(decoded(b""), Ok(vec![]));
    }

    #[test]
    fn quoted_printable_forgives() {
        assert_eq!(quoted_printable(b"Thur=\r\ningia =26 x=3Dy= \r\n="), b"Thuringia & x=y");
        assert_eq!(quoted_printable(b"1 = 2 =zz  \r\nK=f6ln"), b"1 = 2 =zz\nK\xf6ln");
    }

    #[test]
    fn bytes_are_read_whatever_the_label_says() {
        let read = |bytes: &[u8], label| {
            let mut notes = Vec::new();
            (characters(bytes, label, &mut notes), notes.join("; "))
        };
        assert_eq!(read(b"K\xf6ln", Some("utf-8")), ("Köln".into(), "read as Windows-1252".into()));
        assert_eq!(read(b"K\xf6ln", None).0, "Köln");
        assert_eq!(read(b"\x93Saxony\x94", Some("iso-8859-1")).0, "\u{201c}Saxony\u{201d}");
        assert_eq!(read(b"K\xc3\xb6ln", Some("iso-8859-1")).0, "Köln");
        assert_eq!(read(b"K\xc3\xb6ln", Some("cp-850000")).0, "Köln");
        assert_eq!(read(b"\xf9", Some("iso-8859-8-i")).0, "\u{5e9}");
        assert_eq!(read(b"K\x94ln", Some("cp850")).0, "Köln");
        assert_eq!(read(b"+ADw-b+AD4-", Some("utf-7")).0, "<b>");
    }

    #[test]
    fn nothing_invisible_is_left() {
        assert_eq!(
            plain_characters("\u{feff}a\u{ad}b\0c\r\nd\re\u{a0}f \u{201c}g\u{201d} \u{2013} h\u{fffd}"),
            "abc\nd\ne f \"g\" - h?"
        );
    }
}
