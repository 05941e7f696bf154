//! Victory points and awards (26).

use serde::{Deserialize, Serialize};

use super::World;

/// Victory points and awards (26).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scores {}

/// What may change in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScoreChange {}

/// Brings about the changes of one step; they stand in canonical order, and their order does not matter.
pub(super) fn apply(_world: &mut World, changes: &[&ScoreChange]) {
    for change in changes {
        match **change {}
    }
}
