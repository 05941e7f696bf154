//! Rule 19.10: civil war.
//!
//! Reads the chances of spreading. Dice: one of a hundred for each area that is asked, one among areas of equal value.

use std::collections::BTreeSet;

use super::communications::own_areas;
use super::foundings::{Arising, found};
use super::scene::{Effects, Scene};
use super::unrest_and_rebellion::{HeldArea, rebellion_value};
use crate::empires::chronicle::{Entry, Happening, RegencyHappening};
use crate::empires::terms::{AreaId, EmpireId};
use crate::empires::world::{Effect, Fact, FactEvent};

/// Faces of a percentage die.
const PERCENT: u32 = 100;

/// Rule 19.10: the area of the highest rebellion value revolts, its own neighbours with a chance, and theirs; the rebels
/// form a new empire with a claim to all that the parent claims.
///
/// None is asked twice, and never the court. Cases: 19.L.
pub fn civil_war(scene: &Scene<'_>, empire: &EmpireId) -> Effects {
    let mut effects = Effects::default();
    let Some(first) = most_rebellious(scene, empire, "19.10", &mut effects) else { return effects };
    let rebels = spread(scene, empire, first, &mut effects);
    for area in &rebels {
        let event = FactEvent::Rebelled((*area).clone());
        effects.change(Effect::Remembered(Fact { year: scene.year_or_first(), event }));
        effects.change(Effect::UnrestRemoved((*area).clone())); // rule:17.4
    }
    let areas: Vec<&AreaId> = rebels.into_iter().collect();
    let arising = Arising { parent: empire, areas: &areas, court: first, leader: None, rule: "19.10" };
    effects.extend(found(scene, arising)); // rule:19.10
    effects
}

/// The own area of the highest rebellion value beside the court; of equals one at random (19.10, 19.11). None, which is
/// told, for an empire that is no more than its court.
pub(super) fn most_rebellious<'s>(
    scene: &Scene<'s>,
    empire: &EmpireId,
    rule: &'static str,
    effects: &mut Effects,
) -> Option<&'s AreaId> {
    let held = own_areas(scene.world, empire).filter_map(|(id, _)| HeldArea::of(scene.world, id));
    let held: Vec<HeldArea<'s>> = held.filter(|held| !held.is_court()).collect(); // rule:19.11
    let value = |held: &HeldArea<'_>| rebellion_value(scene.rulebook, held).total;
    let highest = held.iter().map(value).max();
    let equals: Vec<&HeldArea<'s>> = held.iter().filter(|held| Some(value(held)) == highest).collect();
    let faces = u32::try_from(equals.len()).unwrap_or(0);
    let draw = scene.dice.roll(scene.key("most rebellious", &scene.subject(empire), 0), 1, faces.max(1));
    let chosen = usize::try_from(draw.total() - 1).ok().and_then(|index| equals.get(index));
    let told = |kind| Entry::new(&[rule], Happening::Regency(kind)).of(empire);
    let Some(chosen) = chosen else {
        effects.tell(told(RegencyHappening::NobodyRises));
        return None;
    };
    let entry = told(RegencyHappening::Rises).at(chosen.id);
    let entry = entry.with_numbers(rebellion_value(scene.rulebook, chosen));
    effects.tell(if faces > 1 { entry.with_chance(draw) } else { entry });
    Some(chosen.id)
}

/// Everyone who joins the first rebel.
fn spread<'s>(
    scene: &Scene<'s>,
    empire: &EmpireId,
    first: &'s AreaId,
    effects: &mut Effects,
) -> BTreeSet<&'s AreaId> {
    let mut rebels = BTreeSet::from([first]);
    let mut asked = rebels.clone();
    let mut edge = vec![first];
    while let Some(rebel) = edge.pop() {
        for near in scene.rulebook.atlas.neighbours(rebel) {
            let Some(held) = HeldArea::of(scene.world, near).filter(|held| held.owner_id == empire) else {
                continue;
            };
            if held.is_court() || !asked.insert(held.id) {
                continue; // rule:19.10
            }
            if joins(scene, &held, effects) {
                rebels.insert(held.id);
                edge.push(held.id); // rule:19.10
            }
        }
    }
    rebels
}

fn joins(scene: &Scene<'_>, held: &HeldArea<'_>, effects: &mut Effects) -> bool {
    let figures = &scene.rulebook.figures;
    let percent = match held.area.in_unrest {
        true => figures.civil_war_percent_in_unrest, // rule:19.10
        false => figures.civil_war_percent,          // rule:19.10
    };
    let draw = scene.dice.roll(scene.key("civil war", held.id.as_str(), 0), 1, PERCENT);
    let joins = draw.total() <= percent;
    let happening = RegencyHappening::CivilWarSpreads { percent, joins };
    let entry = Entry::new(&["19.10"], Happening::Regency(happening)).of(held.owner_id).at(held.id);
    effects.tell(entry.with_chance(draw));
    joins
}
