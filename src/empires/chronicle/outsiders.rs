//! Entries of raiders, magnates, exiles (21, 24).

use serde::{Deserialize, Serialize};

use crate::empires::terms::{AreaId, EndeavourSort, Statures};

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
    /// No magnate appeared (24.6).
    NoMagnate,
    /// A magnate appeared (24.6).
    MagnateRose {
        /// His name.
        name: String,
        /// His strength.
        strength: i32,
        /// The year in which his time is over.
        until: i32,
        /// Whether he is still beyond the map.
        off_board: bool,
    },
    /// A magnate is no more (24.6).
    MagnateGone {
        /// Why, in words.
        cause: String,
    },
    /// A magnate might have become a player empire, and no player waits (24.7).
    NobodyWaits {
        /// What his chance would have been, in percent.
        percent: i32,
    },
    /// A magnate might have become a player empire and did not (24.7).
    StaysMagnate {
        /// What his chance was, in percent.
        percent: i32,
    },
    /// A magnate became a player empire (24.7).
    BecamePlayer {
        /// Statures of its leader.
        statures: Statures,
    },
    /// A khan took a religion (24.10).
    KhanConverted {
        /// Its code.
        religion: String,
    },
    /// An empire went into exile (21.1).
    Exiled {
        /// Gold that it keeps.
        kept: i32,
    },
    /// An exile returned (21.1).
    Returned {
        /// Where.
        areas: Vec<AreaId>,
    },
}
