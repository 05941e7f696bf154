//! The army of a crusade or jihad: who takes part, who leads, whence it starts and how it gets there (23.3).

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::super::communications::own_areas;
use super::super::fixed::{Led, Refusal, Way};
use super::super::given_cards;
use super::super::leaders;
use super::super::scene::Scene;
use super::{CRUSADE, pope};
use crate::empires::terms::{AreaId, EmpireId, EndeavourKind, SeaId};
use crate::empires::world::EmpireKind;

/// Who gave cards for an army in this pentade: they take part (23.3).
pub(super) fn participants<'a>(scene: &Scene<'a>, army: &EmpireId) -> BTreeSet<&'a EmpireId> {
    given_cards::given_to(scene.world, army).filter_map(|card| card.giver.as_ref()).collect()
}

/// Rule 23.3: the leader is the best in combat of the Pope and the donors, of equals the donor who came first; in a jihad
/// the caller (23.8). None when nobody leads.
fn leader(scene: &Scene<'_>, army: &EmpireId) -> Option<(EmpireId, i32)> {
    let combat = |id: &EmpireId| leaders::statures(scene, id).map(|statures| statures.combat);
    let seat = |id: &EmpireId| scene.world.empires.get(id).and_then(|empire| empire.seat);
    if !army.is(CRUSADE) {
        let campaigns = scene.world.crusades.campaigns.iter().filter(|one| one.army == *army);
        let caller = campaigns.filter_map(|one| one.caller.as_ref()).find(|id| combat(id).is_some());
        if let Some(caller) = caller {
            return combat(caller).map(|combat| (caller.clone(), combat)); // rule:23.8
        }
    }
    let popes = pope(scene).map(|(id, _)| id).filter(|_| army.is(CRUSADE));
    let led = participants(scene, army).into_iter().chain(popes);
    led.filter_map(|id| combat(id).map(|combat| (id.clone(), combat)))
        .max_by_key(|(id, combat)| (*combat, seat(id).is_some(), std::cmp::Reverse(seat(id)))) // rule:23.3
}

/// Rule 23.3: who leads an endeavour of an army from its base: the leader's combat, with the language and religion of the
/// base area's owner. None for whoever is no army.
pub fn led(scene: &Scene<'_>, army: &EmpireId, kind: &EndeavourKind) -> Option<Led> {
    let found = scene.world.empires.get(army)?;
    if found.kind != EmpireKind::Crusade {
        return None;
    }
    let base = scene.world.areas.get(kind.own_area()?)?;
    let owner = &scene.world.empires.get(base.owner.as_ref()?)?.leader;
    let (leader, combat) = leader(scene, army)?;
    let mut statures = leaders::statures(scene, &leader)?;
    statures.combat = combat;
    Some(Led {
        statures,
        language: owner.language.clone(), // rule:23.3
        religion: owner.religion.clone(), // rule:23.3
        tests: Some(leader),              // rule:8.5
    })
}

/// Rule 23.3: the bases of an army against a target: every Crusader State's area, and the nearest area of a participant;
/// the Pope's where no participant has any. Nearest by land-and-sea steps, then by wealth, then by name.
pub(super) fn bases<'a>(scene: &Scene<'a>, army: &EmpireId, target: &AreaId) -> Vec<&'a AreaId> {
    let kind = |id: &EmpireId| scene.world.empires.get(id).map(|empire| empire.kind);
    let owner_of_target = scene.world.areas.get(target).and_then(|area| area.owner.as_ref());
    let mut bases: Vec<&AreaId> = Vec::new();
    if army.is(CRUSADE) {
        let states = scene.world.areas.iter().filter(|(_, area)| {
            area.owner.as_ref().is_some_and(|owner| kind(owner) == Some(EmpireKind::CrusaderState))
        });
        bases.extend(states.map(|(id, _)| id)); // rule:23.3
    }
    let steps = steps_from(scene, target);
    let nearest = |owners: &BTreeSet<&'a EmpireId>| {
        let areas = owners.iter().filter(|id| Some(**id) != owner_of_target);
        let areas = areas.flat_map(|id| own_areas(scene.world, id));
        let reached = areas.filter_map(|(id, area)| steps.get(id).map(|steps| (*steps, id, area)));
        let nearest = reached.min_by_key(|(steps, id, area)| {
            (*steps, std::cmp::Reverse(area.wealth()), scene.rulebook.atlas.name(id)) // rule:23.3
        });
        nearest.map(|(_, id, _)| id)
    };
    let of_pope: BTreeSet<&EmpireId> =
        pope(scene).map(|(id, _)| id).filter(|_| army.is(CRUSADE)).into_iter().collect();
    let base = nearest(&participants(scene, army)).or_else(|| nearest(&of_pope));
    bases.extend(base);
    bases.retain(|base| *base != target);
    bases.sort();
    bases.dedup();
    bases
}

