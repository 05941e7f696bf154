//! How a side stands at one moment, in figures that pages draw and compare over time.

use serde::{Deserialize, Serialize};

use super::chronicle::SideId;

/// How one side stands in a world, as anyone may know it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// The side.
    pub side: SideId,
    /// Its name.
    pub name: String,
    /// Who leads it; empty where the game has no such persons.
    pub ruler: String,
    /// Since which year, if that is known.
    pub since: Option<i32>,
    /// Its figures, the one that decides the game first; the same in the same order for every side.
    pub figures: Vec<Figure>,
}

/// One figure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figure {
    /// What it counts: `Victory points`.
    pub name: String,
    /// Its value. Units: hundredths.
    pub hundredths: i32,
    /// As people write it: `12¾`.
    pub words: String,
}
