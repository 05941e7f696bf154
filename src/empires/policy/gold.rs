//! Taxes, plunder and gifts (16).

use std::cmp::Reverse;

use super::Policy;
use super::outlook::Outlook;
use crate::empires::rules::gold::may_give;
use crate::empires::terms::{Act, AreaId, Order, PlunderOrder, TaxOrder, When};
use crate::empires::world::{Area, EmpireKind};

/// How much more than a quite safe rebellion value each temper dares to tax.
fn daring(policy: Policy) -> i32 {
    match policy {
        Policy::Caretaker => 0,
        Policy::Builder => 1,
        Policy::Mixed | Policy::Conqueror => 3,
    }
}

/// Areas to tax in two years, now and then a plunder, a gift.
pub fn orders(outlook: &Outlook<'_>) -> Vec<Order> {
    let mut orders = Vec::new();
    let areas = taxable(outlook);
    let late: Vec<AreaId> = areas.iter().skip(6).cloned().collect();
    let soon: Vec<AreaId> = areas.into_iter().take(6).collect();
    for (year, areas) in [(0, soon), (2, late)] {
        if !areas.is_empty() {
            let tax =
                TaxOrder { areas, but_not: Vec::new(), unless_in_unrest: year > 0, until_treasury: None };
            orders.push(outlook.order(When::Year(outlook.first_year() + year), Act::Tax(tax)));
        }
    }
    orders.extend(plunder(outlook));
    orders.extend(gift(outlook));
    orders
}

/// What can be taxed without too much danger, the richest first.
fn taxable(outlook: &Outlook<'_>) -> Vec<AreaId> {
    let figures = &outlook.scene.rulebook.figures;
    let most = outlook.safe_value() + daring(outlook.policy);
    let mut areas: Vec<(&AreaId, &Area)> = outlook
        .own()
        .filter(|(id, area)| {
            let fit = area.social_state >= figures.taxable_social_state
                && area.wealth() >= figures.taxable_wealth
                && outlook.connected.contains(*id);
            let calm = outlook.rebellion_value(id).is_some_and(|value| value <= most);
            fit && (calm || outlook.is_court(id))
        })
        .collect();
    areas.sort_by_key(|(id, area)| (Reverse(area.wealth()), *id));
    areas.into_iter().map(|(id, _)| id.clone()).collect()
}

/// A conqueror without gold plunders a distant area of another faith and tongue.
fn plunder(outlook: &Outlook<'_>) -> Option<Order> {
    if outlook.policy != Policy::Conqueror || outlook.empire.treasury > 2 {
        return None;
    }
    let leader = &outlook.empire.leader;
    let strange = |area: &Area| area.language != leader.language && area.religion != leader.religion;
    let mut areas: Vec<_> =
        outlook.own().filter(|(id, area)| strange(area) && !outlook.is_court(id)).collect();
    areas.sort_by_key(|(id, area)| (Reverse(area.wealth()), *id));
    let (id, _) = areas.first()?;
    outlook.chance("policy plunder", "", 0, 30).then(|| {
        outlook
            .order(When::Year(outlook.first_year() + 3), Act::Plunder(PlunderOrder::of(vec![(*id).clone()])))
    })
}

/// Now and then gold for a neighbour of one's own religion, or for the Pope.
fn gift(outlook: &Outlook<'_>) -> Option<Order> {
    if outlook.empire.treasury < 6 || !outlook.chance("policy gift", "", 0, 15) {
        return None;
    }
    let religion = &outlook.empire.leader.religion;
    let friends: Vec<_> = outlook
        .world()
        .empires
        .iter()
        .filter(|(id, empire)| {
            let kind = matches!(empire.kind, EmpireKind::Player | EmpireKind::Pope);
            kind && *id != outlook.id && empire.leader.religion == *religion && empire.court.is_some()
        })
        .filter(|(id, _)| may_give(outlook.scene, outlook.id, id))
        .map(|(id, _)| id)
        .collect();
    let to = friends.get(outlook.pick("policy friend", "", friends.len()))?;
    Some(outlook.order(When::Year(outlook.first_year()), Act::Gift { to: (*to).clone(), gold: 2 }))
}
