//! The muster, and the endeavours of a year with their conditions resolved (6.6, 6.7.1, 6.7.2).
//!
//! Reads the sheets, the state after step (e) and the hands of year cards. No dice.

use super::conditions::{self, Verdict};
use super::crusades;
use super::fixed::{Fixed, Muster, Refusal, Way};
use super::given_cards;
use super::gold::treaties;
use super::scene::{Effects, Scene};
use super::schism;
use super::{actors, year_cards};
use crate::empires::chronicle::{Entry, Happening};
use crate::empires::terms::{
    Act, Condition, EmpireId, Endeavour, EndeavourKind, GoldAmount, Order, OrderSheet, When,
};

/// Chapter 9's test of an endeavour.
pub type FindWay = fn(&Scene<'_>, &EmpireId, &Endeavour) -> Result<Way, Refusal>;

/// One of the things an empire may do in a year, with everything it waits on.
#[derive(Debug, Clone)]
pub struct Choice<'a> {
    /// Place of the order in its sheet, from 0.
    pub order_index: usize,
    /// The order.
    pub order: &'a Order,
    /// What it waits on: all of these.
    pub conditions: Vec<&'a Condition>,
    /// What is then done; none for nothing on purpose.
    pub endeavour: Option<&'a Endeavour>,
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
        if !given_cards::is_given_away(scene, empire) {
            enlist_choices(scene, empire, &choices(sheet, scene.year_or_first()), &mut muster);
        }
        let mut extra_cards = given_cards::extra_cards(scene, empire).len(); // rule:9.3
        for choices in extra_choices(sheet, scene.year_or_first()) {
            if extra_cards > 0 && enlist_choices(scene, empire, &choices, &mut muster) {
                extra_cards -= 1;
            }
        }
    }
    muster
}

/// Enlists what may be carried out of these; whether one of them will be, whoever is attacked.
fn enlist_choices(scene: &Scene<'_>, empire: &EmpireId, choices: &[Choice<'_>], muster: &mut Muster) -> bool {
    for choice in choices {
        let verdicts = choice.conditions.iter().map(|one| conditions::before_muster(scene, empire, one));
        let verdict = verdicts.min().unwrap_or(Verdict::Holds);
        if verdict == Verdict::Fails {
            continue; // rule:6.6
        }
        enlist(scene, empire, choice.endeavour, muster);
        if verdict == Verdict::Holds {
            return choice.endeavour.is_some();
        }
    }
    false
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

/// Rules 6.7.1 and 6.7.2: every empire's endeavours of the year, each with its card and the gold reserved for it.
///
/// An endeavour that is impossible, or whose fixed price the treasury cannot pay, does nothing and keeps its gold; its
/// card is spent all the same (6.9). Gold beyond the treasury is cut, from the last endeavour downward. `way` says whether
/// an endeavour is possible, and by which way (9.4, 9.8).
///
/// Cases: 6.D.1 to 6.D.6, 9.G.1 to 9.G.20.
pub fn fix(scene: &Scene<'_>, muster: &Muster, way: FindWay) -> (Vec<Fixed>, Effects) {
    let mut fixed = Vec::new();
    let mut told = Effects::default();
    for (empire, sheet) in scene.sheets {
        let mut left = scene.world.empires.get(empire).map_or(0, |own| own.treasury);
        for carried in carried_out(scene, empire, sheet, muster, &mut told) {
            let Carried { choice, endeavour, card, extra } = carried;
            match reserve(scene, (empire, left), endeavour, way) {
                Ok((way, gold)) => {
                    left -= way.price + gold; // rule:6.7
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
                        led: crusades::led(scene, empire, &endeavour.kind), // rule:23.3
                        order_index: choice.order_index,
                        order: marked(choice.order, extra),
                    });
                }
                Err(refusal) => told.tell(refused(empire, choice.order, refusal)),
            }
        }
    }
    (fixed, told)
}

/// What an empire carries out this year and with which card.
struct Carried<'a> {
    choice: Choice<'a>,
    endeavour: &'a Endeavour,
    card: u32,
    /// The card is an extra one (9.3).
    extra: bool,
}

