//! Names cut short: `Bav` for Bavaria, where only one area can be meant.

use super::cursor::Cursor;
use super::reader::{Reader, Span};
use super::tokens::Kind;
use super::vocabulary::Sort;
use super::words::Word;

/// Letters that a name cut short has at least.
const SHORTEST: usize = 3;

/// Areas that a complaint lists.
const MOST_LISTED: usize = 4;

impl<'a> Reader<'a> {
    /// The areas whose name begins with these letters: those that may be named here, or all if none of them may.
    pub fn beginning_with(&self, word: &str) -> Vec<u16> {
        if word.chars().count() < SHORTEST {
            return Vec::new();
        }
        let spellings = self.vocabulary.spellings(Sort::Area).iter();
        let begun =
            spellings.filter(|(spelling, _)| spelling.len() > word.len() && spelling.starts_with(word));
        let mut rows: Vec<u16> = begun.map(|(_, row)| *row).collect();
        rows.sort_unstable();
        rows.dedup();
        let lawful: Vec<u16> = rows.iter().copied().filter(|row| self.is_lawful(Sort::Area, *row)).collect();
        if lawful.is_empty() { rows } else { lawful }
    }

    /// Takes a name cut short that can mean one area only, and notes how it was read. A full stop may show the cut.
    pub fn abbreviated(&mut self, c: &mut Cursor<'a>) -> Option<u16> {
        let token = c.token(0).filter(|token| token.kind == Kind::Word && !c.is_known())?;
        let rows = self.beginning_with(&token.word);
        let [row] = rows.as_slice() else { return None };
        let span = Span { from: c.at, to: c.at + 1 };
        let (words, meant) = (self.words(span), self.spelling(Sort::Area, *row));
        self.note(span, format!("read \u{201c}{words}\u{201d} as {meant}"));
        c.at += 1;
        let goes_on = [Word::From, Word::With, Word::And, Word::BySea, Word::If, Word::Else, Word::Then];
        c.attempt(|c| {
            c.mark('.').then_some(())?;
            let word = goes_on.into_iter().any(|word| c.peek(word).is_some());
            (word || c.peek_any_mark(&[',', '+'])).then_some(())
        });
        Some(*row)
    }

    /// Names of areas for a suggestion: `Saxony, Savoy or Silesia`.
    pub fn names_of(&self, rows: &[u16]) -> String {
        let listed = rows.iter().take(MOST_LISTED);
        let mut names: Vec<String> = listed.map(|row| self.spelling(Sort::Area, *row)).collect();
        let Some(last) = names.pop() else { return String::new() };
        if names.is_empty() { last } else { format!("{} or {last}", names.join(", ")) }
    }
}
