//! Pentades: worlds, inputs, drafts and what was published.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::StoreError;
use super::games::GameId;
use crate::postal::game::{ChronicleText, WorldText};

/// How far a pentade is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum PentadeState {
    /// Orders are taken.
    Open,
    /// Orders are closed; adjudication is under way.
    Closing,
    /// Adjudicated; the GM looks at it.
    Draft,
    /// Public.
    Published,
    /// Adjudication failed or lacks an answer: it waits for the GM.
    Held,
}

impl PentadeState {
    /// As pages and the database write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Closing => "closing",
            Self::Draft => "draft",
            Self::Published => "published",
            Self::Held => "held",
        }
    }
}

/// A pentade.
#[derive(Clone, PartialEq, Eq)]
pub struct PentadeRow {
    /// Its id.
    pub id: i64,
    /// Its game.
    pub game: GameId,
    /// First year.
    pub first_year: i32,
    /// Last year.
    pub last_year: i32,
    /// Revision, from 1.
    pub revision: i32,
    /// How far it is.
    pub state: PentadeState,
    /// When orders are due.
    pub deadline: Timestamp,
    /// When orders were closed.
    pub closed_at: Option<Timestamp>,
    /// The world it begins with.
    pub world_before: WorldText,
    /// The inputs as canonical JSON text, once closed.
    pub inputs: Option<String>,
    /// SHA-256 of `inputs`.
    pub inputs_hash: Option<String>,
    /// The seed in hexadecimal. Secret until published.
    pub seed: String,
    /// SHA-256 of the seed's bytes.
    pub commitment: String,
    /// The world it ends with, from the draft on.
    pub world_after: Option<WorldText>,
    /// What happened, from the draft on.
    pub chronicle: Option<ChronicleText>,
    /// Hash of world and chronicle.
    pub result_hash: Option<String>,
    /// Why it is held.
    pub held_reason: Option<String>,
    /// Open questions as JSON text.
    pub questions: Option<String>,
    /// Name of the edition that made the draft.
    pub edition_name: Option<String>,
    /// Hash of that edition.
    pub edition_hash: Option<String>,
    /// When it was published.
    pub published_at: Option<Timestamp>,
}

impl std::fmt::Debug for PentadeRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PentadeRow")
            .field("id", &self.id)
            .field("first_year", &self.first_year)
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

/// A pentade about to open.
#[derive(Debug, Clone)]
pub struct NewPentade<'a> {
    /// Its game.
    pub game: GameId,
    /// First year.
    pub first_year: i32,
    /// Last year.
    pub last_year: i32,
    /// When orders are due.
    pub deadline: Timestamp,
    /// The world it begins with.
    pub world_before: &'a str,
    /// The seed in hexadecimal.
    pub seed: &'a str,
    /// SHA-256 of the seed's bytes.
    pub commitment: &'a str,
}

macro_rules! read_row {
    ($row:expr) => {{
        let row = $row;
        PentadeRow {
            id: row.id,
            game: row.game,
            first_year: row.first_year,
            last_year: row.last_year,
            revision: row.revision,
            state: row.state,
            deadline: row.deadline.to_jiff(),
            closed_at: row.closed_at.map(|at| at.to_jiff()),
            world_before: WorldText::new(row.world_before),
            inputs: row.inputs,
            inputs_hash: row.inputs_hash,
            seed: row.seed,
            commitment: row.commitment,
            world_after: row.world_after.map(WorldText::new),
            chronicle: row.chronicle.map(ChronicleText::new),
            result_hash: row.result_hash,
            held_reason: row.held_reason,
            questions: row.questions,
            edition_name: row.edition_name,
            edition_hash: row.edition_hash,
            published_at: row.published_at.map(|at| at.to_jiff()),
        }
    }};
}

/// Opens a pentade: its number. None when that revision of it is there already.
pub async fn open(db: &mut PgConnection, new: &NewPentade<'_>) -> Result<Option<i64>, StoreError> {
    let id = sqlx::query_scalar!(
        "insert into pentade (game, first_year, last_year, state, deadline, world_before, seed, commitment)
         values ($1, $2, $3, 'open', $4, $5, $6, $7) on conflict (game, first_year, revision) do nothing
         returning id",
        new.game.0,
        new.first_year,
        new.last_year,
        new.deadline.to_sqlx() as _,
        new.world_before,
        new.seed,
        new.commitment
    )
    .fetch_optional(db)
    .await?;
    Ok(id)
}

