//! What the rows of the effectiveness rating ask about (9.5).

use std::collections::BTreeMap;

use super::super::event_cards::{self, Holding};
use super::super::{Fixed, Led, Scene, schism};
use super::legality::reach;
use crate::empires::rulebook::{Condition, Quantity};
use crate::empires::terms::{Advance, AreaId, EmpireId, EndeavourKind, EndeavourSort, Statures};
use crate::empires::world::Area;

/// Advances that an empire has in play, by kind: the original of a kind, or only a copy (19.14).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Advances {
    /// Kinds held as original.
    pub originals: i32,
    /// Kinds held only as copy.
    pub copies: i32,
}

/// An owner's defence of one area (13.2).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Defence {
    /// Combat stature of the defender.
    pub combat: i32,
    /// Gold that he added.
    pub gold: i32,
    /// His advances.
    pub advances: Advances,
}

/// The defences of a year by area.
pub type Defences = BTreeMap<AreaId, Defence>;

/// All that bears on the rating of one endeavour, on the state before any of the year's endeavours.
///
/// *Own area* is the base of a foreign endeavour or the area of a domestic one; *target* is the target of a foreign
/// one or, again, the area of a domestic one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Circumstances {
    /// What is tried.
    pub sort: EndeavourSort,
    /// The leader's statures, with all that changes them (8.2).
    pub statures: Statures,
    /// Social state of the own area.
    pub own_social_state: i32,
    /// Fortification level of the own area.
    pub own_fortification: i32,
    /// Whether the own area is in unrest.
    pub own_in_unrest: bool,
    /// Military C results of others against the own area (9.4).
    pub results_of_others: i32,
    /// Social state of the target.
    pub target_social_state: i32,
    /// Fortification level of the target.
    pub target_fortification: i32,
    /// Whether the target is in unrest.
    pub target_in_unrest: bool,
    /// Whether the target speaks another language than the leader.
    pub language_differs: bool,
    /// Religious distance between leader and target (2.9).
    pub religious_distance: i32,
    /// Whether leader and target are of one religion, MUS and iMUS counting as one (2.8).
    pub leaders_religion: bool,
    /// Whether the target is its owner's court.
    pub target_is_court: bool,
    /// Whether another empire owns the target.
    pub target_of_another: bool,
    /// Whether the empire has a claim to the target.
    pub own_claim: bool,
    /// Whether the empire has a tie to the target.
    pub own_tie: bool,
    /// Whether another empire has a tie to the target.
    pub tie_of_another: bool,
    /// Whether every land neighbour of the target is of the leader's religion.
    pub surrounded: bool,
    /// The owner's defence of the target, if it is defended.
    pub defence: Option<Defence>,
    /// The empire's own advances.
    pub advances: Advances,
    /// Whether a siege advance is in use (19.15).
    pub siege_advance: bool,
    /// Gold beyond price and ships.
    pub gold: i32,
    /// Sea areas crossed.
    pub sea_areas: u32,
}

impl Circumstances {
    /// The circumstances of an endeavour under a leader; none when its empire or an area is not in the world.
    pub fn of(scene: &Scene<'_>, fixed: &Fixed, leader: &Led, defences: &Defences) -> Option<Self> {
        let kind = &fixed.endeavour.kind;
        let empire = scene.world.empires.get(&fixed.empire)?;
        let target = scene.world.areas.get(kind.target())?;
        let beyond = empire.off_board.as_ref().filter(|beyond| kind.own_area() == Some(&beyond.base));
        let own = match kind.own_area() {
            Some(area) if beyond.is_none() => Some(scene.world.areas.get(area)?),
            _ => None,
        };
        let foreign = Self::between(scene, kind.sort(), (&fixed.empire, leader), target);
        Some(Self {
            own_social_state: own
                .map_or_else(|| beyond.map_or(0, |beyond| beyond.social_state), |area| area.social_state),
            own_fortification: own.map_or(0, |area| area.fortification),
            own_in_unrest: own.is_some_and(|area| area.in_unrest),
            results_of_others: own.map_or(0, |area| area.results_of_others(&fixed.empire)), // rule:9.4
            target_is_court: is_court(scene, kind.target(), target),
            surrounded: surrounded(scene, kind.target(), leader),
            defence: defences.get(kind.target()).copied(),
            advances: event_cards::advances(scene, &fixed.empire), // rule:19.14
            siege_advance: siege_advance(scene, fixed),
            gold: fixed.gold,
            sea_areas: fixed.sea_areas,
            ..foreign
        })
    }

    /// What lies between a leader and a target, whatever the base.
    fn between(
        scene: &Scene<'_>,
        sort: EndeavourSort,
        (empire, leader): (&EmpireId, &Led),
        target: &Area,
    ) -> Self {
        let religions = &scene.rulebook.religions;
        Self {
            target_social_state: target.social_state,
            target_fortification: target.fortification,
            target_in_unrest: target.in_unrest,
            language_differs: target.language != leader.language,
            religious_distance: religions
                .distance(&leader.religion, &target.religion) // rule:2.9
                .max(schism::distance(scene.world, empire, target.owner.as_ref())), // rule:23.2
            leaders_religion: religions.count_as_one(&leader.religion, &target.religion), // rule:2.8
            target_of_another: target.owner.as_ref().is_some_and(|owner| owner != empire),
            own_claim: target.claims.contains(empire),
            own_tie: holds_tie(target, empire),
            tie_of_another: target.ties.iter().any(|(holder, tie)| holder != empire && !tie.waived),
            ..Self::bare(sort, leader.statures)
        }
    }

