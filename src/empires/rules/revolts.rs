//! Rule 19.11: major unrest, uprising, revolt in the marches. The court is exempt.
//!
//! Dice: those of the checks; one of a hundred for a magnate in the marches.

use super::civil_war::most_rebellious;
use super::communications::own_areas;
use super::magnates;
use super::scene::{Effects, Scene};
use super::unrest_and_rebellion::{CheckCause, HeldArea, check, rebellion, unrest_then_check};
use crate::empires::chronicle::{Entry, Happening, RegencyHappening};
use crate::empires::terms::EmpireId;

pub use super::civil_war::civil_war;

/// Faces of a percentage die.
const PERCENT: u32 = 100;

/// Rule 19.11: an unrest check in every area but the court.
///
/// Cases: 19.M.
pub fn major_unrest(scene: &Scene<'_>, empire: &EmpireId) -> Effects {
    let mut effects = Effects::default();
    for held in beside_the_court(scene, empire) {
        effects.extend(check(scene, &held, CheckCause::MajorUnrest)); // rule:19.11 rule:17.5
    }
    effects
}

/// Rule 19.11: the areas of the lowest social state but the court go into unrest and check.
///
/// Cases: 19.N.
pub fn uprising(scene: &Scene<'_>, empire: &EmpireId) -> Effects {
    let mut effects = Effects::default();
    let held = beside_the_court(scene, empire);
    let lowest = held.iter().map(|held| held.area.social_state).min();
    if held.is_empty() {
        effects.tell(Entry::new(&["19.11"], Happening::Regency(RegencyHappening::NobodyRises)).of(empire));
    }
    for held in held.iter().filter(|held| Some(held.area.social_state) == lowest) {
        effects.extend(unrest_then_check(scene, held, CheckCause::Uprising)); // rule:19.11
    }
    effects
}

/// Rule 19.11: the area of the highest rebellion value rebels; with a chance a magnate appears there.
///
/// Cases: 19.O.
pub fn in_the_marches(scene: &Scene<'_>, empire: &EmpireId) -> Effects {
    let mut effects = Effects::default();
    let Some(area) = most_rebellious(scene, empire, "19.11", &mut effects) else { return effects };
    if let Some(held) = HeldArea::of(scene.world, area) {
        effects.extend(rebellion(scene, &held)); // rule:19.11
    }
    let draw = scene.dice.roll(scene.key("magnate in the marches", area.as_str(), 0), 1, PERCENT);
    let appears = draw.total() <= scene.rulebook.figures.marches_magnate_percent; // rule:19.11
    let told = RegencyHappening::MagnateInTheMarches { appears };
    effects.tell(Entry::new(&["19.11"], Happening::Regency(told)).of(empire).at(area).with_chance(draw));
    if appears {
        effects.extend(magnates::appears_at(scene, area));
    }
    effects
}

fn beside_the_court<'s>(scene: &Scene<'s>, empire: &EmpireId) -> Vec<HeldArea<'s>> {
    let held = own_areas(scene.world, empire).filter_map(|(id, _)| HeldArea::of(scene.world, id));
    held.filter(|held| !held.is_court()).collect() // rule:19.11
}
