//! Plays the rule cases of `tests/cases`: each case is its own named test.
//!
//! A case says what is given on a blank board, what is ordered in the players' own words, what the dice show, and what is
//! expected of the world afterwards and of the printed explanations.

mod board;
mod case;
mod coverage;
mod dice;
mod draws;
mod expect;
mod names;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use case::{Case, CaseFile};
use coverage::{Coverage, Used};
use libtest_mimic::{Arguments, Failed, Trial};
use pentade::empires::orders::Vocabulary;
use pentade::empires::rulebook::{Rulebook, Status};
use pentade::empires::terms::RuleId;
use pentade::settings::texts::ConfigTexts;

/// The shipped rulebook and the words of the shipped order language.
struct Rules {
    rulebook: Rulebook,
    vocabulary: Vocabulary,
    coverage: Coverage,
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rules = Arc::new(rules(&root.join("config")));
    let mut trials = Vec::new();
    let mut seen = BTreeSet::new();
    let mut cases = Vec::new();
    for path in case_files(&root.join("tests/cases")) {
        trials.extend(trials_of(&path, &rules, &mut seen, &mut cases));
    }
    trials.extend(flips(&rules, &Arc::new(cases)));
    let conclusion = libtest_mimic::run(&arguments, trials);
    let all_ran = conclusion.num_filtered_out == 0 && !arguments.list;
    if all_ran && !conclusion.has_failed() && !is_covered(&rules.coverage, root) {
        return ExitCode::FAILURE;
    }
    conclusion.exit_code()
}

/// Whether the cases use all that there is, but for what `tests/cases/unused.txt` lists.
fn is_covered(coverage: &Coverage, root: &Path) -> bool {
    let missing = coverage.missing(root);
    let Some(allowed) = coverage::allowed(root) else {
        println!("used by no case: {} things; COVERAGE=list names them", missing.len());
        if std::env::var("COVERAGE").is_ok_and(|asked| asked == "list") {
            println!("{}", missing.join("\n"));
        }
        return true;
    };
    let beyond: Vec<&String> = missing.iter().filter(|one| !allowed.contains(*one)).collect();
    let found: Vec<&String> = allowed.iter().filter(|one| !missing.contains(one)).collect();
    for one in &beyond {
        println!("used by no case: {one}");
    }
    for one in &found {
        println!("used by a case now, to be struck out of tests/cases/unused.txt: {one}");
    }
    beyond.is_empty() && found.is_empty()
}

fn trials_of(
    path: &Path,
    rules: &Arc<Rules>,
    seen: &mut BTreeSet<String>,
    cases: &mut Vec<Arc<Case>>,
) -> Vec<Trial> {
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
        let (case, rules) = (Arc::new(case), Arc::clone(rules));
        let title = format!("{} {}", case.id, case.title);
        cases.push(Arc::clone(&case));
        trials.push(Trial::test(title, move || play(&rules, &case, slips)));
    }
    trials
}

fn play(rules: &Rules, case: &Case, mut faults: Vec<String>) -> Result<(), Failed> {
    let mut used = Used::default();
    if faults.is_empty() {
        match case.play(&rules.rulebook, &rules.vocabulary, &mut used) {
            Ok(differences) => faults = differences,
            Err(reason) => faults.push(reason),
        }
    }
    if faults.is_empty() {
        rules.coverage.take_down(used);
        return Ok(());
    }
    Err(Failed::from(format!("{} \"{}\"\n  {}", case.id, case.title, faults.join("\n  "))))
}

/// For each reading of a switch that the edition did not choose, on a rule that is in force: some case must tell it from
/// the chosen one.
fn flips(rules: &Arc<Rules>, cases: &Arc<Vec<Arc<Case>>>) -> Vec<Trial> {
    let in_force = |rule: &RuleId| {
        let row = rules.rulebook.register.iter().find(|row| row.id == *rule);
        row.is_some_and(|row| row.status != Status::Planned)
    };
    let rulings = rules.rulebook.rulings.iter();
    let switches = rulings.filter(|ruling| ruling.switch && in_force(&ruling.rule));
    let readings = switches.flat_map(|ruling| {
        let chosen = rules.rulebook.switches.word(&ruling.id);
        let all =
            ruling.other.iter().chain([&ruling.reading]).filter(move |word| Some(word.as_str()) != chosen);
        all.map(|word| (ruling.id.clone(), ruling.rule.to_string(), word.clone()))
    });
    let trial = |(id, rule, word): (String, String, String)| {
        let (rules, cases) = (Arc::clone(rules), Arc::clone(cases));
        let title = format!("{id} read as {word} is told apart by a case");
        Trial::test(title, move || flip(&rules, &cases, &id, &rule, &word))
    };
    readings.map(trial).collect()
}

fn flip(rules: &Rules, cases: &[Arc<Case>], id: &str, rule: &str, word: &str) -> Result<(), Failed> {
    let mut rulebook = rules.rulebook.clone();
    rulebook.switches =
        rulebook.switches.with(id, word).ok_or_else(|| format!("{id} has no reading {word}"))?;
    let said = |case: &Case| case.rules.iter().any(|cited| cited == rule || cited == id);
    let tells = |case: &Case| {
        let played = case.play(&rulebook, &rules.vocabulary, &mut Used::default());
        !played.is_ok_and(|differences| differences.is_empty())
    };
    // A case that sets the switch itself tells its reading, with or without the edition's.
    let sets = |case: &Case| case.switches.get(id).is_some_and(|set| set == word);
    let of_rule = || cases.iter().filter(|case| said(case));
    if of_rule().any(|case| sets(case)) || of_rule().any(|case| tells(case)) {
        return Ok(());
    }
    Err(Failed::from(format!("every case that cites {rule} passes with {id} read as {word}")))
}

fn case_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder of cases");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    paths
}

fn rules(config: &Path) -> Rules {
    let files = ConfigTexts::read(config).expect("config/ can be read").files;
    let rulebook = or_list(Rulebook::parse(&files));
    let words = files.get("words.toml").map_or("", String::as_str);
    let vocabulary = or_list(Vocabulary::parse(words, names::for_orders(&rulebook)));
    Rules { rulebook, vocabulary, coverage: Coverage::default() }
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
