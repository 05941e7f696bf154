//! Chapter 30: regencies, planned.
//!
//! Its steps stand in the sequence of play and bring nothing about yet.

use super::scene::{Effects, Scene};
use crate::empires::terms::{EmpireId, Statures};

/// Rule 30.1: wards come of age, planned.
pub fn pass_time(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}

/// Rule 30.2: the statures of the regent, while there is one, planned.
pub fn regent(_scene: &Scene<'_>, _id: &EmpireId) -> Option<Statures> {
    None
}
