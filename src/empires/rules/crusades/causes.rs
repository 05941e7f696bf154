//! What starts a crusade or jihad, and what ends it between the pentades: lost cities (23.4, 23.8), calls (23.5, 23.6, 23.8).

use std::collections::BTreeSet;

use super::super::excommunication::offence;
use super::super::fixed::Refusal;
use super::super::given_cards;
use super::super::parleys::{Parley, Tally};
use super::super::scene::{Effects, Scene};
use super::army::participants;
use super::{CRUSADE, JIHAD, SUNNI, army_of, is_lost, is_sunni, pope};
use crate::empires::chronicle::{CrusadeHappening, Entry, Happening};
use crate::empires::rulebook::{CATHOLIC, HolyCause, HolyCity};
use crate::empires::terms::{AreaId, EmpireId, Ground, Motion, ReligionId};
use crate::empires::world::{
    Campaign, CampaignCause, CrusadeChange, Effect, Empire, EmpireKind, Grievance, Leader, LostCity,
};

/// Rules 23.4 and 23.8: at the opening, after the donations, crusades and jihads for lost holy cities begin.
///
/// A loss is met in this pentade when cards have been given for it; else it is called for the next. One loss brings one
/// call.
///
/// Cases: 23.A.1 to 23.A.12.
pub fn open(scene: &Scene<'_>) -> Effects {
    let first = scene.pentade().first_year();
    let mut effects = Effects::default();
    for city in automatic(scene) {
        let army = army_of(city);
        let standing = standing(scene, city);
        let offered = given_cards::offered(scene.world, &army).next().is_some();
        let begins = match standing {
            Some(lost) => !lost.fought && lost.called_for <= first,
            None => offered, // rule:23.4
        };
        match (is_lost(scene, city), standing) {
            (false, Some(lost)) => effects.change(Effect::Crusade(CrusadeChange::CityFreed(lost.clone()))),
            (true, _) if begins => {
                let forgotten = standing.cloned().map(CrusadeChange::CityFreed);
                effects.effects.extend(forgotten.map(Effect::Crusade));
                let lost = LostCity { army, city: city.area.clone(), called_for: first, fought: true };
                effects.change(Effect::Crusade(CrusadeChange::CityLost(lost)));
                effects.extend(for_city(scene, city));
            }
            (true, None) => effects.extend(called(scene, city)),
            _ => {}
        }
        effects.extend(sunni_owner(scene, city));
    }
    effects
}

/// Rule 23.4: at the close a city that was lost brings a call for the next pentade, and what is free again is forgotten.
pub(super) fn note_losses(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    for city in automatic(scene) {
        match (is_lost(scene, city), standing(scene, city)) {
            (false, Some(lost)) => effects.change(Effect::Crusade(CrusadeChange::CityFreed(lost.clone()))),
            (true, None) => effects.extend(called(scene, city)),
            _ => {}
        }
    }
    effects
}

/// The holy cities whose loss is met without a parley.
fn automatic<'a>(scene: &Scene<'a>) -> impl Iterator<Item = &'a HolyCity> {
    let cities = scene.rulebook.holy_cities.iter();
    let schism = scene.world.church.schism.is_some();
    cities.filter(move |city| match city.cause {
        HolyCause::Crusade => !schism, // rule:23.2
        HolyCause::JihadMust => true,
        HolyCause::Jihad => false,
    })
}

fn standing<'a>(scene: &Scene<'a>, city: &HolyCity) -> Option<&'a LostCity> {
    let army = army_of(city);
    scene.world.crusades.lost.iter().find(|lost| lost.city == city.area && lost.army == army)
}

fn called(scene: &Scene<'_>, city: &HolyCity) -> Effects {
    let (army, called_for) = (army_of(city), scene.pentade().last_year() + 1);
    let mut effects = Effects::default();
    let happening = CrusadeHappening::Called { from: called_for };
    let entry = Entry::new(&[city.rule.as_str()], Happening::Crusade(happening));
    effects.tell(entry.of(&army).at(&city.area));
    let lost = LostCity { army, city: city.area.clone(), called_for, fought: false };
    effects.change(Effect::Crusade(CrusadeChange::CityLost(lost)));
    effects.extend(raise(scene, &army_of(city)));
    effects
}

