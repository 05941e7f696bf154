//! Rule 19.8: recognition of a claim.

use super::super::claims::may_gain;
use super::super::fixed::Refusal;
use super::super::scene::Scene;
use crate::empires::terms::{AreaId, EmpireId};

/// Rule 19.8: a claim may be laid to an area owned or tied.
///
/// Errors: the area is neither, is claimed already, or the empire may hold no claim (2.6, 22.1).
/// Cases: 19.C.20 to 19.C.26.
pub(super) fn may_be_claimed(scene: &Scene<'_>, empire: &EmpireId, id: &AreaId) -> Result<(), Refusal> {
    let refuse = |rule: &'static str, reason: String| Err(Refusal::new(rule, reason));
    let name = scene.rulebook.atlas.name(id);
    let Some(area) = scene.world.areas.get(id) else {
        return refuse("2.1", format!("there is no area {id}"));
    };
    let tied = area.ties.get(empire).is_some_and(|tie| !tie.waived);
    if area.owner.as_ref() != Some(empire) && !tied {
        return refuse("19.8", format!("{name} is neither owned nor tied")); // rule:19.8
    }
    if area.claims.contains(empire) {
        return refuse("19.8", format!("the claim to {name} is held already"));
    }
    let gains = scene.world.empires.get(empire).is_some_and(|own| may_gain(scene, empire, own));
    if !gains {
        return refuse("2.6", "the ruler may gain no claim".to_owned()); // rule:2.6
    }
    Ok(())
}