/// How many land-and-sea steps every area lies from one: a border is a step, and so is each sea area crossed.
fn steps_from<'a>(scene: &Scene<'a>, from: &AreaId) -> BTreeMap<&'a AreaId, u32> {
    let atlas = &scene.rulebook.atlas;
    let mut areas: BTreeMap<&AreaId, u32> = BTreeMap::new();
    let mut seas: BTreeMap<&SeaId, u32> = BTreeMap::new();
    let mut queue = VecDeque::new();
    if let Some((start, _)) = scene.world.areas.get_key_value(from) {
        queue.push_back((Node::Land(start), 0));
    }
    while let Some((node, steps)) = queue.pop_front() {
        match node {
            Node::Land(area) => {
                if areas.contains_key(area) {
                    continue;
                }
                areas.insert(area, steps);
                queue.extend(atlas.neighbours(area).map(|near| (Node::Land(near), steps + 1)));
                queue.extend(atlas.coast(area).map(|sea| (Node::Sea(sea), steps + 1)));
            }
            Node::Sea(sea) => {
                if seas.insert(sea, steps).is_some() {
                    continue;
                }
                queue.extend(atlas.joined(sea).map(|sea| (Node::Sea(sea), steps + 1)));
                for shore in atlas.shores(sea) {
                    queue.push_front((Node::Land(shore), steps));
                }
            }
        }
    }
    areas
}

enum Node<'a> {
    Land(&'a AreaId),
    Sea(&'a SeaId),
}

/// Rule 23.3: the way of an army. It is never out of reach: by land to a neighbour, else over the sea however far, else as
/// if over so many sea areas. Its ships cost nothing.
///
/// Errors: the endeavour is no attack, or its base is none of the army's.
pub fn way(scene: &Scene<'_>, army: &EmpireId, kind: &EndeavourKind) -> Result<Way, Refusal> {
    let EndeavourKind::Conquest { target, base } = kind else {
        return Err(Refusal::new("23.3", "an army of a crusade or jihad only conquers"));
    };
    let name = |area: &AreaId| scene.rulebook.atlas.name(area).to_owned();
    if !bases(scene, army, target).contains(&base) {
        let reason = format!("{} is no base of the army against {}", name(base), name(target));
        return Err(Refusal::new("23.3", reason)); // rule:23.3
    }
    let owner = scene.world.areas.get(target).and_then(|area| area.owner.as_ref());
    if owner == Some(army) {
        return Err(Refusal::new("10.1", format!("{} is an own area already", name(target))));
    }
    Ok(march(scene, base, target))
}

/// The way between two areas, whatever lies between them.
pub(super) fn march(scene: &Scene<'_>, base: &AreaId, target: &AreaId) -> Way {
    let atlas = &scene.rulebook.atlas;
    if atlas.adjacent(base, target) {
        return Way::default();
    }
    let far = scene.rulebook.figures.crusade_far_sea_areas;
    let crossed = atlas.sea_distance(base, target).unwrap_or(far); // ruling:R23.3
    Way { sea_areas: crossed.unsigned_abs(), price: 0 }
}
