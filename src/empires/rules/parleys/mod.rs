//! Chapter 20: parleys. Attendance, votes, ballots, results; and what claims parleys (18.4) and parleys on diplomatic
//! conquests (12.2) bring about.
//!
//! Other chapters hold their own parleys through [`Parley`] and [`decide`]. Reads the figures of votes. No dice.

mod attendance;
mod called;
mod decision;
mod due;
mod influence;
mod wording;

pub use attendance::{is_religious, may_be_admitted};
pub use called::{accused, refused_against_pope};
pub use decision::{Parley, Tally, decide, question_id, tally};
pub use due::{claim_due, wildcard_due};
pub use influence::play_influence;

use super::crusades;
use super::scene::{Effects, Scene};
use crate::empires::world::{ChurchChange, Effect};

/// Rule 6.2 (e): special parleys before the first year, such as whether a crusade goes on (23.5).
pub fn hold_special(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    for parley in crusades::special_parleys(scene) {
        effects.extend(called::held(scene, &parley)); // rule:6.2
    }
    effects
}

/// Rule 6.3 (c): parleys are called and held, first those that last year's endeavours spawned (20.4).
///
/// Cases: 20.A.1 to 20.E.6.
pub fn hold(scene: &Scene<'_>) -> Effects {
    let mut effects = due::hold(scene); // rule:20.4
    effects.extend(called::hold(scene));
    let church = &scene.world.church;
    if !(scene.world.parleys_due.is_empty() && church.due.is_empty() && church.influence.is_empty()) {
        let year = scene.year_or_first();
        effects.change(Effect::Church(ChurchChange::ParleysHeld { year }));
    }
    effects
}
