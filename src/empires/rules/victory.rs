//! Chapter 26: victory, planned.
//!
//! Its steps stand in the sequence of play and bring nothing about yet.

use super::scene::{Effects, Scene};

/// Rule 26.4: the scoring of a period, planned.
pub fn score(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}

/// Rule 26.1: whether the game ends, planned.
pub fn check(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}
