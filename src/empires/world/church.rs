//! The Papacy, schism, excommunications, patriarchates (22.1, 23.2, 27, 29), and the parleys that wait (20.4).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::World;
use crate::empires::terms::{AreaId, EmpireId, Ground, Motion};

/// The Papacy, schism, excommunications, patriarchates (22.1, 23.2, 27, 29), and the parleys that wait (20.4).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Church {
    /// Parleys that wait, beside those of diplomatic conquests.
    #[serde(default)]
    pub due: BTreeSet<DueParley>,
    /// Influence cards played this year for its parleys (19.19), in canonical order; each card once.
    #[serde(default)]
    pub influence: Vec<Influence>,
    /// The year in which each excommunicated ruler was excommunicated (22.1).
    #[serde(default)]
    pub excommunicated_since: BTreeMap<EmpireId, i32>,
    /// What rulers did that is ground for excommunication and that no treaty or payment shows (27.5).
    #[serde(default)]
    pub offences: BTreeSet<Offence>,
    /// The year in which an empire last did penance, which cost it that year's card (22.1).
    #[serde(default)]
    pub penances: BTreeMap<EmpireId, i32>,
    /// Where the Pope sits, as far as a pentade was played (27.1).
    #[serde(default)]
    pub papal_seat: Option<AreaId>,
    /// The Papal schism that lasts (23.2).
    #[serde(default)]
    pub schism: Option<Schism>,
    /// Courts declared patriarchates, each with its founder (29.2).
    #[serde(default)]
    pub patriarchates: BTreeMap<AreaId, EmpireId>,
}

impl Church {
    /// The empires that it names.
    pub(super) fn empires(&self) -> impl Iterator<Item = &EmpireId> {
        let named = self.excommunicated_since.keys().chain(self.patriarchates.values());
        let named = named.chain(self.offences.iter().map(|offence| &offence.by));
        let named = named.chain(self.due.iter().flat_map(|due| due.motion.empires()));
        named.chain(self.schism.iter().flat_map(|schism| &schism.followers))
    }

    /// The areas that it names.
    pub(super) fn areas(&self) -> impl Iterator<Item = &AreaId> {
        let places = self.patriarchates.keys().chain(&self.papal_seat);
        places.chain(self.schism.iter().map(|schism| &schism.seat))
    }
}

/// A Papal schism (23.2).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Schism {
    /// When it began.
    pub since: i32,
    /// Who set up the anti-Pope.
    pub founder: EmpireId,
    /// Where the anti-Pope sits.
    pub seat: AreaId,
    /// Who follows the anti-Pope, the founder among them.
    pub followers: BTreeSet<EmpireId>,
    /// Whether it was never healed and lasts for good.
    pub permanent: bool,
}

/// Something a ruler did against the church (27.5).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Offence {
    /// When.
    pub year: i32,
    /// Who.
    pub by: EmpireId,
    /// What.
    pub ground: Ground,
}

/// A parley that waits for its year (20.4).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DueParley {
    /// Year in which it is to be held.
    pub year: i32,
    /// What it decides.
    pub motion: Motion,
    /// Who brought it up; none for what comes of itself.
    pub caller: Option<EmpireId>,
}

/// An Influence in Religious Hierarchy that was played this year (19.19).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Influence {
    /// By whom.
    pub empire: EmpireId,
    /// For what.
    pub serves: InfluenceUse,
}

/// What an Influence card serves (19.19).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InfluenceUse {
    /// More votes in a religious parley.
    Votes(Motion),
    /// A seat in a religious parley.
    Attendance(Motion),
    /// The Pope is asked for an excommunication (27.5).
    Call {
        /// Of whom.
        against: EmpireId,
    },
}

