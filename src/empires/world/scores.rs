//! Victory points and awards (26).
//!
//! Points are kept and reckoned in exact quarters.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{Area, EmpireKind, World};
use crate::empires::terms::{AreaId, EmpireId, ReligionId};

/// Quarters of one victory point (26.2).
pub const QUARTERS: i32 = 4;

/// Victory points and awards (26).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scores {
    /// Everything awarded so far, in order of years (26.3, 26.4).
    pub awards: BTreeSet<Award>,
    /// Where everybody stood when the running period began (26.4); none in a world of which that is not known.
    pub period: Option<PeriodStart>,
}

/// Victory points given for good (26.3, 26.4, 26.5).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Award {
    /// When.
    pub year: i32,
    /// To whom.
    pub empire: EmpireId,
    /// For what.
    pub cause: AwardCause,
    /// For which area, if for one.
    pub area: Option<AreaId>,
    /// How much, in quarters.
    pub quarters: i32,
}

/// What an award is for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AwardCause {
    /// An area converted (26.3).
    Converted,
    /// An area colonised (26.3).
    Colonised,
    /// An area of a mass conversion (26.3, 22.5).
    MassConverted,
    /// One of the most improved empires of a period (26.4).
    ImprovedEmpire,
    /// A member of one of the most improved religions (26.4).
    ImprovedReligion(ReligionId),
    /// The GM's ruling, in his words (26.5).
    Ruling(String),
}

/// Where everybody stood at the start of a period (26.4).
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PeriodStart {
    /// Quarters of each player's empire.
    pub empires: BTreeMap<EmpireId, i32>,
    /// Value of the areas of each religion, in whole points.
    pub religions: BTreeMap<ReligionId, i32>,
}

/// What may change in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScoreChange {
    /// Points were awarded.
    Awarded(Award),
    /// A new period begins.
    PeriodBegan(Box<PeriodStart>),
    /// The game ends with this year (26.1).
    GameEnds(i32),
}

impl Area {
    /// Rule 26.2: what the area is worth to its owner, in quarters: wealth and one more, less a quarter for each level
    /// of its underlying groups, never below 0; double with a claim.
    pub fn quarters_for(&self, owner: &EmpireId) -> i32 {
        let groups: i32 = self.urgs.values().sum();
        let quarters = (self.plain_points() * QUARTERS - groups).max(0); // rule:26.2 rule:32.4
        if self.claims.contains(owner) { 2 * quarters } else { quarters } // rule:26.2 rule:18.1
    }

    /// Wealth and one more, never below 0, in whole points (26.4 for religions).
    pub fn plain_points(&self) -> i32 {
        (self.wealth() + 1).max(0) // rule:26.2
    }
}

impl World {
    /// What the areas of an empire are worth, in quarters (26.2).
    pub fn quarters_of_areas(&self, empire: &EmpireId) -> i32 {
        let own = self.areas.values().filter(|area| area.owner.as_ref() == Some(empire));
        own.map(|area| area.quarters_for(empire)).sum()
    }

    /// What has been awarded to an empire, in quarters (26.3, 26.4).
    pub fn quarters_awarded(&self, empire: &EmpireId) -> i32 {
        let awards = self.scores.awards.iter().filter(|award| award.empire == *empire);
        awards.map(|award| award.quarters).sum()
    }

    /// What an empire's gold counts at the end, in quarters: a point for so many gold (26.2).
    pub fn quarters_of_gold(&self, empire: &EmpireId, gold_per_point: i32) -> i32 {
        let gold = self.empires.get(empire).map_or(0, |empire| empire.treasury);
        gold.checked_div(gold_per_point).unwrap_or(0).saturating_mul(QUARTERS) // rule:26.2
    }

    /// An empire's victory points while the game goes on, in quarters: areas and awards.
    pub fn quarters_of(&self, empire: &EmpireId) -> i32 {
        self.quarters_of_areas(empire) + self.quarters_awarded(empire)
    }

    /// Whether the world stands after the last year of the game (26.1).
    pub fn is_over(&self) -> bool {
        self.pentade.first_year() > self.last_year // rule:26.1
    }

    /// Where everybody stands, as the start of a period keeps it (26.4).
    pub fn standing(&self) -> PeriodStart {
        let mut start = PeriodStart::default();
        for (id, empire) in &self.empires {
            if empire.kind == EmpireKind::Player {
                start.empires.insert(id.clone(), self.quarters_of(id));
            }
        }
        for area in self.areas.values() {
            *start.religions.entry(area.religion.clone()).or_default() += area.plain_points();
        }
        start
    }
}

/// Brings about the changes of one step; they stand in canonical order, and their order does not matter.
pub(super) fn apply(world: &mut World, changes: &[&ScoreChange]) {
    for change in changes {
        match change {
            ScoreChange::Awarded(award) => {
                world.scores.awards.insert(award.clone());
            }
            ScoreChange::PeriodBegan(start) => world.scores.period = Some((**start).clone()),
            ScoreChange::GameEnds(year) => world.last_year = *year,
        }
    }
}
