//! Raiders, magnates, exiles (21, 24).

use serde::{Deserialize, Serialize};

use super::World;

/// Raiders, magnates, exiles (21, 24).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outsiders {}

/// What may change in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutsiderChange {}

/// Brings about the changes of one step; they stand in canonical order, and their order does not matter.
pub(super) fn apply(_world: &mut World, changes: &[&OutsiderChange]) {
    for change in changes {
        match **change {}
    }
}
