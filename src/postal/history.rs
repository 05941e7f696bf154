//! The past of a game: pentades as they were played, amendments to what people decided in them, and the replay from the
//! first amended one to the present.
//!
//! What was kept is never edited: a replay is a second history beside the first. Chance is keyed by the kept seeds, so
//! that nothing moves which no amendment touches.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::chronicle::SideId;
use super::dice::Seed;
use super::game::{ChronicleText, Game, GameError, Inputs, Outcome, Ruling, Span, Turn, WorldText};
use super::question::Question;

/// One pentade as it was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// Its years.
    pub span: Span,
    /// The world it began with.
    pub before: WorldText,
    /// What people decided.
    pub inputs: Inputs,
    /// Sheets of sides that the world it began with does not have: they are not played, and count again when another
    /// correction brings their side back.
    pub set_aside: BTreeMap<SideId, String>,
    /// Its secret.
    pub seed: Seed,
    /// The world it ended with.
    pub after: WorldText,
    /// What happened.
    pub chronicle: ChronicleText,
}

impl Played {
    /// The pentade as reports are made from it.
    pub fn turn(&self) -> Turn<'_> {
        Turn { before: &self.before, after: &self.after, chronicle: &self.chronicle }
    }
}

/// A recorded change to what people decided in a pentade.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amendment {
    /// First year of the pentade.
    pub first_year: i32,
    /// What is to be other than it was.
    pub change: Change,
    /// Who amends.
    pub author: String,
    /// Why.
    pub reason: String,
}

/// What an amendment changes in the inputs of a pentade.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// A side's orders are read anew: its sheet in the game's own form; none when it sent none.
    Sheet {
        /// The side.
        side: SideId,
        /// The sheet's data.
        data: Option<String>,
    },
    /// A question was answered otherwise; none when it was not answered.
    Answer {
        /// The key of the answer.
        question: String,
        /// The answer.
        answer: Option<String>,
    },
    /// The GM lays something down, such as a figure of the state set right.
    LaidDown(Ruling),
    /// The GM takes back what he laid down: every ruling of that year with these words.
    TakenBack {
        /// The year it takes effect in; none for the opening of the pentade.
        year: Option<i32>,
        /// Its words.
        words: String,
    },
    /// Everything that people decided is again as it was in another revision.
    AsBefore(Inputs),
}

/// Why a history cannot be amended.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HistoryError {
    /// No kept pentade begins with that year.
    #[error("no pentade of this game begins with {0}")]
    NoPentade(i32),
    /// It lies too far back, or ahead, as the game's rule says.
    #[error("{0}")]
    NotAllowed(String),
    /// The amended history asks what the old one did not.
    #[error("{span} asks first: {}", words(.questions))]
    Undecided {
        /// The pentade.
        span: Span,
        /// What it asks.
        questions: Vec<Question>,
    },
    /// The game cannot play a pentade of the amended history.
    #[error("{span}: {error}")]
    Game {
        /// The pentade.
        span: Span,
        /// The game's own words.
        error: GameError,
    },
}

fn words(questions: &[Question]) -> String {
    questions.iter().map(|question| question.why.as_str()).collect::<Vec<_>>().join("; ")
}

/// Plays a history again with amendments: from the first amended pentade to the last one kept.
///
/// `history` holds consecutive pentades, oldest first; `now` is the first year of the pentade that is current. Pentades
/// before the first amended one come back as they are. Amendments of one pentade are taken in their order.
///
/// Errors: an amendment of a pentade that was not kept or that may no longer be corrected; a question that the amended
/// history asks; a world that the game cannot play on.
pub fn amend(
    game: &dyn Game,
    history: &[Played],
    amendments: &[Amendment],
    now: i32,
) -> Result<Vec<Played>, HistoryError> {
    for amendment in amendments {
        let year = amendment.first_year;
        if !history.iter().any(|played| played.span.first_year == year) {
            return Err(HistoryError::NoPentade(year));
        }
        game.may_correct(year, now).map_err(HistoryError::NotAllowed)?;
    }
    let mut amended: Vec<Played> = Vec::new();
    for played in history {
        let changes: Vec<&Change> = amendments
            .iter()
            .filter(|one| one.first_year == played.span.first_year)
            .map(|one| &one.change)
            .collect();
        let before = amended.last().map_or_else(|| played.before.clone(), |former| former.after.clone());
        if changes.is_empty() && before == played.before {
            amended.push(played.clone());
            continue;
        }
        let inputs = changed_inputs(played, &changes);
        amended.push(play(game, played, before, inputs)?);
    }
    Ok(amended)
}

