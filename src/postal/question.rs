//! What the engine must be told before it can go on. Nothing is ever suspended: the pentade is run again with
//! the answers.

use serde::{Deserialize, Serialize};

use super::chronicle::{RuleId, SideId};

/// Who sees the answers to a question while others are still asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ballot {
    /// Nobody, before the pentade is public.
    #[default]
    Secret,
    /// Everyone who is asked it, and the GM, as they come.
    Open,
}

/// A decision that somebody has to make in the middle of a pentade.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Derived from the facts of the game, so that the same question has the same id on every run.
    pub id: String,
    /// Year it arises in.
    pub year: Option<i32>,
    /// Rule that asks.
    pub rule: RuleId,
    /// Sides that answer, each for itself, under [`ballot_id`]; empty when the GM does, under the id itself.
    pub electorate: Vec<SideId>,
    /// Who sees the answers as they come. What was kept before this was asked is secret.
    #[serde(default)]
    pub ballot: Ballot,
    /// What may be answered; empty for words of one's own.
    pub options: Vec<String>,
    /// What stands if nobody answers, if anything does.
    pub default: Option<String>,
    /// The question in words.
    pub why: String,
}

impl Question {
    /// Whether an answer is one of the options.
    pub fn allows(&self, answer: &str) -> bool {
        self.options.is_empty() || self.options.iter().any(|option| option == answer)
    }

    /// The keys under which the answers are kept: one for each elector, or the question's own for the GM.
    pub fn keys(&self) -> Vec<String> {
        if self.electorate.is_empty() {
            return vec![self.id.clone()];
        }
        self.electorate.iter().map(|side| ballot_id(&self.id, side)).collect()
    }

    /// What stands if nobody answers: the default, or else the first option, or else nothing said.
    pub fn stands_by_default(&self) -> &str {
        self.default.as_deref().or(self.options.first().map(String::as_str)).unwrap_or("")
    }
}

/// The id under which an elector's answer to a ballot is kept.
pub fn ballot_id(question: &str, elector: &SideId) -> String {
    format!("{question}@{elector}")
}
