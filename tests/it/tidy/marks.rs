//! Marks in the code, the register of rules, the rulings and the cases point at each other.

use super::Fault;
use super::source::{Source, line_at, parts};
use std::collections::{BTreeMap, BTreeSet};

const REGISTER: &str = "config/rules/register.tsv";
const RULINGS: &str = "config/rules/rulings.toml";
const CASES: &str = "tests/cases/";
const STATUSES: &[&str] = &["done", "partial", "planned", "switched", "not-played"];

/// A row of the register.
#[derive(Debug)]
struct Rule {
    id: String,
    line: usize,
    status: String,
    /// Below `src/empires`, without its ending; a file or a folder.
    file: String,
}

/// A case: where it stands and what it cites.
#[derive(Debug)]
struct Case {
    id: String,
    path: String,
    line: usize,
    rules: Vec<String>,
}

/// A mark in a comment.
#[derive(Debug)]
struct Mark {
    kind: String,
    id: String,
    path: String,
    line: usize,
}

/// Everything that does not resolve, is cited by nothing, or stands in the wrong file.
///
pub fn check(files: &[Source]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let register =
        files.iter().find(|file| file.path == REGISTER).map(|file| read_register(file, &mut faults));
    let rulings = files.iter().find(|file| file.path == RULINGS).map(|file| read_rulings(file, &mut faults));
    let case_files = files.iter().filter(|file| file.path.starts_with(CASES) && file.path.ends_with(".toml"));
    let cases: Vec<Case> = case_files.flat_map(|file| read_cases(file, &mut faults)).collect();
    let marks: Vec<Mark> = files.iter().filter(|file| file.is_program()).flat_map(read_marks).collect();

    let Some(rules) = register else {
        faults.push(Fault::new(REGISTER, 1, "the register of rules is missing"));
        return faults;
    };
    let known: BTreeSet<&str> = rules.iter().map(|rule| rule.id.as_str()).collect();
    check_marks(&marks, &known, rulings.as_ref(), &cases, &mut faults);
    check_cases(&cases, &known, &mut faults);
    for (id, (line, rule)) in rulings.iter().flatten() {
        if !known.contains(rule.as_str()) {
            faults.push(Fault::new(
                RULINGS,
                *line,
                format!("{id} reads rule {rule}, which is not in the register"),
            ));
        }
    }
    for rule in &rules {
        check_rule(rule, files, &marks, &cases, &mut faults);
    }
    faults
}

fn read_register(file: &Source, faults: &mut Vec<Fault>) -> Vec<Rule> {
    let mut rules: Vec<Rule> = Vec::new();
    let rows = file.text.lines().enumerate().filter(|(_, row)| !row.starts_with('#') && !row.is_empty());
    for (at, row) in rows.skip(1) {
        let line = at + 1;
        let [id, status, path, visibility, title] = row.split('\t').collect::<Vec<_>>()[..] else {
            faults.push(Fault::new(REGISTER, line, "a row is: id, status, file, visibility, title"));
            continue;
        };
        if !STATUSES.contains(&status) {
            faults.push(Fault::new(REGISTER, line, format!("{id} has the status {status:?}")));
        }
        if !["open", "gm"].contains(&visibility) || title.trim().is_empty() {
            faults.push(Fault::new(REGISTER, line, format!("{id} needs `open` or `gm`, and a title")));
        }
        if rules.iter().any(|rule| rule.id == id) {
            faults.push(Fault::new(REGISTER, line, format!("{id} stands here twice")));
        }
        rules.push(Rule { id: id.into(), line, status: status.into(), file: path.into() });
    }
    rules
}

/// Each ruling with its line and the rule it reads.
fn read_rulings(file: &Source, faults: &mut Vec<Fault>) -> BTreeMap<String, (usize, String)> {
    let mut rulings = BTreeMap::new();
    let table = match file.text.parse::<toml::Table>() {
        Ok(table) => table,
        Err(error) => {
            faults.push(Fault::new(&file.path, 1, error.to_string()));
            return rulings;
        }
    };
    for (id, ruling) in &table {
        let line = line_of(&file.text, &format!("[\"{id}\"]"));
        match ruling.get("rule").and_then(toml::Value::as_str) {
            Some(rule) => {
                rulings.insert(id.clone(), (line, rule.to_owned()));
            }
            None => faults.push(Fault::new(&file.path, line, format!("{id} names no rule"))),
        }
        for part in ["question", "reading", "why"] {
            if ruling.get(part).and_then(toml::Value::as_str).is_none_or(|text| text.trim().is_empty()) {
                faults.push(Fault::new(&file.path, line, format!("{id} has no {part}")));
            }
        }
    }
    rulings
}

