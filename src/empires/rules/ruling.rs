//! Chapter 15: ruling, and the removal of C results by it (10.7).
//!
//! Reads the figures of 10.7. Rolls no dice.

use super::endeavours::{CardResult, Tried, losses};
use super::{Effects, Scene};
use crate::empires::terms::{EndeavourKind, EndeavourSort, Place};
use crate::empires::world::{Area, Effect, PartialConquest};

/// 15.1: a success takes the unrest away, or else betters the social state; or it takes off a C result instead, where
/// the owner wants that and there is one (10.7). The failure field costs social state.
///
/// Cases: 15.A.1 to 15.B.5, 10.F.1 to 10.F.8.
pub fn yields(scene: &Scene<'_>, tried: &Tried<'_>) -> Effects {
    let mut effects = losses(tried); // rule:15.1
    let Some(area) = scene.world.areas.get(tried.target()) else { return effects };
    if !tried.has(CardResult::Ruled) {
        return effects;
    }
    let id = tried.target().clone();
    effects.change(match border_to_clear(scene, tried, area) {
        Some(border) => Effect::ResultsRemoved {
            target: id,
            attacker: border.attacker.clone(),
            base: border.base.clone(),
            results: scene.rulebook.figures.ruling_results_removed,
        }, // rule:10.7
        None if area.in_unrest => Effect::UnrestRemoved(id), // rule:15.1
        None => Effect::SocialStateChanged { area: id, by: 1 }, // rule:15.1
    });
    effects
}

/// Whether a success went to the social state, and not to unrest or a border (33.2).
pub fn raises_social_state(scene: &Scene<'_>, tried: &Tried<'_>) -> bool {
    let area = scene.world.areas.get(tried.target());
    tried.has(CardResult::Ruled)
        && tried.sort() == EndeavourSort::Ruling
        && area.is_some_and(|area| !area.in_unrest && border_to_clear(scene, tried, area).is_none())
}

fn border_to_clear<'a>(scene: &Scene<'_>, tried: &Tried<'_>, area: &'a Area) -> Option<&'a PartialConquest> {
    let EndeavourKind::Ruling { removing, .. } = &tried.fixed.endeavour.kind else { return None };
    removing.as_ref().and_then(|place| border(scene, area, place))
}

/// 10.7: the border the owner names; on his request the largest, of equals the first by base. Where several attackers have one
/// base, as beyond the map, the largest of theirs, of equals the first by seat.
fn border<'a>(scene: &Scene<'_>, area: &'a Area, place: &Place) -> Option<&'a PartialConquest> {
    let meant = |partial: &&PartialConquest| match place {
        Place::Border(base) => partial.base == *base, // rule:10.7
        Place::Largest => true,                       // rule:10.7
    };
    area.partial_conquests.iter().filter(meant).max_by_key(|partial| {
        let rank = scene.world.rank(&partial.attacker);
        (partial.results, std::cmp::Reverse((&partial.base, rank)))
    })
}
