//! Crusades, jihads, Crusader States, religious orders (23, 28), and the year cards that were given away (9.3).

use serde::{Deserialize, Serialize};

use super::World;
use crate::empires::terms::EmpireId;

/// Crusades, jihads, Crusader States, religious orders (23, 28).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crusades {
    /// Year cards given away in this pentade, in order (9.3).
    #[serde(default)]
    pub given: Vec<GivenCard>,
    /// Crusades and jihads that are on.
    #[serde(default)]
    pub campaigns: Vec<Campaign>,
}

/// A year card that one power plays and another dealt (9.3): an extra card, for any year of its pentade.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GivenCard {
    /// Who may play it.
    pub to: EmpireId,
    /// Whose it was; none for a card that a wildcard brought (19.20).
    pub giver: Option<EmpireId>,
    /// The year of the giver's that it leaves without an endeavour; for a wildcard's card the year that brought it.
    pub year: i32,
    /// Its number.
    pub card: u32,
    /// The year in which it was played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used: Option<i32>,
}

/// A crusade or jihad that is on (23.3, 23.8).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Campaign {
    /// The army that fights it: an empire of kind [`Crusade`](super::EmpireKind::Crusade).
    pub army: EmpireId,
    /// First year in which it is fought.
    pub since: i32,
}

/// What may change in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CrusadeChange {
    /// A year card was given away (9.3).
    CardGiven(GivenCard),
    /// A card given away was played (9.3).
    CardUsed {
        /// The card as it was.
        card: GivenCard,
        /// When.
        year: i32,
    },
}

/// Brings about the changes of one step; they stand in canonical order, and their order does not matter.
pub(super) fn apply(world: &mut World, changes: &[&CrusadeChange]) {
    for change in changes {
        match change {
            CrusadeChange::CardGiven(card) => world.crusades.given.push(card.clone()),
            CrusadeChange::CardUsed { card, year } => use_card(&mut world.crusades, card, *year),
        }
    }
    world.crusades.given.sort_unstable();
}

fn use_card(crusades: &mut Crusades, card: &GivenCard, year: i32) {
    if let Some(given) = crusades.given.iter_mut().find(|given| *given == card) {
        given.used = Some(year);
    }
}

/// Cards given away serve their own pentade only (9.3).
pub(super) fn end_pentade(world: &mut World) {
    world.crusades.given.clear();
}