fn read_cases(file: &Source, faults: &mut Vec<Fault>) -> Vec<Case> {
    let table = match file.text.parse::<toml::Table>() {
        Ok(table) => table,
        Err(error) => {
            faults.push(Fault::new(&file.path, 1, error.to_string()));
            return Vec::new();
        }
    };
    let listed = table.get("case").and_then(toml::Value::as_array).cloned();
    let mut cases = Vec::new();
    for case in listed.iter().flatten() {
        let Some(id) = case.get("id").and_then(toml::Value::as_str) else {
            faults.push(Fault::new(&file.path, 1, format!("a case without id: {:?}", case.get("title"))));
            continue;
        };
        let rules = case.get("rules").and_then(toml::Value::as_array);
        let rules = rules.into_iter().flatten().filter_map(toml::Value::as_str).map(str::to_owned).collect();
        let line = line_of(&file.text, &format!("\"{id}\""));
        cases.push(Case { id: id.to_owned(), path: file.path.clone(), line, rules });
    }
    if cases.is_empty() {
        faults.push(Fault::new(&file.path, 1, "a file without cases"));
    }
    cases
}

/// The marks of a file's comments, several to a line perhaps.
fn read_marks(file: &Source) -> Vec<Mark> {
    let comments = parts(&file.text).comments;
    let mut marks = Vec::new();
    for kind in ["rule", "ruling", "case"] {
        let start = format!("{kind}:");
        for (at, _) in comments.match_indices(&start) {
            let begins = !comments[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            let id: String = comments[at + start.len()..]
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric() || ".-".contains(*c))
                .collect();
            let id = id.trim_end_matches(['.', '-']).to_owned();
            if begins && !id.is_empty() {
                marks.push(Mark {
                    kind: kind.into(),
                    id,
                    path: file.path.clone(),
                    line: line_at(&comments, at),
                });
            }
        }
    }
    marks
}

fn check_marks(
    marks: &[Mark],
    rules: &BTreeSet<&str>,
    rulings: Option<&BTreeMap<String, (usize, String)>>,
    cases: &[Case],
    faults: &mut Vec<Fault>,
) {
    for mark in marks {
        let known = match mark.kind.as_str() {
            "rule" => rules.contains(mark.id.as_str()),
            "ruling" => rulings.is_some_and(|rulings| rulings.contains_key(&mark.id)),
            _ => cases.iter().any(|case| case.id == mark.id),
        };
        if !known {
            faults.push(Fault::new(&mark.path, mark.line, format!("no {} {} is known", mark.kind, mark.id)));
        }
    }
}

fn check_cases(cases: &[Case], rules: &BTreeSet<&str>, faults: &mut Vec<Fault>) {
    let mut seen = BTreeSet::new();
    for case in cases {
        let mut fault = |what: String| faults.push(Fault::new(&case.path, case.line, what));
        let chapter = case.path.trim_start_matches(CASES).split('_').next().unwrap_or("");
        match case.id.split('.').collect::<Vec<_>>()[..] {
            [of, theme, number]
                if of == chapter
                    && theme.len() == 1
                    && theme.chars().all(|c| c.is_ascii_uppercase())
                    && number.parse::<u16>().is_ok() => {}
            _ => fault(format!("case {} should be called {chapter}.A.1 or the like", case.id)),
        }
        if !seen.insert(&case.id) {
            fault(format!("case {} exists twice", case.id));
        }
        if case.rules.is_empty() {
            fault(format!("case {} cites no rule", case.id));
        }
        for rule in case.rules.iter().filter(|rule| !rules.contains(rule.as_str())) {
            fault(format!("case {} cites rule {rule}, which is not in the register", case.id));
        }
    }
}

/// A rule in force has its file and a mark in it, and a case that cites it if it is done.
fn check_rule(rule: &Rule, files: &[Source], marks: &[Mark], cases: &[Case], faults: &mut Vec<Fault>) {
    if ["planned", "not-played"].contains(&rule.status.as_str()) {
        return;
    }
    let file = format!("src/empires/{}.rs", rule.file);
    let folder = format!("src/empires/{}/", rule.file);
    let is_there = |path: &str| path == file || path.starts_with(&folder);
    if rule.file.is_empty() || !files.iter().any(|source| is_there(&source.path)) {
        faults.push(Fault::new(REGISTER, rule.line, format!("{} has no file {:?}", rule.id, rule.file)));
    } else if !marks.iter().any(|mark| mark.kind == "rule" && mark.id == rule.id && is_there(&mark.path)) {
        faults.push(Fault::new(REGISTER, rule.line, format!("{} has no mark in {}", rule.id, rule.file)));
    }
    if rule.status == "done" && !cases.iter().any(|case| case.rules.contains(&rule.id)) {
        faults.push(Fault::new(REGISTER, rule.line, format!("{} is done and no case cites it", rule.id)));
    }
}

