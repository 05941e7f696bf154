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

/// Rule 19.9: the empire's card of a leader who dies heirless, planned. `FactEvent::DiedHeirless` is remembered of it (19.18),
/// and its demesnes go ([`event_cards::lose_demesnes`](super::event_cards::lose_demesnes)).
pub fn dies_heirless(_scene: &Scene<'_>, _empire: &EmpireId) -> Effects {
    Effects::default()
}
