//! Headings: of sections, and of the orders of an empire.

use std::collections::BTreeSet;

use super::cursor::Cursor;
use super::reader::{Reader, Span};
use super::tokens::Kind;
use super::vocabulary::Meaning;
use super::words::{SectionKind, Word};
use crate::empires::terms::EmpireId;
use crate::postal::reading::Weight;

/// A heading at the head of a line.
#[derive(Debug, Clone)]
pub(super) struct Heading<'a> {
    pub kind: SectionKind,
    /// What stands behind it on its line.
    pub behind: Cursor<'a>,
}

/// For whom lines are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Addressed {
    /// For the empire that writes.
    Own,
    /// For an empire that it has no say in.
    Foreign,
    /// For an empire whose regent it is (30.4).
    Regency(EmpireId),
}

impl<'a> Reader<'a> {
    /// A heading at the head of a line.
    pub fn heading(&self, c: &Cursor<'a>) -> Option<Heading<'a>> {
        let (row, tokens) = c.find(|meaning| match meaning {
            Meaning::Section(row) => Some(row),
            _ => None,
        })?;
        let kind = self.vocabulary.section(row);
        let mut end = *c;
        end.at += tokens;
        let heading = Heading { kind, behind: end };
        if kind == SectionKind::Press {
            return self.press_colon(&end).then_some(heading);
        }
        if end.peek_mark('(') {
            end.at = end.behind_parenthesis();
        }
        if kind.is_political() && end.peek_mark(',') && self.colon_within(&end, 8) {
            while !end.peek_mark(':') {
                end.at += 1;
            }
        }
        let colon = end.at_end() || end.mark(':') || end.mark('\u{2026}') || end.mark('-');
        colon.then_some(Heading { behind: end, ..heading })
    }

    /// Whether a colon stands among the next tokens.
    pub fn colon_within(&self, c: &Cursor<'a>, tokens: usize) -> bool {
        let ahead = c.within(c.at, c.end.min(c.at + tokens));
        (ahead.at..ahead.end).any(|at| self.letter.tokens[at].kind == Kind::Mark(':'))
    }

    /// `Orders of the German Empire for 976-980`, `POLAND 981-985`, `Germany:`: the empire, and what stands
    /// behind the heading on the same line.
    pub fn empire_heading(&self, c: &Cursor<'a>) -> Option<(EmpireId, Cursor<'a>)> {
        let mut ahead = *c;
        let worded = ahead.word(Word::OrdersOf);
        let named = self.empire_name(&mut ahead)?;
        let kingdom = ahead.word(Word::Empire);
        let mut behind = ahead;
        if behind.mark(':') {
            return Some((named, behind));
        }
        while ahead.peek_any_mark(&[',', '.', '-'])
            || ahead.peek(Word::In).is_some()
            || ahead.peek_number(0).is_some()
        {
            if !ahead.word(Word::In) {
                ahead.at += 1;
            }
        }
        let years = ahead.at > behind.at;
        if ahead.word(Word::Leader) {
            ahead.at = ahead.end;
        }
        (ahead.at_end() && (worded || kingdom || years)).then_some((named, ahead))
    }

    /// Takes an empire's heading off a line; for whom what follows is, if there was one.
    pub fn heading_off(&mut self, c: &mut Cursor<'a>, regent_of: &BTreeSet<EmpireId>) -> Option<Addressed> {
        let (named, behind) = self.empire_heading(c)?;
        let span = Span { from: c.at, to: behind.at };
        *c = behind;
        if named == self.context.empire {
            return Some(Addressed::Own);
        }
        if regent_of.contains(&named) {
            return Some(Addressed::Regency(named)); // rule:30.4
        }
        let message = format!(
            "these orders are for {}, and you write for {}; nothing under this heading was read",
            self.vocabulary.empire_name(&named),
            self.vocabulary.empire_name(&self.context.empire)
        );
        self.complain(span, Weight::SetAside, None, message);
        Some(Addressed::Foreign)
    }
}
