//! What a step may read, and what it gives back.

use std::collections::BTreeMap;

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
}

impl Effects {
    /// Takes in another step's yield.
    pub fn extend(&mut self, other: Self) {
        self.effects.extend(other.effects);
        self.entries.extend(other.entries);
        self.questions.extend(other.questions);
    }
}
