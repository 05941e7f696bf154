//! The words of the order language with their meanings, and the names of areas, empires and religions.

use std::collections::{BTreeMap, BTreeSet};

use smol_str::SmolStr;

use super::tokens::{Kind, Token, fold};
use super::words::{Card, SectionKind, Subject, Verb, Word};
use super::words_file::{File, WordsFault, fault, missing_words};
use crate::empires::terms::{AreaId, EmpireId, ReligionId, RuleId};

/// What a phrase can mean. The numbers count rows of the vocabulary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Meaning {
    Area(u16),
    Empire(u16),
    Religion(u16),
    Verb(u16),
    Section(u16),
    Card(Card),
    Subject(Subject),
    Word(Word),
}

/// A meaning found at a token, with the number of tokens it covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Match {
    pub tokens: u16,
    pub meaning: Meaning,
}

/// How players may call an empire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmpireNames {
    /// Its id.
    pub id: EmpireId,
    /// Its name, as orders are printed: `German Empire`.
    pub name: String,
    /// The adjective, if it has one: `German`.
    pub adjective: Option<String>,
    /// Further names: `Germany`.
    pub aliases: Vec<String>,
}

/// The names that orders can use, from the map, the scenario and the tables.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    /// Land areas with their names.
    pub areas: Vec<(AreaId, String)>,
    /// Everyone who can be written to, paid or sworn to.
    pub empires: Vec<EmpireNames>,
    /// Religions with their names.
    pub religions: Vec<(ReligionId, String)>,
}

#[derive(Debug, Clone)]
struct Entry {
    rest: Vec<SmolStr>,
    meaning: Meaning,
}

/// Every word of the order language. Made once for a rulebook and a scenario.
#[derive(Debug, Clone)]
pub struct Vocabulary {
    phrases: BTreeMap<SmolStr, Vec<Entry>>,
    spellings: BTreeMap<Sort, Vec<(String, u16)>>,
    names: Names,
    verbs: Vec<(Verb, RuleId)>,
    examples: BTreeMap<Verb, String>,
    plays: BTreeMap<Card, String>,
    sections: Vec<SectionKind>,
}

/// What a misspelt word may have been meant for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sort {
    Area,
    Empire,
    Verb,
    Card,
}

impl Vocabulary {
    /// The vocabulary of `words.toml` and of these names.
    ///
    /// Errors: every fault at once: bad TOML, a closed list without words, words for a name that is not there.
    pub fn parse(words_toml: &str, names: Names) -> Result<Self, Vec<WordsFault>> {
        Self::of(&File::parse(words_toml)?, names)
    }

    /// The same with the words of another language beside the English ones.
    ///
    /// Errors: as for [`Vocabulary::parse`]; the translation need not have words for everything.
    pub fn translated(words_toml: &str, translation: &str, names: Names) -> Result<Self, Vec<WordsFault>> {
        Self::of(&File::parse(words_toml)?.with(File::parse(translation)?)?, names)
    }

    fn of(file: &File, names: Names) -> Result<Self, Vec<WordsFault>> {
        let mut vocabulary = Self {
            phrases: BTreeMap::new(),
            spellings: BTreeMap::new(),
            names,
            verbs: Vec::new(),
            examples: BTreeMap::new(),
            plays: file.plays.clone(),
            sections: Vec::new(),
        };
        let mut faults = missing_words(file);
        vocabulary.add_tables(file, &mut faults);
        vocabulary.add_names(file, &mut faults);
        vocabulary.sort();
        if faults.is_empty() { Ok(vocabulary) } else { Err(faults) }
    }

