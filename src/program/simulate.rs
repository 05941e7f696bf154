//! `pentade simulate`: whole games that the built-in players play among themselves, in tables. A change of figures below
//! `--config` shows here what game it makes.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result, anyhow, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use sha2::{Digest, Sha256};

use super::Place;
use crate::mail::render::plain_text;
use crate::postal::game::{Game, Trial};

/// Columns of the tables.
const WIDTH: usize = 130;

/// What is asked for.
#[derive(Debug, Clone, clap::Args)]
pub struct Simulation {
    /// The scenario.
    #[arg(long, default_value = "postal-grand-771")]
    pub scenario: String,
    /// How many games.
    #[arg(long, default_value_t = 20)]
    pub games: u32,
    /// Pentades of a game at most.
    #[arg(long, default_value_t = 140)]
    pub pentades: u32,
    /// Who plays: builder, conqueror, mixed or caretaker.
    #[arg(long, default_value = "mixed")]
    pub policy: String,
    /// Where the dice begin: the same number plays the same games.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Players who wait for an empire.
    #[arg(long, default_value_t = 3)]
    pub waiting: u32,
    /// Games played side by side; as many as the machine has processors when it is not said.
    #[arg(long)]
    pub threads: Option<usize>,
    /// Print every figure as JSON instead of tables.
    #[arg(long)]
    pub json: bool,
}

/// Plays the games and prints what they came to.
///
/// Errors: a configuration with faults, an unknown scenario or policy, the first game that breaks an invariant.
pub fn simulate(place: &Place, asked: &Simulation) -> Result<()> {
    let games = place.games()?;
    let of_scenario = |game: &dyn Game| game.scenarios().iter().any(|one| one.id == asked.scenario);
    let game = games.iter().find(|game| of_scenario(game.as_ref()));
    let game = game.with_context(|| format!("there is no scenario {}", asked.scenario))?;
    if !game.policies().contains(&asked.policy.as_str()) {
        bail!("there is no policy {}; there are {}", asked.policy, game.policies().join(", "));
    }
    let trials = play_all(game.as_ref(), asked)?;
    if asked.json {
        println!("[{}]", trials.join(",\n"));
        return Ok(());
    }
    let title = format!(
        "{} games of {} by {}, seed {}, edition {}",
        asked.games,
        asked.scenario,
        asked.policy,
        asked.seed,
        game.edition().name
    );
    print!("{}", plain_text(&game.trial_report(&title, &trials)?, WIDTH));
    Ok(())
}

/// Every game's figures, in order of games whatever the order in which they end.
fn play_all(game: &dyn Game, asked: &Simulation) -> Result<Vec<String>> {
    let machine = std::thread::available_parallelism().map_or(1, usize::from);
    let number = usize::try_from(asked.games).unwrap_or(usize::MAX);
    let threads = asked.threads.unwrap_or(machine).clamp(1, number.max(1));
    let bar = progress(u64::from(asked.games) * u64::from(asked.pentades));
    let next = AtomicUsize::new(0);
    let played: Mutex<Vec<(usize, Result<String>)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let nth = next.fetch_add(1, Ordering::Relaxed);
                    if nth >= number {
                        return;
                    }
                    let trial = game.trial(&trial(asked, nth), &|| bar.inc(1));
                    let trial = trial.map_err(|error| anyhow!("game {}: {error}", nth + 1));
                    played.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((nth, trial));
                }
            });
        }
    });
    bar.finish_and_clear();
    let mut played = played.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    played.sort_by_key(|(nth, _)| *nth);
    played.into_iter().map(|(_, trial)| trial).collect()
}

/// The nth game, from 0. Its master secret is a hash of seed and number.
fn trial(asked: &Simulation, nth: usize) -> Trial {
    Trial {
        scenario: asked.scenario.clone(),
        policy: asked.policy.clone(),
        pentades: asked.pentades,
        waiting_players: asked.waiting,
        master: Sha256::digest(format!("pentade simulate {} {nth}", asked.seed)).into(),
    }
}

/// A bar on a terminal; nothing elsewhere.
fn progress(pentades: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(pentades), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} pentades, {eta} left");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
