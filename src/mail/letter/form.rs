//! The order form in our letters: a block between two marked lines, which a player may edit inside his answer, quoted
//! as it stands.
//!
//! The first line bears a seal of the words between. Where the seal still fits, nothing was edited, and the block is
//! a quotation like any other; line breaks and quotation marks do not count, since mail programs make their own.

use sha2::{Digest, Sha256};

const BEGIN: &str = "=== order form ";
const END: &str = "=== end of the order form";
/// Digits of the seal.
const SEAL: usize = 8;

/// An order form with these lines in it, ready for a letter.
pub fn sheet(lines: &[String]) -> Vec<String> {
    let mut form = vec![format!(
        "=== Order form {}: edit in between, and answer ===",
        seal(lines.iter().map(String::as_str))
    )];
    form.extend(lines.iter().cloned());
    form.push("=== End of the order form ===".to_owned());
    form
}

/// Where an edited form stands: first and last line between its marks, with their indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found {
    /// The line of the first mark.
    pub(super) begin: usize,
    /// The line of the second.
    pub(super) end: usize,
    /// Whether what stands between them was edited.
    pub(super) is_edited: bool,
}

/// The forms in a text.
pub(super) fn find(lines: &[&str]) -> Vec<Found> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let Some(given) = begins(lines[at]) else {
            at += 1;
            continue;
        };
        // A form inside a form, or one without an end, is none.
        let end = (at + 1..lines.len()).find(|nth| ends(lines[*nth]) || begins(lines[*nth]).is_some());
        let Some(end) = end.filter(|end| ends(lines[*end])) else {
            at += 1;
            continue;
        };
        let is_edited = seal(lines[at + 1..end].iter().map(|line| unquoted(line))) != given;
        found.push(Found { begin: at, end, is_edited });
        at = end + 1;
    }
    found
}

/// A line without the marks of quotation.
pub(super) fn unquoted(line: &str) -> &str {
    let mut rest = line.trim_start();
    while let Some(inner) = rest.strip_prefix('>') {
        rest = inner.trim_start();
    }
    rest.trim_end()
}

fn begins(line: &str) -> Option<String> {
    let line = unquoted(line).to_lowercase();
    let seal = line.strip_prefix(BEGIN)?.get(..SEAL)?.to_owned();
    seal.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(seal)
}

fn ends(line: &str) -> bool {
    unquoted(line).to_lowercase().starts_with(END)
}

/// A mark of the words alone.
fn seal<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let mut hash = Sha256::new();
    for line in lines {
        for word in line.split_whitespace() {
            hash.update(super::decode::plain_characters(word).trim().as_bytes());
            hash.update(b" ");
        }
    }
    hex::encode(&hash.finalize()[..SEAL / 2])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_known_when_quoted_and_broken_anew() {
        let words = ["Year 976:".to_owned(), "  conquer Saxony from Thuringia with 5 gold".to_owned()];
        let form = sheet(&words);
        assert!(form.iter().all(|line| line.len() <= 66), "{form:?}");
        let quoted: Vec<String> = form.iter().map(|line| format!("> > {line}")).collect();
        let lines: Vec<&str> = quoted.iter().map(String::as_str).collect();
        assert_eq!(find(&lines), [Found { begin: 0, end: 3, is_edited: false }]);
        let broken = [lines[0], "> Year 976: conquer Saxony from", "> Thuringia with 5 gold", lines[3]];
        assert_eq!(find(&broken), [Found { begin: 0, end: 3, is_edited: false }]);
        let edited = [lines[0], lines[1], "> conquer Bavaria from Thuringia", "rule", lines[3]];
        assert_eq!(find(&edited), [Found { begin: 0, end: 4, is_edited: true }]);
        assert_eq!(find(&[lines[0], lines[1]]), []);
        assert_eq!(find(&["=== order form zzzzzzzz", "=== end of the order form"]), []);
    }
}