    fn add_tables(&mut self, file: &File, faults: &mut Vec<WordsFault>) {
        for (row, verb) in file.verb.iter().enumerate() {
            self.verbs.push((verb.act, RuleId::new(&verb.rule)));
            self.examples.extend(verb.example.clone().map(|example| (verb.act, example)));
            let place = format!("verb {}", row + 1);
            for words in &verb.words {
                self.add(&place, words, Meaning::Verb(number(row)), faults);
                self.spell(Sort::Verb, words, number(row));
            }
        }
        for (row, section) in file.section.iter().enumerate() {
            self.sections.push(section.kind);
            let place = format!("section {}", row + 1);
            for words in &section.words {
                self.add(&place, words, Meaning::Section(number(row)), faults);
            }
        }
        for (card, words) in file.cards.iter().flat_map(|(card, all)| all.iter().map(move |one| (card, one)))
        {
            self.add(&format!("cards, {card:?}"), words, Meaning::Card(*card), faults);
            let row = Card::ALL.iter().position(|known| known == card).unwrap_or(0);
            self.spell(Sort::Card, words, number(row));
        }
        for (subject, words) in file.parleys.iter().flat_map(|(of, all)| all.iter().map(move |one| (of, one)))
        {
            self.add(&format!("parleys, {subject:?}"), words, Meaning::Subject(*subject), faults);
        }
        for (word, phrases) in &file.words {
            for words in phrases {
                self.add(&format!("words, {word:?}"), words, Meaning::Word(*word), faults);
            }
        }
    }

    fn add_names(&mut self, file: &File, faults: &mut Vec<WordsFault>) {
        let names = self.names.clone();
        for (row, (id, name)) in names.areas.iter().enumerate() {
            let more = file.areas.get(id.as_str()).into_iter().flatten();
            for words in std::iter::once(name).chain(more) {
                self.add("areas", words, Meaning::Area(number(row)), faults);
                self.spell(Sort::Area, words, number(row));
            }
        }
        for (row, empire) in names.empires.iter().enumerate() {
            let more = file.empires.get(empire.id.as_str()).into_iter().flatten();
            let own = std::iter::once(&empire.name).chain(&empire.adjective).chain(&empire.aliases);
            for words in own.chain(more) {
                self.add("empires", words, Meaning::Empire(number(row)), faults);
                self.spell(Sort::Empire, words, number(row));
            }
        }
        for (row, (id, name)) in names.religions.iter().enumerate() {
            let more = file.religions.get(id.as_str()).into_iter().flatten();
            let code = id.as_str().to_owned();
            for words in [name, &code].into_iter().chain(more) {
                self.add("religions", words, Meaning::Religion(number(row)), faults);
            }
        }
    }

    /// Whether an empire has a name here.
    pub fn knows_empire(&self, id: &EmpireId) -> bool {
        self.names.empires.iter().any(|known| known.id == *id)
    }

    /// The same words with names of more areas and empires; a name that holds no word is no name.
    pub fn with(&self, more: Names) -> Self {
        let mut vocabulary = self.clone();
        for (id, name) in more.areas {
            let row = number(vocabulary.names.areas.len());
            vocabulary.add("areas", &name, Meaning::Area(row), &mut Vec::new());
            vocabulary.spell(Sort::Area, &name, row);
            vocabulary.names.areas.push((id, name));
        }
        for empire in more.empires {
            let row = number(vocabulary.names.empires.len());
            let words = std::iter::once(&empire.name).chain(&empire.adjective).chain(&empire.aliases);
            for words in words {
                vocabulary.add("empires", words, Meaning::Empire(row), &mut Vec::new());
                vocabulary.spell(Sort::Empire, words, row);
            }
            vocabulary.names.empires.push(empire);
        }
        vocabulary.sort();
        vocabulary
    }

    /// The longest phrase comes first.
    fn sort(&mut self) {
        for entries in self.phrases.values_mut() {
            entries.sort_by_key(|entry| (usize::MAX - entry.rest.len(), entry.meaning));
            entries.dedup_by(|a, b| a.rest == b.rest && a.meaning == b.meaning);
        }
    }

    fn add(&mut self, place: &str, words: &str, meaning: Meaning, faults: &mut Vec<WordsFault>) {
        let mut parts = parts(words).into_iter();
        let Some(first) = parts.next() else {
            faults.push(fault(place, format!("{words:?} holds no word")));
            return;
        };
        self.phrases.entry(first).or_default().push(Entry { rest: parts.collect(), meaning });
    }

    fn spell(&mut self, sort: Sort, words: &str, row: u16) {
        self.spellings.entry(sort).or_default().push((parts(words).join(" "), row));
    }

