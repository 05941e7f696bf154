//! Chapter 30: regencies, planned.
//!
//! Its steps stand in the sequence of play and bring nothing about yet.

use super::scene::{Effects, Scene};

/// Rule 30.1: wards come of age, planned.
pub fn pass_time(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}
