//! The languages in which letters may be written: English, and one for every file below `config/words/`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::empires::orders::{EmpireNames, Names, Read, Replacement, Vocabulary, WordsFault};
use crate::empires::pentade;
use crate::empires::rulebook::{self, Rulebook};
use crate::empires::rules::actors::BEYOND;
use crate::empires::terms::{AreaId, EmpireId};
use crate::empires::world::World;
use crate::postal::reading::Weight;

/// Where the translations of the words file stand below `config/`.
const TRANSLATIONS: &str = "words/";

/// The words of a scenario in every language.
#[derive(Debug, Clone)]
pub(super) struct Languages {
    /// The words in which sheets are printed.
    pub english: Vocabulary,
    /// English with another language beside it, by file.
    translations: Vec<Vocabulary>,
}

impl Languages {
    /// Errors: every fault of every words file, with the name of the file.
    pub fn parse(words: &str, files: &BTreeMap<String, String>, names: &Names) -> Result<Self, Vec<String>> {
        let told = |file: &str, faults: Vec<_>| -> Vec<String> {
            faults.iter().map(|fault: &WordsFault| format!("{file}{fault}")).collect()
        };
        let english = Vocabulary::parse(words, names.clone()).map_err(|faults| told("", faults))?;
        let mut translations = Vec::new();
        let mut faults = Vec::new();
        for (file, translation) in files.iter().filter(|(file, _)| file.starts_with(TRANSLATIONS)) {
            match Vocabulary::translated(words, translation, names.clone()) {
                Ok(vocabulary) => translations.push(vocabulary),
                Err(found) => faults.extend(told(&format!("{file}: "), found)),
            }
        }
        if faults.is_empty() { Ok(Self { english, translations }) } else { Err(faults) }
    }

    /// The reading in that language in which a letter says most; in English if that left nothing open. A language of
    /// which the letter has no word says nothing, however like its words are to misspelt English ones.
    pub fn best(
        &self,
        text: &str,
        english: BTreeMap<EmpireId, Read>,
        read: impl Fn(&Vocabulary) -> BTreeMap<EmpireId, Read>,
    ) -> BTreeMap<EmpireId, Read> {
        let mut best = english;
        if said(&best).1 == 0 && said(&best).0 > 0 {
            return best;
        }
        let spoken = self.translations.iter().filter(|words| words.is_spoken(text, &self.english));
        for words in spoken {
            let other = read(words);
            if said(&other).0 > said(&best).0 {
                best = other;
            }
        }
        best
    }
}

/// How much a letter orders or takes back, and how many of its words were set aside.
fn said(parts: &BTreeMap<EmpireId, Read>) -> (usize, usize) {
    let aside = |read: &Read| read.complaints.iter().filter(|one| one.weight == Weight::SetAside).count();
    let replaced = |read: &Read| match &read.replaced {
        Replacement::All => 1,
        Replacement::Years(years) => years.len(),
    };
    parts.values().fold((0, 0), |(said, set_aside), read| {
        (said + read.sheet.orders.len() + replaced(read), set_aside + aside(read))
    })
}

/// Words with the names of empires and areas that have arisen in a world (19.10, 19.20, 24.6).
pub(super) fn with_arisen<'v>(words: &'v Vocabulary, world: &World) -> Cow<'v, Vocabulary> {
    let arisen = world.empires.iter().filter(|(id, _)| !words.knows_empire(id));
    let more = Names {
        areas: world.added.values().map(|added| (added.area.id.clone(), added.area.name.clone())).collect(),
        empires: arisen.map(|(id, empire)| named(id, &empire.name, &empire.adjective)).collect(),
        religions: Vec::new(),
    };
    let none = more.areas.is_empty() && more.empires.is_empty();
    if none { Cow::Borrowed(words) } else { Cow::Owned(words.with(more)) }
}

/// The names that orders of a scenario may use: of its empires and of those that a division (8.7)
/// or a crusade (23.4) may found.
pub(super) fn names(rulebook: &Rulebook, scenario: &rulebook::Scenario) -> Names {
    let own = scenario.empires.iter().map(|one| named(&one.id, &one.name, &one.adjective));
    let parts = scenario.division.iter().flat_map(|division| &division.parts);
    let own = own.chain(parts.skip(1).map(|part| named(&part.id, &part.name, &part.adjective)));
    let pope = EmpireNames {
        id: EmpireId::new(pentade::POPE),
        name: "the Pope".to_owned(),
        adjective: None,
        aliases: Vec::new(),
    };
    let states = rulebook
        .crusader_states()
        .into_iter()
        .chain(rulebook.outsiders())
        .map(|(id, name)| EmpireNames { id, name, adjective: None, aliases: Vec::new() });
    let areas = rulebook.atlas.areas().map(|area| (area.id.clone(), area.name.clone()));
    Names {
        areas: areas.chain([(AreaId::new(BEYOND), BEYOND.to_owned())]).collect(),
        empires: own.chain([pope]).chain(states).collect(),
        religions: rulebook.religions.iter().map(|one| (one.id.clone(), one.name.clone())).collect(),
    }
}

fn named(id: &EmpireId, name: &str, adjective: &str) -> EmpireNames {
    EmpireNames {
        id: id.clone(),
        name: name.to_owned(),
        adjective: Some(adjective.to_owned()).filter(|adjective| !adjective.is_empty()),
        aliases: vec![id.as_str().replace('-', " ")],
    }
}

/// Words for a subject line: lower case, each once, no empty ones.
pub(super) fn aliases(words: [&str; 3]) -> Vec<String> {
    let mut aliases: Vec<String> = Vec::new();
    for word in words {
        let word = word.replace('-', " ").to_lowercase();
        if !word.is_empty() && !aliases.contains(&word) {
            aliases.push(word);
        }
    }
    aliases
}
