//! Chapters 23.2 and 27: papacy and schism, planned.
//!
//! Its steps stand in the sequence of play and bring nothing about yet.

use super::excommunication;
use super::fixed::{Fixed, Refusal};
use super::parleys::{Parley, Tally};
use super::scene::{Effects, Scene};
use crate::empires::terms::{EmpireId, Motion};
use crate::empires::world::{Empire, EmpireKind};

/// Id of the Pope, whoever plays him (27.1, 27.2).
const POPE: &str = "pope";

/// Whether an empire is the Pope's: his without a player, or a player Pope's (27.2).
pub fn is_pope(id: &EmpireId, empire: &Empire) -> bool {
    empire.kind == EmpireKind::Pope || id.as_str() == POPE // rule:27.2
}

/// Rule 23.2: a schism at the close of a pentade, planned.
pub fn settle_schism(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}

/// Rule 27.2: what the Pope does this year, planned.
pub fn endeavours(_scene: &Scene<'_>) -> Vec<Fixed> {
    Vec::new()
}

/// Rule 27.2: how many year cards the Pope has in this pentade.
pub fn cards(scene: &Scene<'_>, _id: &EmpireId) -> i32 {
    scene.rulebook.figures.power_cards // rule:27.2
}

/// The Pope whom an empire obeys; none when there is none in the world.
pub fn obeyed_pope<'s>(scene: &Scene<'s>, _id: &EmpireId) -> Option<&'s EmpireId> {
    let mut popes = scene.world.empires.iter().filter(|(id, empire)| is_pope(id, empire));
    popes.next().map(|(id, _)| id)
}

/// Rules 22.1, 23.1, 23.2: whether an empire may call a parley of the church now.
///
/// Errors: the ground that is missing.
pub fn may_call(scene: &Scene<'_>, caller: &EmpireId, motion: &Motion) -> Result<(), Refusal> {
    match motion {
        Motion::Excommunication { of: Some(of) } => excommunication::may_accuse(scene, caller, of),
        Motion::Absolution { of: Some(of) } => excommunication::may_absolve(scene, caller, of),
        Motion::Excommunication { of: None } | Motion::Absolution { of: None } => {
            Err(Refusal::new("22.1", "it names nobody"))
        }
        _ => Err(Refusal::new("23.2", "there is no schism")),
    }
}

/// Rules 22.1, 23.1, 23.2: what the result of a parley of the church brings about.
pub fn decided(scene: &Scene<'_>, parley: &Parley, tally: Tally) -> Effects {
    match &parley.motion {
        Motion::Excommunication { of: Some(of) } => excommunication::tried(scene, of, tally),
        Motion::Absolution { of: Some(of) } => excommunication::absolved(parley, of, tally),
        _ => Effects::default(),
    }
}
