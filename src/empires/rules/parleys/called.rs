//! Parleys that empires call (20.3): one call of each in a year, each with its ground.

use std::collections::{BTreeMap, BTreeSet};

use super::super::fixed::Refusal;
use super::super::muster::refused;
use super::super::scene::{Effects, Scene};
use super::super::{conditions, crusades, excommunication, papacy, regencies, schism};
use super::decision::{Parley, tally};
use crate::empires::terms::{Act, EmpireId, Motion, Order, When};
use crate::empires::world::InfluenceUse;

/// What is before the parleys of a year beside what fell due from endeavours and Recognitions (12.2, 19.8).
#[derive(Debug, Default)]
pub(super) struct Agenda {
    /// Each motion with who called it first; none for what comes of itself.
    pub(super) motions: BTreeMap<Motion, Option<EmpireId>>,
    /// Calls that are refused.
    refused: Effects,
}

/// The agenda of a year: what comes of itself (27.4) or was put off to it, then what Influence cards and orders call.
///
/// Of one empire the first lawful call counts, and the others are refused (20.3). A call for several years is refused
/// aloud in the first of them only.
///
/// Cases: 20.E.1 to 20.E.6.
pub(super) fn agenda(scene: &Scene<'_>) -> Agenda {
    let mut agenda = Agenda::default();
    due(scene, &mut agenda);
    let mut callers = BTreeSet::new();
    let mut cards: Vec<_> = scene.world.church.influence.iter().collect();
    cards.sort_by_cached_key(|card| seat(scene, &card.empire));
    for card in cards {
        let InfluenceUse::Call { against } = &card.serves else { continue };
        if once(&callers, &card.empire).is_ok() && excommunication::may_be_tried(scene, against).is_ok() {
            callers.insert(&card.empire);
            let motion = Motion::Excommunication { of: Some(against.clone()) };
            agenda.motions.entry(motion).or_insert_with(|| Some(card.empire.clone())); // rule:19.19
        }
    }
    let mut sheets: Vec<_> = scene.sheets.iter().collect();
    sheets.sort_by_cached_key(|(id, _)| seat(scene, id));
    for (empire, sheet) in sheets {
        for order in &sheet.orders {
            let Act::Call(motion) = &order.act else { continue };
            if !conditions::is_due(scene, empire, order, true) || *motion == Motion::AgainstPope {
                continue;
            }
            match once(&callers, empire).and_then(|()| may_call(scene, empire, motion)) {
                Ok(()) => {
                    callers.insert(empire);
                    agenda.motions.entry(motion.clone()).or_insert_with(|| Some(empire.clone()));
                }
                Err(refusal) if is_first_chance(scene, order) => {
                    agenda.refused.tell(refused(empire, order, refusal));
                }
                Err(_) => {}
            }
        }
    }
    agenda
}

/// What comes of itself or was put off to this year.
fn due(scene: &Scene<'_>, agenda: &mut Agenda) {
    for attacker in excommunication::attackers_of_rome(scene) {
        agenda.motions.insert(Motion::Excommunication { of: Some(attacker) }, None); // rule:27.4
    }
    let waiting = scene.world.church.due.iter().filter(|due| due.year <= scene.year_or_first());
    let mut waiting: Vec<_> = waiting.collect();
    waiting.sort_by_cached_key(|due| (due.year, due.caller.as_ref().and_then(|id| seat(scene, id))));
    for due in waiting {
        let lawful = match &due.motion {
            Motion::Claim { .. } | Motion::Wildcard { .. } => false,
            Motion::Excommunication { of } => {
                of.as_ref().is_some_and(|of| excommunication::may_be_accused(scene, of).is_ok())
            }
            _ => true,
        };
        if lawful {
            agenda.motions.entry(due.motion.clone()).or_insert_with(|| due.caller.clone());
        }
    }
}

/// Whoever calls first is the caller: by seats, which are kept under any name.
fn seat(scene: &Scene<'_>, empire: &EmpireId) -> Option<u32> {
    scene.world.empires.get(empire).and_then(|empire| empire.seat)
}

