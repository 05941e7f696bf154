//! Chapters 23.2 and 27: papacy and schism, planned.
//!
//! Its steps stand in the sequence of play and bring nothing about yet.

use super::fixed::Fixed;
use super::scene::{Effects, Scene};
use crate::empires::terms::{EmpireId, Stature};
use crate::postal::chronicle::Line;

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