/// What may change in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChurchChange {
    /// A parley is due (20.4).
    ParleyDue(DueParley),
    /// The parleys of this year, and any earlier, were held or lapsed; what Influence cards served is over.
    ParleysHeld {
        /// The year.
        year: i32,
    },
    /// An Influence card was played for a parley of this year (19.19).
    InfluencePlayed(Influence),
    /// A ruler gave ground for excommunication (27.5).
    Offended(Offence),
    /// A ruler was excommunicated (22.1).
    Excommunicated {
        /// Whose.
        empire: EmpireId,
        /// When.
        year: i32,
    },
    /// An excommunication ended, or its ruler died (22.1).
    ExcommunicationEnded {
        /// Whose.
        empire: EmpireId,
    },
    /// A ruler did penance, which costs this year's card (22.1).
    PenanceDone {
        /// Who.
        empire: EmpireId,
        /// When.
        year: i32,
    },
    /// The Pope took another seat (27.1).
    SeatTaken {
        /// Where.
        seat: AreaId,
    },
    /// An anti-Pope was set up (23.2).
    SchismBegan(Schism),
    /// An empire chose whom to follow (23.2).
    Obeys {
        /// Who.
        empire: EmpireId,
        /// Whether the anti-Pope.
        anti_pope: bool,
    },
    /// The schism ended (23.2).
    SchismEnded,
    /// The schism lasts for good (23.2).
    SchismHardened,
    /// A court was declared a patriarchate (29.2).
    PatriarchateFounded {
        /// Where.
        area: AreaId,
        /// Whose court it is.
        founder: EmpireId,
    },
}

/// Brings about the changes of one step; they stand in canonical order, and their order does not matter.
pub(super) fn apply(world: &mut World, changes: &[&ChurchChange]) {
    for change in changes {
        if let ChurchChange::ParleysHeld { year } = change {
            world.parleys_due.retain(|due| due.year > *year);
            world.church.due.retain(|due| due.year > *year);
            world.church.influence.clear();
        }
    }
    for change in changes {
        match change {
            ChurchChange::ParleyDue(due) => {
                world.church.due.insert(due.clone());
            }
            ChurchChange::InfluencePlayed(influence) => world.church.influence.push(influence.clone()),
            ChurchChange::Offended(offence) => {
                world.church.offences.insert(offence.clone());
            }
            ChurchChange::Excommunicated { empire, year } => mark(world, empire, Some(*year)),
            ChurchChange::ExcommunicationEnded { empire } => mark(world, empire, None),
            ChurchChange::PenanceDone { empire, year } => {
                world.church.penances.insert(empire.clone(), *year);
            }
            ChurchChange::PatriarchateFounded { area, founder } => {
                world.church.patriarchates.retain(|_, one| one != founder);
                world.church.patriarchates.insert(area.clone(), founder.clone());
            }
            ChurchChange::SeatTaken { seat } => world.church.papal_seat = Some(seat.clone()),
            ChurchChange::SchismBegan(_)
            | ChurchChange::Obeys { .. }
            | ChurchChange::SchismEnded
            | ChurchChange::SchismHardened => change_schism(&mut world.church, change),
            ChurchChange::ParleysHeld { .. } => {}
        }
    }
    world.church.influence.sort_unstable();
}

/// The mark stands with the ruler, the year here.
fn mark(world: &mut World, empire: &EmpireId, since: Option<i32>) {
    let Some(found) = world.empires.get_mut(empire) else { return };
    found.leader.excommunicated = since.is_some(); // rule:22.1
    match since {
        Some(year) => world.church.excommunicated_since.insert(empire.clone(), year),
        None => world.church.excommunicated_since.remove(empire),
    };
}

fn change_schism(church: &mut Church, change: &ChurchChange) {
    match (change, &mut church.schism) {
        (ChurchChange::SchismBegan(schism), none @ None) => *none = Some(schism.clone()),
        (ChurchChange::SchismEnded, schism) => *schism = None,
        (ChurchChange::SchismHardened, Some(schism)) => schism.permanent = true,
        (ChurchChange::Obeys { empire, anti_pope: true }, Some(schism)) => {
            schism.followers.insert(empire.clone());
        }
        (ChurchChange::Obeys { empire, anti_pope: false }, Some(schism)) => {
            schism.followers.remove(empire);
        }
        _ => {}
    }
}
