//! Influence in Religious Hierarchy (19.19): votes in a parley, a seat in one.

use super::super::fixed::Refusal;
use super::super::scene::{Effects, Scene};
use super::attendance::{is_religious, may_be_admitted};
use crate::empires::terms::{CardPlay, EmpireId, Motion};
use crate::empires::world::{ChurchChange, Effect, Influence, InfluenceUse};

/// Rule 19.19: what an Influence card brings about that is played this year, before its parleys (6.3 b).
///
/// Errors: a refusal when it can serve nothing; the card then stays in the hand.
/// Cases: 19.N.1 to 19.N.6.
pub fn play_influence(scene: &Scene<'_>, empire: &EmpireId, play: &CardPlay) -> Result<Effects, Refusal> {
    match play {
        CardPlay::InfluenceVotes { motion } => {
            religious(motion)?;
            Ok(played(empire, InfluenceUse::Votes(motion.clone())))
        }
        CardPlay::InfluenceAttend { motion } => {
            religious(motion)?;
            if !may_be_admitted(scene, motion, empire) {
                let reason = "no underlying group of the empire is related to a religion that attends";
                return Err(Refusal::new("19.19", reason)); // rule:19.19
            }
            Ok(played(empire, InfluenceUse::Attendance(motion.clone())))
        }
        _ => Err(Refusal::new("19.19", "that is no play of Influence in Religious Hierarchy")),
    }
}

fn religious(motion: &Motion) -> Result<(), Refusal> {
    if is_religious(motion) {
        return Ok(());
    }
    Err(Refusal::new("19.19", "it counts in religious parleys only")) // rule:19.19
}

fn played(empire: &EmpireId, serves: InfluenceUse) -> Effects {
    let influence = Influence { empire: empire.clone(), serves };
    Effects { effects: vec![Effect::Church(ChurchChange::InfluencePlayed(influence))], ..Effects::default() }
}
