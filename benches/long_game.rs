//! The long game with all its actors against its budgets: one pentade, a whole game, memory, and larger maps.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use pentade::empires::atlas::{Area as MapArea, Atlas, Border, Outlines, SeaArea};
use pentade::empires::pentade::{Inputs, Outcome, adjudicate, begin};
use pentade::empires::policy::{self, Policy};
use pentade::empires::rulebook::Rulebook;
use pentade::empires::rules::Unanswered;
use pentade::empires::terms::{AreaId, EmpireId, SeaId};
use pentade::empires::world::{EmpireKind, World};
use pentade::postal::dice::{Dice, Seed};
use pentade::settings::texts::ConfigTexts;

/// What one pentade of twelve empires may take, all actors playing.
const PENTADE: Duration = Duration::from_millis(2);

/// What a game of 140 pentades may take, invariants and all.
const GAME: Duration = Duration::from_millis(400);

/// What the process may hold when it has played one, in KiB.
const MEMORY_KIB: u64 = 64 * 1024;

/// Pentades of the long game.
const PENTADES: usize = 140;

/// How much dearer a map of sixteen times the size may be, in tenths of sixteen times.
const GROWTH_TENTHS: u128 = 15;

/// A pentade with everything that was decided for it.
struct Played {
    world: World,
    inputs: Inputs,
    dice: Dice,
}

fn main() {
    let texts = ConfigTexts::read(Path::new("config")).expect("config/ can be read");
    let rulebook = Rulebook::parse(&texts.files).expect("config/ has no fault");
    drop(texts);
    let world = begin(&rulebook, &rulebook.scenarios["postal-grand-771"]);

    unkept(&rulebook, world.clone());
    memory();
    let game = game(&rulebook, world.clone(), PENTADES);
    let started = Instant::now();
    let mut each: Vec<Duration> = game.iter().map(|played| timed(&rulebook, played)).collect();
    let whole = started.elapsed();
    let late = &mut each[40.min(game.len() - 1)..].to_vec();
    verdict("one pentade, median of the whole game", median(&mut each), PENTADE);
    verdict("one pentade, median from 971 on", median(late), PENTADE);
    verdict(&format!("a game of {} pentades", game.len()), whole, GAME);
    drop(game);
    let sizes = [1, 4, 16].map(|copies| (copies, larger(&rulebook, &world, copies)));
    growth(sizes);
}

/// A game of which nothing is kept but the world, as the server plays it.
fn unkept(rulebook: &Rulebook, mut world: World) {
    while world.pentade.first_year() <= world.last_year {
        world = game(rulebook, world, 1).pop().map(|played| after(rulebook, &played)).expect("a pentade");
    }
}

/// A game as the policies play it; what is timed is only the pentades.
fn game(rulebook: &Rulebook, mut world: World, pentades: usize) -> Vec<Played> {
    let mut game = Vec::new();
    while game.len() < pentades && world.pentade.first_year() <= world.last_year {
        let dice = Dice::new(Seed::derive(&[7; 32], world.pentade.first_year()));
        let inputs = Inputs {
            sheets: policy::sheets(rulebook, &world, &dice, Policy::Mixed),
            unanswered: Unanswered::TakesDefault,
            waiting_players: 3,
            ..Inputs::default()
        };
        let played = Played { world, inputs, dice };
        world = after(rulebook, &played);
        game.push(played);
    }
    game
}

fn after(rulebook: &Rulebook, played: &Played) -> World {
    match adjudicate(rulebook, &played.world, &played.inputs, &played.dice) {
        Ok(Outcome::Complete { world, .. }) => *world,
        Ok(Outcome::Undecided { questions }) => panic!("undecided: {questions:?}"),
        Err(broken) => panic!("{broken}"),
    }
}

fn timed(rulebook: &Rulebook, played: &Played) -> Duration {
    let started = Instant::now();
    drop(std::hint::black_box(after(rulebook, played)));
    started.elapsed()
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn verdict(what: &str, took: Duration, budget: Duration) {
    let verdict = if took <= budget { "within" } else { "OVER" };
    println!("{what}: {took:?}, {verdict} the budget of {budget:?}");
}

/// Resident memory now and at its highest, as the kernel counts it.
fn memory() {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let of = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|rest| rest.trim_start_matches(':').trim().split(' ').next()?.parse::<u64>().ok())
    };
    let (Some(now), Some(most)) = (of("VmRSS"), of("VmHWM")) else {
        println!("memory: the kernel does not tell");
        return;
    };
    let verdict = if now <= MEMORY_KIB { "within" } else { "OVER" };
    println!("memory: {now} KiB, {most} KiB at most, {verdict} the budget of {MEMORY_KIB} KiB");
}

