//! Conditions on empires, treasuries, leaders and our own endeavours (6.5).

use super::conditions::year_of;
use super::cursor::Cursor;
use super::reader::{Frame, Reader};
use super::words::Word;
use crate::empires::terms::{Act, Condition, PastEvent};

impl<'a> Reader<'a> {
    /// `we hold Volhynia`, `we took Mercia in 976`, `we have a tie to Bohemia`.
    pub fn of_us(&mut self, c: &mut Cursor<'a>, _: &Frame) -> Option<Condition> {
        c.word(Word::We).then_some(())?;
        let negated = c.word(Word::DoNot);
        let condition = if let Some(held) = self.card_held(c) {
            held
        } else if let Some(found) = self.excommunicated(self.context.empire.clone(), c) {
            found
        } else if let Some(event) = c.attempt(|c| self.tie_gained(c)) {
            let years = self.years_of_past(c);
            Condition::Past { event, years }
        } else if let Some(gold) = c.attempt(|c| c.word(Word::Hold).then(|| at_least(c)).flatten()) {
            Condition::TreasuryAtLeast(gold)
        } else if let Some(area) = c.attempt(|c| c.word(Word::Took).then(|| self.place(c)).flatten()) {
            let years = self.years_of_past(c);
            Condition::Past { event: PastEvent::Taken { area, by: None }, years }
        } else if let Some(area) = c.attempt(|c| (negated && took_base(c)).then(|| self.place(c)).flatten()) {
            let years = self.years_of_past(c);
            Condition::Past { event: PastEvent::Taken { area, by: None }, years }
        } else if let Some(area) = c.attempt(|c| self.place(c).filter(|_| c.word(Word::Hold))) {
            Condition::Holds { area, who: None }
        } else if c.word(Word::Lost) {
            Condition::Not(Box::new(Condition::Holds { area: self.place(c)?, who: None }))
        } else if c.word(Word::Hold) {
            Condition::Holds { area: self.place(c)?, who: None }
        } else if c.word(Word::Worked) || c.peek(Word::Failed).is_some() {
            let failed = c.word(Word::Failed);
            let years = self.years_of_past(c);
            let worked = self.worked(years);
            if failed { Condition::Not(Box::new(worked)) } else { worked }
        } else {
            return None;
        };
        Some(if negated { Condition::Not(Box::new(condition)) } else { condition })
    }

    fn tie_gained(&mut self, c: &mut Cursor<'a>) -> Option<PastEvent> {
        c.word(Word::Gained).then_some(())?;
        c.skip_filler();
        c.word(Word::Tie).then_some(())?;
        c.word(Word::To);
        self.place(c).map(PastEvent::TieGained)
    }

    /// `the treasury holds at least 10 gold`, `treasury at least 5`.
    pub fn of_treasury(&mut self, c: &mut Cursor<'a>, frame: &Frame) -> Option<Condition> {
        let condition = self.treasury(c)?;
        c.word(Word::Hold);
        if frame.whens.is_empty()
            && let [year] = self.years_of_past(c).as_slice()
        {
            self.waits_in(*year);
        }
        Some(condition)
    }

    fn treasury(&mut self, c: &mut Cursor<'a>) -> Option<Condition> {
        c.skip_filler();
        c.word(Word::Treasury).then_some(())?;
        if !c.word(Word::Hold) {
            c.word(Word::Be);
        }
        if c.word(Word::LessThan) {
            let gold = gold_count(c)?;
            return Some(Condition::Not(Box::new(Condition::TreasuryAtLeast(gold))));
        }
        if c.word(Word::MoreThan) {
            return Some(Condition::TreasuryAtLeast(gold_count(c)?.saturating_add(1)));
        }
        at_least(c).map(Condition::TreasuryAtLeast)
    }

