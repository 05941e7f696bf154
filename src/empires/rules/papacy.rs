//! Chapters 23.2 and 27: papacy and schism, planned.
//!
//! Its steps stand in the sequence of play and bring nothing about yet.

use super::fixed::{Fixed, Refusal};
use super::parleys::{Parley, Tally};
use super::scene::{Effects, Scene};
use crate::empires::terms::{EmpireId, Motion, Stature};
use crate::empires::world::{Empire, EmpireKind};
use crate::postal::chronicle::Line;

/// Id of the Pope, whoever plays him (27.1, 27.2).
const POPE: &str = "pope";

/// Whether an empire is the Pope's: his without a player, or a player Pope's (27.2).
pub fn is_pope(id: &EmpireId, empire: &Empire) -> bool {
    empire.kind == EmpireKind::Pope || id.as_str() == POPE // rule:27.2
}

/// Rule 23.2: a schism at the close of a pentade, planned.
pub fn settle_schism(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}

/// Rule 27.2: what the Pope does this year, planned.
pub fn endeavours(_scene: &Scene<'_>) -> Vec<Fixed> {
    Vec::new()
}

/// Rules 29.1, 29.2: what patriarchates add to an Eastern ruler's statures, planned.
pub fn patriarchates(_scene: &Scene<'_>, _id: &EmpireId) -> Vec<(Stature, Line)> {
    Vec::new()
}

/// Rule 27.2: how many year cards the Pope has in this pentade.
pub fn cards(scene: &Scene<'_>, _id: &EmpireId) -> i32 {
    scene.rulebook.figures.power_cards // rule:27.2
}

/// Rules 22.1, 23.1, 23.2: whether an empire may call a parley of the church now, planned.
///
/// Errors: the ground that is missing.
pub fn may_call(_scene: &Scene<'_>, _caller: &EmpireId, _motion: &Motion) -> Result<(), Refusal> {
    Err(Refusal::new("27.5", "parleys of the church are not in force yet"))
}

/// Rules 22.1, 23.1, 23.2: what the result of a parley of the church brings about, planned.
pub fn decided(_scene: &Scene<'_>, _parley: &Parley, _tally: Tally) -> Effects {
    Effects::default()
}
