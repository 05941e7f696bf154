//! Entries of the Papacy, excommunication, schism, patriarchates (22.1, 23.1, 23.2, 27, 29).

use serde::{Deserialize, Serialize};

use crate::empires::terms::{EmpireId, Ground};

/// The kinds of entry of the Papacy, excommunication, schism, patriarchates (22.1, 23.1, 23.2, 27, 29).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChurchHappening {
    /// A ruler was excommunicated (22.1).
    Excommunicated {
        /// What he was accused of (27.5).
        grounds: Vec<Ground>,
    },
    /// An excommunication ended (22.1).
    ExcommunicationEnded {
        /// `by a parley`, `by penance`, `after its time`.
        how: String,
        /// What the penance cost (22.1); nothing where it ended otherwise.
        #[serde(default, skip_serializing_if = "is_zero")]
        gold: i32,
    },
    /// An anti-Pope was set up in the entry's area (23.2).
    SchismBegan {
        /// Who else follows him.
        followers: Vec<EmpireId>,
    },
    /// An empire changed its obedience (23.2).
    ObedienceChosen {
        /// Whether to the anti-Pope.
        anti_pope: bool,
    },
    /// The schism that the entry's empire began ended (23.2).
    SchismEnded {
        /// How, in words.
        how: String,
    },
    /// The schism that the entry's empire began lasts for good (23.2).
    SchismHardened,
    /// The churches of East and West are one, at the call of the entry's empire (23.1).
    ChurchesUnited,
    /// The Pope has another seat (27.1).
    SeatMoved,
    /// The seat of the Pope was nobody's, and is his (27.1).
    SeatKept,
    /// A court was declared a patriarchate (29.2).
    PatriarchateFounded,
}

fn is_zero(gold: &i32) -> bool {
    *gold == 0
}
