//! What an empire could order in a year: the endeavours that are possible from its own areas, its taxes and plunder, the
//! cards it could play, each with what it would come to.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::endeavours::judge;
use super::foresight::{Foresight, forecast};
use super::veil::as_known_to;
use super::{ForecastCheck, Movement, Outlook};
use crate::empires::pentade::admit;
use crate::empires::rulebook::Rulebook;
use crate::empires::rules::Scene;
use crate::empires::rules::endeavours::{way, within_reach};
use crate::empires::terms::{
    Act, Advance, AreaId, CardPlay, EmpireId, Endeavour, EndeavourKind, EndeavourOrder, EndeavourSort,
    EventKind, GoldAmount, Order, OrderSheet, PlunderOrder, Stature, TaxOrder, When,
};
use crate::empires::world::{EmpireKind, World};

/// Bases that are offered for one target, the best first.
const BASES: usize = 2;

/// What a side could order in a year.
#[derive(Debug, Clone, Default)]
pub struct YearOffers {
    /// Endeavours that are possible as the world stands, without gold, by sort and target, the best base first.
    pub endeavours: Vec<(Endeavour, Outlook)>,
    /// Areas that can be taxed, with their yield and the check that it calls for (16.1, 17.2).
    pub taxes: Vec<Levy>,
    /// The same of plunder (16.3).
    pub plunder: Vec<Levy>,
    /// Cards of the hand that could be played (19).
    pub cards: Vec<CardPlay>,
    /// Empires that a gift could go to (16.4).
    pub others: Vec<EmpireId>,
    /// Own areas, on whose being attacked an order may wait (6.5).
    pub own: Vec<AreaId>,
    /// Areas that endeavours of earlier years try to win.
    pub hoped: BTreeSet<AreaId>,
    /// Cards of the year deck (9.2).
    pub deck: u32,
}

/// An area that is taxed or plundered: whole gold, and its check.
pub type Levy = (AreaId, i32, Option<ForecastCheck>);

/// What could be ordered in a year of the pentade, beside the orders of this sheet.
///
/// Only what the empire may know is read of the world, and no chance at all.
pub fn year_offers(
    rulebook: &Rulebook,
    world: &World,
    own: &EmpireId,
    sheet: &OrderSheet,
    year: i32,
) -> YearOffers {
    let known = as_known_to(world, own);
    let written = BTreeMap::from([(own.clone(), sheet.clone())]);
    let (sheets, _) = admit(rulebook, &known, &written);
    let cards = cards(rulebook, world, own, sheet, year);
    let mut foresight = Foresight::open(rulebook, known, own, &sheets);
    foresight.opening();
    for earlier in world.pentade.years().take_while(|earlier| *earlier < year) {
        foresight.year(earlier);
    }
    foresight.levies(year);
    let others = foresight.world.empires.iter();
    let others = others.filter(|(id, empire)| *id != own && empire.kind == EmpireKind::Player);
    YearOffers {
        endeavours: endeavours(&foresight, sheet, year),
        taxes: levies(rulebook, world, own, sheet, year, Movement::Taxes),
        plunder: levies(rulebook, world, own, sheet, year, Movement::Plunder),
        cards,
        others: others.map(|(id, _)| id.clone()).collect(),
        own: own_areas(&foresight.world, own).cloned().collect(),
        deck: rulebook.year_cards.count(),
        hoped: foresight.hoped,
    }
}

fn own_areas<'w>(world: &'w World, own: &'w EmpireId) -> impl Iterator<Item = &'w AreaId> {
    world.areas.iter().filter(move |(_, area)| area.owner.as_ref() == Some(own)).map(|(id, _)| id)
}

/// Every endeavour that is possible, each judged as the only one of its year.
fn endeavours(foresight: &Foresight<'_>, sheet: &OrderSheet, year: i32) -> Vec<(Endeavour, Outlook)> {
    let others = sheet.orders.iter().filter(|order| !matches!(order.act, Act::Endeavour(_)));
    let others: Vec<Order> = others.cloned().collect();
    let scene = foresight.scene(foresight.sheets);
    let mut found: BTreeMap<(EndeavourSort, AreaId), Vec<(Endeavour, Outlook)>> = BTreeMap::new();
    for kind in kinds(&scene, foresight.own) {
        let endeavour = Endeavour { kind, gold: GoldAmount::Exactly(0), by_sea: false };
        let possible = way(&scene, foresight.own, &endeavour);
        if possible.is_ok_and(|way| way.price <= foresight.treasury())
            && let Some(outlook) = outlook(foresight, &others, year, &endeavour)
        {
            let place = (endeavour.kind.sort(), endeavour.kind.target().clone());
            found.entry(place).or_default().push((endeavour, outlook));
        }
    }
    for bases in found.values_mut() {
        bases.sort_by_key(|(_, outlook)| (Reverse(outlook.succeeds), outlook.price));
        bases.truncate(BASES);
    }
    found.into_values().flatten().collect()
}