/// The pentade now played: the latest one.
pub async fn current(db: &mut PgConnection, game: GameId) -> Result<Option<PentadeRow>, StoreError> {
    let row = sqlx::query!(
        r#"select id, game as "game: GameId", first_year, last_year, revision, state as "state: PentadeState",
                  deadline, closed_at, world_before, inputs, inputs_hash, seed, commitment, world_after,
                  chronicle, result_hash, held_reason, questions, edition_name, edition_hash, published_at
           from pentade where game = $1 order by first_year desc, revision desc limit 1"#,
        game.0
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| read_row!(row)))
}

/// Locks the pentade now played until the transaction ends.
pub async fn lock_current(db: &mut PgConnection, game: GameId) -> Result<Option<PentadeRow>, StoreError> {
    // The game's row is locked, as the pentade that is current may change while one waits; letters and audit
    // rows that name the game do not wait for this kind of lock.
    sqlx::query!("select id from game where id = $1 for no key update", game.0)
        .fetch_optional(&mut *db)
        .await?;
    current(db, game).await
}

/// A revision of a pentade, or the latest when none is named.
pub async fn by_year(
    db: &mut PgConnection,
    game: GameId,
    first_year: i32,
    revision: Option<i32>,
) -> Result<Option<PentadeRow>, StoreError> {
    let row = sqlx::query!(
        r#"select id, game as "game: GameId", first_year, last_year, revision, state as "state: PentadeState",
                  deadline, closed_at, world_before, inputs, inputs_hash, seed, commitment, world_after,
                  chronicle, result_hash, held_reason, questions, edition_name, edition_hash, published_at
           from pentade
           where game = $1 and first_year = $2 and ($3::integer is null or revision = $3)
           order by revision desc limit 1"#,
        game.0,
        first_year,
        revision
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| read_row!(row)))
}

/// A published pentade in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedRow {
    /// Its number.
    pub id: i64,
    /// First year.
    pub first_year: i32,
    /// Last year.
    pub last_year: i32,
    /// Revision.
    pub revision: i32,
    /// When it was published.
    pub published_at: Timestamp,
    /// Hash of the result.
    pub result_hash: String,
}

/// The latest published revision of each pentade, newest first.
pub async fn published(db: &mut PgConnection, game: GameId) -> Result<Vec<PublishedRow>, StoreError> {
    let rows = sqlx::query!(
        r#"select distinct on (first_year) id, first_year, last_year, revision, published_at as "published_at!",
                  result_hash as "result_hash!"
           from pentade where game = $1 and state = 'published' order by first_year desc, revision desc"#,
        game.0
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| PublishedRow {
            id: row.id,
            first_year: row.first_year,
            last_year: row.last_year,
            revision: row.revision,
            published_at: row.published_at.to_jiff(),
            result_hash: row.result_hash,
        })
        .collect())
}

