//! The wing behind the hall's seam: Empires of the Middle Ages as a [`Game`].
//!
//! Worlds, sheets and chronicles cross it as JSON in one canonical order of fields.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::orders::Vocabulary;
use super::pentade;
use super::report;
use super::rulebook::{Rulebook, Switches};
use super::rules::corrections;
use super::world::{EmpireKind, World};
use crate::postal::chronicle::{Reader, SideId, Subject, TurnEntry};
use crate::postal::dice::Seed;
use crate::postal::document::{Block, Document, Item};
use crate::postal::form::Menu;
use crate::postal::game::{
    self, ChronicleText, Edition, FormPart, Game, GameError, Outcome, RuleRow, Scenario, Side, Span, Turn,
    WorldText,
};
use crate::postal::past::{Naming, States};
use crate::postal::picture::Picture;
use crate::postal::reading::{Forecast, Reading, Sheet};
use crate::postal::rulings::{LaidEffect, RulingFault, RulingGround, RulingKind};
use crate::postal::standing::Standing;
use crate::postal::switches::{ReadingFault, Readings, Switch};

mod absent;
mod acted;
mod cases;
mod early;
mod forecast;
mod form;
mod history;
mod languages;
mod letters;
mod nearby;
mod play;
mod rules;
mod rulings;
mod switches;
mod texts;
mod trials;
mod wards;

pub use cases::FILES as CASE_FILES;
use languages::{Languages, aliases, names, with_arisen};
use texts::{TurnRead, empire_of, text_of, world_from};

/// The file of the order language below `config/`.
const WORDS: &str = "words.toml";

/// The game with its rulebook and the words of each scenario.
#[derive(Debug, Clone)]
pub struct Empires {
    rulebook: Rulebook,
    vocabularies: Arc<BTreeMap<String, Languages>>,
    /// The readings of the edition; those of the rulebook are the ones in force.
    of_edition: Switches,
}

impl Empires {
    /// The game from the texts of `config/`, by path below it.
    ///
    /// Errors: every fault of every file at once, in words that name file and row.
    pub fn parse(files: &BTreeMap<String, String>) -> Result<Self, Vec<String>> {
        let rulebook = Rulebook::parse(files)
            .map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>())?;
        let Some(words) = files.get(WORDS) else {
            return Err(vec![format!("{WORDS}: the file is missing")]);
        };
        let mut vocabularies = BTreeMap::new();
        let mut faults = Vec::new();
        for (id, scenario) in &rulebook.scenarios {
            match Languages::parse(words, files, &names(&rulebook, scenario)) {
                Ok(languages) => {
                    vocabularies.insert(id.clone(), languages);
                }
                Err(found) => faults.extend(found),
            }
        }
        faults.sort();
        faults.dedup();
        if !faults.is_empty() {
            return Err(faults);
        }
        let of_edition = rulebook.switches.clone();
        Ok(Self { rulebook, vocabularies: Arc::new(vocabularies), of_edition })
    }

    /// The rules.
    pub fn rulebook(&self) -> &Rulebook {
        &self.rulebook
    }

    /// The words of a game: of its scenario, and the names of empires and areas that have arisen since.
    ///
    /// Errors: there is no such scenario.
    pub fn vocabulary(&self, world: &World) -> Result<Cow<'_, Vocabulary>, GameError> {
        let scenario = || GameError::NoScenario(world.scenario.clone());
        Ok(with_arisen(&self.vocabularies.get(&world.scenario).ok_or_else(scenario)?.english, world))
    }
}

