//! Entries of religion, language and change of the land (22.2 to 22.5, 25, 32, 33).

use serde::{Deserialize, Serialize};

use crate::empires::terms::ReligionId;

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
    /// An underlying religious group became the dominant religion (32.6).
    GroupDominant {
        /// Which religion.
        religion: ReligionId,
        /// The religion that was dominant.
        former: ReligionId,
    },
}
