//! Chapter 21: exile, planned.
//!
//! Its steps stand in the sequence of play and bring nothing about yet.

use super::scene::{Effects, Scene};

/// Rule 21.1: an exile returns, planned.
pub fn return_home(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}