impl Game for Empires {
    fn id(&self) -> &'static str {
        "empires"
    }

    fn title(&self) -> &str {
        "Empires of the Middle Ages"
    }

    fn edition(&self) -> Edition {
        Edition { name: self.rulebook.edition.clone(), hash: self.rulebook.hash.clone() }
    }

    fn switches(&self) -> Vec<Switch> {
        self.offered()
    }

    fn with_readings(&self, readings: &Readings) -> Result<Arc<dyn Game>, Vec<ReadingFault>> {
        Ok(Arc::new(self.by(readings)?))
    }

    fn scenarios(&self) -> Vec<Scenario> {
        let scenarios = self.rulebook.scenarios.values();
        scenarios
            .map(|one| Scenario { id: one.id.clone(), title: one.title.clone(), players: one.players })
            .collect()
    }

    fn begin(&self, scenario: &str) -> Result<WorldText, GameError> {
        let found = self.rulebook.scenarios.get(scenario);
        let found = found.ok_or_else(|| GameError::NoScenario(scenario.to_owned()))?;
        Ok(WorldText::new(text_of("world", &pentade::begin(&self.rulebook, found))?))
    }

    fn sides(&self, world: &WorldText) -> Result<Vec<Side>, GameError> {
        let world = world_from(world)?;
        let mut empires: Vec<_> = world.empires.iter().collect();
        empires.sort_by_key(|(id, empire)| (empire.seat.is_none(), empire.seat, *id));
        let sides = empires.into_iter().map(|(id, empire)| Side {
            id: SideId::new(id.as_str()),
            name: empire.name.clone(),
            aliases: aliases([id.as_str(), &empire.name, &empire.adjective]),
            playable: empire.kind == EmpireKind::Player,
        });
        Ok(sides.collect())
    }

    fn span(&self, world: &WorldText) -> Result<Span, GameError> {
        let pentade = world_from(world)?.pentade;
        Ok(Span { first_year: pentade.first_year(), last_year: pentade.last_year() })
    }

    fn is_over(&self, world: &WorldText) -> Result<bool, GameError> {
        Ok(world_from(world)?.is_over()) // rule:26.1
    }

    fn read(
        &self,
        world: &WorldText,
        side: &SideId,
        text: &str,
        former: Option<&Sheet>,
    ) -> Result<Reading, GameError> {
        let world = world_from(world)?;
        let context = self.context(&world, empire_of(&world, side)?, world.pentade);
        let parts =
            self.in_best_language(&world, text, |words| wards::read(words, &world, &context, text))?;
        self.put_into(&world, &context.empire, parts, former)
    }

    fn read_early(
        &self,
        world: &WorldText,
        side: &SideId,
        text: &str,
        former: Option<&Sheet>,
        whole: bool,
    ) -> Result<Option<Reading>, GameError> {
        let world = world_from(world)?;
        let next = world.pentade.next();
        if !whole && !early::names_a_year_of(next, text) {
            return Ok(None);
        }
        let context = self.context(&world, empire_of(&world, side)?, next);
        let parts =
            self.in_best_language(&world, text, |words| early::read(words, &world, &context, text, whole))?;
        let reading = self.put_into(&world, &context.empire, parts, former)?;
        Ok(Some(reading).filter(|reading| whole || reading.orders_read > 0))
    }

    fn missing(
        &self,
        world: &WorldText,
        side: &SideId,
        sheet: Option<&Sheet>,
    ) -> Result<Vec<String>, GameError> {
        let (world, empire, letter) = self.sheet_of(world, side, sheet)?;
        Ok(letter.missing(&world, &empire))
    }

    fn forecast(
        &self,
        world: &WorldText,
        side: &SideId,
        sheet: Option<&Sheet>,
    ) -> Result<Forecast, GameError> {
        let (world, empire, letter) = self.sheet_of(world, side, sheet)?;
        Ok(forecast::of(&self.rulebook, &*self.vocabulary(&world)?, &world, &empire, letter))
    }

    fn form(
        &self,
        world: &WorldText,
        side: &SideId,
        sheet: Option<&Sheet>,
    ) -> Result<Vec<FormPart>, GameError> {
        let (world, empire, letter) = self.sheet_of(world, side, sheet)?;
        Ok(form::parts(&self.rulebook, &*self.vocabulary(&world)?, &world, &empire, &letter))
    }

    fn menu(
        &self,
        world: &WorldText,
        side: &SideId,
        sheet: Option<&Sheet>,
        field: &str,
    ) -> Result<Menu, GameError> {
        let (world, empire, letter) = self.sheet_of(world, side, sheet)?;
        let vocabulary = self.vocabulary(&world)?;
        Ok(form::menu(&self.rulebook, &vocabulary, &world, &empire, (&letter, field)))
    }

    fn form_lines(&self, world: &WorldText, side: &SideId) -> Result<Vec<String>, GameError> {
        let world = world_from(world)?;
        let empire = empire_of(&world, side)?;
        Ok(form::lines(&*self.vocabulary(&world)?, &world, &empire))
    }

    fn wards(&self, world: &WorldText, side: &SideId) -> Result<Vec<SideId>, GameError> {
        let world = world_from(world)?;
        let empire = empire_of(&world, side)?;
        Ok(wards::wards_of(&world, &empire).map(|ward| SideId::new(ward.as_str())).collect()) // rule:30.4
    }

    fn form_text(&self, world: &WorldText, filled: &[(String, String)]) -> Result<String, GameError> {
        Ok(form::text(&*world_from(world)?, filled))
    }

    fn standing(
        &self,
        world: &WorldText,
        side: &SideId,
        (former, years): (&Sheet, Span),
    ) -> Result<Option<Sheet>, GameError> {
        absent::standing(self, &*world_from(world)?, side, (former, years))
    }

    fn caretaker(&self, world: &WorldText, side: &SideId, seed: &Seed) -> Result<Option<Sheet>, GameError> {
        absent::caretaker(self, &*world_from(world)?, side, seed).map(Some)
    }

    fn acted(&self, turn: Turn<'_>, side: &SideId) -> Result<Option<Sheet>, GameError> {
        acted::of(self, turn, side)
    }

    fn ruling_kinds(&self, ground: RulingGround<'_>) -> Result<Vec<RulingKind>, GameError> {
        rulings::kinds(&self.rulebook, ground)
    }

    fn ruling_words(
        &self,
        ground: RulingGround<'_>,
        effects: &[LaidEffect],
    ) -> Result<Result<String, Vec<RulingFault>>, GameError> {
        rulings::words(&self.rulebook, ground, effects)
    }

    fn ruling_effects(
        &self,
        ground: RulingGround<'_>,
        words: &str,
    ) -> Result<Option<Vec<LaidEffect>>, GameError> {
        rulings::effects(&self.rulebook, ground, words)
    }

    fn check_ruling(
        &self,
        ground: RulingGround<'_>,
        words: &str,
    ) -> Result<Result<Option<String>, RulingFault>, GameError> {
        rulings::check(&self.rulebook, ground, words)
    }

    fn adjudicate(
        &self,
        world: &WorldText,
        inputs: &game::Inputs,
        seed: &Seed,
    ) -> Result<Outcome, GameError> {
        play::adjudicate(self, world, inputs, seed)
    }

    fn may_correct(&self, first_year: i32, now: i32) -> Result<(), String> {
        corrections::may_correct(&self.rulebook.figures, first_year, now)
            .map_err(|refusal| refusal.to_string())
    }

    fn compare(&self, former: Turn<'_>, amended: Turn<'_>, reader: &Reader) -> Result<Document, GameError> {
        let (former, amended) = (TurnRead::of(former)?, TurnRead::of(amended)?);
        Ok(report::difference(former.told(&self.rulebook), amended.told(&self.rulebook), reader))
    }

    fn report(&self, turn: Turn<'_>, reader: &Reader) -> Result<Document, GameError> {
        let read = TurnRead::of(turn)?;
        let told = read.told(&self.rulebook);
        if let Reader::Side(side) = reader {
            empire_of(told.after, side)?;
        }
        Ok(report::turn(told, reader))
    }

    fn entries(&self, turn: Turn<'_>, reader: &Reader) -> Result<Vec<TurnEntry>, GameError> {
        Ok(report::entries(TurnRead::of(turn)?.told(&self.rulebook), reader))
    }

    fn subjects(&self) -> &'static [Subject] {
        report::SUBJECTS
    }

    fn kept_entries(
        &self,
        chronicle: &ChronicleText,
        reader: &Reader,
    ) -> Result<Vec<(String, bool)>, GameError> {
        let entries = texts::entries_from(chronicle)?;
        entries.iter().map(|one| Ok((text_of("entry", one)?, one.visibility.allows(reader)))).collect()
    }

    fn highlights(&self, turn: Turn<'_>) -> Result<Vec<Item>, GameError> {
        Ok(report::highlights(TurnRead::of(turn)?.told(&self.rulebook)))
    }

    fn situation(&self, world: &WorldText, side: &SideId) -> Result<Document, GameError> {
        let world = world_from(world)?;
        let empire = empire_of(&world, side)?;
        let situation = report::situation(&self.rulebook, &world, &empire);
        situation.ok_or_else(|| GameError::NoSide(side.to_string()))
    }

    fn standings(&self, world: &WorldText) -> Result<Vec<Block>, GameError> {
        Ok(report::standings(&self.rulebook, &*world_from(world)?))
    }

    fn careers(&self, world: &WorldText) -> Result<Vec<Standing>, GameError> {
        Ok(report::careers(&self.rulebook, &*world_from(world)?))
    }

    fn picture(&self, world: &WorldText, _reader: &Reader) -> Result<Picture, GameError> {
        Ok(report::picture(&self.rulebook, &*world_from(world)?))
    }

    fn has_one_map(&self) -> bool {
        true
    }

    fn named(&self, world: &WorldText, name: &str) -> Result<Naming, GameError> {
        history::meant(self, &*world_from(world)?, name)
    }

    fn states(&self, world: &WorldText) -> Result<States, GameError> {
        let world = &*world_from(world)?;
        Ok(report::states(&self.rulebook().of_world(world), world))
    }

    fn policies(&self) -> Vec<&'static str> {
        trials::policies()
    }

    fn trial(&self, trial: &game::Trial, told: &dyn Fn()) -> Result<String, GameError> {
        trials::play(&self.rulebook, trial, told)
    }

    fn trial_report(&self, title: &str, trials: &[String]) -> Result<Document, GameError> {
        trials::report(title, trials)
    }

    fn rules(&self) -> Vec<RuleRow> {
        rules::rows(&self.rulebook, &self.of_edition)
    }
}

#[cfg(test)]
mod tests;
