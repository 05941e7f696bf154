//! The rulebook's contents for pages: each rule with its sources, its rulings and its cases.

use super::cases;
use crate::empires::rulebook::{RegisterRow, RuleVisibility, Rulebook, Ruling, Word};
use crate::postal::game::{RuleRow, RulingRow};

/// Every rule in order.
pub(super) fn rows(rulebook: &Rulebook) -> Vec<RuleRow> {
    rulebook.register.iter().map(|row| rule(rulebook, row)).collect()
}

fn rule(rulebook: &Rulebook, row: &RegisterRow) -> RuleRow {
    let rulings = rulebook.rulings.iter().filter(|ruling| ruling.rule == row.id);
    RuleRow {
        id: row.id.clone(),
        title: row.title.clone(),
        status: row.status.as_word().to_owned(),
        gm_only: row.visibility == RuleVisibility::Gm,
        source: sources(&row.source),
        file: if row.file.is_empty() { String::new() } else { format!("src/empires/{}", row.file) },
        rulings: rulings.map(|one| ruling(rulebook, one)).collect(),
        cases: cases::by_rule().get(row.id.as_str()).cloned().unwrap_or_default(),
    }
}

fn ruling(rulebook: &Rulebook, ruling: &Ruling) -> RulingRow {
    let reading = rulebook.switches.word(&ruling.id).unwrap_or(&ruling.reading);
    let readings = ruling.other.iter().chain([&ruling.reading]);
    RulingRow {
        id: ruling.id.clone(),
        question: ruling.question.clone(),
        reading: plain(reading),
        other: readings.filter(|other| *other != reading).map(|other| plain(other)).collect(),
        why: ruling.why.clone(),
        switch: ruling.switch,
    }
}

/// `original_court_for_life` as words.
fn plain(reading: &str) -> String {
    reading.replace('_', " ")
}

/// The letters of the sources in words.
fn sources(letters: &str) -> String {
    let words = letters.split(' ').filter_map(|letter| match letter {
        "S" => Some("the house rules"),
        "P" => Some("published facts of the base game"),
        "R" => Some("a reconstruction or ruling of ours"),
        _ => None,
    });
    words.collect::<Vec<_>>().join("; ")
}
