//! Orders beyond the year's endeavour, as values: cards, calls, votes, cards given away, colonisation, penance.
//!
//! Each says the words in which the order language prints it.

use serde::{Deserialize, Serialize};

use super::{AreaId, EmpireId, ReligionId, Stature};

/// A hold card as a player plays it (6.3 b, 19). The hand must hold it in that year.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CardPlay {
    /// `play demesne` (19.6).
    Demesne,
    /// `play diplomatic coup`: this year's diplomacy gives T whatever its card says (19.7).
    DiplomaticCoup,
    /// `play recognition of claim to Lombardy` (19.8).
    Recognition {
        /// The area to be claimed.
        area: AreaId,
    },
    /// `play advisor 2 as administrative` (19.12).
    Advisor {
        /// Points on the card, 1 to 3.
        points: i32,
        /// Diplomatic or administrative; a question when it is not said.
        stature: Option<Stature>,
    },
    /// `play missionary fervour` (19.13).
    MissionaryFervour,
    /// `play siege advance` (19.14, 19.15).
    Advance(Advance),
    /// `play dynastic influence on Navarre`, `… on Navarre, Aragon and Castille` (19.18). One area may use either
    /// card, the single one first.
    Dynastic {
        /// The areas, from one to three.
        areas: Vec<AreaId>,
    },
    /// `play influence in MOTION`: votes in a parley (19.19, 20.3).
    InfluenceVotes {
        /// Where they count; for the side that the vote on it takes.
        motion: Motion,
    },
    /// `play influence to call for the excommunication of France` (19.19, 27.5).
    InfluenceCall {
        /// Whom to excommunicate.
        against: EmpireId,
    },
    /// `play influence to attend MOTION` (19.19).
    InfluenceAttend {
        /// The parley to attend.
        motion: Motion,
    },
    /// `play wildcard: WISH`, `play wildcard with France: WISH` (19.20). Two orders `with` each other are one joint play.
    Wildcard {
        /// What is wished, in the player's words.
        wish: String,
        /// Who plays a second one with it.
        with: Option<EmpireId>,
    },
}

/// The four advances (19.14, 19.15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Advance {
    /// `weapons advance`.
    Weapons,
    /// `tactical systems`.
    Tactical,
    /// `siege advance`.
    Siege,
    /// `fortification advance`.
    Fortification,
}

/// What a parley is asked to decide (20.1). As the target of a vote it may be wider than one parley.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Motion {
    /// `any motion`: for standing votes.
    Any,
    /// `claim of France to Lombardy`; parts left out mean any (19.8).
    Claim {
        /// Whose claim.
        of: Option<EmpireId>,
        /// To which area.
        area: Option<AreaId>,
    },
    /// `diplomatic conquest of Lombardy by France` (12.2).
    DiplomaticConquest {
        /// By whom.
        by: Option<EmpireId>,
        /// Of which area.
        area: Option<AreaId>,
    },
    /// `excommunication of France` (22.1, 27.5).
    Excommunication {
        /// Of whom; none for anyone.
        of: Option<EmpireId>,
    },
    /// `excommunication of the Pope` (23.2).
    AgainstPope,
    /// `absolution of France`: the end of an excommunication (22.1).
    Absolution {
        /// Of whom; none for anyone.
        of: Option<EmpireId>,
    },
    /// `end of the schism` (23.2).
    EndOfSchism,
    /// `union of the churches`, RC and EO (23.1).
    Union,
    /// `crusade against Byzantium` (23.5); `crusade` for any.
    Crusade {
        /// The offender; none for any.
        against: Option<EmpireId>,
    },
    /// `crusade for Jerusalem`, in defence of a Crusader State (23.6).
    CrusadeFor {
        /// The Crusader State.
        state: Option<EmpireId>,
    },
    /// `going on with the crusade` (23.5, 6.2 e).
    CrusadeGoesOn,
    /// `jihad` (23.8).
    Jihad,
    /// `regency of France`: whether the caller gets it (30.3).
    Regency {
        /// Over which empire.
        of: Option<EmpireId>,
        /// Who would get it.
        by: Option<EmpireId>,
    },
    /// `wildcard of France`, when the GM lets a parley decide a wish (19.20, 20.1).
    Wildcard {
        /// Whose.
        of: Option<EmpireId>,
    },
}

/// A vote (20.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Vote {
    /// For the motion.
    Yes,
    /// Against it.
    No,
    /// Neither.
    Abstain,
}

impl Vote {
    /// The vote that a word means: `yes`, `no`, `abstain`.
    pub fn of_word(word: &str) -> Option<Self> {
        [Self::Yes, Self::No, Self::Abstain].into_iter().find(|vote| vote.word() == word)
    }

    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Abstain => "abstain",
        }
    }
}

/// Whom a year card is given to (9.3, 23.3, 23.7, 27.3).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// `the crusade`: whichever is on, or begins in this pentade (23.3).
    Crusade,
    /// `the jihad` (23.8).
    Jihad,
    /// `the Pope`: for the crusade he leads, and in a schism against his rival (23.2, 27.3).
    Pope,
    /// A Crusader State by name (23.7).
    CrusaderState(EmpireId),
}

/// What to do about the empire's one colonisation (25).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColonisationOrder {
    /// `colonise Brandenburg`.
    Begin(AreaId),
    /// `rest colonisation`.
    Rest,
    /// `resume colonisation`.
    Resume,
    /// `give up colonisation`.
    GiveUp,
}

