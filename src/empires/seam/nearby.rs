//! What lies near an empire: areas that its letters are likely to name.

use crate::empires::orders::Nearby;
use crate::empires::rulebook::Rulebook;
use crate::empires::rules::endeavours::within_reach;
use crate::empires::terms::EmpireId;
use crate::empires::world::World;

/// Own areas, and what is within reach of one of them by land or by sea (9.4, 9.8).
pub(super) fn of(rulebook: &Rulebook, world: &World, empire: &EmpireId) -> Nearby {
    let rulebook = &*rulebook.of_world(world);
    let mut nearby = Nearby::default();
    let own = world.areas.iter().filter(|(_, area)| area.owner.as_ref() == Some(empire)).map(|(id, _)| id);
    for base in own {
        nearby.within_reach.extend(within_reach(rulebook, base).cloned());
        nearby.own.insert(base.clone());
    }
    nearby
}
