//! Chapter 9.2: the deck of year cards and the hands dealt from it.
//!
//! Reads the size of deck and hand. One keyed shuffle for each deck that the seats reach into.

use std::collections::BTreeMap;

use super::actors;
use super::excommunication;
use super::scene::{Effects, Scene};
use crate::empires::chronicle::{Entry, Happening};
use crate::empires::rulebook::Rulebook;
use crate::empires::terms::EmpireId;
use crate::empires::world::{EmpireKind, World};
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

/// Adds the hands of empires that arose since the hands were dealt and have a seat (8.7, 19.10, 24.7).
pub fn deal_newcomers(hands: &mut Hands, rulebook: &Rulebook, world: &World, dice: &Dice) {
    let seated = world.empires.values().filter(|empire| empire.seat.is_some()).count();
    if seated > hands.len() {
        for (id, hand) in self::hands(rulebook, world, dice) {
            hands.entry(id).or_insert(hand); // rule:9.2
        }
    }
}

/// Rule 9.2: a card of a power without a seat. Each has a shuffled deck of its own, so that no hand depends on who else
/// plays; `place` counts from 0.
///
/// Cases: 6.F.1.
pub fn of_power(scene: &Scene<'_>, id: &EmpireId, place: usize) -> Option<u32> {
    let cards = scene.rulebook.year_cards.count().max(1);
    let key = Key { year: None, ..scene.key("year cards", id.as_str(), 0) };
    scene.dice.shuffle(key, cards).values.get(place).copied() // rule:9.2
}

/// The card that an empire's own endeavour of this year turns. A hand is used up in order of years (9.3); a power
/// without one, or an exile, turns its next card, in whatever year.
pub fn of_the_year(scene: &Scene<'_>, id: &EmpireId) -> Option<u32> {
    let empire = scene.world.empires.get(id)?;
    if excommunication::card_is_lost(scene, id) {
        return None; // rule:22.1
    }
    if empire.kind != EmpireKind::Player {
        return actors::next_card(scene, id); // rule:6.8
    }
    if actors::is_counted(empire) && actors::cards_left(scene, id) == 0 {
        return None; // rule:21.1
    }
    let place = usize::try_from(scene.year_or_first() - scene.pentade().first_year()).ok()?;
    scene.hands.get(id)?.get(place).copied() // rule:9.3
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::empires::pentade::begin;
    use crate::empires::rulebook::tests::shipped;
    use crate::postal::dice::Seed;

    /// The twelfth hand begins with the last card of the first deck and goes on in the second (9.2).
    #[test]
    fn a_second_deck_serves_when_the_first_runs_out() {
        let rulebook = shipped();
        let world = begin(rulebook, &rulebook.scenarios["postal-grand-771"]);
        let dice = Dice::new(Seed::new([9; 32]));
        let dealt = hands(rulebook, &world, &dice);
        let of_seat = |seat: u32| {
            let (id, _) = world.empires.iter().find(|(_, empire)| empire.seat == Some(seat)).expect("a seat");
            dealt[id].clone()
        };
        let (first, second) = (shuffled(&world, &dice, 0, 56), shuffled(&world, &dice, 1, 56));
        assert_ne!(first, second);
        let hand = of_seat(11);
        assert_eq!((hand[0], &hand[1..]), (first[55], &second[..4]));
        let mut of_first: Vec<u32> = (0..11).flat_map(of_seat).chain([hand[0]]).collect();
        of_first.sort_unstable();
        assert_eq!(of_first, (1..=56).collect::<Vec<u32>>());
    }

    /// Nobody's hand hangs on who else has one (9.2).
    #[test]
    fn a_hand_is_the_same_whoever_else_plays() {
        let rulebook = shipped();
        let mut world = begin(rulebook, &rulebook.scenarios["postal-grand-771"]);
        let dice = Dice::new(Seed::new([9; 32]));
        let before = hands(rulebook, &world, &dice);
        world.empires.retain(|_, empire| empire.seat.is_some_and(|seat| seat > 5));
        let after = hands(rulebook, &world, &dice);
        assert!(!after.is_empty() && after.len() < before.len());
        assert!(after.iter().all(|(id, hand)| before[id] == *hand));
    }
}
