//! Tables, decks, editions, rulings, switches: parsed from text, cross-checked, typed.
//!
//! Takes the text of the files of `config/`, never the files. Every fault of every file is found at once.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::atlas::Atlas;
use super::terms::{AreaId, Bounds, EmpireId, LanguageId};
use fault::Faults;

mod charted;
mod conversion;
mod editions;
mod effectiveness;
mod empire_size;
mod events;
mod expressions;
mod fault;
mod figures;
mod heresies;
mod known;
mod leaders;
mod map;
mod outsiders;
mod points;
mod rebellion;
mod register;
mod religions;
mod scales;
mod scenario;
mod seats;
mod switches;
mod table;
mod toml_text;
mod words;
mod year_cards;

pub use editions::Ruling;
pub use effectiveness::{Condition, EffectivenessRow, Quantity, Stage};
pub use empire_size::EmpireSizeTable;
pub use events::{EventCard, EventKind, EventMode, Expiry};
pub use expressions::Strength;
pub use fault::ConfigFault;
pub use figures::{FigureRow, Figures};
pub use heresies::{CardHeresy, DatedHeresy, HeresyResult, Scope};
pub use leaders::{LeaderCheckResult, LeaderCheckTable, LeadersTable};
pub use outsiders::{Behaviour, Magnate, Raider, RaidersEnd, Reach, Share};
pub use points::Points;
pub use rebellion::{
    CheckResult, RebellionCondition, RebellionQuantity, RebellionResults, RebellionRow, RebellionScope,
};
pub use register::{RegisterRow, RuleVisibility, Status};
pub use religions::{BYZANTIUM, CATHOLIC, Group, Language, ORTHODOX, Religion, Religions};
pub use scales::Scale;
pub use scenario::{
    Controller, Division, DivisionPart, OpeningArea, Part, Scenario, ScenarioArea, ScenarioEmpire,
    ScenarioPope, Seats, Special, SpecialKind,
};
pub use seats::{
    FreedTo, HolyCause, HolyCity, LostWhen, PapalSeat, Patriarchate, PatriarchateCondition, Patron,
};
pub use switches::{EmpireSize, ParleyVotes, PeriodRecovery, ReligionImprovement, Switches, TaxationEffect};
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
    /// The event deck (19.2).
    pub event_cards: Vec<EventCard>,
    /// Raiders (24).
    pub raiders: Vec<Raider>,
    /// Magnates (24.6).
    pub magnates: Vec<Magnate>,
    /// Which heresy the cards mean (19.4).
    pub card_heresies: Vec<CardHeresy>,
    /// Heresies of a date (31).
    pub dated_heresies: Vec<DatedHeresy>,
    /// Holy cities (23).
    pub holy_cities: Vec<HolyCity>,
    /// Seats of the Pope in their order (27.1).
    pub papal_seats: Vec<PapalSeat>,
    /// Patriarchates (29).
    pub patriarchates: Vec<Patriarchate>,
    /// What the size of an empire does to its ruler (8.6).
    pub empire_size: EmpireSizeTable,
    /// Price of a step of colonisation by sea areas (25.2).
    pub colonisation_sea_prices: Scale,
    /// Victory points of a period by place (26.4).
    pub scoring_awards: Scale,
    /// Single figures.
    pub figures: Figures,
    /// Readings in force.
    pub switches: Switches,
    /// Rulings on rules that can be read in more than one way.
    pub rulings: Vec<Ruling>,
    /// Every rule in order of ids.
    pub register: Vec<RegisterRow>,
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
        let faults = Faults::default();
        let rulebook = read_all(files, &faults);
        let faults = faults.into_sorted();
        rulebook.filter(|_| faults.is_empty()).ok_or(faults)
    }

    /// The figures between which every world stays.
    pub fn bounds(&self) -> Bounds {
        Bounds {
            lowest_population: self.figures.population_lowest,
            highest_population: self.figures.population_highest,
            lowest_social_state: self.figures.social_state_lowest,
            social_state_above_base: self.figures.social_state_above_base,
            highest_social_state: self.figures.social_state_highest,
            highest_fortification: self.figures.fortification_highest
                + self.figures.fortification_advance_walls, // rule:19.15
            highest_group: self.figures.urg_highest,
            years_at_hand: self.figures.period_years.min(self.figures.remembered_years),
            remembered_years: self.figures.remembered_years,
        }
    }

    /// The kind of every event card, in order of the table (19.2).
    pub fn event_deck(&self) -> impl Iterator<Item = EventKind> {
        let count = |card: &EventCard| usize::try_from(card.count).unwrap_or(0);
        self.event_cards.iter().flat_map(move |card| std::iter::repeat_n(card.kind, count(card)))
    }

    /// The table's row of a kind of event card.
    pub fn event_card(&self, kind: EventKind) -> Option<&EventCard> {
        self.event_cards.iter().find(|card| card.kind == kind)
    }

    /// The Crusader States that may arise, with their names (23.4).
    pub fn crusader_states(&self) -> Vec<(EmpireId, String)> {
        let states = self.holy_cities.iter();
        states.filter_map(|city| Some((city.crusader_state()?, city.crusader_state_name()))).collect()
    }

    /// Every land area as a scenario opens it.
    pub fn opening(&self, scenario: &Scenario) -> BTreeMap<AreaId, OpeningArea> {
        let figures = &self.figures;
        scenario.opening(&self.atlas, figures.social_state_above_base, figures.social_state_highest)
    }
}

