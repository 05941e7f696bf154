//! Conditions on parleys, excommunications and cards (6.5).

use super::conditions::year_of;
use super::cursor::Cursor;
use super::reader::{Frame, Reader};
use super::words::{Card, Word};
use crate::empires::terms::{Advance, Condition, EmpireId, HoldCard, Motion, PastEvent};

impl<'a> Reader<'a> {
    /// `the excommunication of Denmark passed in 1001`, `the crusade parley fails`, `a crusade was called`.
    pub fn of_motion(&mut self, c: &mut Cursor<'a>, frame: &Frame) -> Option<Condition> {
        c.attempt(|c| {
            c.skip_filler();
            c.word(Word::ParleyNoun).then_some(())?;
            (c.word(Word::On) || c.word(Word::In)).then_some(())
        });
        let motion = self.motion(c)?;
        c.word(Word::ParleyNoun);
        let now = c.peek(Word::Passes).is_some() || c.peek(Word::Fails).is_some();
        let event = if c.word(Word::Passed) || c.word(Word::Passes) {
            PastEvent::ParleyDecided { motion, passed: true }
        } else if c.word(Word::Fails) || c.word(Word::Failed) {
            PastEvent::ParleyDecided { motion, passed: false }
        } else {
            let was = c.word(Word::Was);
            ((was || c.word(Word::Be)) && c.word(Word::Called)).then_some(())?;
            PastEvent::ParleyHeld(motion)
        };
        let years = self.years_of(c, frame, now);
        Some(Condition::Past { event, years })
    }

    /// The years named, or the order's own year for what is told in the present tense.
    fn years_of(&mut self, c: &mut Cursor<'a>, frame: &Frame, now: bool) -> Vec<i32> {
        if c.word(Word::ThisYear) {
            return frame.whens.iter().filter_map(year_of).collect();
        }
        let years = self.years_of_past(c);
        if years.is_empty() && now { frame.whens.iter().filter_map(year_of).collect() } else { years }
    }

    /// `excommunicated in 982`, behind the words that say who.
    pub fn excommunicated(&mut self, who: EmpireId, c: &mut Cursor<'a>) -> Option<Condition> {
        c.attempt(|c| {
            (c.word(Word::Be) || c.word(Word::Was)).then_some(())?;
            c.word(Word::Excommunicated).then_some(())
        })?;
        Some(self.was_excommunicated(who, c))
    }

    fn was_excommunicated(&mut self, who: EmpireId, c: &mut Cursor<'a>) -> Condition {
        let motion = Motion::Excommunication { of: Some(who) };
        let years = self.years_of_past(c);
        Condition::Past { event: PastEvent::ParleyDecided { motion, passed: true }, years }
    }

    /// `the Pope excommunicates me in 982`.
    pub fn of_pope(&mut self, c: &mut Cursor<'a>, _: &Frame) -> Option<Condition> {
        super::politics::is_pope(c).then_some(())?;
        c.word(Word::Excommunicates).then_some(())?;
        let who = if c.word(Word::We) { self.context.empire.clone() } else { self.empire(c)? };
        Some(self.was_excommunicated(who, c))
    }

    /// `we hold a Diplomatic Coup`, `I draw Dynastic Influence`, `I still hold one`; behind `we`.
    pub fn card_held(&mut self, c: &mut Cursor<'a>) -> Option<Condition> {
        c.attempt(|c| {
            (c.word(Word::Hold) || c.word(Word::Draw)).then_some(())?;
            let card = match self.card(c) {
                Some(card) => card,
                None => {
                    (c.word(Word::One) || c.word(Word::It)).then_some(())?;
                    self.spoken_card?
                }
            };
            self.spoken_card = Some(card);
            Some(Condition::HoldsCard(held(card)))
        })
    }
}

fn held(card: Card) -> HoldCard {
    match card {
        Card::Demesne => HoldCard::Demesne,
        Card::DiplomaticCoup => HoldCard::DiplomaticCoup,
        Card::Recognition => HoldCard::Recognition,
        Card::Advisor => HoldCard::Advisor,
        Card::MissionaryFervour => HoldCard::MissionaryFervour,
        Card::WeaponsAdvance => HoldCard::Advance(Advance::Weapons),
        Card::TacticalSystems => HoldCard::Advance(Advance::Tactical),
        Card::SiegeAdvance => HoldCard::Advance(Advance::Siege),
        Card::FortificationAdvance => HoldCard::Advance(Advance::Fortification),
        Card::DynasticInfluence => HoldCard::DynasticInfluence,
        Card::Influence => HoldCard::Influence,
        Card::Wildcard => HoldCard::Wildcard,
    }
}
