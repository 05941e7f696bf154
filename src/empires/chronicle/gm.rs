//! Entries of what the GM laid down (19.20, 26.5), and of answers that came to nothing.

use serde::{Deserialize, Serialize};

/// The kinds of entry of what the GM laid down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GmHappening {
    /// An answer was kept to a question that this pentade did not ask (20.4).
    AnswerUnused {
        /// The question's id, with the voter of a ballot.
        question: String,
        /// What was answered.
        answer: String,
    },
    /// A ruling took effect.
    RulingTaken {
        /// Its words.
        words: String,
        /// Why it was laid down.
        reason: String,
    },
    /// A ruling meant nothing or would have broken something, and nothing of it is so.
    RulingRefused {
        /// Its words.
        words: String,
        /// What is wrong: lower case, no final stop.
        reason: String,
    },
}
