//! Whether an endeavour is possible, how it gets there and what that costs (9.4, 9.8, 14.1).

use super::super::crusades;
use super::super::gold::treaties;
use super::super::{Refusal, Scene, Way, conversion, event_cards, heresies};
use crate::empires::rulebook::Rulebook;
use crate::empires::terms::{AreaId, EmpireId, Endeavour, EndeavourKind};
use crate::empires::world::{Area, EmpireKind, OffBoard};

/// 6.9, 9.4, 9.8: how an endeavour would get from its base to its target on this state, or why it is impossible.
///
/// Asked before the muster, so that an attack which a treaty forbids is not mustered (16.5).
///
/// Errors: the first refusal in this order: own area, target, treaty, way.
/// Cases: 9.A.1 to 9.A.10, 14.A.7, 16.G.1 to 16.G.7.
pub fn way(scene: &Scene<'_>, empire: &EmpireId, endeavour: &Endeavour) -> Result<Way, Refusal> {
    if scene.world.empires.get(empire).is_some_and(|own| own.kind == EmpireKind::Crusade) {
        return crusades::way(scene, empire, &endeavour.kind); // rule:23.3
    }
    match &endeavour.kind {
        EndeavourKind::Conquest { target, base } | EndeavourKind::Pillage { target, base } => {
            let beyond = scene.world.empires.get(empire).and_then(|own| own.off_board.as_ref());
            let beyond = beyond.filter(|beyond| beyond.base == *base);
            if beyond.is_none() {
                own_area(scene, empire, base)?;
            }
            foreign_target(scene, empire, target)?;
            no_treaty(scene, empire, target)?;
            spared(scene, empire, &endeavour.kind)?;
            let way = match beyond {
                Some(beyond) => from_beyond(scene, beyond, target),
                None => reach(scene, base, target, endeavour.by_sea),
            };
            Ok(event_cards::with_siege(scene, empire, target, way?)) // rule:19.15
        }
        EndeavourKind::Diplomacy { target, base: Some(base) } => {
            own_area(scene, empire, base)?;
            area(scene, target)?;
            heresies::may_deal_in(scene, empire, target)?; // rule:31.5
            reach(scene, base, target, endeavour.by_sea)
        }
        EndeavourKind::Diplomacy { target, base: None } => exile(scene, empire, target),
        EndeavourKind::Defence { area } => own_area(scene, empire, area).map(|_| Way::default()),
        EndeavourKind::Fortification { area } => fortification(scene, empire, area),
        EndeavourKind::Ruling { area, .. } => own_area(scene, empire, area).map(|_| Way::default()),
        EndeavourKind::Conversion { area } => {
            conversion::way(scene, empire, area, own_area(scene, empire, area)?)
        }
    }
}

fn refuse<T>(rule: &'static str, reason: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal { rule, reason: reason.into() })
}

fn area<'a>(scene: &Scene<'a>, id: &AreaId) -> Result<&'a Area, Refusal> {
    match scene.world.areas.get(id) {
        Some(area) => Ok(area),
        None => refuse("2.1", format!("there is no area {id}")),
    }
}

fn own_area<'a>(scene: &Scene<'a>, empire: &EmpireId, id: &AreaId) -> Result<&'a Area, Refusal> {
    let own = area(scene, id)?;
    if own.owner.as_ref() != Some(empire) {
        return refuse("9.4", format!("{} is not an own area", scene.rulebook.atlas.name(id))); // rule:9.4 rule:6.9
    }
    Ok(own)
}

fn foreign_target(scene: &Scene<'_>, empire: &EmpireId, id: &AreaId) -> Result<(), Refusal> {
    if area(scene, id)?.owner.as_ref() == Some(empire) {
        return refuse("10.1", format!("{} is an own area already", scene.rulebook.atlas.name(id))); // rule:10.1 rule:6.9
    }
    Ok(())
}

/// 11.3: raiders never pillage an area at the lowest social state, whoever orders it.
fn spared(scene: &Scene<'_>, empire: &EmpireId, kind: &EndeavourKind) -> Result<(), Refusal> {
    let EndeavourKind::Pillage { target, .. } = kind else { return Ok(()) };
    let raiders = scene.world.empires.get(empire).is_some_and(|own| own.kind == EmpireKind::Raider);
    if raiders && area(scene, target)?.social_state <= scene.rulebook.figures.social_state_lowest {
        let name = scene.rulebook.atlas.name(target);
        return refuse("11.3", format!("{name} is at the lowest social state, and raiders spare it")); // rule:11.3
    }
    Ok(())
}

