//! New leaders and the stature check (8.3, 8.4).

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::fault::Faults;
use super::table::Table;
use super::words::closed_list;

pub(super) const NEW_FILE: &str = "rules/tables/new_leaders.csv";
pub(super) const CHECK_FILE: &str = "rules/tables/leader_check.csv";

closed_list! {
    /// What a stature check comes to (8.4).
    LeaderCheckResult, "result" {
        /// The leader and his advisors die.
        Dies = "dies",
        /// One stature, at random, falls one grade.
        LosesWits = "loses_wits",
        /// Nothing.
        Nothing = "nothing",
        /// One stature, at random, rises one grade, once in a life.
        Rises = "rises",
    }
}

/// Statures of new leaders, and the grades there are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LeadersTable(Vec<(RangeInclusive<i32>, i32)>);

impl LeadersTable {
    /// The stature for the sum of two dice (8.3).
    ///
    /// Errors: none is returned for a sum that two dice cannot show.
    pub fn stature(&self, dice: i32) -> Option<i32> {
        self.0.iter().find(|(sums, _)| sums.contains(&dice)).map(|(_, stature)| *stature)
    }

    /// The natural grades, rising (8.1).
    pub fn grades(&self) -> impl Iterator<Item = i32> + '_ {
        self.0.iter().map(|(_, stature)| *stature)
    }

    /// Whether a stature is one of the natural grades (8.1).
    pub fn is_grade(&self, stature: i32) -> bool {
        self.grades().any(|grade| grade == stature) // rule:8.1
    }

    /// The grade above, or the highest.
    pub fn higher(&self, stature: i32) -> i32 {
        self.grades().find(|grade| *grade > stature).unwrap_or(stature)
    }

    /// The grade below, or the lowest.
    pub fn lower(&self, stature: i32) -> i32 {
        self.grades().filter(|grade| *grade < stature).last().unwrap_or(stature)
    }
}

/// What each face of the die means in a stature check.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LeaderCheckTable(Vec<(RangeInclusive<i32>, LeaderCheckResult)>);

impl LeaderCheckTable {
    /// The result for one die (8.4).
    ///
    /// Errors: none is returned for a face that a die does not have.
    pub fn at(&self, die: i32) -> Option<LeaderCheckResult> {
        self.0.iter().find(|(faces, _)| faces.contains(&die)).map(|(_, result)| *result)
    }
}

/// The table of new leaders: two dice, every sum once, statures rising.
pub(super) fn read_new(files: &BTreeMap<String, String>, faults: &Faults) -> LeadersTable {
    let columns = &["dice_from", "dice_to", "stature", "rule", "source"];
    let table = Table::read(files, NEW_FILE, columns, faults);
    let mut rows: Vec<(RangeInclusive<i32>, i32)> = Vec::new();
    for row in &table.rows {
        let (from, to) = (row.whole("dice_from", 2..=12), row.whole("dice_to", 2..=12));
        let (stature, rule) = (row.whole("stature", 1..=20), row.rule());
        let (Some(from), Some(to), Some(stature), Some(_)) = (from, to, stature, rule) else { continue };
        if rows.last().is_some_and(|(_, lower)| *lower >= stature) {
            row.fault("statures must rise from row to row");
        }
        rows.push((from..=to, stature));
    }
    covered(&table, rows.iter().map(|(sums, _)| sums), 2..=12, faults);
    LeadersTable(rows)
}

/// The table of the stature check: one die, every face once.
pub(super) fn read_check(files: &BTreeMap<String, String>, faults: &Faults) -> LeaderCheckTable {
    let columns = &["die_from", "die_to", "result", "rule", "source"];
    let table = Table::read(files, CHECK_FILE, columns, faults);
    let mut rows = Vec::new();
    for row in &table.rows {
        let (from, to) = (row.whole("die_from", 1..=6), row.whole("die_to", 1..=6));
        let (result, rule) = (row.word("result"), row.rule());
        let (Some(from), Some(to), Some(result), Some(_)) = (from, to, result, rule) else { continue };
        rows.push((from..=to, result));
    }
    covered(&table, rows.iter().map(|(faces, _)| faces), 1..=6, faults);
    LeaderCheckTable(rows)
}

/// A fault unless the ranges hold every number of `all` once.
fn covered<'a>(
    table: &Table<'_>,
    ranges: impl Iterator<Item = &'a RangeInclusive<i32>> + Clone,
    all: RangeInclusive<i32>,
    faults: &Faults,
) {
    for number in all {
        match ranges.clone().filter(|range| range.contains(&number)).count() {
            1 => {}
            0 => faults.of(table.file, format!("no row holds the roll {number}")),
            rows => faults.of(table.file, format!("{rows} rows hold the roll {number}")),
        }
    }
}
