//! Words beside the orders: remarks that withdraw, second thoughts, wishes kept to the letter.

use super::cursor::Cursor;
use super::reader::{Reader, Span};
use super::tokens::Kind;
use super::words::Word;

/// Words of a sentence that are searched for a remark.
const LONGEST: usize = 60;

impl<'a> Reader<'a> {
    /// To the end of the sentence or to a second thought. A full stop inside a parenthesis ends nothing.
    pub fn skip_long_sentence(&self, c: &mut Cursor<'a>, ends: &[char]) {
        let mut depth = 0_u32;
        while let Some(token) = c.token(0) {
            match token.kind {
                Kind::Mark('(') => depth += 1,
                Kind::Mark(')') => depth = depth.saturating_sub(1),
                Kind::Mark(mark)
                    if ends.contains(&mark) && depth == 0 && !c.within(c.at + 1, c.end).peek_mark('(') =>
                {
                    return;
                }
                _ => {}
            }
            let second_thought = c.peek(Word::Retract).is_some_and(|tokens| tokens > 1);
            if second_thought && depth == 0 {
                c.at -= usize::from(c.at > 0);
                return;
            }
            c.at += 1;
        }
    }

    /// `call a crusade against Denmark (they are RC: then do not call it)`, `give it a year card in the next pentade`:
    /// the sentence orders nothing, and it is said why.
    pub fn called_off(&mut self, from: usize, c: &mut Cursor<'a>) -> bool {
        let mut sentence = c.within(c.at, c.end.min(c.at + LONGEST));
        self.skip_long_sentence(&mut sentence, &super::cursor::SENTENCE_ENDS);
        let span = Span { from, to: sentence.at };
        let message = if self.withdraws_itself(span) {
            "read as withdrawn by its own remark"
        } else if self.names(span, Word::NextPentade) {
            "the next pentade has a sheet of its own: order it then"
        } else {
            return false;
        };
        c.at = sentence.at;
        self.note(span, message.to_owned());
        true
    }

    /// Whether a word stands in a span.
    fn names(&self, span: Span, word: Word) -> bool {
        let mut c = self.cursor(span);
        while !c.at_end() && c.peek(word).is_none() {
            c.at += 1;
        }
        !c.at_end()
    }

    /// `(… then do not call it)`.
    fn withdraws_itself(&self, span: Span) -> bool {
        let mut c = self.cursor(span);
        let mut depth = 0_u32;
        while !c.at_end() {
            depth += u32::from(c.peek_mark('('));
            if depth > 0 && c.word(Word::DoNot) {
                c.at += 1;
                if c.peek(Word::It).is_some() {
                    return true;
                }
                continue;
            }
            c.at += 1;
        }
        false
    }

    /// The words behind a mark to the letter, but for blanks, up to the end of the line on which the token before `to` stands.
    pub fn kept_words(&self, mark: usize, to: usize) -> String {
        let (Some(first), Some(last)) = (self.letter.tokens.get(mark), self.letter.tokens.get(to - 1)) else {
            return String::new();
        };
        let line = usize::try_from(last.line).unwrap_or(usize::MAX).saturating_sub(1);
        let end = self.letter.lines.get(line).map_or(last.end, |line| line.start + line.raw.len());
        self.letter.text[first.end..end].split_whitespace().collect::<Vec<_>>().join(" ")
    }
}