/// What people decided in a pentade, sheets that were set aside included, with changes, in their order.
pub fn changed_inputs(kept: &Played, changes: &[&Change]) -> Inputs {
    changes.iter().fold(whole_inputs(kept), |inputs, change| changed(inputs, change))
}

/// The inputs with one change.
fn changed(mut inputs: Inputs, change: &Change) -> Inputs {
    match change {
        Change::Sheet { side, data: Some(data) } => {
            inputs.sheets.insert(side.clone(), data.clone());
        }
        Change::Sheet { side, data: None } => {
            inputs.sheets.remove(side);
        }
        Change::Answer { question, answer: Some(answer) } => {
            inputs.answers.insert(question.clone(), answer.clone());
        }
        Change::Answer { question, answer: None } => {
            inputs.answers.remove(question);
        }
        Change::LaidDown(ruling) => inputs.rulings.push(ruling.clone()),
        Change::TakenBack { year, words } => {
            inputs.rulings.retain(|ruling| ruling.words != *words || ruling.year != *year);
        }
        Change::AsBefore(former) => inputs = former.clone(),
    }
    inputs
}

/// Plays a pentade again as it was kept: whether the rules of today still bring about what was kept.
///
/// Errors: a question that they ask and the kept rules did not; a world that the game cannot play on.
pub fn replays(game: &dyn Game, kept: &Played) -> Result<bool, HistoryError> {
    let again = play(game, kept, kept.before.clone(), whole_inputs(kept))?;
    Ok(again == *kept)
}

/// Every question that a kept pentade asked, in the order in which it came to them, with what may be answered.
///
/// A question that is asked only of some answers is found by giving the kept ones.
///
/// Errors: a world that the game cannot play on.
pub fn asked(game: &dyn Game, kept: &Played) -> Result<Vec<Question>, HistoryError> {
    let span = kept.span;
    let mut inputs = Inputs { answers: BTreeMap::new(), ..kept.inputs.clone() };
    let mut found: Vec<Question> = Vec::new();
    loop {
        let outcome = game.adjudicate(&kept.before, &inputs, &kept.seed);
        match outcome.map_err(|error| HistoryError::Game { span, error })? {
            Outcome::Complete { .. } => return Ok(found),
            Outcome::Undecided { questions } => {
                let new: Vec<Question> =
                    questions.into_iter().filter(|one| !found.iter().any(|old| old.id == one.id)).collect();
                if new.is_empty() {
                    return Ok(found);
                }
                for key in new.iter().flat_map(Question::keys) {
                    if let Some(answer) = kept.inputs.answers.get(&key) {
                        inputs.answers.insert(key, answer.clone());
                    }
                }
                found.extend(new);
            }
        }
    }
}

/// The inputs with the sheets that were set aside.
fn whole_inputs(kept: &Played) -> Inputs {
    let mut inputs = kept.inputs.clone();
    inputs.sheets.extend(kept.set_aside.clone());
    inputs
}

fn play(game: &dyn Game, former: &Played, before: WorldText, inputs: Inputs) -> Result<Played, HistoryError> {
    let span = former.span;
    let sides = game.sides(&before).map_err(|error| HistoryError::Game { span, error })?;
    let known = |side: &SideId| sides.iter().any(|known| known.id == *side);
    let (sheets, set_aside) = inputs.sheets.into_iter().partition(|(side, _)| known(side));
    let inputs = Inputs { sheets, ..inputs };
    match game.adjudicate(&before, &inputs, &former.seed) {
        Ok(Outcome::Complete { world, chronicle }) => {
            let seed = former.seed.clone();
            Ok(Played { span, before, inputs, set_aside, seed, after: world, chronicle })
        }
        Ok(Outcome::Undecided { questions }) => Err(HistoryError::Undecided { span, questions }),
        Err(error) => Err(HistoryError::Game { span, error }),
    }
}
