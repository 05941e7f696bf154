//! Chapter 19: event cards.
//!
//! Reads the event deck. What a card does that another chapter describes stands there: heresies (19.4, 19.5), the heirless
//! death (19.9), revolts (19.10, 19.11).

use super::scene::{Effects, Scene};
use crate::empires::chronicle::{CardHappening, Entry, Happening};
use crate::empires::rulebook::Expiry;
use crate::empires::terms::{EmpireId, EventKind};
use crate::empires::world::{CardChange, CardPlace, Effect};

mod advances;
mod blows;
mod deck;
mod dynastic;
mod harvests;
mod holds;
mod immediate;
mod in_play;
mod influence;
mod titles;
mod wildcards;

pub use advances::{give_copies, walls, with_siege};
pub use blows::epidemics;
pub use deck::draw;
pub use holds::play_holds;
pub use immediate::apply_immediate;
pub use in_play::{
    Holding, advances, advisors, advisors_die, coups, demesnes, has_missionary_fervour, holding, pass_time,
};

/// Rule 19.6: an empire's demesnes, and what else the table says, go because its leader died heirless (19.9).
///
/// Cases: 19.C.5.
pub fn lose_demesnes(scene: &Scene<'_>, empire: &EmpireId) -> Effects {
    let mut effects = Effects::default();
    for (card, kind, play) in scene.cards_in_play() {
        if ends_by(scene, kind, Expiry::Heirless) && play.empire == *empire {
            effects.extend(expires(empire, card, kind, "19.6")); // rule:19.6
        }
    }
    effects
}

/// Whether the table says that a kind of card stays no longer than this.
fn ends_by(scene: &Scene<'_>, kind: EventKind, expiry: Expiry) -> bool {
    scene.rulebook.event_card(kind).is_some_and(|card| card.expiry.contains(&expiry))
}

/// A card in play is spent.
fn expires(empire: &EmpireId, card: u32, kind: EventKind, rule: &str) -> Effects {
    let mut effects = Effects::default();
    effects.change(moved(card, CardPlace::Discard));
    let expired = Happening::Card(CardHappening::Expired { card: kind });
    effects.tell(Entry::new(&[rule], expired).of(empire));
    effects
}

/// A card goes somewhere.
fn moved(card: u32, to: CardPlace) -> Effect {
    Effect::Card(CardChange::Moved { card, to })
}

/// An entry of a card that came to nothing: there was nothing for it to work on.
fn in_vain(empire: &EmpireId, card: EventKind, rule: &str) -> Entry {
    Entry::new(&[rule], Happening::Card(CardHappening::InVain { card })).of(empire)
}
