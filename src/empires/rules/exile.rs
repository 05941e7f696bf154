//! Chapter 21: exile. What an empire without areas keeps, and how it returns.
//!
//! Reads the figures of 21.1. No dice. A return by diplomacy without a base (b) is judged with all diplomacy, one by
//! wildcard (c) is the GM's; either way the exile gets a court where he gains an area (7.4).

use std::collections::BTreeSet;

use super::communications::best_seat;
use super::conditions;
use super::fixed::Refusal;
use super::muster::refused;
use super::scene::{Effects, Scene};
use crate::empires::chronicle::{Entry, Happening, OutsiderHappening};
use crate::empires::terms::{Act, AreaId, EmpireId, Order, Pentade, When};
use crate::empires::world::{Area, Effect, Empire, EmpireKind, OutsiderChange};

/// Whether an empire is in exile: a player's, without a court (21.1).
pub fn is_exile(empire: &Empire) -> bool {
    empire.kind == EmpireKind::Player && empire.court.is_none() // rule:21.1
}

/// Rule 21.1: an empire loses its last area. Its player keeps half the treasury, rounded down.
///
/// Cases: 21.A.1 to 21.A.5.
pub fn begins(scene: &Scene<'_>, id: &EmpireId, empire: &Empire) -> Effects {
    let mut effects = Effects::default();
    if empire.kind != EmpireKind::Player {
        return effects;
    }
    let kept = empire.treasury / 2; // rule:21.1
    effects.change(Effect::GoldChanged { empire: id.clone(), by: kept - empire.treasury });
    let year = scene.year_or_first();
    effects.change(Effect::Outsider(OutsiderChange::Exiled { empire: id.clone(), year }));
    effects.tell(Entry::new(&["21.1"], Happening::Outsider(OutsiderHappening::Exiled { kept })).of(id));
    effects
}

/// Rule 21.1 (a): the exile who comes home to an area where a magnate would appear: one whose leader has exactly its
/// language and religion. Of several the one longest in exile, then the one of the lower seat.
///
/// Cases: 21.B.1 to 21.B.5.
pub fn comes_home(scene: &Scene<'_>, id: &AreaId, area: &Area) -> Option<Effects> {
    let (exile, _) = exiles(scene).into_iter().find(|(_, empire)| {
        empire.leader.language == area.language && empire.leader.religion == area.religion // rule:21.1
    })?;
    Some(returns(scene, exile, std::slice::from_ref(id)))
}

/// The exiles, the longest in exile first, then by seat.
fn exiles<'a>(scene: &Scene<'a>) -> Vec<(&'a EmpireId, &'a Empire)> {
    let mut exiles: Vec<_> = scene.world.empires.iter().filter(|(_, empire)| is_exile(empire)).collect();
    exiles.sort_by_cached_key(|(id, empire)| (scene.world.outsiders.exiles.get(*id).copied(), empire.seat));
    exiles
}

/// Rule 21.1 (d): exiles who name areas to return in, at the opening or in the year of their order.
///
/// Cases: 21.C.1 to 21.C.9.
pub fn return_home(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let mut taken: BTreeSet<AreaId> = BTreeSet::new();
    for (id, _) in exiles(scene) {
        let mut orders = scene.sheets.get(id).into_iter().flat_map(|sheet| &sheet.orders);
        let due = orders.find_map(|order| match &order.act {
            Act::ReturnFromExile(areas) if is_due(scene, id, order) => Some((order, areas)),
            _ => None,
        });
        let Some((order, areas)) = due else { continue };
        match may_return(scene, id, areas, &taken) {
            Ok(()) => {
                taken.extend(areas.iter().cloned());
                effects.extend(returns(scene, id, areas)); // rule:21.1
            }
            Err(refusal) => effects.tell(refused(id, order, refusal)),
        }
    }
    effects.entries.extend(at_home(scene));
    effects
}

