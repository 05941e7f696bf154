//! One case, and how it is played.

use std::collections::BTreeMap;

use pentade::empires::chronicle::{Entry, Happening};
use pentade::empires::explain::explain;
use pentade::empires::orders::{Context, Vocabulary, read};
use pentade::empires::pentade::{Inputs, Outcome, adjudicate};
use pentade::empires::rulebook::{Division, Rulebook};
use pentade::empires::rules::corrections::may_correct;
use pentade::empires::rules::{GmRuling, Unanswered};
use pentade::empires::terms::{EmpireId, Order, OrderSheet};
use pentade::empires::world::World;

use pentade::postal::question::{Ballot, Question};
use pentade::postal::reading::Weight;
use serde::Deserialize;

use crate::coverage::Used;
use crate::names::{BOARD, LONG_GAME, Names};
use crate::{board, dice, draws, expect, names};

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
    /// Areas that the game added to the map before, in a ruling's words: `new area Saxon March: beside Saxony, …`.
    #[serde(default)]
    pub adds: Vec<String>,
    /// What differs from the blank board.
    #[serde(default)]
    pub given: Vec<String>,
    /// Orders: `Germany: year 1: tax Lombardy`.
    #[serde(default)]
    pub orders: Vec<String>,
    /// Orders as a sheet bears them, for what the order language would not let pass: `Germany: {"when": "standing", "act": …}`.
    /// `3 times Germany: …` writes it three times.
    #[serde(default)]
    pub written: Vec<String>,
    /// What the dice show and which cards are dealt: `"year 1 rebellion Lombardy" = [3, 4]`, `"year 1 card Germany" = [12]`.
    #[serde(default)]
    pub dice: BTreeMap<String, Vec<u32>>,
    /// Which event cards are drawn: `Germany = "Famine"`. All others draw Quiet Years.
    #[serde(default)]
    pub draws: BTreeMap<String, String>,
    /// Figures that differ from the table: `remembered_years = 25`.
    #[serde(default)]
    pub figures: BTreeMap<String, i32>,
    /// Readings of rulings that differ from the edition.
    #[serde(default)]
    pub switches: BTreeMap<String, String>,
    /// The realm that a death divides as the long game's Frankish one: `Germany from 976`.
    pub divides: Option<String>,
    /// How many players wait for an empire.
    #[serde(default)]
    pub waiting: u32,
    /// Answers to questions, by id; a ballot's by id, `@` and voter.
    #[serde(default)]
    pub answers: BTreeMap<String, String>,
    /// What the GM laid down: `year 2: Lombardy: social state +1`.
    #[serde(default)]
    pub rulings: Vec<String>,
    /// The questions that the pentade stops at, with those who are asked: `claim/977/germany/lombardy: france, pope`. With
    /// any of these nothing else can be expected.
    #[serde(default)]
    pub asks: Vec<String>,
    /// Whether a pentade may still be corrected (34.1). With this nothing is played.
    pub corrects: Option<Correction>,
    /// What is so afterwards.
    #[serde(default)]
    pub expect: Vec<String>,
    /// Lines of explanation, each of which must be printed.
    #[serde(default)]
    pub explains: Vec<String>,
    /// Words that a refusal must bear: `Germany: the base is not its own`.
    #[serde(default)]
    pub refuses: Vec<String>,
    /// Entries that must be: names of kinds in small letters, `rebelled`, `card.drawn`.
    #[serde(default)]
    pub tells: Vec<String>,
    /// Entries that must not be: names of kinds in small letters, `rebellion_checked`.
    #[serde(default)]
    pub never: Vec<String>,
}

/// A question about 34.1: the first years of two pentades, and what is answered.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    of: i32,
    now: i32,
    #[serde(default)]
    allowed: bool,
    refused: Option<String>,
}

