//! Entries of heresies (19.4, 19.5, 31).

use serde::{Deserialize, Serialize};

use crate::empires::terms::{AreaId, ReligionId};

/// The kinds of entry of heresies (19.4, 19.5, 31).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HeresyHappening {
    /// A heresy of a date broke out (31).
    BrokeOut {
        /// Which.
        heresy: ReligionId,
        /// The areas that check.
        areas: Vec<AreaId>,
    },
    /// A card found no area that a heresy can touch (19.4).
    FoundNobody,
    /// The area converted to a heresy.
    Converted {
        /// Which.
        heresy: ReligionId,
    },
    /// Whether a spreading heresy reached an area that is like its heretical neighbour in one thing only (19.5).
    Reached {
        /// Which.
        heresy: ReligionId,
        /// Whether it did.
        reached: bool,
    },
}
