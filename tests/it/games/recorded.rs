//! Recorded games: the letters, answers and seeds of whole games, which every run plays again to the same hashes.
//!
//! A game is a folder of `tests/games`: `game.toml` with scenario, master secret, hashes and standings, and a file of
//! letters and answers for each pentade. `GAMES=write` lets the policies play them anew; a commit that does says
//! `replay-breaking`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use pentade::empires::chronicle::Entry;
use pentade::empires::orders::{Context, print, read};
use pentade::empires::pentade::{Inputs, Outcome, adjudicate, begin};
use pentade::empires::policy::{self, Policy};
use pentade::empires::rules::Unanswered;
use pentade::empires::seam::Empires;
use pentade::empires::terms::{EmpireId, OrderSheet};
use pentade::empires::trial::{Trial, standings};
use pentade::empires::world::World;
use pentade::postal::dice::{Dice, Seed};
use pentade::postal::game::{ChronicleText, WorldText, result_hash};
use serde::{Deserialize, Serialize};

use crate::shipped::{files, rulebook};

/// Players who wait for an empire in every recorded game.
const WAITING: u32 = 3;

/// `game.toml`.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct Game {
    scenario: String,
    /// Who plays when it is recorded anew.
    policy: String,
    master: String,
    pentades: usize,
    /// Result of every pentade: its first year and SHA-256 over world and chronicle.
    #[serde(default)]
    results: BTreeMap<String, String>,
    /// Areas, gold, wealth and claims held and owned of every player's empire at the end.
    #[serde(default)]
    standings: BTreeMap<String, [i32; 4]>,
}

/// The decisions of one pentade.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Pentade {
    /// Letters by empire.
    letters: BTreeMap<String, String>,
    /// Answers by question.
    answers: BTreeMap<String, String>,
}

#[test]
fn the_long_game_of_mixed_players() {
    replay("long-game-mixed");
}

#[test]
fn the_long_game_of_conquerors() {
    replay("long-game-conquerors");
}

#[test]
fn the_millennium_of_builders() {
    replay("millennium-builders");
}

fn replay(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games").join(name);
    let empires = Empires::parse(&files()).expect("the shipped config has no fault");
    let kept: Game = toml::from_str(&text(&folder.join("game.toml"))).expect("game.toml");
    if std::env::var("GAMES").is_ok_and(|asked| asked == "write") {
        write(&empires, &folder, &kept);
    }
    let kept: Game = toml::from_str(&text(&folder.join("game.toml"))).expect("game.toml");
    if kept.results.is_empty() {
        println!("{name} is not recorded yet: GAMES=write records it");
        return;
    }
    assert!(kept.pentades >= 20 && kept.results.len() == kept.pentades, "{name} is not recorded in full");
    let mut world = begin(empires.rulebook(), &empires.rulebook().scenarios[&kept.scenario]);
    for (year, hash) in &kept.results {
        let pentade: Pentade = toml::from_str(&text(&letters(&folder, &world))).expect("letters");
        let inputs = inputs(&empires, &world, &pentade);
        let (after, chronicle) = played(&empires, &world, &inputs, &kept.master)
            .unwrap_or_else(|| panic!("{name}: {year} asks something that was not recorded"));
        assert_eq!(*hash, hash_of(&after, &chronicle), "{name}: {year} ends differently");
        world = after;
    }
    assert_eq!(kept.standings, stand(&world), "{name}: final standings");
}

/// Lets the policy play the game anew, its orders written and read as letters.
fn write(empires: &Empires, folder: &Path, kept: &Game) {
    let scenario = &empires.rulebook().scenarios[&kept.scenario];
    let policy = Policy::of(&kept.policy).expect("a policy");
    let trial = Trial {
        rulebook: empires.rulebook(),
        scenario,
        policy,
        pentades: u32::try_from(kept.pentades).expect("a small number"),
        waiting_players: WAITING,
        master: master(&kept.master),
    };
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        if entry.file_name() != "game.toml" {
            fs::remove_file(entry.path()).expect("removed");
        }
    }
    let mut world = begin(empires.rulebook(), scenario);
    let (scenario, policy, master) = (kept.scenario.clone(), kept.policy.clone(), kept.master.clone());
    let mut game = Game { scenario, policy, master, pentades: kept.pentades, ..Game::default() };
    for _ in 0..kept.pentades {
        let mut pentade = written(empires, &trial, &world);
        let (after, chronicle) = answered(empires, &world, &mut pentade, &kept.master);
        fs::write(letters(folder, &world), toml::to_string(&pentade).expect("written")).expect("written");
        game.results.insert(year(&world), hash_of(&after, &chronicle));
        world = after;
    }
    game.standings = stand(&world);
    fs::write(folder.join("game.toml"), toml::to_string(&game).expect("written")).expect("written");
}

