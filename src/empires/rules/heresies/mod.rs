//! Chapters 19.4, 19.5 and 31: heresies, those of a card and those of a date.
//!
//! Reads both tables of heresies. Dice: the two of a check, and a hundred-sided one for the reach of a spreading heresy, all
//! keyed by area and heresy. Underlying groups are chapter 32's business.

use super::scene::{Effects, Scene};
use super::unrest_and_rebellion::{self, HeldArea, rebellion_value, unruled_value};
use super::{groups, religion};
use crate::empires::chronicle::{Entry, Happening, HeresyHappening};
use crate::empires::rulebook::{CheckResult, HeresyResult, Word};
use crate::empires::terms::{AreaId, ReligionId};

mod cards;
mod dated;
mod spread;
mod wahhabites;

pub use cards::{major, minor};
pub use dated::fall_due;
pub use spread::{note_heretics, spread};
pub use wahhabites::{may_deal, may_deal_in};

/// What a heresy does to an area beside what 31 knows.
#[derive(Debug, Clone, Copy)]
enum Outcome<'r> {
    /// As a row of chapter 31 says.
    Dated(&'r [HeresyResult], &'r [HeresyResult]),
    /// As the cards say (19.4).
    OfCards,
}

/// A check of an area, held or independent, for a heresy, and what comes of it (17.3, 19.4, 31).
///
/// An independent area has no ruler to leave: it is tested by what is so without one. In the court rebellion counts as
/// unrest.
fn check(
    scene: &Scene<'_>,
    purpose: &'static str,
    area: &AreaId,
    heresy: &ReligionId,
    rule: &str,
    outcome: Outcome<'_>,
) -> Effects {
    let mut effects = Effects::default();
    let Some(state) = scene.world.areas.get(area) else { return effects };
    let held = HeldArea::of(scene.world, area);
    let dice = u32::try_from(scene.rulebook.figures.check_dice).unwrap_or(0);
    let roll = scene.dice.roll(scene.key(purpose, &subject(area, heresy), 0), dice, 6);
    let value = match &held {
        Some(held) => rebellion_value(scene.rulebook, held),
        None => unruled_value(scene.rulebook, state), // ruling:R31
    };
    let result = scene.rulebook.rebellion_results.at(value.total + roll.total()); // rule:17.3
    let at_court = held.as_ref().is_some_and(HeldArea::is_court);
    let result = if at_court { result.at_most_unrest() } else { result }; // rule:17.3
    let checked = Happening::RebellionChecked {
        cause: format!("{} heresy", scene.rulebook.religions.name(heresy)),
        result: result.as_word().to_owned(),
    };
    let entry = Entry::new(&[rule, "17.3"], checked).at(area).with_numbers(value).with_chance(roll);
    effects.tell(match &held {
        Some(held) => entry.of(held.owner_id),
        None => entry,
    });
    effects.extend(brought_about(scene, area, heresy, rule, result, outcome));
    effects
}

/// What the subject of a draw about an area and a heresy is called.
fn subject(area: &AreaId, heresy: &ReligionId) -> String {
    format!("{area} of {heresy}")
}

fn brought_about(
    scene: &Scene<'_>,
    area: &AreaId,
    heresy: &ReligionId,
    rule: &str,
    result: CheckResult,
    outcome: Outcome<'_>,
) -> Effects {
    let mut effects = Effects::default();
    let strength = scene.rulebook.figures.card_heresy_strength;
    match (result, outcome) {
        (CheckResult::Nothing, _) => {}
        (CheckResult::Unrest, Outcome::OfCards) => {
            effects.extend(groups::arise(scene, area, heresy, strength)); // rule:19.4
            effects.extend(goes_into_unrest(scene, area, rule)); // rule:19.4
        }
        (CheckResult::Rebellion, Outcome::OfCards) => {
            effects.extend(converts(scene, area, heresy, rule)); // rule:19.4
            effects.extend(rebels(scene, area));
        }
        (CheckResult::Unrest, Outcome::Dated(results, _))
        | (CheckResult::Rebellion, Outcome::Dated(_, results)) => {
            for result in results {
                effects.extend(dated_result(scene, area, heresy, rule, *result));
            }
        }
    }
    effects
}

fn dated_result(
    scene: &Scene<'_>,
    area: &AreaId,
    heresy: &ReligionId,
    rule: &str,
    result: HeresyResult,
) -> Effects {
    match result {
        HeresyResult::Urg(strength) => groups::arise(scene, area, heresy, strength),
        HeresyResult::UrgLevelRises(by) => groups::strengthen(scene, area, heresy, by),
        HeresyResult::Convert => converts(scene, area, heresy, rule),
        HeresyResult::Rebel => rebels(scene, area),
    }
}

fn converts(scene: &Scene<'_>, area: &AreaId, heresy: &ReligionId, rule: &str) -> Effects {
    let mut effects = religion::converted(scene, area, heresy);
    let happening = HeresyHappening::Converted { heresy: heresy.clone() };
    let entry = Entry::new(&[rule], Happening::Heresy(happening)).at(area);
    effects.tell(match HeldArea::of(scene.world, area) {
        Some(held) => entry.of(held.owner_id),
        None => entry,
    });
    effects
}

fn rebels(scene: &Scene<'_>, area: &AreaId) -> Effects {
    let held = HeldArea::of(scene.world, area);
    held.map_or_else(Effects::default, |held| unrest_and_rebellion::rebellion(scene, &held))
}

fn goes_into_unrest(scene: &Scene<'_>, area: &AreaId, rule: &str) -> Effects {
    match HeldArea::of(scene.world, area) {
        Some(held) if !held.area.in_unrest => unrest_and_rebellion::unrest(scene, area, rule, "heresy"),
        _ => Effects::default(),
    }
}
