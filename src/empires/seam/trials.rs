//! Trial games across the seam: figures as JSON.

use super::texts::text_of;
use crate::empires::policy::Policy;
use crate::empires::rulebook::Rulebook;
use crate::empires::trial::{self, Record, Trial};
use crate::postal::document::Document;
use crate::postal::game::{self, GameError};

/// The policies by name.
pub(super) fn policies() -> Vec<&'static str> {
    Policy::LIST.iter().map(|(word, _)| *word).collect()
}

/// Plays a trial game.
pub(super) fn play(rulebook: &Rulebook, asked: &game::Trial, told: &dyn Fn()) -> Result<String, GameError> {
    let scenario = rulebook.scenarios.get(&asked.scenario);
    let scenario = scenario.ok_or_else(|| GameError::NoScenario(asked.scenario.clone()))?;
    let policy = Policy::of(&asked.policy).ok_or_else(|| GameError::NoPolicy(asked.policy.clone()))?;
    let trial = Trial {
        rulebook,
        scenario,
        policy,
        pentades: asked.pentades,
        waiting_players: asked.waiting_players,
        master: asked.master,
    };
    let record = trial.play(told).map_err(|fault| GameError::Broken(fault.to_string()))?;
    text_of("trial", &record)
}

/// Tables of several trial games.
pub(super) fn report(title: &str, trials: &[String]) -> Result<Document, GameError> {
    let read = |text: &String| {
        serde_json::from_str::<Record>(text)
            .map_err(|error| GameError::Unreadable { what: "trial", reason: error.to_string() })
    };
    let records = trials.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    Ok(trial::report(title, &records))
}