/// The first line that holds the words, else the first of all.
fn line_of(text: &str, words: &str) -> usize {
    text.find(words).map_or(1, |at| line_at(text, at))
}

#[cfg(test)]
mod tests {
    use super::super::in_short;
    use super::*;

    const HEAD: &str = "id\tstatus\tfile\tvisibility\ttitle\n";
    const GOLD: &str = "// rule:16.1 ruling:R16.1\nfn tax() {} // case:16.A.1\n";
    const RULING: &str = "[\"R16.1\"]\nrule = \"16.1\"\nquestion = \"q\"\nreading = \"r\"\nwhy = \"w\"\n";
    const CASE: &str = "[[case]]\nid = \"16.A.1\"\nrules = [\"16.1\"]\n";

    /// A whole sound sample, of which each test spoils one file.
    fn faults(spoiled: &str, text: &str) -> Vec<String> {
        let sound = [
            (REGISTER, format!("{HEAD}16.1\tdone\trules/gold\topen\ttaxation\n")),
            (RULINGS, RULING.to_owned()),
            ("src/empires/rules/gold.rs", GOLD.to_owned()),
            ("tests/cases/16_gold.toml", CASE.to_owned()),
        ];
        let files: Vec<Source> = sound
            .iter()
            .map(|(path, sound)| Source::new(path, if *path == spoiled { text } else { sound }))
            .collect();
        in_short(&check(&files))
    }

    #[test]
    fn a_sound_sample_has_no_fault() {
        assert_eq!(faults("", ""), Vec::<String>::new());
    }

    #[test]
    fn without_the_register_nothing_is_sound() {
        assert_eq!(in_short(&check(&[])), ["1: the register of rules is missing"]);
    }

    #[test]
    fn a_mark_that_resolves_to_nothing_is_found() {
        let text = format!("{GOLD}/// See rule:16.9. ruling:R9 and case:16.A.2, not a `rule: 5`\n");
        assert_eq!(
            faults("src/empires/rules/gold.rs", &text),
            ["3: no rule 16.9 is known", "3: no ruling R9 is known", "3: no case 16.A.2 is known"]
        );
    }

    #[test]
    fn a_rule_in_force_has_a_file_a_mark_and_a_case() {
        let with =
            |row: &str| faults(REGISTER, &format!("{HEAD}16.1\tdone\trules/gold\topen\ttaxation\n{row}\n"));

        assert_eq!(
            with("16.2\tdone\trules/gold\topen\tgold"),
            ["3: 16.2 has no mark in rules/gold", "3: 16.2 is done and no case cites it"]
        );
        assert_eq!(with("16.2\tpartial\trules/go\topen\tgold"), ["3: 16.2 has no file \"rules/go\""]);
        assert_eq!(with("16.2\tplanned\t\topen\tgold"), Vec::<String>::new());
    }

    #[test]
    fn a_row_of_the_register_is_whole_and_stands_once() {
        let with =
            |row: &str| faults(REGISTER, &format!("{HEAD}16.1\tdone\trules/gold\topen\ttaxation\n{row}\n"));

        assert_eq!(with("16.2\tplanned\topen"), ["3: a row is: id, status, file, visibility, title"]);
        assert_eq!(with("16.1\tplanned\t\topen\tgold"), ["3: 16.1 stands here twice"]);
        assert_eq!(with("16.2\tplanned\t\tall\tgold"), ["3: 16.2 needs `open` or `gm`, and a title"]);
        assert!(with("16.2\tready\trules/gold\topen\tgold")[0].contains("has the status \"ready\""));
    }

    #[test]
    fn a_ruling_names_its_rule_and_its_reason() {
        let text = RULING.replace("16.1\"\nq", "16.9\"\nq").replace("\"w\"", "\" \"");
        assert_eq!(
            faults(RULINGS, &text),
            ["1: R16.1 has no why", "1: R16.1 reads rule 16.9, which is not in the register"]
        );
    }

    #[test]
    fn a_case_belongs_to_its_file_and_cites_known_rules() {
        let with = |more: &str| faults("tests/cases/16_gold.toml", &format!("{CASE}{more}"));

        assert_eq!(
            with("[[case]]\nid = \"17.A.1\"\nrules = [\"16.1\"]\n"),
            ["5: case 17.A.1 should be called 16.A.1 or the like"]
        );
        assert_eq!(with("[[case]]\nid = \"16.A.1\"\nrules = [\"16.1\"]\n"), ["2: case 16.A.1 exists twice"]);
        assert_eq!(with("[[case]]\nid = \"16.A.2\"\n"), ["5: case 16.A.2 cites no rule"]);
        assert_eq!(
            with("[[case]]\nid = \"16.A.2\"\nrules = [\"5\"]\n"),
            ["5: case 16.A.2 cites rule 5, which is not in the register"]
        );
    }
}
