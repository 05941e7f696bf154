//! Entries of victory points and awards (26).

use serde::{Deserialize, Serialize};

use crate::empires::terms::{EmpireId, ReligionId};

/// The kinds of entry of victory points and awards (26). Points are in quarters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScoreHappening {
    /// Points were awarded for an area (26.3).
    Awarded {
        /// What for: `converted`, `colonised`, `converted with the court`.
        deed: String,
        /// How much.
        quarters: i32,
    },
    /// Where an empire stands at a period's end, and its award (26.4).
    EmpireImproved {
        /// Points at the period's start.
        from: i32,
        /// Points at its end.
        to: i32,
        /// Its place among the improved, if it improved.
        place: Option<u32>,
        /// Its award.
        quarters: i32,
    },
    /// A religion that improved over a period, and the award of its members (26.4).
    ReligionImproved {
        /// Which.
        religion: ReligionId,
        /// Value of its areas at the period's start, in whole points.
        from: i32,
        /// And at its end.
        to: i32,
        /// Its place.
        place: u32,
        /// Each member's award.
        quarters: i32,
        /// The empires whose court has it.
        members: Vec<EmpireId>,
    },
    /// The game ends with this pentade (26.1).
    GameEnded {
        /// Why, in words.
        cause: String,
        /// Who has the most points.
        winners: Vec<EmpireId>,
    },
    /// An empire's victory points at the end of the game (26.2).
    FinalPoints {
        /// Its place.
        place: u32,
        /// All its points.
        quarters: i32,
    },
}
