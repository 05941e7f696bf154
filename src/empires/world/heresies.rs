//! Heresies that spread (19.5).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::World;
use crate::empires::terms::{AreaId, ReligionId};

/// Heresies that spread (19.5).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heresies {
    /// The heresies of major cards that are abroad.
    pub abroad: BTreeSet<Abroad>,
    /// The areas that were heretical when this pentade began, of each heresy that spreads at its close.
    pub heretical: BTreeMap<ReligionId, BTreeSet<AreaId>>,
}

/// A major heresy that spreads at the closes of some pentades.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Abroad {
    /// Which.
    pub heresy: ReligionId,
    /// First year of the first pentade at whose close it spreads.
    pub from_year: i32,
    /// Last year of the last one.
    pub until: i32,
}

/// What may change in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HeresyChange {
    /// A major heresy broke out and will spread.
    WentAbroad(Abroad),
    /// Which areas are heretical as the pentade begins.
    HereticsNoted {
        /// Which heresy.
        heresy: ReligionId,
        /// Where.
        areas: BTreeSet<AreaId>,
    },
    /// A major heresy spreads no more.
    CameToRest(Abroad),
}

/// Brings about the changes of one step; they stand in canonical order, and their order does not matter.
pub(super) fn apply(world: &mut World, changes: &[&HeresyChange]) {
    let heresies = &mut world.heresies;
    for change in changes {
        match change {
            HeresyChange::WentAbroad(abroad) => {
                heresies.abroad.insert(abroad.clone());
            }
            HeresyChange::HereticsNoted { heresy, areas } => {
                heresies.heretical.insert(heresy.clone(), areas.clone());
            }
            HeresyChange::CameToRest(abroad) => {
                heresies.abroad.remove(abroad);
                heresies.heretical.remove(&abroad.heresy);
            }
        }
    }
}
