//! Chapter 7: lines of communications and lost courts.
//!
//! Reads the figures of sea areas. No dice. An area's line is traced from the court outwards.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::exile;
use super::gold::treaties;
use super::scene::{Effects, Scene};
use super::unrest_and_rebellion;
use crate::empires::chronicle::{Entry, Happening};
use crate::empires::rulebook::Rulebook;
use crate::empires::terms::{AreaId, EmpireId};
use crate::empires::world::{Area, Effect, Empire, EmpireKind, Leader, World};

/// Rule 7.2: the own areas of an empire that have communications with its court in a year.
///
/// Own areas, partly conquered or not, carry the line by land and by sea; so do areas of a party to a binding treaty of
/// passage. None has it when there is no court or the court is not the empire's own.
///
/// Cases: 7.A.1 to 7.A.8.
pub fn connected(rulebook: &Rulebook, world: &World, empire: &EmpireId, year: i32) -> BTreeSet<AreaId> {
    let own: Vec<&AreaId> = own_areas(world, empire).map(|(id, _)| id).collect();
    connected_of(rulebook, world, empire, &own, year).cloned().collect()
}

/// The same of all own areas of an empire, which are given, in their order.
pub fn connected_of<'o>(
    rulebook: &Rulebook,
    world: &World,
    empire: &EmpireId,
    own: &[&'o AreaId],
    year: i32,
) -> impl Iterator<Item = &'o AreaId> {
    let joined = joined(rulebook, world, empire, own, year);
    own.iter().zip(joined).filter(|(_, joined)| *joined).map(|(id, _)| *id)
}

/// Of each of an empire's own areas, whether a line joins it to the court.
fn joined(rulebook: &Rulebook, world: &World, empire: &EmpireId, own: &[&AreaId], year: i32) -> Vec<bool> {
    let court = world.empires.get(empire).and_then(|own| own.court.as_ref());
    let Some(court) = court.filter(|court| own.contains(court)) else { return vec![false; own.len()] };
    let places: Vec<Option<usize>> = own.iter().map(|id| rulebook.atlas.place(id)).collect();
    let open = treaties::passages(world, empire, year); // rule:7.2
    let open = open.iter().filter_map(|id| rulebook.atlas.place(id));
    let reached = reached(rulebook, court, places.iter().flatten().copied().chain(open));
    let is_joined =
        |(id, place): (&&AreaId, &Option<usize>)| *id == court || place.is_some_and(|at| reached[at]);
    own.iter().zip(&places).map(is_joined).collect()
}

/// The places that a line from a court reaches, over areas that carry it.
fn reached(rulebook: &Rulebook, court: &AreaId, carriers: impl Iterator<Item = usize>) -> Vec<bool> {
    let (sites, figures) = (rulebook.atlas.sites(), &rulebook.figures);
    let (plain, far) = (figures.communications_sea_areas, figures.communications_sea_areas_seafaring);
    let mut open = vec![false; sites.len()];
    let mut left = 0;
    carriers.for_each(|place| left += usize::from(!std::mem::replace(&mut open[place], true)));
    let mut reached = vec![false; sites.len()];
    let mut edge = Vec::with_capacity(left);
    let mut reach = |place: usize, edge: &mut Vec<usize>| {
        if std::mem::take(&mut open[place]) {
            reached[place] = true;
            edge.push(place);
            left -= 1;
        }
        left == 0
    };
    let mut is_done = rulebook.atlas.place(court).is_none_or(|place| reach(place, &mut edge));
    while let Some(place) = edge.pop().filter(|_| !is_done) {
        let here = &sites[place];
        for near in &here.neighbours {
            is_done |= reach(*near, &mut edge); // rule:7.2
        }
        let voyages = here.voyages.iter().take_while(|(crossed, _)| *crossed <= plain.max(far));
        for (crossed, there) in voyages {
            if is_done {
                break;
            }
            if *crossed <= plain || here.seafaring || sites[*there].seafaring {
                is_done |= reach(*there, &mut edge); // rule:7.2
            }
        }
    }
    reached
}

