//! Peoples that rob and conquer: the desert raiders (24.3), Pechenegs and Cumans (24.4).

use std::collections::BTreeSet;

use super::super::actors::{Best, best, best_told, conquests, fronts, play};
use super::super::communications::own_areas;
use super::super::endeavours::reach;
use super::super::fixed::{Fixed, Way};
use super::super::scene::{Effects, Scene};
use super::named_areas;
use super::targets::{aimed, best_base, can_be_raided, card, richest};
use crate::empires::rulebook::{Behaviour, Raider};
use crate::empires::terms::{AreaId, EmpireId, EndeavourKind};

/// Where a people that settles starts: the first area of its road (24.4).
pub fn start(row: &Raider) -> Option<&AreaId> {
    named_areas(row).next().filter(|_| row.behaviour == Behaviour::Pecheneg)
}

/// Rule 24.3: the desert raiders rob until that is impossible, then conquer at the best rating, and go on.
pub fn desert(scene: &Scene<'_>, id: &EmpireId, effects: &mut Effects) -> Option<Fixed> {
    rob_or_conquer(scene, id, &fronts(scene, id, |_| true), effects)
}

/// Rule 24.4: Pechenegs and Cumans: down their road first; then they rule its last area out of unrest, rob from there,
/// and conquer when nothing is left to rob.
pub fn pechenegs(scene: &Scene<'_>, id: &EmpireId, row: &Raider, effects: &mut Effects) -> Option<Fixed> {
    if own_areas(scene.world, id).next().is_none() {
        let start = best(scene, id, conquests(fronts(scene, id, |_| true)), 0, |_| 0)?;
        return go(scene, id, start, effects); // rule:24.4
    }
    let road: Vec<&AreaId> = named_areas(row).collect();
    if let Some(step) = next_step(scene, id, &road) {
        return go(scene, id, step, effects); // rule:24.4
    }
    let last = road.last().copied()?;
    let seat = scene.world.areas.get(last).filter(|area| area.owner.as_ref() == Some(id));
    if seat.is_some_and(|area| area.in_unrest) {
        let kind = EndeavourKind::Ruling { area: last.clone(), removing: None };
        return Some(play(scene, id, kind, card(scene, id, 0)?, Way::default())); // rule:24.4
    }
    let on_the_way: BTreeSet<&AreaId> = road.iter().copied().filter(|area| *area != last).collect();
    let bases = fronts(scene, id, |base| seat.is_none() || !on_the_way.contains(base));
    rob_or_conquer(scene, id, &bases, effects)
}

/// The conquest of the next area of the road that they do not hold and can reach.
fn next_step(scene: &Scene<'_>, id: &EmpireId, road: &[&AreaId]) -> Option<Best> {
    let held = |area: &AreaId| scene.world.areas.get(area).is_some_and(|one| one.owner.as_ref() == Some(id));
    let treasury = scene.world.empires.get(id).map_or(0, |own| own.treasury);
    road.iter().skip(1).filter(|area| !held(area)).find_map(|target| {
        let ways = own_areas(scene.world, id).filter_map(|(base, _)| {
            let way = reach(scene, base, target, false).ok().filter(|way| way.price <= treasury)?;
            Some((EndeavourKind::Conquest { target: (*target).clone(), base: base.clone() }, way))
        });
        best(scene, id, ways.collect(), 0, |_| 0)
    })
}

/// Rules 24.3, 24.4: the richest area that can be robbed and assailed; when there is none, the best conquest.
fn rob_or_conquer(
    scene: &Scene<'_>,
    id: &EmpireId,
    fronts: &[(AreaId, AreaId)],
    effects: &mut Effects,
) -> Option<Fixed> {
    let open: BTreeSet<&AreaId> = fronts.iter().map(|(_, target)| target).collect();
    let open = open.into_iter().filter(|target| {
        can_be_raided(scene, id, target)
            && best_base(scene, id, fronts, target)
                .is_some_and(|best| best.rating >= scene.rulebook.figures.assailable_from_rating) // rule:24.5
    });
    let open: Vec<AreaId> = open.cloned().collect();
    if let Some((target, die)) = richest(scene, id, &open, 0) {
        effects.tell(aimed(scene, id, &target, die));
        let chosen = best_base(scene, id, fronts, &target)?;
        return Some(play(scene, id, chosen.kind, card(scene, id, 0)?, chosen.way));
    }
    let chosen = best(scene, id, conquests(fronts.to_vec()), 0, |_| 0)?; // rule:24.5
    go(scene, id, chosen, effects)
}

fn go(scene: &Scene<'_>, id: &EmpireId, chosen: Best, effects: &mut Effects) -> Option<Fixed> {
    effects.tell(best_told(id, &chosen));
    Some(play(scene, id, chosen.kind, card(scene, id, 0)?, chosen.way))
}