/// A standing choice that answers a question before it is asked (contract 2).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// `follow the Pope`, `follow the anti-Pope` (23.2).
    Obedience {
        /// Whether the anti-Pope.
        anti_pope: bool,
    },
    /// `seat of the anti-Pope: Avignon` (23.2).
    AntiPopeSeat(AreaId),
    /// `convert to RC when the khan must` (24.10).
    Religion(ReligionId),
    /// `consent to dynastic influence of France on Navarre` or to any (19.18).
    DynasticConsent {
        /// Whose card; none for anyone's.
        of: Option<EmpireId>,
        /// On which area; none for any.
        area: Option<AreaId>,
    },
}

/// A ground for excommunication (23.3, 27.4, 27.5, 27.6, 30.4).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// He broke a binding treaty (27.5).
    BrokenTreaty {
        /// With whom.
        with: EmpireId,
    },
    /// He gave no card to a crusade (27.5, 23.3).
    RefusedCrusade,
    /// He deals with heretics, heathens or schismatics (27.6).
    Dealing {
        /// With whom.
        with: EmpireId,
    },
    /// He attacked Rome and does not speak its language (27.4).
    AttackOnRome,
    /// He attacked one who takes part in a crusade (23.3).
    AttackOnCrusader {
        /// Whom.
        of: EmpireId,
    },
    /// As a foreign regent he wronged his ward (30.4).
    WrongedWard {
        /// Whose empire it is.
        ward: EmpireId,
    },
}

/// Whether one part of a motion covers that of another: it names the same, or leaves it out. Then how much it names.
fn part<T: PartialEq>(wide: Option<&T>, exact: Option<&T>) -> Option<usize> {
    match wide {
        None => Some(0),
        Some(named) => (exact == Some(named)).then_some(1),
    }
}

impl Motion {
    /// Whether a motion as the target of a vote covers another (20.4): then how closely it names it, 0 for any motion.
    pub fn covers(&self, other: &Self) -> Option<usize> {
        let parts = match (self, other) {
            (Self::Any, _) => return Some(0),
            (Self::Claim { of, area }, Self::Claim { of: of_other, area: area_other })
            | (
                Self::DiplomaticConquest { by: of, area },
                Self::DiplomaticConquest { by: of_other, area: area_other },
            ) => part(of.as_ref(), of_other.as_ref())? + part(area.as_ref(), area_other.as_ref())?,
            (Self::Regency { of, by }, Self::Regency { of: of_other, by: by_other }) => {
                part(of.as_ref(), of_other.as_ref())? + part(by.as_ref(), by_other.as_ref())?
            }
            (Self::Excommunication { of: one }, Self::Excommunication { of: exact })
            | (Self::Absolution { of: one }, Self::Absolution { of: exact })
            | (Self::Crusade { against: one }, Self::Crusade { against: exact })
            | (Self::CrusadeFor { state: one }, Self::CrusadeFor { state: exact })
            | (Self::Wildcard { of: one }, Self::Wildcard { of: exact }) => {
                part(one.as_ref(), exact.as_ref())?
            }
            (one, exact) => return (one == exact).then_some(1),
        };
        Some(parts + 1)
    }

    /// The word of the motion in ids of questions. Of a wish the GM is asked first, so that its parley has a word of its own.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Claim { .. } => "claim",
            Self::DiplomaticConquest { .. } => "diplomatic-conquest",
            Self::Excommunication { .. } => "excommunication",
            Self::AgainstPope => "excommunication-of-the-pope",
            Self::Absolution { .. } => "absolution",
            Self::EndOfSchism => "end-of-schism",
            Self::Union => "union",
            Self::Crusade { .. } => "crusade",
            Self::CrusadeFor { .. } => "crusade-for",
            Self::CrusadeGoesOn => "crusade-goes-on",
            Self::Jihad => "jihad",
            Self::Regency { .. } => "regency",
            Self::Wildcard { .. } => "wish",
        }
    }

    /// The empires that it names.
    pub fn empires(&self) -> Vec<&EmpireId> {
        match self {
            Self::Claim { of, .. }
            | Self::Excommunication { of }
            | Self::Absolution { of }
            | Self::Wildcard { of } => of.iter().collect(),
            Self::DiplomaticConquest { by, .. } => by.iter().collect(),
            Self::Crusade { against: one } | Self::CrusadeFor { state: one } => one.iter().collect(),
            Self::Regency { of, by } => of.iter().chain(by).collect(),
            Self::Any
            | Self::AgainstPope
            | Self::EndOfSchism
            | Self::Union
            | Self::CrusadeGoesOn
            | Self::Jihad => Vec::new(),
        }
    }

    /// The areas that it names.
    pub fn areas(&self) -> Vec<&AreaId> {
        match self {
            Self::Claim { area, .. } | Self::DiplomaticConquest { area, .. } => area.iter().collect(),
            _ => Vec::new(),
        }
    }
}

impl CardPlay {
    /// The empires that it names.
    pub fn empires(&self) -> Vec<&EmpireId> {
        match self {
            Self::InfluenceVotes { motion } | Self::InfluenceAttend { motion } => motion.empires(),
            Self::InfluenceCall { against } => vec![against],
            Self::Wildcard { with, .. } => with.iter().collect(),
            _ => Vec::new(),
        }
    }

    /// The areas that it names.
    pub fn areas(&self) -> Vec<&AreaId> {
        match self {
            Self::Recognition { area } => vec![area],
            Self::Dynastic { areas } => areas.iter().collect(),
            Self::InfluenceVotes { motion } | Self::InfluenceAttend { motion } => motion.areas(),
            _ => Vec::new(),
        }
    }
}
