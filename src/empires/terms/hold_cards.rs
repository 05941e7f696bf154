//! The hold cards as conditions name them (6.5, 19.2): without what is printed on them.

use serde::{Deserialize, Serialize};

use super::{Advance, EventKind};

/// A hold card by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HoldCard {
    /// Enlargement of the King's Personal Demesne (19.6).
    Demesne,
    /// Diplomatic Coup (19.7).
    DiplomaticCoup,
    /// Recognition of Claim (19.8).
    Recognition,
    /// An advisor of any points (19.12).
    Advisor,
    /// Missionary Fervour (19.13).
    MissionaryFervour,
    /// An advance (19.14, 19.15).
    Advance(Advance),
    /// Dynastic Influence, single or multi (19.18).
    DynasticInfluence,
    /// Influence in Religious Hierarchy (19.19).
    Influence,
    /// A wildcard (19.20).
    Wildcard,
}

impl HoldCard {
    /// Whether an event card is one of these.
    pub fn is(self, kind: EventKind) -> bool {
        match self {
            Self::Demesne => kind == EventKind::Demesne,
            Self::DiplomaticCoup => kind == EventKind::DiplomaticCoup,
            Self::Recognition => kind == EventKind::Recognition,
            Self::Advisor => kind.advisor_points().is_some(),
            Self::MissionaryFervour => kind == EventKind::MissionaryFervour,
            Self::Advance(advance) => kind.advance() == Some(advance),
            Self::DynasticInfluence => matches!(kind, EventKind::DynasticSingle | EventKind::DynasticMulti),
            Self::Influence => kind == EventKind::Influence,
            Self::Wildcard => kind == EventKind::Wildcard,
        }
    }
}
