//! Chapters 19.4, 19.5 and 31: heresies, planned.
//!
//! Its steps stand in the sequence of play and bring nothing about yet.

use super::scene::{Effects, Scene};

/// Rule 31: the dated heresies, planned.
pub fn fall_due(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}

/// Rule 19.5: the spread of major heresies, planned.
pub fn spread(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}
