//! Verbs that are misspelt: read as what was clearly meant, or complained about with the nearest.

use super::cursor::Cursor;
use super::reader::{Reader, Span};
use super::suggest::{self, Reach};
use super::tokens::Kind;
use super::vocabulary::{Meaning, Sort};
use super::words::{Verb, Word};
use crate::empires::terms::RuleId;
use crate::postal::reading::Weight;

/// Words of the longest verb that is looked for when it is misspelt.
const MOST_WORDS: usize = 3;

/// Letters of a word that is like no other word by chance.
const LONG: usize = 6;

impl<'a> Reader<'a> {
    /// Takes a misspelt verb with its object behind it, and notes how it was read.
    pub fn misspelt_verb(&mut self, c: &mut Cursor<'a>) -> Option<(Verb, &'a RuleId)> {
        let mut ahead = *c;
        let notes = self.complaints.len();
        let row = if c.is_known() { None } else { self.misspelt(&mut ahead, Sort::Verb) }?;
        let (verb, rule) = self.vocabulary.verb(row);
        if !self.object_of(verb, ahead) {
            self.complaints.truncate(notes);
            return None;
        }
        *c = ahead;
        Some((verb, rule))
    }

    /// Whether a misspelt verb with its object stands here, perhaps behind small words.
    pub fn verb_meant(&mut self, c: &Cursor<'a>) -> bool {
        let mut ahead = *c;
        ahead.skip_small();
        let notes = self.complaints.len();
        let meant = self.misspelt_verb(&mut ahead).is_some();
        self.complaints.truncate(notes);
        meant
    }

    /// Whether a line begins with what must have been meant for a verb: it is clear with its object, or it is
    /// like a verb and has an object behind it or a base on the same line.
    pub fn line_orders(&mut self, c: &Cursor<'a>) -> bool {
        let mut ahead = *c;
        ahead.skip_small();
        let word = ahead.token(0).map_or("", |token| &token.word);
        if suggest::distance(word, "from", 1).is_some() {
            return false;
        }
        let meant = self.verb_meant(&ahead);
        let like = meant || self.like_verb(&ahead);
        if meant || (like && self.objects_behind(ahead)) {
            return true;
        }
        while like && !ahead.ends_sentence() && !ahead.word(Word::From) {
            ahead.at += 1;
        }
        like && self.object_of(Verb::Conquest, ahead)
    }

    /// Whether talk that begins here is an order with a misspelt verb. `tells` says that it names an area or gold.
    pub fn lacks_verb(&self, c: &Cursor<'a>, marked: bool, tells: bool) -> bool {
        let long = c.token(0).is_some_and(|token| token.word.len() >= LONG);
        self.like_verb(c) && (marked || (long && tells) || self.objects_behind(*c))
    }

    /// Whether the next word, or it with the two behind it, is like a verb and is nothing else.
    fn like_verb(&self, c: &Cursor<'a>) -> bool {
        !c.is_known() && !self.verbs_like(c, Reach::Slip).is_empty()
    }

    fn objects_behind(&self, mut c: Cursor<'a>) -> bool {
        c.at += 1;
        self.object_of(Verb::Ruling, c) || self.object_of(Verb::Gift, c)
    }

    fn verbs_like(&self, c: &Cursor<'a>, reach: Reach) -> Vec<u16> {
        let mut joined = String::new();
        for ahead in 0..MOST_WORDS {
            let Some(token) = c.token(ahead).filter(|token| token.kind == Kind::Word) else { break };
            if ahead > 0 {
                joined.push(' ');
            }
            joined.push_str(&token.word);
            if let Some(row) = self.near(Sort::Verb, &joined).filter(|_| joined.len() >= LONG) {
                return vec![row];
            }
            if ahead > 0 && reach == Reach::Slip {
                continue;
            }
            let rows = self.near_two(Sort::Verb, &joined, reach);
            if !rows.is_empty() {
                return rows;
            }
        }
        Vec::new()
    }

    /// Complains that words which stand where an order must stand order nothing.
    pub fn no_order(&mut self, span: Span) {
        const VERBS: &str = "conquer, pillage, diplomacy, defend, fortify, rule, tax, plunder, give";
        let near = self.verbs_like(&self.cursor(span), Reach::Far);
        let near: Vec<String> = near.into_iter().map(|row| self.spelling(Sort::Verb, row)).collect();
        let suggestion = if near.is_empty() { format!("one of {VERBS}") } else { near.join(" or ") };
        let message = format!("no order in \u{201c}{}\u{201d}; set aside", self.words(span));
        self.suggest(span, Weight::SetAside, None, message, Some(suggestion));
    }

    /// Whether what follows a misspelt verb is what that verb is about.
    fn object_of(&self, verb: Verb, mut c: Cursor<'a>) -> bool {
        c.word(Word::In);
        c.skip_filler();
        let area = c.means(|meaning| matches!(meaning, Meaning::Area(_))) || self.like_area(&c);
        let empire = c.means(|meaning| matches!(meaning, Meaning::Empire(_)));
        let topic = c.means(|meaning| matches!(meaning, Meaning::Card(_) | Meaning::Subject(_)));
        match verb {
            Verb::Gift => empire || c.peek_number(0).is_some(),
            Verb::Sign | Verb::Denounce | Verb::Treaty => empire,
            Verb::Idle => false,
            political if political.is_political() => topic || area,
            Verb::Adopt => c.means(|meaning| matches!(meaning, Meaning::Religion(_))),
            Verb::NameLeader | Verb::NameHeir => c.token(0).is_some_and(|token| token.kind == Kind::Word),
            Verb::Tax => area || c.peek(Word::All).is_some(),
            _ => area,
        }
    }

    /// Whether the next words are clearly an area's name with mistakes in it.
    fn like_area(&self, c: &Cursor<'a>) -> bool {
        let mut joined = String::new();
        for ahead in 0..MOST_WORDS {
            let Some(token) = c.token(ahead).filter(|token| token.kind == Kind::Word) else { return false };
            if ahead > 0 {
                joined.push(' ');
            }
            joined.push_str(&token.word);
            if self.near(Sort::Area, &joined).is_some() {
                return true;
            }
        }
        false
    }
}
