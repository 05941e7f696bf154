//! Plays the rule cases of `tests/cases`: each case is its own named test.
//!
//! A case says what is given on a blank board, what is ordered in the players' own words, what the dice show, and what is
//! expected of the world afterwards and of the printed explanations.

mod board;
mod case;
mod dice;
mod draws;
mod expect;
mod names;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use case::{Case, CaseFile};
use libtest_mimic::{Arguments, Failed, Trial};
use pentade::empires::orders::Vocabulary;
use pentade::empires::rulebook::Rulebook;

/// The shipped rulebook and the words of the shipped order language.
struct Rules {
    rulebook: Rulebook,
    vocabulary: Vocabulary,
}

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rules = Arc::new(rules(&root.join("config")));
    let mut trials = Vec::new();
    let mut seen = BTreeSet::new();
    for path in case_files(&root.join("tests/cases")) {
        trials.extend(trials_of(&path, &rules, &mut seen));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn trials_of(path: &Path, rules: &Arc<Rules>, seen: &mut BTreeSet<String>) -> Vec<Trial> {
    let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let text = fs::read_to_string(path).expect("a readable case file");
    let file: CaseFile = match toml::from_str(&text) {
        Ok(file) => file,
        Err(error) => {
            let reason = format!("{}: {error}", path.display());
            return vec![Trial::test(name, move || Err(Failed::from(reason)))];
        }
    };
    let chapter = name.split('_').next().unwrap_or_default().to_owned();
    let mut trials = Vec::new();
    for case in file.cases {
        let mut slips = case.slips(&chapter);
        if !seen.insert(case.id.clone()) {
            slips.push(format!("the id {} is used twice", case.id));
        }
        let rules = Arc::clone(rules);
        let title = format!("{} {}", case.id, case.title);
        trials.push(Trial::test(title, move || play(&rules, &case, slips)));
    }
    trials
}

fn play(rules: &Rules, case: &Case, mut faults: Vec<String>) -> Result<(), Failed> {
    if faults.is_empty() {
        match case.play(&rules.rulebook, &rules.vocabulary) {
            Ok(differences) => faults = differences,
            Err(reason) => faults.push(reason),
        }
    }
    if faults.is_empty() {
        return Ok(());
    }
    Err(Failed::from(format!("{} \"{}\"\n  {}", case.id, case.title, faults.join("\n  "))))
}

fn case_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder of cases");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    paths
}

fn rules(config: &Path) -> Rules {
    let mut files = BTreeMap::new();
    collect(config, config, &mut files);
    let rulebook = or_list(Rulebook::parse(&files));
    let words = files.get("words.toml").map_or("", String::as_str);
    let vocabulary = or_list(Vocabulary::parse(words, names::for_orders(&rulebook)));
    Rules { rulebook, vocabulary }
}

fn or_list<T, E: ToString>(read: Result<T, Vec<E>>) -> T {
    match read {
        Ok(read) => read,
        Err(faults) => {
            let list: Vec<String> = faults.iter().map(ToString::to_string).collect();
            panic!("the shipped config has faults:\n{}", list.join("\n"))
        }
    }
}

fn collect(root: &Path, folder: &Path, files: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            collect(root, &path, files);
        } else if let Ok(text) = fs::read_to_string(&path) {
            let name = path.strip_prefix(root).expect("a path below config").to_string_lossy().into_owned();
            files.insert(name, text);
        }
    }
}
