//! The kept pentades of a game from one on, and their replay with amendments.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::desk::adjudicate::words_of;
use crate::desk::kept::read;
use crate::desk::{DeskError, Table};
use crate::postal::dice::Seed;
use crate::postal::game::{ChronicleText, Game, Inputs, Span, WorldText, result_hash};
use crate::postal::history::{self, Amendment, HistoryError, Played};
use crate::postal::question::Question;
use crate::store::corrections::AmendmentRow;
use crate::store::pentades::PentadeState;
use crate::store::revisions::{self, KeptRow};
use crate::store::{PgConnection, StoreError};

/// What was kept of a game, from one pentade to the last published one.
pub(super) struct Past {
    pub ids: Vec<i64>,
    pub played: Vec<Played>,
    /// First year of the pentade that is current.
    pub now: i32,
}

impl Past {
    /// Everything kept from `first_year` on.
    ///
    /// Errors: nothing was published that begins with it; a kept text cannot be read.
    pub async fn from(db: &mut PgConnection, table: &Table<'_>, first_year: i32) -> Result<Self, DeskError> {
        let rows = revisions::kept_from(db, table.row.id, first_year).await?;
        let last = rows.last().filter(|_| rows.first().is_some_and(|row| row.first_year == first_year));
        let last = last.ok_or_else(|| DeskError::NotFound(format!("published pentade {first_year}")))?;
        let now = match table.pentade.state {
            PentadeState::Published => table.game.span(&WorldText::new(last.world_after.clone()))?.first_year,
            _ => table.pentade.first_year,
        };
        let ids = rows.iter().map(|row| row.id).collect();
        let played = rows.into_iter().map(played).collect::<Result<_, _>>()?;
        Ok(Self { ids, played, now })
    }
}

/// A kept pentade as it is played again.
///
/// Errors: a kept text cannot be read.
pub(super) fn played(row: KeptRow) -> Result<Played, StoreError> {
    let seed = Seed::from_hex(&row.seed)
        .ok_or_else(|| StoreError::Unreadable { what: "seed", reason: "it is no seed".to_owned() })?;
    let set_aside = row.set_aside.as_deref().map(|text| read("list of sheets", text)).transpose()?;
    Ok(Played {
        span: Span { first_year: row.first_year, last_year: row.last_year },
        before: WorldText::new(row.world_before),
        inputs: read::<Inputs>("set of inputs", &row.inputs)?,
        set_aside: set_aside.unwrap_or_default(),
        seed,
        after: WorldText::new(row.world_after),
        chronicle: ChronicleText::new(row.chronicle),
    })
}

/// The amendments as the replay takes them.
///
/// Errors: a kept change cannot be read.
pub(super) fn amendments(rows: &[AmendmentRow]) -> Result<Vec<Amendment>, StoreError> {
    let one = |row: &AmendmentRow| {
        Ok(Amendment {
            first_year: row.first_year,
            change: read("change", &row.change)?,
            author: row.author.clone(),
            reason: row.reason.clone(),
        })
    };
    rows.iter().map(one).collect()
}

/// What came of a replay.
pub(super) enum Replayed {
    /// It was played to the end.
    Done {
        /// The history as amended.
        amended: Vec<Played>,
        /// Pentades that the rules of today play otherwise even without an amendment.
        drifted: Vec<Span>,
    },
    /// Something must be answered first.
    Asks { span: Span, questions: Vec<Question> },
    /// It cannot be played.
    Impossible(String),
}

/// Plays the past again with amendments. A fault of the rules is told and takes nothing down.
pub(super) async fn replay(game: Arc<dyn Game>, past: Arc<Past>, amendments: Vec<Amendment>) -> Replayed {
    let task = tokio::task::spawn_blocking(move || {
        catch_unwind(AssertUnwindSafe(|| play(game.as_ref(), &past, &amendments)))
    });
    match task.await {
        Ok(Ok(replayed)) => replayed,
        Ok(Err(panic)) => {
            Replayed::Impossible(format!("the rules stopped on a fault of their own: {}", words_of(&*panic)))
        }
        Err(error) => Replayed::Impossible(format!("the replay was stopped: {error}")),
    }
}

fn play(game: &dyn Game, past: &Past, amendments: &[Amendment]) -> Replayed {
    let amended = match history::amend(game, &past.played, amendments, past.now) {
        Ok(amended) => amended,
        Err(HistoryError::Undecided { span, questions }) => return Replayed::Asks { span, questions },
        Err(error) => return Replayed::Impossible(error.to_string()),
    };
    let drifts = |kept: &&Played| !matches!(history::replays(game, kept), Ok(true));
    let drifted = past.played.iter().filter(drifts).map(|kept| kept.span).collect();
    Replayed::Done { amended, drifted }
}

/// A short sum of what the GM sees: what was kept, what is amended, what comes of it. What he publishes is what he saw.
pub(super) fn sum(past: &Past, amendments: &[AmendmentRow], amended: &[Played]) -> String {
    let mut sum = Sha256::new();
    for id in past.ids.iter().copied().chain(amendments.iter().map(|row| row.id)) {
        sum.update(id.to_be_bytes());
    }
    for played in amended {
        sum.update(result_hash(&played.after, &played.chronicle).as_bytes());
    }
    hex::encode(&sum.finalize()[..16])
}
