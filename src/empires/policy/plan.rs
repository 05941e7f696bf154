//! What a year's endeavour could be, and what it is worth.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::Policy;
use super::outlook::Outlook;
use crate::empires::rulebook::CheckResult;
use crate::empires::rules::{conquest, pillage};
use crate::empires::terms::{AreaId, EndeavourKind, EndeavourSort};
use crate::empires::world::Area;

/// One endeavour that is possible as the world stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prospect {
    /// What.
    pub kind: EndeavourKind,
    /// What one year of it is worth, in hundredths of a point of wealth.
    pub worth: i32,
    /// For how many years it stays useful.
    pub years: i32,
}

/// Everything that is possible and worth something, the best first.
pub fn prospects(outlook: &Outlook<'_>) -> Vec<Prospect> {
    let mut found: Vec<Prospect> = Vec::new();
    for (id, area) in outlook.own() {
        found.extend(ruling(outlook, id, area));
        found.extend(fortification(outlook, id, area));
        found.extend(conversion(outlook, id, area));
    }
    for target in outlook.marches() {
        found.extend(conquest_of(outlook, target));
        found.extend(pillage_of(outlook, target));
    }
    found.extend(diplomacy(outlook));
    found.retain(|one| one.worth > 0);
    found.sort_by_key(|one| (Reverse(one.worth), one.kind.clone()));
    found
}

/// What a temper makes of a sort of endeavour, in percent.
fn liking(policy: Policy, sort: EndeavourSort) -> i32 {
    match (policy, sort) {
        (Policy::Conqueror, EndeavourSort::Conquest) => 180,
        (Policy::Conqueror, EndeavourSort::Pillage) => 80,
        (Policy::Conqueror, EndeavourSort::Diplomacy) => 40,
        (Policy::Conqueror, EndeavourSort::Fortification) => 30,
        (Policy::Builder, EndeavourSort::Conquest) => 60,
        (Policy::Builder, EndeavourSort::Pillage) => 10,
        (Policy::Caretaker, EndeavourSort::Conquest | EndeavourSort::Pillage | EndeavourSort::Conversion) => {
            0
        }
        _ => 100,
    }
}

fn prospect(outlook: &Outlook<'_>, kind: EndeavourKind, gain: i32, years: i32) -> Option<Prospect> {
    let sort = kind.sort();
    let liking = liking(outlook.policy, sort);
    if liking == 0 || gain <= 0 {
        return None;
    }
    let percent = outlook.percent(sort, outlook.rating(&kind, 0)?);
    Some(Prospect { kind, worth: gain * percent * liking / 100, years })
}

fn ruling(outlook: &Outlook<'_>, id: &AreaId, area: &Area) -> Option<Prospect> {
    let maximum = outlook.scene.rulebook.bounds().maximum_social_state(area.base_social_state);
    let (gain, years) = if area.in_unrest {
        (4 + area.wealth().max(0), 2)
    } else if area.social_state < maximum {
        let urgent = i32::from(area.social_state < 1);
        (1 + urgent, maximum - area.social_state)
    } else if area.partial_conquests.is_empty() {
        return None;
    } else {
        (3, 1)
    };
    prospect(outlook, EndeavourKind::Ruling { area: id.clone(), removing: None }, gain, years.min(3))
}

fn fortification(outlook: &Outlook<'_>, id: &AreaId, area: &Area) -> Option<Prospect> {
    let figures = &outlook.scene.rulebook.figures;
    let threatened = !area.partial_conquests.is_empty() || outlook.is_court(id);
    let rich = outlook.empire.treasury >= 3 * figures.fortification_price;
    if !threatened || !rich || area.fortification >= figures.fortification_highest {
        return None;
    }
    prospect(outlook, EndeavourKind::Fortification { area: id.clone() }, 2, 1)
}

/// Own areas of another religion, as long as the ruler has no nearer care.
fn conversion(outlook: &Outlook<'_>, id: &AreaId, area: &Area) -> Option<Prospect> {
    let religion = &outlook.empire.leader.religion;
    if area.in_unrest || (area.religion == *religion && area.urgs.is_empty()) {
        return None;
    }
    let gain = if area.religion == *religion { 1 } else { 2 };
    prospect(outlook, EndeavourKind::Conversion { area: id.clone() }, gain, 3)
}

