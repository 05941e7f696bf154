//! Scenarios: the world a game opens with (18.2, 24.7).

use std::collections::{BTreeMap, BTreeSet};

use super::words::closed_list;
use crate::empires::atlas::Atlas;
use crate::empires::terms::{AreaId, EmpireId, LanguageId, ReligionId, Statures};

mod check;
mod read;

pub(super) use check::Known;
pub(super) use read::read;

closed_list! {
    /// A part of the game that a scenario may leave out.
    Part, "part" {
        /// Raiders (24.1).
        Raiders = "raiders",
        /// Magnates (24.6).
        Magnates = "magnates",
        /// Crusades and jihads (23).
        Crusades = "crusades",
        /// Colonisation (25).
        Colonisation = "colonisation",
        /// The Papacy (27).
        Papacy = "papacy",
        /// Underlying religious groups (32).
        Urgs = "urgs",
        /// The great heresies (31).
        DatedHeresies = "dated_heresies",
        /// Regencies (30).
        Regencies = "regencies",
    }
}

closed_list! {
    /// Who plays an empire when nobody else is named.
    Controller, "controller" {
        /// A player.
        Player = "player",
        /// The GM.
        Gm = "gm",
    }
}

closed_list! {
    /// A rule that only one scenario has.
    SpecialKind, "special rule" {
        /// Its leader is not tested (8.4).
        NoLeaderChecks = "no_leader_checks",
        /// The card Leader Dies Heirless passes it by (19.9).
        HeirlessCardIgnored = "heirless_card_ignored",
    }
}

/// One scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scenario {
    /// Its id, as in the name of its file.
    pub id: String,
    /// Its name.
    pub title: String,
    /// First year of its first pentade.
    pub first_year: i32,
    /// Last year of its last pentade.
    pub last_year: i32,
    /// Fewest and most players.
    pub players: (u32, u32),
    /// How far owned areas without a state of their own start above their base.
    pub owned_ss_over_base: i32,
    /// The parts of the game in play.
    pub in_play: BTreeSet<Part>,
    /// Order in which seats are filled, and how many empires exist without a player; none for all.
    pub seats: Option<Seats>,
    /// Rules of its own.
    pub specials: Vec<Special>,
    /// How a realm is divided (8.7).
    pub division: Option<Division>,
    /// Grades of victory by points, if it has its own.
    pub victory: BTreeMap<String, i32>,
    /// Points added before grading with more than one player.
    pub handicaps: BTreeMap<EmpireId, i32>,
    /// The empires in order of seats.
    pub empires: Vec<ScenarioEmpire>,
    /// The Pope.
    pub pope: ScenarioPope,
    /// What differs from the atlas.
    pub areas: BTreeMap<AreaId, ScenarioArea>,
}

/// Seats of a scenario for a varying number of players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seats {
    /// Order in which they are filled.
    pub order: Vec<EmpireId>,
    /// The first so many exist always, played by the GM until someone comes.
    pub always: u32,
}

/// A rule that only one scenario has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Special {
    /// Whom it is about.
    pub empire: EmpireId,
    /// What it says.
    pub kind: SpecialKind,
    /// Last year of force.
    pub until: i32,
}

/// The division of a realm at its ruler's death (8.7).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Division {
    /// Whose realm.
    pub empire: EmpireId,
    /// First year in which a death divides it.
    pub from_year: i32,
    /// Whether an heirless death divides it before.
    pub also_heirless: bool,
    /// The parts, first to be filled first; the first stays with the realm itself.
    pub parts: Vec<DivisionPart>,
}

/// One part of a divided realm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DivisionPart {
    /// Id of the new empire.
    pub id: EmpireId,
    /// Its name.
    pub name: String,
    /// Its adjective: `East Frankish`.
    pub adjective: String,
    /// Its court, if it gets that area.
    pub court: AreaId,
    /// Areas of these languages belong to it.
    pub languages: Vec<LanguageId>,
}

