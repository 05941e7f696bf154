//! Rule 19.19: influence in the religious hierarchy, the card's side. What it does in a parley stands in chapter 20.

use super::super::fixed::Refusal;
use super::super::scene::Scene;
use super::holds::Playing;
use crate::empires::terms::{Act, CardPlay, Motion, When};

/// Rule 19.19: whether an Influence card can be of use this year. One that an order plays in no particular year waits for
/// a parley that is called or due.
pub(super) fn may_be_played(scene: &Scene<'_>, playing: &Playing<'_>) -> Result<(), Refusal> {
    match playing.play {
        CardPlay::InfluenceCall { against } if against == playing.empire => {
            Err(Refusal::new("19.19", "nobody calls for his own excommunication"))
        }
        CardPlay::InfluenceVotes { motion } | CardPlay::InfluenceAttend { motion }
            if !matches!(playing.order.when, When::Year(_)) && !is_foreseen(scene, motion) =>
        {
            Err(Refusal::new("19.19", "no such parley came"))
        }
        _ => Ok(()),
    }
}

/// Whether a parley that a motion covers is called by somebody's order this year, or falls due.
fn is_foreseen(scene: &Scene<'_>, motion: &Motion) -> bool {
    let year = scene.year_or_first();
    let called = scene.sheets.values().flat_map(|sheet| &sheet.orders).any(|order| {
        order.when.reaches(year, true)
            && match &order.act {
                Act::Call(called) => covers(motion, called),
                Act::Play(CardPlay::InfluenceCall { against }) => {
                    covers(motion, &Motion::Excommunication { of: Some(against.clone()) })
                }
                Act::Play(CardPlay::Recognition { area }) => {
                    covers(motion, &Motion::Claim { of: None, area: Some(area.clone()) })
                }
                _ => false,
            }
    });
    let due = || {
        scene.world.parleys_due.iter().any(|due| {
            let (by, area) = (Some(due.empire.clone()), Some(due.area.clone()));
            due.year <= year && covers(motion, &Motion::DiplomaticConquest { by, area })
        })
    };
    called || due()
}

/// Whether a motion, parts of which may be left open, covers another.
fn covers(wide: &Motion, narrow: &Motion) -> bool {
    let same = std::mem::discriminant(wide) == std::mem::discriminant(narrow);
    let of =
        wide.empires().into_iter().all(|one| narrow.empires().is_empty() || narrow.empires().contains(&one));
    let at = wide.areas().into_iter().all(|one| narrow.areas().is_empty() || narrow.areas().contains(&one));
    *wide == Motion::Any || same && of && at
}
