//! Scenario files as text.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::check::{Known, check};
use super::{
    Controller, Division, DivisionPart, Part, Scenario, ScenarioArea, ScenarioEmpire, ScenarioPope, Seats,
    Special, SpecialKind,
};
use crate::empires::rulebook::fault::Faults;
use crate::empires::rulebook::table::{is_source, unknown};
use crate::empires::rulebook::toml_text::{Lined, Lines, parse};
use crate::empires::rulebook::words::Word;
use crate::empires::terms::{AreaId, EmpireId, LanguageId, ReligionId, Statures};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioText {
    id: Lined<String>,
    title: String,
    first_year: Lined<i32>,
    last_year: Lined<i32>,
    players: Lined<(u32, u32)>,
    source: Lined<String>,
    owned_ss_over_base: i32,
    in_play: Vec<Lined<String>>,
    seats: Option<SeatsText>,
    #[serde(default)]
    special: Vec<Lined<SpecialText>>,
    division: Option<Lined<DivisionText>>,
    victory: Option<VictoryText>,
    empires: Vec<Lined<EmpireText>>,
    pope: Lined<PopeText>,
    areas: BTreeMap<String, Lined<AreaText>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeatsText {
    order: Vec<String>,
    always: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpecialText {
    empire: String,
    kind: String,
    until: i32,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DivisionText {
    empire: String,
    from_year: i32,
    also_heirless: bool,
    source: String,
    parts: Vec<PartText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PartText {
    id: String,
    name: String,
    adjective: String,
    court: String,
    languages: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VictoryText {
    #[serde(default)]
    second_player_handicap: BTreeMap<String, i32>,
    grades: BTreeMap<String, i32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EmpireText {
    id: String,
    name: String,
    adjective: String,
    controller: String,
    court: String,
    leader: String,
    accession: i32,
    statures: (i32, i32, i32),
    treasury: i32,
    dynasty: String,
    areas: Vec<Lined<String>>,
    claims: Vec<Lined<String>>,
    ties: Vec<Lined<String>>,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PopeText {
    name: String,
    accession: i32,
    statures: (i32, i32, i32),
    areas: Vec<Lined<String>>,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AreaText {
    language: Option<String>,
    religion: Option<String>,
    ss: Option<i32>,
    #[serde(default)]
    fortification: i32,
    #[serde(default)]
    unrest: bool,
    #[serde(default)]
    urgs: BTreeMap<String, i32>,
    source: String,
}

/// Where the parts of a scenario stand in its file.
pub(super) struct Places {
    pub(super) id: u32,
    pub(super) first_year: u32,
    pub(super) last_year: u32,
    pub(super) players: u32,
    pub(super) pope: u32,
    pub(super) empires: BTreeMap<EmpireId, u32>,
    pub(super) areas: BTreeMap<AreaId, u32>,
}

/// A file being read.
struct Reading<'a> {
    file: &'a str,
    lines: Lines,
    known: &'a Known<'a>,
    faults: &'a Faults,
}

/// One scenario with all its faults noted.
pub(in crate::empires::rulebook) fn read(
    files: &BTreeMap<String, String>,
    file: &str,
    known: &Known<'_>,
    faults: &Faults,
) -> Option<Scenario> {
    let parsed = parse::<ScenarioText>(files, file, faults)?;
    let reading = Reading { file, lines: parsed.lines, known, faults };
    let text = parsed.value;
    let places = reading.places(&text);
    reading.source(places.id, text.source.get_ref());
    let scenario = reading.scenario(text)?;
    check(&scenario, file, &places, known, faults);
    Some(scenario)
}

impl Reading<'_> {
    fn fault(&self, line: u32, reason: impl Into<String>) {
        self.faults.at(self.file, line, reason);
    }

    fn source(&self, line: u32, source: &str) {
        if !is_source(source) {
            self.fault(line, "source must begin with S, P or R");
        }
    }

    fn word<W: Word>(&self, line: u32, word: &str) -> Option<W> {
        let found = W::of(word);
        if found.is_none() {
            self.fault(line, unknown::<W>(word));
        }
        found
    }

    fn places(&self, text: &ScenarioText) -> Places {
        let empires = text.empires.iter();
        Places {
            id: self.lines.line(&text.id),
            first_year: self.lines.line(&text.first_year),
            last_year: self.lines.line(&text.last_year),
            players: self.lines.line(&text.players),
            pope: self.lines.line(&text.pope),
            empires: empires.map(|one| (EmpireId::new(&one.get_ref().id), self.lines.line(one))).collect(),
            areas: text.areas.iter().map(|(id, one)| (AreaId::new(id), self.lines.line(one))).collect(),
        }
    }

    fn scenario(&self, text: ScenarioText) -> Option<Scenario> {
        let in_play: Vec<Option<Part>> =
            text.in_play.iter().map(|part| self.word(self.lines.line(part), part.get_ref())).collect();
        let empires: Vec<Option<ScenarioEmpire>> = text.empires.iter().map(|one| self.empire(one)).collect();
        let specials: Vec<Option<Special>> = text.special.iter().map(|one| self.special(one)).collect();
        let areas = text.areas.iter().map(|(id, area)| (AreaId::new(id), self.area(area)));
        let victory = text
            .victory
            .unwrap_or(VictoryText { second_player_handicap: BTreeMap::new(), grades: BTreeMap::new() });
        let handicaps = victory.second_player_handicap.iter();
        Some(Scenario {
            areas: areas.collect(),
            division: text.division.as_ref().map(|one| self.division(one)),
            pope: self.pope(&text.pope),
            handicaps: handicaps.map(|(empire, points)| (EmpireId::new(empire), *points)).collect(),
            id: text.id.into_inner(),
            title: text.title,
            first_year: text.first_year.into_inner(),
            last_year: text.last_year.into_inner(),
            players: text.players.into_inner(),
            owned_ss_over_base: text.owned_ss_over_base,
            seats: text.seats.map(|seats| Seats {
                order: seats.order.iter().map(|id| EmpireId::new(id)).collect(),
                always: seats.always,
            }),
            victory: victory.grades,
            in_play: in_play.into_iter().collect::<Option<BTreeSet<Part>>>()?,
            specials: specials.into_iter().collect::<Option<Vec<Special>>>()?,
            empires: empires.into_iter().collect::<Option<Vec<ScenarioEmpire>>>()?,
        })
    }

    /// Ids of known land areas; a fault for each that is unknown or there twice.
    fn area_ids(&self, ids: &[Lined<String>]) -> BTreeSet<AreaId> {
        let mut areas = BTreeSet::new();
        for lined in ids {
            let id = AreaId::new(lined.get_ref());
            let line = self.lines.line(lined);
            if self.known.atlas.area(&id).is_none() {
                self.fault(line, format!("unknown area \"{id}\""));
            }
            if !areas.insert(id.clone()) {
                self.fault(line, format!("{id} is there twice"));
            }
        }
        areas
    }

    fn empire(&self, lined: &Lined<EmpireText>) -> Option<ScenarioEmpire> {
        let (line, text) = (self.lines.line(lined), lined.get_ref());
        self.source(line, &text.source);
        let controller = self.word::<Controller>(line, &text.controller);
        Some(ScenarioEmpire {
            id: EmpireId::new(&text.id),
            name: text.name.clone(),
            adjective: text.adjective.clone(),
            court: AreaId::new(&text.court),
            leader: text.leader.clone(),
            accession: text.accession,
            statures: statures(text.statures),
            treasury: text.treasury,
            dynasty: text.dynasty.clone(),
            areas: self.area_ids(&text.areas),
            claims: self.area_ids(&text.claims),
            ties: self.area_ids(&text.ties),
            controller: controller?,
        })
    }

    fn pope(&self, lined: &Lined<PopeText>) -> ScenarioPope {
        let (line, text) = (self.lines.line(lined), lined.get_ref());
        self.source(line, &text.source);
        ScenarioPope {
            name: text.name.clone(),
            accession: text.accession,
            statures: statures(text.statures),
            areas: self.area_ids(&text.areas),
        }
    }

    fn special(&self, lined: &Lined<SpecialText>) -> Option<Special> {
        let (line, text) = (self.lines.line(lined), lined.get_ref());
        self.source(line, &text.source);
        let kind = self.word::<SpecialKind>(line, &text.kind)?;
        Some(Special { empire: EmpireId::new(&text.empire), kind, until: text.until })
    }

    fn division(&self, lined: &Lined<DivisionText>) -> Division {
        let (line, text) = (self.lines.line(lined), lined.get_ref());
        self.source(line, &text.source);
        let parts = text.parts.iter().map(|part| DivisionPart {
            id: EmpireId::new(&part.id),
            name: part.name.clone(),
            adjective: part.adjective.clone(),
            court: AreaId::new(&part.court),
            languages: part.languages.iter().map(|code| LanguageId::new(code)).collect(),
        });
        Division {
            empire: EmpireId::new(&text.empire),
            from_year: text.from_year,
            also_heirless: text.also_heirless,
            parts: parts.collect(),
        }
    }

    fn area(&self, lined: &Lined<AreaText>) -> ScenarioArea {
        let (line, text) = (self.lines.line(lined), lined.get_ref());
        self.source(line, &text.source);
        ScenarioArea {
            language: text.language.as_deref().map(LanguageId::new),
            religion: text.religion.as_deref().map(ReligionId::new),
            social_state: text.ss,
            fortification: text.fortification,
            in_unrest: text.unrest,
            urgs: text.urgs.iter().map(|(code, level)| (ReligionId::new(code), *level)).collect(),
        }
    }
}

fn statures((combat, administrative, diplomatic): (i32, i32, i32)) -> Statures {
    Statures { combat, administrative, diplomatic }
}
