//! Chapter 14: fortification. Its price is part of the way (9.8). Rolls no dice.

use super::Effects;
use super::endeavours::{CardResult, Tried};
use crate::empires::world::Effect;

/// 14.1: a success raises the walls by one level.
///
/// Cases: 14.A.1 to 14.A.9.
pub fn yields(tried: &Tried<'_>) -> Effects {
    let mut effects = Effects::default();
    if tried.has(CardResult::Fortified) {
        effects.change(Effect::FortificationChanged { area: tried.target().clone(), by: 1 }); // rule:14.1
    }
    effects
}
