//! Tables, decks, editions, rulings, switches: parsed from text, cross-checked, typed.
//!
//! Takes the text of the files of `config/`, never the files. Every fault of every file is found at once.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::atlas::Atlas;
use super::terms::{AreaId, Bounds, LanguageId};

mod editions;
mod effectiveness;
mod empire_size;
mod fault;
mod figures;
mod leaders;
mod map;
mod points;
mod rebellion;
mod religions;
mod scenario;
mod switches;
mod table;
mod toml_text;
mod words;
mod year_cards;

pub use editions::Ruling;
pub use effectiveness::{Condition, EffectivenessRow, Quantity, Stage};
pub use empire_size::EmpireSizeTable;
pub use fault::ConfigFault;
pub use figures::{FigureRow, Figures};
pub use leaders::{LeaderCheckResult, LeaderCheckTable, LeadersTable};
pub use points::Points;
pub use rebellion::{
    CheckResult, RebellionCondition, RebellionQuantity, RebellionResults, RebellionRow, RebellionScope,
};
pub use religions::{Group, Language, Religion, Religions};
pub use scenario::{
    Controller, Division, DivisionPart, OpeningArea, Part, Scenario, ScenarioArea, ScenarioEmpire,
    ScenarioPope, Seats, Special, SpecialKind,
};
pub use switches::{EmpireSize, PeriodRecovery, Switches, TaxationEffect};
pub use words::Word;
pub use year_cards::{Field, YearCard, YearCards};

/// All that does not change in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rulebook {
    /// The map.
    pub atlas: Atlas,
    /// Religions and their relations (2.7 to 2.10).
    pub religions: Religions,
    /// Languages.
    pub languages: BTreeMap<LanguageId, Language>,
    /// The year deck (9.6).
    pub year_cards: YearCards,
    /// The effectiveness rating, row by row (9.5).
    pub effectiveness: Vec<EffectivenessRow>,
    /// The rebellion value, row by row (17.1).
    pub rebellion_value: Vec<RebellionRow>,
    /// What a check comes to (17.3).
    pub rebellion_results: RebellionResults,
    /// Statures of new leaders (8.3).
    pub new_leaders: LeadersTable,
    /// The stature check (8.4).
    pub leader_check: LeaderCheckTable,
    /// What the size of an empire does to its ruler (8.6).
    pub empire_size: EmpireSizeTable,
    /// Single figures.
    pub figures: Figures,
    /// Readings in force.
    pub switches: Switches,
    /// Rulings on rules that can be read in more than one way.
    pub rulings: Vec<Ruling>,
    /// Opening worlds by id.
    pub scenarios: BTreeMap<String, Scenario>,
    /// Name of the edition in force.
    pub edition: String,
    /// SHA-256 over the paths and texts of all files in order of paths, in hexadecimal.
    pub hash: String,
}

impl Rulebook {
    /// The rulebook from the texts of `config/`, by path below it.
    ///
    /// Errors: every fault of every file, sorted by file and line.
    pub fn parse(files: &BTreeMap<String, String>) -> Result<Self, Vec<ConfigFault>> {
        let faults = fault::Faults::default();
        let figures = figures::read(files, &faults);
        let religions = religions::read(files, &faults);
        let languages = religions::read_languages(files, &religions, &faults);
        let peoples = map::Peoples { religions: &religions, languages: &languages };
        let atlas = map::read(files, &peoples, &figures, &faults);
        let year_cards = year_cards::read(files, &faults);
        let new_leaders = leaders::read_new(files, &faults);
        let known =
            scenario::Known { atlas: &atlas, peoples: &peoples, leaders: &new_leaders, figures: &figures };
        let scenarios = read_scenarios(files, &known, &faults);
        let edition = editions::read_editions(files, &faults);
        check_deck(&year_cards, &figures, &faults);
        let read = (
            effectiveness::read(files, &faults),
            rebellion::read_value(files, &faults),
            rebellion::read_results(files, &faults),
            leaders::read_check(files, &faults),
            editions::read_rulings(files, &faults),
            empire_size::read(files, &faults),
        );
        let faults = faults.into_sorted();
        let (effectiveness, rebellion_value, rebellion_results, leader_check, rulings, empire_size) = read;
        match edition {
            Some((edition, switches)) if faults.is_empty() => Ok(Self {
                atlas,
                religions,
                languages,
                year_cards,
                effectiveness,
                rebellion_value,
                rebellion_results,
                new_leaders,
                leader_check,
                empire_size,
                figures,
                switches,
                rulings,
                scenarios,
                edition,
                hash: hash(files),
            }),
            _ => Err(faults),
        }
    }

    /// The figures between which every world stays.
    pub fn bounds(&self) -> Bounds {
        Bounds {
            lowest_population: self.figures.population_lowest,
            highest_population: self.figures.population_highest,
            lowest_social_state: self.figures.social_state_lowest,
            social_state_above_base: self.figures.social_state_above_base,
            highest_social_state: self.figures.social_state_highest,
            highest_fortification: self.figures.fortification_highest,
        }
    }

    /// Every land area as a scenario opens it.
    pub fn opening(&self, scenario: &Scenario) -> BTreeMap<AreaId, OpeningArea> {
        let figures = &self.figures;
        scenario.opening(&self.atlas, figures.social_state_above_base, figures.social_state_highest)
    }
}

fn read_scenarios(
    files: &BTreeMap<String, String>,
    known: &scenario::Known<'_>,
    faults: &fault::Faults,
) -> BTreeMap<String, Scenario> {
    let names = files.keys().filter(|file| file.starts_with("scenarios/") && file.ends_with(".toml"));
    let read = names.filter_map(|file| scenario::read(files, file, known, faults));
    let scenarios: BTreeMap<String, Scenario> = read.map(|one| (one.id.clone(), one)).collect();
    if scenarios.is_empty() {
        faults.of("scenarios", "there is no scenario");
    }
    scenarios
}

/// The deck holds as many cards as its rule says (9.2).
fn check_deck(cards: &YearCards, figures: &Figures, faults: &fault::Faults) {
    if i64::from(cards.count()) != i64::from(figures.year_cards) {
        let (count, wanted) = (cards.count(), figures.year_cards);
        faults.of(year_cards::FILE, format!("{count} cards, {wanted} wanted"));
    }
}

fn hash(files: &BTreeMap<String, String>) -> String {
    let mut hash = Sha256::new();
    for (path, text) in files {
        hash.update(path.as_bytes());
        hash.update([0]);
        hash.update(text.as_bytes());
        hash.update([0]);
    }
    hex::encode(hash.finalize())
}

#[cfg(test)]
pub(crate) mod tests;
