//! Parleys that empires call (20.3): one call of each in a year, each with its ground.

use std::collections::BTreeMap;

use super::super::fixed::Refusal;
use super::super::muster::refused;
use super::super::scene::{Effects, Scene};
use super::super::{conditions, crusades, papacy, regencies};
use super::decision::{Parley, tally};
use crate::empires::terms::{Act, EmpireId, Motion, Order, When};

/// What is called this year, each motion with the first of its callers, and the calls that are refused.
///
/// Of one empire the first lawful call counts, and the others are refused (20.3). A call for several years is refused
/// aloud in the first of them only.
///
/// Cases: 20.E.1 to 20.E.6.
pub(super) fn calls(scene: &Scene<'_>) -> (BTreeMap<Motion, EmpireId>, Effects) {
    let mut called = BTreeMap::new();
    let mut told = Effects::default();
    for (empire, sheet) in scene.sheets {
        let mut has_called = false;
        for order in &sheet.orders {
            let Act::Call(motion) = &order.act else { continue };
            if !is_due(scene, empire, order) {
                continue;
            }
            let lawful = if has_called {
                Err(Refusal::new("20.3", "an empire calls one parley a year")) // rule:20.3
            } else {
                may_call(scene, empire, motion)
            };
            match lawful {
                Ok(()) => {
                    has_called = true;
                    called.entry(motion.clone()).or_insert_with(|| empire.clone());
                }
                Err(refusal) if is_first_chance(scene, order) => told.tell(refused(empire, order, refusal)),
                Err(_) => {}
            }
        }
    }
    (called, told)
}

fn is_due(scene: &Scene<'_>, empire: &EmpireId, order: &Order) -> bool {
    let year = scene.year_or_first();
    let now = match order.when {
        When::Year(meant) => meant == year,
        When::From(first) => first <= year,
        When::EveryYear | When::Standing | When::Opening => true,
    };
    now && order.condition.as_ref().is_none_or(|one| conditions::holds(scene, empire, one, None)) // rule:6.5
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
            crusades::may_call(scene, caller, motion)
        }
        Motion::Regency { .. } => regencies::may_call(scene, caller, motion),
    }
}

/// Holds the parleys that are called this year; none of them waits for another.
pub(super) fn hold(scene: &Scene<'_>) -> Effects {
    let (called, mut effects) = calls(scene);
    for (motion, caller) in called {
        let parley = Parley::on(scene, motion, Some(caller));
        effects.extend(held(scene, &parley));
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
