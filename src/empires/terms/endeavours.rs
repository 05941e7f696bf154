//! Endeavours as orders write them (9.1).

use serde::{Deserialize, Serialize};

use super::{AreaId, Condition};

/// A year's endeavour: the first branch whose condition holds, or else the last.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct EndeavourOrder {
    /// Conditional alternatives in the order they are tried.
    pub branches: Vec<Branch>,
    /// What is done when no branch holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<Endeavour>,
    /// Whether it uses an extra card and not the year's own (9.3).
    #[serde(default)]
    pub extra_card: bool,
}

/// One conditional alternative.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Branch {
    /// When it is taken.
    pub condition: Condition,
    /// What is then done; none for nothing on purpose.
    pub endeavour: Option<Endeavour>,
}

/// One endeavour.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Endeavour {
    /// What, where and whence.
    pub kind: EndeavourKind,
    /// Gold to spend on the rating, beyond price and ships.
    pub gold: GoldAmount,
    /// Whether the player insists on the sea way.
    #[serde(default)]
    pub by_sea: bool,
}

/// What an endeavour aims at (9.1).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndeavourKind {
    /// Chapter 10.
    Conquest {
        /// Area to take.
        target: AreaId,
        /// Own area to start from.
        base: AreaId,
    },
    /// Chapter 11.
    Pillage {
        /// Area to rob.
        target: AreaId,
        /// Own area to start from.
        base: AreaId,
    },
    /// Chapter 12.
    Diplomacy {
        /// Area to win.
        target: AreaId,
        /// Own area to start from; none in exile (21.1).
        base: Option<AreaId>,
    },
    /// Chapter 13.
    Defence {
        /// Own area.
        area: AreaId,
    },
    /// Chapter 14.
    Fortification {
        /// Own area.
        area: AreaId,
    },
    /// Chapter 15.
    Ruling {
        /// Own area.
        area: AreaId,
        /// A success takes off a conquest result instead of raising the social state (10.7).
        removing: Option<Place>,
    },
    /// Chapter 22.
    Conversion {
        /// Own area.
        area: AreaId,
    },
}

/// Which border a ruling success clears (10.7).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// The border with the most results.
    Largest,
    /// The border with this area.
    Border(AreaId),
}

/// The sort of an endeavour, without its places (9.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndeavourSort {
    /// Chapter 10.
    Conquest,
    /// Chapter 11.
    Pillage,
    /// Chapter 12.
    Diplomacy,
    /// Chapter 13.
    Defence,
    /// Chapter 14.
    Fortification,
    /// Chapter 15.
    Ruling,
    /// Chapter 22.
    Conversion,
}

impl EndeavourKind {
    /// Its sort.
    pub fn sort(&self) -> EndeavourSort {
        match self {
            Self::Conquest { .. } => EndeavourSort::Conquest,
            Self::Pillage { .. } => EndeavourSort::Pillage,
            Self::Diplomacy { .. } => EndeavourSort::Diplomacy,
            Self::Defence { .. } => EndeavourSort::Defence,
            Self::Fortification { .. } => EndeavourSort::Fortification,
            Self::Ruling { .. } => EndeavourSort::Ruling,
            Self::Conversion { .. } => EndeavourSort::Conversion,
        }
    }

    /// The target of a foreign endeavour, the area of a domestic one or a defence.
    pub fn target(&self) -> &AreaId {
        match self {
            Self::Conquest { target, .. } | Self::Pillage { target, .. } | Self::Diplomacy { target, .. } => {
                target
            }
            Self::Defence { area }
            | Self::Fortification { area }
            | Self::Ruling { area, .. }
            | Self::Conversion { area } => area,
        }
    }

    /// The own area that is used: the base of a foreign endeavour, the area of any other.
    pub fn own_area(&self) -> Option<&AreaId> {
        match self {
            Self::Conquest { base, .. } | Self::Pillage { base, .. } => Some(base),
            Self::Diplomacy { base, .. } => base.as_ref(),
            _ => Some(self.target()),
        }
    }
}

/// Gold laid on an endeavour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GoldAmount {
    /// This much.
    Exactly(i32),
    /// Whatever is in the treasury when it is reserved (6.7).
    Everything,
}
