//! Conditions: what an order may wait on (6.5).

use super::alternatives::{Verdict, negate};
use super::cursor::{Cursor, SENTENCE_ENDS};
use super::reader::{Chain, Frame, Reader, Span};
use super::words::{Verb, Word};
use crate::empires::terms::{Condition, PastEvent, When};

/// A reader of one sort of condition; on failure its cursor is of no account.
type Reading<'a> = fn(&mut Reader<'a>, &mut Cursor<'a>, &Frame) -> Option<Condition>;

/// Conditions inside one another, at most.
const DEPTH: usize = 12;

/// A condition is not longer than this many words and marks.
const LONGEST: usize = 80;

impl<'a> Reader<'a> {
    /// A whole condition. What is not understood is passed over up to the clause that waits on it.
    pub fn condition(&mut self, c: &mut Cursor<'a>, frame: &Frame) -> Verdict {
        let from = c.at;
        let before = *c;
        let condition = self.any_of(c, frame, 0).or_else(|| {
            *c = before;
            self.of_the_same(c)
        });
        let condition = condition.or_else(|| {
            *c = before;
            c.mark('(').then(|| self.any_of(c, frame, 0)).flatten()
        });
        if let Some(condition) = condition.filter(|_| self.condition_ends(c)) {
            return Verdict::Met(condition);
        }
        self.skip_condition(c);
        let span = Span { from, to: c.at };
        Verdict::Outside(self.words(span))
    }

    fn condition_ends(&self, c: &Cursor<'a>) -> bool {
        let mut ahead = *c;
        ahead.skip_filler();
        c.ends_sentence()
            || c.peek_any_mark(&[',', ':', '-', ')', '('])
            || ahead.ends_sentence()
            || ahead.peek(Word::Then).is_some()
            || c.peek(Word::Then).is_some()
            || c.peek(Word::Else).is_some()
            || self.verb(&ahead).is_some()
            || self.verb(c).is_some()
            || self
                .near(super::vocabulary::Sort::Verb, ahead.token(0).map_or("", |token| &token.word))
                .is_some()
    }

    /// Goes to the clause behind a condition that was not understood.
    fn skip_condition(&self, c: &mut Cursor<'a>) {
        let mut fallback = None;
        let mut ahead = c.within(c.at, c.end.min(c.at + LONGEST));
        while !ahead.at_end() && !ahead.peek_any_mark(&SENTENCE_ENDS) {
            if ahead.peek(Word::Then).is_some()
                || ahead.peek_any_mark(&[':', ')'])
                || ahead.peek(Word::Else).is_some()
            {
                c.at = ahead.at;
                return;
            }
            let verb = self.verb(&ahead).map(|(verb, ..)| verb);
            let base_form =
                verb.is_some_and(|verb| verb.is_endeavour() || verb == Verb::Idle || verb.is_political());
            if fallback.is_none() && ahead.at > c.at && (base_form || ahead.peek_mark(',')) {
                fallback = Some(ahead);
            }
            ahead.at += 1;
        }
        c.at = fallback.unwrap_or(ahead).at;
    }

    fn any_of(&mut self, c: &mut Cursor<'a>, frame: &Frame, depth: usize) -> Option<Condition> {
        let mut parts = vec![self.all_of(c, frame, depth)?];
        loop {
            let mut ahead = *c;
            ahead.mark(',');
            if !ahead.word(Word::Or) {
                break;
            }
            ahead.word(Word::If);
            let Some(part) = self.all_of(&mut ahead, frame, depth) else { break };
            parts.push(part);
            *c = ahead;
        }
        if parts.len() == 1 { parts.pop() } else { Some(Condition::Any(parts)) }
    }

    fn all_of(&mut self, c: &mut Cursor<'a>, frame: &Frame, depth: usize) -> Option<Condition> {
        let mut parts = vec![self.single(c, frame, depth)?];
        loop {
            let mut ahead = *c;
            ahead.mark(',');
            if !ahead.word(Word::And) {
                break;
            }
            let Some(part) = self.single(&mut ahead, frame, depth) else { break };
            parts.push(part);
            *c = ahead;
        }
        if parts.len() == 1 { parts.pop() } else { Some(Condition::All(parts)) }
    }

