//! The Papacy, schism, excommunications, patriarchates (22.1, 23.2, 27, 29), and the parleys that wait (20.4).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::World;
use crate::empires::terms::{EmpireId, Motion};

/// The Papacy, schism, excommunications, patriarchates (22.1, 23.2, 27, 29), and the parleys that wait (20.4).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Church {
    /// Parleys that wait, beside those of diplomatic conquests.
    #[serde(default)]
    pub due: BTreeSet<DueParley>,
    /// Influence cards played this year for its parleys (19.19), in canonical order; each card once.
    #[serde(default)]
    pub influence: Vec<Influence>,
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
}

/// What may change in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChurchChange {
    /// A parley is due (20.4).
    ParleyDue(DueParley),
    /// The parleys of this year, and any earlier, were held or lapsed; Influence cards played for them are spent.
    ParleysHeld {
        /// The year.
        year: i32,
    },
    /// An Influence card was played for a parley of this year (19.19).
    InfluencePlayed(Influence),
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
            ChurchChange::ParleysHeld { .. } => {}
        }
    }
    world.church.influence.sort_unstable();
}
