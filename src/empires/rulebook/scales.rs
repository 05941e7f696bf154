//! Short tables of figures that rise row by row.

use std::collections::BTreeMap;

use super::fault::Faults;
use super::table::Table;

pub(super) const SEA_PRICES_FILE: &str = "rules/tables/colonisation_sea_prices.csv";
pub(super) const AWARDS_FILE: &str = "rules/tables/scoring_awards.csv";

/// Figures by a rising number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scale(Vec<(i32, i32)>);

impl Scale {
    /// The figure of exactly this number, if a row has it.
    pub fn at(&self, number: i32) -> Option<i32> {
        self.0.iter().find(|(row, _)| *row == number).map(|(_, figure)| *figure)
    }

    /// Every row: number and figure.
    pub fn rows(&self) -> impl Iterator<Item = (i32, i32)> + '_ {
        self.0.iter().copied()
    }
}

/// A table of one number and one figure; numbers must rise.
pub(super) fn read(
    files: &BTreeMap<String, String>,
    file: &'static str,
    columns: &'static [&'static str; 4],
    faults: &Faults,
) -> Scale {
    let table = Table::read(files, file, columns, faults);
    let mut rows: Vec<(i32, i32)> = Vec::new();
    for row in &table.rows {
        let (number, figure) = (row.whole(columns[0], 0..=999), row.whole(columns[1], -99..=999));
        let (Some(number), Some(figure), Some(_)) = (number, figure, row.rule()) else { continue };
        if rows.last().is_some_and(|(before, _)| *before >= number) {
            row.fault(format!("{} must rise from row to row", columns[0]));
        }
        rows.push((number, figure));
    }
    if rows.is_empty() {
        faults.of(file, "there is no row");
    }
    Scale(rows)
}
