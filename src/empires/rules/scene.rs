//! What a step may read, and what it gives back.

use std::collections::BTreeMap;

use super::fixed::Turned;
use super::year_cards::Hands;
use crate::empires::chronicle::Entry;
use crate::empires::rulebook::Rulebook;
use crate::empires::terms::{EmpireId, OrderSheet, Pentade};
use crate::empires::world::{Effect, World};
use crate::postal::dice::{Dice, Key};
use crate::postal::question::Question;

/// Everything a step may look at. The world is frozen at the start of the step.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// Tables and switches.
    pub rulebook: &'a Rulebook,
    /// The state at the start of the step.
    pub world: &'a World,
    /// Lawful sheets by empire.
    pub sheets: &'a BTreeMap<EmpireId, OrderSheet>,
    /// Year of the step; none at the opening and the close.
    pub year: Option<i32>,
    /// Chance by key.
    pub dice: &'a Dice,
    /// The hands of year cards (9.2).
    pub hands: &'a Hands,
    /// The state at the very start of the year, before its first step; the world itself outside a year.
    pub year_opening: &'a World,
    /// Year cards turned so far in this year.
    pub turned: &'a [Turned],
    /// How many players wait for an empire (8.7).
    pub waiting_players: u32,
}

impl Scene<'_> {
    /// The pentade being played.
    pub fn pentade(&self) -> Pentade {
        self.world.pentade
    }

    /// The year of the step, or the first year of the pentade at its opening and the last at its close is told by
    /// the caller: outside a year this is the first year.
    pub fn year_or_first(&self) -> i32 {
        self.year.unwrap_or_else(|| self.pentade().first_year())
    }

    /// What an empire is called in the key of a draw: its seat, which it keeps under any name, or else its id.
    pub fn subject(&self, empire: &EmpireId) -> String {
        match self.world.empires.get(empire).and_then(|kept| kept.seat) {
            Some(seat) => format!("seat-{seat}"),
            None => empire.to_string(),
        }
    }

    /// A key for a draw of this step.
    pub fn key<'k>(&self, purpose: &'static str, subject: &'k str, nth: u32) -> Key<'k> {
        Key { pentade: self.pentade().first_year(), year: self.year, purpose, subject, nth }
    }
}

/// What a step brings about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Effects {
    /// Changes of the world.
    pub effects: Vec<Effect>,
    /// What the chronicle tells.
    pub entries: Vec<Entry>,
    /// What must be answered.
    pub questions: Vec<Question>,
    /// Year cards that were turned, for the later steps of the same year.
    pub turned: Vec<Turned>,
}

impl Effects {
    /// Takes in another step's yield.
    pub fn extend(&mut self, other: Self) {
        self.effects.extend(other.effects);
        self.entries.extend(other.entries);
        self.questions.extend(other.questions);
        self.turned.extend(other.turned);
    }

    /// Adds a change of the world.
    pub fn change(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// Adds something to the chronicle.
    pub fn tell(&mut self, entry: Entry) {
        self.entries.push(entry);
    }
}
