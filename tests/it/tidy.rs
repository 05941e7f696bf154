//! The house rules that a compiler does not know, checked on every run. Each fault is shown with file and line.
//!
//! Each check is a function of texts, so that its own tests can show it a bad sample.

mod budgets;
mod layers;
mod leftovers;
mod marks;
mod source;
mod tables;
mod used;
mod words;

/// What is wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Fault {
    path: String,
    line: usize,
    what: String,
}

impl Fault {
    fn new(path: &str, line: usize, what: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, what: what.into() }
    }
}

/// Fails with every fault, sorted.
fn assert_none(mut faults: Vec<Fault>) {
    faults.sort();
    let lines: Vec<String> =
        faults.iter().map(|fault| format!("{}:{}: {}", fault.path, fault.line, fault.what)).collect();
    assert!(faults.is_empty(), "{} faults\n{}", lines.len(), lines.join("\n"));
}

/// The faults of one sample, in short: line and words.
#[cfg(test)]
fn in_short(faults: &[Fault]) -> Vec<String> {
    faults.iter().map(|fault| format!("{}: {}", fault.line, fault.what)).collect()
}

#[test]
fn rooms_import_only_what_stands_above_them() {
    assert_none(source::tracked().iter().flat_map(layers::check).collect());
}

#[test]
fn pure_rooms_touch_nothing_outside() {
    assert_none(source::tracked().iter().flat_map(layers::check_purity).collect());
}

#[test]
fn files_and_functions_keep_their_budgets() {
    assert_none(budgets::check(&source::tracked(), include_str!("tidy_allowed.tsv")));
}

#[test]
fn pure_rooms_speak_the_rulebooks_words() {
    assert_none(source::tracked().iter().flat_map(words::check).collect());
}

#[test]
fn nothing_is_left_over() {
    assert_none(source::tracked().iter().flat_map(leftovers::check).collect());
}

#[test]
fn marks_registers_and_cases_agree() {
    assert_none(marks::check(&source::tracked()));
}

#[test]
fn every_table_row_has_a_source() {
    assert_none(source::tracked().iter().flat_map(tables::check).collect());
}

#[test]
fn every_file_of_cases_is_told_of_on_the_pages() {
    let listed: Vec<String> = pentade::empires::seam::CASE_FILES
        .iter()
        .map(|(name, _)| format!("tests/cases/{name}.toml"))
        .collect();
    let unlisted = source::tracked().into_iter().filter(|file| {
        file.path.starts_with("tests/cases/") && file.path.ends_with(".toml") && !listed.contains(&file.path)
    });
    let what = "stands not in the list of src/empires/seam/cases.rs";
    assert_none(unlisted.map(|file| Fault::new(&file.path, 1, what)).collect());
}

#[test]
fn every_figure_and_every_kind_of_effect_is_used_by_some_rule() {
    assert_none(used::check(&source::tracked()));
}
