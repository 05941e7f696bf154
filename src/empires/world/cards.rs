//! The event cards: deck, hands, what is in play (19).

use serde::{Deserialize, Serialize};

use super::World;

/// The event cards: deck, hands, what is in play (19).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cards {}

/// What may change in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CardChange {}

/// Brings about the changes of one step; they stand in canonical order, and their order does not matter.
pub(super) fn apply(_world: &mut World, changes: &[&CardChange]) {
    for change in changes {
        match **change {}
    }
}
