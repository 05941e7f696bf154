//! What pages show of the edition of a game's rules, and of how the game reads it.

use crate::postal::switches::{ReadingFault, Switch};

/// How a game reads the switches of its rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadingsPage {
    /// Short name of the game.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// Name of its edition.
    pub edition: String,
    /// Every switch, with the reading in force.
    pub switches: Vec<Switch>,
}

/// Where a game cannot be played by the rules that this server has loaded. Editions stand by name and hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherEdition {
    /// The one that the game is played under.
    pub began: (String, String),
    /// The one that this server has loaded.
    pub loaded: (String, String),
    /// The switches of the loaded one: in force are those readings of the game that it knows, else its own.
    pub switches: Vec<Switch>,
    /// Readings of the game that the loaded one does not know.
    pub unknown: Vec<ReadingFault>,
}
