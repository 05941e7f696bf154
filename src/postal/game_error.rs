//! What a game cannot do.

use super::switches::{ReadingFault, in_words};

/// What a game cannot do with what it was given. Never the fault of a letter.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// There is no such scenario.
    #[error("there is no scenario {0}")]
    NoScenario(String),
    /// There is no such side in this world.
    #[error("there is no side {0} in this game")]
    NoSide(String),
    /// The game has no built-in player of this name.
    #[error("there is no policy {0}")]
    NoPolicy(String),
    /// A kept text is not this game's.
    #[error("the {what} cannot be read: {reason}")]
    Unreadable {
        /// World, sheet, inputs or chronicle.
        what: &'static str,
        /// The reader's own words.
        reason: String,
    },
    /// It is to be played by readings of its rules that it does not know.
    #[error("it cannot be played by its readings of the rules: {}", in_words(.0))]
    NoReading(Vec<ReadingFault>),
    /// The world breaks a rule that no world may break.
    #[error("the world is broken: {0}")]
    Broken(String),
}