/// The whole rulebook. None is returned only beside a fault; a rulebook may be returned beside faults too.
fn read_all(files: &BTreeMap<String, String>, faults: &Faults) -> Option<Rulebook> {
    let figures = figures::read(files, faults);
    let religions = religions::read(files, faults);
    let languages = religions::read_languages(files, &religions, faults);
    let peoples = map::Peoples { religions: &religions, languages: &languages };
    let atlas = map::read(files, &peoples, &figures, faults);
    let new_leaders = leaders::read_new(files, faults);
    let known =
        scenario::Known { atlas: &atlas, peoples: &peoples, leaders: &new_leaders, figures: &figures };
    let scenarios = read_scenarios(files, &known, faults);
    let places = known::Places { atlas: &atlas, religions: &religions, languages: &languages };
    let edition = editions::read_editions(files, faults);
    let prices = &["sea_areas", "gold", "rule", "source"];
    let awards = &["place", "points", "rule", "source"];
    Some(Rulebook {
        year_cards: year_cards::read(files, &figures, faults),
        effectiveness: effectiveness::read(files, faults),
        rebellion_value: rebellion::read_value(files, faults),
        rebellion_results: rebellion::read_results(files, faults),
        leader_check: leaders::read_check(files, faults),
        event_cards: events::read(files, &figures, faults),
        raiders: outsiders::read_raiders(files, &places, faults),
        magnates: outsiders::read_magnates(files, &places, faults),
        card_heresies: heresies::read_card(files, &places, faults),
        dated_heresies: heresies::read_dated(files, &places, faults),
        holy_cities: seats::read_holy(files, &places, faults),
        papal_seats: seats::read_papal(files, &places, faults),
        patriarchates: seats::read_patriarchates(files, &places, faults),
        empire_size: empire_size::read(files, faults),
        colonisation_sea_prices: scales::read(files, scales::SEA_PRICES_FILE, prices, faults),
        scoring_awards: scales::read(files, scales::AWARDS_FILE, awards, faults),
        rulings: editions::read_rulings(files, faults),
        register: register::read(files, faults), // after all that cites rules
        hash: hash(files),
        scenarios,
        new_leaders,
        atlas,
        languages,
        religions,
        figures,
        switches: edition.as_ref()?.1.clone(),
        edition: edition?.0,
    })
}

fn read_scenarios(
    files: &BTreeMap<String, String>,
    known: &scenario::Known<'_>,
    faults: &Faults,
) -> BTreeMap<String, Scenario> {
    let names = files.keys().filter(|file| file.starts_with("scenarios/") && file.ends_with(".toml"));
    let read = names.filter_map(|file| scenario::read(files, file, known, faults));
    let scenarios: BTreeMap<String, Scenario> = read.map(|one| (one.id.clone(), one)).collect();
    if scenarios.is_empty() {
        faults.of("scenarios", "there is no scenario");
    }
    scenarios
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
