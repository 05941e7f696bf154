//! Rules 22.2 to 22.4: the conversion of an own area as an endeavour.
//!
//! Reads the religions and the figures of 22.3. Rolls no dice: the check after a success is made with the others of the
//! year (6.7).

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::endeavours::{CardResult, Tried, losses};
use super::fixed::{Refusal, Way};
use super::religion;
use super::{Effects, Scene, event_cards, groups, victory};
use crate::empires::chronicle::{Entry, Happening, PeopleHappening};
use crate::empires::terms::{AreaId, EmpireId, EndeavourSort, ReligionId};
use crate::empires::world::{Area, AwardCause, Effect, PeopleChange};
use crate::postal::chronicle::Breakdown;

/// Rule 22.2: whether there is anything to convert in an own area: another religion, or a group of another.
///
/// Errors: a refusal when there is not.
pub fn way(scene: &Scene<'_>, empire: &EmpireId, id: &AreaId, area: &Area) -> Result<Way, Refusal> {
    let religion = scene.world.empires.get(empire).map(|own| &own.leader.religion);
    let others = |religion: &ReligionId| {
        is_other(scene, religion, &area.religion) || hindering(scene, area, religion).is_some()
    };
    if religion.is_some_and(others) {
        return Ok(Way::default());
    }
    let name = scene.rulebook.atlas.name(id);
    Err(Refusal::new("22.2", format!("all of {name} is of the ruler's religion already"))) // rule:6.9
}

/// Rule 22.2: the failure field of the ruling line costs social state. Successes are counted by [`complete`].
pub fn yields(tried: &Tried<'_>) -> Effects {
    losses(tried) // rule:22.2
}

/// Iberian Muslims count as Sunni (2.8).
fn is_other(scene: &Scene<'_>, own: &ReligionId, other: &ReligionId) -> bool {
    !scene.rulebook.religions.count_as_one(own, other) // rule:2.8
}

/// The strongest group of another religion than the converter's, of equals the first by code.
fn hindering<'a>(scene: &Scene<'_>, area: &'a Area, own: &ReligionId) -> Option<(&'a ReligionId, i32)> {
    let others = area.urgs.iter().filter(|(group, _)| is_other(scene, own, group));
    others
        .map(|(group, strength)| (group, *strength))
        .max_by_key(|(group, strength)| (*strength, Reverse(*group)))
}

/// What the conversions of a year bring about.
#[derive(Debug, Default)]
pub struct Converted {
    /// Changes and entries.
    pub effects: Effects,
    /// How many successes in each area call for a check (22.2).
    pub tested: BTreeMap<AreaId, usize>,
}

/// Rules 22.2 to 22.4: the successes of a year, area by area.
///
/// A success takes one off the strongest group of another religion; where there is none it counts towards the conversion.
/// Cases: 22.A to 22.D.
pub fn complete(scene: &Scene<'_>, tried: &[Tried<'_>]) -> Converted {
    let mut by_area: BTreeMap<&AreaId, Vec<&Tried<'_>>> = BTreeMap::new();
    for one in
        tried.iter().filter(|one| one.sort() == EndeavourSort::Conversion && one.has(CardResult::Ruled))
    {
        by_area.entry(one.target()).or_default().push(one);
    }
    let mut converted = Converted::default();
    for (id, successes) in by_area {
        if let Some(mut progress) = Progress::of(scene, id, &successes) {
            for _ in &successes {
                progress.success();
            }
            progress.end(&mut converted);
        }
    }
    converted
}

/// One area while the successes of a year are counted.
struct Progress<'s> {
    scene: &'s Scene<'s>,
    id: &'s AreaId,
    area: Area,
    converter: &'s EmpireId,
    religion: ReligionId,
    before: i32,
    successes: i32,
    lost: BTreeMap<ReligionId, i32>,
    tested: usize,
}

impl<'s> Progress<'s> {
    /// None when the area or its converter is not in the world.
    fn of(scene: &'s Scene<'s>, id: &'s AreaId, successes: &[&'s Tried<'s>]) -> Option<Self> {
        let first = successes.first()?;
        let religion = first.led.religion.clone();
        let begun = scene.world.people.conversions.get(id);
        let begun = begun.filter(|begun| begun.converter == *first.empire() && begun.religion == religion);
        let before = begun.map_or(0, |begun| begun.successes); // rule:22.2
        Some(Self {
            scene,
            id,
            area: scene.world.areas.get(id)?.clone(),
            converter: first.empire(),
            religion,
            before,
            successes: before,
            lost: BTreeMap::new(),
            tested: 0,
        })
    }

    fn success(&mut self) {
        let found = hindering(self.scene, &self.area, &self.religion);
        if let Some((group, strength)) = found.map(|(group, strength)| (group.clone(), strength)) {
            *self.lost.entry(group.clone()).or_default() += 1; // rule:22.4
            self.area.urgs.insert(group, strength - 1);
            self.area.urgs.retain(|_, strength| *strength > 0); // rule:22.4 rule:32.7
            let resists = strength > self.scene.rulebook.figures.conversion_unchecked_group;
            self.tested += usize::from(resists); // rule:22.2
        } else if is_other(self.scene, &self.religion, &self.area.religion) {
            self.successes += 1; // rule:22.2
            self.tested += 1; // rule:22.2
        }
    }

    fn end(self, converted: &mut Converted) {
        for (group, by) in &self.lost {
            converted.effects.extend(groups::weaken(self.scene, self.id, group, *by, "22.4")); // rule:22.4
        }
        if self.successes > self.before {
            converted.effects.extend(self.advanced());
        }
        converted.tested.insert(self.id.clone(), self.tested);
    }

    fn advanced(&self) -> Effects {
        let mut effects = Effects::default();
        let fervour = event_cards::has_missionary_fervour(self.scene.world, self.converter); // rule:19.13
        let rulebook = self.scene.rulebook;
        let Some(differential) = rulebook.differential(&self.area.religion, &self.religion, fervour) else {
            return effects;
        };
        let needed = rulebook.successes_needed(differential.total);
        effects.tell(self.told(needed, differential));
        if self.successes >= needed {
            effects.extend(religion::converted(self.scene, self.id, &self.religion)); // rule:22.3
            let (religion, former) = (self.religion.clone(), self.area.religion.clone());
            let happening = PeopleHappening::AreaConverted { religion, former };
            effects.tell(self.entry("22.3", happening));
            effects.extend(victory::award(self.scene, self.converter, self.id, AwardCause::Converted)); // rule:26.3
        } else {
            effects.change(Effect::People(PeopleChange::ConversionStands {
                area: self.id.clone(),
                converter: self.converter.clone(),
                religion: self.religion.clone(),
                successes: self.successes,
                needed,
            }));
        }
        effects
    }

    fn told(&self, needed: i32, differential: Breakdown) -> Entry {
        let (religion, successes) = (self.religion.clone(), self.successes);
        let happening = PeopleHappening::ConversionAdvanced { religion, successes, needed };
        self.entry("22.2", happening).with_numbers(differential)
    }

    fn entry(&self, rule: &str, happening: PeopleHappening) -> Entry {
        Entry::new(&[rule], Happening::People(happening)).of(self.converter).at(self.id)
    }
}
