//! `if … : … else …`: which clause waits on which condition (6.5).

use super::cursor::Cursor;
use super::endeavours::Clause;
use super::reader::{Chain, Frame, Reader, Span};
use super::waiting::{Waiter, too_late};
use super::words::{Verb, Word};
use crate::empires::terms::{AreaId, Condition, EndeavourKind, RuleId, When};
use crate::postal::reading::Weight;

/// What came of reading a condition.
#[derive(Debug, Clone)]
pub(super) enum Verdict {
    Met(Condition),
    /// Nothing that 6.5 allows; the message says what.
    Outside(String),
}

impl Verdict {
    /// Its opposite, if `unless` stood before it.
    fn negated(self, negated: bool) -> Self {
        match self {
            Self::Met(condition) if negated => Self::Met(negate(condition)),
            other => other,
        }
    }

    /// Nothing that 6.5 allows if it is of a year that is not before that of its order.
    fn in_time(self, frame: &Frame, endeavour: bool) -> Self {
        let Self::Met(condition) = self else { return self };
        let late = frame.whens.first().filter(|_| endeavour);
        let late = late.and_then(|when| too_late(&condition, *when, Waiter::Endeavour));
        late.map_or(Self::Met(condition), Self::Outside)
    }
}

/// What 6.5 allows, for complaints.
const ALLOWED: &str = "an endeavour may wait only on earlier years, this year's taxation, or being attacked"; // rule:6.5

/// The same for orders of other kinds.
const ALLOWED_OTHERS: &str = "such an order may wait only on earlier years, this year's taxation, the hand, or a parley \
     or gift before it in the same year"; // rule:6.5

impl<'a> Reader<'a> {
    /// `if CONDITION: CLAUSE`, the `if` taken. `start` is where the clause began.
    pub fn conditional(&mut self, start: Cursor<'a>, c: &mut Cursor<'a>, frame: &Frame, negated: bool) {
        if !negated && self.if_card_comes_back(start, c, frame) {
            return;
        }
        let from = c.at;
        let verdict = self.condition(c, frame);
        let condition_span = Span { from, to: c.at };
        c.skip_marks(&[',', ':', '-', ')']);
        self.skip_to_verb(c);
        let own = self.label_of_clause(c);
        let framed = own.map(|whens| Frame { whens, ..frame.clone() });
        let frame = framed.as_ref().unwrap_or(frame);
        let verb_at = *c;
        let complaints = self.complaints.len();
        let Some((verb, rule, tokens)) = self.verb(c).or_else(|| self.repaired_verb(c)) else {
            return self.condition_alone(start, c, frame, &verdict);
        };
        let verdict = verdict.in_time(frame, verb.makes_endeavour()).negated(negated);
        c.at = verb_at.at.max(c.at);
        if let Verdict::Met(condition) = &verdict
            && self.politically((verb, tokens), start.at, c, frame, Some(condition))
        {
            self.chain = Some(Chain::Open(condition.clone()));
            return;
        }
        if self.vote_in_case((verb, tokens), (start.at, condition_span), c, frame) {
            return;
        }
        match verdict {
            Verdict::Met(_) if verb.is_political() => {
                self.chain = Some(Chain::Refused);
                self.not_understood((verb, rule, tokens), c, frame);
            }
            Verdict::Met(condition) => {
                c.at += tokens;
                c.skip_marks(&[':', '-']);
                self.governed(verb, (verb_at.at, start.at), c, frame, condition);
            }
            Verdict::Outside(words) => {
                self.complaints.truncate(complaints);
                self.outside(condition_span, &words, verb.makes_endeavour());
                self.skip_clause(c);
                self.chain = Some(Chain::Refused);
            }
        }
    }

    /// `if a crusade is continued by parley, vote yes`: the condition says what is voted on.
    fn vote_in_case(
        &mut self,
        (verb, tokens): (Verb, usize),
        (from, condition): (usize, Span),
        c: &mut Cursor<'a>,
        frame: &Frame,
    ) -> bool {
        if !verb.is_vote() {
            return false;
        }
        let Some(topic) = self.motion_within(condition) else { return false };
        let mut ahead = *c;
        ahead.at += tokens;
        let Some(found) = self.votes(verb, &mut ahead, Some(topic)) else { return false };
        self.conclude(from, &mut ahead, frame, None, found);
        *c = ahead;
        true
    }

