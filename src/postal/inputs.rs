//! What people decided for a pentade: all that it is played from beside the world and the dice.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::chronicle::SideId;
use super::switches::Readings;

/// Everything people decided for one pentade.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inputs {
    /// The sheet in force of each side, in the game's own form ([`Sheet::data`](super::reading::Sheet::data)).
    pub sheets: BTreeMap<SideId, String>,
    /// Answers by question id; a ballot's by [`ballot_id`](super::question::ballot_id).
    pub answers: BTreeMap<String, String>,
    /// What the GM laid down, in the order it was made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<Ruling>,
    /// How the switches of the rules are read where not as the edition does. A pentade is played by these and no others.
    #[serde(default, skip_serializing_if = "Readings::is_empty")]
    pub readings: Readings,
}

/// Something that the GM laid down for a pentade.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruling {
    /// The year at whose start it takes effect; none for the opening of the pentade.
    pub year: Option<i32>,
    /// What is so from then on, in the game's own words for it.
    pub words: String,
    /// Why.
    pub reason: String,
    /// Whether everybody may read it; else the GM alone.
    pub public: bool,
}
