//! Endeavours of powers without a player: raiders, magnates, the Pope, Crusader States, orders, crusades (6.1, 6.6, 6.8).
//!
//! Each chapter plays its own powers; here their plays are gathered. A power for which the GM wrote endeavours plays
//! those instead. What they share stands here too: their year cards, the best rating (24.5), the defence that nobody
//! has to order (13.3).

use super::fixed::{Fixed, Way};
use super::scene::{Effects, Scene};
use super::{crusader_states, crusades, magnates, papacy, raiders, religious_orders};
use crate::empires::terms::{
    Act, EmpireId, Endeavour, EndeavourKind, EndeavourOrder, GoldAmount, Order, When,
};

mod best;
mod beyond;
mod cards;
mod defend;
mod strength;

pub use best::{Best, best, best_told, rating};
pub use beyond::{BEYOND, beyond, conquests, fronts, settle};
pub use cards::{cards, cards_left, is_counted, next_card, spend};
pub use defend::defend;
pub use strength::{leader, strength};

/// What the powers without a player do this year, chosen from the state after taxation and plunder, before anything of
/// the year is resolved (6.6).
pub fn endeavours(scene: &Scene<'_>) -> (Vec<Fixed>, Effects) {
    let (mut fixed, mut effects) = raiders::endeavours(scene);
    let (of_magnates, told) = magnates::endeavours(scene);
    fixed.extend(of_magnates);
    effects.extend(told);
    for (played, told) in [
        papacy::endeavours(scene),
        crusades::endeavours(scene),
        crusader_states::endeavours(scene),
        religious_orders::endeavours(scene),
    ] {
        fixed.extend(played);
        effects.extend(told);
    }
    fixed.retain(|one| !is_ordered(scene, &one.empire)); // rule:6.8
    (fixed, effects)
}

/// Rule 6.8: whether the GM orders what a power does in this pentade, so that it does nothing of itself.
///
/// An order to do nothing counts. Cases: 6.F.1 to 6.F.4.
pub fn is_ordered(scene: &Scene<'_>, id: &EmpireId) -> bool {
    let orders = scene.sheets.get(id).into_iter().flat_map(|sheet| &sheet.orders);
    orders.into_iter().any(|order| matches!(order.act, Act::Endeavour(_) | Act::NoEndeavour)) // rule:6.8
}

/// An endeavour of a power that nobody ordered, without gold.
pub fn play(scene: &Scene<'_>, id: &EmpireId, kind: EndeavourKind, card: u32, way: Way) -> Fixed {
    let endeavour = Endeavour { kind, gold: GoldAmount::Exactly(0), by_sea: way.sea_areas > 0 };
    let order =
        EndeavourOrder { branches: Vec::new(), otherwise: Some(endeavour.clone()), extra_card: false };
    Fixed {
        empire: id.clone(),
        endeavour,
        card,
        price: way.price,
        gold: 0,
        sea_areas: way.sea_areas,
        led: None,
        order_index: 0,
        order: Order { when: When::Year(scene.year_or_first()), condition: None, act: Act::Endeavour(order) },
    }
}

/// The same as the year's `nth` endeavour of its power: from the second on an extra one, which may use the same base
/// again (9.4).
pub fn as_extra(mut fixed: Fixed, nth: usize) -> Fixed {
    if let Act::Endeavour(order) = &mut fixed.order.act {
        order.extra_card = nth > 0; // rule:9.4
    }
    fixed.order_index = nth;
    fixed
}
