//! Crusades, jihads, Crusader States, religious orders (23, 28).

use serde::{Deserialize, Serialize};

use super::World;

/// Crusades, jihads, Crusader States, religious orders (23, 28).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crusades {}

/// What may change in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CrusadeChange {}

/// Brings about the changes of one step; they stand in canonical order, and their order does not matter.
pub(super) fn apply(_world: &mut World, changes: &[&CrusadeChange]) {
    for change in changes {
        match **change {}
    }
}
