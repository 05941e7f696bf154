//! The grounds for excommunication, from what is remembered (27.4 to 27.6, 23.3, 30.4).

use std::collections::BTreeSet;

use super::super::fixed::Refusal;
use super::super::gold::treaties;
use super::super::scene::Scene;
use super::super::schism;
use crate::empires::rulebook::{CATHOLIC, Group};
use crate::empires::terms::{EmpireId, Ground, Motion, ReligionId};
use crate::empires::world::{ChurchChange, Effect, FactEvent, Offence};

/// The area whose attack is an affront to the church (27.4).
const ROME: &str = "rome";

/// The language of those who may attack it (27.4).
const ITALIAN: &str = "ITA";

/// A ruler gave ground for excommunication this year (27.5).
pub fn offence(scene: &Scene<'_>, by: &EmpireId, ground: Ground) -> Effect {
    let offence = Offence { year: scene.year_or_first(), by: by.clone(), ground };
    Effect::Church(ChurchChange::Offended(offence))
}

/// Rules 27.5 and 27.6: everything that a ruler can be accused of now.
///
/// What he did himself, and since a parley last judged him; his treaties with outcasts as long as they are in force.
///
/// Cases: 27.C.1 to 27.D.9.
pub fn grounds(scene: &Scene<'_>, of: &EmpireId) -> BTreeSet<Ground> {
    let year = scene.year_or_first();
    let Some(since) = answerable_since(scene, of) else { return BTreeSet::new() };
    let offences = scene.world.church.offences.iter();
    let offences = offences.filter(|offence| offence.by == *of && offence.year >= since);
    let mut grounds: BTreeSet<Ground> = offences.map(|offence| offence.ground.clone()).collect();
    let wards = scene.world.regencies.by_empire.keys();
    let wards = wards.filter(|ward| super::super::regencies::has_betrayed(scene, of, ward));
    grounds.extend(wards.map(|ward| Ground::WrongedWard { ward: ward.clone() })); // rule:30.4
    let treaties = scene.world.treaties.iter();
    let own = treaties.filter(|treaty| treaty.parties.contains(of) && treaties::in_force(treaty, year));
    let partners = own.flat_map(|treaty| &treaty.parties);
    grounds.extend(partners.filter(|with| is_outcast(scene, of, with)).map(dealing)); // rule:27.6
    let facts = scene.world.facts.iter().rev().take_while(|fact| fact.year >= since);
    grounds.extend(facts.filter_map(|fact| match &fact.event {
        FactEvent::Paid { from, to, .. } if from == of => is_outcast(scene, of, to).then(|| dealing(to)), // rule:27.6
        FactEvent::Paid { from, to, .. } if to == of => is_outcast(scene, of, from).then(|| dealing(from)),
        FactEvent::Attacked { area, by } if by == of && area.is(ROME) => {
            speaks_another_language(scene, of).then_some(Ground::AttackOnRome) // rule:27.4
        }
        _ => None,
    }));
    grounds
}

fn dealing(with: &EmpireId) -> Ground {
    Ground::Dealing { with: with.clone() }
}

/// The first year whose deeds count: the ruler's own, and not before he was last judged.
fn answerable_since(scene: &Scene<'_>, of: &EmpireId) -> Option<i32> {
    let accession = scene.world.empires.get(of)?.leader.accession;
    let judged = scene.world.facts.iter().rev().find_map(|fact| match &fact.event {
        FactEvent::ParleyDecided { motion: Motion::Excommunication { of: Some(accused) }, .. }
            if accused == of =>
        {
            Some(fact.year)
        }
        _ => None,
    });
    Some(judged.unwrap_or(accession).max(accession)) // ruling:R27.5
}

/// Rule 27.6: whether dealing with an empire is an offence: it is heretical, not Christian, or follows the other Pope.
fn is_outcast(scene: &Scene<'_>, of: &EmpireId, other: &EmpireId) -> bool {
    let Some(found) = scene.world.empires.get(other).filter(|_| other != of) else { return false };
    let (religions, religion) = (&scene.rulebook.religions, &found.leader.religion);
    religions.heretical(religion, &ReligionId::new(CATHOLIC)) // rule:2.10
        || !matches!(religions.group(religion), Some(Group::Christian | Group::Sect))
}

fn speaks_another_language(scene: &Scene<'_>, id: &EmpireId) -> bool {
    scene.world.empires.get(id).is_some_and(|empire| !empire.leader.language.is(ITALIAN))
}

/// Rule 27.4: the players whose attack on Rome last year calls a parley of itself.
///
/// Cases: 27.D.1 to 27.D.6.
pub fn attackers_of_rome(scene: &Scene<'_>) -> BTreeSet<EmpireId> {
    let last_year = scene.year_or_first() - 1;
    let recent = scene.world.facts.iter().rev().take_while(|fact| fact.year >= last_year);
    let attackers = recent.filter_map(|fact| match &fact.event {
        FactEvent::Attacked { area, by } if fact.year == last_year && area.is(ROME) => Some(by),
        _ => None,
    });
    attackers
        .filter(|by| scene.is_player(by)) // rule:27.4
        .filter(|by| speaks_another_language(scene, by) && may_be_accused(scene, by).is_ok())
        .cloned()
        .collect()
}

/// Rule 22.1: whether an empire's ruler can be excommunicated as things stand, grounds apart.
///
/// Errors: he is no Catholic, or the Pope himself, or excommunicated already.
pub fn may_be_accused(scene: &Scene<'_>, of: &EmpireId) -> Result<(), Refusal> {
    let Some(accused) = scene.world.empires.get(of) else {
        return Err(Refusal::new("22.1", "there is no such empire"));
    };
    schism::forbids(scene.world)?; // rule:23.2
    if !accused.leader.religion.is(CATHOLIC) || super::super::papacy::is_pope(of, accused) {
        return Err(Refusal::new("22.1", "only a Catholic ruler is excommunicated")); // ruling:R22.1
    }
    if accused.leader.excommunicated {
        return Err(Refusal::new("22.1", "he is excommunicated already"));
    }
    Ok(())
}
