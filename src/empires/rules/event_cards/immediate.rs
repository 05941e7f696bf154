//! Rule 6.2 (c): cards that take effect as they are drawn.

use super::super::scene::{Effects, Scene};
use super::super::{heirless, heresies, revolts};
use super::deck::is_immediate;
use super::{blows, harvests, moved};
use crate::empires::rulebook::Expiry;
use crate::empires::terms::{EmpireId, EventKind, Pentade};
use crate::empires::world::{CardPlace, InPlay};

/// Rule 6.2 (c): the immediate cards that were drawn take effect, each on the state before all of them.
/// Epidemics follow ([`super::epidemics`]).
pub fn apply_immediate(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    for (number, card) in &scene.world.cards.cards {
        let CardPlace::Hand(empire) = &card.place else { continue };
        if !is_immediate(scene, card.kind) || card.kind == EventKind::Epidemic {
            continue;
        }
        effects.extend(take_effect(scene, empire, card.kind));
        effects.change(moved(*number, afterwards(scene, empire, card.kind)));
    }
    effects
}

fn take_effect(scene: &Scene<'_>, empire: &EmpireId, kind: EventKind) -> Effects {
    match kind {
        EventKind::Famine => harvests::famine(scene, empire), // rule:19.3
        EventKind::Plenty => harvests::plenty(scene, empire), // rule:19.3
        EventKind::MinorHeresy => heresies::minor(scene, empire), // rule:19.4
        EventKind::MajorHeresy => heresies::major(scene, empire), // rule:19.5
        EventKind::Heirless => heirless::dies_heirless(scene, empire), // rule:19.9
        EventKind::CivilWar => revolts::civil_war(scene, empire), // rule:19.10
        EventKind::MajorUnrest => revolts::major_unrest(scene, empire), // rule:19.11
        EventKind::Uprising => revolts::uprising(scene, empire), // rule:19.11
        EventKind::RevoltInTheMarches => revolts::in_the_marches(scene, empire), // rule:19.11
        EventKind::DebasedCoinage => blows::debased_coinage(scene, empire), // rule:19.16
        _ => Effects::default(),                              // rule:19.2
    }
}

/// Where an immediate card goes: a lasting one stays in play, any other is spent.
fn afterwards(scene: &Scene<'_>, empire: &EmpireId, kind: EventKind) -> CardPlace {
    let Some(card) = scene.rulebook.event_card(kind).filter(|card| card.lasts) else {
        return CardPlace::Discard;
    };
    let pentades = card.expiry.iter().find_map(|expiry| match expiry {
        Expiry::Pentades(pentades) => Some(*pentades),
        _ => None,
    });
    let last = scene.pentade().last_year();
    CardPlace::InPlay(Box::new(InPlay {
        empire: empire.clone(),
        since: scene.pentade().first_year(),
        until: pentades.map(|pentades| last + pentades * Pentade::YEARS), // rule:19.5
        play: None,
        copies: Default::default(),
    }))
}
