//! Gifts and transfers: step (d) of a year (6.3, 16.4, 16.5). Rolls no dice.

use std::collections::BTreeSet;

use super::super::{Effects, Refusal, Scene, communications, endeavours, heresies, muster, papacy};
use super::points::{Purses, fulfil, pay, waive};
use super::{due, treaties};
use crate::empires::terms::{Act, AreaId, EmpireId, Order};

/// 6.3 step (d): papers are registered, treaties due are kept, then gifts go out and ties are waived.
///
/// Gold that comes in during the step cannot be given on in it.
/// Cases: 16.D.1 to 16.F.9.
pub fn gifts_and_transfers(scene: &Scene<'_>) -> Effects {
    let mut purses = Purses::new();
    let mut effects = treaties::run_out(scene);
    let (papers, registered) = treaties::papers(scene);
    effects.extend(papers);
    effects.extend(fulfil(scene, &registered, &mut purses));
    for empire in scene.sheets.keys() {
        for order in due(scene, empire, |act| matches!(act, Act::Gift { .. } | Act::WaiveTie { .. })) {
            let done = match &order.act {
                Act::Gift { to, gold } => gift(scene, order, (empire, to), *gold, &mut purses),
                Act::WaiveTie { area, to_owner } => {
                    waive_ties(scene, empire, area.as_ref(), to_owner.as_ref())
                }
                _ => continue,
            };
            match done {
                Ok(done) => effects.extend(done),
                Err(refusal) => effects.tell(muster::refused(empire, order, refusal)),
            }
        }
    }
    effects
}

/// 16.4: whole gold to a neighbour, to one within sea range, to a treaty's party, or to the Pope.
fn gift(
    scene: &Scene<'_>,
    order: &Order,
    (from, to): (&EmpireId, &EmpireId),
    gold: i32,
    purses: &mut Purses,
) -> Result<Effects, Refusal> {
    let receiver = scene.world.empires.get(to).filter(|_| from != to);
    let Some(receiver) = receiver else {
        return Err(Refusal::new("16.4", "there is nobody of that name to give to"));
    };
    heresies::may_deal(scene, from, to)?; // rule:31.5
    if !may_give(scene, from, to) {
        let reason = format!("{} is neither near nor a party to a treaty", receiver.name);
        return Err(Refusal::new("16.4", reason)); // rule:16.4
    }
    let mut effects = Effects::default();
    let paid = pay(scene, (from, to), gold, false, purses, &mut effects);
    if paid == 0 {
        return Err(Refusal::new("16.4", "there is no gold to give")); // rule:16.4
    }
    if paid < gold {
        let reason = format!("only {paid} gold of {gold} was there to be given");
        effects.tell(muster::refused(from, order, Refusal::new("16.4", reason)));
    }
    Ok(effects)
}

/// 16.4: who may be given gold.
pub fn may_give(scene: &Scene<'_>, from: &EmpireId, to: &EmpireId) -> bool {
    let is_pope = scene.world.empires.get(to).is_some_and(|empire| papacy::is_pope(to, empire)); // rule:27.2
    let year = scene.year_or_first();
    is_pope
        || treaties::between(scene.world, from, to).any(|treaty| treaties::in_force(treaty, year))
        || near(scene, from, to) // rule:16.4
}

/// Whether any areas of two empires touch or lie within sea range of one another.
fn near(scene: &Scene<'_>, one: &EmpireId, other: &EmpireId) -> bool {
    let atlas = &scene.rulebook.atlas;
    let theirs: BTreeSet<&AreaId> =
        communications::own_areas(scene.world, other).map(|(area, _)| area).collect();
    communications::own_areas(scene.world, one).any(|(here, _)| {
        atlas.neighbours(here).any(|near| theirs.contains(near))
            || theirs.iter().any(|there| in_sea_range(scene, here, there) || in_sea_range(scene, there, here))
    })
}

fn in_sea_range(scene: &Scene<'_>, base: &AreaId, target: &AreaId) -> bool {
    endeavours::reach(scene, base, target, true).is_ok() // rule:9.8
}

/// 12.3: waives a tie, or all ties to the areas of one owner.
fn waive_ties(
    scene: &Scene<'_>,
    holder: &EmpireId,
    area: Option<&AreaId>,
    owner: Option<&EmpireId>,
) -> Result<Effects, Refusal> {
    let mut effects = Effects::default();
    let meant: Vec<&AreaId> = match (area, owner) {
        (Some(area), _) => vec![area],
        (None, Some(owner)) => communications::own_areas(scene.world, owner).map(|(area, _)| area).collect(),
        (None, None) => Vec::new(),
    };
    for area in meant {
        effects.extend(waive(scene, holder, area));
    }
    if effects.effects.is_empty() {
        return Err(Refusal::new("12.3", "there is no such tie to waive"));
    }
    Ok(effects)
}
