//! Chapters 23.2 and 27: papacy and schism, planned.
//!
//! Its steps stand in the sequence of play and bring nothing about yet.

use super::scene::{Effects, Scene};

/// Rule 23.2: a schism at the close of a pentade, planned.
pub fn settle_schism(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}
