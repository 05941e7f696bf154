//! What the year's endeavours are once their conditions are resolved, and what is left of them for the consequences.

use std::collections::{BTreeMap, BTreeSet};

use super::{Scene, leaders};
use crate::empires::terms::{
    AreaId, EmpireId, Endeavour, EndeavourSort, LanguageId, Order, ReligionId, Stature, Statures,
};

/// One actor's endeavour of a year: conditions resolved, card dealt, gold reserved (6.7.1, 6.7.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixed {
    /// Whose.
    pub empire: EmpireId,
    /// What he does.
    pub endeavour: Endeavour,
    /// Number of the year card that it turns (9.2).
    pub card: u32,
    /// Fixed price: ships (9.8) and walls (14.1). Reserved, and spent whatever comes.
    pub price: i32,
    /// Gold that adds to the rating, as far as the treasury reached. Reserved, and spent whatever comes.
    pub gold: i32,
    /// Sea areas crossed; 0 by land.
    pub sea_areas: u32,
    /// Who leads it, where that is not the empire's own ruler as he is.
    pub led: Option<Led>,
    /// Place of the order in its sheet, from 0.
    pub order_index: usize,
    /// The order, for a refusal's entry.
    pub order: Order,
}

/// Another leader of an endeavour than the empire's own: a crusade's best donor (23.3), a card given to another (8.5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Led {
    /// The statures that serve.
    pub statures: Statures,
    /// The language that counts.
    pub language: LanguageId,
    /// The religion that counts.
    pub religion: ReligionId,
    /// Whose ruler a mark on the card tests (8.5); none for nobody.
    pub tests: Option<EmpireId>,
}

impl Led {
    /// Who leads an endeavour: as it says, or else the empire's ruler as he is (8.2). None for an empire that is not in
    /// the world.
    pub fn of(scene: &Scene<'_>, fixed: &Fixed) -> Option<Self> {
        match &fixed.led {
            Some(led) => Some(led.clone()),
            None => Self::by_ruler(scene, &fixed.empire),
        }
    }

    /// An empire's ruler as he is (8.2).
    pub fn by_ruler(scene: &Scene<'_>, empire: &EmpireId) -> Option<Self> {
        let leader = &scene.world.empires.get(empire)?.leader;
        Some(Self {
            statures: leaders::statures(scene, empire)?,
            language: leader.language.clone(),
            religion: leader.religion.clone(),
            tests: Some(empire.clone()),
        })
    }
}

/// How an endeavour gets from its base to its target, and at what price beside the gold laid on it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Way {
    /// Sea areas crossed; 0 by land or for a domestic endeavour.
    pub sea_areas: u32,
    /// Fixed price in gold (9.8, 14.1).
    pub price: i32,
}

/// An order that cannot be carried out as the world stands (6.9).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The rule behind it.
    pub rule: &'static str,
    /// Why, in words: lower case, no final stop.
    pub reason: String,
}

impl Refusal {
    /// A refusal by `rule`.
    pub fn new(rule: &'static str, reason: impl Into<String>) -> Self {
        Self { rule, reason: reason.into() }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.reason, self.rule)
    }
}

/// Who attacks what this year (6.6): aimed conquests and pillages, carried out or not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Muster {
    /// Attackers by area.
    pub attacked: BTreeMap<AreaId, BTreeSet<EmpireId>>,
}

impl Muster {
    /// Whether anyone attacks the area.
    pub fn is_attacked(&self, area: &AreaId) -> bool {
        self.attacked.contains_key(area)
    }
}

/// A year card that was turned, as the later steps of the year need it (6.7.5, 6.7.6).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Turned {
    /// Who turned it.
    pub empire: EmpireId,
    /// For what.
    pub sort: EndeavourSort,
    /// The card's number.
    pub card: u32,
    /// The target of a foreign endeavour, the own area of any other.
    pub target: AreaId,
    /// Own area used as base or domestic target; none in exile.
    pub own_area: Option<AreaId>,
    /// The stature that served (8.2), which a mark tests (8.5).
    pub stature: Stature,
    /// Whether the card bears the mark of a stature check (8.4).
    pub leader_check: bool,
    /// Whose ruler the mark tests: mostly who turned it (8.5).
    pub tests: Option<EmpireId>,
    /// Whether the success of a conversion calls for a rebellion check (22.2).
    pub converts: bool,
}
