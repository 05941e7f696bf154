//! Rules 19.16 and 19.17: debased coinage and epidemics.
//!
//! Dice: one for the area where an epidemic breaks out, of as many faces as there are land areas; one for each neighbour.

use std::collections::BTreeSet;

use super::super::leaders;
use super::super::scene::{Effects, Scene};
use super::{in_vain, moved};
use crate::empires::chronicle::{CardHappening, Entry, Happening};
use crate::empires::rulebook::BYZANTIUM;
use crate::empires::terms::{AreaId, EmpireId, EventKind};
use crate::empires::world::{CardPlace, Effect};
use crate::postal::dice::Draw;

/// Rule 19.16: the treasury is halved, the remainder rounded up; in early years only that of Byzantium.
///
/// Cases: 19.G.1 to 19.G.5.
pub(super) fn debased_coinage(scene: &Scene<'_>, empire: &EmpireId) -> Effects {
    let mut effects = Effects::default();
    let treasury = scene.world.empires.get(empire).map_or(0, |own| own.treasury);
    let early = scene.year_or_first() < scene.rulebook.figures.debased_coinage_from;
    let lost = treasury / 2;
    if lost == 0 || early && !empire.is(BYZANTIUM) {
        effects.tell(in_vain(empire, EventKind::DebasedCoinage, "19.16")); // rule:19.16
        return effects;
    }
    effects.change(Effect::GoldChanged { empire: empire.clone(), by: -lost }); // rule:19.16
    let debased = Happening::Card(CardHappening::CoinageDebased { gold: lost });
    effects.tell(Entry::new(&["19.16"], debased).of(empire));
    effects
}

/// Rule 19.17: the epidemics that were drawn, in a step of their own: the stature checks come after all other cards.
///
/// Cases: 19.G.6 to 19.G.12.
pub fn epidemics(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let mut courts: Vec<&EmpireId> = Vec::new();
    for (number, card) in &scene.world.cards.cards {
        let CardPlace::Hand(empire) = &card.place else { continue };
        if card.kind == EventKind::Epidemic {
            let hit = epidemic(scene, empire, &mut effects);
            courts.extend(struck_courts(scene, &hit));
            effects.change(moved(*number, CardPlace::Discard));
        }
    }
    for id in courts.iter().collect::<BTreeSet<_>>() {
        let times = courts.iter().filter(|court| *court == id).count();
        effects.extend(leaders::check_now(scene, id, times)); // rule:19.17
    }
    effects
}

/// One epidemic: where it breaks out, the land neighbours, and the neighbours of those from which it spreads.
fn epidemic<'w>(scene: &Scene<'w>, drawn_by: &EmpireId, effects: &mut Effects) -> BTreeSet<&'w AreaId> {
    let all: Vec<&AreaId> = scene.world.areas.keys().collect();
    let faces = u32::try_from(all.len()).unwrap_or(0);
    let die = scene.dice.roll(scene.key("epidemic", &scene.subject(drawn_by), 0), 1, faces);
    let index = usize::try_from(die.total() - 1).unwrap_or(0);
    let Some(centre) = all.get(index).copied() else { return BTreeSet::new() };
    let near = |id: &AreaId| -> Vec<&'w AreaId> {
        let near = scene.rulebook.atlas.neighbours(id);
        near.filter_map(|near| scene.world.areas.get_key_value(near)).map(|(id, _)| id).collect()
    };
    let first = near(centre);
    let mut hit: BTreeSet<&AreaId> = first.iter().copied().chain([centre]).collect();
    let mut chance: Vec<Draw> = vec![die];
    for neighbour in first {
        let die = scene.dice.d6(scene.key("epidemic spreads", neighbour.as_str(), 0));
        if die.total() <= scene.rulebook.figures.epidemic_spreads_up_to {
            hit.extend(near(neighbour)); // rule:19.17
        }
        chance.push(die);
    }
    for id in &hit {
        effects.change(Effect::SocialStateChanged { area: (*id).clone(), by: -1 }); // rule:19.17
    }
    let areas = hit.iter().map(|id| (*id).clone()).collect();
    let struck = Happening::Card(CardHappening::Epidemic { areas });
    effects.tell(Entry { chance, ..Entry::new(&["19.17"], struck).of(drawn_by).at(centre) });
    hit
}

/// The empires whose courts lie in these areas.
fn struck_courts<'w>(scene: &Scene<'w>, hit: &BTreeSet<&AreaId>) -> Vec<&'w EmpireId> {
    let empires = scene.world.empires.iter();
    let struck = empires.filter(|(_, empire)| empire.court.as_ref().is_some_and(|court| hit.contains(court)));
    struck.map(|(id, _)| id).collect()
}
