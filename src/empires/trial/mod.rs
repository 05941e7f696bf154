//! Trial games: whole games that policies play against each other, and what came of them in figures.
//!
//! They show whether a change of figures in `config/` makes another game, and that no game breaks an invariant. A trial
//! rolls the dice of its own master secret and asks nobody: questions are answered by the policies.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::chronicle::Entry;
use super::pentade::{BrokenWorld, Inputs, Outcome, adjudicate, begin};
use super::policy::{self, Policy};
use super::rulebook::{Rulebook, Scenario};
use super::rules::Unanswered;
use super::terms::EmpireId;
use super::world::World;
use crate::postal::dice::{Dice, Seed};
use crate::postal::question::Question;

mod record;
mod report;
mod spread;

pub use record::{Record, Snapshot};
pub use report::report;

/// How often a pentade is played again for the questions that arise in it. No pentade asks in so many places.
const MOST_ROUNDS: u32 = 200;

/// What is tried.
#[derive(Debug, Clone)]
pub struct Trial<'a> {
    /// The rules.
    pub rulebook: &'a Rulebook,
    /// Where it begins.
    pub scenario: &'a Scenario,
    /// Who plays every empire.
    pub policy: Policy,
    /// Pentades at most.
    pub pentades: u32,
    /// Players who wait for an empire (8.7, 24.7).
    pub waiting_players: u32,
    /// Master secret of the dice.
    pub master: [u8; 32],
}

/// A trial that could not go on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TrialFault {
    /// An invariant is broken.
    #[error("in {year} the world is broken: {broken}")]
    Broken {
        /// First year of the pentade.
        year: i32,
        /// Every breach.
        broken: BrokenWorld,
    },
    /// Answers did not settle the questions of a pentade.
    #[error("in {year} the questions have no end; the last is {question}")]
    Endless {
        /// First year of the pentade.
        year: i32,
        /// Its id.
        question: String,
    },
}

/// One pentade as policies played it.
#[derive(Debug, Clone)]
pub struct Played {
    /// The decisions, with all answers.
    pub inputs: Inputs,
    /// The world afterwards.
    pub world: World,
    /// What happened.
    pub chronicle: Vec<Entry>,
}

impl Trial<'_> {
    /// Plays the whole trial and keeps its figures. `told` is called after every pentade.
    ///
    /// Errors: the first pentade that could not be played.
    pub fn play(&self, told: &dyn Fn()) -> Result<Record, TrialFault> {
        let mut world = begin(self.rulebook, self.scenario);
        let mut record = Record::new(self.rulebook, &world);
        for _ in 0..self.pentades {
            if is_over(&world) {
                break;
            }
            let played = self.pentade(&world)?;
            record.take_in(self.rulebook, &world, &played);
            world = played.world;
            told();
        }
        record.finish(self.rulebook, &world);
        Ok(record)
    }

    /// One pentade: every player's sheet is written by the policy, and questions are answered until none is left.
    ///
    /// Errors: a broken world, or questions without end.
    pub fn pentade(&self, world: &World) -> Result<Played, TrialFault> {
        let year = world.pentade.first_year();
        let dice = Dice::new(Seed::derive(&self.master, year));
        let mut inputs = Inputs {
            sheets: policy::sheets(self.rulebook, world, &dice, self.policy),
            unanswered: Unanswered::Asked,
            waiting_players: self.waiting_players,
            ..Inputs::default()
        };
        let mut last: Option<Question> = None;
        for _ in 0..MOST_ROUNDS {
            match adjudicate(self.rulebook, world, &inputs, &dice) {
                Err(broken) => return Err(TrialFault::Broken { year, broken }),
                Ok(Outcome::Complete { world, chronicle }) => {
                    return Ok(Played { inputs, world: *world, chronicle });
                }
                Ok(Outcome::Undecided { questions }) => {
                    for question in &questions {
                        inputs.answers.extend(policy::answers(world, question, &dice));
                    }
                    last = questions.into_iter().next();
                }
            }
        }
        Err(TrialFault::Endless { year, question: last.map(|one| one.id).unwrap_or_default() })
    }
}

/// Whether a world has no pentade left to be played (26.1).
pub fn is_over(world: &World) -> bool {
    world.pentade.first_year() > world.last_year // rule:26.1
}

/// The fingerprint of a world: SHA-256 of its text, in hexadecimal.
pub fn fingerprint(world: &World) -> String {
    let text = serde_json::to_string(world).unwrap_or_else(|error| error.to_string());
    hex::encode(Sha256::digest(text))
}

/// How an empire stands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// Its name.
    pub name: String,
    /// Areas.
    pub areas: u32,
    /// Gold.
    pub gold: i32,
    /// Sum of wealth where it is positive.
    pub wealth: i32,
    /// Areas owned with a claim.
    pub possessed: u32,
    /// Victory points with those for gold, in quarters (26.2).
    #[serde(default)]
    pub quarters: i32,
}

/// How every empire of a player stands.
pub fn standings(rulebook: &Rulebook, world: &World) -> std::collections::BTreeMap<EmpireId, Standing> {
    use super::world::EmpireKind;
    let players = world.empires.iter().filter(|(_, empire)| empire.kind == EmpireKind::Player);
    let standing = |id: &EmpireId, empire: &super::world::Empire| {
        let own = || world.areas.values().filter(|area| area.owner.as_ref() == Some(id));
        Standing {
            name: empire.name.clone(),
            areas: count(own()),
            gold: empire.treasury,
            wealth: own().map(|area| area.wealth().max(0)).sum(),
            possessed: count(own().filter(|area| area.claims.contains(id))),
            quarters: world.quarters_of(id) + world.quarters_of_gold(id, rulebook.figures.gold_per_point), // rule:26.2
        }
    };
    players.map(|(id, empire)| (id.clone(), standing(id, empire))).collect()
}

fn count<T>(things: impl Iterator<Item = T>) -> u32 {
    u32::try_from(things.count()).unwrap_or(u32::MAX)
}
