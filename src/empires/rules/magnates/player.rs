//! A magnate becomes a player empire (24.7).

use std::collections::BTreeSet;

use super::super::leaders::new_statures;
use super::super::scene::{Effects, Scene};
use crate::empires::chronicle::{Entry, Happening, OutsiderHappening};
use crate::empires::terms::EmpireId;
use crate::empires::world::{Effect, Empire, EmpireKind, Leader, OutsiderChange};
use crate::postal::chronicle::Visibility;

/// The next seat for year cards, and the players who wait.
#[derive(Debug, Clone, Copy)]
pub struct Seats {
    next: u32,
    waiting: u32,
}

impl Seats {
    /// As they are at the start of a step.
    pub fn of(scene: &Scene<'_>) -> Self {
        let last = scene.world.empires.values().filter_map(|empire| empire.seat).max();
        Self { next: last.map_or(0, |last| last.saturating_add(1)), waiting: scene.waiting_players }
    }
}

/// Rule 24.7: the percent chance of a magnate to become a player empire.
///
/// Units: percent. Cases: 24.I.1 to 24.I.4.
pub fn percent(scene: &Scene<'_>) -> i32 {
    let players = scene.world.empires.values().filter(|empire| empire.kind == EmpireKind::Player);
    let players = i32::try_from(players.count()).unwrap_or(i32::MAX);
    let figures = &scene.rulebook.figures;
    let less = figures.becomes_player_less_per_player.saturating_mul(players);
    figures.becomes_player_percent.saturating_sub(less).max(figures.becomes_player_least_percent) // rule:24.7
}

/// Rule 24.7: whether a magnate who owns areas becomes a player empire: nothing but an entry for the GM when no player
/// waits. `nth` tells apart the throws of one magnate outside the years.
pub fn try_to_become(
    scene: &Scene<'_>,
    id: &EmpireId,
    magnate: &Empire,
    nth: u32,
    seats: &mut Seats,
) -> Effects {
    let mut effects = Effects::default();
    let percent = percent(scene);
    if seats.waiting == 0 {
        let entry = told(id, OutsiderHappening::NobodyWaits { percent });
        effects.tell(Entry { visibility: Visibility::Gm, ..entry }); // rule:24.7
        return effects;
    }
    let roll = scene.dice.roll(scene.key("player empire", id.as_str(), nth), 1, 100);
    if roll.total() > percent {
        effects.tell(told(id, OutsiderHappening::StaysMagnate { percent }).with_chance(roll));
        return effects;
    }
    let (became, mut entry) = become_player(scene, id, magnate, seats);
    entry.chance.insert(0, roll);
    effects.change(became);
    effects.tell(entry);
    effects
}

/// The magnate as a player empire, with a seat for good and a new leader of the natural statures (8.1, 8.3).
pub fn become_player(
    scene: &Scene<'_>,
    id: &EmpireId,
    magnate: &Empire,
    seats: &mut Seats,
) -> (Effect, Entry) {
    let (statures, chance) = new_statures(scene, id, 0); // ruling:R24.7
    let year = scene.year_or_first();
    let leader = Leader {
        name: format!("{} ruler of {year}?", magnate.adjective),
        statures,
        ..magnate.leader.clone()
    };
    let seat = seats.next;
    seats.next = seats.next.saturating_add(1);
    seats.waiting = seats.waiting.saturating_sub(1);
    let became = OutsiderChange::BecamePlayer { empire: id.clone(), seat, leader: Box::new(leader) };
    let entry = Entry { chance, ..told(id, OutsiderHappening::BecamePlayer { statures }) };
    (Effect::Outsider(became), entry)
}

fn told(id: &EmpireId, happening: OutsiderHappening) -> Entry {
    Entry::new(&["24.7"], Happening::Outsider(happening)).of(id)
}

/// Rule 24.7: at the end of each decade every magnate who owns areas may become a player empire.
///
/// Cases: 24.I.5 to 24.I.7.
pub fn at_the_decade(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    if scene.pentade().last_year() % scene.rulebook.figures.becomes_player_every_years != 0 {
        return effects; // rule:24.7
    }
    let mut seats = Seats::of(scene);
    let owners: BTreeSet<&EmpireId> =
        scene.world.areas.values().filter_map(|area| area.owner.as_ref()).collect();
    for id in scene.world.outsiders.magnates.keys().filter(|id| owners.contains(id)) {
        if let Some(magnate) = scene.world.empires.get(id) {
            effects.extend(try_to_become(scene, id, magnate, 1, &mut seats)); // rule:24.7
        }
    }
    effects
}
