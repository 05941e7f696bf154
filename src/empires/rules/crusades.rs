//! Chapter 23: crusades, jihads and Crusader States, planned.
//!
//! Its steps stand in the sequence of play and bring nothing about yet.

use super::fixed::{Fixed, Refusal};
use super::parleys::{Parley, Tally};
use super::scene::{Effects, Scene};
use crate::empires::terms::{EmpireId, Motion};

/// Rule 23.7: Crusader States at the close of a pentade, planned.
pub fn settle_crusader_states(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}

/// Rule 23.3: what crusades, jihads and Crusader States do this year, planned.
pub fn endeavours(_scene: &Scene<'_>) -> Vec<Fixed> {
    Vec::new()
}

/// Rule 23.7: how many year cards a Crusader State or a crusade has in this pentade.
pub fn cards(scene: &Scene<'_>, _id: &EmpireId) -> i32 {
    scene.rulebook.figures.power_cards // rule:23.7
}

/// Rules 23.5, 23.6, 23.8: whether an empire may call a parley on a crusade or jihad now, planned.
///
/// Errors: the ground that is missing.
pub fn may_call(_scene: &Scene<'_>, _caller: &EmpireId, _motion: &Motion) -> Result<(), Refusal> {
    Err(Refusal::new("23.3", "crusades are not in force yet"))
}

/// Rules 23.5 to 23.8: what the result of a parley on a crusade or jihad brings about, planned.
pub fn decided(_scene: &Scene<'_>, _parley: &Parley, _tally: Tally) -> Effects {
    Effects::default()
}

/// Rule 23.5: the parleys of the opening on crusades that may go on, planned.
pub fn special_parleys(_scene: &Scene<'_>) -> Vec<Parley> {
    Vec::new()
}
