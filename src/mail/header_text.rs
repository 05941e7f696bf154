//! Text on its way into a header: one line, bounded, without controls.

/// `text` with every control, line break and direction mark turned into a space, runs of spaces made one, and at
/// most `longest` characters kept. A line break in a name or subject could otherwise begin a new header.
pub fn header_text(text: &str, longest: usize) -> String {
    let mut clean = String::new();
    let mut length = 0;
    for word in text.split(|c: char| c.is_whitespace() || c.is_control() || is_mark(c)) {
        if word.is_empty() {
            continue;
        }
        if length > 0 {
            clean.push(' ');
            length += 1;
        }
        for c in word.chars() {
            if length >= longest {
                return clean.trim_end().to_owned();
            }
            clean.push(c);
            length += 1;
        }
    }
    clean
}

/// Line and paragraph separators, the marks that change the direction of what follows, and those that nobody sees: two
/// names that differ in them alone look alike.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{feff}' | '\u{fffe}' | '\u{200b}' | '\u{2060}' | '\u{ad}' | '\u{61c}' | '\u{ffff}')
}

/// A Message-ID as `<id>`, if the text holds one: no spaces, no controls, printable ASCII.
pub fn message_id(text: &str) -> Option<String> {
    const LONGEST: usize = 250;
    let id = text.trim().trim_start_matches('<').trim_end_matches('>');
    let lawful = |c: char| c.is_ascii_graphic() && !matches!(c, '<' | '>');
    (!id.is_empty() && id.len() <= LONGEST && id.chars().all(lawful)).then(|| format!("<{id}>"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_break_becomes_a_space() {
        assert_eq!(header_text("g7\r\nBcc: spy@example.net\0", 80), "g7 Bcc: spy@example.net");
        assert_eq!(header_text("a\u{2028}b\u{202e}c\u{85}d", 80), "a b c d");
    }

    #[test]
    fn the_length_is_bounded_in_characters() {
        assert_eq!(header_text("Köln und Rom", 7), "Köln un");
        assert_eq!(header_text("Köln und Rom", 5), "Köln");
        assert_eq!(header_text(&"x".repeat(1_000_000), 200).len(), 200);
    }

    #[test]
    fn an_id_with_a_break_is_none() {
        assert_eq!(message_id(" <o1@example.org> "), Some("<o1@example.org>".to_owned()));
        assert_eq!(message_id("o1@example.org"), Some("<o1@example.org>".to_owned()));
        assert_eq!(message_id("<o1\r\nBcc: x@example.net>"), None);
        assert_eq!(message_id("<>"), None);
    }
}
