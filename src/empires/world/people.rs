//! Conversions and colonisations under way (22, 25).

use serde::{Deserialize, Serialize};

use super::World;

/// Conversions and colonisations under way (22, 25).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct People {}

/// What may change in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PeopleChange {}

/// Brings about the changes of one step; they stand in canonical order, and their order does not matter.
pub(super) fn apply(_world: &mut World, changes: &[&PeopleChange]) {
    for change in changes {
        match **change {}
    }
}
