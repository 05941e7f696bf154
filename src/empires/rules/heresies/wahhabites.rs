//! Rule 31.5: a Wahhabite court may not deal with Christians.

use super::super::fixed::Refusal;
use super::super::scene::Scene;
use crate::empires::rulebook::Group;
use crate::empires::terms::{AreaId, EmpireId, ReligionId};

/// The heresy that forbids its courts to deal with Christians (31.5).
const WAHHABITES: &str = "MSW";

/// Rule 31.5: whether two empires may give one another gold (16.4) and make treaties (16.5).
///
/// Errors: a refusal when the court of one is Wahhabite and the ruler of the other is a Christian.
pub fn may_deal(scene: &Scene<'_>, one: &EmpireId, other: &EmpireId) -> Result<(), Refusal> {
    let forbidden = |one, other| is_wahhabite(scene, one) && is_christian_ruler(scene, other);
    if forbidden(one, other) || forbidden(other, one) {
        return Err(Refusal::new("31.5", "a Wahhabite court does not deal with Christians")); // rule:31.5
    }
    Ok(())
}

/// Rule 31.5: whether an empire may use diplomacy toward an area (12).
///
/// Errors: a refusal when its court is Wahhabite and the area or its owner's ruler Christian.
pub fn may_deal_in(scene: &Scene<'_>, empire: &EmpireId, area: &AreaId) -> Result<(), Refusal> {
    let Some(state) = scene.world.areas.get(area) else { return Ok(()) };
    if is_wahhabite(scene, empire) && is_christian(scene, &state.religion) {
        return Err(Refusal::new("31.5", "a Wahhabite court does not deal with Christians")); // rule:31.5
    }
    state.owner.as_ref().map_or(Ok(()), |owner| may_deal(scene, empire, owner))
}

fn is_wahhabite(scene: &Scene<'_>, empire: &EmpireId) -> bool {
    let court = scene.world.empires.get(empire).and_then(|empire| empire.court.as_ref());
    let court = court.and_then(|court| scene.world.areas.get(court));
    court.is_some_and(|court| court.religion.is(WAHHABITES))
}

fn is_christian_ruler(scene: &Scene<'_>, empire: &EmpireId) -> bool {
    scene.world.empires.get(empire).is_some_and(|empire| is_christian(scene, &empire.leader.religion))
}

fn is_christian(scene: &Scene<'_>, religion: &ReligionId) -> bool {
    matches!(scene.rulebook.religions.group(religion), Some(Group::Christian | Group::Sect))
}
