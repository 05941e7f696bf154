//! Chapter 11: pillage.
//!
//! Reads the figures of 11. Rolls no dice.

use super::endeavours::{CardResult, Tried, losses};
use super::{Effects, Scene};
use crate::empires::chronicle::{Entry, Happening};
use crate::empires::rulebook::Figures;
use crate::empires::terms::EmpireId;
use crate::empires::world::{Area, Effect, EmpireKind};

/// 11.1 to 11.3: what one pillage brings and destroys.
///
/// Cases: 11.A.1 to 11.C.3.
pub fn yields(scene: &Scene<'_>, tried: &Tried<'_>) -> Effects {
    let Some(target) = scene.world.areas.get(tried.target()) else { return Effects::default() };
    let mut effects = losses(tried); // rule:11.1
    if target.social_state <= scene.rulebook.figures.social_state_lowest {
        effects.effects.retain(|effect| !falls(effect, tried)); // rule:11.3
    }
    if tried.has(CardResult::Gold) {
        let gold = gold(&scene.rulebook.figures, target);
        if !is_raider(scene, tried.empire()) {
            effects.change(Effect::GoldChanged { empire: tried.empire().clone(), by: gold }); // rule:11.2
        }
        let robbed = target.owner.as_ref().filter(|owner| scene.is_player(owner));
        if let Some(owner) = robbed {
            effects.change(Effect::GoldChanged { empire: owner.clone(), by: -gold }); // rule:11.2
        }
        let kind = Happening::PillageGold { from: robbed.cloned(), gold };
        effects.tell(Entry::new(&["11.2"], kind).of(tried.empire()).at(tried.target()));
    }
    effects
}

/// 11.2: gold of a G result: the wealth of the target before the year's losses, within bounds.
///
/// Units: whole gold.
pub fn gold(figures: &Figures, target: &Area) -> i32 {
    target.wealth().min(figures.pillage_most_gold).max(figures.pillage_least_gold) // rule:11.2
}

fn falls(effect: &Effect, tried: &Tried<'_>) -> bool {
    matches!(effect, Effect::SocialStateChanged { area, .. } if area == tried.target())
}

/// Raiders keep no treasury: what they take leaves the map (24.1).
fn is_raider(scene: &Scene<'_>, empire: &EmpireId) -> bool {
    scene.world.empires.get(empire).is_some_and(|empire| empire.kind == EmpireKind::Raider)
}
