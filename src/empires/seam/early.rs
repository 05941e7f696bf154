//! Orders that a letter gives for the pentade after the one that is played.

use std::collections::BTreeMap;

use super::wards;
use crate::empires::orders::{Context, Read, Replacement, Vocabulary};
use crate::empires::terms::{EmpireId, Pentade, When};
use crate::empires::world::World;

/// Whether a text names a year of the pentade at all.
pub(super) fn names_a_year_of(pentade: Pentade, text: &str) -> bool {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|number| (3..=4).contains(&number.len()));
    let mut years = numbers.filter_map(|number| number.parse::<i32>().ok());
    years.any(|year| pentade.years().contains(&year))
}

/// A letter as it reads for the next pentade, part by part.
///
/// A letter that is for that pentade as a `whole` is read as it would be then. Of any other only what bears the number of
/// one of its years counts: neither what stands or is for every year, nor `year 1`, which is the present pentade's.
pub(super) fn read(
    vocabulary: &Vocabulary,
    world: &World,
    context: &Context,
    text: &str,
    whole: bool,
) -> BTreeMap<EmpireId, Read> {
    let counted = if whole { context.pentade } else { world.pentade };
    let mut parts = wards::read_counted(vocabulary, world, context, counted, text);
    if !whole {
        parts.values_mut().for_each(keep_dated);
    }
    parts
}

/// Keeps the orders that name a year.
fn keep_dated(part: &mut Read) {
    part.idle.clear();
    part.sheet.orders.retain(|order| matches!(order.when, When::Year(_) | When::From(_)));
    let years = part.sheet.orders.iter().filter_map(|order| match order.when {
        When::Year(year) => Some(year),
        _ => None,
    });
    part.replaced = Replacement::Years(years.collect());
    part.press.clear();
}
