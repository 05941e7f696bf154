//! The kinds of event card (19.2).

use serde::{Deserialize, Serialize};

use super::{Advance, CardPlay};

/// The kinds of event card (19.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// Year of Famine (19.3).
    Famine,
    /// Year of Plenty (19.3).
    Plenty,
    /// Minor Heresy (19.4).
    MinorHeresy,
    /// Major Heresy (19.5).
    MajorHeresy,
    /// Enlargement of the King's Personal Demesne (19.6).
    Demesne,
    /// Diplomatic Coup (19.7).
    DiplomaticCoup,
    /// Influence in Religious Hierarchy (19.19).
    Influence,
    /// Recognition of Claim (19.8).
    Recognition,
    /// Single-Area Dynastic Influence (19.18).
    DynasticSingle,
    /// Multi-Area Dynastic Influence (19.18).
    DynasticMulti,
    /// Epidemic (19.17).
    Epidemic,
    /// Leader Dies Heirless (19.9).
    Heirless,
    /// Revolt in the Marches (19.11).
    RevoltInTheMarches,
    /// Civil War (19.10).
    CivilWar,
    /// Major Unrest (19.11).
    MajorUnrest,
    /// Uprising (19.11).
    Uprising,
    /// Advisor (1) (19.12).
    AdvisorOne,
    /// Advisor (2) (19.12).
    AdvisorTwo,
    /// Advisor (3) (19.12).
    AdvisorThree,
    /// Missionary Fervour (19.13).
    MissionaryFervour,
    /// Weapons Advance (19.14).
    WeaponsAdvance,
    /// Tactical Systems (19.14).
    TacticalSystems,
    /// Siege Advance (19.15).
    SiegeAdvance,
    /// Fortification Advance (19.15).
    FortificationAdvance,
    /// Debased Coinage (19.16).
    DebasedCoinage,
    /// Wildcard (19.20).
    Wildcard,
    /// Quiet Years, without effect (19.2).
    QuietYears,
}

impl EventKind {
    /// The card of an advance (19.14, 19.15).
    pub fn of_advance(advance: Advance) -> Self {
        match advance {
            Advance::Weapons => Self::WeaponsAdvance,
            Advance::Tactical => Self::TacticalSystems,
            Advance::Siege => Self::SiegeAdvance,
            Advance::Fortification => Self::FortificationAdvance,
        }
    }

    /// The advance on the card, if it is one.
    pub fn advance(self) -> Option<Advance> {
        match self {
            Self::WeaponsAdvance => Some(Advance::Weapons),
            Self::TacticalSystems => Some(Advance::Tactical),
            Self::SiegeAdvance => Some(Advance::Siege),
            Self::FortificationAdvance => Some(Advance::Fortification),
            _ => None,
        }
    }

    /// What an advisor's card adds (19.12); none for any other card.
    ///
    /// Units: points of stature.
    pub fn advisor_points(self) -> Option<i32> {
        match self {
            Self::AdvisorOne => Some(1),
            Self::AdvisorTwo => Some(2),
            Self::AdvisorThree => Some(3),
            _ => None,
        }
    }

    /// The kinds of card that serve a play, the one to be used first in front.
    pub fn serving(play: &CardPlay) -> Vec<Self> {
        match play {
            CardPlay::Demesne => vec![Self::Demesne],
            CardPlay::DiplomaticCoup => vec![Self::DiplomaticCoup],
            CardPlay::Recognition { .. } => vec![Self::Recognition],
            CardPlay::Advisor { points, .. } => {
                let advisors = [Self::AdvisorOne, Self::AdvisorTwo, Self::AdvisorThree];
                advisors.into_iter().filter(|kind| kind.advisor_points() == Some(*points)).collect()
            }
            CardPlay::MissionaryFervour => vec![Self::MissionaryFervour],
            CardPlay::Advance(advance) => vec![Self::of_advance(*advance)],
            CardPlay::Dynastic { areas } if areas.len() < 2 => {
                vec![Self::DynasticSingle, Self::DynasticMulti]
            }
            CardPlay::Dynastic { .. } => vec![Self::DynasticMulti],
            CardPlay::InfluenceVotes { .. }
            | CardPlay::InfluenceCall { .. }
            | CardPlay::InfluenceAttend { .. } => vec![Self::Influence],
            CardPlay::Wildcard { .. } => vec![Self::Wildcard],
        }
    }
}
