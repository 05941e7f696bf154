//! Chapter 9.2: the deck of year cards and the hands dealt from it.
//!
//! Reads the size of deck and hand. One keyed shuffle for each deck that the seats reach into.

use std::collections::BTreeMap;

use super::scene::{Effects, Scene};
use crate::empires::chronicle::{Entry, Happening};
use crate::empires::rulebook::Rulebook;
use crate::empires::terms::EmpireId;
use crate::empires::world::World;
use crate::postal::dice::{Dice, Key};

/// The hands of a pentade by empire, each in order of years.
pub type Hands = BTreeMap<EmpireId, Vec<u32>>;

/// Rule 9.2: the hands. Seat n takes the cards after the first n hands of the sequence, so that no hand depends on who
/// else plays; a second shuffled deck follows the first, and so on.
///
/// Cases: 9.A.1 to 9.A.3.
pub fn hands(rulebook: &Rulebook, world: &World, dice: &Dice) -> Hands {
    let (hand, deck) = (unsigned(rulebook.figures.hand), rulebook.year_cards.count().max(1));
    let mut decks: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let mut hands = Hands::new();
    for (id, empire) in &world.empires {
        let Some(seat) = empire.seat else { continue };
        let first = seat.saturating_mul(hand); // rule:9.2
        let cards = (first..first.saturating_add(hand)).filter_map(|place| {
            let shuffled =
                decks.entry(place / deck).or_insert_with(|| shuffled(world, dice, place / deck, deck));
            shuffled.get(usize::try_from(place % deck).ok()?).copied()
        });
        hands.insert(id.clone(), cards.collect());
    }
    hands
}

fn unsigned(figure: i32) -> u32 {
    u32::try_from(figure).unwrap_or(0)
}

fn shuffled(world: &World, dice: &Dice, nth: u32, cards: u32) -> Vec<u32> {
    let pentade = world.pentade.first_year();
    dice.shuffle(Key { pentade, year: None, purpose: "year cards", subject: "deck", nth }, cards).values
}

/// Rule 6.2 (a): the chronicle of the deal, for the GM's eyes.
pub fn deal(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    for (empire, cards) in scene.hands {
        let entry = Entry::new(&["9.2"], Happening::CardsDealt { cards: cards.clone() }).of(empire);
        effects.tell(Entry { visibility: crate::postal::chronicle::Visibility::Gm, ..entry });
    }
    effects
}
