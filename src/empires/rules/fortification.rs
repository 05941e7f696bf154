//! Chapter 14: fortification. Its price is part of the way (9.8). Rolls no dice.

use super::endeavours::{CardResult, Tried};
use super::{Effects, Scene, event_cards};
use crate::empires::world::Effect;

/// 14.1: a success raises the walls by one level, as far as the empire may build (19.15).
///
/// `before` are the endeavours of the year that count before it: two that build in one area do not build beyond.
/// Cases: 14.A.1 to 14.A.9, 19.E.26.
pub fn yields(scene: &Scene<'_>, tried: &Tried<'_>, before: &[Tried<'_>]) -> Effects {
    let mut effects = Effects::default();
    let builds = |one: &Tried<'_>| one.has(CardResult::Fortified) && one.target() == tried.target();
    let Some(area) = scene.world.areas.get(tried.target()).filter(|_| builds(tried)) else { return effects };
    let built = before.iter().filter(|one| builds(one)).count();
    let built = area.fortification.saturating_add(i32::try_from(built).unwrap_or(i32::MAX));
    let (highest, _) = event_cards::walls(scene, tried.empire(), area.fortification);
    if built < highest {
        effects.change(Effect::FortificationChanged { area: tried.target().clone(), by: 1 }); // rule:14.1
    }
    effects
}
