//! Chapter 19: event cards, planned.
//!
//! Its steps stand in the sequence of play and bring nothing about yet.

use super::scene::{Effects, Scene};
use crate::empires::terms::{EmpireId, Stature};
use crate::postal::chronicle::Line;

/// Rule 19.1: each player empire draws one card, planned.
pub fn draw(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}

/// Rule 6.2 (c): immediate cards take effect, planned.
pub fn apply_immediate(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}

/// Rule 6.3 (b): hold cards are played, planned.
pub fn play_holds(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}

/// Rule 19.12: what advisors add to a ruler's statures, planned.
pub fn advisors(_scene: &Scene<'_>, _id: &EmpireId) -> Vec<(Stature, Line)> {
    Vec::new()
}
