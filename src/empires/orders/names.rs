//! Names of areas, empires and religions, rightly spelt or not.

use super::cursor::Cursor;
use super::reader::{Reader, Role, Span};
use super::suggest::Reach;
use super::tokens::Kind;
use super::vocabulary::{Meaning, Sort};
use super::words::Word;
use crate::empires::terms::{AreaId, EmpireId, ReligionId};
use crate::postal::reading::Weight;

impl<'a> Reader<'a> {
    /// Whether an area may be named where the reader stands: an own one, or a target within reach of one.
    pub fn is_lawful(&self, sort: Sort, row: u16) -> bool {
        let nearby = &self.context.nearby;
        sort == Sort::Area
            && match self.role {
                Role::Any => false,
                Role::Own => nearby.own.contains(self.vocabulary.area(row)),
                Role::Target => nearby.within_reach.contains(self.vocabulary.area(row)),
            }
    }

    /// An area's name here, misspelt or not. A pronoun is the area spoken of last.
    ///
    /// Takes the words also when they name no area, and then complains.
    pub fn area(&mut self, c: &mut Cursor<'a>) -> Option<AreaId> {
        let before = *c;
        c.skip_filler();
        if let Some(id) = self.known_area(c) {
            return Some(id);
        }
        if c.peek(Word::It).is_some() && self.subject.is_some() {
            c.word(Word::It);
            return self.subject.clone();
        }
        let row = self.abbreviated(c).or_else(|| self.misspelt(c, Sort::Area));
        if let Some(row) = row {
            let id = self.vocabulary.area(row).clone();
            self.subject = Some(id.clone());
            return Some(id);
        }
        self.unknown_area(before, c);
        None
    }

    /// An area's name here, rightly spelt.
    pub fn known_area(&mut self, c: &mut Cursor<'a>) -> Option<AreaId> {
        let (row, tokens) = c.find(|meaning| match meaning {
            Meaning::Area(row) => Some(row),
            _ => None,
        })?;
        c.at += tokens;
        let id = self.vocabulary.area(row).clone();
        self.subject = Some(id.clone());
        Some(id)
    }

    /// An area known or spoken of last, taken only if it is there.
    pub fn place(&mut self, c: &mut Cursor<'a>) -> Option<AreaId> {
        let before = *c;
        c.skip_filler();
        if let Some(id) = self.known_area(c) {
            return Some(id);
        }
        if self.subject.is_some() && c.word(Word::It) {
            return self.subject.clone();
        }
        *c = before;
        None
    }

    /// An empire's name here, rightly spelt: `Byzantium`, `the Byzantine Empire`, `the Danish kingdom`.
    pub fn empire(&self, c: &mut Cursor<'a>) -> Option<EmpireId> {
        let empire = self.empire_name(c)?;
        c.word(Word::Realm);
        Some(empire)
    }

    /// An empire's name as it is listed.
    pub fn empire_name(&self, c: &mut Cursor<'a>) -> Option<EmpireId> {
        c.attempt(|c| {
            c.skip_filler();
            let (row, tokens) = c.find(|meaning| match meaning {
                Meaning::Empire(row) => Some(row),
                _ => None,
            })?;
            c.at += tokens;
            let empire = self.vocabulary.empire(row).clone();
            self.spoken_empire.replace(Some(empire.clone()));
            Some(empire)
        })
    }

    pub fn religion(&self, c: &mut Cursor<'a>) -> Option<ReligionId> {
        c.attempt(|c| {
            c.skip_filler();
            let (row, tokens) = c.find(|meaning| match meaning {
                Meaning::Religion(row) => Some(row),
                _ => None,
            })?;
            c.at += tokens;
            Some(self.vocabulary.religion(row).clone())
        })
    }

    /// Takes up to three words that are clearly a misspelling, and notes how they were read.
    pub fn misspelt(&mut self, c: &mut Cursor<'a>, sort: Sort) -> Option<u16> {
        let mut joined = String::new();
        let mut found = None;
        for tokens in 1..=3_usize {
            let Some(token) = c.token(tokens - 1).filter(|token| token.kind == Kind::Word) else { break };
            let mut ahead = *c;
            ahead.at += tokens - 1;
            if ahead.is_known() && tokens == 1 && sort == Sort::Area {
                break;
            }
            if tokens > 1 {
                joined.push(' ');
            }
            joined.push_str(&token.word);
            if let Some(row) = self.near(sort, &joined) {
                found = Some((row, tokens));
            }
        }
        let (row, tokens) = found?;
        let span = Span { from: c.at, to: c.at + tokens };
        let meant = self.spelling(sort, row);
        let message = format!("read \u{201c}{}\u{201d} as {meant}", self.words(span));
        self.note(span, message);
        c.at += tokens;
        Some(row)
    }

    pub fn spelling(&self, sort: Sort, row: u16) -> String {
        match sort {
            Sort::Area => self.vocabulary.area_name(self.vocabulary.area(row)).to_owned(),
            Sort::Empire => self.vocabulary.empire_name(self.vocabulary.empire(row)).to_owned(),
            Sort::Verb | Sort::Card => self
                .vocabulary
                .spellings(sort)
                .iter()
                .find(|(_, known)| *known == row)
                .map_or_else(String::new, |(word, _)| format!("\u{201c}{word}\u{201d}")),
        }
    }

    pub fn unknown_area(&mut self, before: Cursor<'a>, c: &mut Cursor<'a>) {
        let from = c.at;
        while c.token(0).is_some_and(|token| token.kind == Kind::Word) && (c.at == from || !c.is_known()) {
            c.at += 1;
        }
        let span = Span { from, to: c.at };
        if from == c.at {
            let at = if from < c.end { from } else { before.at.max(1) - 1 };
            let span = Span { from: at, to: at + 1 };
            self.complain(
                span,
                Weight::SetAside,
                None,
                "the name of an area is missing here; set aside".to_owned(),
            );
            return;
        }
        let words = self.words(span);
        let several = self.beginning_with(&super::tokens::fold(&words));
        if several.len() > 1 {
            let message = format!("{words} may mean several areas; set aside");
            return self.suggest(span, Weight::SetAside, None, message, Some(self.names_of(&several)));
        }
        let near = self.near_two(Sort::Area, &super::tokens::fold(&words), Reach::Far);
        let suggestion = (!near.is_empty()).then(|| self.names_of(&near));
        let message = format!("{words} is no area of this map; set aside");
        self.suggest(span, Weight::SetAside, None, message, suggestion);
    }
}