/// Moves the deadline.
pub async fn set_deadline(db: &mut PgConnection, id: i64, deadline: Timestamp) -> Result<(), StoreError> {
    sqlx::query!(
        "update pentade set deadline = $2, scheduled_at = now() where id = $1",
        id,
        deadline.to_sqlx() as _
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Closes the orders of an open pentade and keeps its inputs. Whoever closes it plays it: he has until `play_until` before
/// another does.
pub async fn close(
    db: &mut PgConnection,
    id: i64,
    (closed_at, play_until): (Timestamp, Timestamp),
    (inputs, inputs_hash): (&str, &str),
) -> Result<(), StoreError> {
    sqlx::query!(
        "update pentade set state = 'closing', closed_at = $2, inputs = $3, inputs_hash = $4,
                            claimed_by = coalesce(claimed_by, 'desk'), claimed_until = coalesce(claimed_until, $5)
         where id = $1 and state = 'open'",
        id,
        closed_at.to_sqlx() as _,
        inputs,
        inputs_hash,
        play_until.to_sqlx() as _
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Keeps the inputs that a closed pentade was played with: the frozen sheets with later answers and rulings.
pub async fn keep_inputs(
    db: &mut PgConnection,
    id: i64,
    inputs: &str,
    inputs_hash: Option<&str>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "update pentade set inputs = $2, inputs_hash = $3 where id = $1 and state in ('closing', 'draft', 'held')",
        id,
        inputs,
        inputs_hash
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A result, to be kept as the draft.
#[derive(Debug, Clone, Copy)]
pub struct Draft<'a> {
    /// The world it ends with.
    pub world_after: &'a str,
    /// What happened.
    pub chronicle: &'a str,
    /// Hash of both.
    pub result_hash: &'a str,
    /// Name and hash of the edition that made it.
    pub edition: (&'a str, &'a str),
}

/// Keeps a draft. Nobody is asked any more.
pub async fn keep_draft(db: &mut PgConnection, id: i64, draft: Draft<'_>) -> Result<(), StoreError> {
    sqlx::query!(
        "update pentade set state = 'draft', world_after = $2, chronicle = $3, result_hash = $4,
                            held_reason = null, questions = null, drafted_at = now(), edition_name = $5,
                            edition_hash = $6, claimed_by = null, claimed_until = null, look_again_at = null, tries = 0,
                            asked_at = null, answers_due = null
         where id = $1 and state in ('closing', 'draft', 'held')",
        id,
        draft.world_after,
        draft.chronicle,
        draft.result_hash,
        draft.edition.0,
        draft.edition.1
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Holds a pentade for the GM, with the questions as JSON text where the game asked any.
pub async fn hold(
    db: &mut PgConnection,
    id: i64,
    reason: &str,
    questions: Option<&str>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "update pentade set state = 'held', held_reason = $2, questions = $3, world_after = null,
                            chronicle = null, result_hash = null, claimed_by = null, claimed_until = null,
                            look_again_at = null, tries = 0
         where id = $1 and state in ('open', 'closing', 'draft', 'held')",
        id,
        reason,
        questions
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Opens a pentade again that was held before its orders were closed. False when it is no such pentade.
pub async fn open_again(db: &mut PgConnection, id: i64) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update pentade set state = 'open', held_reason = null where id = $1 and state = 'held' and inputs is null",
        id
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Makes a draft public. False when it is no draft any more.
pub async fn publish(db: &mut PgConnection, id: i64, at: Timestamp) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update pentade set state = 'published', published_at = $2 where id = $1 and state = 'draft'",
        id,
        at.to_sqlx() as _
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// A pentade whose deadline is over and which nobody has closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overdue {
    /// Its game.
    pub game: GameId,
    /// Short name of the game.
    pub slug: String,
    /// First year.
    pub first_year: i32,
    /// The deadline.
    pub deadline: Timestamp,
    /// When it closes at the latest: behind grace and what one side has for itself.
    pub closes_at: Timestamp,
}

/// Open pentades of running games whose deadline is not after `now`.
pub async fn overdue(db: &mut PgConnection, now: Timestamp) -> Result<Vec<Overdue>, StoreError> {
    let rows = sqlx::query!(
        r#"select pentade.game as "game: GameId", game.slug, pentade.first_year, pentade.deadline,
                  greatest(pentade.deadline + make_interval(hours => game.grace_hours),
                           (select max(until_at)
                            from (select distinct on (side) until_at from extension
                                  where extension.pentade = pentade.id order by side, id desc) latest))
                      as "closes_at!"
           from pentade join game on game.id = pentade.game
           where pentade.state = 'open' and pentade.deadline <= $1 and game.status = 'running'
           order by pentade.deadline"#,
        now.to_sqlx() as _
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Overdue {
            game: row.game,
            slug: row.slug,
            first_year: row.first_year,
            deadline: row.deadline.to_jiff(),
            closes_at: row.closes_at.to_jiff(),
        })
        .collect())
}

/// Pentades held for a GM.
pub async fn count_held(db: &mut PgConnection) -> Result<i64, StoreError> {
    let count = sqlx::query_scalar!(r#"select count(*) as "count!" from pentade where state = 'held'"#)
        .fetch_one(db)
        .await?;
    Ok(count)
}
