//! What reading a letter yields: never a failure, always a sheet and complaints.

use serde::{Deserialize, Serialize};

use super::chronicle::RuleId;
use super::document::{Block, Item};

/// One line that could not be taken, or can be taken only in part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Complaint {
    /// Line of the text, from 1; 0 when it is about the sheet as a whole.
    pub line: u32,
    /// First column of the offending words, in characters from 0.
    pub column: u32,
    /// Length of the offending words, in characters.
    pub length: u32,
    /// The line as it was written.
    pub quoted: String,
    /// What is wrong and what happens to the line. Lower case, no final stop.
    pub message: String,
    /// The nearest word, or what would do.
    pub suggestion: Option<String>,
    /// The rule behind it, if one.
    pub rule: Option<RuleId>,
    /// How serious it is.
    pub weight: Weight,
}

/// How much a complaint means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weight {
    /// The words were not understood or not allowed: set aside.
    SetAside,
    /// Understood, with a reading the player should check.
    #[serde(alias = "not_in_force")] // so older servers marked what no chapter carried out yet
    Note,
}

/// A sheet as the shell keeps it: opaque text of the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// The game's own form; only the game reads it.
    pub data: String,
    /// The canonical words, which read to the same sheet.
    pub words: String,
}

/// What came of reading one letter or form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The whole sheet now in force, the former one with what is new in it.
    pub sheet: Sheet,
    /// Number of orders that this text gave.
    pub orders_read: u32,
    /// What could not be taken, in line order.
    pub complaints: Vec<Complaint>,
    /// Words for other readers, in the order written.
    pub press: Vec<Press>,
}

/// What a game can tell a side beforehand of its own sheet, from the world as the side knows it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Forecast {
    /// Orders that will be refused as things stand, each with its reason and rule.
    pub refusals: Vec<Item>,
    /// What the orders would bring, and what it rests on.
    pub blocks: Vec<Block>,
}

/// A message to other players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Press {
    /// Names the player gave as addressees, empty for everybody.
    pub to: Vec<String>,
    /// Pen name, if not the empire's own; an empty one is anonymous.
    pub signed: Option<String>,
    /// The words.
    pub text: String,
}