/// An empire at the opening.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScenarioEmpire {
    /// Its id.
    pub id: EmpireId,
    /// Its full name.
    pub name: String,
    /// Its adjective: `German`.
    pub adjective: String,
    /// Who plays it when nobody is named.
    pub controller: Controller,
    /// Its court.
    pub court: AreaId,
    /// Its ruler.
    pub leader: String,
    /// His accession.
    pub accession: i32,
    /// His natural statures.
    pub statures: Statures,
    /// Whole gold.
    pub treasury: i32,
    /// The ruling house.
    pub dynasty: String,
    /// What it owns.
    pub areas: BTreeSet<AreaId>,
    /// What it claims.
    pub claims: BTreeSet<AreaId>,
    /// To what it has ties.
    pub ties: BTreeSet<AreaId>,
}

/// The Pope at the opening (27).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScenarioPope {
    /// His name.
    pub name: String,
    /// His accession.
    pub accession: i32,
    /// His statures.
    pub statures: Statures,
    /// What he owns.
    pub areas: BTreeSet<AreaId>,
}

/// What a scenario changes of one area.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ScenarioArea {
    /// Language, if another.
    pub language: Option<LanguageId>,
    /// Religion, if another.
    pub religion: Option<ReligionId>,
    /// Social state, if laid down.
    pub social_state: Option<i32>,
    /// Fortification level.
    pub fortification: i32,
    /// Whether it opens in unrest.
    pub in_unrest: bool,
    /// Underlying religious groups with their strength.
    pub urgs: BTreeMap<ReligionId, i32>,
}

/// An area as a scenario opens it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpeningArea {
    /// Population (2.2).
    pub population: i32,
    /// Base social state (2.3).
    pub base_social_state: i32,
    /// Social state.
    pub social_state: i32,
    /// Language.
    pub language: LanguageId,
    /// Religion.
    pub religion: ReligionId,
    /// Who owns it among the empires; the Pope's areas are in [`ScenarioPope::areas`].
    pub owner: Option<EmpireId>,
    /// Fortification level.
    pub fortification: i32,
    /// Whether it is in unrest.
    pub in_unrest: bool,
    /// Underlying religious groups.
    pub urgs: BTreeMap<ReligionId, i32>,
}

impl Scenario {
    /// The empire with this id.
    pub fn empire(&self, empire: &EmpireId) -> Option<&ScenarioEmpire> {
        self.empires.iter().find(|one| one.id == *empire)
    }

    /// Whether a part of the game is in play.
    pub fn plays(&self, part: Part) -> bool {
        self.in_play.contains(&part)
    }

    /// Every land area as this scenario opens it.
    ///
    /// Units: `above_base` and `highest` bound the social state (2.3).
    pub(super) fn opening(
        &self,
        atlas: &Atlas,
        above_base: i32,
        highest: i32,
    ) -> BTreeMap<AreaId, OpeningArea> {
        let unchanged = ScenarioArea::default();
        let areas = atlas.areas().map(|area| {
            let change = self.areas.get(&area.id).unwrap_or(&unchanged);
            let base = area.base_social_state;
            let maximum = (base + above_base).min(highest); // rule:2.3
            let owner = self.empires.iter().find(|empire| empire.areas.contains(&area.id));
            let owned = owner.is_some() || self.pope.areas.contains(&area.id);
            let at_first = if owned { (base + self.owned_ss_over_base).min(maximum) } else { base }; // rule:2.3
            let opening = OpeningArea {
                population: area.population,
                base_social_state: base,
                social_state: change.social_state.unwrap_or(at_first),
                language: change.language.clone().unwrap_or_else(|| area.language.clone()),
                religion: change.religion.clone().unwrap_or_else(|| area.religion.clone()),
                owner: owner.map(|empire| empire.id.clone()),
                fortification: change.fortification,
                in_unrest: change.in_unrest,
                urgs: change.urgs.clone(),
            };
            (area.id.clone(), opening)
        });
        areas.collect()
    }
}