/// 24.1: from a base beyond the map every area of its reach is a neighbour.
fn from_beyond(scene: &Scene<'_>, beyond: &OffBoard, target: &AreaId) -> Result<Way, Refusal> {
    if beyond.reach.contains(target) {
        return Ok(Way::default()); // rule:24.1
    }
    let name = scene.rulebook.atlas.name(target);
    refuse("9.4", format!("{name} is out of reach from beyond the map"))
}

/// 21.1 (b): diplomacy without a base is for exiles, and reaches everywhere.
fn exile(scene: &Scene<'_>, empire: &EmpireId, target: &AreaId) -> Result<Way, Refusal> {
    area(scene, target)?;
    match scene.world.empires.get(empire) {
        Some(own) if own.kind == EmpireKind::Player && own.court.is_none() => Ok(Way::default()), // rule:21.1
        _ => refuse("21.1", "diplomacy without a base is for exiles"),                            // rule:21.1
    }
}

fn no_treaty(scene: &Scene<'_>, empire: &EmpireId, target: &AreaId) -> Result<(), Refusal> {
    let Some(owner) = area(scene, target)?.owner.as_ref() else { return Ok(()) };
    if treaties::forbids_attack(scene.world, empire, owner, scene.year_or_first()) {
        let name = scene.world.empires.get(owner).map_or(owner.as_str(), |owner| owner.name.as_str());
        return refuse("16.5", format!("a treaty forbids attacks on {name}")); // rule:16.5
    }
    Ok(())
}

fn fortification(scene: &Scene<'_>, empire: &EmpireId, area: &AreaId) -> Result<Way, Refusal> {
    let built = own_area(scene, empire, area)?.fortification;
    let (highest, price) = event_cards::walls(scene, empire, built); // rule:19.15
    if built >= highest {
        return refuse("14.1", format!("{} has all its walls", scene.rulebook.atlas.name(area))); // rule:14.1 rule:6.9
    }
    Ok(Way { sea_areas: 0, price }) // rule:14.1
}

/// 9.4, 9.8: the way from a base to a target: by land where they touch, else or on request by sea.
///
/// Units: sea areas, and gold for ships. Errors: a refusal when the target is out of range.
/// Cases: 9.B.1 to 9.B.11.
pub fn reach(scene: &Scene<'_>, base: &AreaId, target: &AreaId, by_sea: bool) -> Result<Way, Refusal> {
    let (atlas, figures) = (&scene.rulebook.atlas, &scene.rulebook.figures);
    if !by_sea && atlas.adjacent(base, target) {
        return Ok(Way::default()); // rule:9.4
    }
    let seafaring = atlas.seafaring(base);
    let range = if seafaring { figures.ship_sea_areas_seafaring } else { figures.ship_sea_areas };
    let Some(crossed) = atlas.sea_distance_within(base, target, range) else {
        let (target, base) = (atlas.name(target), atlas.name(base));
        let reason = if by_sea {
            format!("{target} is out of reach of {base} by sea")
        } else {
            format!("{target} is out of reach of {base}")
        };
        return refuse(if by_sea { "9.8" } else { "9.4" }, reason); // rule:9.8
    };
    let free = if seafaring { figures.ship_free_sea_areas_seafaring } else { 0 };
    let paid = (crossed - free).max(0);
    let sea_areas = crossed.unsigned_abs();
    Ok(Way { sea_areas, price: paid * figures.ship_gold_per_sea_area }) // rule:9.8
}

/// 9.4, 9.8: every area that a base could reach by land or by sea, whatever it costs.
pub fn within_reach<'a>(rulebook: &'a Rulebook, base: &'a AreaId) -> impl Iterator<Item = &'a AreaId> {
    let (atlas, figures) = (&rulebook.atlas, &rulebook.figures);
    let seafaring = atlas.seafaring(base);
    let range = if seafaring { figures.ship_sea_areas_seafaring } else { figures.ship_sea_areas };
    let overseas =
        atlas.voyages(base).filter(move |(to, crossed)| *crossed <= range && !atlas.adjacent(base, to)); // rule:9.8
    atlas.neighbours(base).chain(overseas.map(|(to, _)| to)) // rule:9.4
}
