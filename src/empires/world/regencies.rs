//! Regencies (30).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{Leader, World};
use crate::empires::terms::EmpireId;

/// Regencies (30).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Regencies {
    /// The regencies by empire. Its leader is the regent as long as one lasts.
    pub by_empire: BTreeMap<EmpireId, Regency>,
}

/// The rule of a regent for an heir who is under age (30.1).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Regency {
    /// The heir.
    pub ward: Leader,
    /// Who acts for the empire and submits its orders: another empire or the Pope (30.3, 30.4); none: its own player.
    pub regent: Option<EmpireId>,
    /// Year in which it began.
    pub since: i32,
    /// Year in which the heir comes of age. Hidden from players (30.1).
    pub majority: i32,
    /// Whether a foreign regent tried to take areas or does not yield to the heir of age (30.4).
    pub betrayed: bool,
}

/// What may change in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RegencyChange {
    /// A dynasty ended, and another began (19.9).
    DynastyBegan {
        /// Whose.
        empire: EmpireId,
        /// Its name.
        dynasty: String,
    },
    /// A regency began, or its heir is another (30.1).
    Laid {
        /// Over which empire.
        empire: EmpireId,
        /// As it now is.
        regency: Box<Regency>,
    },
    /// The regency was given to somebody (30.3). What one step gives to two, nobody gets.
    Given {
        /// Over which empire.
        empire: EmpireId,
        /// To whom.
        regent: EmpireId,
    },
    /// The regent gave cause for a parley (30.4).
    Betrayed(EmpireId),
    /// The regency ended.
    Ended(EmpireId),
}

/// Brings about the changes of one step; they stand in canonical order, and their order does not matter.
pub(super) fn apply(world: &mut World, changes: &[&RegencyChange]) {
    let regencies = &mut world.regencies.by_empire;
    let mut given: BTreeMap<&EmpireId, BTreeSet<&EmpireId>> = BTreeMap::new();
    for change in changes {
        match change {
            RegencyChange::DynastyBegan { empire, dynasty } => {
                if let Some(empire) = world.empires.get_mut(empire) {
                    empire.dynasty.clone_from(dynasty);
                }
            }
            RegencyChange::Laid { empire, regency } => {
                regencies.insert(empire.clone(), (**regency).clone());
            }
            RegencyChange::Given { empire, regent } => {
                given.entry(empire).or_default().insert(regent);
            }
            RegencyChange::Betrayed(empire) => {
                if let Some(regency) = regencies.get_mut(empire) {
                    regency.betrayed = true;
                }
            }
            RegencyChange::Ended(empire) => {
                regencies.remove(empire);
            }
        }
    }
    for (empire, regents) in given {
        let mut regents = regents.into_iter();
        if let (Some(regent), None) = (regents.next(), regents.next())
            && let Some(regency) = regencies.get_mut(empire)
        {
            regency.regent = Some(regent.clone());
            regency.betrayed = false;
        }
    }
}
