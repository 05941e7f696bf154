//! Bases beyond the map, and leaving them (24).

use super::super::communications::own_areas;
use super::super::scene::{Effects, Scene};
use crate::empires::rulebook::Behaviour;
use crate::empires::terms::{AreaId, EmpireId, EndeavourKind};
use crate::empires::world::{Effect, Empire, EmpireKind, OffBoard, OutsiderChange};

/// What every base beyond the map is called in endeavours and C results: no area bears this name.
pub const BEYOND: &str = "beyond the map";

/// A base beyond the map from which these areas are reached. All have one name: no area bears it.
pub fn beyond(social_state: i32, reach: impl IntoIterator<Item = AreaId>) -> OffBoard {
    OffBoard { base: AreaId::new(BEYOND), social_state, reach: reach.into_iter().collect() }
}

/// The pairs of base and target that a power has: from beyond the map its reach, from its own areas their neighbours. No
/// target is its own.
pub fn fronts(
    scene: &Scene<'_>,
    id: &EmpireId,
    may_start: impl Fn(&AreaId) -> bool,
) -> Vec<(AreaId, AreaId)> {
    let foreign = |area: &AreaId| {
        scene.world.areas.get(area).is_some_and(|area| area.owner.as_ref() != Some(id)) // rule:10.1
    };
    let off_board = scene.world.empires.get(id).and_then(|own| own.off_board.as_ref());
    let mut fronts = Vec::new();
    if let Some(beyond) = off_board {
        let reached = beyond.reach.iter().filter(|area| foreign(area));
        fronts.extend(reached.map(|area| (beyond.base.clone(), area.clone())));
    }
    for (base, _) in own_areas(scene.world, id).filter(|(base, _)| may_start(base)) {
        let near = scene.rulebook.atlas.neighbours(base).filter(|area| foreign(area));
        fronts.extend(near.map(|area| (base.clone(), area.clone())));
    }
    fronts
}

/// Conquests on these fronts, all by land.
pub fn conquests(fronts: Vec<(AreaId, AreaId)>) -> Vec<(EndeavourKind, super::Way)> {
    let conquest = |(base, target)| (EndeavourKind::Conquest { target, base }, super::Way::default());
    fronts.into_iter().map(conquest).collect()
}

/// Rules 24.4, 24.6: a power that came from beyond the map and now owns an area has left for good. Its C results from
/// beyond vanish (10.7). The desert stays a base for ever (24.3).
pub fn settle(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    for (id, empire) in &scene.world.empires {
        let settled = || own_areas(scene.world, id).next().is_some();
        if empire.off_board.is_some() && settled() && leaves(scene, id, empire) {
            effects.change(Effect::Outsider(OutsiderChange::LeftBeyond(id.clone()))); // rule:24.6
        }
    }
    effects
}

fn leaves(scene: &Scene<'_>, id: &EmpireId, empire: &Empire) -> bool {
    let row = scene.rulebook.raiders.iter().find(|row| row.id == id.as_str());
    empire.kind != EmpireKind::Raider || row.is_some_and(|row| row.behaviour == Behaviour::Pecheneg)
}
