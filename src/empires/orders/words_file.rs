//! `words.toml` and its translations as they are written.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::words::{Card, SectionKind, Subject, Verb, Word};

/// What is wrong with `words.toml` or with the names that come with it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("words.toml: {place}: {reason}")]
pub struct WordsFault {
    /// Table or row: `verb 3`.
    pub place: String,
    /// What is wrong with it.
    pub reason: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(default)]
    pub verb: Vec<VerbRow>,
    #[serde(default)]
    pub section: Vec<SectionRow>,
    #[serde(default)]
    pub cards: BTreeMap<Card, Vec<String>>,
    #[serde(default)]
    pub plays: BTreeMap<Card, String>,
    #[serde(default)]
    pub parleys: BTreeMap<Subject, Vec<String>>,
    #[serde(default)]
    pub words: BTreeMap<Word, Vec<String>>,
    #[serde(default)]
    pub areas: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub empires: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub religions: BTreeMap<String, Vec<String>>,
}

impl File {
    pub fn parse(toml: &str) -> Result<Self, Vec<WordsFault>> {
        toml::from_str(toml)
            .map_err(|error| vec![fault("file", error.to_string().trim_end().replace('\n', " "))])
    }

    /// These words and those of a translation.
    ///
    /// Errors: its verbs are those of this file, which says the rule that each of them stands for.
    pub fn with(mut self, other: Self) -> Result<Self, Vec<WordsFault>> {
        for row in other.verb {
            let known = self.verb.iter_mut().find(|known| known.act == row.act);
            let known = known.ok_or_else(|| vec![fault("verb", format!("{:?} has no row", row.act))])?;
            known.words.extend(row.words);
        }
        self.section.extend(other.section);
        add_all(&mut self.cards, other.cards);
        add_all(&mut self.parleys, other.parleys);
        add_all(&mut self.words, other.words);
        add_all(&mut self.areas, other.areas);
        add_all(&mut self.empires, other.empires);
        add_all(&mut self.religions, other.religions);
        Ok(self)
    }
}

fn add_all<T: Ord>(all: &mut BTreeMap<T, Vec<String>>, more: BTreeMap<T, Vec<String>>) {
    for (key, words) in more {
        all.entry(key).or_default().extend(words);
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VerbRow {
    pub act: Verb,
    /// The rule that carries it out; a translation leaves it out.
    #[serde(default)]
    pub rule: String,
    pub words: Vec<String>,
    /// How such an order is written in full, for who wrote it otherwise.
    #[serde(default)]
    pub example: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SectionRow {
    pub kind: SectionKind,
    pub words: Vec<String>,
}

pub(super) fn fault(place: &str, reason: String) -> WordsFault {
    WordsFault { place: place.to_owned(), reason }
}

pub(super) fn missing_words(file: &File) -> Vec<WordsFault> {
    let verbs = Verb::ALL.iter().filter(|verb| !file.verb.iter().any(|row| row.act == **verb));
    let unruled = file.verb.iter().filter(|row| row.rule.is_empty());
    let unruled = unruled.map(|row| fault("verb", format!("{:?} names no rule", row.act)));
    lacking("words", Word::ALL, &file.words)
        .chain(lacking("cards", Card::ALL, &file.cards))
        .chain(lacking("parleys", Subject::ALL, &file.parleys))
        .chain(verbs.map(|verb| fault("verb", format!("{verb:?} has no row"))))
        .chain(unruled)
        .collect()
}

/// The members of a closed list that a table has no words for.
fn lacking<'a, T: Ord + std::fmt::Debug>(
    table: &'a str,
    all: &'a [T],
    words: &'a BTreeMap<T, Vec<String>>,
) -> impl Iterator<Item = WordsFault> + 'a {
    all.iter()
        .filter(|one| words.get(one).is_none_or(Vec::is_empty))
        .map(move |one| fault(table, format!("{one:?} has no words")))
}
