//! The year cards of powers without a player, and of exiles: how many, which, and how many are left (6.8, 9.2).
//!
//! No dice beside the keyed shuffle of each power's own cards.

use super::super::scene::{Effects, Scene};
use super::super::{crusader_states, crusades, magnates, papacy, raiders, religious_orders, year_cards};
use crate::empires::terms::EmpireId;
use crate::empires::world::{Effect, Empire, EmpireKind, OutsiderChange};

/// How many year cards a power without a player, or an exile, has in this pentade. None for an empire with a hand.
pub fn cards(scene: &Scene<'_>, id: &EmpireId) -> Option<i32> {
    let empire = scene.world.empires.get(id)?;
    match empire.kind {
        EmpireKind::Player if empire.court.is_some() => None,
        EmpireKind::Player => Some(scene.rulebook.figures.exile_cards), // rule:21.1
        EmpireKind::Raider => Some(raiders::cards(scene, id)),          // rule:24.2
        EmpireKind::Magnate => Some(magnates::cards(scene, id)),        // rule:24.6
        EmpireKind::Pope => Some(papacy::cards(scene, id)),
        EmpireKind::CrusaderState => Some(crusader_states::cards(scene, id)), // rule:23.7
        EmpireKind::Crusade => Some(crusades::cards(scene, id)),              // rule:23.3
        EmpireKind::ReligiousOrder => Some(religious_orders::cards(scene, id)),
    }
}

/// Whether an empire's cards are counted one by one: it has no hand of a card for each year.
pub fn is_counted(empire: &Empire) -> bool {
    empire.kind != EmpireKind::Player || empire.court.is_none()
}

/// How many of them are left; none left for an empire that is not in the world or has a hand.
pub fn cards_left(scene: &Scene<'_>, id: &EmpireId) -> i32 {
    let spent = scene.world.outsiders.cards_spent.get(id).copied().unwrap_or(0);
    (cards(scene, id).unwrap_or(0) - spent).max(0)
}

/// The number of the next card of a power without a player, if one is left.
pub fn next_card(scene: &Scene<'_>, id: &EmpireId) -> Option<u32> {
    (cards_left(scene, id) > 0).then(|| {
        let spent = scene.world.outsiders.cards_spent.get(id).copied().unwrap_or(0);
        year_cards::of_power(scene, id, usize::try_from(spent).unwrap_or(0))
    })?
}

/// A card of a power or exile was spent. Nothing for an empire with a hand.
pub fn spend(scene: &Scene<'_>, id: &EmpireId, effects: &mut Effects) {
    if scene.world.empires.get(id).is_some_and(is_counted) {
        effects.change(Effect::Outsider(OutsiderChange::CardSpent(id.clone())));
    }
}
