//! Peoples: underlying religious groups, conversions and colonisations under way, change of the land (22, 25, 32, 33).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Area, World};
use crate::empires::terms::{AreaId, Bounds, EmpireId, LanguageId, ReligionId};

/// Conversions and colonisations under way (22, 25).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct People {
    /// Conversions by area; only its owner converts an area (9.1).
    pub conversions: BTreeMap<AreaId, Conversion>,
    /// Colonisations by area; only its owner colonises an area, and of each owner's one goes on at a time (25.1).
    pub colonisations: BTreeMap<AreaId, Colonisation>,
}

/// A conversion under way (22.2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conversion {
    /// Who converts.
    pub converter: EmpireId,
    /// To which religion.
    pub religion: ReligionId,
    /// Successes so far, from 1.
    pub successes: i32,
    /// Successes that it needed at the last of them (22.3).
    pub needed: i32,
}

/// A colonisation under way (25.1).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Colonisation {
    /// Who colonises.
    pub empire: EmpireId,
    /// The language that it is to get.
    pub language: LanguageId,
    /// How far it is, from 0.
    pub level: i32,
    /// Whether it rests on its owner's order (25.3).
    pub resting: bool,
    /// Last year of the pentade in which it last advanced, or before which it began (25.3).
    pub advanced: i32,
}

/// What may change in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PeopleChange {
    /// An underlying group arose with this strength, or has it at least (32.1). Goes before [`PeopleChange::GroupChanged`].
    GroupArose {
        /// Where.
        area: AreaId,
        /// Of which religion; passed over where that is dominant.
        religion: ReligionId,
        /// From 1; the greatest of a step stands.
        strength: i32,
    },
    /// The strength of an underlying group changed by so much; summed, then clamped (6.7, 32.1).
    GroupChanged {
        /// Where.
        area: AreaId,
        /// Of which religion; passed over where that is dominant.
        religion: ReligionId,
        /// Points, negative for a loss.
        by: i32,
    },
    /// The population changed by so much; summed, then clamped (2.2).
    PopulationChanged {
        /// Where.
        area: AreaId,
        /// Points, negative for a loss.
        by: i32,
    },
    /// The base social state changed by so much; summed, then clamped with the social state (2.3).
    BaseSocialStateChanged {
        /// Where.
        area: AreaId,
        /// Points, negative for a loss.
        by: i32,
    },
    /// The area took another language (25.1).
    LanguageChanged {
        /// Where.
        area: AreaId,
        /// Which.
        language: LanguageId,
    },
    /// A conversion has come so far (22.2).
    ConversionStands {
        /// Where.
        area: AreaId,
        /// Who converts.
        converter: EmpireId,
        /// To which religion.
        religion: ReligionId,
        /// Successes in all.
        successes: i32,
        /// Successes that it needs.
        needed: i32,
    },
    /// A colonisation stands so, or is over (25).
    ColonisationStands {
        /// Where.
        area: AreaId,
        /// How it stands; none when it is over.
        colonisation: Option<Colonisation>,
    },
}

impl People {
    /// What was under way in an area that changed hands goes (17.4).
    pub(super) fn forget_area(&mut self, area: &AreaId) {
        self.conversions.remove(area); // rule:17.4
        self.colonisations.remove(area); // rule:17.4
    }
}

/// Brings about the changes of one step; they stand in canonical order, and their order does not matter.
pub(super) fn apply(bounds: &Bounds, world: &mut World, changes: &[&PeopleChange]) {
    arise(world, changes);
    add_up(bounds, world, changes);
    for change in changes {
        match *change {
            PeopleChange::LanguageChanged { area, language } => {
                if let Some(area) = world.areas.get_mut(area) {
                    area.language = language.clone();
                }
            }
            PeopleChange::ConversionStands { area, converter, religion, successes, needed } => {
                let conversion = Conversion {
                    converter: converter.clone(),
                    religion: religion.clone(),
                    successes: *successes,
                    needed: *needed,
                };
                world.people.conversions.insert(area.clone(), conversion);
            }
            PeopleChange::ColonisationStands { area, colonisation: Some(colonisation) } => {
                world.people.colonisations.insert(area.clone(), colonisation.clone());
            }
            PeopleChange::ColonisationStands { area, colonisation: None } => {
                world.people.colonisations.remove(area);
            }
            _ => {}
        }
    }
    keep_what_holds(world);
}

/// What is under way in an area that its owner lost in this same step, or that has the religion already, goes.
fn keep_what_holds(world: &mut World) {
    let areas = &world.areas;
    let owns = |empire: &EmpireId, id: &AreaId| {
        areas.get(id).is_some_and(|area| area.owner.as_ref() == Some(empire))
    };
    world.people.conversions.retain(|id, conversion| {
        let done = areas.get(id).is_some_and(|area| area.religion == conversion.religion);
        owns(&conversion.converter, id) && !done && conversion.successes > 0
    });
    world.people.colonisations.retain(|id, colonisation| owns(&colonisation.empire, id));
}

/// Groups that arose: the greatest strength of the step, or what is there already if that is more.
fn arise(world: &mut World, changes: &[&PeopleChange]) {
    for change in changes {
        if let PeopleChange::GroupArose { area, religion, strength } = *change
            && let Some(area) = world.areas.get_mut(area)
            && area.religion != *religion
        {
            let kept = area.urgs.entry(religion.clone()).or_default();
            *kept = (*kept).max(*strength);
        }
    }
}

/// Sums, then clamps (6.7).
fn add_up(bounds: &Bounds, world: &mut World, changes: &[&PeopleChange]) {
    for change in changes {
        match *change {
            PeopleChange::GroupChanged { area, religion, by } => {
                with(world, area, |area| {
                    *area.urgs.entry(religion.clone()).or_default() += by;
                });
            }
            PeopleChange::PopulationChanged { area, by } => with(world, area, |area| area.population += by),
            PeopleChange::BaseSocialStateChanged { area, by } => {
                with(world, area, |area| area.base_social_state += by);
            }
            _ => {}
        }
    }
    for change in changes {
        match *change {
            PeopleChange::GroupArose { area, .. }
            | PeopleChange::GroupChanged { area, .. }
            | PeopleChange::PopulationChanged { area, .. }
            | PeopleChange::BaseSocialStateChanged { area, .. } => {
                with(world, area, |area| clamp(bounds, area))
            }
            _ => {}
        }
    }
}

fn clamp(bounds: &Bounds, area: &mut Area) {
    area.urgs.remove(&area.religion);
    area.urgs.retain(|_, strength| {
        *strength = (*strength).min(bounds.highest_group); // rule:32.1
        *strength > 0
    });
    area.population = area.population.clamp(bounds.lowest_population, bounds.highest_population); // rule:2.2
    let (lowest, highest) = (bounds.lowest_social_state, bounds.highest_social_state);
    area.base_social_state = area.base_social_state.clamp(lowest, highest); // rule:2.3
    let maximum = bounds.maximum_social_state(area.base_social_state).max(lowest);
    area.social_state = area.social_state.clamp(lowest, maximum); // rule:2.3
}

fn with(world: &mut World, id: &AreaId, change: impl FnOnce(&mut Area)) {
    if let Some(area) = world.areas.get_mut(id) {
        change(area);
    }
}
