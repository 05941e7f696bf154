//! Chapter 24.1 to 24.4: raiders. Whether they come, and what they do when they have come.
//!
//! Reads `raiders.csv`. Dice, keyed by the raiders' id: the opening die, the die of a pause, strength; in a year a die
//! among equal targets.

use super::actors::{beyond, leader, strength};
use super::communications::own_areas;
use super::religion;
use super::scene::{Effects, Scene};
use crate::empires::chronicle::{Entry, Happening, OutsiderHappening};
use crate::empires::rulebook::{Behaviour, Group, Raider, RaidersEnd, Reach};
use crate::empires::terms::{AreaId, EmpireId, ReligionId};
use crate::empires::world::{Effect, Empire, EmpireKind, OutsiderChange, Raiding};
use crate::postal::dice::Draw;

mod peoples;
mod reach;
mod targets;

pub use targets::endeavours;

/// Al-Hejaz and Jerusalem are the desert's way to the holy city, from which on its riders convert their areas (24.3).
const HOLY_CITY: &str = "jerusalem";

/// Rule 6.2 (d): which raiders come in this pentade, which pause, and which are gone for good.
///
/// Cases: 24.A.1 to 24.A.14.
pub fn activate(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    for row in &scene.rulebook.raiders {
        let id = EmpireId::new(&row.id);
        let year = scene.pentade().first_year();
        let state = scene.world.outsiders.raiders.get(&id).copied().unwrap_or_default();
        if state.ended || year < *row.years.start() {
            continue;
        }
        if year > *row.years.end() || has_ended(scene, row) {
            effects.extend(end(scene, &id, row)); // rule:24.2
            continue;
        }
        match pause(scene, row, state) {
            Some((die, true)) => {
                effects.tell(told(&id, row, OutsiderHappening::RaidersPause).with_chance(die)); // rule:24.2
            }
            thrown => effects.extend(come_or_stay(scene, &id, row, thrown.map(|(die, _)| die))),
        }
    }
    effects
}

fn told(id: &EmpireId, row: &Raider, happening: OutsiderHappening) -> Entry {
    Entry::new(&[row.rule.as_str()], Happening::Outsider(happening)).of(id)
}

/// Rule 24.2: the die of a pause after an active pentade, and whether it makes them pause.
fn pause(scene: &Scene<'_>, row: &Raider, state: Raiding) -> Option<(Draw, bool)> {
    let before = scene.pentade().first_year() - crate::empires::terms::Pentade::YEARS;
    let pause = row.pause.as_ref().filter(|_| state.last_active == Some(before))?;
    let die = scene.dice.d6(scene.key("pause", &row.id, 0));
    let pauses = pause.contains(&die.total()); // rule:24.2
    Some((die, pauses))
}

/// The opening die; `thrown` is the die of a pause that did not keep them.
fn come_or_stay(scene: &Scene<'_>, id: &EmpireId, row: &Raider, thrown: Option<Draw>) -> Effects {
    let mut effects = Effects::default();
    let year = scene.pentade().first_year();
    let at_peak = row.peak.as_ref().is_some_and(|peak| peak.contains(&year));
    let active = if at_peak { &row.active_in_peak } else { &row.active_otherwise };
    let die = scene.dice.d6(scene.key("raiders", &row.id, 0));
    if !active.contains(&die.total()) {
        let mut entry = told(id, row, OutsiderHappening::RaidersStay);
        entry.chance.extend(thrown);
        entry.chance.push(die);
        effects.tell(entry);
        return effects;
    }
    let (points, dice) = strength(scene, &row.id, row.combat); // rule:24.2
    let points = points + if at_peak { row.combat_in_peak } else { 0 }; // rule:24.2
    let mut entry = told(id, row, OutsiderHappening::RaidersCome { strength: points, cards: row.cards });
    entry.chance.extend(thrown);
    entry.chance.push(die);
    entry.chance.extend(dice);
    effects.tell(entry);
    effects.change(Effect::Outsider(OutsiderChange::RaidersCame { raiders: id.clone(), year }));
    effects.extend(take_the_field(scene, id, row, points));
    effects.extend(convert_all(scene, id, row));
    effects
}

