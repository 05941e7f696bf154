//! Words for other readers: a heading, and the paragraph behind it.

use super::cursor::Cursor;
use super::reader::Reader;
use super::tokens::{Kind, LineKind};
use super::vocabulary::Meaning;
use super::words::Word;
use crate::postal::reading::Press;

/// A message is no longer than this many characters.
const LONGEST: usize = 8_000;

impl<'a> Reader<'a> {
    /// Whether a colon ends the heading of a message on this line: `Press, only to Poland:`.
    pub fn press_colon(&self, c: &Cursor<'a>) -> bool {
        self.colon(c).is_some() || c.at_end()
    }

    fn colon(&self, c: &Cursor<'a>) -> Option<usize> {
        const LONGEST_HEADING: usize = 24;
        (c.at..c.end.min(c.at + LONGEST_HEADING)).find(|at| self.letter.tokens[*at].kind == Kind::Mark(':'))
    }

    /// Reads a message; the index of the line behind it. `c` stands behind the word `press`.
    pub fn press(&mut self, c: Cursor<'a>, index: usize, indent: u32) -> usize {
        let line = &self.letter.lines[index];
        let colon = self.colon(&c);
        let heading = c.within(c.at, colon.unwrap_or(c.end));
        let behind = colon.map_or(line.start + line.raw.len(), |at| self.letter.tokens[at].end);
        let mut parts = vec![self.letter.text[behind..line.start + line.raw.len()].trim()];
        let mut next = index + 1;
        let mut indented = true;
        while let Some(line) = self.letter.lines.get(next) {
            match line.kind {
                LineKind::Blank if parts.iter().all(|part| part.is_empty()) => {}
                LineKind::Blank if indented && self.indented_after(next, indent) => {}
                LineKind::Blank | LineKind::Quoted => break,
                _ if self.begins_anew(next) => break,
                _ => {
                    indented &= line.indent > indent;
                    parts.push(line.raw.trim());
                }
            }
            next += 1;
        }
        let text: String = parts.join("\n").trim().chars().take(LONGEST).collect();
        if !text.is_empty() {
            let to = self.addressees(heading);
            let signed = self.signature(heading);
            self.press.push(Press { to, signed, text });
        }
        next
    }

    fn indented_after(&self, index: usize, indent: u32) -> bool {
        let after = self.letter.lines[index..].iter().find(|line| line.kind != LineKind::Blank);
        after.is_some_and(|line| line.kind == LineKind::Text && line.indent > indent)
    }

    /// Whether another message begins on this line.
    fn begins_anew(&self, index: usize) -> bool {
        let line = &self.letter.lines[index];
        let c = Cursor::new(self.letter, line.from, line.to);
        let section = c.find(|meaning| match meaning {
            Meaning::Section(row) => Some(row),
            _ => None,
        });
        section.is_some_and(|(row, tokens)| {
            let kind = self.vocabulary.section(row);
            let behind = c.within(c.at + tokens, c.end);
            kind == super::words::SectionKind::Press && self.colon(&behind).is_some()
        })
    }

    /// The names in a heading; none for everybody.
    fn addressees(&self, heading: Cursor<'a>) -> Vec<String> {
        let mut c = heading;
        let mut to = Vec::new();
        while !c.at_end() {
            if c.word(Word::From) {
                break;
            }
            let start = c.at;
            match self.empire(&mut c) {
                Some(empire) => to.push(self.vocabulary.empire_name(&empire).to_owned()),
                None => c.at = start + 1,
            }
        }
        to
    }

    /// The pen name in a heading: `from "a fur trader of Novgorod"`, `anonymous`.
    fn signature(&self, heading: Cursor<'a>) -> Option<String> {
        let mut c = heading;
        while !c.at_end() {
            if c.word(Word::Anonymous) {
                return Some(String::new());
            }
            if c.word(Word::From) {
                let (from, to) = (c.token(0)?.start, self.letter.tokens[c.end - 1].end);
                let quotes = ['"', '\'', '\u{201c}', '\u{201d}', ' ', '(', ')'];
                return Some(self.letter.text[from..to].trim_matches(quotes).to_owned());
            }
            c.at += 1;
        }
        None
    }
}
