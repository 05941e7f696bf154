//! The only code that changes a world.
//!
//! The effects of one step are merged by the commutative rules of 6.7: they are put into one canonical order
//! first, sums are added up before they are clamped, and every conflict has its ruling.

use std::collections::{BTreeMap, BTreeSet};

use super::{Area, Effect, PartialConquest, PeopleChange, Tie, World};
use super::{cards, church, crusades, heresies, map, outsiders, past, people, regencies, scores};
use crate::empires::terms::{AreaId, Bounds, EmpireId, ReligionId};

/// Brings about the effects of one step, whatever the order in which they are listed.
///
/// Effects on areas or empires that the world does not have are passed over.
pub fn apply(bounds: &Bounds, world: &mut World, effects: &[Effect]) {
    if effects.is_empty() {
        return;
    }
    let mut sorted: Vec<&Effect> = effects.iter().collect();
    sorted.sort_unstable();

    map::apply(world, sorted.iter().filter_map(|effect| effect.added_area()));
    found_empires(world, &sorted);
    add_up(bounds, world, &sorted);
    score_results(world, &sorted);
    let freed = change_owners(world, &sorted);
    mark_areas(world, &sorted, &freed);
    change_bonds(world, &sorted);
    change_empires(world, &sorted);
    change_papers(world, &sorted);
    change_parts(bounds, world, &sorted);
    if sorted.iter().any(|effect| matches!(effect, Effect::PentadeEnded)) {
        end_pentade(bounds, world);
    }
}

/// New empires come first, so that the same step can give them gold and areas (8.7).
fn found_empires(world: &mut World, effects: &[&Effect]) {
    for effect in effects {
        if let Effect::EmpireFounded { empire, founded } = effect {
            let mut founded = (**founded).clone();
            while founded.seat.is_some() && world.empires.values().any(|other| other.seat == founded.seat) {
                founded.seat = founded.seat.map(|seat| seat.saturating_add(1)); // rule:9.2
            }
            world.empires.get_or_insert_with(empire.clone(), || founded); // rule:8.7
        }
    }
}

/// Sums, then clamps (6.7).
fn add_up(bounds: &Bounds, world: &mut World, effects: &[&Effect]) {
    let mut social_state: BTreeMap<&AreaId, i32> = BTreeMap::new();
    let mut fortification: BTreeMap<&AreaId, i32> = BTreeMap::new();
    let mut gold: BTreeMap<&EmpireId, i32> = BTreeMap::new();
    for effect in effects {
        match effect {
            Effect::SocialStateChanged { area, by } => add(&mut social_state, area, *by),
            Effect::FortificationChanged { area, by } => add(&mut fortification, area, *by),
            Effect::GoldChanged { empire, by } => add(&mut gold, empire, *by),
            _ => {}
        }
    }
    for (id, by) in social_state {
        if let Some(area) = world.areas.get_mut(id) {
            let maximum = bounds.maximum_social_state(area.base_social_state).max(bounds.lowest_social_state);
            area.social_state =
                area.social_state.saturating_add(by).clamp(bounds.lowest_social_state, maximum); // rule:6.7
        }
    }
    for (id, by) in fortification {
        if let Some(area) = world.areas.get_mut(id) {
            area.fortification = area.fortification.saturating_add(by).clamp(0, bounds.highest_fortification); // rule:6.7
        }
    }
    for (id, by) in gold {
        if let Some(empire) = world.empires.get_mut(id) {
            empire.treasury = empire.treasury.saturating_add(by).max(0); // rule:6.7
        }
    }
}

fn add<'a, K: Ord>(sums: &mut BTreeMap<&'a K, i32>, key: &'a K, by: i32) {
    let sum = sums.entry(key).or_default();
    *sum = sum.saturating_add(by);
}

/// C results: first what was scored, then what was taken off (10.4, 10.7, 12.1).
fn score_results(world: &mut World, effects: &[&Effect]) {
    let mut targets: BTreeSet<&AreaId> = BTreeSet::new();
    for effect in effects {
        match effect {
            Effect::ResultsScored { target, attacker, base, results } => {
                targets.insert(target);
                add_results(world, target, attacker, base, *results);
            }
            Effect::DiplomaticResultsScored { target, empire, results } => {
                targets.insert(target);
                if let Some(area) = world.areas.get_mut(target) {
                    *area.diplomatic_results.entry(empire.clone()).or_default() += results;
                }
            }
            _ => {}
        }
    }
    for effect in effects {
        match effect {
            Effect::ResultsRemoved { target, attacker, base, results } => {
                targets.insert(target);
                add_results(world, target, attacker, base, -results);
            }
            Effect::DiplomaticResultsVanished { target, empire } => {
                if let Some(area) = world.areas.get_mut(target) {
                    area.diplomatic_results.remove(empire);
                }
            }
            _ => {}
        }
    }
    for target in targets {
        with(world, target, |area| {
            area.partial_conquests.retain(|partial| partial.results > 0);
            area.diplomatic_results.retain(|_, results| *results > 0);
        });
    }
}

