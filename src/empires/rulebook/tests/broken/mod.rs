//! Every kind of fault, as an edit of the shipped config that must yield it.

use super::*;
use edits::{BOOKS, EFF, MAP, PEOPLES, S976, SCENARIOS, TABLES};

mod edits;

/// Where a fault is to be reported.
enum At {
    /// On the line that was edited.
    Edit,
    /// On the first line that holds this text.
    Line(&'static str),
    /// On no line.
    File,
}

/// `(file, words replaced, words put, place, words of the reason)`.
type Broken = (&'static str, &'static str, &'static str, At, &'static str);

fn line_of(text: &str, words: &str) -> u32 {
    let place = text.find(words).unwrap_or_else(|| panic!("{words:?} is not there"));
    let skipped = words.len() - words.trim_start_matches('\n').len();
    u32::try_from(text[..place + skipped].matches('\n').count() + 1).expect("a line number")
}

fn edited(edits: &[(&str, &str, &str)]) -> Vec<ConfigFault> {
    let mut files = shipped_files().clone();
    files.retain(|file, _| {
        let other_scenario = file.starts_with("scenarios/") && *file != S976;
        !other_scenario || edits.iter().any(|(edited, ..)| edited == file)
    });
    for (file, words, put) in edits {
        let text = files.get_mut(*file).unwrap_or_else(|| panic!("there is no {file}"));
        assert!(text.contains(words), "{file} does not hold {words:?}");
        *text = text.replacen(words, put, 1);
    }
    Rulebook::parse(&files).err().unwrap_or_default()
}

/// What is amiss with what the reader says of one edit.
fn amiss((file, words, put, at, reason): &Broken) -> Option<String> {
    let faults = edited(&[(file, words, put)]);
    let text = &shipped_files()[*file];
    let row = match at {
        At::Edit => Some(line_of(text, words)),
        At::Line(words) => Some(line_of(text, words)),
        At::File => None,
    };
    if faults.iter().any(|fault| fault.file == *file && fault.row == row && fault.reason.contains(reason)) {
        return None;
    }
    let list: Vec<String> = faults.iter().map(ToString::to_string).collect();
    Some(format!(
        "{file}: {words:?} to {put:?}: not in row {row:?}: {reason:?}, but\n  {}",
        list.join("\n  ")
    ))
}

/// Plays every edit of a table and tells of all that go wrong.
fn play(edits: &[Broken]) {
    let amiss: Vec<String> = edits.iter().filter_map(amiss).collect();
    assert!(amiss.is_empty(), "{}", amiss.join("\n"));
}

#[test]
fn faults_of_tables_and_decks_are_found_with_their_line() {
    play(TABLES);
}

#[test]
fn faults_of_religions_raiders_and_heresies_are_found_with_their_line() {
    play(PEOPLES);
}

#[test]
fn faults_of_the_map_are_found_with_their_line() {
    play(MAP);
}

#[test]
fn faults_of_register_rulings_and_editions_are_found_with_their_line() {
    play(BOOKS);
}

#[test]
fn faults_of_scenarios_are_found_with_their_line() {
    play(SCENARIOS);
}

#[test]
fn a_missing_file_is_a_fault_of_its_own() {
    for file in
        shipped_files().keys().filter(|file| !file.starts_with("scenarios/") && !file.starts_with("words"))
    {
        let mut files = shipped_files().clone();
        files.remove(file);
        let faults = Rulebook::parse(&files).err().unwrap_or_default();
        let missing = faults
            .iter()
            .any(|fault| fault.file == *file && fault.row.is_none() && fault.reason == "the file is missing");
        assert!(missing, "{file}: {faults:?}");
    }
}

#[test]
fn two_faults_are_reported_together() {
    let faults = edited(&[
        (EFF, ",target_is_its_owners_court,", ",target_is_court,"),
        (S976, "treasury = 5", "treasury = -5"),
    ]);
    let files: Vec<&str> = faults.iter().map(|fault| fault.file.as_str()).collect();
    assert!(files.contains(&EFF) && files.contains(&S976), "{faults:?}");
    assert!(faults.is_sorted());
}

#[test]
fn a_figure_that_cannot_be_read_makes_no_faults_elsewhere() {
    for figure in
        ["population_highest,5", "population_lowest,-3", "social_state_above_base,3", "urg_highest,4"]
    {
        let broken = figure.replace(',', ",x");
        let faults = edited(&[("rules/tables/figures.csv", figure, &broken)]);
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(faults[0].reason.contains("is not a whole number"), "{faults:?}");
    }
}