/// The raiders as an empire of their kind: founded, or with the leader of this pentade.
fn take_the_field(scene: &Scene<'_>, id: &EmpireId, row: &Raider, points: i32) -> Effects {
    let mut effects = Effects::default();
    let year = scene.pentade().first_year();
    let ruler = leader(row.name.clone(), year, points, (row.language.clone(), row.religion.clone()));
    let settled = own_areas(scene.world, id).next().is_some();
    let start = peoples::start(row).filter(|_| !settled);
    let free = start.filter(|area| scene.world.areas.get(*area).is_some_and(|area| area.owner.is_none()));
    let at_home = settled && row.behaviour == Behaviour::Pecheneg;
    let base = (!at_home && free.is_none()).then(|| beyond(row.base_social_state, reach::of(scene, row)));
    let founded = Empire {
        name: row.name.clone(),
        adjective: row.name.clone(),
        kind: EmpireKind::Raider,
        seat: None,
        court: None,
        leader: ruler.clone(),
        dynasty: String::new(),
        treasury: 0,
        off_board: base.clone(),
    };
    effects.change(Effect::EmpireFounded { empire: id.clone(), founded: Box::new(founded) });
    effects.change(Effect::LeaderChanged { empire: id.clone(), leader: Box::new(ruler) });
    if let Some(base) = base {
        effects.change(Effect::Outsider(OutsiderChange::CameFromBeyond { empire: id.clone(), base }));
    }
    if let Some(area) = free {
        effects.change(Effect::OwnerChanged { area: area.clone(), owner: Some(id.clone()) }); // rule:24.4
        effects.change(Effect::CourtMoved { empire: id.clone(), court: Some(area.clone()) });
        effects.tell(told(id, row, OutsiderHappening::Settled).at(area));
    }
    effects
}

/// Rule 24.3: the desert raiders, when they hold Jerusalem, convert their areas.
fn convert_all(scene: &Scene<'_>, id: &EmpireId, row: &Raider) -> Effects {
    let mut effects = Effects::default();
    let holy = scene.world.areas.get(&AreaId::new(HOLY_CITY));
    let held = holy.is_some_and(|area| area.owner.as_ref() == Some(id));
    if row.behaviour != Behaviour::PillageThenConquer || !held {
        return effects;
    }
    for (area, _) in own_areas(scene.world, id).filter(|(_, area)| area.religion != row.religion) {
        effects.extend(religion::converted(scene, area, &row.religion)); // rule:24.3 ruling:R24.3
        let religion = row.religion.to_string();
        effects.tell(told(id, row, OutsiderHappening::Converted { religion }).at(area));
    }
    effects
}

/// Their years are over, or what ends them has come about: their areas become independent.
fn end(scene: &Scene<'_>, id: &EmpireId, row: &Raider) -> Effects {
    let mut effects = Effects::default();
    effects.change(Effect::Outsider(OutsiderChange::RaidersEnded(id.clone()))); // rule:24.2
    effects.tell(told(id, row, OutsiderHappening::RaidersEnded));
    for (area, _) in own_areas(scene.world, id) {
        effects.change(Effect::OwnerChanged { area: area.clone(), owner: None });
        effects.tell(told(id, row, OutsiderHappening::AreaFreed).at(area));
    }
    if scene.world.empires.get(id).is_some_and(|own| own.court.is_some()) {
        effects.change(Effect::CourtMoved { empire: id.clone(), court: None });
    }
    effects
}

/// Rule 24.2: whether the land that sent them, or the land they come to, is such that they come no more.
fn has_ended(scene: &Scene<'_>, row: &Raider) -> bool {
    let area = |id: &AreaId| scene.world.areas.get(id);
    let religion_of = |id: &AreaId| area(id).map(|area| &area.religion);
    let owner = |id: &AreaId| scene.world.empires.get(area(id)?.owner.as_ref()?);
    let christian = |religion: Option<&ReligionId>| religion.is_some_and(|one| is_christian(scene, one));
    match &row.ends {
        RaidersEnd::Never => false,
        RaidersEnd::Christian(areas) => areas.iter().all(|id| christian(religion_of(id))),
        RaidersEnd::OwnedByPlayerOrChristian(areas) => areas.iter().any(|id| {
            christian(religion_of(id)) || owner(id).is_some_and(|owner| owner.kind == EmpireKind::Player)
        }),
        RaidersEnd::ChristianOwner(areas) => {
            areas.iter().all(|id| christian(owner(id).map(|owner| &owner.leader.religion)))
        }
    }
}

fn is_christian(scene: &Scene<'_>, religion: &ReligionId) -> bool {
    matches!(scene.rulebook.religions.group(religion), Some(Group::Christian | Group::Sect))
}

/// How many year cards the raiders have in this pentade: none unless they came.
pub fn cards(scene: &Scene<'_>, id: &EmpireId) -> i32 {
    let here = scene.world.outsiders.raiders.get(id).and_then(|state| state.last_active);
    let row = scene.rulebook.raiders.iter().find(|row| row.id == id.as_str());
    match row {
        Some(row) if here == Some(scene.pentade().first_year()) => row.cards, // rule:24.2
        _ => 0,
    }
}

/// Where raiders who reach a single area or several are; see [`Reach`].
fn named_areas(row: &Raider) -> impl Iterator<Item = &AreaId> {
    row.reach_areas.iter().filter_map(|reach| match reach {
        Reach::Area(area) => Some(area),
        Reach::LandSteps { .. } => None,
    })
}
