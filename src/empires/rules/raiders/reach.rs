//! What raiders reach from beyond the map.

use std::collections::BTreeSet;

use super::super::scene::Scene;
use super::{named_areas, peoples};
use crate::empires::rulebook::{Raider, Reach};
use crate::empires::terms::AreaId;

/// The areas that raiders reach: the coasts of their seas, the areas named, and those within so many land steps of one,
/// without that one itself. A people that settles reaches only where it starts (24.4).
pub fn of(scene: &Scene<'_>, row: &Raider) -> BTreeSet<AreaId> {
    if let Some(start) = peoples::start(row) {
        return BTreeSet::from([start.clone()]); // rule:24.4
    }
    let coasts = row.reach_seas.iter().flat_map(|sea| scene.rulebook.atlas.shores(sea));
    let mut reach: BTreeSet<AreaId> = coasts.chain(named_areas(row)).cloned().collect(); // rule:24.2
    for one in &row.reach_areas {
        if let Reach::LandSteps { steps, from } = one {
            reach.extend(within(scene, *steps, from));
        }
    }
    reach
}

fn within(scene: &Scene<'_>, steps: i32, from: &AreaId) -> BTreeSet<AreaId> {
    let mut reached = BTreeSet::from([from.clone()]);
    for _ in 0..steps {
        let further: Vec<AreaId> =
            reached.iter().flat_map(|area| scene.rulebook.atlas.neighbours(area)).cloned().collect();
        reached.extend(further);
    }
    reached.remove(from);
    reached
}
