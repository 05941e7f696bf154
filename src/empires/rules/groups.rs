//! Chapter 32: underlying religious groups.
//!
//! How one arises, grows, becomes dominant and declines. What it does to rebellion is in 17.1, to conversion in 22.4, to
//! victory in 26.2, to magnates in 24.8. Reads the figures of 32. No dice.

use super::religion;
use super::scene::{Effects, Scene};
use crate::empires::chronicle::{Entry, Happening, PeopleHappening};
use crate::empires::rulebook::Group;
use crate::empires::terms::{AreaId, ReligionId};
use crate::empires::world::{Area, Effect, PeopleChange};

/// The strength of an underlying group in an area; 0 for none.
pub fn strength(area: &Area, religion: &ReligionId) -> i32 {
    area.urgs.get(religion).copied().unwrap_or(0)
}

/// Rules 32.1, 32.6: an underlying group arises in an area with this strength, or keeps what it has if that is more.
///
/// Nothing comes of it where the religion is dominant. Beyond the greatest strength the group becomes dominant.
///
/// Units: `to` is a strength, from 1. Cases: 32.A.
pub fn arise(scene: &Scene<'_>, area: &AreaId, religion: &ReligionId, to: i32) -> Effects {
    let Some(state) = other_religion(scene, area, religion) else { return Effects::default() };
    let from = strength(state, religion);
    if to <= from {
        return Effects::default();
    }
    if to > scene.rulebook.figures.urg_highest {
        return become_dominant(scene, area, state, religion); // rule:32.6
    }
    let (id, religion) = (area.clone(), religion.clone());
    let arose = PeopleChange::GroupArose { area: id, religion: religion.clone(), strength: to };
    changed(area, &religion, (from, to), "32.1", arose) // rule:32.1
}

/// Rules 32.1, 32.6: an underlying group grows by so much, and arises if there is none.
///
/// Nothing comes of it where the religion is dominant. Beyond the greatest strength it becomes dominant, and the former
/// dominant religion an underlying group.
///
/// Units: `by` is points of strength, from 1. Cases: 32.A.
pub fn strengthen(scene: &Scene<'_>, area: &AreaId, religion: &ReligionId, by: i32) -> Effects {
    let Some(state) = other_religion(scene, area, religion) else { return Effects::default() };
    let from = strength(state, religion);
    let to = from.saturating_add(by);
    if to > scene.rulebook.figures.urg_highest {
        return become_dominant(scene, area, state, religion); // rule:32.6
    }
    let grew = PeopleChange::GroupChanged { area: area.clone(), religion: religion.clone(), by };
    changed(area, religion, (from, to), "32.1", grew) // rule:32.1
}

/// Rules 22.4, 32.5, 32.7: an underlying group loses so much, and is gone at 0. `rule` says why.
///
/// Units: `by` is points of strength, from 1; no more is lost than there is.
pub fn weaken(scene: &Scene<'_>, area: &AreaId, religion: &ReligionId, by: i32, rule: &str) -> Effects {
    let from = scene.world.areas.get(area).map_or(0, |state| strength(state, religion));
    let by = by.min(from);
    if by <= 0 {
        return Effects::default();
    }
    let fell = PeopleChange::GroupChanged { area: area.clone(), religion: religion.clone(), by: -by };
    changed(area, religion, (from, from - by), rule, fell)
}

/// The area, if another religion is dominant there.
fn other_religion<'s>(scene: &Scene<'s>, area: &AreaId, religion: &ReligionId) -> Option<&'s Area> {
    scene.world.areas.get(area).filter(|state| state.religion != *religion)
}

fn changed(
    area: &AreaId,
    religion: &ReligionId,
    (from, to): (i32, i32),
    rule: &str,
    change: PeopleChange,
) -> Effects {
    let mut effects = Effects::default();
    effects.change(Effect::People(change));
    let happening = PeopleHappening::GroupChanged { religion: religion.clone(), from, to };
    effects.tell(Entry::new(&[rule], Happening::People(happening)).at(area));
    effects
}

/// Rule 32.6: a group becomes the dominant religion, and the former one an underlying group.
///
/// Cases: 32.A.
fn become_dominant(scene: &Scene<'_>, area: &AreaId, state: &Area, religion: &ReligionId) -> Effects {
    let left = scene.rulebook.figures.urg_of_former_religion;
    let mut effects = converted_leaving(scene, area, religion, left); // rule:32.6
    let happening =
        PeopleHappening::GroupDominant { religion: religion.clone(), former: state.religion.clone() };
    effects.entries.insert(0, Entry::new(&["32.6"], Happening::People(happening)).at(area));
    effects
}

/// Rules 23.7, 32.6: an area converts, and its former religion stays as an underlying group of this strength.
pub fn converted_leaving(scene: &Scene<'_>, area: &AreaId, religion: &ReligionId, left: i32) -> Effects {
    let mut effects = religion::converted(scene, area, religion);
    if let Some(state) = other_religion(scene, area, religion) {
        let (id, former) = (area.clone(), state.religion.clone());
        effects.change(Effect::People(PeopleChange::GroupArose {
            area: id,
            religion: former,
            strength: left,
        }));
    }
    effects
}

/// Rule 32.5: underlying groups decline in certain years where the dominant religion is unrelated to theirs.
///
/// At the close of the pentade that ends in such a year. Jews decline, but never to nothing.
/// Cases: 32.B.
pub fn decline(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let figures = &scene.rulebook.figures;
    let since = scene.pentade().last_year() - figures.urg_decline_first;
    if since < 0 || since % figures.urg_decline_years != 0 {
        return effects; // rule:32.5
    }
    for (id, area) in &scene.world.areas {
        for (religion, strength) in &area.urgs {
            if scene.rulebook.religions.related(religion, &area.religion) {
                continue; // rule:32.5
            }
            let least = match scene.rulebook.religions.group(religion) {
                Some(Group::Jewish) => figures.urg_decline_jews_to, // rule:32.5
                _ => 0,
            };
            let lost = figures.urg_decline.min(strength - least);
            effects.extend(weaken(scene, id, religion, lost, "32.5"));
        }
    }
    effects
}

#[cfg(test)]
mod tests;
