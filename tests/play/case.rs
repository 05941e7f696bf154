//! One case, and how it is played.

use std::collections::BTreeMap;

use pentade::empires::chronicle::{Entry, Happening};
use pentade::empires::explain::explain;
use pentade::empires::orders::{Context, Vocabulary, read};
use pentade::empires::pentade::{Inputs, Outcome, adjudicate};
use pentade::empires::rulebook::{Division, EmpireSize, PeriodRecovery, Rulebook, TaxationEffect, Word};
use pentade::empires::terms::{EmpireId, OrderSheet};
use pentade::empires::world::World;
use pentade::postal::reading::Weight;
use serde::Deserialize;

use crate::names::{BOARD, LONG_GAME, Names};
use crate::{board, dice, expect};

/// A file of cases.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseFile {
    /// What the theme letters of the chapter stand for.
    #[serde(default, rename = "themes")]
    _themes: BTreeMap<String, String>,
    #[serde(rename = "case", default)]
    pub cases: Vec<Case>,
}

/// One case. Everything but id, title and rules may be left out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    pub id: String,
    pub title: String,
    pub rules: Vec<String>,
    /// First year of the pentade played.
    #[serde(default = "first_year")]
    pub year: i32,
    /// What differs from the blank board.
    #[serde(default)]
    pub given: Vec<String>,
    /// Orders: `Germany: year 1: tax Lombardy`.
    #[serde(default)]
    pub orders: Vec<String>,
    /// What the dice show and which cards are dealt: `"year 1 rebellion Lombardy" = [3, 4]`, `"year 1 card Germany" = [12]`.
    #[serde(default)]
    pub dice: BTreeMap<String, Vec<u32>>,
    /// Readings of rulings that differ from the edition.
    #[serde(default)]
    pub switches: BTreeMap<String, String>,
    /// The realm that a death divides as the long game's Frankish one: `Germany from 976`.
    pub divides: Option<String>,
    /// How many players wait for an empire.
    #[serde(default)]
    pub waiting: u32,
    /// What is so afterwards.
    #[serde(default)]
    pub expect: Vec<String>,
    /// Lines of explanation, each of which must be printed.
    #[serde(default)]
    pub explains: Vec<String>,
    /// Words that a refusal must bear: `Germany: the base is not its own`.
    #[serde(default)]
    pub refuses: Vec<String>,
    /// Entries that must not be: names of kinds in small letters, `rebellion_checked`.
    #[serde(default)]
    pub never: Vec<String>,
}

fn first_year() -> i32 {
    976
}

impl Case {
    /// What is wrong with the case itself.
    pub fn slips(&self, chapter: &str) -> Vec<String> {
        let mut slips = Vec::new();
        if self.id.split('.').next() != Some(chapter) {
            slips.push(format!("the id {} is not of chapter {chapter}", self.id));
        }
        if self.rules.is_empty() {
            slips.push("no rule is cited".to_owned());
        }
        if self.expect.is_empty()
            && self.explains.is_empty()
            && self.refuses.is_empty()
            && self.never.is_empty()
        {
            slips.push("nothing is expected".to_owned());
        }
        slips
    }

    /// Plays the case and lists every difference.
    ///
    /// Errors: words of the case that mean nothing, or a board that is broken.
    pub fn play(&self, rulebook: &Rulebook, vocabulary: &Vocabulary) -> Result<Vec<String>, String> {
        let rulebook = self.switched(rulebook)?;
        let names = Names::new(&rulebook);
        let world = board::laid_out(&rulebook, &names, self.year, &self.given)?;
        let inputs = Inputs {
            sheets: self.sheets(vocabulary, &names, &world)?,
            answers: BTreeMap::new(),
            waiting_players: self.waiting,
        };
        let (dice, keys) = dice::laid_down(&rulebook, &names, &world, &self.dice)?;
        let outcome = adjudicate(&rulebook, &world, &inputs, &dice).map_err(|broken| broken.to_string())?;
        let Outcome::Complete { world, chronicle } = outcome else {
            return Err("the pentade is undecided".to_owned());
        };
        Ok(self.differences(&names, &world, &chronicle, &keys))
    }

