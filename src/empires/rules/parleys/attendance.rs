//! Who attends a parley, and how many votes each has (20.2, 20.3).

use std::collections::{BTreeMap, BTreeSet};

use super::super::communications::own_areas;
use super::super::leaders;
use super::super::papacy::is_pope;
use super::super::scene::Scene;
use super::influence::bearing_on;
use crate::empires::rulebook::{BYZANTIUM, CATHOLIC, Group, ORTHODOX};
use crate::empires::terms::{AreaId, EmpireId, Motion, ReligionId, RuleId};
use crate::empires::world::{Empire, EmpireKind, InfluenceUse};
use crate::postal::chronicle::{Breakdown, Line};

/// A kind of gathering (20.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gathering<'m> {
    /// EO, civilised Muslims, RC and RC-related: claims and diplomatic conquests.
    Courts,
    /// RC: schism and Papal matters.
    Catholics,
    /// RC and EO: union of the two.
    Churches,
    /// RC and Byzantium: crusades.
    Crusaders,
    /// Muslims: jihads.
    Muslims,
    /// All neighbouring rulers of an empire: its regency.
    Neighbours(Option<&'m EmpireId>),
    /// Everybody: what the GM lets a parley decide.
    Everybody,
}

fn gathering(motion: &Motion) -> Gathering<'_> {
    match motion {
        Motion::Claim { .. } | Motion::DiplomaticConquest { .. } => Gathering::Courts,
        Motion::Excommunication { .. }
        | Motion::AgainstPope
        | Motion::Absolution { .. }
        | Motion::EndOfSchism => Gathering::Catholics,
        Motion::Union => Gathering::Churches,
        Motion::Crusade { .. } | Motion::CrusadeFor { .. } | Motion::CrusadeGoesOn => Gathering::Crusaders,
        Motion::Jihad => Gathering::Muslims,
        Motion::Regency { of, .. } => Gathering::Neighbours(of.as_ref()),
        Motion::Wildcard { .. } | Motion::Any => Gathering::Everybody,
    }
}

/// Whether a parley is a religious one, in which Influence cards count (19.19).
pub fn is_religious(motion: &Motion) -> bool {
    matches!(
        gathering(motion),
        Gathering::Catholics | Gathering::Churches | Gathering::Crusaders | Gathering::Muslims
    )
}

/// Whether the Pope has the votes of his office: Papal and crusade matters (20.3).
fn is_papal(motion: &Motion) -> bool {
    matches!(gathering(motion), Gathering::Catholics | Gathering::Churches | Gathering::Crusaders)
}

/// Rules 20.2 and 20.3: everyone who has a vote, with the votes that each has.
///
/// Units: votes, from 1. Cases: 20.A.1 to 20.B.12.
pub fn electors(
    scene: &Scene<'_>,
    motion: &Motion,
    excluded: &BTreeSet<EmpireId>,
) -> BTreeMap<EmpireId, Breakdown> {
    let neighbours = neighbouring_rulers(scene, motion);
    let may_vote = |id: &EmpireId, empire: &Empire| {
        !excluded.contains(id) // rule:20.3
            && is_present(scene, id, empire)
            && (attends(scene, motion, &neighbours, id, empire) || is_admitted(scene, motion, id))
    };
    let empires = scene.world.empires.iter().filter(|(id, empire)| may_vote(id, empire));
    empires.map(|(id, empire)| (id.clone(), votes(scene, motion, id, empire))).collect()
}

/// Whether an empire can be at any parley: one that plays and lives. Exiles can (21.1); so can a Pope without areas.
fn is_present(scene: &Scene<'_>, id: &EmpireId, empire: &Empire) -> bool {
    match empire.kind {
        EmpireKind::Player | EmpireKind::Pope => true, // rule:21.1
        EmpireKind::Magnate | EmpireKind::CrusaderState | EmpireKind::ReligiousOrder => {
            own_areas(scene.world, id).next().is_some()
        }
        EmpireKind::Raider | EmpireKind::Crusade => false,
    }
}

/// Rule 20.2.
fn attends(
    scene: &Scene<'_>,
    motion: &Motion,
    neighbours: &BTreeSet<&EmpireId>,
    id: &EmpireId,
    empire: &Empire,
) -> bool {
    let religion = &empire.leader.religion;
    let gathering = gathering(motion);
    match gathering {
        Gathering::Courts if group(scene, religion) == Some(Group::Muslim) => {
            let religions = &scene.rulebook.religions;
            religions.civilised_muslim(id, religion, scene.year_or_first()) // rule:20.2 rule:2.6
        }
        Gathering::Crusaders if id.is(BYZANTIUM) => true, // rule:20.2
        Gathering::Crusaders => religion.is(CATHOLIC),
        Gathering::Neighbours(_) => neighbours.contains(id), // rule:20.2
        _ => is_of(scene, gathering, religion),
    }
}

