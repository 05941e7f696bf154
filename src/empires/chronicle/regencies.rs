//! Entries of regencies (30), of the end of dynasties and of revolts (19.9 to 19.11).

use serde::{Deserialize, Serialize};

use crate::empires::terms::{AreaId, EmpireId, Statures};

/// The kinds of entry of regencies (30), of the end of dynasties and of revolts (19.9 to 19.11).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RegencyHappening {
    /// A leader died heirless, and his dynasty ended (19.9).
    DiedHeirless {
        /// Who.
        leader: String,
    },
    /// Whether an area of the leader's own people is shaken by his heirless death (19.9).
    Stirred {
        /// Whether it is.
        stirs: bool,
    },
    /// The area of the highest rebellion value, with which a revolt begins (19.10, 19.11).
    Rises,
    /// An empire that is no more than its court has nobody to revolt (19.11).
    NobodyRises,
    /// Whether an area joins a civil war (19.10).
    CivilWarSpreads {
        /// The chance.
        percent: i32,
        /// Whether it does.
        joins: bool,
    },
    /// A new empire arose from the areas of another (19.10, 30.5).
    RealmArose {
        /// Which.
        realm: EmpireId,
        /// Its areas.
        areas: Vec<AreaId>,
    },
    /// Whether a magnate appears in the marches (19.11).
    MagnateInTheMarches {
        /// Whether he does.
        appears: bool,
    },
    /// What was thrown for the age of an heir; for the GM alone (30.1).
    AgeThrown {
        /// Years of the late leader's reign.
        reign: i32,
        /// The chance of an heir under age.
        percent: i32,
        /// Year in which he comes of age, if he is under age.
        majority: Option<i32>,
    },
    /// A regent was chosen (30.2).
    RegentChosen {
        /// His name.
        name: String,
        /// His statures.
        statures: Statures,
    },
    /// A regent rules for an heir (30.2).
    Began {
        /// The heir.
        heir: String,
        /// The regent.
        regent: String,
    },
    /// The heir came of age and rules (30.1).
    CameOfAge {
        /// His name.
        name: String,
        /// His statures.
        statures: Statures,
    },
    /// A parley gave the regency to somebody (30.3).
    Given {
        /// To whom.
        regent: EmpireId,
        /// Whether because it was deadlocked.
        deadlocked: bool,
    },
    /// A foreign regent does not yield to the heir of age (30.4).
    NotYielded {
        /// The heir.
        heir: String,
    },
    /// A foreign regent attacked an area of his regency (30.4).
    RegentAttacked {
        /// Which.
        area: AreaId,
    },
    /// The regent usurped the throne (30.5).
    Usurped {
        /// The heir.
        heir: String,
    },
}
