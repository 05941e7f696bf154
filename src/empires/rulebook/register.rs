//! The register of rules: the rulebook's contents.

use std::collections::BTreeMap;

use super::fault::Faults;
use super::table::{Row, Table};
use super::words::closed_list;
use crate::empires::terms::RuleId;

pub(super) const FILE: &str = "rules/register.tsv";
pub(super) const SOURCES_FILE: &str = "rules/sources.tsv";

closed_list! {
    /// How far a rule is carried out.
    Status, "status" {
        /// In full.
        Done = "done",
        /// In part; the title says what waits.
        Partial = "partial",
        /// Not yet.
        Planned = "planned",
        /// In full, but off unless an edition turns it on.
        Switched = "switched",
        /// Not meant to be.
        NotPlayed = "not-played",
    }
}

closed_list! {
    /// Who may see a rule.
    RuleVisibility, "visibility" {
        /// Everybody.
        Open = "open",
        /// The GM alone.
        Gm = "gm",
    }
}

/// One rule of the register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegisterRow {
    /// Its id.
    pub id: RuleId,
    /// How far it is carried out.
    pub status: Status,
    /// The source file below `src/empires`, without its ending; empty while planned.
    pub file: String,
    /// Who may see it.
    pub visibility: RuleVisibility,
    /// Our own title.
    pub title: String,
    /// Letters of its sources: S the house rules, P published facts of the base game, R our own reconstructions.
    pub source: String,
}

/// The rules in order. Every rule that a row of any table cites must stand here.
pub(super) fn read(files: &BTreeMap<String, String>, faults: &Faults) -> Vec<RegisterRow> {
    let table = Table::read_tabbed(files, FILE, &["id", "status", "file", "visibility", "title"], faults);
    table.unique("id");
    let sources = sources(files, faults);
    let mut rows: Vec<RegisterRow> = table.rows.iter().filter_map(read_row).collect();
    for row in &mut rows {
        match sources.get(&row.id) {
            Some(source) => row.source.clone_from(source),
            None => faults.of(SOURCES_FILE, format!("rule {} has no source", row.id)),
        }
    }
    for pair in rows.windows(2) {
        if let [before, after] = pair
            && place(&before.id) > place(&after.id)
        {
            faults.of(FILE, format!("{} stands before {}", before.id, after.id));
        }
    }
    for (file, line, rule) in faults.cited() {
        if !table.rows.iter().any(|row| row.text("id") == rule.as_str()) {
            faults.at(&file, line, format!("rule {rule} is not in the register"));
        }
    }
    rows
}

fn sources(files: &BTreeMap<String, String>, faults: &Faults) -> BTreeMap<RuleId, String> {
    let table = Table::read_tabbed(files, SOURCES_FILE, &["id", "source"], faults);
    table.unique("id");
    let letters = |text: &str| text.split(' ').all(|letter| ["S", "P", "R"].contains(&letter));
    for row in table.rows.iter().filter(|row| !letters(row.text("source"))) {
        row.fault("a source is S, P, R or several of them");
    }
    table.rows.iter().map(|row| (RuleId::new(row.text("id")), row.text("source").to_owned())).collect()
}

fn read_row(row: &Row<'_>) -> Option<RegisterRow> {
    let (id, status) = (row.filled("id"), row.word("status"));
    let (visibility, title) = (row.word("visibility"), row.filled("title"));
    if id.is_some_and(|id| place(&RuleId::new(id)).is_none()) {
        row.fault(format!("\"{}\" is no rule: chapter, stop, number", row.text("id")));
    }
    if row.text("file").is_empty()
        && status.is_some_and(|status| !matches!(status, Status::Planned | Status::NotPlayed))
    {
        row.fault("file is blank, but the rule is carried out");
    }
    Some(RegisterRow {
        id: RuleId::new(id?),
        status: status?,
        file: row.text("file").to_owned(),
        visibility: visibility?,
        title: title?.to_owned(),
        source: String::new(),
    })
}

/// Chapter and number; none for what is no rule id.
fn place(rule: &RuleId) -> Option<(u32, u32)> {
    let (chapter, number) = rule.as_str().split_once('.')?;
    Some((chapter.parse().ok()?, number.parse().ok()?))
}
