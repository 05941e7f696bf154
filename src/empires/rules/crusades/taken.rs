//! What follows from a year of crusades: whose the areas taken are, Crusader States, claims by crusade, grievances.

use std::collections::{BTreeMap, BTreeSet};

use super::super::claims::may_gain;
use super::super::communications::own_areas;
use super::super::crusader_states;
use super::super::excommunication::offence;
use super::super::scene::{Effects, Scene};
use super::army::participants;
use super::causes::{ended, sunni_owner};
use super::{CRUSADE, JERUSALEM, SYRIA, city_of, pope};
use crate::empires::chronicle::{CrusadeHappening, Entry, Happening};
use crate::empires::rulebook::{BYZANTIUM, CATHOLIC, FreedTo, HolyCity};
use crate::empires::terms::{AreaId, EmpireId, Ground, ReligionId};
use crate::empires::world::{
    Campaign, CampaignCause, CrusadeChange, Effect, EmpireKind, FactEvent, Grievance,
};

/// Rules 23.3 to 23.8: after the year's endeavours.
///
/// Cases: 23.D.1 to 23.D.16.
pub fn settle_year(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    for campaign in &scene.world.crusades.campaigns {
        match &campaign.cause {
            CampaignCause::HolyCity(area) => {
                if let Some(city) = city_of(scene, &campaign.army, area) {
                    effects.extend(freed(scene, campaign, city));
                }
            }
            CampaignCause::Offender(offender) => {
                effects.extend(taken_from(scene, campaign, offender));
                if own_areas(scene.world, offender).next().is_none() {
                    effects.extend(ended(campaign, "23.5", "the offender has no area left")); // rule:23.5
                }
            }
        }
    }
    for city in &scene.rulebook.holy_cities {
        effects.extend(sunni_owner(scene, city));
    }
    effects.extend(grievances(scene));
    effects.extend(attacks_on_participants(scene));
    effects
}

/// The areas that an army holds, of these.
fn held<'a>(scene: &Scene<'a>, army: &EmpireId, among: &BTreeSet<&AreaId>) -> Vec<&'a AreaId> {
    own_areas(scene.world, army).map(|(id, _)| id).filter(|id| among.contains(id)).collect()
}

/// Rule 23.4: what the freeing of a holy city brings.
fn freed(scene: &Scene<'_>, campaign: &Campaign, city: &HolyCity) -> Effects {
    let mut effects = Effects::default();
    let around: BTreeSet<&AreaId> = scene.rulebook.atlas.neighbours(&city.area).chain([&city.area]).collect();
    let held = held(scene, &campaign.army, &around);
    if !held.contains(&&city.area) {
        return effects;
    }
    match city.freed_to {
        FreedTo::Pope => {
            let to = pope(scene).map(|(id, _)| id.clone());
            effects.extend(passes(scene, &campaign.army, &city.area, to, "23.4")); // rule:23.4
        }
        FreedTo::LastSunniOwner => {
            let owner = scene.world.crusades.last_sunni.get(&city.area);
            let to = owner.filter(|owner| scene.world.empires.contains_key(*owner)).cloned();
            effects.extend(passes(scene, &campaign.army, &city.area, to, "23.8")); // rule:23.8
        }
        FreedTo::CrusaderState => {
            let Some(state) = city.crusader_state() else { return effects };
            let lives = own_areas(scene.world, &state).next().is_some();
            if !lives && held.len() < 2 {
                return effects; // rule:23.4
            }
            effects.extend(crusader_states::found(scene, &campaign.army, city, &held)); // rule:23.4
            for area in &held {
                effects.extend(passes(scene, &campaign.army, area, Some(state.clone()), "23.4"));
            }
            effects.extend(byzantine_titles(scene, &state, city, &held));
        }
    }
    effects.extend(ended(campaign, city.rule.as_str(), "the city is free"));
    effects
}

/// An area passes from an army to whom it belongs. A power without a court gets it there.
fn passes(scene: &Scene<'_>, army: &EmpireId, area: &AreaId, to: Option<EmpireId>, rule: &str) -> Effects {
    let mut effects = Effects::default();
    effects.change(Effect::OwnerChanged { area: area.clone(), owner: to.clone() });
    let homeless =
        to.as_ref().filter(|to| scene.world.empires.get(*to).is_some_and(|empire| empire.court.is_none()));
    if let Some(homeless) = homeless {
        effects.change(Effect::CourtMoved { empire: homeless.clone(), court: Some(area.clone()) });
    }
    let passed = CrusadeHappening::AreaPassed { to };
    effects.tell(Entry::new(&[rule], Happening::Crusade(passed)).of(army).at(area));
    effects
}

