//! The endeavours of a year: which may be carried out, and what each would come to.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::foresight::Foresight;
use super::{Expected, Outlook, Standing};
use crate::empires::chronicle::Happening;
use crate::empires::rulebook::YearCards;
use crate::empires::rules::conditions::{Verdict, before_muster};
use crate::empires::rules::endeavours::{
    CardResult, Defences, Tried, each_area_once, rating_of, read_card, way,
};
use crate::empires::rules::muster::{Choice, choices, extra_choices};
use crate::empires::rules::{
    Effects, Fixed, Led, Muster, Scene, conquest, defence, diplomacy, event_cards, given_cards, muster,
};
use crate::empires::terms::{
    Act, Condition, Endeavour, EndeavourKind, EndeavourOrder, EndeavourSort, GoldAmount, Order, OrderSheet,
    When,
};
use crate::empires::world::Effect;
use crate::postal::chronicle::Breakdown;

/// The endeavours of an order, in the order they are tried.
pub(super) fn all_of(order: &Order) -> impl Iterator<Item = &Endeavour> {
    let endeavours = match &order.act {
        Act::Endeavour(endeavours) => Some(endeavours),
        _ => None,
    };
    endeavours.into_iter().flat_map(|one| {
        one.branches.iter().filter_map(|branch| branch.endeavour.as_ref()).chain(&one.otherwise)
    })
}

/// What may be carried out in the year that is foreseen. What would be spent is spent.
pub(super) fn of_the_year(foresight: &mut Foresight<'_>) -> Vec<Expected> {
    let Some(sheet) = foresight.sheets.get(foresight.own) else { return Vec::new() };
    let year = foresight.year.unwrap_or_else(|| foresight.world.pentade.first_year());
    let mut expected = Vec::new();
    for (is_extra, alternatives) in std::iter::once((false, choices(sheet, year)))
        .chain(extra_choices(sheet, year).into_iter().map(|choices| (true, choices)))
    {
        expected.extend(of_one_card(foresight, sheet, is_extra, &alternatives));
    }
    spend(foresight);
    for one in expected.iter().filter(|one| one.outlook.is_some()) {
        foresight.hope(&one.endeavour.kind);
    }
    expected
}

