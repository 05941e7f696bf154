//! Rule 19.5: how a major heresy spreads in the pentades after its card.

use std::collections::BTreeSet;

use super::super::scene::{Effects, Scene};
use super::dated::is_heretical;
use super::{Outcome, check, subject};
use crate::empires::chronicle::{Entry, Happening, HeresyHappening};
use crate::empires::rulebook::Religions;
use crate::empires::terms::{AreaId, ReligionId};
use crate::empires::world::{Abroad, Area, Effect, HeresyChange};

/// Rule 19.5: which areas are heretical at the pentade's start, of the heresies that will spread at its close.
pub fn note_heretics(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    for abroad in spreading(scene) {
        let areas = scene.world.areas.iter().filter(|(_, area)| is_heretical(area, &abroad.heresy));
        let areas = areas.map(|(id, _)| id.clone()).collect();
        let noted = HeresyChange::HereticsNoted { heresy: abroad.heresy.clone(), areas };
        effects.change(Effect::Heresy(noted));
    }
    effects
}

/// Rule 19.5: the heresies of major cards reach the areas that border on heretical ones.
///
/// Same language and religion: always; one of the two: with a chance; else never. Only who is not heretical yet, and of
/// a religion to which the heresy is one. Cases: 19.J.
pub fn spread(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    for abroad in spreading(scene) {
        if let Some(sources) = scene.world.heresies.heretical.get(&abroad.heresy) {
            effects.extend(spread_from(scene, &abroad.heresy, sources));
        }
    }
    let last = scene.pentade().last_year();
    for abroad in scene.world.heresies.abroad.iter().filter(|abroad| abroad.until <= last) {
        effects.change(Effect::Heresy(HeresyChange::CameToRest(abroad.clone()))); // rule:19.5
    }
    effects
}

/// The heresies that spread in this pentade, each once.
fn spreading<'s>(scene: &Scene<'s>) -> Vec<&'s Abroad> {
    let first = scene.pentade().first_year();
    let mut seen = BTreeSet::new();
    let abroad = scene.world.heresies.abroad.iter();
    abroad.filter(|one| one.from_year <= first && seen.insert(&one.heresy)).collect()
}

fn spread_from(scene: &Scene<'_>, heresy: &ReligionId, sources: &BTreeSet<AreaId>) -> Effects {
    let mut effects = Effects::default();
    for (id, area) in &scene.world.areas {
        let open = scene.rulebook.religions.heretical(heresy, &area.religion); // rule:19.4
        if !open || sources.contains(id) || is_heretical(area, heresy) {
            continue; // ruling:R19.5
        }
        let near = scene.rulebook.atlas.neighbours(id).filter(|near| sources.contains(*near));
        let near = near.filter_map(|near| scene.world.areas.get(near));
        let likeness = near.map(|near| likeness(&scene.rulebook.religions, area, near));
        match likeness.max() {
            Some(2) => effects.extend(check(scene, "heresy spread", id, heresy, "19.5", Outcome::OfCards)), // rule:19.5
            Some(1) => effects.extend(by_chance(scene, id, heresy)),
            _ => {}
        }
    }
    effects
}

/// How many of language and religion two areas share.
fn likeness(religions: &Religions, one: &Area, other: &Area) -> usize {
    let of_one_faith = religions.count_as_one(&one.religion, &other.religion); // rule:2.8
    usize::from(one.language == other.language) + usize::from(of_one_faith)
}

/// An area that shares one of the two with its heretical neighbour checks with a chance only.
fn by_chance(scene: &Scene<'_>, area: &AreaId, heresy: &ReligionId) -> Effects {
    let mut effects = Effects::default();
    let draw = scene.dice.roll(scene.key("heresy reach", &subject(area, heresy), 0), 1, 100);
    let reached = draw.total() <= scene.rulebook.figures.heresy_spread_percent; // rule:19.5
    let happening = HeresyHappening::Reached { heresy: heresy.clone(), reached };
    effects.tell(Entry::new(&["19.5"], Happening::Heresy(happening)).at(area).with_chance(draw));
    if reached {
        effects.extend(check(scene, "heresy spread", area, heresy, "19.5", Outcome::OfCards));
    }
    effects
}
