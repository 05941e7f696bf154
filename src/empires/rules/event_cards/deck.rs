//! Rules 19.1 and 19.2: drawing from the deck.
//!
//! One keyed permutation of all cards puts the deck in order, another the spent cards that follow it. What a seat draws
//! depends on the deck and on the seats before it, never on an order of this pentade.

use super::super::scene::{Effects, Scene};
use super::moved;
use crate::empires::chronicle::{CardHappening, Entry, Happening};
use crate::empires::rulebook::EventMode;
use crate::empires::terms::{EmpireId, EventKind};
use crate::empires::world::{CardChange, CardPlace, Effect, EmpireKind};

/// Rule 19.1: each player empire draws one card, in order of seats.
///
/// Every card goes to the hand; the immediate ones leave it in the next step. When the deck is exhausted, the spent cards
/// are shuffled and become the deck; cards in hands and in play stay where they are.
///
/// Cases: 19.A.1 to 19.A.9.
pub fn draw(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let mut deck = shuffled(scene, &CardPlace::Deck, 0);
    let drawers = drawers(scene);
    if let Some(empire) = drawers.get(deck.len()) {
        deck.extend(shuffled(scene, &CardPlace::Discard, 1)); // rule:19.2
        effects.change(Effect::Card(CardChange::Reshuffled));
        effects.tell(Entry::new(&["19.2"], Happening::Card(CardHappening::Reshuffled)).of(empire));
    }
    for (empire, (card, kind)) in drawers.into_iter().zip(deck) {
        effects.change(moved(card, CardPlace::Hand(empire.clone()))); // rule:19.1
        let entry = Entry::new(&["19.1"], Happening::Card(CardHappening::Drawn { card: kind })).of(empire);
        effects.tell(if is_immediate(scene, kind) { entry } else { entry.seen_by(empire) });
    }
    effects
}

/// Whether a card takes effect as it is drawn.
pub(super) fn is_immediate(scene: &Scene<'_>, kind: EventKind) -> bool {
    scene.rulebook.event_card(kind).is_some_and(|card| card.mode == EventMode::Immediate)
}

/// The player empires in order of seats.
fn drawers<'w>(scene: &Scene<'w>) -> Vec<&'w EmpireId> {
    let players = scene.world.empires.iter().filter(|(_, empire)| empire.kind == EmpireKind::Player);
    let mut drawers: Vec<_> = players.map(|(id, empire)| (empire.seat.is_none(), empire.seat, id)).collect();
    drawers.sort_unstable();
    drawers.into_iter().map(|(_, _, id)| id).collect()
}

/// The cards of one place in the order of a keyed permutation of all cards.
fn shuffled(scene: &Scene<'_>, place: &CardPlace, nth: u32) -> Vec<(u32, EventKind)> {
    let cards = &scene.world.cards.cards;
    let count = u32::try_from(cards.len()).unwrap_or(0);
    let order = scene.dice.shuffle(scene.key("event cards", "deck", nth), count); // rule:19.2
    let of_place = order.values.into_iter().filter_map(|number| {
        let card = cards.get(&number).filter(|card| card.place == *place)?;
        Some((number, card.kind))
    });
    of_place.collect()
}
