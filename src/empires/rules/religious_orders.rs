//! Chapter 28: religious orders, planned.
//!
//! Its steps stand in the sequence of play and bring nothing about yet.

use super::fixed::Fixed;
use super::scene::{Effects, Scene};
use crate::empires::terms::EmpireId;

/// Rule 28.1: religious orders at the close of a pentade, planned.
pub fn settle(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}

/// Rule 28.1: what religious orders do this year, planned.
pub fn endeavours(_scene: &Scene<'_>) -> Vec<Fixed> {
    Vec::new()
}

/// Rule 28.1: how many year cards a religious order has in this pentade.
pub fn cards(scene: &Scene<'_>, _id: &EmpireId) -> i32 {
    scene.rulebook.figures.power_cards // rule:28.1
}
