//! Entries of religion, language and change of the land (22.2 to 22.5, 25, 32, 33).

use serde::{Deserialize, Serialize};

use crate::empires::terms::{AreaId, LanguageId, ReligionId};

/// The kinds of entry of religion, language and change of the land (22.2 to 22.5, 25, 32, 33).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PeopleHappening {
    /// An underlying religious group arose, grew, declined or went (32.1, 32.5, 22.4).
    GroupChanged {
        /// Which religion.
        religion: ReligionId,
        /// Strength before; 0 for none.
        from: i32,
        /// Strength after; 0 for none.
        to: i32,
    },
    /// A conversion had a success that counts (22.2).
    ConversionAdvanced {
        /// To which religion.
        religion: ReligionId,
        /// Successes in all.
        successes: i32,
        /// Successes that it needs.
        needed: i32,
    },
    /// An area was converted by its owner (22.3, 22.5).
    AreaConverted {
        /// To which religion.
        religion: ReligionId,
        /// From which.
        former: ReligionId,
    },
    /// A colonisation began, rests, was hindered or is over (25).
    Colonisation {
        /// What became of it.
        what: ColonisationStep,
        /// How far it is.
        level: i32,
    },
    /// A colonisation advanced by one (25.1).
    ColonisationAdvanced {
        /// How far it is.
        level: i32,
        /// Where it ends.
        goal: i32,
        /// What the step cost.
        gold: i32,
        /// Sea areas paid for; 0 by land.
        sea_areas: i32,
    },
    /// A colonisation reached its goal: the area speaks another language (25.1).
    Colonised {
        /// Which.
        language: LanguageId,
        /// Which it spoke.
        former: LanguageId,
    },
    /// Ruling at the maximum or war at the lowest put the land to the test (33.2).
    LandTested {
        /// What might change.
        what: LandFigure,
        /// By how much it did; 0 for not at all.
        by: i32,
    },
    /// Neglected land recovered at the end of a period (33.3).
    LandRecovered {
        /// Where.
        areas: Vec<AreaId>,
    },
    /// An underlying religious group became the dominant religion (32.6).
    GroupDominant {
        /// Which religion.
        religion: ReligionId,
        /// The religion that was dominant.
        former: ReligionId,
    },
}

/// What became of a colonisation that did not advance (25).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColonisationStep {
    /// It began (25.1).
    Begun,
    /// It rests on its owner's order (25.3).
    Rests,
    /// It goes on after a rest (25.3).
    Resumed,
    /// Its owner gave it up (25.1).
    GivenUp,
    /// It could not go on: no gold, no communications, nobody near enough (25.3).
    Hindered,
    /// The area is in unrest (25.4).
    HalvedByUnrest,
    /// It rested too long (25.3).
    Declined,
    /// It came to nothing, or the area speaks the language already (25.3).
    Over,
}

/// What may change in the land itself (33).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LandFigure {
    /// The base social state (33.2).
    BaseSocialState,
    /// The population (33.2).
    Population,
}