fn add_results(world: &mut World, target: &AreaId, attacker: &EmpireId, base: &AreaId, results: i32) {
    let Some(area) = world.areas.get_mut(target) else { return };
    let border = area.partial_conquests.iter_mut().find(|p| p.attacker == *attacker && p.base == *base);
    match border {
        Some(partial) => partial.results += results,
        None => {
            let partial = PartialConquest { attacker: attacker.clone(), base: base.clone(), results };
            area.partial_conquests.push(partial);
            area.partial_conquests.sort_unstable();
        }
    }
}

/// Changes of owner; returns the areas that became independent.
fn change_owners(world: &mut World, effects: &[&Effect]) -> BTreeSet<AreaId> {
    let mut wanted: BTreeMap<&AreaId, BTreeSet<Option<&EmpireId>>> = BTreeMap::new();
    for effect in effects {
        if let Effect::OwnerChanged { area, owner } = effect {
            wanted.entry(area).or_default().insert(owner.as_ref());
        }
    }
    let mut lost: BTreeMap<AreaId, EmpireId> = BTreeMap::new();
    let mut freed = BTreeSet::new();
    for (id, owners) in wanted {
        let mut takers = owners.into_iter().flatten();
        let taker = match (takers.next(), takers.next()) {
            (taker, None) => taker.cloned(),
            (_, Some(_)) => continue, // rule:10.5
        };
        let Some(area) = world.areas.get_mut(id) else { continue };
        if area.owner == taker {
            continue;
        }
        if let Some(former) = hand_over(area, taker) {
            lost.insert(id.clone(), former);
        }
        if area.owner.is_none() {
            freed.insert(id.clone());
        }
        world.people.forget_area(id); // rule:17.4
    }
    drop_results_from(world, &lost);
    freed
}

/// Gives an area to its new owner and returns the former one.
fn hand_over(area: &mut Area, taker: Option<EmpireId>) -> Option<EmpireId> {
    if taker.is_some() {
        area.partial_conquests.clear(); // rule:10.6
        area.diplomatic_results.clear(); // rule:10.6
    }
    area.undisputed_since = None; // rule:18.6
    std::mem::replace(&mut area.owner, taker)
}

/// C results from bases that their owner lost this step vanish.
fn drop_results_from(world: &mut World, lost: &BTreeMap<AreaId, EmpireId>) {
    if lost.is_empty() {
        return;
    }
    for area in world.areas.values_mut() {
        area.partial_conquests.retain(|partial| lost.get(&partial.base) != Some(&partial.attacker)); // rule:10.7
    }
}

/// Unrest, taxation, plunder, religion, the clock of undisputed control.
fn mark_areas(world: &mut World, effects: &[&Effect], freed: &BTreeSet<AreaId>) {
    // In canonical order `UnrestSet` and `UnrestRemoved` stand apart; the set ones are put down last.
    for effect in effects {
        match effect {
            Effect::UnrestRemoved(id) => with(world, id, |area| area.in_unrest = false),
            Effect::Taxed(id) => with(world, id, |area| area.taxed = true),
            Effect::Plundered(id) => with(world, id, |area| area.plundered = true),
            Effect::ReligionChanged { area, religion } => {
                with(world, area, |area| convert(area, religion));
                world.people.conversions.remove(area);
            }
            Effect::ControlDated { area, since } => with(world, area, |area| area.undisputed_since = *since),
            _ => {}
        }
    }
    for effect in effects {
        if let Effect::UnrestSet(id) = effect {
            with(world, id, |area| area.in_unrest = true); // rule:6.7
        }
    }
    for id in freed {
        with(world, id, |area| area.in_unrest = false); // rule:17.4
    }
}

/// The dominant religion is no underlying group of its own area (32.6).
fn convert(area: &mut Area, religion: &ReligionId) {
    area.religion = religion.clone();
    area.urgs.remove(religion); // rule:32.6
}