/// A campaign for a holy city, of so many years from the first of this pentade.
fn for_city(scene: &Scene<'_>, city: &HolyCity) -> Effects {
    let since = scene.pentade().first_year();
    let until = Some(since + scene.rulebook.figures.crusade_years - 1); // rule:23.4
    let army = army_of(city);
    let of_army = army.is(JIHAD);
    let caller = scene.world.crusades.last_sunni.get(&city.area).filter(|_| of_army).cloned();
    let cause = CampaignCause::HolyCity(city.area.clone());
    begin(scene, Campaign { army, cause, since, until, caller }, city.rule.as_str())
}

fn begin(scene: &Scene<'_>, campaign: Campaign, rule: &str) -> Effects {
    let mut effects = raise(scene, &campaign.army);
    let offender = match &campaign.cause {
        CampaignCause::Offender(offender) => Some(offender.clone()),
        CampaignCause::HolyCity(_) => None,
    };
    let began = CrusadeHappening::Began { offender, until: campaign.until };
    let mut entry = Entry::new(&[rule, "23.3"], Happening::Crusade(began)).of(&campaign.army);
    if let CampaignCause::HolyCity(city) = &campaign.cause {
        entry = entry.at(city);
    }
    effects.tell(entry);
    effects.change(Effect::Crusade(CrusadeChange::CampaignBegan(campaign)));
    effects
}

/// The army of a crusade or jihad, where it is not in the world yet. It owns nothing.
fn raise(scene: &Scene<'_>, army: &EmpireId) -> Effects {
    let mut effects = Effects::default();
    if scene.world.empires.contains_key(army) {
        return effects;
    }
    let Some((_, pope)) = pope(scene) else { return effects };
    let (name, adjective, religion) = match army.as_str() {
        CRUSADE => ("Crusade", "Crusading", CATHOLIC),
        _ => ("Jihad", "Jihad", SUNNI),
    };
    let leader = Leader {
        name: name.to_owned(),
        religion: ReligionId::new(religion),
        heir_name: None,
        excommunicated: false,
        ..pope.leader.clone()
    };
    let founded = Empire {
        name: name.to_owned(),
        adjective: adjective.to_owned(),
        kind: EmpireKind::Crusade,
        seat: None,
        court: None,
        leader,
        dynasty: String::new(),
        treasury: 0,
        off_board: None,
    };
    effects.change(Effect::EmpireFounded { empire: army.clone(), founded: Box::new(founded) });
    effects
}

/// Rule 23.8: the Sunni owner of a holy city of the jihad is remembered.
pub(super) fn sunni_owner(scene: &Scene<'_>, city: &HolyCity) -> Effects {
    let mut effects = Effects::default();
    let owner = scene.world.areas.get(&city.area).and_then(|area| area.owner.as_ref());
    let Some(owner) = owner.filter(|_| city.cause != HolyCause::Crusade) else { return effects };
    let sunni =
        scene.world.empires.get(owner).is_some_and(|empire| {
            empire.kind != EmpireKind::Crusade && is_sunni(scene, &empire.leader.religion)
        });
    if sunni && scene.world.crusades.last_sunni.get(&city.area) != Some(owner) {
        let (city, owner) = (city.area.clone(), owner.clone());
        effects.change(Effect::Crusade(CrusadeChange::SunniOwner { city, owner })); // rule:23.8
    }
    effects
}

