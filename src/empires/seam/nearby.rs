//! What lies near an empire: areas that its letters are likely to name.

use crate::empires::orders::Nearby;
use crate::empires::rulebook::Rulebook;
use crate::empires::terms::EmpireId;
use crate::empires::world::World;

/// Own areas, and what is within reach of one of them by land or by sea (9.4, 9.8).
pub(super) fn of(rulebook: &Rulebook, world: &World, empire: &EmpireId) -> Nearby {
    let rulebook = &*rulebook.of_world(world);
    let (atlas, figures) = (&rulebook.atlas, &rulebook.figures);
    let mut nearby = Nearby::default();
    let own = world.areas.iter().filter(|(_, area)| area.owner.as_ref() == Some(empire)).map(|(id, _)| id);
    for base in own {
        let seafaring = atlas.seafaring(base);
        let range = if seafaring { figures.ship_sea_areas_seafaring } else { figures.ship_sea_areas };
        let overseas = atlas.voyages(base).filter(|(_, crossed)| *crossed <= range).map(|(target, _)| target); // rule:9.8
        nearby.within_reach.extend(atlas.neighbours(base).chain(overseas).cloned()); // rule:9.4
        nearby.own.insert(base.clone());
    }
    nearby
}
