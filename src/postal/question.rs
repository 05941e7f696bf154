//! What the engine must be told before it can go on. Nothing is ever suspended: the pentade is run again with
//! the answers.

use serde::{Deserialize, Serialize};

use super::chronicle::{RuleId, SideId};

/// A decision that somebody has to make in the middle of a pentade.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Derived from the facts of the game, so that the same question has the same id on every run.
    pub id: String,
    /// Year it arises in.
    pub year: Option<i32>,
    /// Rule that asks.
    pub rule: RuleId,
    /// Sides that answer.
    pub electorate: Vec<SideId>,
    /// What may be answered.
    pub options: Vec<String>,
    /// What stands if nobody answers, if anything does.
    pub default: Option<String>,
    /// The question in words.
    pub why: String,
}