/// Rule 7.3: areas without communications go into unrest.
///
/// An empire whose court has fallen is left to [`move_courts`].
///
/// Cases: 7.B.1, 7.B.2.
pub fn trace(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let held = by_owner(scene.world);
    for ((id, empire), own) in scene.world.empires.iter().zip(held) {
        let Some(court) = empire.court.as_ref().filter(|court| owns(scene.world, id, court)) else {
            continue;
        };
        if own.iter().all(|(area_id, area)| area.in_unrest || *area_id == court) {
            continue;
        }
        let own_ids: Vec<&AreaId> = own.iter().map(|(area_id, _)| *area_id).collect();
        let joined = joined(scene.rulebook, scene.world, id, &own_ids, scene.year_or_first());
        for ((area_id, area), joined) in own.into_iter().zip(joined) {
            if !area.in_unrest && !joined {
                effects.extend(unrest_and_rebellion::unrest(scene, area_id, "7.3", "cut off from the court")); // rule:7.3
            }
        }
    }
    effects
}

/// Rule 7.4: a court that is lost moves at once, and every area goes into unrest.
///
/// Without an area left there is no court: exile (21). Who has no court and gains an area gets one there,
/// but for an army, which holds what it took only until that is settled (23.4).
///
/// Cases: 7.C.1 to 7.C.5.
pub fn move_courts(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let seated = |id: &EmpireId, empire: &Empire| {
        let seated = empire.court.as_ref().is_some_and(|court| owns(scene.world, id, court));
        seated || empire.kind == EmpireKind::Crusade // rule:23.3
    };
    let held = scene.world.empires.iter().zip(by_owner(scene.world));
    for ((id, empire), own) in held.filter(|((id, empire), _)| !seated(id, empire)) {
        let lost = empire.court.is_some();
        let seat = best_seat(scene, &empire.leader, own.iter().copied());
        if !lost && seat.is_none() {
            continue;
        }
        if seat.is_none() {
            effects.extend(exile::begins(scene, id, empire)); // rule:21.1
        }
        effects.change(Effect::CourtMoved { empire: id.clone(), court: seat.clone() });
        let entry = Entry::new(&["7.4"], Happening::CourtMoved { court: seat.clone() }).of(id);
        effects.tell(match &seat {
            Some(seat) => entry.at(seat),
            None => entry,
        });
        for (area_id, area) in own {
            if lost && !area.in_unrest {
                effects.extend(unrest_and_rebellion::unrest(scene, area_id, "7.4", "the court was lost")); // rule:7.4
            }
        }
    }
    effects
}

/// Rule 7.4: the best court among some areas: of the leader's language and religion and the highest wealth, then any by
/// wealth; ties by population, then name.
pub fn best_seat<'w>(
    scene: &Scene<'_>,
    leader: &Leader,
    areas: impl Iterator<Item = (&'w AreaId, &'w Area)>,
) -> Option<AreaId> {
    let religions = &scene.rulebook.religions;
    let of_faith = |area: &Area| religions.count_as_one(&area.religion, &leader.religion); // rule:2.8
    let akin = |area: &Area| area.language == leader.language && of_faith(area);
    let best = areas.min_by_key(|(area_id, area)| {
        let name = scene.rulebook.atlas.name(area_id);
        (!akin(area), Reverse(area.wealth()), Reverse(area.population), name) // rule:7.4
    });
    best.map(|(area_id, _)| area_id.clone())
}

/// The areas of each empire, in order of empires.
pub fn by_owner(world: &World) -> Vec<Vec<(&AreaId, &Area)>> {
    let mut held = vec![Vec::new(); world.empires.len()];
    for (id, area) in &world.areas {
        if let Some(owner) = area.owner.as_ref().and_then(|owner| world.empires.place(owner)) {
            held[owner].push((id, area));
        }
    }
    held
}

/// The areas an empire owns.
pub fn own_areas<'w>(world: &'w World, empire: &EmpireId) -> impl Iterator<Item = (&'w AreaId, &'w Area)> {
    world.areas.iter().filter(move |(_, area)| area.owner.as_ref() == Some(empire))
}

/// Whether an empire owns an area.
pub fn owns(world: &World, empire: &EmpireId, area: &AreaId) -> bool {
    world.areas.get(area).is_some_and(|area| area.owner.as_ref() == Some(empire))
}
