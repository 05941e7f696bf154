//! The complete state at the start of a pentade, what can change it, and the one function that does.
//!
//! [`apply`] is the only code that changes a [`World`]. It merges the effects of one step by the commutative
//! rules of 6.7, so that no result depends on the order in which effects are listed.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::atlas::NewArea;
use super::terms::{AreaId, ById, EmpireId, LanguageId, Motion, Pentade, Point, ReligionId, Statures};

mod apply;
mod cards;
mod church;
mod crusades;
mod effect;
mod heresies;
mod invariants;
mod map;
mod outsiders;
mod past;
mod people;
mod regencies;
mod scores;

pub use apply::apply;
pub use cards::{Card, CardChange, CardPlace, Cards, InPlay};
pub use church::{Church, ChurchChange, DueParley, Influence, InfluenceUse, Offence, Schism};
pub use crusades::{
    Campaign, CampaignCause, Colony, CrusadeChange, Crusades, Foundation, GivenCard, Grievance, LostCity,
};
pub use effect::Effect;
pub use heresies::{Abroad, Heresies, HeresyChange};
pub use invariants::{Breach, breaches};
pub use outsiders::{OutsiderChange, Outsiders, Raiding, Rising};
pub use past::{Past, lay_away};
pub use people::{Colonisation, Conversion, People, PeopleChange};
pub use regencies::{Regencies, Regency, RegencyChange};
pub use scores::{Award, AwardCause, PeriodStart, QUARTERS, ScoreChange, Scores};

/// The state of a game at the start of a pentade.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct World {
    /// Scenario it began with.
    pub scenario: String,
    /// Pentade about to be played.
    pub pentade: Pentade,
    /// Last year of the game (26.1).
    pub last_year: i32,
    /// Every land area of the map.
    pub areas: ById<AreaId, Area>,
    /// The areas that the game added to the map of the rulebook (19.20).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub added: BTreeMap<AreaId, NewArea>,
    /// Everyone who can own areas, player or not (7.1).
    pub empires: ById<EmpireId, Empire>,
    /// Registered treaties (16.5).
    pub treaties: Vec<Treaty>,
    /// Treaties offered and not yet signed by all (16.5).
    pub offers: Vec<Treaty>,
    /// Diplomatic conquests that wait for their parley (12.2).
    pub parleys_due: Vec<ParleyDue>,
    /// What happened in the last years, in order of year: what rules and conditions ask about (6.5).
    pub facts: BTreeSet<Fact>,
    /// What conditions may ask about the years before (6.5).
    #[serde(default, skip_serializing_if = "Past::is_empty")]
    pub past: Past,
    /// The event cards: deck, hands, what is in play (19).
    #[serde(default)]
    pub cards: Cards,
    /// The Papacy, schism, excommunications, patriarchates (22.1, 23.2, 27, 29).
    #[serde(default)]
    pub church: Church,
    /// Crusades, jihads, Crusader States, religious orders (23, 28).
    #[serde(default)]
    pub crusades: Crusades,
    /// Raiders, magnates, exiles (21, 24).
    #[serde(default)]
    pub outsiders: Outsiders,
    /// Conversions and colonisations under way (22, 25).
    #[serde(default)]
    pub people: People,
    /// Heresies that spread (19.5).
    #[serde(default)]
    pub heresies: Heresies,
    /// Regencies (30).
    #[serde(default)]
    pub regencies: Regencies,
    /// Victory points and awards (26).
    #[serde(default)]
    pub scores: Scores,
}

impl World {
    /// Where an empire stands among equals: by its seat, which it keeps under any name, those without one last (9.2).
    pub fn rank<'a>(&self, id: &'a EmpireId) -> (bool, Option<u32>, &'a EmpireId) {
        let seat = self.empires.get(id).and_then(|empire| empire.seat);
        (seat.is_none(), seat, id)
    }
}

/// A land area's changing state (2.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Area {
    /// Population value, −3 to +5 (2.2).
    pub population: i32,
    /// Base social state (2.3).
    pub base_social_state: i32,
    /// Current social state, −3 to the maximum (2.3).
    pub social_state: i32,
    /// Language spoken.
    pub language: LanguageId,
    /// Dominant religion.
    pub religion: ReligionId,
    /// Who owns it; none when independent (7.1).
    pub owner: Option<EmpireId>, // rule:7.1
    /// Fortification level.
    pub fortification: i32,
    /// Whether it is in unrest.
    pub in_unrest: bool,
    /// Underlying religious groups with their strength, 1 to 4 (32.1).
    pub urgs: BTreeMap<ReligionId, i32>,
    /// Who holds a claim (18.1).
    pub claims: BTreeSet<EmpireId>, // rule:18.1
    /// Who holds a tie, and whether it is waived (12.3).
    pub ties: BTreeMap<EmpireId, Tie>,
    /// Military C results per border (10.4), in order.
    pub partial_conquests: Vec<PartialConquest>,
    /// Diplomatic C results per empire (12.1).
    pub diplomatic_results: BTreeMap<EmpireId, i32>,
    /// Whether it was taxed in this pentade (16.1).
    pub taxed: bool,
    /// Whether it was plundered in this pentade (16.3).
    pub plundered: bool,
    /// First year of the run of control that 18.6 counts: owned, and no other empire with a claim or tie.
    pub undisputed_since: Option<i32>,
}

