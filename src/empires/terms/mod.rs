//! The vocabulary as value types.
//!
//! Figures are whole numbers throughout: social state, population, statures, gold and ratings are `i32`, named
//! by what they are. Ids are the ids of `config/`; nothing here can fail.

use serde::{Deserialize, Serialize};

mod bounds;
mod by_id;
mod endeavours;
mod event_kinds;
mod hold_cards;
mod ids;
mod orders;
mod politics;
pub mod wording;

pub use bounds::Bounds;
pub use by_id::ById;
pub use endeavours::{Branch, Endeavour, EndeavourKind, EndeavourOrder, EndeavourSort, GoldAmount, Place};
pub use event_kinds::EventKind;
pub use hold_cards::HoldCard;
pub use ids::{AreaId, EmpireId, LanguageId, ReligionId, SeaId};
pub use orders::{
    Act, Condition, Order, OrderSheet, PastEvent, PlunderOrder, Point, TaxOrder, TreatyOrder, When,
};

pub use politics::{Advance, CardPlay, Cause, Choice, ColonisationOrder, Ground, Motion, Vote};

pub use crate::postal::chronicle::RuleId;

/// The years of one pentade (1.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Pentade {
    first_year: i32,
}

impl Pentade {
    /// Years in a pentade.
    pub const YEARS: i32 = 5; // rule:1.1

    /// The pentade that holds `year`: the first year of every pentade is 1 modulo 5 (1.1).
    pub fn of(year: i32) -> Self {
        Self { first_year: year - (year - 1).rem_euclid(Self::YEARS) } // rule:1.1
    }

    /// Its first year.
    pub fn first_year(self) -> i32 {
        self.first_year
    }

    /// Its last year.
    pub fn last_year(self) -> i32 {
        self.first_year + Self::YEARS - 1
    }

    /// Its years in order.
    pub fn years(self) -> std::ops::RangeInclusive<i32> {
        self.first_year..=self.last_year()
    }

    /// The pentade after it.
    pub fn next(self) -> Self {
        Self { first_year: self.first_year + Self::YEARS }
    }

    /// Whether it closes a period: so many years, from 1, that end in a multiple of their number (1.3).
    pub fn ends_period(self, period_years: i32) -> bool {
        self.last_year() % period_years.max(1) == 0 // rule:1.3
    }
}

/// A leader's statures: combat, administrative, diplomatic, in this order (8.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Statures {
    /// Serves conquest, pillage, defence.
    pub combat: i32,
    /// Serves ruling, fortification.
    pub administrative: i32,
    /// Serves diplomacy, parleys.
    pub diplomatic: i32,
}

impl std::fmt::Display for Statures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}-{}", self.combat, self.administrative, self.diplomatic)
    }
}

/// Which of the three statures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stature {
    /// Combat.
    Combat,
    /// Administrative.
    Administrative,
    /// Diplomatic.
    Diplomatic,
}

impl std::fmt::Display for Stature {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Combat => "combat",
            Self::Administrative => "administrative",
            Self::Diplomatic => "diplomatic",
        })
    }
}

impl Statures {
    /// One of the three.
    pub fn get(self, which: Stature) -> i32 {
        match which {
            Stature::Combat => self.combat,
            Stature::Administrative => self.administrative,
            Stature::Diplomatic => self.diplomatic,
        }
    }

    /// The three with one replaced.
    pub fn with(self, which: Stature, value: i32) -> Self {
        match which {
            Stature::Combat => Self { combat: value, ..self },
            Stature::Administrative => Self { administrative: value, ..self },
            Stature::Diplomatic => Self { diplomatic: value, ..self },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Pentade;

    #[test]
    fn a_pentade_begins_in_a_year_that_is_one_modulo_five() {
        for (year, first) in [(771, 771), (775, 771), (776, 776), (980, 976), (1, 1), (0, -4)] {
            assert_eq!(Pentade::of(year).first_year(), first, "{year}");
        }
    }

    #[test]
    fn a_period_ends_in_a_multiple_of_twenty_five() {
        assert!(Pentade::of(875).ends_period(25));
        assert!(!Pentade::of(880).ends_period(25));
        assert_eq!(Pentade::of(976).next(), Pentade::of(981));
    }
}
