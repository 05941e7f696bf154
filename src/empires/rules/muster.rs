//! The muster, and the endeavours of a year with their conditions resolved (6.6, 6.7.1, 6.7.2).
//!
//! Reads the sheets, the state after step (e) and the hands of year cards. No dice.

use super::conditions::{self, Verdict};
use super::fixed::{Fixed, Muster, Refusal, Way};
use super::gold::treaties;
use super::scene::{Effects, Scene};
use super::{actors, year_cards};
use crate::empires::chronicle::{Entry, Happening};
use crate::empires::terms::{
    Act, Condition, EmpireId, Endeavour, EndeavourKind, GoldAmount, Order, OrderSheet, When,
};

/// Chapter 9's test of an endeavour.
pub type FindWay = fn(&Scene<'_>, &EmpireId, &Endeavour) -> Result<Way, Refusal>;

/// One of the things an empire may do in a year, with everything it waits on.
struct Choice<'a> {
    order_index: usize,
    order: &'a Order,
    conditions: Vec<&'a Condition>,
    endeavour: Option<&'a Endeavour>,
}

/// Rule 6.6: who attacks what this year.
///
/// Conditions on earlier years and taxation are resolved first; what then still hangs on an attack is mustered in every
/// branch. Nobody attacks himself, and what a treaty forbids is refused before the muster (16.5). `acting` are the
/// endeavours of powers without a player.
///
/// Cases: 6.C.1 to 6.C.9.
pub fn muster(scene: &Scene<'_>, acting: &[Fixed]) -> Muster {
    let mut muster = Muster::default();
    for fixed in acting {
        enlist(scene, &fixed.empire, Some(&fixed.endeavour), &mut muster); // rule:6.6
    }
    for (empire, sheet) in scene.sheets {
        for choice in choices(sheet, scene.year_or_first()) {
            let verdicts = choice.conditions.iter().map(|one| conditions::before_muster(scene, empire, one));
            let verdict = verdicts.min().unwrap_or(Verdict::Holds);
            if verdict == Verdict::Fails {
                continue; // rule:6.6
            }
            enlist(scene, empire, choice.endeavour, &mut muster);
            if verdict == Verdict::Holds {
                break;
            }
        }
    }
    muster
}

fn enlist(scene: &Scene<'_>, empire: &EmpireId, endeavour: Option<&Endeavour>, muster: &mut Muster) {
    let Some(EndeavourKind::Conquest { target, .. } | EndeavourKind::Pillage { target, .. }) =
        endeavour.map(|endeavour| &endeavour.kind)
    else {
        return;
    };
    let Some(area) = scene.world.areas.get(target) else { return };
    let forbidden = area.owner.as_ref().is_some_and(|owner| {
        treaties::forbids_attack(scene.world, empire, owner, scene.year_or_first()) // rule:16.5
    });
    if area.owner.as_ref() != Some(empire) && !forbidden {
        muster.attacked.entry(target.clone()).or_default().insert(empire.clone()); // rule:6.6
    }
}

/// Rules 6.7.1 and 6.7.2: every empire's endeavour of the year, with its card and the gold reserved for it.
///
/// An endeavour that is impossible, or whose fixed price the treasury cannot pay, does nothing and keeps its gold; its
/// card is spent all the same (6.9). Gold beyond the treasury is cut. `way` says whether an endeavour is possible, and
/// by which way (9.4, 9.8).
///
/// Cases: 6.D.1 to 6.D.6.
pub fn fix(scene: &Scene<'_>, muster: &Muster, way: FindWay) -> (Vec<Fixed>, Effects) {
    let mut fixed = Vec::new();
    let mut told = Effects::default();
    for (empire, sheet) in scene.sheets {
        let taken = choices(sheet, scene.year_or_first()).into_iter().find(|choice| {
            choice.conditions.iter().all(|one| conditions::holds(scene, empire, one, Some(muster)))
        });
        let Some(choice) = taken else { continue };
        let Some(endeavour) = choice.endeavour else { continue };
        let Some(card) = year_cards::of_the_year(scene, empire) else {
            told.tell(refused(empire, choice.order, Refusal::new("9.3", "no year card is left for it"))); // rule:9.3
            continue;
        };
        actors::spend(scene, empire, &mut told);
        match reserve(scene, empire, endeavour, way) {
            Ok((way, gold)) => {
                if let Some(entry) = cut(empire, endeavour, gold) {
                    told.tell(entry);
                }
                fixed.push(Fixed {
                    empire: empire.clone(),
                    endeavour: endeavour.clone(),
                    card,
                    price: way.price,
                    gold,
                    sea_areas: way.sea_areas,
                    led: None,
                    order_index: choice.order_index,
                    order: choice.order.clone(),
                });
            }
            Err(refusal) => told.tell(refused(empire, choice.order, refusal)),
        }
    }
    (fixed, told)
}