/// Whatever could be thought of: every own area as base of what lies within its reach, and as place of what is done at
/// home.
fn kinds(scene: &Scene<'_>, own: &EmpireId) -> Vec<EndeavourKind> {
    let mut kinds = Vec::new();
    for base in own_areas(scene.world, own) {
        let base = base.clone();
        for target in within_reach(scene.rulebook, &base).cloned() {
            let is_own = scene.world.areas.get(&target).is_some_and(|area| area.owner.as_ref() == Some(own));
            if !is_own {
                kinds.push(EndeavourKind::Conquest { target: target.clone(), base: base.clone() });
                kinds.push(EndeavourKind::Pillage { target: target.clone(), base: base.clone() });
            }
            kinds.push(EndeavourKind::Diplomacy { target, base: Some(base.clone()) });
        }
        kinds.push(EndeavourKind::Ruling { area: base.clone(), removing: None });
        kinds.push(EndeavourKind::Fortification { area: base.clone() });
        kinds.push(EndeavourKind::Defence { area: base.clone() });
        kinds.push(EndeavourKind::Conversion { area: base });
    }
    kinds
}

fn outlook(foresight: &Foresight<'_>, others: &[Order], year: i32, endeavour: &Endeavour) -> Option<Outlook> {
    let act = Act::Endeavour(EndeavourOrder {
        branches: Vec::new(),
        otherwise: Some(endeavour.clone()),
        extra_card: false,
    });
    let order = Order { when: When::Year(year), condition: None, act };
    let orders = others.iter().cloned().chain([order]).collect();
    let sheets = BTreeMap::from([(foresight.own.clone(), OrderSheet { orders })]);
    judge(&foresight.scene(&sheets), others.len(), endeavour).ok()
}

/// What taxing or plundering everything would bring, area by area.
fn levies(
    rulebook: &Rulebook,
    world: &World,
    own: &EmpireId,
    sheet: &OrderSheet,
    year: i32,
    levied: Movement,
) -> Vec<Levy> {
    let is_levied = |act: &Act| match levied {
        Movement::Plunder => matches!(act, Act::Plunder(_)),
        _ => matches!(act, Act::Tax(_) | Act::DoNotTax(_)),
    };
    let act = match levied {
        Movement::Plunder => Act::Plunder(PlunderOrder {
            areas: Vec::new(),
            but_not: Vec::new(),
            unless_in_unrest: false,
            until_treasury: None,
        }),
        _ => Act::Tax(TaxOrder {
            areas: Vec::new(),
            but_not: Vec::new(),
            unless_in_unrest: false,
            until_treasury: None,
        }),
    };
    let is_of_year = |when: When| when == When::Year(year) || matches!(when, When::EveryYear | When::From(_));
    let kept = sheet.orders.iter().filter(|order| !(is_of_year(order.when) && is_levied(&order.act)));
    let all = Order { when: When::Year(year), condition: None, act };
    let orders = kept.cloned().chain([all]).collect();
    let foreseen = forecast(rulebook, world, own, &OrderSheet { orders });
    let Some(of_year) = foreseen.years.iter().find(|one| one.year == year) else { return Vec::new() };
    let levies = of_year.levied.iter().filter(|(_, why, _)| *why == levied);
    let check = |area: &AreaId| of_year.checks.iter().rfind(|check| check.area == *area).cloned();
    levies.map(|(area, _, gold)| (area.clone(), *gold, check(area))).collect()
}

/// The cards of the hand that would not be refused, as far as they can be played by a choice.
fn cards(rulebook: &Rulebook, world: &World, own: &EmpireId, sheet: &OrderSheet, year: i32) -> Vec<CardPlay> {
    let held = world.cards.cards.values().filter(|card| card.is_held_by(own)).map(|card| card.kind);
    let held: BTreeSet<EventKind> = held.collect();
    let plays = held.into_iter().flat_map(|kind| plays(rulebook, world, own, kind));
    let plays = plays.filter(|play| {
        let order = Order { when: When::Year(year), condition: None, act: Act::Play(play.clone()) };
        let orders = sheet.orders.iter().cloned().chain([order.clone()]).collect();
        let foreseen = forecast(rulebook, world, own, &OrderSheet { orders });
        !foreseen.refused.iter().any(|refused| refused.order == order)
    });
    plays.collect()
}

/// The ways to play a card that only need choosing.
fn plays(rulebook: &Rulebook, world: &World, own: &EmpireId, kind: EventKind) -> Vec<CardPlay> {
    let advances = [Advance::Weapons, Advance::Tactical, Advance::Siege, Advance::Fortification];
    if let Some(points) = kind.advisor_points() {
        let statures = [Stature::Administrative, Stature::Diplomatic];
        return statures.map(|stature| CardPlay::Advisor { points, stature: Some(stature) }).to_vec();
    }
    if let Some(advance) = advances.into_iter().find(|one| kind.advance() == Some(*one)) {
        return vec![CardPlay::Advance(advance)];
    }
    match kind {
        EventKind::Demesne => vec![CardPlay::Demesne],
        EventKind::DiplomaticCoup => vec![CardPlay::DiplomaticCoup],
        EventKind::MissionaryFervour => vec![CardPlay::MissionaryFervour],
        EventKind::Recognition => {
            let own = own_areas(world, own)
                .flat_map(|base| std::iter::once(base).chain(rulebook.atlas.neighbours(base)));
            let areas: BTreeSet<&AreaId> = own.collect();
            areas.into_iter().map(|area| CardPlay::Recognition { area: area.clone() }).collect()
        }
        _ => Vec::new(),
    }
}
