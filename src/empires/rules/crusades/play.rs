//! What armies do of themselves: targets by the best rating (23.3, 24.5), cards spread over the years.

use std::collections::{BTreeMap, BTreeSet};

use super::super::actors;
use super::super::conquest;
use super::super::fixed::Fixed;
use super::super::given_cards;
use super::super::scene::{Effects, Scene};
use super::army::{bases, led, march};
use super::{CRUSADE, JIHAD, SYRIA, city_of, founds_state, is_lost, is_muslims};
use crate::empires::chronicle::{CrusadeHappening, Entry, Happening};
use crate::empires::terms::{Act, AreaId, EmpireId, EndeavourKind};
use crate::empires::world::{Campaign, CampaignCause, GivenCard};

/// Rule 23.3: what the armies do this year. All cards given are played, spread over the years that are left, the surplus
/// in the first of them.
///
/// Cases: 23.B.1 to 23.B.12.
pub fn endeavours(scene: &Scene<'_>) -> (Vec<Fixed>, Effects) {
    let mut fixed = Vec::new();
    let mut effects = Effects::default();
    for army in [CRUSADE, JIHAD].map(EmpireId::new) {
        if actors::is_ordered(scene, &army) {
            continue; // rule:6.8
        }
        let cards = given_cards::extra_cards(scene, &army);
        let now = cards_of_the_year(scene, cards.len());
        let mut aimed: BTreeMap<AreaId, i32> = BTreeMap::new();
        for card in cards.into_iter().take(now) {
            let Some(chosen) = choose(scene, &army, card, &aimed) else { break };
            *aimed.entry(chosen.fixed.endeavour.kind.target().clone()).or_default() += 1;
            effects.tell(chosen.told);
            fixed.push(chosen.fixed);
        }
    }
    (fixed, effects)
}

/// An even share of the cards for each year that is left, rounded up (24.1).
fn cards_of_the_year(scene: &Scene<'_>, cards: usize) -> usize {
    let years = scene.pentade().last_year() - scene.year_or_first() + 1;
    cards.div_ceil(usize::try_from(years).unwrap_or(1).max(1))
}

struct Chosen {
    fixed: Fixed,
    told: Entry,
}

/// The endeavour of the best rating among the targets that need it; equals by wealth, then name.
fn choose(
    scene: &Scene<'_>,
    army: &EmpireId,
    card: &GivenCard,
    aimed: &BTreeMap<AreaId, i32>,
) -> Option<Chosen> {
    let mut rated: Vec<(i32, i32, Fixed)> = Vec::new();
    for target in targets(scene, army, aimed) {
        let wealth = scene.world.areas.get(target)?.wealth();
        for base in bases(scene, army, target) {
            let kind = EndeavourKind::Conquest { target: target.clone(), base: base.clone() };
            let mut fixed = actors::play(scene, army, kind, card.card, march(scene, base, target));
            fixed.led = led(scene, army, &fixed.endeavour.kind);
            if let Act::Endeavour(order) = &mut fixed.order.act {
                order.extra_card = true; // rule:9.3
            }
            if fixed.led.is_some()
                && let Some(rating) = actors::rating(scene, &fixed)
            {
                rated.push((rating.total, wealth, fixed));
            }
        }
    }
    rated.sort_by_key(|(rating, wealth, fixed)| {
        let kind = &fixed.endeavour.kind;
        (std::cmp::Reverse((*rating, *wealth)), kind.target().clone(), kind.own_area().cloned()) // rule:24.5
    });
    let mut ratings: Vec<(AreaId, i32)> = Vec::new();
    for (rating, _, fixed) in &rated {
        let target = fixed.endeavour.kind.target();
        if !ratings.iter().any(|(area, _)| area == target) {
            ratings.push((target.clone(), *rating));
        }
    }
    let (_, _, fixed) = rated.into_iter().next()?;
    Some(Chosen { told: told(scene, &fixed, ratings), fixed })
}

fn told(scene: &Scene<'_>, fixed: &Fixed, mut ratings: Vec<(AreaId, i32)>) -> Entry {
    let target = fixed.endeavour.kind.target();
    ratings.retain(|(area, _)| area != target);
    let leader = fixed.led.as_ref().and_then(|led| led.tests.clone());
    let base = fixed.endeavour.kind.own_area().cloned();
    let chosen = CrusadeHappening::TargetChosen { base, leader, others: ratings };
    let mut entry = Entry::new(&["23.3", "24.5"], Happening::Crusade(chosen)).of(&fixed.empire).at(target);
    entry.numbers.extend(actors::rating(scene, fixed));
    entry
}

/// The areas at which an army aims: those that still need results beyond what is aimed already; where none does, all of
/// them again.
fn targets<'a>(scene: &Scene<'a>, army: &EmpireId, aimed: &BTreeMap<AreaId, i32>) -> Vec<&'a AreaId> {
    let all: BTreeSet<&AreaId> = scene
        .world
        .crusades
        .campaigns
        .iter()
        .filter(|campaign| campaign.army == *army)
        .flat_map(|campaign| of_campaign(scene, campaign, aimed))
        .collect();
    let needed = |target: &&&AreaId| needs(scene, army, target, aimed);
    let needing: Vec<&AreaId> = all.iter().filter(needed).copied().collect();
    if needing.is_empty() { all.into_iter().collect() } else { needing }
}

/// Whether an area needs more results of an army than it has and than are aimed at it this year.
fn needs(scene: &Scene<'_>, army: &EmpireId, target: &AreaId, aimed: &BTreeMap<AreaId, i32>) -> bool {
    let Some(area) = scene.world.areas.get(target) else { return false };
    let coming = aimed.get(target).copied().unwrap_or(0);
    conquest::results_of(area, army) + coming < conquest::need(scene, area)
}

/// The targets of one campaign. For a holy city: the city while it is lost; then, where a Crusader State may arise, a
/// Muslim's area beside it, Syria before others (18.7). Against an offender: all that is his.
fn of_campaign<'a>(scene: &Scene<'a>, campaign: &Campaign, aimed: &BTreeMap<AreaId, i32>) -> Vec<&'a AreaId> {
    let areas = &scene.world.areas;
    match &campaign.cause {
        CampaignCause::Offender(offender) => {
            let theirs = areas.iter().filter(|(_, area)| area.owner.as_ref() == Some(offender));
            theirs.map(|(id, _)| id).collect() // rule:23.5
        }
        CampaignCause::HolyCity(area) => {
            let Some(city) = city_of(scene, &campaign.army, area) else { return Vec::new() };
            let lost = is_lost(scene, city);
            if lost && (!founds_state(city) || needs(scene, &campaign.army, area, aimed)) {
                return areas.get_key_value(area).map(|(id, _)| id).into_iter().collect(); // rule:23.4
            }
            let beside = || {
                scene.rulebook.atlas.neighbours(area).filter(|near| {
                    founds_state(city) && areas.get(*near).is_some_and(|area| is_muslims(scene, area))
                })
            };
            let syria = beside().find(|near| near.is(SYRIA)); // rule:18.7
            let chosen: Vec<&AreaId> = syria.map_or_else(|| beside().collect(), |syria| vec![syria]);
            if chosen.is_empty() && lost {
                return areas.get_key_value(area).map(|(id, _)| id).into_iter().collect();
            }
            chosen
        }
    }
}
