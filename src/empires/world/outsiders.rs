//! Raiders, magnates, exiles (21, 24), and the year cards that powers without a hand have spent (6.8).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Empire, EmpireKind, Leader, OffBoard, World};
use crate::empires::terms::{AreaId, EmpireId};

/// Raiders, magnates, exiles (21, 24).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Outsiders {
    /// Year cards spent in this pentade by those who have no hand of five: powers without a player, exiles (6.8, 21.1).
    pub cards_spent: BTreeMap<EmpireId, i32>,
    /// The raiders who came at least once, or come no more (24.2).
    pub raiders: BTreeMap<EmpireId, Raiding>,
    /// The magnates who are about (24.6).
    pub magnates: BTreeMap<EmpireId, Rising>,
    /// Empires in exile, each with the year in which it lost its last area (21.1).
    pub exiles: BTreeMap<EmpireId, i32>,
}

/// A magnate who is about (24.6).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Rising {
    /// Id of the row of `magnates.csv` that he came by.
    pub row: String,
    /// Year cards a pentade.
    pub cards: i32,
    /// The year in which his time is over.
    pub until: i32,
    /// His first court; none while he is beyond the map.
    #[serde(default)]
    pub home: Option<AreaId>,
}

/// What is remembered of raiders (24.2).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Raiding {
    /// First year of the last pentade in which they were active.
    pub last_active: Option<i32>,
    /// Whether they come no more.
    pub ended: bool,
}

impl Outsiders {
    /// Every empire that is named here.
    pub(super) fn empires(&self) -> impl Iterator<Item = &EmpireId> {
        self.cards_spent.keys().chain(self.magnates.keys()).chain(self.exiles.keys())
    }
}

/// What may change in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutsiderChange {
    /// A year card was spent by one who has no hand of five; summed (6.8).
    CardSpent(EmpireId),
    /// Raiders are active in the pentade of this first year (24.2).
    RaidersCame {
        /// Who.
        raiders: EmpireId,
        /// First year of the pentade.
        year: i32,
    },
    /// Raiders come no more (24.2).
    RaidersEnded(EmpireId),
    /// A power has a base beyond the map (24).
    CameFromBeyond {
        /// Who.
        empire: EmpireId,
        /// The base.
        base: OffBoard,
    },
    /// A power left its base beyond the map; its C results from there vanish (10.7).
    LeftBeyond(EmpireId),
    /// A magnate appeared (24.6). One who was gone may have borne the id before.
    MagnateRose {
        /// Who.
        magnate: EmpireId,
        /// What is kept of him.
        rising: Rising,
        /// The magnate as an empire, with his court.
        founded: Box<Empire>,
    },
    /// A magnate is no more (24.6). His areas become independent by changes of owner in the same step.
    MagnateGone(EmpireId),
    /// A magnate became a player empire (24.7).
    BecamePlayer {
        /// Who.
        empire: EmpireId,
        /// Its seat for year cards, for good.
        seat: u32,
        /// Its leader.
        leader: Box<Leader>,
    },
    /// An empire lost its last area (21.1).
    Exiled {
        /// Whose.
        empire: EmpireId,
        /// When.
        year: i32,
    },
}

/// Brings about the changes of one step; they stand in canonical order, and their order does not matter.
pub(super) fn apply(world: &mut World, changes: &[&OutsiderChange]) {
    for change in changes {
        match change {
            OutsiderChange::CardSpent(empire) => {
                *world.outsiders.cards_spent.entry(empire.clone()).or_default() += 1;
            }
            OutsiderChange::RaidersCame { raiders, year } => {
                world.outsiders.raiders.entry(raiders.clone()).or_default().last_active = Some(*year);
            }
            OutsiderChange::RaidersEnded(raiders) => {
                world.outsiders.raiders.entry(raiders.clone()).or_default().ended = true;
            }
            OutsiderChange::CameFromBeyond { empire, base } => {
                if let Some(empire) = world.empires.get_mut(empire) {
                    empire.off_board = Some(base.clone());
                }
            }
            OutsiderChange::LeftBeyond(_)
            | OutsiderChange::MagnateRose { .. }
            | OutsiderChange::MagnateGone(_)
            | OutsiderChange::BecamePlayer { .. } => apply_to_magnates(world, change),
            OutsiderChange::Exiled { empire, year } => {
                world.outsiders.exiles.insert(empire.clone(), *year);
            }
        }
    }
}

/// What becomes of magnates and of those who came from beyond the map.
fn apply_to_magnates(world: &mut World, change: &OutsiderChange) {
    match change {
        OutsiderChange::LeftBeyond(empire) => {
            leave_beyond(world, empire);
            let court = world.empires.get(empire).and_then(|left| left.court.clone());
            if let Some(rising) = world.outsiders.magnates.get_mut(empire) {
                rising.home = court;
            }
        }
        OutsiderChange::MagnateRose { magnate, rising, founded } => {
            world.empires.insert(magnate.clone(), (**founded).clone());
            world.outsiders.magnates.insert(magnate.clone(), rising.clone());
        }
        OutsiderChange::MagnateGone(magnate) => {
            leave_beyond(world, magnate);
            world.outsiders.magnates.remove(magnate);
            if let Some(gone) = world.empires.get_mut(magnate) {
                gone.court = None;
            }
        }
        OutsiderChange::BecamePlayer { empire, seat, leader } => {
            leave_beyond(world, empire);
            world.outsiders.magnates.remove(empire);
            if let Some(empire) = world.empires.get_mut(empire) {
                empire.kind = EmpireKind::Player;
                empire.seat = Some(*seat);
                empire.leader = (**leader).clone();
            }
        }
        _ => {}
    }
}

fn leave_beyond(world: &mut World, id: &EmpireId) {
    let left = world.empires.get_mut(id).and_then(|empire| empire.off_board.take());
    let Some(left) = left else { return };
    for area in world.areas.values_mut() {
        area.partial_conquests.retain(|partial| partial.attacker != *id || partial.base != left.base); // rule:10.7
    }
}

/// A new pentade brings new cards.
pub(super) fn end_pentade(world: &mut World) {
    world.outsiders.cards_spent.clear();
}
