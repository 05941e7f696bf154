//! Chapter 16: gold. Taxation, plunder, gifts, treaties. The Enlarged Demesne (16.2) waits for its cards.

mod gifts;
mod plunder;
mod points;
mod tax;
pub mod treaties;

pub use gifts::{gifts_and_transfers, may_give};
pub use plunder::plunder;
pub use tax::tax;

use super::{Scene, conditions};
use crate::empires::terms::{Act, EmpireId, Order, When};

/// The orders of some acts of an empire that fall due this year and whose condition holds, in the order written.
///
/// What has no year of its own is for the first year of the pentade.
pub fn due<'s>(scene: &Scene<'s>, empire: &EmpireId, acts: fn(&Act) -> bool) -> Vec<&'s Order> {
    let orders = scene.sheets.get(empire).map_or(&[][..], |sheet| &sheet.orders);
    let due = orders.iter().filter(|order| acts(&order.act) && falls_due(scene, order.when));
    due.filter(|order| match &order.condition {
        Some(condition) => conditions::holds(scene, empire, condition, None), // rule:6.5
        None => true,
    })
    .collect()
}

fn falls_due(scene: &Scene<'_>, when: When) -> bool {
    let year = scene.year_or_first();
    when.reaches(year, year == scene.pentade().first_year())
}

/// Whether an order for a single act falls due: in the first of the years that it names.
fn falls_due_once(scene: &Scene<'_>, when: When) -> bool {
    let first_year = scene.pentade().first_year();
    match when {
        When::From(first) => first.max(first_year) == scene.year_or_first(),
        When::EveryYear => scene.year_or_first() == first_year,
        _ => falls_due(scene, when),
    }
}
