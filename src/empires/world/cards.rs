//! The event cards: deck, hands, what is in play (19).
//!
//! Each card is one entry with one place, so that it is in exactly one place whatever happens.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::World;
use crate::empires::terms::{CardPlay, EmpireId, EventKind};

/// The event cards: deck, hands, what is in play (19).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cards {
    /// Every card by its number, from 1.
    pub cards: BTreeMap<u32, Card>,
    /// Whether the Fortification Advance was returned, so that everyone may build the extra walls (19.15).
    #[serde(default)]
    pub fortification_for_all: bool,
    /// Orders of this pentade that were carried out and are not to be again, by their place in the sheet, from 0.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub orders_done: BTreeMap<EmpireId, BTreeSet<u32>>,
}

/// One card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// What it is.
    pub kind: EventKind,
    /// Where it is.
    pub place: CardPlace,
}

/// Where a card is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CardPlace {
    /// In the deck.
    Deck,
    /// Spent; it comes back when the deck is exhausted (19.2).
    Discard,
    /// In an empire's hand, unseen by the others (19.1).
    Hand(EmpireId),
    /// In play before everyone's eyes.
    InPlay(Box<InPlay>),
    /// Out of the game for good.
    Removed,
}

/// A card in play.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct InPlay {
    /// Whose it is.
    pub empire: EmpireId,
    /// Year in which it came into play.
    pub since: i32,
    /// Last year in which it has effect; none for good.
    pub until: Option<i32>,
    /// How it was played; none for an immediate card.
    pub play: Option<CardPlay>,
    /// Who holds a copy of it (19.14).
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub copies: BTreeSet<EmpireId>,
}

impl InPlay {
    /// Whether it still has effect in a year.
    pub fn has_effect(&self, year: i32) -> bool {
        self.until.is_none_or(|until| year <= until)
    }
}

impl Card {
    /// Whether it is in an empire's hand.
    pub fn is_held_by(&self, empire: &EmpireId) -> bool {
        matches!(&self.place, CardPlace::Hand(holder) if holder == empire)
    }
}

impl Cards {
    /// The cards as a game begins: all in the deck, numbered in this order.
    pub fn laid_out(kinds: impl IntoIterator<Item = EventKind>) -> Self {
        let cards = (1..).zip(kinds).map(|(number, kind)| (number, Card { kind, place: CardPlace::Deck }));
        Self { cards: cards.collect(), ..Self::default() }
    }

    /// The cards in an empire's hand, in order of numbers.
    pub fn hand(&self, empire: &EmpireId) -> impl Iterator<Item = (u32, EventKind)> {
        let held = self.cards.iter().filter(move |(_, card)| card.is_held_by(empire));
        held.map(|(number, card)| (*number, card.kind))
    }

    /// The cards in play, whether or not they still have effect, in order of numbers.
    pub fn all_in_play(&self) -> impl Iterator<Item = (u32, EventKind, &InPlay)> {
        self.cards.iter().filter_map(|(number, card)| match &card.place {
            CardPlace::InPlay(play) => Some((*number, card.kind, &**play)),
            _ => None,
        })
    }

    /// The cards in play that still have effect in a year, in order of numbers.
    pub fn in_play(&self, year: i32) -> impl Iterator<Item = (u32, EventKind, &InPlay)> {
        self.all_in_play().filter(move |(_, _, play)| play.has_effect(year))
    }

    /// Whether an order of this pentade was carried out already.
    pub fn is_done(&self, empire: &EmpireId, order: u32) -> bool {
        self.orders_done.get(empire).is_some_and(|done| done.contains(&order))
    }

    /// The empires that cards are with.
    pub(super) fn empires(&self) -> impl Iterator<Item = &EmpireId> {
        self.cards.values().flat_map(|card| {
            let (holder, copies) = match &card.place {
                CardPlace::Hand(empire) => (Some(empire), None),
                CardPlace::InPlay(play) => (Some(&play.empire), Some(&play.copies)),
                CardPlace::Deck | CardPlace::Discard | CardPlace::Removed => (None, None),
            };
            holder.into_iter().chain(copies.into_iter().flatten())
        })
    }
}

/// What may change in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CardChange {
    /// The spent cards became part of the deck again (19.2). Goes before everything else of the same step.
    Reshuffled,
    /// A card went somewhere. Were there two changes of a card in one step, the later in canonical order stands.
    Moved {
        /// Its number.
        card: u32,
        /// Where it is now.
        to: CardPlace,
    },
    /// A copy of a card in play was given away (19.14).
    CopyGiven {
        /// Number of the card.
        card: u32,
        /// To whom.
        to: EmpireId,
    },
    /// The Fortification Advance was returned (19.15).
    FortificationForAll,
    /// An order of this pentade was carried out, and is not to be again.
    OrderDone {
        /// Whose.
        empire: EmpireId,
        /// Its place in the sheet, from 0.
        order: u32,
    },
}

/// Brings about the changes of one step; they stand in canonical order, and their order does not matter.
pub(super) fn apply(world: &mut World, changes: &[&CardChange]) {
    let cards = &mut world.cards;
    for change in changes {
        match change {
            CardChange::Reshuffled => {
                for card in cards.cards.values_mut().filter(|card| card.place == CardPlace::Discard) {
                    card.place = CardPlace::Deck; // rule:19.2
                }
            }
            CardChange::Moved { card, to } => {
                if let Some(card) = cards.cards.get_mut(card) {
                    card.place = to.clone();
                }
            }
            CardChange::CopyGiven { card, to } => {
                if let Some(Card { place: CardPlace::InPlay(play), .. }) = cards.cards.get_mut(card) {
                    play.copies.insert(to.clone());
                }
            }
            CardChange::OrderDone { empire, order } => {
                cards.orders_done.entry(empire.clone()).or_default().insert(*order);
            }
            CardChange::FortificationForAll => cards.fortification_for_all = true,
        }
    }
}