impl Correction {
    fn differences(&self, rulebook: &Rulebook, used: &mut Used) -> Vec<String> {
        let answer = may_correct(&rulebook.figures, self.of, self.now);
        if let Err(refusal) = &answer {
            used.refused.insert(refusal.rule.to_owned());
            used.reasons.insert(refusal.reason.clone());
        }
        let answer = answer.map_err(|refusal| refusal.to_string());
        let as_expected = match &answer {
            Ok(()) => self.allowed && self.refused.is_none(),
            Err(reason) => !self.allowed && self.refused.as_ref() == Some(reason),
        };
        if as_expected { Vec::new() } else { vec![format!("answered was {answer:?}")] }
    }
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
            && self.asks.is_empty()
            && self.tells.is_empty()
            && self.corrects.is_none()
        {
            slips.push("nothing is expected".to_owned());
        }
        slips
    }

    /// Plays the case and lists every difference.
    ///
    /// Errors: words of the case that mean nothing, or a board that is broken.
    pub fn play(
        &self,
        rulebook: &Rulebook,
        vocabulary: &Vocabulary,
        used: &mut Used,
    ) -> Result<Vec<String>, String> {
        let found = self.play_with(&self.answers, rulebook, vocabulary, used)?;
        if !self.answers.is_empty() && self.asks.is_empty() {
            let unanswered = self.play_with(&BTreeMap::new(), rulebook, vocabulary, &mut Used::default())?;
            if !unanswered.is_empty() {
                used.answered.extend(self.answers.keys().map(|id| first_word(id)));
            }
        }
        Ok(found)
    }

    fn play_with(
        &self,
        answers: &BTreeMap<String, String>,
        rulebook: &Rulebook,
        vocabulary: &Vocabulary,
        used: &mut Used,
    ) -> Result<Vec<String>, String> {
        let rulebook = self.switched(rulebook)?;
        if let Some(correction) = &self.corrects {
            return Ok(correction.differences(&rulebook, used));
        }
        let board = board::blank(&rulebook, self.year, &self.adds)?;
        let names = Names::new(&rulebook.of_world(&board));
        let world = board::laid_out(&rulebook.bounds(), board, &names, &self.given)?;
        let vocabulary = &names::with_added(vocabulary, &world);
        let asking = !self.asks.is_empty();
        let inputs = Inputs {
            sheets: self.sheets(vocabulary, &names, &world)?,
            answers: answers.clone(),
            rulings: self.rulings(world.pentade.first_year()),
            unanswered: if asking { Unanswered::Asked } else { Unanswered::TakesDefault },
            waiting_players: self.waiting,
        };
        let drawn = draws::laid_down(&names, &world, &self.draws)?;
        let (dice, keys) = dice::laid_down(&rulebook, &names, &world, &self.dice, drawn)?;
        let outcome = adjudicate(&rulebook, &world, &inputs, &dice).map_err(|broken| broken.to_string())?;
        let (world, chronicle) = match outcome {
            Outcome::Undecided { questions } => {
                used.put.extend(questions.iter().map(|one| first_word(&one.id)));
                return Ok(self.unasked(&questions));
            }
            Outcome::Complete { .. } if asking => return Ok(vec!["nothing was asked".to_owned()]),
            Outcome::Complete { world, chronicle } => (world, chronicle),
        };
        let words = self.given.iter().chain(self.dice.keys()).chain(&self.expect);
        words.for_each(|words| used.say(words));
        self.rules.iter().for_each(|rule| used.cite(rule));
        used.read(&chronicle);
        let names = Names::new(&rulebook.of_world(&world));
        Ok(self.differences(&names, &world, &chronicle, &keys))
    }

    /// The questions that were expected and not put, and those that were put unexpected.
    fn unasked(&self, questions: &[Question]) -> Vec<String> {
        let put: Vec<String> = questions.iter().map(question_words).collect();
        let missing = self.asks.iter().filter(|asked| !put.contains(asked));
        let missing = missing.map(|asked| format!("not asked: {asked}; asked: {put:?}"));
        let surplus = put.iter().filter(|one| !self.asks.contains(one));
        missing.chain(surplus.map(|one| format!("asked unexpected: {one}"))).collect()
    }

    /// `year 2: Lombardy: social state +1` as the GM's ruling; without a year for the opening.
    fn rulings(&self, first_year: i32) -> Vec<GmRuling> {
        let ruling = |words: &String| {
            let year = words.strip_prefix("year ").and_then(|rest| rest.split_once(": "));
            let dated = year.and_then(|(number, rest)| Some((number.parse::<i32>().ok()?, rest)));
            let (year, words) = match dated {
                Some((number @ 1..=5, rest)) => (Some(first_year + number - 1), rest),
                Some((year, rest)) => (Some(year), rest),
                None => (None, words.as_str()),
            };
            GmRuling { year, words: words.to_owned(), reason: "the case says so".to_owned(), public: true }
        };
        self.rulings.iter().map(ruling).collect()
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
        for kind in &self.tells {
            if !chronicle.iter().any(|entry| entry.kind.name() == *kind) {
                found.push(format!("nothing told of {kind}"));
            }
        }
        for kind in &self.never {
            found.extend(chronicle.iter().filter(|entry| entry.kind.name() == *kind).map(|entry| {
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
            let context = Context::of(empire.clone(), world.pentade);
            let read = read(vocabulary, &context, &letter);
            if let Some(bad) = read.complaints.iter().find(|one| one.weight == Weight::SetAside) {
                return Err(format!("the order \"{}\" was set aside: {}", bad.quoted, bad.message));
            }
            sheets.insert(empire, read.sheet);
        }
        for line in &self.written {
            let repeated =
                line.split_once(" times ").and_then(|(times, one)| Some((times.parse().ok()?, one)));
            let (times, one) = repeated.unwrap_or((1, line.as_str()));
            let named = one.split_once(": ").and_then(|(name, order)| Some((names.empire(name)?, order)));
            let (empire, order) = named.ok_or_else(|| format!("written \"{line}\" names no empire"))?;
            let order: Order =
                serde_json::from_str(order).map_err(|error| format!("written \"{line}\": {error}"))?;
            sheets
                .entry(empire.clone())
                .or_insert_with(OrderSheet::default)
                .orders
                .extend(std::iter::repeat_n(order, times));
        }
        Ok(sheets)
    }

    fn switched(&self, rulebook: &Rulebook) -> Result<Rulebook, String> {
        let mut rulebook = rulebook.clone();
        for (id, word) in &self.switches {
            let switched = rulebook.switches.with(id, word);
            rulebook.switches = switched.ok_or_else(|| format!("{id} has no reading \"{word}\""))?;
        }
        for (id, value) in &self.figures {
            let figures = rulebook.figures.with(id, *value);
            rulebook.figures = figures.ok_or_else(|| format!("there is no figure {id} of {value}"))?;
        }
        if let Some(words) = &self.divides {
            let division =
                division(&rulebook, words).ok_or_else(|| format!("divides \"{words}\" means nothing"))?;
            rulebook.scenarios.entry(BOARD.to_owned()).and_modify(|board| board.division = Some(division));
        }
        Ok(rulebook)
    }
}

/// What kind of question an id is of: `claim` of `claim/977/germany/lombardy`.
fn first_word(id: &str) -> String {
    id.split('/').next().unwrap_or_default().to_owned()
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

/// `claim/977/germany/lombardy: france, pope`; for the GM's questions the id alone.
fn question_words(question: &Question) -> String {
    if question.electorate.is_empty() {
        return question.id.clone();
    }
    let electors: Vec<String> = question.electorate.iter().map(ToString::to_string).collect();
    let openly = if question.ballot == Ballot::Open { "openly, " } else { "" };
    format!("{openly}{}: {}", question.id, electors.join(", "))
}

/// A refusal as `Germany: reason (rule)`.
fn refusal(names: &Names, entry: &Entry) -> Option<String> {
    let Happening::OrderRefused { reason, .. } = &entry.kind else { return None };
    let who = entry.who.as_ref().map_or("nobody", |side| names.empire_name(side.as_str()));
    let rule = entry.rules.first().map_or("", |rule| rule.as_str());
    Some(format!("{who}: {reason} ({rule})"))
}