/// Median time of a pentade on a map of so many copies of the world, side by side.
fn larger(rulebook: &Rulebook, world: &World, copies: u32) -> Duration {
    let larger = Rulebook { atlas: copied_atlas(&rulebook.atlas, copies), ..rulebook.clone() };
    let game = game(&larger, copied_world(world, copies), 12);
    let mut times: Vec<Duration> = game.iter().map(|played| timed(&larger, played)).collect();
    median(&mut times)
}

fn growth(sizes: [(u32, Duration); 3]) {
    let one = sizes[0].1.as_nanos().max(1);
    for (copies, took) in sizes {
        let ratio = took.as_nanos() * 10 / one;
        let allowed = u128::from(copies) * GROWTH_TENTHS;
        let verdict = if copies == 1 || ratio <= allowed { "within" } else { "OVER" };
        println!(
            "a map of {copies} times the size: {took:?} a pentade, {}.{} times as long, {verdict} {}.{} times",
            ratio / 10,
            ratio % 10,
            allowed / 10,
            allowed % 10
        );
    }
}

/// The id of a thing in one of the copies; the first copy keeps its ids.
fn named(id: &str, copy: u32) -> String {
    if copy == 0 { id.to_owned() } else { format!("{id}-{copy}") }
}

fn copied_atlas(atlas: &Atlas, copies: u32) -> Atlas {
    let (mut areas, mut seas, mut borders) = (Vec::new(), Vec::new(), Vec::new());
    for copy in 0..copies {
        let area = |id: &AreaId| AreaId::new(&named(id.as_str(), copy));
        let sea = |id: &SeaId| SeaId::new(&named(id.as_str(), copy));
        for one in atlas.areas() {
            areas.push(MapArea { id: area(&one.id), name: named(&one.name, copy), ..one.clone() });
            for near in atlas.neighbours(&one.id).filter(|near| **near > one.id) {
                let strait = atlas.strait_between(&one.id, near);
                let (one, near) = (area(&one.id), area(near));
                borders.push(if strait { Border::Strait(one, near) } else { Border::Land(one, near) });
            }
            borders.extend(atlas.coast(&one.id).map(|on| Border::Coast(area(&one.id), sea(on))));
        }
        for one in atlas.seas() {
            seas.push(SeaArea { id: sea(&one.id), name: named(&one.name, copy) });
            let joined = atlas.joined(&one.id).filter(|other| **other > one.id);
            borders.extend(joined.map(|other| Border::Sea(sea(&one.id), sea(other))));
        }
    }
    Atlas::new(areas, seas, &borders, Outlines::default())
}

/// The world with its players' empires in every copy; seats go on counting.
fn copied_world(world: &World, copies: u32) -> World {
    let mut larger = world.clone();
    let seats = world.empires.values().filter_map(|empire| empire.seat).max().unwrap_or(0) + 1;
    for copy in 1..copies {
        let id = |id: &EmpireId| EmpireId::new(&named(id.as_str(), copy));
        let played = |id: &EmpireId| world.empires.get(id).is_some_and(|one| one.kind == EmpireKind::Player);
        for (name, empire) in world.empires.iter().filter(|(id, _)| played(id)) {
            let mut empire = empire.clone();
            empire.seat = empire.seat.map(|seat| seat + seats * copy);
            empire.court = empire.court.map(|court| AreaId::new(&named(court.as_str(), copy)));
            larger.empires.insert(id(name), empire);
        }
        for (name, area) in &world.areas {
            let mut area = area.clone();
            area.owner = area.owner.filter(|owner| played(owner)).map(|owner| id(&owner));
            area.claims = area.claims.iter().map(&id).collect();
            let ties: BTreeMap<_, _> = area.ties.iter().map(|(holder, tie)| (id(holder), *tie)).collect();
            area.ties = ties;
            larger.areas.insert(AreaId::new(&named(name.as_str(), copy)), area);
        }
    }
    larger
}
