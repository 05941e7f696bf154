//! Chapter 33: change of the land by ruling, by war, and by neglect overcome (33.2, 33.3).
//!
//! Reads the percentages of 33.2 and the switch of 33.3. Dice: one of a hundred for each success of ruling in an area that
//! can get no better, and two for each attack that scores in one that can get no worse, keyed by area and attacker.

use std::collections::BTreeMap;

use super::endeavours::{CardResult, Tried};
use super::ruling;
use super::scene::{Effects, Scene};
use crate::empires::chronicle::{Entry, Happening, LandFigure, PeopleHappening};
use crate::empires::rulebook::PeriodRecovery;
use crate::empires::terms::AreaId;
use crate::empires::world::{Area, Effect, PeopleChange};

/// Faces of a percentage die.
const PERCENT: u32 = 100;

/// Rule 33.2: what the year's endeavours may change in areas that can get no better or no worse.
///
/// Cases: 33.B.
pub fn change(scene: &Scene<'_>, tried: &[Tried<'_>]) -> Effects {
    let mut effects = Effects::default();
    let mut before: BTreeMap<String, u32> = BTreeMap::new();
    for one in tried {
        let Some(area) = scene.world.areas.get(one.target()) else { continue };
        if betters(scene, one, area) {
            let nth = next(&mut before, one.target().to_string());
            effects.extend(test(scene, one, (LandFigure::BaseSocialState, 1), one.target().as_str(), nth));
        } else if wastes(scene, one, area) {
            let subject = format!("{} by {}", one.target(), scene.subject(one.empire()));
            let nth = next(&mut before, subject.clone());
            effects.extend(test(scene, one, (LandFigure::BaseSocialState, -1), &subject, nth));
            effects.extend(test(scene, one, (LandFigure::Population, -1), &subject, nth));
        }
    }
    effects
}

/// How often this subject came before.
fn next(before: &mut BTreeMap<String, u32>, subject: String) -> u32 {
    let count = before.entry(subject).or_default();
    *count += 1;
    *count - 1
}

/// A success of ruling in an area at its maximum and not in unrest, not used to clear a border (10.7).
fn betters(scene: &Scene<'_>, one: &Tried<'_>, area: &Area) -> bool {
    let maximum = scene.rulebook.bounds().maximum_social_state(area.base_social_state);
    area.social_state >= maximum && ruling::raises_social_state(scene, one) // rule:33.2
}

/// A C, G or loss scored by an attack on an area that is wasted already.
fn wastes(scene: &Scene<'_>, one: &Tried<'_>, area: &Area) -> bool {
    let scored = [CardResult::PartialConquest, CardResult::Gold, CardResult::TargetLoss];
    one.is_attack()
        && area.social_state <= scene.rulebook.figures.social_state_lowest
        && scored.into_iter().any(|result| one.has(result)) // rule:33.2
}

fn test(
    scene: &Scene<'_>,
    one: &Tried<'_>,
    (what, by): (LandFigure, i32),
    subject: &str,
    nth: u32,
) -> Effects {
    let (area, figures) = (one.target().clone(), &scene.rulebook.figures);
    let mut effects = Effects::default();
    if !has_room(scene, &area, what, by) {
        return effects;
    }
    let (purpose, percent) = match what {
        LandFigure::BaseSocialState => ("base social state", figures.percent_base_social_state),
        LandFigure::Population => ("population", figures.percent_population_attacked),
    };
    let die = scene.dice.roll(scene.key(purpose, subject, nth), 1, PERCENT);
    let by = if die.total() <= percent { by } else { 0 }; // rule:33.2
    let happening = PeopleHappening::LandTested { what, by };
    let entry = Entry::new(&["33.2"], Happening::People(happening)).of(one.empire()).at(&area);
    effects.tell(entry.with_chance(die));
    if by != 0 {
        effects.change(Effect::People(match what {
            LandFigure::BaseSocialState => PeopleChange::BaseSocialStateChanged { area, by },
            LandFigure::Population => PeopleChange::PopulationChanged { area, by },
        }));
    }
    effects
}

/// Whether a figure can go so much further (2.2, 2.3).
fn has_room(scene: &Scene<'_>, area: &AreaId, what: LandFigure, by: i32) -> bool {
    let (bounds, area) = (scene.rulebook.bounds(), scene.world.areas.get(area));
    area.is_some_and(|area| match what {
        LandFigure::BaseSocialState => (bounds.lowest_social_state..=bounds.highest_social_state)
            .contains(&(area.base_social_state + by)),
        LandFigure::Population => {
            (bounds.lowest_population..=bounds.highest_population).contains(&(area.population + by))
        }
    })
}

/// Rule 33.3: at the end of a period areas below their base recover, as the edition reads it.
///
/// Cases: 33.C.
pub fn recover(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    if !scene.pentade().ends_period(scene.rulebook.figures.period_years) {
        return effects; // rule:33.3
    }
    let recovers = |area: &Area| match scene.rulebook.switches.period_recovery {
        PeriodRecovery::Off => false,                        // ruling:R33.3
        PeriodRecovery::Independent => area.owner.is_none(), // ruling:R33.3
        PeriodRecovery::All => true,                         // ruling:R33.3
    };
    let below = |area: &Area| area.social_state < area.base_social_state && !area.in_unrest; // rule:33.3
    let areas: Vec<AreaId> = scene
        .world
        .areas
        .iter()
        .filter(|(_, area)| below(area) && recovers(area))
        .map(|(id, _)| id.clone())
        .collect();
    for area in &areas {
        let by = scene.rulebook.figures.period_recovery;
        effects.change(Effect::SocialStateChanged { area: area.clone(), by }); // rule:33.3
    }
    if !areas.is_empty() {
        let happening = PeopleHappening::LandRecovered { areas };
        effects.tell(Entry::new(&["33.3"], Happening::People(happening)));
    }
    effects
}
