//! Parleys that fell due: diplomatic conquests (12.2), claims (18.4, 19.8), wildcards (19.20).

use std::collections::{BTreeMap, BTreeSet};

use super::super::claims;
use super::super::scene::{Effects, Scene};
use super::decision::{Parley, about, decide};
use crate::empires::chronicle::{Entry, Happening, ParleyHappening};
use crate::empires::terms::{AreaId, EmpireId, Motion};
use crate::empires::world::{ChurchChange, DueParley, Effect, Fact, FactEvent};

/// Rule 19.8: a claims parley is due this year: a Recognition of Claim was played.
pub fn claim_due(scene: &Scene<'_>, empire: &EmpireId, area: &AreaId) -> Effects {
    due(scene, Motion::Claim { of: Some(empire.clone()), area: Some(area.clone()) }, empire) // rule:19.8
}

/// Rules 19.20 and 20.1: the GM lets a parley of this year decide an empire's wish. Whether it passed is remembered as
/// [`FactEvent::ParleyDecided`].
pub fn wildcard_due(scene: &Scene<'_>, empire: &EmpireId) -> Effects {
    due(scene, Motion::Wildcard { of: Some(empire.clone()) }, empire)
}

fn due(scene: &Scene<'_>, motion: Motion, empire: &EmpireId) -> Effects {
    let due = DueParley { year: scene.year_or_first(), motion, caller: Some(empire.clone()) };
    Effects { effects: vec![Effect::Church(ChurchChange::ParleyDue(due))], ..Effects::default() }
}

/// Rule 20.4: the parleys due in this year that are held before any that is called.
pub(super) fn hold(scene: &Scene<'_>) -> Effects {
    let mut effects = conquests(scene);
    let year = scene.year_or_first();
    for waiting in scene.world.church.due.iter().filter(|waiting| waiting.year <= year) {
        match &waiting.motion {
            Motion::Claim { of: Some(of), area: Some(area) } => effects.extend(claim(scene, of, area)),
            Motion::Wildcard { .. } => {
                let parley = Parley::on(scene, waiting.motion.clone(), waiting.caller.clone());
                decide(scene, &parley, &mut effects);
            }
            _ => {} // others stand on the agenda of the church
        }
    }
    effects
}

/// Rule 12.2: diplomatic conquests. What two empires are granted at once, nobody gets (10.5).
///
/// Cases: 12.C.6 to 12.C.12.
fn conquests(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let mut granted: BTreeMap<&AreaId, BTreeSet<&EmpireId>> = BTreeMap::new();
    for due in scene.world.parleys_due.iter().filter(|due| due.year <= scene.year_or_first()) {
        match conquest(scene, &due.area, &due.empire, &mut effects) {
            Some(true) => {
                granted.entry(&due.area).or_default().insert(&due.empire);
            }
            Some(false) => effects.change(Effect::DiplomaticResultsVanished {
                target: due.area.clone(), // rule:12.2
                empire: due.empire.clone(),
            }),
            None => {}
        }
    }
    for (area, empires) in granted {
        let mut takers = empires.iter();
        if let (Some(taker), None) = (takers.next(), takers.next()) {
            effects.extend(area_joins(scene, area, taker));
        } else {
            let rivals = empires.into_iter().cloned().collect();
            effects.tell(Entry::new(&["10.5", "12.2"], Happening::ConquestContested { rivals }).at(area));
        }
    }
    effects
}

/// Whether a diplomatic conquest is granted; none when it lapsed or waits for votes. Nobody is left to object when the
/// area became independent meanwhile.
fn conquest(scene: &Scene<'_>, id: &AreaId, by: &EmpireId, effects: &mut Effects) -> Option<bool> {
    let area = scene.world.areas.get(id)?;
    if area.owner.as_ref() == Some(by) || area.diplomatic_results.get(by).copied().unwrap_or(0) < 1 {
        return None; // rule:10.6
    }
    if area.owner.is_none() {
        return Some(true); // rule:12.1
    }
    let motion = Motion::DiplomaticConquest { by: Some(by.clone()), area: Some(id.clone()) };
    decide(scene, &Parley::on(scene, motion, None), effects)
}

/// The area changes hands, without unrest.
fn area_joins(scene: &Scene<'_>, id: &AreaId, empire: &EmpireId) -> Effects {
    let mut effects = Effects::default();
    let from = scene.world.areas.get(id).and_then(|area| area.owner.clone());
    effects.change(Effect::OwnerChanged { area: id.clone(), owner: Some(empire.clone()) }); // rule:12.2
    let homeless = scene.world.empires.get(empire).is_some_and(|empire| empire.court.is_none());
    if homeless {
        effects.change(Effect::CourtMoved { empire: empire.clone(), court: Some(id.clone()) }); // rule:21.1
    }
    let kind = Happening::AreaTaken { from, by_diplomacy: true };
    effects.tell(Entry::new(&["12.2"], kind).of(empire).at(id));
    let event = FactEvent::Taken { area: id.clone(), by: empire.clone() };
    effects.change(Effect::Remembered(Fact { year: scene.year_or_first(), event }));
    effects
}

/// Rule 18.4: a claims parley. Against an excommunicated owner it passes unopposed (22.1).
///
/// Cases: 18.D.1 to 18.D.8.
fn claim(scene: &Scene<'_>, of: &EmpireId, id: &AreaId) -> Effects {
    let mut effects = Effects::default();
    let motion = Motion::Claim { of: Some(of.clone()), area: Some(id.clone()) };
    let (Some(area), Some(claimant)) = (scene.world.areas.get(id), scene.world.empires.get(of)) else {
        return effects;
    };
    let defendant = area.owner.as_ref().filter(|owner| *owner != of);
    let outlaw = defendant
        .and_then(|owner| scene.world.empires.get(owner))
        .is_some_and(|owner| owner.leader.excommunicated);
    let passed = if outlaw {
        effects.extend(unopposed(scene, &motion)); // rule:22.1
        Some(true)
    } else {
        decide(scene, &Parley::on(scene, motion, Some(of.clone())), &mut effects)
    };
    if passed == Some(true) && !area.claims.contains(of) && claims::may_gain(scene, of, claimant) {
        effects.change(Effect::ClaimGained { area: id.clone(), empire: of.clone() }); // rule:18.4 rule:19.8
        effects.tell(Entry::new(&["18.4"], Happening::ClaimGained).of(of).at(id));
    }
    effects
}

fn unopposed(scene: &Scene<'_>, motion: &Motion) -> Effects {
    let mut effects = Effects::default();
    let kind = Happening::Parley(ParleyHappening::Unopposed { motion: motion.clone() });
    effects.tell(about(motion, Entry::new(&["22.1"], kind)));
    let event = FactEvent::ParleyDecided { motion: motion.clone(), passed: true };
    effects.change(Effect::Remembered(Fact { year: scene.year_or_first(), event }));
    effects
}
