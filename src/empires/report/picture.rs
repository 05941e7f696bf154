//! The map: shapes of the atlas, tinted by owner.

use std::collections::BTreeSet;

use super::layers::{bond_words, bonds, inroads, is_aim, layers};
use super::words::{Names, plain, signed};
use crate::empires::atlas::Outline;
use crate::empires::rulebook::Rulebook;
use crate::empires::terms::{AreaId, EmpireId, SeaId};
use crate::empires::world::{Area, World};
use crate::postal::chronicle::SideId;
use crate::postal::picture::{LegendRow, Mark, Picture, Shape, ShapeKind, Tint};

/// Seats that have a tint of their own before those without a seat follow.
const SEATED: usize = 24;

/// The map of a world. All it shows is known to everybody.
pub fn picture(rulebook: &Rulebook, world: &World) -> Picture {
    let rulebook = &*rulebook.of_world(world);
    let outlines = rulebook.atlas.outlines();
    let names = Names { rulebook, world };
    let sea = outlines.areas.iter().filter_map(|outline| sea_shape(rulebook, outline));
    let waste = outlines.waste.iter().map(|outline| Shape {
        id: outline.id.to_string(),
        kind: ShapeKind::Waste,
        path: outline.path.clone(),
        label: Some(outline.label.clone()),
        hover: vec![outline.name.clone()],
        ..Shape::default()
    });
    let land = outlines.areas.iter().filter_map(|outline| land_shape(names, outline));
    let lakes = outlines.lakes.iter().zip(1..).map(|(path, nth): (_, usize)| Shape {
        id: format!("lake-{nth}"),
        kind: ShapeKind::Lake,
        path: path.clone(),
        ..Shape::default()
    });
    Picture {
        title: format!("The map before {}", world.pentade.first_year()),
        view_box: outlines.view_box,
        shapes: sea.chain(waste).chain(land).chain(lakes).collect(),
        legend: legend(names),
        layers: layers(names),
        bonds: bond_words(),
        ornaments: outlines.ornaments.clone(),
    }
}

/// The tint of an empire: by seat, which it keeps for good; those without a seat that own areas follow in order of ids.
fn tint(world: &World, empire: &EmpireId) -> Tint {
    let Some(found) = world.empires.get(empire) else { return Tint(0) };
    let place = match found.seat {
        Some(seat) => usize::try_from(seat).unwrap_or(usize::MAX),
        None => {
            let seats = world.empires.values().filter_map(|one| one.seat);
            let last = seats.max().and_then(|last| usize::try_from(last).ok()).map_or(0, |last| last + 1);
            let owners: BTreeSet<&EmpireId> =
                world.areas.values().filter_map(|area| area.owner.as_ref()).collect();
            let seatless =
                owners.into_iter().filter(|id| world.empires.get(*id).is_some_and(|one| one.seat.is_none()));
            last.max(SEATED) + seatless.take_while(|id| *id != empire).count()
        }
    };
    Tint(u8::try_from(place.saturating_add(1)).unwrap_or(u8::MAX))
}

fn legend(names: Names<'_>) -> Vec<LegendRow> {
    let owns = |id: &EmpireId| names.world.areas.values().any(|area| area.owner.as_ref() == Some(id));
    let owners = names.world.empires.iter().filter(|(id, _)| owns(id));
    let mut rows: Vec<LegendRow> = owners
        .map(|(id, empire)| LegendRow {
            tint: tint(names.world, id),
            label: empire.name.clone(),
            side: Some(SideId::new(id.as_str())),
        })
        .collect();
    rows.sort_by_key(|row| row.tint);
    rows.push(LegendRow { label: "independent".to_owned(), ..LegendRow::default() });
    rows
}

fn sea_shape(rulebook: &Rulebook, outline: &Outline) -> Option<Shape> {
    let sea = rulebook.atlas.sea(&SeaId::new(&outline.id))?;
    Some(Shape {
        id: outline.id.to_string(),
        kind: ShapeKind::Sea,
        path: outline.path.clone(),
        label: Some(outline.label.clone()),
        hover: vec![sea.name.clone()],
        ..Shape::default()
    })
}

fn land_shape(names: Names<'_>, outline: &Outline) -> Option<Shape> {
    let (id, area) = names.world.areas.get_key_value(&AreaId::new(&outline.id))?;
    Some(Shape {
        id: outline.id.to_string(),
        kind: ShapeKind::Land,
        path: outline.path.clone(),
        tint: area.owner.as_ref().map_or(Tint(0), |owner| tint(names.world, owner)),
        label: Some(outline.label.clone()),
        marks: marks(names.world, id, area),
        bonds: bonds(area),
        inroads: inroads(area, |empire| tint(names.world, empire)),
        hover: hover(names, id, area),
    })
}

fn is_court(world: &World, id: &AreaId, area: &Area) -> bool {
    let owner = area.owner.as_ref().and_then(|owner| world.empires.get(owner));
    owner.is_some_and(|owner| owner.court.as_ref() == Some(id))
}

fn marks(world: &World, id: &AreaId, area: &Area) -> Vec<Mark> {
    let mut marks = vec![Mark::Figure(signed(area.social_state))];
    if is_court(world, id, area) {
        marks.push(Mark::Court);
    }
    if area.in_unrest {
        marks.push(Mark::Unrest);
    }
    if let Some(walls) = u8::try_from(area.fortification).ok().filter(|level| *level > 0) {
        marks.push(Mark::Walls(walls));
    }
    if is_aim(world, id) {
        marks.push(Mark::Aim);
    }
    marks
}

/// What the hover says: name, owner, figures, people, and whatever weighs on the area.
fn hover(names: Names<'_>, id: &AreaId, area: &Area) -> Vec<String> {
    let owner = match &area.owner {
        Some(owner) if is_court(names.world, id, area) => format!("{}, court", names.empire(owner)),
        Some(owner) => names.empire(owner).to_owned(),
        None => "independent".to_owned(),
    };
    let mut lines = vec![
        names.area(id).to_owned(),
        owner,
        format!("social state {} of at most {}", signed(area.social_state), signed(names.maximum(area))),
        format!("population {}, wealth {}", plain(area.population), plain(area.wealth())),
        format!("{}, {}", names.language(area), names.rulebook.religions.name(&area.religion)),
    ];
    if area.in_unrest {
        lines.push("in unrest".to_owned());
    }
    if is_aim(names.world, id) {
        lines.push("what a holy war is fought for".to_owned());
    }
    if area.fortification > 0 {
        lines.push(format!("fortification {}", area.fortification));
    }
    if !area.urgs.is_empty() {
        lines.push(format!("religious groups: {}", names.groups(area)));
    }
    if !area.claims.is_empty() {
        lines.push(format!("claimed by {}", names.empires(&area.claims)));
    }
    if !area.ties.is_empty() {
        lines.push(format!("tied to {}", names.empires(area.ties.keys())));
    }
    for partial in &area.partial_conquests {
        let (attacker, base) = (names.empire(&partial.attacker), names.area(&partial.base));
        lines.push(format!("partly conquered by {attacker} from {base}: {}", partial.results));
    }
    for (empire, results) in &area.diplomatic_results {
        lines.push(format!("partly won by {}: {results}", names.empire(empire)));
    }
    lines
}
