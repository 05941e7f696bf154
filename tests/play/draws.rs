//! Which event cards a case draws.

use std::collections::{BTreeMap, BTreeSet};

use pentade::empires::terms::{EmpireId, EventKind};
use pentade::empires::world::{CardPlace, EmpireKind, World};

use crate::names::Names;

/// The permutations of the event deck and of the spent cards, by the text of their keys: each player empire draws in order
/// of seats what `given` says, or else Quiet Years.
///
/// Errors: words that mean nothing, or a card that is not there.
pub fn laid_down(
    names: &Names,
    world: &World,
    given: &BTreeMap<String, String>,
) -> Result<BTreeMap<String, Vec<u32>>, String> {
    let mut wanted: BTreeMap<EmpireId, EventKind> = BTreeMap::new();
    for (empire, card) in given {
        let unknown = || format!("draws \"{empire}\" = \"{card}\" mean nothing");
        let id = names.empire(empire).ok_or_else(unknown)?;
        wanted.insert(id.clone(), names.card(card).ok_or_else(unknown)?);
    }
    let players = world.empires.iter().filter(|(_, empire)| empire.kind == EmpireKind::Player);
    let mut drawers: Vec<_> = players.map(|(id, empire)| (empire.seat.is_none(), empire.seat, id)).collect();
    drawers.sort();
    let kinds = drawers.iter().map(|(_, _, id)| wanted.get(id).copied().unwrap_or(EventKind::QuietYears));
    let kinds: Vec<EventKind> = kinds.collect();

    let in_deck = world.cards.cards.values().filter(|card| card.place == CardPlace::Deck).count();
    let (first, later) = kinds.split_at(in_deck.min(kinds.len()));
    let year = world.pentade.first_year();
    let key = |nth: u32| format!("{year}/-/event cards/deck/{nth}");
    Ok(BTreeMap::from([
        (key(0), permutation(world, &CardPlace::Deck, first)?),
        (key(1), permutation(world, &CardPlace::Discard, later)?),
    ]))
}

/// All cards, with cards of these kinds and this place in front.
fn permutation(world: &World, place: &CardPlace, kinds: &[EventKind]) -> Result<Vec<u32>, String> {
    let cards = &world.cards.cards;
    let mut front: Vec<u32> = Vec::new();
    for kind in kinds {
        let found = cards
            .iter()
            .find(|(number, card)| card.place == *place && card.kind == *kind && !front.contains(number));
        front.push(*found.ok_or_else(|| format!("no {kind:?} is left to be drawn"))?.0);
    }
    let used: BTreeSet<u32> = front.iter().copied().collect();
    front.extend(cards.keys().filter(|number| !used.contains(number)));
    Ok(front)
}