/// Rule 23.2: the rulers who are about to be excommunicated this year.
pub fn accused(scene: &Scene<'_>) -> BTreeSet<EmpireId> {
    let motions = agenda(scene).motions.into_keys();
    motions
        .filter_map(|motion| match motion {
            Motion::Excommunication { of } => of,
            _ => None,
        })
        .collect()
}

/// Rule 23.2: the dated calls against the Pope of those whom nobody accuses in their year.
pub fn refused_against_pope(scene: &Scene<'_>, accused: &BTreeSet<EmpireId>) -> Effects {
    let mut effects = Effects::default();
    for (empire, sheet) in scene.sheets.iter().filter(|(empire, _)| !accused.contains(*empire)) {
        let calls = sheet.orders.iter().filter(|order| matches!(order.act, Act::Call(Motion::AgainstPope)));
        let dated = calls.filter(|order| {
            matches!(order.when, When::Year(_)) && conditions::is_due(scene, empire, order, true)
        });
        for order in dated {
            if let Err(refusal) = may_call(scene, empire, &Motion::AgainstPope) {
                effects.tell(refused(empire, order, refusal));
            }
        }
    }
    effects
}

fn once(callers: &BTreeSet<&EmpireId>, empire: &EmpireId) -> Result<(), Refusal> {
    if callers.contains(empire) {
        return Err(Refusal::new("20.3", "an empire calls one parley a year")); // rule:20.3
    }
    Ok(())
}

fn is_first_chance(scene: &Scene<'_>, order: &Order) -> bool {
    let year = scene.year_or_first();
    match order.when {
        When::Year(_) => true,
        When::From(first) => first.max(scene.pentade().first_year()) == year,
        When::EveryYear | When::Standing | When::Opening => year == scene.pentade().first_year(),
    }
}

/// Whether an empire has the ground to call a parley on a motion now (20.1).
fn may_call(scene: &Scene<'_>, caller: &EmpireId, motion: &Motion) -> Result<(), Refusal> {
    // rule:20.1
    match motion {
        Motion::Claim { .. } => Err(Refusal::new("19.8", "a claim needs a Recognition of Claim")),
        Motion::DiplomaticConquest { .. } => Err(Refusal::new(
            "12.2",
            "a diplomatic conquest needs its results, and then its parley comes of itself",
        )),
        Motion::Wildcard { .. } | Motion::Any => {
            Err(Refusal::new("20.1", "the GM alone puts that before a parley"))
        }
        Motion::Excommunication { .. }
        | Motion::AgainstPope
        | Motion::Absolution { .. }
        | Motion::EndOfSchism
        | Motion::Union => papacy::may_call(scene, caller, motion),
        Motion::Crusade { .. } | Motion::CrusadeFor { .. } | Motion::CrusadeGoesOn | Motion::Jihad => {
            if *motion != Motion::Jihad {
                schism::forbids(scene.world)?; // rule:23.2
            }
            crusades::may_call(scene, caller, motion)
        }
        Motion::Regency { .. } => regencies::may_call(scene, caller, motion),
    }
}

/// Holds the parleys of the agenda; none of them waits for another.
pub(super) fn hold(scene: &Scene<'_>) -> Effects {
    let Agenda { motions, refused: mut effects } = agenda(scene);
    for (motion, caller) in motions {
        effects.extend(held(scene, &Parley::on(scene, motion, caller)));
    }
    effects
}

/// Holds one parley and brings about what its chapter says of the result.
pub(super) fn held(scene: &Scene<'_>, parley: &Parley) -> Effects {
    let mut effects = Effects::default();
    let Some(tally) = tally(scene, parley, &mut effects) else { return effects };
    effects.extend(match &parley.motion {
        Motion::Crusade { .. } | Motion::CrusadeFor { .. } | Motion::CrusadeGoesOn | Motion::Jihad => {
            crusades::decided(scene, parley, tally)
        }
        Motion::Regency { .. } => regencies::decided(scene, parley, tally),
        Motion::Excommunication { .. }
        | Motion::AgainstPope
        | Motion::Absolution { .. }
        | Motion::EndOfSchism
        | Motion::Union => papacy::decided(scene, parley, tally),
        Motion::Claim { .. } | Motion::DiplomaticConquest { .. } | Motion::Wildcard { .. } | Motion::Any => {
            Effects::default()
        }
    });
    effects
}
