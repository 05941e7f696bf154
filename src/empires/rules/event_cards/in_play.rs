//! What cards in play do for those who hold them: advisors, coups, advances, missionary fervour, demesnes.

use std::collections::BTreeMap;

use super::super::endeavours::{Advances, CardResult, Tried};
use super::super::scene::{Effects, Scene};
use super::{ends_by, expires, moved};
use crate::empires::chronicle::{CardHappening, Entry, Happening};
use crate::empires::rulebook::Expiry;
use crate::empires::terms::{Advance, CardPlay, EmpireId, EndeavourSort, EventKind, RuleId, Stature};
use crate::empires::world::{CardPlace, Effect, InPlay, World};
use crate::postal::chronicle::Line;

/// Rule 19.12: what advisors add to a ruler's statures.
///
/// Cases: 19.D.1 to 19.D.8.
pub fn advisors(scene: &Scene<'_>, id: &EmpireId) -> Vec<(Stature, Line)> {
    let cards = scene.cards_in_play();
    let own = cards.filter_map(|(_, kind, play)| {
        let points = kind.advisor_points().filter(|_| play.empire == *id)?;
        let Some(CardPlay::Advisor { stature: Some(stature), .. }) = &play.play else { return None };
        let line = Line { label: "advisor".to_owned(), points, rule: RuleId::new("19.12") };
        Some((*stature, line)) // rule:19.12
    });
    own.collect()
}

/// Rule 19.12: an empire's advisors die, with a stature check of 1.
///
/// Cases: 19.D.6, 19.D.7.
pub fn advisors_die(scene: &Scene<'_>, id: &EmpireId, rolled: i32) -> Effects {
    let mut effects = Effects::default();
    for (card, kind, play) in scene.cards_in_play() {
        if ends_by(scene, kind, Expiry::LeaderCheck(rolled)) && play.empire == *id {
            effects.change(moved(card, CardPlace::Discard)); // rule:19.12
            let died = Happening::Card(CardHappening::AdvisorDied { card: kind });
            effects.tell(Entry::new(&["19.12", "8.4"], died).of(id));
        }
    }
    effects
}

/// Rule 19.13: whether an empire has missionary fervour, which halves the differential of its conversions (22.3).
pub fn has_missionary_fervour(world: &World, id: &EmpireId) -> bool {
    let mut cards = world.cards.cards.values();
    cards.any(|card| match &card.place {
        CardPlace::InPlay(play) => card.kind == EventKind::MissionaryFervour && play.empire == *id, // rule:19.13
        _ => false,
    })
}

/// How an empire holds an advance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Holding {
    /// As a copy.
    Copy,
    /// As the original.
    Original,
}

/// Rules 19.14, 19.15: how an empire holds an advance this year, if it does. An original goes before a copy.
pub fn holding(scene: &Scene<'_>, id: &EmpireId, advance: Advance) -> Option<Holding> {
    let cards = scene.cards_in_play();
    let cards = cards.filter(|(_, kind, _)| kind.advance() == Some(advance));
    cards.filter_map(|(_, _, play)| held_by(play, id)).max()
}

fn held_by(play: &InPlay, id: &EmpireId) -> Option<Holding> {
    if play.empire == *id {
        return Some(Holding::Original);
    }
    play.copies.contains(id).then_some(Holding::Copy) // rule:19.14
}

/// Rule 19.14: the advances that bear on an empire's conquests, pillages and defences.
///
/// Cases: 19.E.1 to 19.E.6.
pub fn advances(scene: &Scene<'_>, id: &EmpireId) -> Advances {
    let mut held: [Option<Holding>; 2] = [None; 2];
    for (_, kind, play) in scene.cards_in_play() {
        let place = match kind.advance() {
            Some(Advance::Weapons) => 0,
            Some(Advance::Tactical) => 1,
            _ => continue,
        };
        held[place] = held[place].max(held_by(play, id));
    }
    let count = |wanted| i32::from(held[0] == Some(wanted)) + i32::from(held[1] == Some(wanted));
    Advances { originals: count(Holding::Original), copies: count(Holding::Copy) } // rule:19.14
}

/// Rule 16.2: each demesne in play gives its owner gold in the first year of a pentade.
///
/// Cases: 16.G.20 to 16.G.24.
pub fn demesnes(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    if scene.year_or_first() != scene.pentade().first_year() {
        return effects; // rule:16.2
    }
    let mut counts: BTreeMap<&EmpireId, i32> = BTreeMap::new();
    for (_, kind, play) in scene.cards_in_play() {
        if kind == EventKind::Demesne {
            *counts.entry(&play.empire).or_default() += 1;
        }
    }
    for (empire, cards) in counts {
        let gold = cards * scene.rulebook.figures.demesne_gold; // rule:16.2
        effects.change(Effect::GoldChanged { empire: empire.clone(), by: gold });
        let yielded = Happening::Card(CardHappening::DemesneYields { gold });
        effects.tell(Entry::new(&["16.2", "19.6"], yielded).of(empire));
    }
    effects
}

/// Rule 19.7: diplomacies whose result is T whatever their cards say, one for each coup played this year.
///
/// Changes what was read off the cards, and spends the coups.
/// Cases: 19.C.10 to 19.C.14.
pub fn coups(scene: &Scene<'_>, tried: &mut [Tried<'_>]) -> Effects {
    let mut effects = Effects::default();
    let cards = scene.cards_in_play();
    for (card, _, play) in cards.filter(|(_, kind, _)| *kind == EventKind::DiplomaticCoup) {
        let one = tried.iter_mut().find(|one| {
            one.sort() == EndeavourSort::Diplomacy && *one.empire() == play.empire && !one.by_coup
        });
        let Some(one) = one else { continue };
        one.results = vec![CardResult::Tie]; // rule:19.7
        one.by_coup = true;
        effects.change(moved(card, CardPlace::Discard)); // rule:19.7
        let coup = Happening::Card(CardHappening::Coup);
        effects.tell(Entry::new(&["19.7"], coup).of(&play.empire).at(one.target()));
    }
    effects
}

/// Rule 6.4 (e): cards whose time is over are spent; those that found no use go back to the hand.
///
/// Cases: 19.C.6, 19.E.9.
pub fn pass_time(scene: &Scene<'_>) -> Effects {
    let mut effects = super::holds::come_back(scene);
    let last = scene.pentade().last_year();
    for (card, found) in &scene.world.cards.cards {
        let CardPlace::InPlay(play) = &found.place else { continue };
        let lasts = scene.rulebook.event_card(found.kind).is_some_and(|card| card.lasts);
        if lasts && play.until.is_some_and(|until| until <= last) {
            let rule = super::holds::rule(scene, found.kind);
            effects.extend(expires(&play.empire, *card, found.kind, rule)); // rule:6.4
        }
    }
    effects
}
