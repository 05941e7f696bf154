//! The rulebook's contents for pages: each rule with its sources, its rulings and its cases.

use super::cases;
use crate::empires::rulebook::{RegisterRow, RuleVisibility, Rulebook, Ruling, Switches, Word};
use crate::postal::game::{RuleRow, RulingRow};

/// Every rule in order; `of_edition` are the edition's own readings.
pub(super) fn rows(rulebook: &Rulebook, of_edition: &Switches) -> Vec<RuleRow> {
    rulebook.register.iter().map(|row| rule(rulebook, of_edition, row)).collect()
}

fn rule(rulebook: &Rulebook, of_edition: &Switches, row: &RegisterRow) -> RuleRow {
    let rulings = rulebook.rulings.iter().filter(|ruling| ruling.rule == row.id);
    RuleRow {
        id: row.id.clone(),
        title: row.title.clone(),
        status: row.status.as_word().to_owned(),
        gm_only: row.visibility == RuleVisibility::Gm,
        source: sources(&row.source),
        file: if row.file.is_empty() { String::new() } else { format!("src/empires/{}", row.file) },
        rulings: rulings.map(|one| ruling(rulebook, of_edition, one)).collect(),
        cases: cases::by_rule().get(row.id.as_str()).cloned().unwrap_or_default(),
    }
}

fn ruling(rulebook: &Rulebook, of_edition: &Switches, ruling: &Ruling) -> RulingRow {
    let reading = rulebook.switches.word(&ruling.id).unwrap_or(&ruling.reading);
    let readings = ruling.other.iter().chain([&ruling.reading]);
    RulingRow {
        id: ruling.id.clone(),
        question: ruling.question.clone(),
        reading: plain(reading),
        other: readings.filter(|other| *other != reading).map(|other| plain(other)).collect(),
        why: why(ruling, reading, of_edition.word(&ruling.id)),
        switch: ruling.switch,
    }
}

/// Why it is read so: the reasons that are kept are those of the usual reading alone.
pub(super) fn why(ruling: &Ruling, reading: &str, of_edition: Option<&str>) -> String {
    let who = match of_edition {
        _ if reading == ruling.reading => return ruling.why.clone(),
        Some(word) if word == reading => "the edition of the rules",
        _ => "the GM of this game",
    };
    format!("{who} has chosen so; usually it is {}: {}", plain(&ruling.reading), ruling.why)
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
