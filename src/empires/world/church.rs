//! The Papacy, schism, excommunications, patriarchates (22.1, 23.2, 27, 29).

use serde::{Deserialize, Serialize};

use super::World;

/// The Papacy, schism, excommunications, patriarchates (22.1, 23.2, 27, 29).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Church {}

/// What may change in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChurchChange {}

/// Brings about the changes of one step; they stand in canonical order, and their order does not matter.
pub(super) fn apply(_world: &mut World, changes: &[&ChurchChange]) {
    for change in changes {
        match **change {}
    }
}