    /// `France holds Toulouse`, `Byzantium paid us 3 gold in 977`, `Kiev is Christian`.
    pub fn of_empire(&mut self, c: &mut Cursor<'a>, _: &Frame) -> Option<Condition> {
        c.skip_filler();
        if c.word(Word::Court) {
            c.word(Word::In);
            c.skip_filler();
        }
        let who = match self.empire(c) {
            Some(who) => who,
            None => c.word(Word::They).then(|| self.spoken_empire.borrow().clone()).flatten()?,
        };
        if let Some(found) = self.excommunicated(who.clone(), c) {
            return Some(found);
        }
        if c.word(Word::Be) {
            return self.religion_of(who, c);
        }
        if let Some(area) = c.attempt(|c| c.word(Word::Hold).then(|| self.place(c)).flatten()) {
            return Some(Condition::Holds { area, who: Some(who) });
        }
        let event = if c.word(Word::Took) {
            PastEvent::Taken { area: self.place(c)?, by: Some(who) }
        } else if c.word(Word::Attacked) {
            PastEvent::WasAttacked { area: self.place(c)?, by: Some(who) }
        } else if c.word(Word::Paid) {
            c.word(Word::We).then_some(())?;
            c.skip_filler();
            PastEvent::PaidUs { by: who, gold: at_least(c)? }
        } else {
            return None;
        };
        let years = self.years_of_past(c);
        Some(Condition::Past { event, years })
    }

    fn religion_of(&mut self, who: crate::empires::terms::EmpireId, c: &mut Cursor<'a>) -> Option<Condition> {
        c.skip_filler();
        let negated = c.word(Word::Not);
        let condition = if c.word(Word::Christian) {
            Condition::Religion { who, religion: None }
        } else {
            Condition::Religion { who, religion: Some(self.religion(c)?) }
        };
        c.word(Word::Faith);
        Some(if negated { Condition::Not(Box::new(condition)) } else { condition })
    }

    /// `our leader dies`, `the leader of France died in 977`.
    pub fn of_leader(&mut self, c: &mut Cursor<'a>, _: &Frame) -> Option<Condition> {
        c.skip_filler();
        c.word(Word::Leader).then_some(())?;
        c.word(Word::In);
        let who = self.empire(c);
        c.word(Word::Died).then_some(())?;
        let years = self.years_of_past(c);
        Some(Condition::Past { event: PastEvent::LeaderDied(who), years })
    }

    /// `981 did not work`, `the endeavour of 981 succeeded`, `that fails`.
    pub fn of_endeavour(&mut self, c: &mut Cursor<'a>, frame: &Frame) -> Option<Condition> {
        while c.peek(Word::Endeavour).is_none() && c.word(Word::Filler) {}
        let mut years = self.years(c);
        if years.is_empty() {
            (c.word(Word::Endeavour) || c.word(Word::It)).then_some(())?;
            years = self.years_of_past(c);
        }
        let worked = c.word(Word::Worked);
        if !worked && !c.word(Word::Failed) {
            return None;
        }
        if years.is_empty() {
            years = self.years_of_past(c);
        }
        if years.is_empty() {
            years = self.last_endeavour(frame).into_iter().collect();
        }
        let condition = self.worked(years);
        Some(if worked { condition } else { Condition::Not(Box::new(condition)) })
    }

    fn worked(&self, years: Vec<i32>) -> Condition {
        Condition::Past { event: PastEvent::OurEndeavourSucceeded, years }
    }

    /// The year of the endeavour written before, perhaps under the same year: what `that` means.
    fn last_endeavour(&self, frame: &Frame) -> Option<i32> {
        let now = frame.whens.first().and_then(year_of);
        self.drafts
            .iter()
            .rev()
            .filter(|draft| matches!(draft.order.act, Act::Endeavour(_)))
            .filter_map(|draft| year_of(&draft.order.when))
            .find(|year| now.is_none_or(|now| *year <= now))
    }
}

/// `take`, `conquer`: what was not done.
fn took_base(c: &mut Cursor<'_>) -> bool {
    let base = c.token(0).is_some_and(|token| matches!(&*token.word, "take" | "conquer" | "win" | "capture"));
    c.at += usize::from(base);
    base
}

/// A sum of gold.
fn gold_count(c: &mut Cursor<'_>) -> Option<i32> {
    let gold = c.count()?;
    c.word(Word::Gold);
    Some(gold)
}

/// A sum of gold that is a least: `at least 5 gold`, `its 3 gold`, `≥ 5`.
fn at_least(c: &mut Cursor<'_>) -> Option<i32> {
    c.attempt(|c| {
        c.skip_filler();
        let least = c.word(Word::AtLeast) || c.mark('\u{2265}') || c.mark('>');
        c.skip_filler();
        let gold = c.count()?;
        let named = c.word(Word::Gold);
        let more = c.word(Word::AtLeast);
        (least || named || more).then_some(gold)
    })
}