    fn single(&mut self, c: &mut Cursor<'a>, frame: &Frame, depth: usize) -> Option<Condition> {
        if depth >= DEPTH {
            return None;
        }
        if let Some(inner) = c.attempt(|c| self.in_parentheses(c, frame, depth)) {
            return Some(inner);
        }
        let readers: [Reading<'a>; 10] = [
            Self::of_faith,
            Self::of_motion,
            Self::of_pope,
            Self::of_empire,
            Self::of_area,
            Self::of_us,
            Self::of_attack,
            Self::of_treasury,
            Self::of_leader,
            Self::of_endeavour,
        ];
        readers.into_iter().find_map(|reader| {
            let mut ahead = *c;
            let subject = self.subject.clone();
            let condition = reader(self, &mut ahead, frame);
            if condition.is_some() {
                *c = ahead;
            } else {
                self.subject = subject;
            }
            condition
        })
    }

    /// `(A or B)`, `not (A)`.
    fn in_parentheses(&mut self, c: &mut Cursor<'a>, frame: &Frame, depth: usize) -> Option<Condition> {
        let negated = c.word(Word::Not);
        c.mark('(').then_some(())?;
        let inner = self.any_of(c, frame, depth + 1)?;
        c.mark(')').then_some(())?;
        Some(if negated { Condition::Not(Box::new(inner)) } else { inner })
    }

    /// The years of a past event, or this year.
    fn when_it_was(&mut self, c: &mut Cursor<'a>, frame: &Frame) -> Vec<i32> {
        if c.word(Word::ThisYear) {
            return frame.whens.iter().filter_map(year_of).collect();
        }
        self.years_of_past(c)
    }

    /// `Verona rebelled in 976`, `Lombardy is attacked`, `it is not in unrest`, `Mercia is ours`.
    fn of_area(&mut self, c: &mut Cursor<'a>, frame: &Frame) -> Option<Condition> {
        let area = match self.place(c) {
            Some(area) => area,
            None => self.misspelt_place(c)?,
        };
        if c.word(Word::Rebelled) {
            let years = self.when_it_was(c, frame);
            return Some(Condition::Past { event: PastEvent::Rebelled(area), years });
        }
        if c.attempt(|c| (c.word(Word::Went) && c.word(Word::InUnrest)).then_some(())).is_some() {
            let years = self.when_it_was(c, frame);
            return Some(Condition::Past { event: PastEvent::WentIntoUnrest(area), years });
        }
        if c.word(Word::Fell) {
            let by = c.attempt(|c| c.word(Word::To).then(|| self.empire(c)).flatten());
            let years = self.when_it_was(c, frame);
            return Some(Condition::Past { event: PastEvent::Taken { area, by }, years });
        }
        if c.word(Word::Belongs) {
            let who = if c.word(Word::We) { None } else { Some(self.empire(c)?) };
            return Some(Condition::Holds { area, who });
        }
        if c.word(Word::Was) {
            let event = if c.word(Word::Attacked) {
                PastEvent::WasAttacked { by: self.by_whom(c), area }
            } else if c.word(Word::Took) {
                PastEvent::Taken { by: self.by_whom(c), area }
            } else {
                return None;
            };
            let years = self.when_it_was(c, frame);
            return Some(Condition::Past { event, years });
        }
        self.state_of(area, c, frame)
    }

    /// `the faith of Burgundy is Christian`.
    fn of_faith(&mut self, c: &mut Cursor<'a>, _: &Frame) -> Option<Condition> {
        c.skip_filler();
        (c.word(Word::Faith) && c.word(Word::In)).then_some(())?;
        let area = self.place(c)?;
        c.word(Word::Be).then_some(())?;
        c.skip_filler();
        let religion = if c.word(Word::Christian) { None } else { Some(self.religion(c)?) };
        Some(Condition::AreaReligion { area, religion })
    }

    fn misspelt_place(&mut self, c: &mut Cursor<'a>) -> Option<crate::empires::terms::AreaId> {
        let complaints = self.complaints.len();
        let mut ahead = *c;
        let row = self.misspelt(&mut ahead, super::vocabulary::Sort::Area)?;
        let says =
            [Word::Be, Word::Was, Word::Rebelled, Word::Fell, Word::Belongs, Word::Went, Word::Attacked];
        if !says.iter().any(|word| ahead.peek(*word).is_some()) {
            self.complaints.truncate(complaints);
            return None;
        }
        *c = ahead;
        Some(self.vocabulary.area(row).clone())
    }

    fn by_whom(&mut self, c: &mut Cursor<'a>) -> Option<crate::empires::terms::EmpireId> {
        c.attempt(|c| {
            let by = c.token(0).is_some_and(|token| token.word == "by");
            c.at += 1;
            if by { self.empire(c) } else { None }
        })
    }