/// Rules 23.5, 23.6, 23.8: whether an empire may call a parley on a crusade or jihad now.
///
/// Errors: the ground that is missing.
/// Cases: 23.C.1 to 23.C.12.
pub fn may_call(scene: &Scene<'_>, caller: &EmpireId, motion: &Motion) -> Result<(), Refusal> {
    let religion = scene.world.empires.get(caller).map(|empire| &empire.leader.religion);
    let Some(religion) = religion else { return Err(Refusal::new("20.1", "there is no such empire")) };
    let catholic = religion.is(CATHOLIC);
    match motion {
        Motion::Crusade { against: Some(offender) } => {
            if !catholic {
                return Err(Refusal::new(
                    "23.5",
                    "only a Catholic ruler calls a crusade against an attacker",
                ));
            }
            if !is_grieved(scene, offender, |one| one.wronged == *caller) {
                let reason = "no related or heretical empire of that name has attacked it in these years";
                return Err(Refusal::new("23.5", reason)); // rule:23.5
            }
            not_on(scene, offender)
        }
        Motion::CrusadeFor { state: Some(state) } => {
            if !catholic && !scene.rulebook.religions.related(religion, &ReligionId::new(CATHOLIC)) {
                return Err(Refusal::new(
                    "23.6",
                    "only a Catholic ruler or one of a related church calls it",
                ));
            }
            match offender_against(scene, state) {
                Some(offender) => not_on(scene, &offender),
                None => Err(Refusal::new("23.6", "no Crusader State of that name has lost an area")), // rule:23.6
            }
        }
        Motion::Jihad if !is_sunni(scene, religion) => {
            Err(Refusal::new("23.8", "only a Sunni ruler calls a jihad")) // rule:23.8
        }
        Motion::Jihad if to_be_freed(scene).is_empty() => {
            Err(Refusal::new("23.8", "no holy city is lost, or the jihad is on")) // rule:23.8
        }
        Motion::Jihad => Ok(()),
        _ => Err(Refusal::new("23.5", "a crusade is called against someone or in defence of a state")),
    }
}

/// Whether an empire gave ground for a crusade in these years.
fn is_grieved(scene: &Scene<'_>, by: &EmpireId, counts: impl Fn(&Grievance) -> bool) -> bool {
    let since = scene.year_or_first() - scene.rulebook.figures.crusade_ground_years;
    scene.world.crusades.grievances.iter().any(|one| one.by == *by && one.year >= since && counts(one)) // rule:23.5
}

/// Who took an area of a Crusader State last; of several in one year the first by seat.
fn offender_against(scene: &Scene<'_>, state: &EmpireId) -> Option<EmpireId> {
    let since = scene.year_or_first() - scene.rulebook.figures.crusade_ground_years;
    let kind = scene.world.empires.get(state)?.kind;
    let losses = scene.world.crusades.grievances.iter();
    let losses = losses.filter(|one| one.wronged == *state && one.lost && one.year >= since);
    let last = losses.max_by_key(|one| (one.year, std::cmp::Reverse(scene.world.rank(&one.by))))?;
    (kind == EmpireKind::CrusaderState).then(|| last.by.clone()) // rule:23.6
}

fn not_on(scene: &Scene<'_>, offender: &EmpireId) -> Result<(), Refusal> {
    let cause = CampaignCause::Offender(offender.clone());
    if scene.world.crusades.campaigns.iter().any(|campaign| campaign.cause == cause) {
        return Err(Refusal::new("23.5", "that crusade is on already")); // rule:23.5
    }
    Ok(())
}

/// The holy cities of the jihad that are lost and for which none is on.
fn to_be_freed<'a>(scene: &Scene<'a>) -> Vec<&'a AreaId> {
    let on: BTreeSet<&CampaignCause> = scene
        .world
        .crusades
        .campaigns
        .iter()
        .filter(|campaign| campaign.army.is(JIHAD))
        .map(|campaign| &campaign.cause)
        .collect();
    let cities = scene.rulebook.holy_cities.iter();
    let lost = cities.filter(|city| city.cause != HolyCause::Crusade && is_lost(scene, city));
    lost.map(|city| &city.area)
        .filter(|area| !on.contains(&CampaignCause::HolyCity((*area).clone())))
        .collect()
}

