//! `pentade rules`: the register of rules, and with `--coverage` what proves it and what is missing.

use std::collections::BTreeSet;

use anyhow::Result;

use super::Place;
use crate::postal::game::{Game, RuleRow};

/// Prints every rule with its state; with `coverage` the sums, and every rule that is not in force or not proved.
///
/// Errors: a configuration with faults.
pub fn rules(place: &Place, coverage: bool) -> Result<()> {
    for game in place.games()?.iter() {
        let rows = game.rules();
        if coverage {
            print!("{}", covered(game.as_ref(), &rows));
        } else {
            rows.iter().for_each(|row| println!("{}\t{}\t{}", row.id, row.status, row.title));
        }
    }
    Ok(())
}

fn covered(game: &dyn Game, rows: &[RuleRow]) -> String {
    let cases: BTreeSet<&str> = rows.iter().flat_map(|row| &row.cases).map(|case| case.id.as_str()).collect();
    let rulings = rows.iter().flat_map(|row| &row.rulings).count();
    let missing: Vec<String> = rows.iter().filter_map(missing).collect();
    let (title, all) = (game.title(), rows.len());
    let mut lines = vec![format!("{title}: {all} rules, {} cases, {rulings} rulings", cases.len())];
    if missing.is_empty() {
        lines.push("nothing is missing".to_owned());
    }
    lines.extend(missing);
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// What a rule lacks, if anything.
fn missing(row: &RuleRow) -> Option<String> {
    let lacks = match row.status.as_str() {
        "done" | "switched" if row.cases.is_empty() => "no case",
        "done" | "switched" | "not-played" => return None,
        "partial" => "in force in part",
        _ => "not in force",
    };
    Some(format!("{} {}: {lacks}", row.id, row.title))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postal::chronicle::RuleId;
    use crate::postal::game::CaseRow;

    fn row(status: &str, cases: &[&str]) -> RuleRow {
        let case = |id: &&str| CaseRow { id: (*id).to_owned(), title: String::new() };
        RuleRow {
            id: RuleId::new("17.1"),
            title: "the rebellion value".to_owned(),
            status: status.to_owned(),
            gm_only: false,
            source: String::new(),
            file: String::new(),
            rulings: Vec::new(),
            cases: cases.iter().map(case).collect(),
        }
    }

    #[test]
    fn a_rule_lacks_a_case_or_its_force() {
        assert_eq!(missing(&row("done", &["17.B.1"])), None);
        assert_eq!(missing(&row("done", &[])).as_deref(), Some("17.1 the rebellion value: no case"));
        assert_eq!(missing(&row("planned", &[])).as_deref(), Some("17.1 the rebellion value: not in force"));
        assert_eq!(missing(&row("not-played", &[])), None);
    }
}