/// The best base for a target, by rating.
fn best_base(
    outlook: &Outlook<'_>,
    target: &AreaId,
    kind: impl Fn(AreaId, AreaId) -> EndeavourKind,
) -> Option<EndeavourKind> {
    let near = outlook.scene.rulebook.atlas.neighbours(target).filter(|near| outlook.owns(near));
    let rated = near
        .map(|base| kind(target.clone(), base.clone()))
        .filter_map(|kind| Some((outlook.rating(&kind, 0)?, Reverse(kind))));
    rated.max().map(|(_, Reverse(kind))| kind)
}

fn conquest_of(outlook: &Outlook<'_>, target: &AreaId) -> Option<Prospect> {
    let area = outlook.area(target)?;
    let kind = best_base(outlook, target, |target, base| EndeavourKind::Conquest { target, base })?;
    let need = (conquest::need(outlook.scene, area) - conquest::results_of(area, outlook.id)).max(1);
    let gain = (2 * (2 + area.wealth().max(0)) - burden(outlook, area)) / need;
    prospect(outlook, kind, gain, need + 1)
}

/// What a new subject would cost in unrest: more, the stranger it is.
fn burden(outlook: &Outlook<'_>, area: &Area) -> i32 {
    let leader = &outlook.empire.leader;
    let strange = i32::from(area.language != leader.language);
    let distance = outlook.scene.rulebook.religions.distance(&leader.religion, &area.religion);
    let home = i32::from(area.claims.contains(outlook.id)) * 4;
    strange + 2 * distance - home
}

fn pillage_of(outlook: &Outlook<'_>, target: &AreaId) -> Option<Prospect> {
    let area = outlook.area(target)?;
    let figures = &outlook.scene.rulebook.figures;
    let poor = outlook.empire.treasury < 5;
    if !poor || area.religion == outlook.empire.leader.religion {
        return None;
    }
    let kind = best_base(outlook, target, |target, base| EndeavourKind::Pillage { target, base })?;
    prospect(outlook, kind, pillage::gold(figures, area), 2)
}

/// Ties to own areas, which make claims (18.3), and to areas of nobody's.
fn diplomacy(outlook: &Outlook<'_>) -> Vec<Prospect> {
    let tieless = |area: &Area| !area.ties.contains_key(outlook.id);
    let atlas = &outlook.scene.rulebook.atlas;
    let own: BTreeSet<&AreaId> = outlook
        .own()
        .filter(|(_, area)| tieless(area) && !area.claims.contains(outlook.id))
        .map(|(id, _)| id)
        .collect();
    let free = outlook
        .marches()
        .into_iter()
        .filter(|id| outlook.area(id).is_some_and(|area| area.owner.is_none() && tieless(area)));
    let targets = own.into_iter().map(|id| (id, 3)).chain(free.map(|id| (id, 2)));
    let found = targets.filter_map(|(target, gain)| {
        let near =
            atlas.neighbours(target).filter(|near| outlook.owns(near) && outlook.connected.contains(*near));
        let base = near.max_by_key(|near| (outlook.area(near).map(|area| area.social_state), *near))?;
        let kind = EndeavourKind::Diplomacy { target: target.clone(), base: Some(base.clone()) };
        prospect(outlook, kind, gain, 1)
    });
    found.collect()
}

/// The own area that a neighbour could take soonest, if any is in danger.
pub fn endangered(outlook: &Outlook<'_>) -> Option<AreaId> {
    let atlas = &outlook.scene.rulebook.atlas;
    let exposed = |id: &AreaId| {
        atlas.neighbours(id).any(|near| {
            let owner = outlook.area(near).and_then(|area| area.owner.as_ref());
            owner.is_some_and(|owner| owner != outlook.id)
        })
    };
    let mut areas: Vec<_> = outlook.own().filter(|(id, _)| exposed(id)).collect();
    areas.sort_by_key(|(id, area)| {
        let besieged = area.results_of_others(outlook.id);
        (Reverse(besieged), !outlook.is_court(id), Reverse(area.wealth()), *id)
    });
    areas.first().map(|(id, _)| (*id).clone())
}

/// Whether a check of an own area could end in rebellion, which makes its use as a base rash while it is in unrest.
pub fn is_shaky(outlook: &Outlook<'_>, id: &AreaId) -> bool {
    let from = outlook.scene.rulebook.rebellion_results.from(CheckResult::Rebellion);
    let average = 7;
    outlook.rebellion_value(id).zip(from).is_some_and(|(value, from)| value + average >= from)
}
