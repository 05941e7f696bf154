//! Chapter 33: change of the land, planned.
//!
//! Its steps stand in the sequence of play and bring nothing about yet.

use super::scene::{Effects, Scene};

/// Rule 33.3: independent areas recover at the end of a period, planned.
pub fn recover(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}
