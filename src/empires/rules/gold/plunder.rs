//! Plunder (16.3). Rolls the dice of the rebellion check of each area plundered in unrest, at once.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::super::unrest_and_rebellion::{CheckCause, HeldArea, check, unrest};
use super::super::{Effects, Refusal, Scene, communications, muster};
use super::due;
use crate::empires::chronicle::{Entry, Happening};
use crate::empires::rulebook::Figures;
use crate::empires::terms::{Act, AreaId, EmpireId, PlunderOrder};
use crate::empires::world::{Area, Effect};

/// 16.3: the areas that owners plunder this year, on the state after taxation.
///
/// Cases: 16.C.1 to 16.C.14.
pub fn plunder(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    for empire in scene.sheets.keys() {
        let mut seen = BTreeSet::new();
        let mut treasury = scene.world.empires.get(empire).map_or(0, |empire| empire.treasury);
        for order in due(scene, empire, |act| matches!(act, Act::Plunder(_))) {
            let Act::Plunder(plunder) = &order.act else { continue };
            for id in listed(scene, empire, plunder) {
                if plunder.until_treasury.is_some_and(|enough| treasury >= enough) {
                    break;
                }
                if plunder.but_not.contains(&id) || seen.contains(&id) || passed_over(scene, plunder, &id) {
                    continue;
                }
                match plunderable(scene, empire, &id) {
                    Ok(held) => {
                        treasury += gold(&scene.rulebook.figures, held.area);
                        effects.extend(plundered(scene, &held));
                    }
                    Err(refusal) => effects.tell(muster::refused(empire, order, refusal).at(&id)),
                }
                seen.insert(id);
            }
        }
    }
    effects
}

/// The areas of a list; where none is named, all that can be plundered, the richest first.
fn listed(scene: &Scene<'_>, empire: &EmpireId, plunder: &PlunderOrder) -> Vec<AreaId> {
    if !plunder.areas.is_empty() {
        return plunder.areas.clone();
    }
    let own = communications::own_areas(scene.world, empire);
    let mut areas: Vec<_> = own.filter(|(id, _)| plunderable(scene, empire, id).is_ok()).collect();
    areas.sort_by_key(|(id, area)| (Reverse(area.wealth()), *id));
    areas.into_iter().map(|(id, _)| id.clone()).collect()
}

/// Whether a list leaves out an area because it is in unrest.
fn passed_over(scene: &Scene<'_>, plunder: &PlunderOrder, id: &AreaId) -> bool {
    plunder.unless_in_unrest && scene.world.areas.get(id).is_some_and(|area| area.in_unrest)
}

/// An own area that is not the court and was not plundered in this pentade.
fn plunderable<'s>(scene: &Scene<'s>, empire: &EmpireId, id: &AreaId) -> Result<HeldArea<'s>, Refusal> {
    let name = scene.rulebook.atlas.name(id);
    let reason = match HeldArea::of(scene.world, id).filter(|held| held.owner_id == empire) {
        None => format!("{name} is not an own area"), // rule:6.9
        Some(held) if held.is_court() => format!("{name} is the court"), // rule:16.3
        Some(held) if held.area.plundered => format!("{name} was plundered in this pentade already"), // rule:16.3
        Some(held) => return Ok(held),
    };
    Err(Refusal::new("16.3", reason))
}

/// 16.3: a multiple of the wealth; then social state falls, and unrest comes, or in unrest a check.
fn plundered(scene: &Scene<'_>, held: &HeldArea<'_>) -> Effects {
    let (figures, id) = (&scene.rulebook.figures, held.id);
    let (gold, lost) = (gold(figures, held.area), figures.plunder_social_state_lost);
    let mut effects = Effects::default();
    effects.change(Effect::GoldChanged { empire: held.owner_id.clone(), by: gold }); // rule:16.3
    effects.change(Effect::SocialStateChanged { area: id.clone(), by: -lost }); // rule:16.3
    effects.change(Effect::Plundered(id.clone()));
    effects.tell(Entry::new(&["16.3"], Happening::Plundered { gold }).of(held.owner_id).at(id));
    if held.area.in_unrest {
        let social_state = (held.area.social_state - lost).max(figures.social_state_lowest);
        let area = Area { social_state, ..held.area.clone() };
        effects.extend(check(scene, &HeldArea { area: &area, ..*held }, CheckCause::Plundered)); // rule:16.3
    } else {
        effects.extend(unrest(scene, id, "16.3", "plundered")); // rule:16.3
    }
    effects
}

/// 16.3: what plunder yields.
///
/// Units: whole gold.
pub fn gold(figures: &Figures, area: &Area) -> i32 {
    figures.plunder_times * area.wealth().max(figures.plunder_least_wealth) // rule:16.3
}