fn with(world: &mut World, id: &AreaId, change: impl FnOnce(&mut Area)) {
    if let Some(area) = world.areas.get_mut(id) {
        change(area);
    }
}

/// Ties and claims. What ends one goes before what waives it, and that before what makes it.
fn change_bonds(world: &mut World, effects: &[&Effect]) {
    for effect in effects {
        match effect {
            Effect::TieGained { area, empire } => with(world, area, |area| {
                area.ties.insert(empire.clone(), Tie { waived: false });
            }),
            Effect::ClaimGained { area, empire } => with(world, area, |area| {
                area.claims.insert(empire.clone());
            }),
            _ => {}
        }
    }
    for effect in effects {
        if let Effect::TieWaived { area, empire } = effect {
            with(world, area, |area| {
                if let Some(tie) = area.ties.get_mut(empire) {
                    tie.waived = true;
                }
            });
        }
    }
    for effect in effects {
        match effect {
            Effect::TieEnded { area, empire } => with(world, area, |area| {
                area.ties.remove(empire);
            }),
            Effect::ClaimEnded { area, empire } => with(world, area, |area| {
                area.claims.remove(empire);
            }),
            _ => {}
        }
    }
}

/// Courts and leaders. A step changes each at most once; were there two changes, the later in canonical order stands.
fn change_empires(world: &mut World, effects: &[&Effect]) {
    for effect in effects {
        match effect {
            Effect::CourtMoved { empire, court } => {
                if let Some(moved) = world.empires.get_mut(empire) {
                    moved.court.clone_from(court);
                }
                if court.is_some() {
                    world.outsiders.exiles.remove(empire); // rule:21.1
                }
            }
            Effect::LeaderChanged { empire, leader } => {
                if let Some(empire) = world.empires.get_mut(empire) {
                    empire.leader = (**leader).clone();
                }
            }
            _ => {}
        }
    }
}

/// Treaties, parleys, facts. Kept in canonical order and each once.
fn change_papers(world: &mut World, effects: &[&Effect]) {
    for effect in effects {
        match effect {
            Effect::TreatyRegistered(treaty) => {
                world.offers.retain(|offer| !same_paper(offer, treaty));
                put_in_order(&mut world.treaties, &**treaty);
            }
            Effect::TreatyOffered(treaty) => put_in_order(&mut world.offers, &**treaty),
            Effect::ParleyDue(parley) => put_in_order(&mut world.parleys_due, parley),
            Effect::Remembered(fact) => {
                world.facts.insert(fact.clone());
            }
            _ => {}
        }
    }
    for effect in effects {
        if let Effect::TreatyEnded(treaty) = effect {
            world.treaties.retain(|kept| kept != &**treaty);
            world.offers.retain(|kept| kept != &**treaty);
        }
    }
}

/// Puts something in its place in a list that is in order, once.
fn put_in_order<T: Ord + Clone>(kept: &mut Vec<T>, one: &T) {
    kept.push(one.clone());
    kept.sort_unstable();
    kept.dedup();
}

/// The parts of the world that keep their own changes.
fn change_parts(bounds: &Bounds, world: &mut World, effects: &[&Effect]) {
    macro_rules! part {
        ($variant:ident, $apply:expr) => {
            let changes: Vec<_> = effects
                .iter()
                .filter_map(|effect| match effect {
                    Effect::$variant(change) => Some(change),
                    _ => None,
                })
                .collect();
            if !changes.is_empty() {
                $apply(world, &changes);
            }
        };
    }
    part!(Card, cards::apply);
    part!(Church, church::apply);
    part!(Crusade, crusades::apply);
    part!(Outsider, outsiders::apply);
    part!(People, |world: &mut World, changes: &[&PeopleChange]| people::apply(bounds, world, changes));
    part!(Heresy, heresies::apply);
    part!(Regency, regencies::apply);
    part!(Score, scores::apply);
}

/// Whether an offer is the paper that was now registered: all but the signatures agree.
fn same_paper(offer: &super::Treaty, treaty: &super::Treaty) -> bool {
    offer.parties == treaty.parties
        && offer.binding == treaty.binding
        && offer.until == treaty.until
        && offer.points == treaty.points
}

fn end_pentade(bounds: &Bounds, world: &mut World) {
    for area in world.areas.values_mut() {
        area.taxed = false;
        area.plundered = false;
    }
    outsiders::end_pentade(world);
    crusades::end_pentade(world);
    world.cards.orders_done.clear();
    world.pentade = world.pentade.next();
    past::lay_away(bounds, world); // rule:6.5
}
