//! Chapters 19.4, 19.5 and 31: heresies, planned.
//!
//! Its steps stand in the sequence of play and bring nothing about yet.

use super::scene::{Effects, Scene};
use crate::empires::terms::EmpireId;

/// Rule 31: the dated heresies, planned.
pub fn fall_due(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}

/// Rule 19.5: the spread of major heresies, planned.
pub fn spread(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}

/// Rule 19.4: the empire's card of a minor heresy, planned.
pub fn minor(_scene: &Scene<'_>, _empire: &EmpireId) -> Effects {
    Effects::default()
}

/// Rule 19.5: the empire's card of a major heresy, planned. The card itself stays in play for the two pentades after this.
pub fn major(_scene: &Scene<'_>, _empire: &EmpireId) -> Effects {
    Effects::default()
}