    fn differences(&self, names: &Names, world: &World, chronicle: &[Entry], keys: &[String]) -> Vec<String> {
        let mut found = Vec::new();
        for line in &self.expect {
            found.extend(expect::difference(names, world, line));
        }
        let printed: Vec<String> = chronicle.iter().flat_map(explain).collect();
        for line in self.explains.iter().filter(|line| !printed.contains(line)) {
            found
                .push(format!("not explained: {line}\n    printed was:\n      {}", printed.join("\n      ")));
        }
        let refused: Vec<String> = chronicle.iter().filter_map(|entry| refusal(names, entry)).collect();
        for words in self.refuses.iter().filter(|words| !refused.iter().any(|one| one.contains(*words))) {
            found.push(format!("not refused: {words}\n    refused was:\n      {}", refused.join("\n      ")));
        }
        if self.refuses.is_empty() && !refused.is_empty() {
            found.push(format!("refused without being expected: {}", refused.join("; ")));
        }
        for kind in &self.never {
            found.extend(chronicle.iter().filter(|entry| kind_of(entry) == *kind).map(|entry| {
                format!("{kind} of {:?} at {:?} in {:?} was not to be", entry.who, entry.place, entry.year)
            }));
        }
        let drawn =
            |key: &String| chronicle.iter().flat_map(|entry| &entry.chance).any(|draw| draw.key == *key);
        found.extend(keys.iter().filter(|key| !drawn(key)).map(|key| format!("never rolled: {key}")));
        found
    }

    /// The sheets that the orders make, each empire's read as one letter.
    ///
    /// Errors: a line that the order language sets aside.
    fn sheets(
        &self,
        vocabulary: &Vocabulary,
        names: &Names,
        world: &World,
    ) -> Result<BTreeMap<EmpireId, OrderSheet>, String> {
        let mut letters: BTreeMap<EmpireId, String> = BTreeMap::new();
        for line in &self.orders {
            let named = line.split_once(": ").and_then(|(name, order)| Some((names.empire(name)?, order)));
            let (empire, order) = named.ok_or_else(|| format!("orders \"{line}\" name no empire"))?;
            let letter = letters.entry(empire.clone()).or_default();
            letter.push_str(&dated(order, world.pentade.first_year()));
            letter.push('\n');
        }
        let mut sheets = BTreeMap::new();
        for (empire, letter) in letters {
            let context = Context { empire: empire.clone(), pentade: world.pentade };
            let read = read(vocabulary, &context, &letter);
            if let Some(bad) = read.complaints.iter().find(|one| one.weight == Weight::SetAside) {
                return Err(format!("the order \"{}\" was set aside: {}", bad.quoted, bad.message));
            }
            sheets.insert(empire, read.sheet);
        }
        Ok(sheets)
    }

    fn switched(&self, rulebook: &Rulebook) -> Result<Rulebook, String> {
        let mut rulebook = rulebook.clone();
        for (id, word) in &self.switches {
            let unknown = || format!("{id} has no reading \"{word}\"");
            match id.as_str() {
                "R8.6" => rulebook.switches.empire_size = EmpireSize::of(word).ok_or_else(unknown)?,
                "R16.1" => rulebook.switches.taxation = TaxationEffect::of(word).ok_or_else(unknown)?,
                "R33.3" => {
                    rulebook.switches.period_recovery = PeriodRecovery::of(word).ok_or_else(unknown)?
                }
                _ => return Err(format!("there is no switch {id}")),
            }
        }
        if let Some(words) = &self.divides {
            let division =
                division(&rulebook, words).ok_or_else(|| format!("divides \"{words}\" means nothing"))?;
            rulebook.scenarios.entry(BOARD.to_owned()).and_modify(|board| board.division = Some(division));
        }
        Ok(rulebook)
    }
}

/// The long game's division, of another realm and from another year.
fn division(rulebook: &Rulebook, words: &str) -> Option<Division> {
    let (realm, year) = words.split_once(" from ")?;
    let empire = Names::new(rulebook).empire(realm)?.clone();
    let division = rulebook.scenarios.get(LONG_GAME)?.division.clone()?;
    Some(Division { empire, from_year: year.parse().ok()?, ..division })
}

/// `year 2: tax Saxony` as `977: tax Saxony`; an order without a year as it is.
fn dated(order: &str, first_year: i32) -> String {
    let year = order.strip_prefix("year ").and_then(|rest| rest.split_once(": "));
    match year.and_then(|(number, rest)| Some((number.parse::<i32>().ok()?, rest))) {
        Some((number @ 1..=5, rest)) => format!("{}: {rest}", first_year + number - 1),
        Some((year, rest)) => format!("{year}: {rest}"),
        None => order.to_owned(),
    }
}

/// A refusal as `Germany: reason (rule)`.
fn refusal(names: &Names, entry: &Entry) -> Option<String> {
    let Happening::OrderRefused { reason, .. } = &entry.kind else { return None };
    let who = entry.who.as_ref().map_or("nobody", |side| names.empire_name(side.as_str()));
    let rule = entry.rules.first().map_or("", |rule| rule.as_str());
    Some(format!("{who}: {reason} ({rule})"))
}

/// The kind of an entry as its written form names it.
fn kind_of(entry: &Entry) -> String {
    match serde_json::to_value(&entry.kind) {
        Ok(serde_json::Value::String(kind)) => kind,
        Ok(serde_json::Value::Object(fields)) => fields.keys().next().cloned().unwrap_or_default(),
        _ => String::new(),
    }
}