fn written(empires: &Empires, trial: &Trial<'_>, world: &World) -> Pentade {
    let dice = Dice::new(Seed::derive(&trial.master, world.pentade.first_year()));
    let vocabulary = empires.vocabulary(world).expect("a scenario");
    let sheets = policy::sheets(trial.rulebook, world, &dice, trial.policy);
    let letters = sheets.into_iter().map(|(id, sheet)| (id.to_string(), print(&vocabulary, &sheet)));
    Pentade { letters: letters.collect(), answers: BTreeMap::new() }
}

/// Plays a pentade and answers what it asks.
fn answered(empires: &Empires, world: &World, pentade: &mut Pentade, master: &str) -> (World, Vec<Entry>) {
    for _ in 0..200 {
        let inputs = inputs(empires, world, pentade);
        match adjudicate(empires.rulebook(), world, &inputs, &dice(master, world)) {
            Ok(Outcome::Complete { world, chronicle }) => return (*world, chronicle),
            Ok(Outcome::Undecided { questions }) => {
                for question in &questions {
                    pentade.answers.extend(policy::answers(world, question, &dice(master, world)));
                }
            }
            Err(broken) => panic!("{}: {broken}", world.pentade.first_year()),
        }
    }
    panic!("{}: questions without end", world.pentade.first_year())
}

fn played(empires: &Empires, world: &World, inputs: &Inputs, master: &str) -> Option<(World, Vec<Entry>)> {
    match adjudicate(empires.rulebook(), world, inputs, &dice(master, world)) {
        Ok(Outcome::Complete { world, chronicle }) => Some((*world, chronicle)),
        Ok(Outcome::Undecided { .. }) => None,
        Err(broken) => panic!("{}: {broken}", world.pentade.first_year()),
    }
}

fn inputs(empires: &Empires, world: &World, pentade: &Pentade) -> Inputs {
    let vocabulary = empires.vocabulary(world).expect("a scenario");
    let sheet = |(id, letter): (&String, &String)| -> (EmpireId, OrderSheet) {
        let empire = EmpireId::new(id);
        let context = Context::of(empire.clone(), world.pentade);
        (empire, read(&vocabulary, &context, letter).sheet)
    };
    Inputs {
        sheets: pentade.letters.iter().map(sheet).collect(),
        answers: pentade.answers.clone(),
        rulings: Vec::new(),
        unanswered: Unanswered::Asked,
        waiting_players: WAITING,
    }
}

fn dice(master_hex: &str, world: &World) -> Dice {
    Dice::new(Seed::derive(&master(master_hex), world.pentade.first_year()))
}

fn master(hex: &str) -> [u8; 32] {
    hex::decode(hex).ok().and_then(|bytes| bytes.try_into().ok()).expect("64 hexadecimal digits")
}

fn hash_of(world: &World, chronicle: &[Entry]) -> String {
    let world = serde_json::to_string(world).expect("a world as text");
    let chronicle = serde_json::to_string(chronicle).expect("a chronicle as text");
    result_hash(&WorldText::new(world), &ChronicleText::new(chronicle))
}

fn stand(world: &World) -> BTreeMap<String, [i32; 4]> {
    let figure = |number: u32| i32::try_from(number).expect("a small number");
    let standings = standings(rulebook(), world).into_iter();
    standings
        .map(|(id, one)| (id.to_string(), [figure(one.areas), one.gold, one.wealth, figure(one.possessed)]))
        .collect()
}

fn letters(folder: &Path, world: &World) -> PathBuf {
    folder.join(format!("{}.toml", year(world)))
}

/// The first year of a pentade in four digits, so that names stand in order of years.
fn year(world: &World) -> String {
    format!("{:04}", world.pentade.first_year())
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