    /// Passes over `then`, `we` and the like, but not over the head of a verb of several words.
    fn skip_to_verb(&self, c: &mut Cursor<'a>) {
        while self.verb(c).is_none() && (c.word(Word::Then) || c.word(Word::Filler)) {}
    }

    /// `then 1100 is: fortify Constantinople`: a year between a condition and its clause.
    pub fn label_of_clause(&mut self, c: &mut Cursor<'a>) -> Option<Vec<When>> {
        let mut ahead = *c;
        let complaints = self.complaints.len();
        let whens = self.label(&mut ahead)?;
        ahead.word(Word::Be);
        ahead.skip_marks(&[',', ':', '-']);
        if self.verb(&ahead).is_none() && !self.verb_meant(&ahead) {
            self.complaints.truncate(complaints);
            return None;
        }
        *c = ahead;
        Some(whens)
    }

    fn repaired_verb(&mut self, c: &mut Cursor<'a>) -> Option<(Verb, &'a RuleId, usize)> {
        let row = self.misspelt(c, super::vocabulary::Sort::Verb)?;
        let (verb, rule) = self.vocabulary.verb(row);
        Some((verb, rule, 0))
    }

    fn governed(
        &mut self,
        verb: Verb,
        (verb_at, start): (usize, usize),
        c: &mut Cursor<'a>,
        frame: &Frame,
        condition: Condition,
    ) {
        if !verb.makes_endeavour() {
            let condition = Some(condition).filter(|_| verb != Verb::NameHeir);
            self.chain = condition.clone().map(Chain::Open);
            return self.carry(verb, start, c, frame, condition);
        }
        self.chain = Some(match &self.chain {
            Some(Chain::Open(last)) => Chain::Open(last.clone()),
            _ => Chain::Refused,
        });
        match self.endeavour(verb, verb_at, c, frame) {
            Some(clause) => self.place_branch(clause, frame, condition),
            None => self.chain = Some(Chain::Refused),
        }
    }

    /// A condition with nothing that waits on it.
    fn condition_alone(&mut self, start: Cursor<'a>, c: &mut Cursor<'a>, frame: &Frame, verdict: &Verdict) {
        let from = start.at;
        self.skip_sentence(c);
        let span = Span { from, to: c.at };
        if frame.marked || matches!(verdict, Verdict::Met(_)) {
            let message = format!("no order in \u{201c}{}\u{201d}; set aside", self.words(span));
            self.complain(span, Weight::SetAside, None, message);
        }
        self.chain = Some(Chain::Refused);
    }

    pub fn outside(&mut self, span: Span, words: &str, endeavour: bool) {
        let what = if words.is_empty() { String::new() } else { format!("{words}: ") };
        let allowed = if endeavour { ALLOWED } else { ALLOWED_OTHERS };
        let message = format!("{what}{allowed} (6.5); set aside with its else");
        self.complain(span, Weight::SetAside, Some("6.5"), message); // rule:6.5
    }

    /// Passes over the clause that a refused condition governs.
    pub fn skip_clause(&mut self, c: &mut Cursor<'a>) {
        while !c.at_end() && !c.peek_any_mark(&super::cursor::SENTENCE_ENDS) && c.peek(Word::Else).is_none() {
            c.at += 1;
        }
    }

    /// `else CLAUSE`, the `else` taken.
    pub fn alternative(&mut self, start: Cursor<'a>, c: &mut Cursor<'a>, frame: &Frame) {
        c.skip_marks(&[',', ':', '-']);
        self.skip_to_verb(c);
        let from = c.at;
        if matches!(self.chain, Some(Chain::Refused)) {
            return self.skip_clause(c);
        }
        let Some((verb, rule, tokens)) = self.verb(c).or_else(|| self.repaired_verb(c)) else {
            self.skip_sentence(c);
            let span = Span { from: start.at, to: c.at };
            let message = format!("no order in \u{201c}{}\u{201d}; set aside", self.words(span));
            return self.complain(span, Weight::SetAside, None, message);
        };
        let Some(chain) = self.chain.clone() else {
            self.skip_clause(c);
            let message = "an else without an if before it; set aside".to_owned();
            return self.complain(Span { from: start.at, to: c.at }, Weight::SetAside, Some("6.5"), message); // rule:6.5
        };
        let otherwise = match &chain {
            Chain::Open(condition) => Some(negate(condition.clone())),
            _ => None,
        };
        if self.politically((verb, tokens), from, c, frame, otherwise.as_ref()) {
            return;
        }
        if verb.is_political() {
            return self.not_understood((verb, rule, tokens), c, frame);
        }
        c.at += tokens;
        c.skip_marks(&[':', '-']);
        if !verb.makes_endeavour() {
            return self.carry(verb, from, c, frame, otherwise);
        }
        let Some(clause) = self.endeavour(verb, from, c, frame) else { return };
        match self.trailing_condition(c, frame, true) {
            Some(Ok(condition)) => self.place_branch(clause, frame, condition),
            Some(Err(())) => {}
            None => self.place_otherwise(clause, frame),
        }
    }

