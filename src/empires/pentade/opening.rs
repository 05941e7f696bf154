//! The first world of a scenario.

use std::collections::{BTreeMap, BTreeSet};

use crate::empires::rulebook::{OpeningArea, Rulebook, Scenario, ScenarioEmpire};
use crate::empires::rules::claims::is_undisputed;
use crate::empires::terms::{AreaId, ById, EmpireId, LanguageId, Pentade, ReligionId, Statures};
use crate::empires::world::{
    Area, Cards, Church, Crusades, Empire, EmpireKind, Heresies, Leader, Outsiders, Past, People, Regencies,
    Scores, Tie, World,
};

/// Id of the Pope (27).
pub const POPE: &str = "pope";

/// Where he sits when the scenario gives him no area (27.1).
const SEAT_OF_THE_POPE: &str = "rome";

/// Rule 18.2 and the scenario: the world that a game opens with.
///
/// Seats for year cards go by the scenario's order of empires (9.2). The Pope has none; he exists with or without areas.
pub fn begin(rulebook: &Rulebook, scenario: &Scenario) -> World {
    let areas = rulebook.opening(scenario);
    let mut empires = ById::default();
    for (seat, empire) in (0..).zip(&scenario.empires) {
        empires.insert(empire.id.clone(), opening_empire(empire, seat, &areas));
    }
    empires.get_or_insert_with(EmpireId::new(POPE), || pope(&areas, scenario));
    let mut world = World {
        scenario: scenario.id.clone(),
        pentade: Pentade::of(scenario.first_year),
        last_year: scenario.last_year,
        areas: areas.into_iter().map(|(id, area)| opening_area(scenario, id, area)).collect(),
        added: BTreeMap::new(),
        empires,
        treaties: Vec::new(),
        offers: Vec::new(),
        parleys_due: Vec::new(),
        facts: BTreeSet::new(),
        past: Past::default(),
        cards: Cards::laid_out(rulebook.event_deck()), // rule:19.2
        church: Church::default(),
        crusades: Crusades::default(),
        outsiders: Outsiders::default(),
        people: People::default(),
        heresies: Heresies::default(),
        regencies: Regencies::default(),
        scores: Scores::default(),
    };
    world.scores.period = Some(world.standing()); // rule:26.4
    world
}

fn opening_empire(empire: &ScenarioEmpire, seat: u32, areas: &BTreeMap<AreaId, OpeningArea>) -> Empire {
    let (language, religion) = people(areas, &empire.court);
    Empire {
        name: empire.name.clone(),
        adjective: empire.adjective.clone(),
        kind: EmpireKind::Player,
        seat: Some(seat), // rule:9.2
        court: Some(empire.court.clone()),
        leader: Leader {
            name: empire.leader.clone(),
            accession: empire.accession,
            statures: empire.statures,
            ..leader(language, religion)
        },
        dynasty: empire.dynasty.clone(),
        treasury: empire.treasury,
        off_board: None,
    }
}

/// The Pope of the opening: without a seat for year cards, with or without areas (27.1, 27.2).
fn pope(areas: &BTreeMap<AreaId, OpeningArea>, scenario: &Scenario) -> Empire {
    let court = scenario.pope.areas.iter().next();
    let home = court.cloned().unwrap_or_else(|| AreaId::new(SEAT_OF_THE_POPE)); // rule:27.1
    let (language, religion) = people(areas, &home);
    Empire {
        name: "Pope".to_owned(),
        adjective: "Papal".to_owned(),
        kind: EmpireKind::Pope,
        seat: None,
        court: court.cloned(),
        leader: Leader {
            name: scenario.pope.name.clone(),
            accession: scenario.pope.accession,
            statures: scenario.pope.statures,
            ..leader(language, religion)
        },
        dynasty: String::new(),
        treasury: 0,
        off_board: None,
    }
}

fn people(areas: &BTreeMap<AreaId, OpeningArea>, home: &AreaId) -> (LanguageId, ReligionId) {
    match areas.get(home) {
        Some(area) => (area.language.clone(), area.religion.clone()), // rule:2.5
        None => (LanguageId::new("unknown"), ReligionId::new("unknown")),
    }
}

/// A ruler of a language and religion of whom nothing else is known.
fn leader(language: LanguageId, religion: ReligionId) -> Leader {
    Leader {
        name: String::new(),
        accession: 0,
        statures: Statures { combat: 1, administrative: 1, diplomatic: 1 },
        language,
        religion,
        has_risen: false,
        has_adopted_religion: false,
        excommunicated: false,
        heir_name: None,
    }
}

fn opening_area(scenario: &Scenario, id: AreaId, opening: OpeningArea) -> (AreaId, Area) {
    let papal = scenario.pope.areas.contains(&id).then(|| EmpireId::new(POPE));
    let owner = opening.owner.or(papal);
    let holding = |what: fn(&ScenarioEmpire) -> &BTreeSet<AreaId>| {
        let holders = scenario.empires.iter().filter(|empire| what(empire).contains(&id));
        holders.map(|empire| empire.id.clone()).collect::<Vec<_>>()
    };
    let mut area = Area {
        population: opening.population,
        base_social_state: opening.base_social_state,
        social_state: opening.social_state,
        language: opening.language,
        religion: opening.religion,
        fortification: opening.fortification,
        in_unrest: opening.in_unrest,
        urgs: opening.urgs,
        claims: holding(|empire| &empire.claims).into_iter().collect(), // rule:18.2
        ties: holding(|empire| &empire.ties).into_iter().map(|empire| (empire, Tie::default())).collect(),
        partial_conquests: Vec::new(),
        diplomatic_results: BTreeMap::new(),
        taxed: false,
        plundered: false,
        undisputed_since: None,
        owner,
    };
    let undisputed = area.owner.as_ref().is_some_and(|owner| is_undisputed(owner, &area));
    area.undisputed_since = undisputed.then_some(scenario.first_year); // rule:18.6
    (id, area)
}
