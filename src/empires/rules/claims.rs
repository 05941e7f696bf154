//! Chapter 18: claims.
//!
//! Reads the years of prescription. No dice. Scenario claims (18.2) stand in the opening world.

use super::scene::{Effects, Scene};
use crate::empires::chronicle::{Entry, Happening};
use crate::empires::terms::{AreaId, EmpireId};
use crate::empires::world::{Area, Effect, Empire};

/// Rule 18.3: who owns an area and holds a tie to it gains the claim, in either order.
///
/// Cases: 18.A.1 to 18.A.6.
pub fn by_tie(scene: &Scene<'_>) -> Effects {
    gained(scene, "18.3", |owner, area, _| area.ties.get(owner).is_some_and(|tie| !tie.waived)) // rule:18.3
}

/// Rule 18.5: at the end of a period, an own area of the leader's language and religion, not in unrest.
///
/// Cases: 18.B.1 to 18.B.5.
pub fn of_own_people(scene: &Scene<'_>) -> Effects {
    if !scene.pentade().ends_period(scene.rulebook.figures.period_years) {
        return Effects::default();
    }
    gained(scene, "18.5", |_, area, empire| {
        let leader = &empire.leader;
        let of_faith = scene.rulebook.religions.count_as_one(&area.religion, &leader.religion); // rule:2.8
        area.language == leader.language && of_faith && !area.in_unrest // rule:18.5
    })
}

/// Rule 18.6: control for so many years with no other empire holding a claim or tie.
///
/// Cases: 18.C.1 to 18.C.6.
pub fn by_prescription(scene: &Scene<'_>) -> Effects {
    let after = scene.pentade().last_year() + 1;
    let years = scene.rulebook.figures.prescription_years;
    gained(scene, "18.6", |owner, area, _| {
        is_undisputed(owner, area) && area.undisputed_since.is_some_and(|since| after - since >= years) // rule:18.6
    })
}

/// Claims for every owner who has none yet and for whom `earned` holds.
fn gained(scene: &Scene<'_>, rule: &str, earned: impl Fn(&EmpireId, &Area, &Empire) -> bool) -> Effects {
    let mut effects = Effects::default();
    for (id, area) in &scene.world.areas {
        let Some(owner) = &area.owner else { continue };
        if area.claims.contains(owner) {
            continue;
        }
        let Some(empire) = scene.world.empires.get(owner) else { continue };
        if !earned(owner, area, empire) || !may_gain(scene, owner, empire) {
            continue;
        }
        effects.change(Effect::ClaimGained { area: id.clone(), empire: owner.clone() });
        effects.tell(Entry::new(&[rule], Happening::ClaimGained).of(owner).at(id));
    }
    effects
}

/// Whether an empire may gain ties and claims: its religion allows it (2.6) and its leader is not excommunicated (22.1).
pub fn may_gain(scene: &Scene<'_>, id: &EmpireId, empire: &Empire) -> bool {
    let religion = &empire.leader.religion;
    let allowed = scene.rulebook.religions.may_hold_ties_and_claims(id, religion, scene.year_or_first()); // rule:2.6
    allowed && !empire.leader.excommunicated // rule:22.1
}

/// The clock of 18.6: it starts in the year in which control is undisputed and stops when it is not.
///
/// Cases: 18.C.4 to 18.C.6.
pub fn date_control(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    for (id, area) in &scene.world.areas {
        let undisputed = area.owner.as_ref().is_some_and(|owner| is_undisputed(owner, area));
        let since = match (undisputed, area.undisputed_since) {
            (true, Some(since)) => Some(since),
            (true, None) => Some(scene.year_or_first()),
            (false, _) => None, // rule:18.6
        };
        if since != area.undisputed_since {
            effects.change(dated(id, since));
        }
    }
    effects
}

fn dated(area: &AreaId, since: Option<i32>) -> Effect {
    Effect::ControlDated { area: area.clone(), since }
}

/// Whether no other empire holds a claim or tie (18.6). A waived tie is held still.
pub fn is_undisputed(owner: &EmpireId, area: &Area) -> bool {
    area.claims.iter().chain(area.ties.keys()).all(|holder| holder == owner)
}