/// Rule 18.7: the first crusade that frees Jerusalem and Syria brings Byzantium claims to both, later ones ties.
///
/// Cases: 18.E.1 to 18.E.4.
fn byzantine_titles(scene: &Scene<'_>, state: &EmpireId, city: &HolyCity, held: &[&AreaId]) -> Effects {
    let mut effects = Effects::default();
    let syria = AreaId::new(SYRIA);
    let states =
        |area: &AreaId| scene.world.areas.get(area).and_then(|one| one.owner.as_ref()) == Some(state);
    if !city.area.is(JERUSALEM) || !(held.contains(&&syria) || states(&syria)) {
        return effects;
    }
    effects.change(Effect::Crusade(CrusadeChange::Succeeded));
    let byzantium = EmpireId::new(BYZANTIUM);
    let Some(empire) = scene.world.empires.get(&byzantium) else { return effects };
    if !may_gain(scene, &byzantium, empire) {
        return effects;
    }
    for id in [&city.area, &syria] {
        let Some(area) = scene.world.areas.get(id) else { continue };
        let (area_id, empire) = (id.clone(), byzantium.clone());
        if scene.world.crusades.successes == 0 && !area.claims.contains(&byzantium) {
            effects.change(Effect::ClaimGained { area: area_id, empire }); // rule:18.7
            effects.tell(Entry::new(&["18.7", "23.4"], Happening::ClaimGained).of(&byzantium).at(id));
        } else if scene.world.crusades.successes > 0 && !area.ties.contains_key(&byzantium) {
            effects.change(Effect::TieGained { area: area_id, empire }); // rule:18.7
            effects.tell(Entry::new(&["18.7", "23.4"], Happening::TieGained).of(&byzantium).at(id));
        }
    }
    effects
}

/// Rules 23.5 and 23.6: areas taken from an offender go to the owner of the base; of several bases to that of the first by
/// id.
fn taken_from(scene: &Scene<'_>, campaign: &Campaign, offender: &EmpireId) -> Effects {
    let mut effects = Effects::default();
    for (id, _) in own_areas(scene.world, &campaign.army) {
        if scene.year_opening.owner(id) != Some(offender) {
            continue;
        }
        let turned = scene.turned.iter().filter(|one| one.empire == campaign.army && one.target == *id);
        let base = turned.filter_map(|one| one.own_area.as_ref()).min();
        let owner = base.and_then(|base| scene.year_opening.owner(base)).cloned();
        effects.extend(passes(scene, &campaign.army, id, owner, "23.5")); // rule:23.5
    }
    effects
}

/// Rules 23.5 and 23.6: attacks of this year that are ground for a crusade: on a Catholic empire by a related or heretical
/// one; an area of a Crusader State lost to one that is neither Catholic nor related.
fn grievances(scene: &Scene<'_>) -> Effects {
    let mut found: BTreeMap<(EmpireId, EmpireId), bool> = BTreeMap::new();
    let catholic = ReligionId::new(CATHOLIC);
    let religions = &scene.rulebook.religions;
    for (by, area, owner) in attacks(scene) {
        let (Some(attacker), Some(wronged)) = (scene.world.empires.get(by), scene.world.empires.get(owner))
        else {
            continue;
        };
        let religion = &attacker.leader.religion;
        let related = religions.related(religion, &catholic);
        let heretic = related || religions.heretical(religion, &catholic);
        let lost = scene.world.areas.get(area).is_some_and(|area| area.owner.as_ref() == Some(by));
        let of_state = wronged.kind == EmpireKind::CrusaderState && lost;
        let of_empire = wronged.leader.religion == catholic && heretic; // rule:23.5
        if of_empire || of_state && *religion != catholic && !related {
            *found.entry((owner.clone(), by.clone())).or_default() |= lost; // rule:23.6
        }
    }
    let year = scene.year_or_first();
    let wronged = found.into_iter().map(|((wronged, by), lost)| Grievance { wronged, by, year, lost });
    let effects = wronged.map(|one| Effect::Crusade(CrusadeChange::Wronged(one))).collect();
    Effects { effects, ..Effects::default() }
}

/// Who attacked which area of whom this year (6.6).
fn attacks<'a>(scene: &Scene<'a>) -> impl Iterator<Item = (&'a EmpireId, &'a AreaId, &'a EmpireId)> {
    let (year, before) = (scene.year_or_first(), scene.year_opening);
    let recent = scene.world.facts.iter().rev().take_while(move |fact| fact.year >= year);
    recent.filter(move |fact| fact.year == year).filter_map(move |fact| {
        let FactEvent::Attacked { area, by } = &fact.event else { return None };
        let owner = before.owner(area)?;
        (owner != by).then_some((by, area, owner))
    })
}

/// Rule 23.3: a Catholic leader's attack on a participant is ground for his excommunication.
fn attacks_on_participants(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let army = EmpireId::new(CRUSADE);
    let fighting = participants(scene, &army);
    let guilty: BTreeSet<(&EmpireId, &EmpireId)> = attacks(scene)
        .filter(|(by, _, owner)| {
            let attacker = scene.world.empires.get(*by);
            let catholic = attacker
                .is_some_and(|one| one.kind == EmpireKind::Player && one.leader.religion.is(CATHOLIC));
            catholic && fighting.contains(owner)
        })
        .map(|(by, _, owner)| (by, owner))
        .collect();
    for (by, crusader) in guilty {
        let attacked = CrusadeHappening::AttackedParticipant { crusader: crusader.clone() };
        effects.tell(Entry::new(&["23.3", "27.5"], Happening::Crusade(attacked)).of(by));
        let ground = Ground::AttackOnCrusader { of: crusader.clone() };
        effects.change(offence(scene, by, ground)); // rule:23.3
    }
    effects
}
