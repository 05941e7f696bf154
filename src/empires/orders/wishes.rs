//! Wishes, which are kept to the letter (19.20).

use super::cursor::Cursor;
use super::reader::Reader;
use super::tokens::{Kind, LineKind};
use super::words::{Card, Verb};

impl<'a> Reader<'a> {
    /// Whether the line holds a wish, which goes on to the letter (19.20).
    pub fn keeps_words(&self, mut c: Cursor<'a>) -> bool {
        while !c.at_end() {
            if self.wish_follows(&c) {
                return true;
            }
            c.at += 1;
        }
        false
    }

    /// Whether a wish goes on in this line: the line before is open, and nothing else begins here.
    pub fn wish_goes_on(&mut self, index: usize, to: usize) -> bool {
        let Some(line) = self.letter.lines.get(index) else { return false };
        let ended = matches!(self.letter.tokens[to - 1].kind, Kind::Mark('.' | '!' | '?' | ';' | '\u{2026}'));
        if ended || line.kind != LineKind::Text || line.from == line.to {
            return false;
        }
        let mut c = Cursor::new(self.letter, line.from, line.to);
        !self.bullet(&mut c) && !self.peek_label(&c) && self.heading(&c).is_none() && !self.starts_order(&c)
    }

    /// Whether a card is played here with its wish behind a colon (19.20).
    pub fn wish_follows(&self, c: &Cursor<'a>) -> bool {
        let Some((Verb::Play, _, tokens)) = self.verb(c) else { return false };
        let mut ahead = *c;
        ahead.at += tokens;
        self.card(&mut ahead) == Some(Card::Wildcard) && self.colon_within(&ahead, 12)
    }
}
