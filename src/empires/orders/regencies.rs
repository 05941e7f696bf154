//! The parts of a letter that its writer sends as a regent (30.4).

use std::collections::BTreeMap;

use super::cursor::Cursor;
use super::reader::Reader;
use crate::empires::terms::EmpireId;

/// The lines of a letter that are for other empires, by their places in it.
#[derive(Debug, Default)]
pub(super) struct Parts {
    lines: BTreeMap<EmpireId, BTreeMap<usize, String>>,
}

impl Parts {
    pub fn keep(&mut self, empire: &EmpireId, index: usize, line: String) {
        self.lines.entry(empire.clone()).or_default().insert(index, line);
    }

    /// Each empire's lines where they stand in the letter.
    pub fn texts(self) -> BTreeMap<EmpireId, String> {
        let text = |lines: BTreeMap<usize, String>| {
            let mut text = String::new();
            let mut at = 0;
            for (index, line) in lines {
                text.push_str(&"\n".repeat(index - at));
                text.push_str(&line);
                at = index;
            }
            text
        };
        self.lines.into_iter().map(|(empire, lines)| (empire, text(lines))).collect()
    }
}

impl<'a> Reader<'a> {
    /// A line with blanks in place of what stands before a cursor.
    pub fn rest_from(&self, index: usize, c: &Cursor<'a>) -> String {
        let line = &self.letter.lines[index];
        let Some(first) = self.letter.tokens.get(c.at).filter(|_| !c.at_end()) else { return String::new() };
        if c.at == line.from {
            return line.raw.to_owned();
        }
        let at = (first.start - line.start).min(line.raw.len());
        let blanks = line.raw[..at].chars().count();
        format!("{}{}", " ".repeat(blanks), &line.raw[at..])
    }
}
