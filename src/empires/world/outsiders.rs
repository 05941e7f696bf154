//! Raiders, magnates, exiles (21, 24), and the year cards that powers without a hand have spent (6.8).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::World;
use crate::empires::terms::EmpireId;

/// Raiders, magnates, exiles (21, 24).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Outsiders {
    /// Year cards spent in this pentade by those who have no hand of five: powers without a player, exiles (6.8, 21.1).
    pub cards_spent: BTreeMap<EmpireId, i32>,
}

impl Outsiders {
    /// Every empire that is named here.
    pub(super) fn empires(&self) -> impl Iterator<Item = &EmpireId> {
        self.cards_spent.keys()
    }
}

/// What may change in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutsiderChange {
    /// A year card was spent by one who has no hand of five; summed (6.8).
    CardSpent(EmpireId),
}

/// Brings about the changes of one step; they stand in canonical order, and their order does not matter.
pub(super) fn apply(world: &mut World, changes: &[&OutsiderChange]) {
    for change in changes {
        match change {
            OutsiderChange::CardSpent(empire) => {
                *world.outsiders.cards_spent.entry(empire.clone()).or_default() += 1;
            }
        }
    }
}

/// A new pentade brings new cards.
pub(super) fn end_pentade(world: &mut World) {
    world.outsiders.cards_spent.clear();
}
