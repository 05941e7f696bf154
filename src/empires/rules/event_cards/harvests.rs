//! Rules 19.3 and 33.1: famine and plenty.
//!
//! Dice: one for the area, of as many faces as the empire has areas, in order of ids; one of a hundred for each area that
//! can get no better or no worse.

use super::super::communications::own_areas;
use super::super::scene::{Effects, Scene};
use super::in_vain;
use crate::empires::chronicle::{CardHappening, Entry, Happening};
use crate::empires::terms::{AreaId, EmpireId, EventKind};
use crate::empires::world::{Area, Effect, PeopleChange};

/// Faces of a percentage die.
const PERCENT: u32 = 100;

/// Rule 19.3: famine in a random own area and all its own land neighbours.
///
/// Cases: 19.B.1 to 19.B.6, 33.A.4 to 33.A.6.
pub(super) fn famine(scene: &Scene<'_>, empire: &EmpireId) -> Effects {
    harvest(scene, empire, EventKind::Famine, "famine", -1)
}

/// Rule 19.3: plenty in a random own area and all its own land neighbours.
///
/// Cases: 19.B.7 to 19.B.9, 33.A.1 to 33.A.3.
pub(super) fn plenty(scene: &Scene<'_>, empire: &EmpireId) -> Effects {
    harvest(scene, empire, EventKind::Plenty, "plenty", 1)
}

fn harvest(scene: &Scene<'_>, empire: &EmpireId, card: EventKind, purpose: &'static str, by: i32) -> Effects {
    let mut effects = Effects::default();
    let own: Vec<(&AreaId, &Area)> = own_areas(scene.world, empire).collect();
    let faces = u32::try_from(own.len()).unwrap_or(0);
    let die = scene.dice.roll(scene.key(purpose, &scene.subject(empire), 0), 1, faces);
    let index = usize::try_from(die.total() - 1).unwrap_or(0);
    let Some((centre, _)) = own.get(index) else {
        effects.tell(in_vain(empire, card, "19.3"));
        return effects;
    };
    let near = |id: &AreaId| id == *centre || scene.rulebook.atlas.adjacent(centre, id);
    let hit: Vec<&(&AreaId, &Area)> = own.iter().filter(|(id, _)| near(id)).collect(); // rule:19.3
    let areas = hit.iter().map(|(id, _)| (*id).clone()).collect();
    let happening = if by < 0 { CardHappening::Famine { areas } } else { CardHappening::Plenty { areas } };
    effects.tell(Entry::new(&["19.3"], Happening::Card(happening)).of(empire).at(centre).with_chance(die));
    for (id, area) in hit {
        effects.change(Effect::SocialStateChanged { area: (*id).clone(), by }); // rule:19.3
        if has_no_room(scene, area, by) {
            effects.extend(population(scene, id, by));
        }
    }
    effects
}

/// Whether the social state can get no better, or no worse (33.1).
fn has_no_room(scene: &Scene<'_>, area: &Area, by: i32) -> bool {
    let bounds = scene.rulebook.bounds();
    let end =
        if by < 0 { bounds.lowest_social_state } else { bounds.maximum_social_state(area.base_social_state) };
    area.social_state == end
}

/// Rule 33.1: perhaps the population changes instead.
fn population(scene: &Scene<'_>, id: &AreaId, by: i32) -> Effects {
    let mut effects = Effects::default();
    let die = scene.dice.roll(scene.key("population", id.as_str(), 0), 1, PERCENT);
    let by = if die.total() <= scene.rulebook.figures.percent_population { by } else { 0 }; // rule:33.1
    if by != 0 {
        effects.change(Effect::People(PeopleChange::PopulationChanged { area: id.clone(), by }));
    }
    let tested = Happening::Card(CardHappening::PopulationTested { by });
    let entry = Entry::new(&["33.1"], tested).at(id).with_chance(die);
    effects.tell(match scene.world.areas.get(id).and_then(|area| area.owner.as_ref()) {
        Some(owner) => entry.of(owner),
        None => entry,
    });
    effects
}
