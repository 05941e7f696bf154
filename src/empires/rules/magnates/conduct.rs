//! What magnates do (24.6): conquest at the best rating, or ruling.

use super::super::actors::{Best, best, best_told, conquests, fronts, is_ordered, next_card, play};
use super::super::communications::own_areas;
use super::super::fixed::{Fixed, Way};
use super::super::scene::{Effects, Scene};
use crate::empires::terms::{EmpireId, EndeavourKind};
use crate::empires::world::Empire;

/// Rules 24.6, 6.8: what the magnates who have a card left do this year.
///
/// Cases: 24.J.1 to 24.J.9.
pub fn endeavours(scene: &Scene<'_>) -> (Vec<Fixed>, Effects) {
    let (mut fixed, mut effects) = (Vec::new(), Effects::default());
    for id in scene.world.outsiders.magnates.keys().filter(|id| !is_ordered(scene, id)) {
        let Some(card) = next_card(scene, id) else { continue }; // rule:6.8
        let magnate = scene.world.empires.get(id);
        let Some(chosen) = magnate.and_then(|magnate| chosen(scene, id, magnate)) else { continue };
        effects.tell(best_told(id, &chosen));
        fixed.push(play(scene, id, chosen.kind, card, chosen.way));
    }
    (fixed, effects)
}

/// Rule 24.6: conquest at the best rating among the neighbours, a target akin to the magnate counting as better
/// ordered; ruling when no rating is good enough. One beyond the map attacks whatever the rating.
fn chosen(scene: &Scene<'_>, id: &EmpireId, magnate: &Empire) -> Option<Best> {
    let favour = |kind: &EndeavourKind| {
        let target = scene.world.areas.get(kind.target());
        let akin = target.is_some_and(|area| {
            let religions = &scene.rulebook.religions;
            area.language == magnate.leader.language
                || religions.count_as_one(&area.religion, &magnate.leader.religion) // rule:2.8
        });
        if akin { -scene.rulebook.figures.magnate_akin_social_state } else { 0 } // rule:24.6
    };
    let conquest = best(scene, id, conquests(fronts(scene, id, |_| true)), 0, favour); // rule:24.5
    let assailable = scene.rulebook.figures.assailable_from_rating;
    match conquest {
        Some(conquest) if magnate.off_board.is_some() || conquest.rating >= assailable => Some(conquest),
        _ => ruling(scene, id),
    }
}

/// The best ruling of an own area that is in unrest or not at its maximum.
fn ruling(scene: &Scene<'_>, id: &EmpireId) -> Option<Best> {
    let bounds = scene.rulebook.bounds();
    let worth_it = own_areas(scene.world, id).filter(|(_, area)| {
        area.in_unrest || area.social_state < bounds.maximum_social_state(area.base_social_state)
    });
    let rulings = worth_it
        .map(|(area, _)| (EndeavourKind::Ruling { area: area.clone(), removing: None }, Way::default()));
    best(scene, id, rulings.collect(), 1, |_| 0) // rule:24.6
}
