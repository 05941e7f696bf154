//! Chapter 25: colonisation, planned.
//!
//! Its steps stand in the sequence of play and bring nothing about yet.

use super::scene::{Effects, Scene};

/// Rule 25.1: one step of every colonisation, planned.
pub fn advance(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}

/// Rule 25.3: colonisations that rest expire, planned.
pub fn rest(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}
