//! Entries of parleys and their votes (20).

use serde::{Deserialize, Serialize};

use crate::empires::terms::{EmpireId, Motion, Vote};

/// The kinds of entry of parleys and their votes (20).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ParleyHappening {
    /// A parley decided (20.3). The entry's empire is the caller, if one called it.
    Decided {
        /// What was decided.
        motion: Motion,
        /// Whether an empire called it.
        called: bool,
        /// Votes for it.
        yes: i32,
        /// Votes against it.
        no: i32,
        /// Whether it passed.
        passed: bool,
        /// How everyone voted.
        ballots: Vec<Ballot>,
    },
    /// A claim passed without a vote: its object belongs to an excommunicated ruler (22.1).
    Unopposed {
        /// What passed.
        motion: Motion,
    },
}

/// The vote of one elector (20.3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ballot {
    /// Whose.
    pub empire: EmpireId,
    /// How.
    pub vote: Vote,
    /// How many votes it is.
    pub votes: i32,
}