impl Area {
    /// Wealth: population and social state (2.4).
    pub fn wealth(&self) -> i32 {
        self.population + self.social_state // rule:2.4
    }

    /// Military C results of everyone but `empire` (9.4).
    pub fn results_of_others(&self, empire: &EmpireId) -> i32 {
        self.partial_conquests
            .iter()
            .filter(|partial| partial.attacker != *empire)
            .map(|partial| partial.results)
            .sum()
    }
}

/// A tie (12.3).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tie {
    /// Waived by its holder.
    pub waived: bool,
}

/// C results on one border (10.4).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PartialConquest {
    /// Who scored them.
    pub attacker: EmpireId,
    /// From which base.
    pub base: AreaId,
    /// How many, from 1.
    pub results: i32,
}

/// What plays an empire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EmpireKind {
    /// A player, or the GM until one comes.
    Player,
    /// A magnate (24.6).
    Magnate,
    /// A Crusader State (23.7).
    CrusaderState,
    /// A religious order (28).
    ReligiousOrder,
    /// The Pope (27).
    Pope,
    /// A raiding people (24.1).
    Raider,
    /// A crusade or jihad while it is on: an army that owns nothing (23.3).
    Crusade,
}

/// One owner of areas: mostly a player's empire (2.5).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Empire {
    /// Full name: `German Empire`.
    pub name: String,
    /// `German`.
    pub adjective: String,
    /// Who plays it.
    pub kind: EmpireKind,
    /// Seat number for year cards, given for good on entry (9.2). None for those without a hand.
    pub seat: Option<u32>,
    /// Court area; none in exile (21).
    pub court: Option<AreaId>, // rule:2.5
    /// The ruler.
    pub leader: Leader,
    /// Name of the ruling house; changes when a leader dies heirless (19.9).
    pub dynasty: String,
    /// Whole gold, never negative.
    pub treasury: i32,
    /// Where it comes from while that lies beyond the map (24).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub off_board: Option<OffBoard>,
}

/// A base beyond the map (24): it cannot be attacked and never changes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct OffBoard {
    /// Name of the base in endeavours and C results: no area of the map has it.
    pub base: AreaId,
    /// Its social state, for good.
    pub social_state: i32,
    /// The areas that it borders on or reaches.
    pub reach: BTreeSet<AreaId>,
}

/// A ruler (2.5, 8).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Leader {
    /// His name; with a "?" until the player or GM names him (8.3).
    pub name: String,
    /// Year of accession (8.3).
    pub accession: i32,
    /// Natural statures: 1, 2, 3, 5 or 9 (8.1).
    pub statures: Statures,
    /// Language, that of the original court (2.5).
    pub language: LanguageId,
    /// Religion, that of the original court unless he adopted another (2.5).
    pub religion: ReligionId,
    /// Whether a stature rose already, which happens once in a life (8.4).
    pub has_risen: bool,
    /// Whether he adopted a religion already, which he may do once (2.5).
    pub has_adopted_religion: bool,
    /// Whether he is excommunicated (22.1).
    pub excommunicated: bool,
    /// Name laid down for his heir (8.3).
    pub heir_name: Option<String>,
}

/// A treaty (16.5).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Treaty {
    /// The parties in order of id.
    pub parties: BTreeSet<EmpireId>,
    /// Who has signed.
    pub signed: BTreeSet<EmpireId>,
    /// Whether it is marked binding.
    pub binding: bool,
    /// First year of force.
    pub from_year: i32,
    /// Last year, if it ends.
    pub until: Option<i32>,
    /// What is promised.
    pub points: Vec<Point>,
}

/// A diplomatic conquest that waits for its parley (12.2).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ParleyDue {
    /// Year in which it is to be held.
    pub year: i32,
    /// Area to change hands.
    pub area: AreaId,
    /// Who would get it.
    pub empire: EmpireId,
}

/// What a condition may ask about later (6.5).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Fact {
    /// When.
    pub year: i32,
    /// What.
    pub event: FactEvent,
}

/// The kinds of [`Fact`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FactEvent {
    /// The area rebelled (17.4).
    Rebelled(AreaId),
    /// The area went into unrest.
    WentIntoUnrest(AreaId),
    /// The area was taken, by force or diplomacy.
    Taken {
        /// The area.
        area: AreaId,
        /// By whom.
        by: EmpireId,
    },
    /// The area was attacked (6.6).
    Attacked {
        /// The area.
        area: AreaId,
        /// By whom.
        by: EmpireId,
    },
    /// A year's endeavour of the empire succeeded (or, when absent, did not).
    Succeeded(EmpireId),
    /// Gold changed hands (16.4).
    Paid {
        /// Who paid.
        from: EmpireId,
        /// Who was paid.
        to: EmpireId,
        /// How much.
        gold: i32,
    },
    /// A leader died (8.5).
    LeaderDied(EmpireId),
    /// A leader died heirless (19.9).
    DiedHeirless(EmpireId),
    /// A parley decided a motion (20.3).
    ParleyDecided {
        /// Which.
        motion: Motion,
        /// Whether it passed.
        passed: bool,
    },
    /// A tie was gained (12.1).
    TieGained {
        /// To which area.
        area: AreaId,
        /// By whom.
        by: EmpireId,
    },
    /// The area converted (22, 26.1).
    Converted {
        /// The area.
        area: AreaId,
        /// To which religion.
        to: ReligionId,
    },
}
