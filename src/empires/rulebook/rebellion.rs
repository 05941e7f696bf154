//! Rebellion value and what a check comes to (17.1, 17.3).

use std::collections::BTreeMap;

use super::fault::Faults;
use super::points::{Points, all_used, points};
use super::table::{Row, Table};
use super::words::closed_list;
use crate::empires::terms::RuleId;

pub(super) const VALUE_FILE: &str = "rules/tables/rebellion_value.csv";
pub(super) const RESULTS_FILE: &str = "rules/tables/rebellion_results.csv";

closed_list! {
    /// A quantity that rows of the rebellion value add up.
    RebellionQuantity, "quantity" {
        /// Social state of the area.
        SocialState = "ss",
        /// Level of an underlying religious group, divided by three and rounded down (32.3).
        UrgLevelOverThreeDown = "urg_level_over_3_down",
        /// Fortification level, halved and rounded down.
        FortificationOverTwoDown = "fortification_over_2_down",
    }
}

closed_list! {
    /// When a row of the rebellion value applies.
    RebellionCondition, "condition" {
        /// Always.
        Always = "always",
        /// The area speaks another language than the leader.
        LanguageDiffersFromLeader = "language_differs_from_leader",
        /// The area's religion is related to the leader's (2.8).
        ReligionRelatedToLeaders = "religion_related_to_leaders",
        /// The area's religion is neither the leader's nor related to it.
        ReligionUnrelatedToLeaders = "religion_unrelated_to_leaders",
        /// The area is in unrest.
        InUnrest = "in_unrest",
        /// Its owner has a tie to it.
        OwnTie = "own_tie",
        /// Another empire has a tie to it that is not waived.
        AnyUnwaivedTieOfOthers = "any_unwaived_tie_of_others",
        /// Its owner has a claim to it.
        OwnClaim = "own_claim",
        /// It is the court.
        IsCourt = "is_court",
        /// The leader is excommunicated (22.1).
        LeaderExcommunicated = "leader_excommunicated",
    }
}

closed_list! {
    /// How often, and where, a row of the rebellion value applies.
    RebellionScope, "scope" {
        /// Once in every area.
        EveryArea = "every_area",
        /// Once for each underlying religious group of the area.
        EachUrg = "each_urg",
        /// Once in an area of the leader's religion.
        AreasOfLeadersReligion = "areas_of_leaders_religion",
    }
}

closed_list! {
    /// What a check comes to (17.3).
    CheckResult, "result" {
        /// Nothing happens.
        Nothing = "nothing",
        /// Unrest.
        Unrest = "unrest",
        /// Rebellion.
        Rebellion = "rebellion",
    }
}

impl CheckResult {
    /// The same with rebellion read as unrest, as in a court (17.3) and in an unrest check (17.5).
    pub fn at_most_unrest(self) -> Self {
        self.min(Self::Unrest)
    }
}

/// One row of the rebellion value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RebellionRow {
    /// Its id.
    pub id: String,
    /// How often, and where.
    pub scope: RebellionScope,
    /// When.
    pub condition: RebellionCondition,
    /// What it adds.
    pub points: Points<RebellionQuantity>,
    /// Its name in a report.
    pub label: String,
    /// The rule that adds it.
    pub rule: RuleId,
}

/// What the sum of dice and rebellion value comes to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RebellionResults(Vec<(i32, CheckResult)>);

impl RebellionResults {
    /// The last row not above `sum`; nothing below the first.
    pub fn at(&self, sum: i32) -> CheckResult {
        let rows = self.0.iter().take_while(|(from, _)| *from <= sum); // rule:17.3
        rows.last().map_or(CheckResult::Nothing, |(_, result)| *result)
    }

    /// The least sum that has this result, if any has.
    pub fn from(&self, result: CheckResult) -> Option<i32> {
        self.0.iter().find(|(_, found)| *found == result).map(|(from, _)| *from)
    }
}

/// The rows of the rebellion value in table order.
pub(super) fn read_value(files: &BTreeMap<String, String>, faults: &Faults) -> Vec<RebellionRow> {
    let columns = &["id", "applies_to", "condition", "points", "label", "rule", "source"];
    let table = Table::read(files, VALUE_FILE, columns, faults);
    table.unique("id");
    let rows: Vec<RebellionRow> = table.rows.iter().filter_map(read_row).collect();
    all_used(&table, rows.iter().filter_map(|row| row.points.quantity), faults);
    all_used(&table, rows.iter().map(|row| row.condition), faults);
    rows
}

fn read_row(row: &Row<'_>) -> Option<RebellionRow> {
    let (id, scope, condition) = (row.filled("id"), row.word("applies_to"), row.word("condition"));
    let points = points::<RebellionQuantity>(row, "points");
    let (label, rule) = (row.filled("label"), row.rule());
    let of_urg = Some(RebellionQuantity::UrgLevelOverThreeDown);
    if points.is_some_and(|points| points.quantity == of_urg) && scope != Some(RebellionScope::EachUrg) {
        row.fault("the level of a group needs the scope each_urg");
    }
    Some(RebellionRow {
        id: id?.to_owned(),
        scope: scope?,
        condition: condition?,
        points: points?,
        label: label?.to_owned(),
        rule: rule?,
    })
}

/// The table of results.
pub(super) fn read_results(files: &BTreeMap<String, String>, faults: &Faults) -> RebellionResults {
    let table = Table::read(files, RESULTS_FILE, &["sum_from", "result", "rule", "source"], faults);
    let mut results: Vec<(i32, CheckResult)> = Vec::new();
    for row in &table.rows {
        let (from, result, rule) = (row.whole("sum_from", -99..=99), row.word("result"), row.rule());
        let (Some(from), Some(result), Some(_)) = (from, result, rule) else { continue };
        if results.last().is_some_and(|(before, milder)| *before >= from || *milder >= result) {
            row.fault("sums and results must rise from row to row");
        }
        results.push((from, result));
    }
    all_used(&table, results.iter().map(|(_, result)| *result), faults);
    RebellionResults(results)
}