/// The alternatives for one card: all up to the first that waits on nothing.
fn of_one_card(
    foresight: &mut Foresight<'_>,
    sheet: &OrderSheet,
    is_extra: bool,
    alternatives: &[Choice<'_>],
) -> Vec<Expected> {
    let mut expected = Vec::new();
    let (mut may_be_other, mut is_taken) = (false, false);
    for (place, choice) in alternatives.iter().enumerate() {
        let verdicts = choice.conditions.iter().map(|one| verdict(foresight, one));
        let verdict = verdicts.min().unwrap_or(Verdict::Holds);
        let standing = match verdict {
            Verdict::Fails => Standing::Unmet,
            Verdict::Holds if is_taken => Standing::Unmet,
            Verdict::Holds if !may_be_other => Standing::Sure,
            Verdict::Holds | Verdict::Open => Standing::Open,
        };
        may_be_other |= verdict == Verdict::Open;
        is_taken |= verdict == Verdict::Holds;
        if let Some(endeavour) = choice.endeavour {
            let outlook = outlook(foresight, sheet, is_extra, choice, endeavour);
            expected.push(Expected {
                order_index: choice.order_index,
                conditions: choice.conditions.iter().map(|one| (*one).clone()).collect(),
                is_alternative: place > 0,
                standing,
                endeavour: endeavour.clone(),
                outlook,
            });
        }
        if choice.conditions.is_empty() {
            break;
        }
    }
    expected
}

/// What is known of a condition: what hangs on a year of this pentade that is still to come is open.
fn verdict(foresight: &Foresight<'_>, condition: &Condition) -> Verdict {
    if hangs_on_this_pentade(foresight, condition) {
        return Verdict::Open;
    }
    before_muster(&foresight.scene(foresight.sheets), foresight.own, condition)
}

fn hangs_on_this_pentade(foresight: &Foresight<'_>, condition: &Condition) -> bool {
    let first = foresight.world.pentade.first_year();
    match condition {
        Condition::Past { years, .. } if years.is_empty() => foresight.year > Some(first),
        Condition::Past { years, .. } => years.iter().any(|year| *year >= first),
        Condition::All(inner) | Condition::Any(inner) => {
            inner.iter().any(|one| hangs_on_this_pentade(foresight, one))
        }
        Condition::Not(inner) => hangs_on_this_pentade(foresight, inner),
        _ => false,
    }
}

/// What an endeavour would come to if it were the one that is carried out; none, and a refusal kept, if it could not be.
fn outlook(
    foresight: &mut Foresight<'_>,
    sheet: &OrderSheet,
    is_extra: bool,
    choice: &Choice<'_>,
    endeavour: &Endeavour,
) -> Option<Outlook> {
    let sheets =
        BTreeMap::from([(foresight.own.clone(), alone(foresight, sheet, is_extra, choice, endeavour))]);
    let judged = judge(&foresight.scene(&sheets), choice.order_index, endeavour);
    let (outlook, refusal) = match judged {
        Ok(outlook) => {
            let cut = cut(endeavour, outlook.gold).map(|reason| ("6.7".to_owned(), reason)); // rule:6.7
            (Some(outlook), cut)
        }
        Err(refusal) => (None, refusal),
    };
    if let Some((rule, reason)) = refusal {
        foresight.refuse_order(only(choice, endeavour), None, &rule, reason);
    }
    outlook
}

/// Why less gold than was ordered will be there for an endeavour, if less will.
fn cut(endeavour: &Endeavour, gold: i32) -> Option<String> {
    match endeavour.gold {
        GoldAmount::Exactly(wanted) if wanted > gold => {
            Some(format!("of {wanted} gold only {gold} will be there for it"))
        }
        _ => None,
    }
}

/// Steps 1 and 2 of 6.7 for these sheets: what the endeavour of one order comes to.
///
/// Errors: the rule and the reason why it is not carried out, where the rules gave one.
pub(super) fn judge(
    scene: &Scene<'_>,
    order_index: usize,
    endeavour: &Endeavour,
) -> Result<Outlook, Option<(String, String)>> {
    let (fixed, mut told) = muster::fix(scene, &Muster::default(), way); // rule:6.7
    let kept = each_area_once(&fixed, &mut told); // rule:9.4
    let found = kept.iter().find(|one| one.order_index == order_index);
    found.and_then(|fixed| reckoned(scene, fixed, &kept)).ok_or_else(|| {
        told.entries.iter().find_map(|entry| match &entry.kind {
            Happening::OrderRefused { order, reason } if all_of(order).any(|one| one == endeavour) => {
                Some((entry.rules.first().map_or("6.9", |rule| rule.as_str()).to_owned(), reason.clone()))
            }
            _ => None,
        })
    })
}

/// The sheet in which one of the year's alternatives is the whole order, and no other order asks for the same card.
fn alone(
    foresight: &Foresight<'_>,
    sheet: &OrderSheet,
    is_extra: bool,
    choice: &Choice<'_>,
    endeavour: &Endeavour,
) -> OrderSheet {
    let year = foresight.year.unwrap_or_else(|| foresight.world.pentade.first_year());
    let orders = sheet.orders.iter().enumerate().map(|(place, order)| {
        let mut order = order.clone();
        if place == choice.order_index {
            order = Order {
                when: When::Year(year),
                condition: None,
                act: Act::Endeavour(EndeavourOrder {
                    branches: Vec::new(),
                    otherwise: Some(endeavour.clone()),
                    extra_card: is_extra,
                }),
            };
        } else if !is_extra && !given_cards::is_extra(&order) {
            order.when = When::Standing;
        }
        order
    });
    OrderSheet { orders: orders.collect() }
}

/// The order with no alternative but this one.
fn only(choice: &Choice<'_>, endeavour: &Endeavour) -> Order {
    let mut order = choice.order.clone();
    if let Act::Endeavour(endeavours) = &mut order.act {
        endeavours.branches.retain(|branch| branch.endeavour.as_ref() == Some(endeavour));
        endeavours.branches.truncate(1);
        if endeavours.branches.is_empty() {
            endeavours.otherwise = Some(endeavour.clone());
        } else {
            endeavours.otherwise = None;
        }
    }
    order
}

/// Rating and chances of an endeavour that is fixed.
fn reckoned(scene: &Scene<'_>, fixed: &Fixed, all: &[&Fixed]) -> Option<Outlook> {
    let defences = defence::defences(scene, all);
    let led = Led::of(scene, fixed)?;
    let rating = rating_of(scene, fixed, &led, &defences)?; // rule:9.5
    let sort = fixed.endeavour.kind.sort();
    let by_coup = is_coup(scene, fixed, led, &rating);
    let cards = &scene.rulebook.year_cards;
    let results = match by_coup {
        true => vec![(vec![CardResult::Tie], cards.count())], // rule:19.7
        false => chances(cards, sort, rating.total),
    };
    let succeeds = (sort != EndeavourSort::Defence).then(|| {
        let gains = results.iter().filter(|(results, _)| results.iter().any(|result| result.is_gain(sort)));
        gains.map(|(_, cards)| cards).sum()
    });
    let needs = needs(scene, fixed);
    Some(Outlook { price: fixed.price, gold: fixed.gold, rating, results, succeeds, by_coup, needs })
}

/// 9.6: how many cards of the deck say what to an endeavour of this sort at this rating, the most frequent first.
fn chances(cards: &YearCards, sort: EndeavourSort, rating: i32) -> Vec<(Vec<CardResult>, u32)> {
    let mut counts: BTreeMap<Vec<CardResult>, u32> = BTreeMap::new();
    for card in cards.iter() {
        *counts.entry(read_card(card, sort, rating)).or_default() += 1; // rule:9.6
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(results, cards)| (results.is_empty(), Reverse(*cards)));
    counts
}

/// Rule 19.7: whether a coup that is in play makes the result.
fn is_coup(scene: &Scene<'_>, fixed: &Fixed, led: Led, rating: &Breakdown) -> bool {
    let Some(card) = scene.rulebook.year_cards.iter().next() else { return false };
    let rating = rating.clone();
    let mut tried = [Tried { fixed, led, card, rating, results: Vec::new(), by_coup: false }];
    event_cards::coups(scene, &mut tried);
    tried[0].by_coup
}

/// The C results that the target of a conquest or diplomacy needs and has (10.3, 10.4, 12.1).
fn needs(scene: &Scene<'_>, fixed: &Fixed) -> Option<(i32, i32)> {
    let area = scene.world.areas.get(fixed.endeavour.kind.target())?;
    let own = &fixed.empire;
    match fixed.endeavour.kind {
        EndeavourKind::Conquest { .. } => {
            Some((conquest::need(scene, area), conquest::results_of(area, own)))
        }
        EndeavourKind::Diplomacy { .. } if area.owner.as_ref() != Some(own) => {
            let scored = area.diplomatic_results.get(own).copied().unwrap_or(0);
            Some((diplomacy::need(scene, area), scored))
        }
        _ => None,
    }
}

/// What is carried out if nobody else acts spends its gold, its extra cards and its coups. Its results are left out.
fn spend(foresight: &mut Foresight<'_>) {
    let scene = foresight.scene(foresight.sheets);
    let muster = muster::muster(&scene, &[]);
    let (fixed, mut told) = muster::fix(&scene, &muster, way);
    let mut brought = Effects { effects: std::mem::take(&mut told.effects), ..Effects::default() };
    for one in each_area_once(&fixed, &mut told) {
        if let Some(led) = Led::of(&scene, one)
            && let Some(rating) = rating_of(&scene, one, &led, &Defences::new())
        {
            let card = scene.rulebook.year_cards.iter().next();
            let mut tried: Vec<Tried<'_>> = card
                .map(|card| Tried { fixed: one, led, card, rating, results: Vec::new(), by_coup: false })
                .into_iter()
                .collect();
            brought.effects.extend(event_cards::coups(&scene, &mut tried).effects); // rule:19.7
        }
        let gold = one.price + one.gold;
        brought.change(Effect::GoldChanged { empire: one.empire.clone(), by: -gold }); // rule:6.7
    }
    given_cards::use_up(&scene, &fixed, &mut brought); // rule:9.3
    foresight.bring_about(&brought);
}
