//! Chapter 23: crusades, jihads and Crusader States, planned.
//!
//! Its steps stand in the sequence of play and bring nothing about yet.

use super::fixed::Fixed;
use super::scene::{Effects, Scene};
use crate::empires::terms::EmpireId;

/// Rule 6.2 (b): donations of year cards are fixed (23.4, 27.3), planned.
pub fn fix_donations(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}

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
