//! A newer letter put into the sheet in force.
//!
//! The one rule, printed in every acknowledgement: a year named in the newer letter replaces that year; what
//! stands (names, treaties, votes) is replaced kind by kind; all else stays as it was. A letter that replaces or
//! withdraws everything says so, and a letter without an order wipes nothing. `No orders` orders nothing for the years
//! that are free, so that whoever means it has not failed to order.

use std::mem::{Discriminant, discriminant};

use super::{Read, Replacement, covers};
use crate::empires::terms::{Act, EmpireId, Order, OrderSheet, When};

/// The sheet in force after `read`, which came later than `former`.
pub fn amend(former: &OrderSheet, read: &Read) -> OrderSheet {
    let kept = former.orders.iter().filter(|order| stays(order, read));
    let mut sheet = OrderSheet { orders: kept.chain(&read.sheet.orders).cloned().collect() };
    let idle: Vec<i32> = read.idle.iter().copied().filter(|year| !covers(&sheet, *year)).collect();
    let nothing = |year| Order { when: When::Year(year), condition: None, act: Act::NoEndeavour };
    sheet.orders.extend(idle.into_iter().map(nothing));
    sheet.orders.sort_by_key(|order| order.when);
    sheet
}

fn stays(order: &Order, read: &Read) -> bool {
    let years = match &read.replaced {
        Replacement::All => return false,
        Replacement::Years(years) => years,
    };
    match order.when {
        When::Year(year) => !years.contains(&year) && !replaced_in_kept_year(order, read),
        when => !read
            .sheet
            .orders
            .iter()
            .any(|newer| same_block(newer.when, when) && kind(&newer.act) == kind(&order.act)),
    }
}

/// Whether a newer endeavour, of that year or of every year, takes the place of this one in a year that stays as it was
/// otherwise (9.3).
fn replaced_in_kept_year(order: &Order, read: &Read) -> bool {
    let own = |act: &Act| match act {
        Act::Endeavour(endeavour) => !endeavour.extra_card,
        act => *act == Act::NoEndeavour,
    };
    let covers = |newer: When| matches!(order.when, When::Year(year) if newer.reaches(year, false));
    own(&order.act) && read.sheet.orders.iter().any(|newer| covers(newer.when) && own(&newer.act))
}

fn same_block(a: When, b: When) -> bool {
    discriminant(&a) == discriminant(&b)
}

/// What makes two standing orders of one kind: the same act, with the same party.
fn kind(act: &Act) -> (Discriminant<Act>, Option<&EmpireId>) {
    let party = match act {
        Act::OfferTreaty(treaty) => Some(&treaty.with),
        Act::SignTreaty { with, .. } | Act::DenounceTreaty { with } => Some(with),
        Act::Gift { to, .. } => Some(to),
        _ => None,
    };
    (discriminant(act), party)
}