/// Refusals for those who would return and are no exiles.
fn at_home(scene: &Scene<'_>) -> Vec<Entry> {
    let mut refusals = Vec::new();
    for (id, sheet) in scene.sheets {
        let exile = scene.world.empires.get(id).is_some_and(is_exile);
        let returns =
            |order: &&Order| matches!(order.act, Act::ReturnFromExile(_)) && is_due(scene, id, order);
        if let Some(order) = sheet.orders.iter().find(returns).filter(|_| !exile) {
            refusals.push(refused(id, order, Refusal::new("21.1", "only an exile returns"))); // rule:21.1
        }
    }
    refusals
}

fn is_due(scene: &Scene<'_>, id: &EmpireId, order: &Order) -> bool {
    let now = match (order.when, scene.year) {
        (When::Opening | When::Standing, None) => true,
        (When::Year(meant), Some(year)) => meant == year,
        (When::From(first), Some(year)) => first <= year,
        (When::EveryYear, Some(_)) => true,
        _ => false,
    };
    now && order.condition.as_ref().is_none_or(|condition| conditions::holds(scene, id, condition, None))
}

/// Whether an exile may return in these areas: from his second pentade on, in so many connected independent areas of one
/// language and religion.
fn may_return(
    scene: &Scene<'_>,
    id: &EmpireId,
    areas: &[AreaId],
    taken: &BTreeSet<AreaId>,
) -> Result<(), Refusal> {
    let refuse = |reason: String| Err(Refusal::new("21.1", reason));
    let since = scene.world.outsiders.exiles.get(id);
    if since.is_some_and(|since| Pentade::of(*since) >= scene.pentade()) {
        return refuse("an exile names areas from his second pentade on".to_owned()); // rule:21.1
    }
    let named: BTreeSet<&AreaId> = areas.iter().collect();
    let wanted = scene.rulebook.figures.exile_return_areas;
    if usize::try_from(wanted).ok() != Some(named.len()) {
        return refuse(format!("he returns in {wanted} areas")); // rule:21.1
    }
    let found: Vec<&Area> = named.iter().filter_map(|id| scene.world.areas.get(*id)).collect();
    let free = found.iter().all(|area| area.owner.is_none()) && !named.iter().any(|id| taken.contains(*id));
    if !free {
        return refuse("not all of them are independent".to_owned()); // rule:21.1
    }
    let faith = |area: &Area| scene.rulebook.religions.counts_as(&area.religion).clone(); // rule:2.8
    let people: BTreeSet<_> = found.iter().map(|area| (&area.language, faith(area))).collect();
    if people.len() != 1 {
        return refuse("they are not of one language and religion".to_owned()); // rule:21.1
    }
    if !connected(scene, &named) {
        return refuse("they are not connected".to_owned()); // rule:21.1
    }
    Ok(())
}

fn connected(scene: &Scene<'_>, areas: &BTreeSet<&AreaId>) -> bool {
    let mut reached: BTreeSet<&AreaId> = areas.iter().take(1).copied().collect();
    loop {
        let near = |id: &AreaId| reached.iter().any(|here| scene.rulebook.atlas.adjacent(here, id));
        let further: Vec<&AreaId> =
            areas.iter().copied().filter(|id| !reached.contains(id) && near(id)).collect();
        if further.is_empty() {
            return reached.len() == areas.len();
        }
        reached.extend(further);
    }
}

/// An exile gets areas as they are, the best of them as court.
fn returns(scene: &Scene<'_>, id: &EmpireId, areas: &[AreaId]) -> Effects {
    let mut effects = Effects::default();
    let Some(empire) = scene.world.empires.get(id) else { return effects };
    let got = areas.iter().filter_map(|id| scene.world.areas.get_key_value(id));
    let Some(court) = best_seat(scene, &empire.leader, got) else { return effects };
    for area in areas {
        effects.change(Effect::OwnerChanged { area: area.clone(), owner: Some(id.clone()) });
    }
    let happening = OutsiderHappening::Returned { areas: areas.to_vec() };
    effects.tell(Entry::new(&["21.1"], Happening::Outsider(happening)).of(id).at(&court));
    effects.change(Effect::CourtMoved { empire: id.clone(), court: Some(court) });
    effects
}
