//! The figures that the past of areas and empires is told by.

use std::collections::BTreeMap;

use super::situation::state_words;
use super::words::{Names, plain, points};
use crate::empires::rulebook::Rulebook;
use crate::empires::terms::EmpireId;
use crate::empires::world::{Area, Empire, World};
use crate::postal::chronicle::SideId;
use crate::postal::past::States;

/// Every area's owner, social state (2.2), population, language, religion and walls (13.1); every empire's ruler, court,
/// areas, wealth (2.4) and victory points (26.2).
pub fn states(rulebook: &Rulebook, world: &World) -> States {
    let names = Names { rulebook, world };
    let mut own: BTreeMap<&EmpireId, (usize, i32)> = BTreeMap::new();
    for area in world.areas.values() {
        if let Some(owner) = &area.owner {
            let (count, wealth) = own.entry(owner).or_default();
            *count += 1;
            *wealth += area.wealth();
        }
    }
    let place = |(id, found): (&crate::empires::terms::AreaId, &Area)| {
        (id.as_str().to_owned(), of_area(names, found))
    };
    let side = |(id, found): (&EmpireId, &Empire)| {
        let own = own.get(id).copied().unwrap_or((0, 0));
        (SideId::new(id.as_str()), of_empire(names, (id, found), own))
    };
    let words = |all: &[&str]| all.iter().map(|word| (*word).to_owned()).collect();
    States {
        place_head: words(&["Owner", "Social state", "Population", "Language", "Religion", "Walls"]),
        places: world.areas.iter().map(place).collect(),
        side_head: words(&["Ruler", "Court", "Areas", "Wealth", "Victory points"]),
        sides: world.empires.iter().map(side).collect(),
    }
}

fn of_area(names: Names<'_>, area: &Area) -> Vec<String> {
    let unrest = if area.in_unrest { ", in unrest" } else { "" };
    vec![
        names.owner(area.owner.as_ref()).to_owned(),
        format!("{}{unrest}", state_words(area.social_state, names.maximum(area))),
        plain(area.population),
        names.language(area).to_owned(),
        names.rulebook.religions.name(&area.religion).to_owned(),
        if area.fortification > 0 { area.fortification.to_string() } else { String::new() },
    ]
}

fn of_empire(
    names: Names<'_>,
    (id, empire): (&EmpireId, &Empire),
    (count, wealth): (usize, i32),
) -> Vec<String> {
    let court = empire.court.as_ref().map_or("", |court| names.rulebook.atlas.name(court));
    let scored = points(names.world.quarters_of(id));
    vec![empire.leader.name.clone(), court.to_owned(), count.to_string(), plain(wealth), scored]
}