    /// Adds every meaning of the words at the head of `tokens`, the longest first.
    pub(super) fn meanings(&self, tokens: &[Token], found: &mut Vec<Match>) {
        let Some(first) = tokens.first().filter(|token| token.kind == Kind::Word) else { return };
        let Some(entries) = self.phrases.get(&first.word) else { return };
        for entry in entries {
            let rest = tokens.get(1..=entry.rest.len());
            let same = |rest: &[Token]| {
                rest.iter().zip(&entry.rest).all(|(token, word)| token.word == *word)
                    && rest.last().is_none_or(|last| last.line <= first.line + 1)
            };
            if rest.is_some_and(same) {
                found.push(Match { tokens: number(entry.rest.len() + 1), meaning: entry.meaning });
            }
        }
    }

    /// Whether some word of a text is an endeavour's or a tax's verb.
    pub(super) fn has_verb(&self, text: &str) -> bool {
        let verb = |entry: &Entry| match entry.meaning {
            Meaning::Verb(row) => {
                let (verb, _) = self.verb(row);
                entry.rest.is_empty() && (verb.is_endeavour() || verb == Verb::Tax)
            }
            _ => false,
        };
        text.split(|c: char| !c.is_alphanumeric())
            .filter_map(|word| self.phrases.get(fold(word).as_str()))
            .any(|entries| entries.iter().any(verb))
    }

    /// Whether a text has words of this language that `other` lacks: one that begins a verb, or two of any sort.
    pub fn is_spoken(&self, text: &str, other: &Self) -> bool {
        const MOST_WORDS: usize = 20_000;
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let mut known = BTreeSet::new();
        words.take(MOST_WORDS).map(fold).any(|word| {
            let own = self.phrases.get(word.as_str()).filter(|_| !other.phrases.contains_key(word.as_str()));
            own.is_some_and(|entries| {
                known.insert(word);
                known.len() > 1 || entries.iter().any(|entry| matches!(entry.meaning, Meaning::Verb(_)))
            })
        })
    }

    /// Spellings of one sort with their rows.
    pub(super) fn spellings(&self, sort: Sort) -> &[(String, u16)] {
        self.spellings.get(&sort).map_or(&[], Vec::as_slice)
    }

    pub(super) fn verb(&self, row: u16) -> (Verb, &RuleId) {
        let (verb, rule) = &self.verbs[usize::from(row)];
        (*verb, rule)
    }

    /// How an order with this verb is written in full.
    pub(super) fn example(&self, verb: Verb) -> Option<&str> {
        self.examples.get(&verb).map(String::as_str)
    }

    /// How a card is played, in full.
    pub(super) fn play_example(&self, card: Card) -> Option<&str> {
        self.plays.get(&card).map(String::as_str)
    }

    pub(super) fn section(&self, row: u16) -> SectionKind {
        self.sections[usize::from(row)]
    }

    pub(super) fn area(&self, row: u16) -> &AreaId {
        &self.names.areas[usize::from(row)].0
    }

    pub(super) fn empire(&self, row: u16) -> &EmpireId {
        &self.names.empires[usize::from(row)].id
    }

    pub(super) fn religion(&self, row: u16) -> &ReligionId {
        &self.names.religions[usize::from(row)].0
    }

    /// An area's name; its id if it is not of this map.
    pub fn area_name<'a>(&'a self, id: &'a AreaId) -> &'a str {
        let found = self.names.areas.iter().find(|(known, _)| known == id);
        found.map_or(id.as_str(), |(_, name)| name)
    }

    /// An empire's name; its id if it is not of this game.
    pub fn empire_name<'a>(&'a self, id: &'a EmpireId) -> &'a str {
        let found = self.names.empires.iter().find(|known| known.id == *id);
        found.map_or(id.as_str(), |known| &known.name)
    }

    /// A religion's name; its id if it is none of the table's.
    pub fn religion_name<'a>(&'a self, id: &'a ReligionId) -> &'a str {
        let found = self.names.religions.iter().find(|(known, _)| known == id);
        found.map_or(id.as_str(), |(_, name)| name)
    }
}

/// Rows and words are few; a vocabulary that outgrows this is caught by the length of the tables.
fn number(row: usize) -> u16 {
    u16::try_from(row).unwrap_or(u16::MAX)
}

/// A phrase in folded words, parted as a letter's are.
pub(super) fn parts(words: &str) -> Vec<SmolStr> {
    let folded = fold(words).replace(['\'', '\u{2019}'], "");
    folded.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).map(SmolStr::from).collect()
}
