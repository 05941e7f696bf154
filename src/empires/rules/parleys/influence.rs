//! Influence in Religious Hierarchy (19.19): votes in a parley, a seat in one, a call for an excommunication.

use super::super::excommunication;
use super::super::fixed::Refusal;
use super::super::scene::{Effects, Scene};
use super::attendance::{is_religious, may_be_admitted};
use crate::empires::terms::{CardPlay, EmpireId, Motion};
use crate::empires::world::{ChurchChange, Effect, Influence, InfluenceUse};

/// Rule 19.19: the Influence cards that bear on a motion, for more votes or for a seat.
pub(super) fn bearing_on<'s>(scene: &Scene<'s>, motion: &Motion) -> impl Iterator<Item = &'s Influence> {
    let religious = is_religious(motion);
    scene.world.church.influence.iter().filter(move |card| match &card.serves {
        InfluenceUse::Votes(meant) | InfluenceUse::Attendance(meant) => {
            religious && meant.covers(motion).is_some() // rule:19.19
        }
        InfluenceUse::Call { .. } => false,
    })
}

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
        CardPlay::InfluenceCall { against } => {
            excommunication::may_be_tried(scene, against)?;
            Ok(played(empire, InfluenceUse::Call { against: against.clone() })) // rule:19.19 rule:27.5
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
