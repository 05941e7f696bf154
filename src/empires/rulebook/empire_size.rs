//! What the size of an empire does to its ruler (8.6), where the edition reads it so.

use std::collections::BTreeMap;

use super::fault::Faults;
use super::table::Table;

pub(super) const FILE: &str = "rules/tables/empire_size.csv";

/// Points by number of areas.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EmpireSizeTable(Vec<(i32, i32)>);

impl EmpireSizeTable {
    /// What is added to the administrative stature of the ruler of so many areas.
    ///
    /// Units: points, negative. Errors: none is returned for an empire that is not large.
    pub fn administrative(&self, areas: usize) -> Option<i32> {
        let areas = i32::try_from(areas).unwrap_or(i32::MAX);
        let rows = self.0.iter().take_while(|(above, _)| *above < areas); // rule:8.6
        rows.last().map(|(_, points)| *points)
    }
}

/// The table: ever more areas, ever fewer points.
pub(super) fn read(files: &BTreeMap<String, String>, faults: &Faults) -> EmpireSizeTable {
    let table = Table::read(files, FILE, &["areas_above", "administrative", "rule", "source"], faults);
    let mut rows: Vec<(i32, i32)> = Vec::new();
    for row in &table.rows {
        let (above, points) = (row.whole("areas_above", 0..=999), row.whole("administrative", -9..=-1));
        let (Some(above), Some(points), Some(_)) = (above, points, row.rule()) else { continue };
        if rows.last().is_some_and(|(fewer, more)| *fewer >= above || *more <= points) {
            row.fault("areas must rise and points fall from row to row");
        }
        rows.push((above, points));
    }
    EmpireSizeTable(rows)
}
