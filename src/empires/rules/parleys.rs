//! Chapter 20: parleys, planned.
//!
//! Its steps stand in the sequence of play and bring nothing about yet.

use super::scene::{Effects, Scene};

/// Rule 6.2 (e): special parleys before the first year, planned.
pub fn hold_special(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}

/// Rule 6.3 (c): parleys are called and held, planned.
pub fn hold(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}
