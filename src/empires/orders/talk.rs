//! Words that order nothing, and where an order begins among them.

use super::clauses::Start;
use super::cursor::Cursor;
use super::reader::{Chain, Frame, Reader, Span};
use super::tokens::Kind;
use super::vocabulary::Meaning;
use super::words::{Verb, Word};

impl<'a> Reader<'a> {
    /// Words that order nothing. They are passed over as talk, unless they stand where an order must stand.
    pub fn talk(&mut self, start: Cursor<'a>, c: &mut Cursor<'a>, frame: &Frame, at: Start) {
        let from = start.at;
        let (mut names_area, mut tells) = (false, false);
        while !c.ends_sentence() && !c.peek_any_mark(&[',', '(']) {
            if c.at > from && (self.orders_here(c) || self.next_label(c)) {
                break;
            }
            names_area |= c.means(|meaning| matches!(meaning, Meaning::Area(_)));
            tells |= names_area || c.peek_number(0).is_some() || c.peek(Word::Gold).is_some();
            c.at += 1;
        }
        let span = Span { from, to: c.at };
        let short = c.at - from <= 5;
        let personal = start.peek(Word::We).is_some() || start.peek(Word::It).is_some();
        let order_like = at.sentence && (frame.marked || short) && names_area && !personal;
        let owed = frame.marked && at.sentence && from == self.first_word_of_line(from);
        let misspelt = at.head && self.lacks_verb(&start, frame.marked, tells);
        if order_like || owed || misspelt {
            self.no_order(span);
        } else if tells && !frame.whens.is_empty() {
            let message = format!("the words \u{201c}{}\u{201d} were passed over", self.words(span));
            self.note(span, message);
        }
        if matches!(self.chain, Some(Chain::Refused)) && at.sentence {
            self.chain = None;
        }
    }

    pub fn first_word_of_line(&self, at: usize) -> usize {
        let line = usize::try_from(self.letter.tokens[at].line).unwrap_or(usize::MAX);
        self.letter.lines.get(line.saturating_sub(1)).map_or(at, |line| line.from)
    }

    /// Whether an order begins here, inside other words: a verb and its object.
    pub fn orders_here(&self, c: &Cursor<'a>) -> bool {
        let Some((verb, _, tokens)) = self.verb(c) else { return false };
        let mut behind = *c;
        behind.at += tokens;
        behind.skip_filler();
        let object = behind
            .means(|meaning| matches!(meaning, Meaning::Area(_) | Meaning::Card(_) | Meaning::Subject(_)));
        match verb {
            Verb::Tax | Verb::Plunder => object || behind.peek(Word::All).is_some(),
            Verb::Strike | Verb::NoEndeavour | Verb::Treaty | Verb::Idle => false,
            Verb::Denounce | Verb::Waive | Verb::NameLeader | Verb::NameHeir => true,
            _ => object,
        }
    }

    /// A sentence that asks something of the GM: `What does "partial conquest" mean?` It orders nothing, where it does not
    /// stand behind a year.
    pub fn question(&mut self, c: &mut Cursor<'a>) -> bool {
        if c.peek(Word::Asks).is_none() {
            return false;
        }
        const LONGEST: usize = 60;
        let mut ahead = c.within(c.at, c.end.min(c.at + LONGEST));
        let mut ordering = false;
        while !ahead.at_end() && !ahead.peek_any_mark(&['?', '!', ';', '\u{2026}']) {
            ordering |= self.verb(&ahead).is_some();
            ahead.at += 1;
        }
        if !ahead.peek_mark('?') {
            return false;
        }
        if ordering {
            let message = "read as a question, which orders nothing".to_owned();
            self.note(Span { from: c.at, to: ahead.at }, message);
        }
        c.at = ahead.at;
        true
    }

    /// Whether a question mark stands on a line.
    pub fn asks(&self, c: Cursor<'a>) -> bool {
        (c.at..c.end).any(|at| self.letter.tokens[at].kind == Kind::Mark('?'))
    }
}
