//! Chapter 12: diplomacy. Ties, diplomatic C results, and what ends a tie.
//!
//! Reads the figures of 12 and the list of civilised Muslims (2.6). Rolls no dice.

use std::collections::BTreeSet;

use super::endeavours::{CardResult, Contender, Tried, Verdict, contested, judge, remember};
use super::{Effects, Scene, communications};
use crate::empires::chronicle::{Entry, Happening};
use crate::empires::terms::{AreaId, EmpireId, EndeavourSort, ReligionId};
use crate::empires::world::{Area, Effect, FactEvent, ParleyDue, World};

/// 12.1: the C result of one diplomacy. An own area can be tied, not won.
pub fn yields(scene: &Scene<'_>, tried: &Tried<'_>) -> Effects {
    let mut effects = Effects::default();
    let own = communications::owns(scene.world, tried.empire(), tried.target());
    if tried.has(CardResult::DiplomaticConquest) && !own {
        effects.change(Effect::DiplomaticResultsScored {
            target: tried.target().clone(),
            empire: tried.empire().clone(),
            results: 1,
        }); // rule:12.1
    }
    effects
}

/// 12.1: diplomatic C results that an area needs: its population, and one at least.
pub fn need(scene: &Scene<'_>, area: &Area) -> i32 {
    area.population.max(scene.rulebook.figures.diplomacy_fewest_results) // rule:12.1
}

/// 12.1, 12.2: what becomes of an area whose diplomatic C results were added to this year.
///
/// An independent area joins the one that 10.5 prefers, without unrest. For another empire's area a parley falls due
/// next year for each that has results enough. Whoever gains either is put into `won`.
///
/// Cases: 12.B.1 to 12.C.5.
pub fn complete(
    scene: &Scene<'_>,
    id: &AreaId,
    area: &Area,
    contenders: &[Contender],
    won: &mut BTreeSet<(EmpireId, AreaId)>,
) -> Effects {
    let mut effects = Effects::default();
    let need = need(scene, area);
    if area.owner.is_some() {
        for one in contenders.iter().filter(|one| one.results >= need) {
            if area.owner.as_ref() != Some(&one.empire) {
                won.insert((one.empire.clone(), id.clone()));
                effects.extend(parley(scene, id, &one.empire)); // rule:12.2
            }
        }
        return effects;
    }
    match judge(need, contenders) {
        Verdict::Goes(empire) => {
            won.insert((empire.clone(), id.clone()));
            effects.extend(joins(scene, id, &empire)); // rule:12.1
        }
        Verdict::Undecided(rivals) => effects.tell(contested(id, "10.5", rivals)),
        Verdict::Incomplete => {}
    }
    effects
}

fn joins(scene: &Scene<'_>, id: &AreaId, empire: &EmpireId) -> Effects {
    let mut effects = Effects::default();
    effects.change(Effect::OwnerChanged { area: id.clone(), owner: Some(empire.clone()) }); // rule:12.1
    let kind = Happening::AreaTaken { from: None, by_diplomacy: true };
    effects.tell(Entry::new(&["12.1"], kind).of(empire).at(id));
    remember(scene, FactEvent::Taken { area: id.clone(), by: empire.clone() }, &mut effects);
    effects
}

fn parley(scene: &Scene<'_>, id: &AreaId, empire: &EmpireId) -> Effects {
    let mut effects = Effects::default();
    let waits = scene.world.parleys_due.iter().any(|due| due.area == *id && due.empire == *empire);
    if !waits {
        let year = scene.year_or_first() + 1; // rule:12.2 rule:20.4
        effects.change(Effect::ParleyDue(ParleyDue { year, area: id.clone(), empire: empire.clone() }));
        effects.tell(Entry::new(&["12.2"], Happening::ParleyDue { year }).of(empire).at(id));
    }
    effects
}

/// 12.1: the ties that the year's diplomacy gained.
///
/// A T counts unless the same endeavour's C completed: then the area instead. `won` says who completed where. Only an
/// empire that may hold ties gains one (2.6), and none whose leader is excommunicated (22.1).
///
/// Cases: 12.A.1 to 12.A.13.
pub fn ties(scene: &Scene<'_>, tried: &[Tried<'_>], won: &BTreeSet<(EmpireId, AreaId)>) -> Effects {
    let mut effects = Effects::default();
    for one in tried.iter().filter(|one| one.sort() == EndeavourSort::Diplomacy && one.has(CardResult::Tie)) {
        let instead = one.has(CardResult::DiplomaticConquest)
            && won.contains(&(one.empire().clone(), one.target().clone())); // rule:12.1
        if !instead
            && may_gain_tie(scene, one.empire())
            && !holds_tie(scene.world, one.empire(), one.target())
        {
            let (area, empire) = (one.target().clone(), one.empire().clone());
            effects.change(Effect::TieGained { area: area.clone(), empire: empire.clone() });
            effects.tell(Entry::new(&["12.1"], Happening::TieGained).of(&empire).at(&area));
            remember(scene, FactEvent::TieGained { area, by: empire }, &mut effects);
        }
    }
    effects
}

/// 2.6, 22.1: whether an empire may gain a tie this year.
fn may_gain_tie(scene: &Scene<'_>, empire: &EmpireId) -> bool {
    let Some(found) = scene.world.empires.get(empire) else { return false };
    let religions = &scene.rulebook.religions;
    !found.leader.excommunicated // rule:22.1
        && religions.may_hold_ties_and_claims(empire, &found.leader.religion, scene.year_or_first()) // rule:2.6
}

fn holds_tie(world: &World, empire: &EmpireId, area: &AreaId) -> bool {
    let tie = world.areas.get(area).and_then(|area| area.ties.get(empire));
    tie.is_some_and(|tie| !tie.waived)
}

/// 12.3: the ties that end because an area converts: those of holders to whose religion the new one is unrelated.
///
/// `with` is the ruler who converts with it, if one does (22.5): his own tie stays.
/// Cases: 12.D.3, 12.D.4, 12.D.7 to 12.D.9.
pub fn ties_after_conversion(
    scene: &Scene<'_>,
    area: &AreaId,
    religion: &ReligionId,
    with: Option<&EmpireId>,
) -> Effects {
    let mut effects = Effects::default();
    let Some(converted) = scene.world.areas.get(area) else { return effects };
    for holder in converted.ties.keys().filter(|holder| with != Some(*holder)) {
        let theirs = scene.world.empires.get(holder).map(|empire| &empire.leader.religion);
        let related = |theirs: &ReligionId| scene.rulebook.religions.related(theirs, religion);
        if theirs.is_some_and(|theirs| theirs != religion && !related(theirs)) {
            effects.extend(tie_ended(area, holder)); // rule:12.3 ruling:R12.3
        }
    }
    effects
}

/// 12.3: the ties that end with a dynasty: its empire's ties to areas that it does not own.
pub fn ties_after_dynasty(world: &World, empire: &EmpireId) -> Effects {
    let mut effects = Effects::default();
    for (id, area) in &world.areas {
        if area.ties.contains_key(empire) && area.owner.as_ref() != Some(empire) {
            effects.extend(tie_ended(id, empire)); // rule:12.3
        }
    }
    effects
}

fn tie_ended(area: &AreaId, holder: &EmpireId) -> Effects {
    let mut effects = Effects::default();
    effects.change(Effect::TieEnded { area: area.clone(), empire: holder.clone() });
    effects.tell(Entry::new(&["12.3"], Happening::TieEnded { waived: false }).of(holder).at(area));
    effects
}