    /// Nothing but a defence, to reckon what it takes off (13.2).
    pub fn defended_only(sort: EndeavourSort, defence: Defence) -> Self {
        let statures = Statures { combat: 0, administrative: 0, diplomatic: 0 };
        Self { defence: Some(defence), ..Self::bare(sort, statures) }
    }

    /// An endeavour of a leader with these statures, by land, between areas that have no property at all.
    pub fn bare(sort: EndeavourSort, statures: Statures) -> Self {
        Self {
            sort,
            statures,
            own_social_state: 0,
            own_fortification: 0,
            own_in_unrest: false,
            results_of_others: 0,
            target_social_state: 0,
            target_fortification: 0,
            target_in_unrest: false,
            language_differs: false,
            religious_distance: 0,
            leaders_religion: false,
            target_is_court: false,
            target_of_another: false,
            own_claim: false,
            own_tie: false,
            tie_of_another: false,
            surrounded: false,
            defence: None,
            advances: Advances::default(),
            siege_advance: false,
            gold: 0,
            sea_areas: 0,
        }
    }

    /// What a quantity of the table is here.
    pub fn quantity(&self, quantity: Quantity) -> i32 {
        let defence = self.defence.unwrap_or_default();
        match quantity {
            Quantity::StatureCombat => self.statures.combat,
            Quantity::StatureAdministrative => self.statures.administrative,
            Quantity::StatureDiplomatic => self.statures.diplomatic,
            Quantity::StatureBetterOfAdministrativeAndDiplomatic => {
                self.statures.administrative.max(self.statures.diplomatic)
            }
            Quantity::SocialStateOfBase | Quantity::SocialStateOfArea => self.own_social_state,
            Quantity::SocialStateOfTarget => self.target_social_state,
            Quantity::FortificationOfTarget => self.target_fortification,
            Quantity::FortificationOfArea => self.own_fortification,
            Quantity::FortificationOfTargetAtMostOne => self.target_fortification.min(1),
            Quantity::DefenderStatureCombat => defence.combat,
            Quantity::DefenderGold => defence.gold,
            Quantity::ReligiousDistance => self.religious_distance,
            Quantity::ReligiousDistanceAtMostTwo => self.religious_distance.min(2),
            Quantity::ResultsOfOthersOnOwnArea => self.results_of_others,
            Quantity::AdvanceOriginals => self.advances.originals,
            Quantity::AdvanceCopies => self.advances.copies,
            Quantity::DefenderAdvanceOriginals => defence.advances.originals,
            Quantity::DefenderAdvanceCopies => defence.advances.copies,
            Quantity::Gold => self.gold,
        }
    }

    /// Whether a condition of the table holds here.
    pub fn holds(&self, condition: Condition) -> bool {
        match condition {
            Condition::Always => true,
            Condition::AreaSocialStateAboveZero => self.own_social_state > 0,
            Condition::TargetDefended => self.defence.is_some(),
            Condition::LanguageDiffersFromLeader => self.language_differs,
            Condition::TargetHasLeadersReligion => self.leaders_religion,
            Condition::OwnAreaInUnrest => self.own_in_unrest,
            Condition::SiegeAdvanceInUse => self.siege_advance,
            Condition::TargetIsItsOwnersCourt => self.target_is_court,
            Condition::OwnClaimToTarget => self.own_claim,
            Condition::TargetInUnrest => self.target_in_unrest,
            Condition::OwnTieToTarget => self.own_tie,
            Condition::OwnTieOrClaimToArea => self.own_tie || self.own_claim,
            Condition::AnyTieOfAnotherEmpireToTarget => self.tie_of_another,
            Condition::TargetOwnedByAnotherEmpire => self.target_of_another,
            Condition::AllLandNeighboursHaveLeadersReligion => self.surrounded,
        }
    }
}

/// Rule 19.15: whether the attacker's siege advance is in use; a copy is where its price was paid.
fn siege_advance(scene: &Scene<'_>, fixed: &Fixed) -> bool {
    let (EndeavourKind::Conquest { target, base } | EndeavourKind::Pillage { target, base }) =
        &fixed.endeavour.kind
    else {
        return false;
    };
    if scene.world.areas.get(target).is_none_or(|area| area.fortification < 1) {
        return false;
    }
    match event_cards::holding(scene, &fixed.empire, Advance::Siege) {
        Some(Holding::Original) => true, // rule:19.15
        Some(Holding::Copy) => {
            let way = reach(scene, base, target, fixed.endeavour.by_sea);
            way.is_ok_and(|way| fixed.price > way.price) // rule:19.15
        }
        None => false,
    }
}

/// A waived tie binds nobody (12.3).
fn holds_tie(area: &Area, empire: &EmpireId) -> bool {
    area.ties.get(empire).is_some_and(|tie| !tie.waived)
}

fn is_court(scene: &Scene<'_>, id: &AreaId, area: &Area) -> bool {
    let owner = area.owner.as_ref().and_then(|owner| scene.world.empires.get(owner));
    owner.is_some_and(|owner| owner.court.as_ref() == Some(id))
}

fn surrounded(scene: &Scene<'_>, area: &AreaId, leader: &Led) -> bool {
    let mut neighbours = scene.rulebook.atlas.neighbours(area).peekable();
    let religions = &scene.rulebook.religions;
    let of_it = |near: &Area| religions.count_as_one(&near.religion, &leader.religion); // rule:2.8
    neighbours.peek().is_some() && neighbours.all(|near| scene.world.areas.get(near).is_some_and(of_it))
}
