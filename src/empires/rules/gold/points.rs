//! What treaties in force bring about in a year: gold paid, areas ceded, ties waived (16.5).

use std::collections::BTreeMap;

use super::super::{Effects, Scene, conditions};
use super::treaties::{broken, in_force, told};
use crate::empires::chronicle::{Entry, Happening};
use crate::empires::terms::{AreaId, EmpireId, Point};
use crate::empires::world::{Effect, Fact, FactEvent, Treaty};
use crate::postal::chronicle::{SideId, Visibility};

/// Gold that each giver can still give this year: what lay in the treasury when the step began.
pub(super) type Purses = BTreeMap<EmpireId, i32>;

/// 16.5: the points of treaties that fall due this year. `new` are treaties registered in this step.
///
/// Gold is paid as far as it reaches, in order of treaties and points.
pub(super) fn fulfil(scene: &Scene<'_>, new: &[Treaty], purses: &mut Purses) -> Effects {
    let mut effects = Effects::default();
    let year = scene.year_or_first();
    let old = scene.world.treaties.iter().filter(|treaty| in_force(treaty, year));
    for treaty in old.chain(new) {
        for point in &treaty.points {
            match point {
                Point::Gold { from, to, gold, year: due } if *due == year => {
                    let paid = pay(scene, (from, to), *gold, true, purses, &mut effects); // rule:16.5
                    if paid < *gold {
                        effects.entries.extend(told(treaty, "not kept", Some(from)));
                        effects.effects.extend(broken(scene, treaty, from));
                    }
                }
                Point::Area { from, to, area, year: due, condition } if *due == year => {
                    let holds = condition.as_ref();
                    let holds = holds.is_none_or(|one| conditions::holds(scene, from, one, None));
                    if holds {
                        effects.extend(cede(scene, treaty, (from, to), area)); // rule:16.5
                    }
                }
                _ => {}
            }
        }
    }
    for treaty in new {
        for point in &treaty.points {
            if let Point::WaiveTie { by, area } = point {
                effects.extend(waive(scene, by, area)); // rule:16.5
            }
        }
    }
    effects
}

/// Gold changes hands, at most what is in the giver's purse. Returns what was paid.
///
/// Units: whole gold.
pub(super) fn pay(
    scene: &Scene<'_>,
    (from, to): (&EmpireId, &EmpireId),
    gold: i32,
    by_treaty: bool,
    purses: &mut Purses,
    effects: &mut Effects,
) -> i32 {
    let treasury = || scene.world.empires.get(from).map_or(0, |empire| empire.treasury);
    let purse = purses.entry(from.clone()).or_insert_with(treasury);
    let gold = gold.min(*purse).max(0);
    *purse -= gold;
    if gold > 0 {
        effects.change(Effect::GoldChanged { empire: from.clone(), by: -gold });
        effects.change(Effect::GoldChanged { empire: to.clone(), by: gold });
        let event = FactEvent::Paid { from: from.clone(), to: to.clone(), gold };
        effects.change(Effect::Remembered(Fact { year: scene.year_or_first(), event }));
        let rule = if by_treaty { "16.5" } else { "16.4" };
        let kind = Happening::GoldGiven { to: to.clone(), gold, by_treaty };
        let mut entry = Entry::new(&[rule], kind).of(from);
        entry.visibility = Visibility::Sides([from, to].map(|side| SideId::new(side.as_str())).into());
        effects.tell(entry);
    }
    gold
}

fn cede(scene: &Scene<'_>, treaty: &Treaty, (from, to): (&EmpireId, &EmpireId), area: &AreaId) -> Effects {
    let mut effects = Effects::default();
    let owner = scene.world.areas.get(area).and_then(|area| area.owner.as_ref());
    if owner != Some(from) {
        effects.entries.extend(told(treaty, "not kept", Some(from)).map(|entry| entry.at(area)));
        effects.effects.extend(broken(scene, treaty, from));
        return effects;
    }
    effects.change(Effect::OwnerChanged { area: area.clone(), owner: Some(to.clone()) });
    effects.tell(Entry::new(&["16.5"], Happening::AreaCeded { to: to.clone() }).of(from).at(area));
    effects
}

/// 12.3: a tie is waived by its holder.
pub(super) fn waive(scene: &Scene<'_>, holder: &EmpireId, area: &AreaId) -> Effects {
    let mut effects = Effects::default();
    let tie = scene.world.areas.get(area).and_then(|area| area.ties.get(holder));
    if tie.is_some_and(|tie| !tie.waived) {
        effects.change(Effect::TieWaived { area: area.clone(), empire: holder.clone() }); // rule:12.3
        effects.tell(Entry::new(&["12.3"], Happening::TieEnded { waived: true }).of(holder).at(area));
    }
    effects
}