/// What an empire carries out this year, in the order written: one endeavour with its own card, others with as many extra
/// cards as there are (9.3). A power without a player may use an extra card where its own are spent.
fn carried_out<'a>(
    scene: &Scene<'_>,
    empire: &EmpireId,
    sheet: &'a OrderSheet,
    muster: &Muster,
    told: &mut Effects,
) -> Vec<Carried<'a>> {
    let year = scene.year_or_first();
    let taken = |choices: Vec<Choice<'a>>| {
        let mut holding = choices.into_iter();
        let choice = holding.find(|choice| {
            choice.conditions.iter().all(|one| conditions::holds(scene, empire, one, Some(muster)))
        })?;
        choice.endeavour.map(|endeavour| (choice, endeavour))
    };
    let mut wanted: Vec<(Choice<'a>, &Endeavour)> =
        extra_choices(sheet, year).into_iter().filter_map(taken).collect();
    let mut found = Vec::new();
    if let Some((choice, endeavour)) = taken(choices(sheet, year)) {
        match own_card(scene, empire) {
            Ok(card) => {
                actors::spend(scene, empire, told);
                found.push(Carried { choice, endeavour, card, extra: false }); // rule:9.3
            }
            Err(_) if !scene.is_player(empire) => wanted.insert(0, (choice, endeavour)),
            Err(refusal) => told.tell(refused(empire, choice.order, refusal)),
        }
    }
    let mut cards = given_cards::extra_cards(scene, empire).into_iter();
    for (choice, endeavour) in wanted {
        if let Err(refusal) = schism::serves(scene, empire, endeavour) {
            told.tell(refused(empire, choice.order, refusal)); // rule:23.2
            continue;
        }
        match cards.next() {
            Some(card) => found.push(Carried { choice, endeavour, card: card.card, extra: true }), // rule:9.3
            None => {
                let refusal = Refusal::new("9.3", "no year card is left for it");
                told.tell(refused(empire, choice.order, refusal)); // rule:9.3
            }
        }
    }
    found.sort_by_key(|one| one.choice.order_index);
    found
}

/// The card that an empire's own endeavour of this year turns.
///
/// Errors: it was given away, or none is left.
fn own_card(scene: &Scene<'_>, empire: &EmpireId) -> Result<u32, Refusal> {
    if given_cards::is_given_away(scene, empire) {
        let reason = format!("the year card of {} was given away", scene.year_or_first());
        return Err(Refusal::new("9.3", reason)); // rule:9.3
    }
    let card = year_cards::of_the_year(scene, empire);
    card.ok_or_else(|| Refusal::new("9.3", "no year card is left for it")) // rule:9.3
}

/// An order as it is carried out: marked when an extra card serves it (9.3).
fn marked(order: &Order, extra: bool) -> Order {
    let mut order = order.clone();
    if let Act::Endeavour(endeavour) = &mut order.act {
        endeavour.extra_card |= extra;
    }
    order
}

/// The way and the gold that is left in the treasury for the rating.
fn reserve(
    scene: &Scene<'_>,
    (empire, treasury): (&EmpireId, i32),
    endeavour: &Endeavour,
    way: FindWay,
) -> Result<(Way, i32), Refusal> {
    let way = way(scene, empire, endeavour)?;
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

/// What an empire may do in a year with its own card, in the order in which it is tried: orders for just this year go
/// before orders for several, and each before those written later.
pub fn choices(sheet: &OrderSheet, year: i32) -> Vec<Choice<'_>> {
    let own = orders_of(sheet, year).into_iter().filter(|(_, order)| !given_cards::is_extra(order));
    own.flat_map(|(index, order)| choices_of(index, order)).collect()
}

/// What an empire may do in a year with extra cards, each with its alternatives (9.3).
pub fn extra_choices(sheet: &OrderSheet, year: i32) -> Vec<Vec<Choice<'_>>> {
    let extra = orders_of(sheet, year).into_iter().filter(|(_, order)| given_cards::is_extra(order));
    extra.map(|(index, order)| choices_of(index, order)).collect()
}

/// The orders of endeavours that reach a year.
fn orders_of(sheet: &OrderSheet, year: i32) -> Vec<(usize, &Order)> {
    let mut orders: Vec<(u8, usize, &Order)> = sheet
        .orders
        .iter()
        .enumerate()
        .filter(|(_, order)| matches!(order.act, Act::NoEndeavour | Act::Endeavour(_)))
        .filter_map(|(index, order)| precedence(order.when, year).map(|rank| (rank, index, order)))
        .collect();
    orders.sort_by_key(|(rank, index, _)| (*rank, *index));
    orders.into_iter().map(|(_, index, order)| (index, order)).collect()
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
        Act::Endeavour(endeavour) => {
            let branches = endeavour.branches.iter();
            let branches = branches.map(|one| choice(Some(&one.condition), one.endeavour.as_ref()));
            branches.chain(endeavour.otherwise.iter().map(|one| choice(None, Some(one)))).collect()
        }
        _ => Vec::new(),
    }
}
