//! The effectiveness rating, row by row (9.5).

use std::collections::BTreeMap;

use super::fault::Faults;
use super::points::{Points, all_used, points};
use super::table::{Row, Table};
use super::words::{Word, closed_list};
use crate::empires::terms::{EndeavourSort, RuleId};

pub(super) const FILE: &str = "rules/tables/effectiveness.csv";

closed_list! {
    /// A quantity that rows of the effectiveness rating add up.
    Quantity, "quantity" {
        /// Combat stature of the leader, with all that changes it (8.2).
        StatureCombat = "stature_combat",
        /// Administrative stature of the leader.
        StatureAdministrative = "stature_administrative",
        /// Diplomatic stature of the leader.
        StatureDiplomatic = "stature_diplomatic",
        /// The better of the leader's administrative and diplomatic statures.
        StatureBetterOfAdministrativeAndDiplomatic = "stature_better_of_administrative_and_diplomatic",
        /// Social state of the base.
        SocialStateOfBase = "ss_base",
        /// Social state of the own area of a domestic endeavour.
        SocialStateOfArea = "ss_area",
        /// Social state of the target.
        SocialStateOfTarget = "ss_target",
        /// Fortification level of the target.
        FortificationOfTarget = "fortification_target",
        /// Fortification level of the own area of a domestic endeavour.
        FortificationOfArea = "fortification_area",
        /// Fortification level of the target, at most 1: what a siege advance ignores (19.15).
        FortificationOfTargetAtMostOne = "fortification_target_at_most_1",
        /// Combat stature of an owner whose defence answers (13.2).
        DefenderStatureCombat = "defender_stature_combat",
        /// Gold of an owner whose defence answers (13.2).
        DefenderGold = "defender_gold",
        /// Religious distance between the leader and the target or area (2.9).
        ReligiousDistance = "religious_distance",
        /// The same, 3 counting as 2.
        ReligiousDistanceAtMostTwo = "religious_distance_at_most_2",
        /// Military C results of others against the base or own area (9.4).
        ResultsOfOthersOnOwnArea = "c_results_of_others_on_own_area",
        /// Kinds of advance held as original.
        AdvanceOriginals = "advance_originals",
        /// Kinds of advance held only as copy.
        AdvanceCopies = "advance_copies",
        /// Kinds of advance that a defending owner holds as original.
        DefenderAdvanceOriginals = "defender_advance_originals",
        /// Kinds of advance that a defending owner holds only as copy.
        DefenderAdvanceCopies = "defender_advance_copies",
        /// Gold spent beyond price and ships.
        Gold = "gold",
    }
}

closed_list! {
    /// When a row of the effectiveness rating applies.
    Condition, "condition" {
        /// Always.
        Always = "always",
        /// The social state of the area is above 0.
        AreaSocialStateAboveZero = "area_ss_above_0",
        /// The owner of the target defends it this year (13.1).
        TargetDefended = "target_defended",
        /// The target, or own area of a domestic endeavour, speaks another language than the leader.
        LanguageDiffersFromLeader = "language_differs_from_leader",
        /// The target has the leader's own religion; iMUS and MUS count as one (2.8).
        TargetHasLeadersReligion = "target_has_leaders_religion",
        /// The base, or own area of a domestic endeavour, is in unrest.
        OwnAreaInUnrest = "own_area_in_unrest",
        /// A siege advance is in use (19.15).
        SiegeAdvanceInUse = "siege_advance_in_use",
        /// The target is the court of its owner.
        TargetIsItsOwnersCourt = "target_is_its_owners_court",
        /// The empire has a claim to the target.
        OwnClaimToTarget = "own_claim_to_target",
        /// The target is in unrest.
        TargetInUnrest = "target_in_unrest",
        /// The empire has a tie to the target.
        OwnTieToTarget = "own_tie_to_target",
        /// The empire has a tie or claim to the area.
        OwnTieOrClaimToArea = "own_tie_or_claim_to_area",
        /// Another empire has a tie to the target.
        AnyTieOfAnotherEmpireToTarget = "any_tie_of_another_empire_to_target",
        /// Another empire owns the target.
        TargetOwnedByAnotherEmpire = "target_owned_by_another_empire",
        /// All land neighbours of the area have the leader's religion.
        AllLandNeighboursHaveLeadersReligion = "all_land_neighbours_have_leaders_religion",
    }
}

closed_list! {
    /// Whether a row is added before or after the sea way changes the sum (9.7).
    Stage, "stage" {
        /// Added before.
        BeforeSea = "before_sea",
        /// Added after.
        AfterSea = "after_sea",
    }
}

impl Word for EndeavourSort {
    const WHAT: &'static str = "endeavour";
    const LIST: &'static [(&'static str, Self)] = &[
        ("conquest", Self::Conquest),
        ("pillage", Self::Pillage),
        ("diplomacy", Self::Diplomacy),
        ("defence", Self::Defence),
        ("fortification", Self::Fortification),
        ("ruling", Self::Ruling),
        ("conversion", Self::Conversion),
    ];
}

/// One row of the effectiveness rating.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EffectivenessRow {
    /// Its id.
    pub id: String,
    /// The sorts of endeavour it applies to.
    pub applies_to: Vec<EndeavourSort>,
    /// When it applies.
    pub condition: Condition,
    /// What it adds.
    pub points: Points<Quantity>,
    /// Before or after the sea way.
    pub stage: Stage,
    /// Its name in a report.
    pub label: String,
    /// The rule that adds it.
    pub rule: RuleId,
}

/// The rows in table order.
pub(super) fn read(files: &BTreeMap<String, String>, faults: &Faults) -> Vec<EffectivenessRow> {
    let columns = &["id", "applies_to", "condition", "points", "stage", "label", "rule", "source"];
    let table = Table::read(files, FILE, columns, faults);
    table.unique("id");
    let rows: Vec<EffectivenessRow> = table.rows.iter().filter_map(read_row).collect();
    all_used(&table, rows.iter().filter_map(|row| row.points.quantity), faults);
    all_used(&table, rows.iter().map(|row| row.condition), faults);
    rows
}

fn read_row(row: &Row<'_>) -> Option<EffectivenessRow> {
    let (id, applies_to, condition) = (row.filled("id"), row.words("applies_to"), row.word("condition"));
    let (points, stage) = (points(row, "points"), row.word("stage"));
    let (label, rule) = (row.filled("label"), row.rule());
    if applies_to.as_ref().is_some_and(Vec::is_empty) {
        row.fault("applies_to is blank");
    }
    Some(EffectivenessRow {
        id: id?.to_owned(),
        applies_to: applies_to?,
        condition: condition?,
        points: points?,
        stage: stage?,
        label: label?.to_owned(),
        rule: rule?,
    })
}