/// Whether a religion attends (20.2), as that of a ruler or that of an area whose vote he casts.
fn is_of(scene: &Scene<'_>, gathering: Gathering<'_>, religion: &ReligionId) -> bool {
    let catholic = religion.is(CATHOLIC);
    let orthodox = religion.is(ORTHODOX);
    match gathering {
        Gathering::Courts => {
            catholic
                || orthodox
                || scene.rulebook.religions.related(religion, &ReligionId::new(CATHOLIC))
                || group(scene, religion) == Some(Group::Muslim)
        }
        Gathering::Catholics => catholic,
        Gathering::Churches => catholic || orthodox,
        Gathering::Crusaders => catholic || is_byzantine(scene, religion),
        Gathering::Muslims => group(scene, religion) == Some(Group::Muslim),
        Gathering::Neighbours(_) | Gathering::Everybody => true,
    }
}

fn is_byzantine(scene: &Scene<'_>, religion: &ReligionId) -> bool {
    let byzantium = scene.world.empires.get(&EmpireId::new(BYZANTIUM));
    byzantium.is_some_and(|empire| empire.leader.religion == *religion)
}

fn group(scene: &Scene<'_>, religion: &ReligionId) -> Option<Group> {
    scene.rulebook.religions.group(religion)
}

/// Whether the vote of an area counts: its religion attends. Muslim areas vote on claims only under a Muslim ruler.
fn area_counts(scene: &Scene<'_>, motion: &Motion, ruler: &ReligionId, religion: &ReligionId) -> bool {
    let muslim = |religion| group(scene, religion) == Some(Group::Muslim);
    match gathering(motion) {
        Gathering::Courts if muslim(religion) => muslim(ruler), // ruling:R20.3
        gathering => is_of(scene, gathering, religion),
    }
}

/// Rule 19.19: whether an Influence card opens the door.
fn is_admitted(scene: &Scene<'_>, motion: &Motion, id: &EmpireId) -> bool {
    let mut cards = bearing_on(scene, motion);
    cards.any(|card| card.empire == *id && matches!(card.serves, InfluenceUse::Attendance(_)))
        && may_be_admitted(scene, motion, id)
}

/// Rule 19.19: whether an underlying group of an empire is related to a religion that attends.
pub fn may_be_admitted(scene: &Scene<'_>, motion: &Motion, id: &EmpireId) -> bool {
    let gathering = gathering(motion);
    let attending: Vec<&ReligionId> = scene
        .rulebook
        .religions
        .iter()
        .map(|one| &one.id)
        .filter(|one| is_of(scene, gathering, one))
        .collect();
    let related = |urg: &ReligionId| {
        attending.iter().any(|religion| scene.rulebook.religions.related(urg, religion)) // rule:19.19
    };
    is_religious(motion) && own_areas(scene.world, id).any(|(_, area)| area.urgs.keys().any(related))
}

/// Rule 20.2: who rules an area that touches one of the empire whose regency is at stake.
fn neighbouring_rulers<'s>(scene: &Scene<'s>, motion: &Motion) -> BTreeSet<&'s EmpireId> {
    let Gathering::Neighbours(Some(of)) = gathering(motion) else { return BTreeSet::new() };
    let around = own_areas(scene.world, of).flat_map(|(area, _)| scene.rulebook.atlas.neighbours(area));
    let owners = around.filter_map(|area: &AreaId| scene.world.areas.get(area)?.owner.as_ref());
    owners.filter(|owner| *owner != of).collect()
}

/// Rule 20.3: the votes of one elector, line by line.
fn votes(scene: &Scene<'_>, motion: &Motion, id: &EmpireId, empire: &Empire) -> Breakdown {
    let line = |label: &str, points: i32, rule: &str| Line {
        label: label.to_owned(),
        points,
        rule: RuleId::new(rule),
    };
    let figures = &scene.rulebook.figures;
    let mut lines = Vec::new();
    if is_pope(id, empire) && is_papal(motion) {
        lines.push(line("Pope", figures.pope_votes, "20.3")); // rule:20.3
    } else {
        let ruler = &empire.leader.religion;
        let counting = own_areas(scene.world, id);
        let counting = counting.filter(|(_, area)| area_counts(scene, motion, ruler, &area.religion));
        let areas = i32::try_from(counting.count()).unwrap_or(i32::MAX);
        if areas > 0 {
            lines.push(line("own areas", areas, "20.3")); // rule:20.3
        }
        let stature = leaders::statures(scene, id).map_or(1, |statures| statures.diplomatic);
        lines.push(line("diplomatic stature", stature, "20.3")); // rule:20.3 rule:21.1
    }
    for card in bearing_on(scene, motion) {
        if card.empire == *id && matches!(card.serves, InfluenceUse::Votes(_)) {
            lines.push(line("Influence in Religious Hierarchy", figures.influence_votes, "19.19")); // rule:19.19
        }
    }
    let total = lines.iter().map(|line| line.points).sum();
    Breakdown { name: format!("votes of {}", empire.name), lines, total }
}