    fn state_of(
        &mut self,
        area: crate::empires::terms::AreaId,
        c: &mut Cursor<'a>,
        frame: &Frame,
    ) -> Option<Condition> {
        if c.word(Word::Attacked) {
            let attacked = self.attack_on(area, c, frame);
            c.word(Word::Be);
            return attacked;
        }
        let said = c.word(Word::Be);
        if c.peek(Word::InUnrest).is_none() {
            c.skip_filler();
        }
        let negated = c.word(Word::Not);
        c.skip_filler();
        let condition = if c.word(Word::InUnrest) {
            Condition::InUnrest(area)
        } else if c.word(Word::Attacked) {
            self.attack_on(area, c, frame)?
        } else if c.word(Word::Independent) {
            Condition::Independent(area)
        } else if c.word(Word::Ours) {
            Condition::Holds { area, who: None }
        } else if c.word(Word::Christian) {
            Condition::AreaReligion { area, religion: None }
        } else {
            Condition::AreaReligion { area, religion: Some(self.religion(c)?) }
        };
        (said || c.word(Word::Be)).then_some(())?;
        Some(if negated { negate(condition) } else { condition })
    }

    /// An attack this year. A year named here must be the order's own.
    fn attack_on(
        &mut self,
        area: crate::empires::terms::AreaId,
        c: &mut Cursor<'a>,
        frame: &Frame,
    ) -> Option<Condition> {
        let years = self.when_it_was(c, frame);
        let now = frame.whens.first().and_then(year_of);
        match (years.as_slice(), now) {
            ([], _) => {}
            ([year], Some(now)) if *year == now => {}
            ([year], None) => self.waits_in(*year),
            _ if area.as_str().is_empty() => return None,
            _ => return Some(Condition::Past { event: PastEvent::WasAttacked { area, by: None }, years }),
        }
        Some(Condition::Attacked(area))
    }

    /// `attacked in Lombardy`, `we are attacked in Lombardy`, `attacked Provence`, `attacked`.
    fn of_attack(&mut self, c: &mut Cursor<'a>, frame: &Frame) -> Option<Condition> {
        if c.word(Word::We) {
            c.word(Word::Be);
        } else if let Some(area) = c.attempt(|c| self.attacker_first(c)) {
            return self.attack_on(area, c, frame);
        }
        c.word(Word::Attacked).then_some(())?;
        let area = c.attempt(|c| {
            c.word(Word::In);
            c.skip_filler();
            self.known_area(c)
        });
        let area = match area {
            Some(area) => area,
            None => self.misspelt_after_in(c).unwrap_or_else(|| crate::empires::terms::AreaId::new("")),
        };
        self.attack_on(area, c, frame)
    }

    /// `anyone attacks Lombardy`, `of attack on Lombardy`, `France attacks Lombardy`: whoever it is, the defence answers every
    /// attack (13.1).
    fn attacker_first(&mut self, c: &mut Cursor<'a>) -> Option<crate::empires::terms::AreaId> {
        let from = c.at;
        let attacker = if c.word(Word::Anybody) || c.word(Word::In) { None } else { self.empire(c) };
        let named = attacker.is_some();
        (named || c.at > from).then_some(())?;
        c.skip_filler();
        c.word(Word::Attack).then_some(())?;
        let _ = c.word(Word::On) || c.word(Word::In) || c.word(Word::To);
        c.skip_filler();
        let area = self.known_area(c);
        if named {
            area.as_ref()?;
            let message = "a defence answers an attack by anyone: read so".to_owned();
            self.complain(
                Span { from, to: c.at },
                crate::postal::reading::Weight::Note,
                Some("13.1"),
                message,
            ); // rule:13.1
        }
        Some(area.unwrap_or_else(|| crate::empires::terms::AreaId::new("")))
    }

    fn misspelt_after_in(&mut self, c: &mut Cursor<'a>) -> Option<crate::empires::terms::AreaId> {
        let mut ahead = *c;
        ahead.word(Word::In).then_some(())?;
        let row = self.misspelt(&mut ahead, super::vocabulary::Sort::Area)?;
        *c = ahead;
        Some(self.vocabulary.area(row).clone())
    }

    /// `it is not`, `not`, `so`: the condition before, or its opposite.
    fn of_the_same(&mut self, c: &mut Cursor<'a>) -> Option<Condition> {
        let Some(Chain::Open(last)) = self.chain.clone() else { return None };
        let pronoun = c.word(Word::It) || c.word(Word::Endeavour) || c.word(Word::We);
        let verb = c.word(Word::Be);
        let negated = c.word(Word::Not) || c.word(Word::DoNot);
        match (negated, pronoun && verb) {
            (true, _) => Some(Condition::Not(Box::new(last))),
            (false, true) => Some(last),
            (false, false) => None,
        }
    }
}

pub(super) fn year_of(when: &When) -> Option<i32> {
    match when {
        When::Year(year) => Some(*year),
        _ => None,
    }
}
