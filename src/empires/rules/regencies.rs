//! Chapter 30: regencies, planned.
//!
//! Its steps stand in the sequence of play and bring nothing about yet.

use super::fixed::Refusal;
use super::parleys::{Parley, Tally};
use super::scene::{Effects, Scene};
use crate::empires::terms::{EmpireId, Motion, Statures};

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

/// Rule 30.3: whether an empire may call a parley on a regency now, planned.
///
/// Errors: the ground that is missing.
pub fn may_call(_scene: &Scene<'_>, _caller: &EmpireId, _motion: &Motion) -> Result<(), Refusal> {
    Err(Refusal::new("30.3", "regencies are not in force yet"))
}

/// Rule 30.3: what the result of a parley on a regency brings about, planned.
pub fn decided(_scene: &Scene<'_>, _parley: &Parley, _tally: Tally) -> Effects {
    Effects::default()
}