/// Rules 23.5 to 23.8: what the result of a parley on a crusade or jihad brings about.
pub fn decided(scene: &Scene<'_>, parley: &Parley, tally: Tally) -> Effects {
    let mut effects = Effects::default();
    let since = scene.year_or_first();
    let caller = parley.caller.clone();
    let against = |offender: EmpireId, rule: &str| {
        let (army, cause) = (EmpireId::new(CRUSADE), CampaignCause::Offender(offender));
        begin(scene, Campaign { army, cause, since, until: None, caller: caller.clone() }, rule)
    };
    match &parley.motion {
        Motion::Crusade { against: Some(offender) } if tally.passed => {
            effects.extend(against(offender.clone(), "23.5")); // rule:23.5
        }
        Motion::CrusadeFor { state: Some(state) } if tally.passed => {
            if let Some(offender) = offender_against(scene, state) {
                effects.extend(against(offender, "23.6")); // rule:23.6
            }
        }
        Motion::CrusadeGoesOn if !tally.passed => {
            for campaign in against_offenders(scene) {
                effects.extend(ended(campaign, "23.5", "the parley discontinues it")); // rule:23.5
            }
        }
        Motion::Jihad if tally.passed => {
            let until = Some(scene.pentade().next().last_year()); // ruling:R23.8
            for city in to_be_freed(scene) {
                let (army, cause) = (EmpireId::new(JIHAD), CampaignCause::HolyCity(city.clone()));
                let campaign = Campaign { army, cause, since, until, caller: caller.clone() };
                effects.extend(begin(scene, campaign, "23.8")); // rule:23.8
            }
        }
        _ => {}
    }
    effects
}

/// A campaign is over, for this reason.
pub(super) fn ended(campaign: &Campaign, rule: &str, why: &str) -> Effects {
    let mut effects = Effects::default();
    let over = CrusadeHappening::Ended { why: why.to_owned() };
    let mut entry = Entry::new(&[rule], Happening::Crusade(over)).of(&campaign.army);
    if let CampaignCause::HolyCity(city) = &campaign.cause {
        entry = entry.at(city);
    }
    effects.tell(entry);
    effects.change(Effect::Crusade(CrusadeChange::CampaignEnded(campaign.clone())));
    effects
}

fn against_offenders<'a>(scene: &Scene<'a>) -> impl Iterator<Item = &'a Campaign> {
    let campaigns = scene.world.crusades.campaigns.iter();
    campaigns.filter(|campaign| matches!(campaign.cause, CampaignCause::Offender(_)))
}

/// Rules 6.2 (e) and 23.5: the parley of the opening on crusades that may go on: one on all of them.
pub fn special_parleys(scene: &Scene<'_>) -> Vec<Parley> {
    let any = against_offenders(scene).next().is_some();
    any.then(|| Parley::on(scene, Motion::CrusadeGoesOn, None)).into_iter().collect() // rule:23.5
}

/// Rule 23.3: Catholic rulers of a player who gave no card to a crusade that is on have given ground for excommunication.
pub fn tell_shirkers(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let army = EmpireId::new(CRUSADE);
    let campaigns: Vec<&Campaign> =
        scene.world.crusades.campaigns.iter().filter(|campaign| campaign.army == army).collect();
    if campaigns.is_empty() {
        return effects;
    }
    let givers = participants(scene, &army);
    for (id, empire) in &scene.world.empires {
        let catholic = empire.leader.religion.is(CATHOLIC);
        let could = empire.kind == EmpireKind::Player && empire.court.is_some() && catholic;
        let offender = CampaignCause::Offender(id.clone());
        if could && !givers.contains(id) && !campaigns.iter().any(|campaign| campaign.cause == offender) {
            effects
                .tell(Entry::new(&["23.3", "27.5"], Happening::Crusade(CrusadeHappening::DidNotGive)).of(id));
            effects.change(offence(scene, id, Ground::RefusedCrusade)); // rule:23.3
        }
    }
    effects
}
