//! Rulings and editions: which readings there are and which are in force.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::fault::Faults;
use super::switches::Switches;
use super::toml_text::{Lined, parse};
use crate::empires::terms::RuleId;

pub(super) const RULINGS_FILE: &str = "rules/rulings.toml";
pub(super) const EDITIONS_FILE: &str = "rules/editions.toml";

/// A rule that can be read in more than one way, and the way it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    /// Its id: `R16.1`.
    pub id: String,
    /// The rule.
    pub rule: RuleId,
    /// What is not clear.
    pub question: String,
    /// The reading this server was built with.
    pub reading: String,
    /// Other readings.
    pub other: Vec<String>,
    /// Why this one.
    pub why: String,
    /// Whether an edition, or a game of its own, may choose another reading.
    pub switch: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RulingText {
    rule: String,
    question: String,
    reading: String,
    other: Vec<String>,
    why: String,
    switch: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EditionsText {
    current: Lined<String>,
    editions: Vec<Lined<EditionText>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EditionText {
    name: String,
    #[serde(rename = "title")]
    _title: String,
    readings: BTreeMap<String, Lined<String>>,
}

/// The rulings in order of chapters.
pub(super) fn read_rulings(files: &BTreeMap<String, String>, faults: &Faults) -> Vec<Ruling> {
    let Some(file) = parse::<BTreeMap<String, Lined<RulingText>>>(files, RULINGS_FILE, faults) else {
        return Vec::new();
    };
    let switches = Switches::known();
    for (id, _) in switches.iter().filter(|(id, _)| !file.value.contains_key(*id)) {
        faults.of(RULINGS_FILE, format!("ruling {id} is missing"));
    }
    let mut rulings = Vec::new();
    for (id, lined) in file.value {
        let line = file.lines.line(&lined);
        let text = lined.into_inner();
        faults.cite(RULINGS_FILE, line, RuleId::new(&text.rule));
        let words = switches.iter().find(|(known, _)| *known == id).map(|(_, words)| words);
        for fault in ruling_faults(&text, words) {
            faults.at(RULINGS_FILE, line, format!("{id}: {fault}"));
        }
        rulings.push((
            line,
            Ruling {
                id,
                rule: RuleId::new(&text.rule),
                question: text.question,
                reading: text.reading,
                other: text.other,
                why: text.why,
                switch: text.switch,
            },
        ));
    }
    rulings.sort_by_key(|(line, _)| *line);
    rulings.into_iter().map(|(_, ruling)| ruling).collect()
}

fn ruling_faults(text: &RulingText, words: Option<&Vec<&'static str>>) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, value) in [("rule", &text.rule), ("question", &text.question), ("why", &text.why)] {
        if value.trim().is_empty() {
            faults.push(format!("{name} is blank"));
        }
    }
    if text.other.contains(&text.reading) {
        faults.push(format!("the reading \"{}\" is among the others too", text.reading));
    }
    match words {
        Some(words) => {
            let named = text.other.iter().chain([&text.reading]);
            let mut named: Vec<&str> = named.map(String::as_str).collect();
            let mut known = words.clone();
            named.sort_unstable();
            known.sort_unstable();
            if named != known {
                faults.push(format!("its readings must be {}", words.join(", ")));
            }
            if !text.switch {
                faults.push("it is a switch".to_owned());
            }
        }
        None if text.switch => faults.push("no code knows this switch".to_owned()),
        None => {}
    }
    faults
}

/// The name of the current edition and its readings.
pub(super) fn read_editions(files: &BTreeMap<String, String>, faults: &Faults) -> Option<(String, Switches)> {
    let file = parse::<EditionsText>(files, EDITIONS_FILE, faults)?;
    let switches = Switches::known();
    let mut names = Vec::new();
    let mut current = None;
    for lined in &file.value.editions {
        let (line, edition) = (file.lines.line(lined), lined.get_ref());
        if names.contains(&edition.name) {
            faults.at(EDITIONS_FILE, line, format!("edition \"{}\" is there twice", edition.name));
        }
        names.push(edition.name.clone());
        for (id, words) in &switches {
            match edition.readings.get(*id) {
                None => faults.at(EDITIONS_FILE, line, format!("it has no reading of {id}")),
                Some(reading) if !words.contains(&reading.get_ref().as_str()) => faults.at(
                    EDITIONS_FILE,
                    file.lines.line(reading),
                    format!(
                        "unknown reading \"{}\" of {id}; known are {}",
                        reading.get_ref(),
                        words.join(", ")
                    ),
                ),
                Some(_) => {}
            }
        }
        for (id, reading) in
            edition.readings.iter().filter(|(id, _)| !switches.iter().any(|(one, _)| one == id))
        {
            faults.at(EDITIONS_FILE, file.lines.line(reading), format!("no code knows the switch {id}"));
        }
        if edition.name == *file.value.current.get_ref() {
            current = Switches::read(|id| edition.readings.get(id).map(|reading| reading.get_ref().as_str()));
        }
    }
    let name = file.value.current.get_ref();
    if !names.contains(name) {
        faults.at(
            EDITIONS_FILE,
            file.lines.line(&file.value.current),
            format!("there is no edition \"{name}\""),
        );
    }
    current.map(|switches| (name.clone(), switches))
}
