//! Entries of raiders, magnates, exiles (21, 24).

use serde::{Deserialize, Serialize};

use crate::empires::terms::EndeavourSort;

/// The kinds of entry of raiders, magnates, exiles (21, 24).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutsiderHappening {
    /// Raiders are active in this pentade (24.2).
    RaidersCome {
        /// Their strength.
        strength: i32,
        /// Their year cards.
        cards: i32,
    },
    /// Raiders might have come and did not (24.2).
    RaidersStay,
    /// Raiders pause after an active pentade (24.2).
    RaidersPause,
    /// Raiders come no more (24.2).
    RaidersEnded,
    /// A people settled in an independent area at the opening (24.4).
    Settled,
    /// An area became independent because its raiders or magnate are no more.
    AreaFreed,
    /// A power converted an area of its own (24.3).
    Converted {
        /// Code of the religion.
        religion: String,
    },
    /// Raiders chose what to pillage by its wealth (24.1).
    RaidAimed,
    /// A power chose what to do by its rating (24.5).
    TargetChosen {
        /// What it does.
        sort: EndeavourSort,
        /// The rating by which it chose.
        rating: i32,
    },
}
