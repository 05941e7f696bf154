//! The five endeavours of a pentade (9).

use super::Policy;
use super::outlook::Outlook;
use super::plan::{Prospect, endangered, is_shaky, prospects};
use crate::empires::terms::{
    Act, AreaId, Branch, Condition, Endeavour, EndeavourKind, EndeavourOrder, EndeavourSort, GoldAmount,
    Order, When,
};

/// Prospects that are weighed for the years.
const WEIGHED: usize = 8;

/// An endeavour for each year: the best prospects as long as they are useful, now and then with a defence before them.
pub fn orders(outlook: &Outlook<'_>) -> Vec<Order> {
    let mut left = weighed(outlook);
    let mut purse = outlook.empire.treasury;
    let threatened = endangered(outlook);
    let mut orders = Vec::new();
    for (nth, year) in (0..).zip(outlook.scene.pentade().years()) {
        left.sort_by_key(|one| std::cmp::Reverse(one.worth));
        let Some(first) = left.first_mut() else { break };
        let prospect = first.clone();
        first.years -= 1;
        first.worth = if first.years > 0 { first.worth * 9 / 10 } else { first.worth / 4 };
        let instead = left.iter().map(|one| &one.kind).find(|kind| **kind != prospect.kind).cloned();
        let gold = laid_on(outlook, &prospect, purse);
        purse -= gold;
        let mut endeavour = alternatives(outlook, &prospect, gold, instead);
        let guard =
            threatened.as_ref().filter(|_| outlook.chance("policy guard", "", nth, guarding(outlook)));
        if let Some(area) = guard {
            endeavour.branches.insert(0, defence(area));
        }
        orders.push(outlook.order(When::Year(year), Act::Endeavour(endeavour)));
    }
    orders
}

/// The best prospects, each with a little luck in its worth.
fn weighed(outlook: &Outlook<'_>) -> Vec<Prospect> {
    let mut found = prospects(outlook);
    found.retain(|one| {
        one.kind.own_area().is_none_or(|base| {
            let domestic = matches!(one.kind.sort(), EndeavourSort::Ruling | EndeavourSort::Fortification);
            domestic || !outlook.area(base).is_some_and(|area| area.in_unrest) || !is_shaky(outlook, base)
        })
    });
    found.truncate(WEIGHED);
    for one in &mut found {
        let thing = format!("{:?} {}", one.kind.sort(), one.kind.target());
        let luck = i32::try_from(outlook.throw("policy luck", &thing, 0)).unwrap_or(50);
        one.worth = one.worth * (75 + luck / 2) / 100;
    }
    found
}

/// In how many of a hundred years the endangered area is guarded.
fn guarding(outlook: &Outlook<'_>) -> u32 {
    match outlook.policy {
        Policy::Conqueror => 30,
        Policy::Mixed | Policy::Builder => 45,
        Policy::Caretaker => 70,
    }
}

/// Gold that raises the chance of the card: dear to the poor, cheap to the rich.
fn laid_on(outlook: &Outlook<'_>, prospect: &Prospect, purse: i32) -> i32 {
    let share = match outlook.policy {
        Policy::Conqueror => purse / 2,
        _ => purse / 4,
    };
    let Some(rating) = outlook.rating(&prospect.kind, 0) else { return 0 };
    let sort = prospect.kind.sort();
    let price = PRICES.iter().find(|(least, _)| purse >= *least).map_or(DEAREST, |(_, price)| *price);
    let worth = |gold: i32| outlook.percent(sort, rating + gold) - price * gold;
    (0..=share.clamp(0, MOST_GOLD)).max_by_key(|gold| (worth(*gold), -gold)).unwrap_or(0)
}

/// Percent of chance that a piece of gold must bring, by the purse from which it counts.
const PRICES: [(i32, i32); 3] = [(120, 0), (50, 1), (15, 3)];

/// The same for a smaller purse.
const DEAREST: i32 = 5;

/// Most gold laid on one endeavour.
const MOST_GOLD: i32 = 12;

/// A foreign endeavour waits on its target not being won already; what is done else is the next best thing.
fn alternatives(
    outlook: &Outlook<'_>,
    prospect: &Prospect,
    gold: i32,
    instead: Option<EndeavourKind>,
) -> EndeavourOrder {
    let with = |kind, gold| Endeavour { kind, gold: GoldAmount::Exactly(gold), by_sea: false };
    let first = with(prospect.kind.clone(), gold);
    let is_foreign = matches!(prospect.kind.sort(), EndeavourSort::Conquest | EndeavourSort::Pillage);
    if !is_foreign || outlook.owns(prospect.kind.target()) {
        return EndeavourOrder { branches: Vec::new(), otherwise: Some(first), extra_card: false };
    }
    let ours = Condition::Holds { area: prospect.kind.target().clone(), who: None };
    let branch = Branch { condition: Condition::Not(Box::new(ours)), endeavour: Some(first) };
    let settle = EndeavourKind::Ruling { area: prospect.kind.target().clone(), removing: None };
    let otherwise = if outlook.policy == Policy::Conqueror { instead.unwrap_or(settle) } else { settle };
    EndeavourOrder { branches: vec![branch], otherwise: Some(with(otherwise, 0)), extra_card: false }
}

fn defence(area: &AreaId) -> Branch {
    let kind = EndeavourKind::Defence { area: area.clone() };
    let endeavour = Endeavour { kind, gold: GoldAmount::Exactly(1), by_sea: false };
    Branch { condition: Condition::Attacked(area.clone()), endeavour: Some(endeavour) }
}
