//! Heresies that spread (19.5).

use serde::{Deserialize, Serialize};

use super::World;

/// Heresies that spread (19.5).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heresies {}

/// What may change in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HeresyChange {}

/// Brings about the changes of one step; they stand in canonical order, and their order does not matter.
pub(super) fn apply(_world: &mut World, changes: &[&HeresyChange]) {
    for change in changes {
        match **change {}
    }
}
