//! Chapter 24: raiders, planned.
//!
//! Its steps stand in the sequence of play and bring nothing about yet.

use super::fixed::Fixed;
use super::scene::{Effects, Scene};
use crate::empires::terms::EmpireId;

/// Rule 24.2: raiders become active, planned.
pub fn activate(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}

/// Rule 24.1: what raiders pillage and conquer this year, planned.
pub fn endeavours(_scene: &Scene<'_>) -> (Vec<Fixed>, Effects) {
    (Vec::new(), Effects::default())
}

/// Rule 24.2: how many year cards they have in this pentade, planned.
pub fn cards(_scene: &Scene<'_>, _id: &EmpireId) -> i32 {
    0
}