/// The way and the gold that the treasury can pay for the rating.
fn reserve(
    scene: &Scene<'_>,
    empire: &EmpireId,
    endeavour: &Endeavour,
    way: FindWay,
) -> Result<(Way, i32), Refusal> {
    let way = way(scene, empire, endeavour)?;
    let treasury = scene.world.empires.get(empire).map_or(0, |own| own.treasury);
    let left = treasury - way.price;
    if left < 0 {
        let reason = format!("it costs {} gold and the treasury holds {treasury}", way.price);
        return Err(Refusal::new("6.7", reason)); // rule:6.9
    }
    let gold = match endeavour.gold {
        GoldAmount::Exactly(gold) => gold.clamp(0, left), // rule:6.7 rule:9.9
        GoldAmount::Everything => left,
    };
    Ok((way, gold))
}

/// The entry for gold that was cut, if any was.
fn cut(empire: &EmpireId, endeavour: &Endeavour, gold: i32) -> Option<Entry> {
    let GoldAmount::Exactly(wanted) = endeavour.gold else { return None };
    (wanted > gold).then(|| {
        let happening = Happening::GoldCut { sort: endeavour.kind.sort(), wanted, gold };
        Entry::new(&["6.7"], happening).of(empire).at(endeavour.kind.target()).seen_by(empire)
    })
}

/// The entry for an order that is not carried out (6.9), for its writer's eyes.
pub fn refused(empire: &EmpireId, order: &Order, refusal: Refusal) -> Entry {
    let happening = Happening::OrderRefused { order: Box::new(order.clone()), reason: refusal.reason };
    Entry::new(&[refusal.rule, "6.9"], happening).of(empire).seen_by(empire)
}

/// What an empire may do in a year, in the order in which it is tried: orders for just this year go before orders for
/// several, and each before those written later.
fn choices(sheet: &OrderSheet, year: i32) -> Vec<Choice<'_>> {
    let mut orders: Vec<(u8, usize, &Order)> = sheet
        .orders
        .iter()
        .enumerate()
        .filter_map(|(index, order)| precedence(order.when, year).map(|rank| (rank, index, order)))
        .collect();
    orders.sort_by_key(|(rank, index, _)| (*rank, *index));
    orders.into_iter().flat_map(|(_, index, order)| choices_of(index, order)).collect()
}

fn precedence(when: When, year: i32) -> Option<u8> {
    match when {
        When::Year(meant) => (meant == year).then_some(0),
        When::From(first) => (first <= year).then_some(1),
        When::EveryYear => Some(2),
        When::Opening | When::Standing => None,
    }
}

fn choices_of(order_index: usize, order: &Order) -> Vec<Choice<'_>> {
    let choice = |inner, endeavour| Choice {
        order_index,
        order,
        conditions: order.condition.iter().chain(inner).collect(),
        endeavour,
    };
    match &order.act {
        Act::NoEndeavour => vec![choice(None, None)],
        Act::Endeavour(endeavour) if !endeavour.extra_card => {
            let branches = endeavour.branches.iter();
            let branches = branches.map(|one| choice(Some(&one.condition), one.endeavour.as_ref()));
            branches.chain(endeavour.otherwise.iter().map(|one| choice(None, Some(one)))).collect()
        }
        _ => Vec::new(),
    }
}
