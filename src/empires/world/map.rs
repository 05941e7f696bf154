//! Areas that the game added to the map (19.20).

use std::collections::{BTreeMap, BTreeSet};

use super::invariants::known_area;
use super::{Area, Breach, World};
use crate::empires::atlas::NewArea;

/// Brings about the areas of one step, independent and at peace; one whose id is in use is passed over.
pub(super) fn apply<'a>(world: &mut World, added: impl Iterator<Item = &'a NewArea>) {
    for one in added {
        let (id, area) = (&one.area.id, &one.area);
        if world.areas.contains_key(id) {
            continue;
        }
        let state = Area {
            population: area.population,
            base_social_state: area.base_social_state,
            social_state: area.base_social_state, // rule:2.3
            language: area.language.clone(),
            religion: area.religion.clone(),
            owner: None,
            fortification: 0,
            in_unrest: false,
            urgs: BTreeMap::new(),
            claims: BTreeSet::new(),
            ties: BTreeMap::new(),
            partial_conquests: Vec::new(),
            diplomatic_results: BTreeMap::new(),
            taxed: false,
            plundered: false,
            undisputed_since: None,
        };
        world.areas.insert(id.clone(), state); // rule:19.20
        world.added.insert(id.clone(), one.clone());
    }
}

/// Whether every added area is in the world, and what it borders on as well.
pub(super) fn known(world: &World, found: &mut BTreeSet<Breach>) {
    for (id, added) in &world.added {
        for area in added.neighbours().chain([id, &added.area.id]) {
            known_area(world, area, "the map", found);
        }
    }
}