    /// Whether a condition begins here, perhaps behind a comma or a parenthesis.
    pub fn condition_follows(&self, c: &Cursor<'a>) -> bool {
        let mut ahead = *c;
        ahead.skip_marks(&[',', '(']);
        ahead.word(Word::And);
        ahead.skip_filler();
        ahead.peek(Word::If).is_some() || ahead.peek(Word::Unless).is_some()
    }

    /// A condition behind its clause: `rule Mercia if Mercia is ours`.
    ///
    /// None if there is none, or if it governs a clause of its own behind it; an error after a complaint.
    pub fn trailing_condition(
        &mut self,
        c: &mut Cursor<'a>,
        frame: &Frame,
        endeavour: bool,
    ) -> Option<Result<Condition, ()>> {
        if !self.condition_follows(c) {
            return None;
        }
        let before = *c;
        let complaints = self.complaints.len();
        c.skip_marks(&[',', '(']);
        c.word(Word::And);
        c.skip_filler();
        let negated = c.peek(Word::Unless).is_some();
        if !c.word(Word::If) {
            c.word(Word::Unless);
        }
        let from = c.at;
        let verdict = self.condition(c, frame).in_time(frame, endeavour);
        let span = Span { from, to: c.at };
        let mut behind = *c;
        behind.skip_marks(&[',', ':', '-']);
        self.skip_to_verb(&mut behind);
        if self.verb(&behind).is_some() && !before.peek_mark('(') {
            *c = before;
            self.complaints.truncate(complaints);
            return None;
        }
        match verdict {
            Verdict::Met(condition) => Some(Ok(if negated { negate(condition) } else { condition })),
            Verdict::Outside(words) => {
                self.outside(span, &words, endeavour);
                self.chain = Some(Chain::Refused);
                Some(Err(()))
            }
        }
    }

    /// A condition on being attacked belongs to a defence, of that area if it names none (6.5).
    pub fn lawful(&mut self, clause: Clause, condition: Condition) -> Option<(Condition, Clause)> {
        let defended = match clause.endeavour.as_ref().map(|endeavour| &endeavour.kind) {
            Some(EndeavourKind::Defence { area }) => Some(area.clone()),
            _ => None,
        };
        let mut bare = false;
        let condition = fill(condition, defended.as_ref(), &mut bare);
        if bare || (waits_on_attack(&condition) && defended.is_none()) {
            let message = "who waits on being attacked must defend (6.5); set aside with its else".to_owned();
            self.complain(clause.span, Weight::SetAside, Some("6.5"), message); // rule:6.5
            self.chain = Some(Chain::Refused);
            return None;
        }
        Some((condition, clause))
    }
}

/// The opposite of a condition.
pub(super) fn negate(condition: Condition) -> Condition {
    match condition {
        Condition::Not(inner) => *inner,
        other => Condition::Not(Box::new(other)),
    }
}

/// Whether some part of a condition is about being attacked this year.
fn waits_on_attack(condition: &Condition) -> bool {
    match condition {
        Condition::Attacked(_) => true,
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(waits_on_attack),
        Condition::Not(inner) => waits_on_attack(inner),
        _ => false,
    }
}

/// Names the area of every `attacked` that names none; `bare` tells of one that cannot be filled.
fn fill(condition: Condition, area: Option<&AreaId>, bare: &mut bool) -> Condition {
    let mut all = |parts: Vec<Condition>| parts.into_iter().map(|part| fill(part, area, bare)).collect();
    match condition {
        Condition::Attacked(none) if none.as_str().is_empty() => match area {
            Some(area) => Condition::Attacked(area.clone()),
            None => {
                *bare = true;
                Condition::Attacked(none)
            }
        },
        Condition::All(parts) => Condition::All(all(parts)),
        Condition::Any(parts) => Condition::Any(all(parts)),
        Condition::Not(inner) => Condition::Not(Box::new(fill(*inner, area, bare))),
        other => other,
    }
}
