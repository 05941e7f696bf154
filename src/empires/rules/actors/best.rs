//! The best rating among several endeavours (24.5).
//!
//! Dice: one of as many faces as there are equals, keyed by the power that chooses.

use super::super::endeavours::{Circumstances, Defences, rate, total};
use super::super::fixed::{Fixed, Led, Way};
use super::super::scene::Scene;
use super::play;
use crate::empires::chronicle::{Entry, Happening, OutsiderHappening};
use crate::empires::terms::{EmpireId, EndeavourKind};
use crate::postal::chronicle::Breakdown;
use crate::postal::dice::Draw;

/// What was chosen among several endeavours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Best {
    /// What to do.
    pub kind: EndeavourKind,
    /// The way there.
    pub way: Way,
    /// The rating by which it was chosen.
    pub rating: i32,
    /// The die among equals, if it was thrown.
    pub chance: Option<Draw>,
}

/// The rating of an endeavour as the world stands, undefended; none when it cannot be made.
///
/// Units: whole points.
pub fn rating(scene: &Scene<'_>, fixed: &Fixed) -> Option<Breakdown> {
    let circumstances = Circumstances::of(scene, fixed, &Led::of(scene, fixed)?, &Defences::new())?;
    Some(rate(scene.rulebook, &circumstances))
}

/// Rule 24.5: the endeavour of the best rating. Ties go by the wealth of the target, then by a die.
///
/// `favour` adds to the rating by which is chosen, not to the rating itself. Of several ways to one target the best
/// counts, and of equal ones the first by base. `nth` tells apart several choices of one power in a year.
///
/// Cases: 24.E.1 to 24.E.4.
pub fn best(
    scene: &Scene<'_>,
    id: &EmpireId,
    options: Vec<(EndeavourKind, Way)>,
    nth: u32,
    favour: impl Fn(&EndeavourKind) -> i32,
) -> Option<Best> {
    let (leader, undefended) = (Led::by_ruler(scene, id)?, Defences::new());
    let rated = options.into_iter().filter_map(|(kind, way)| {
        let fixed = play(scene, id, kind, 0, way);
        let circumstances = Circumstances::of(scene, &fixed, &leader, &undefended)?;
        let total = total(scene.rulebook, &circumstances) + favour(&fixed.endeavour.kind);
        let wealth = scene.world.areas.get(fixed.endeavour.kind.target())?.wealth();
        Some((total, wealth, fixed.endeavour.kind, way))
    });
    let mut rated: Vec<_> = rated.collect();
    let first = rated.iter().map(|(total, wealth, ..)| (*total, *wealth)).max()?;
    rated.retain(|(total, wealth, ..)| (*total, *wealth) == first); // rule:24.5
    rated.sort_by(|(_, _, one, _), (_, _, other, _)| {
        (one.target(), one.own_area()).cmp(&(other.target(), other.own_area()))
    });
    rated.dedup_by(|(_, _, one, _), (_, _, other, _)| one.target() == other.target());
    let faces = u32::try_from(rated.len()).unwrap_or(u32::MAX);
    let die = (faces > 1).then(|| scene.dice.roll(scene.key("best", &scene.subject(id), nth), 1, faces)); // rule:24.5
    let place = die.as_ref().map_or(0, |die| usize::try_from(die.total() - 1).unwrap_or(0));
    let (rating, _, kind, way) = rated.into_iter().nth(place.min(usize::try_from(faces).unwrap_or(1) - 1))?;
    Some(Best { kind, way, rating, chance: die })
}

/// The entry of a choice by rating.
pub fn best_told(id: &EmpireId, best: &Best) -> Entry {
    let happening = OutsiderHappening::TargetChosen { sort: best.kind.sort(), rating: best.rating };
    let mut entry = Entry::new(&["24.5"], Happening::Outsider(happening)).of(id).at(best.kind.target());
    entry.chance.extend(best.chance.clone());
    entry
}
