//! Revisions of published pentades: each correction adds one to every pentade from the first it amends to the last. What
//! was published stays as it is.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::StoreError;
use super::games::GameId;
use super::pentades::PentadeRow;

/// A published pentade as it is played again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptRow {
    /// Its id.
    pub id: i64,
    /// First year.
    pub first_year: i32,
    /// Last year.
    pub last_year: i32,
    /// Revision, from 1.
    pub revision: i32,
    /// The world it begins with.
    pub world_before: String,
    /// The inputs as canonical JSON text.
    pub inputs: String,
    /// Sheets of sides that its world does not have, as JSON text.
    pub set_aside: Option<String>,
    /// The seed in hexadecimal.
    pub seed: String,
    /// The world it ends with.
    pub world_after: String,
    /// What happened.
    pub chronicle: String,
    /// Hash of world and chronicle.
    pub result_hash: String,
    /// Hash of the edition that played it.
    pub edition_hash: Option<String>,
}

/// The latest revisions of the published pentades from `first_year` on, oldest first.
pub async fn kept_from(
    db: &mut PgConnection,
    game: GameId,
    first_year: i32,
) -> Result<Vec<KeptRow>, StoreError> {
    Ok(sqlx::query_as!(
        KeptRow,
        r#"select distinct on (first_year) id, first_year, last_year, revision, world_before, inputs as "inputs!",
                  set_aside, seed, world_after as "world_after!", chronicle as "chronicle!",
                  result_hash as "result_hash!", edition_hash
           from pentade where game = $1 and first_year >= $2 and state = 'published'
           order by first_year, revision desc"#,
        game.0,
        first_year
    )
    .fetch_all(db)
    .await?)
}

/// The ids of the same rows.
pub async fn ids_from(db: &mut PgConnection, game: GameId, first_year: i32) -> Result<Vec<i64>, StoreError> {
    let rows = sqlx::query!(
        "select distinct on (first_year) id, first_year from pentade
         where game = $1 and first_year >= $2 and state = 'published'
         order by first_year, revision desc",
        game.0,
        first_year
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

/// The id of the first revision of a published pentade: sheets, answers and rulings hang on it.
pub async fn first_of(
    db: &mut PgConnection,
    game: GameId,
    first_year: i32,
) -> Result<Option<i64>, StoreError> {
    Ok(sqlx::query_scalar!(
        "select id from pentade where game = $1 and first_year = $2 and state = 'published' order by revision limit 1",
        game.0,
        first_year
    )
    .fetch_optional(db)
    .await?)
}

/// One revision of a published pentade.
pub async fn kept(
    db: &mut PgConnection,
    game: GameId,
    first_year: i32,
    revision: i32,
) -> Result<Option<KeptRow>, StoreError> {
    Ok(sqlx::query_as!(
        KeptRow,
        r#"select id, first_year, last_year, revision, world_before, inputs as "inputs!", set_aside, seed,
                  world_after as "world_after!", chronicle as "chronicle!", result_hash as "result_hash!", edition_hash
           from pentade where game = $1 and first_year = $2 and revision = $3 and state = 'published'"#,
        game.0,
        first_year,
        revision
    )
    .fetch_optional(db)
    .await?)
}

/// The years and revisions that a correction made, oldest first.
pub async fn made_by(db: &mut PgConnection, correction: i64) -> Result<Vec<(i32, i32)>, StoreError> {
    let rows = sqlx::query!(
        "select first_year, revision from pentade where correction = $1 order by first_year",
        correction
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.first_year, row.revision)).collect())
}

/// A revision in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevisionRow {
    /// Its number, from 1.
    pub revision: i32,
    /// When it was published.
    pub published_at: Timestamp,
    /// Hash of its result.
    pub result_hash: String,
    /// The correction that made it, with what everybody was told of it; none for the first.
    pub correction: Option<(i64, String)>,
}

/// Every published revision of a pentade, newest first.
pub async fn of_year(
    db: &mut PgConnection,
    game: GameId,
    first_year: i32,
) -> Result<Vec<RevisionRow>, StoreError> {
    let rows = sqlx::query!(
        r#"select revision, pentade.published_at as "published_at!", result_hash as "result_hash!",
                  correction.id as "correction?", correction.explanation as "explanation?"
           from pentade left join correction on correction.id = pentade.correction
           where pentade.game = $1 and pentade.first_year = $2 and pentade.state = 'published'
           order by revision desc"#,
        game.0,
        first_year
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| RevisionRow {
            revision: row.revision,
            published_at: row.published_at.to_jiff(),
            result_hash: row.result_hash,
            correction: row.correction.zip(row.explanation),
        })
        .collect())
}

/// A revision about to be published.
#[derive(Debug, Clone, Copy)]
pub struct NewRevision<'a> {
    /// Id of the revision before it.
    pub former: i64,
    /// The correction that makes it.
    pub correction: i64,
    /// The world it begins with.
    pub world_before: &'a str,
    /// The inputs as canonical JSON text.
    pub inputs: &'a str,
    /// SHA-256 of the inputs.
    pub inputs_hash: &'a str,
    /// Sheets of sides that its world does not have, as JSON text; none when there are none.
    pub set_aside: Option<&'a str>,
    /// The world it ends with.
    pub world_after: &'a str,
    /// What happened.
    pub chronicle: &'a str,
    /// Hash of both.
    pub result_hash: &'a str,
    /// Name and hash of the edition that played it.
    pub edition: (&'a str, &'a str),
}

/// Publishes the next revision of a pentade. Seed, promise and deadline stay what they were.
pub async fn add(db: &mut PgConnection, new: NewRevision<'_>, at: Timestamp) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into pentade (game, first_year, last_year, revision, state, deadline, closed_at, world_before, inputs,
                              inputs_hash, seed, commitment, world_after, chronicle, result_hash, edition_name,
                              edition_hash, drafted_at, published_at, correction, set_aside)
         select game, first_year, last_year, revision + 1, 'published', deadline, closed_at, $2, $3, $4, seed,
                commitment, $5, $6, $7, $8, $9, now(), $10, $11, $12
         from pentade where id = $1",
        new.former,
        new.world_before,
        new.inputs,
        new.inputs_hash,
        new.world_after,
        new.chronicle,
        new.result_hash,
        new.edition.0,
        new.edition.1,
        at.to_sqlx() as _,
        new.correction,
        new.set_aside
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Keeps what a pentade was adjudicated to before a correction made it void.
pub async fn keep_withdrawn(
    db: &mut PgConnection,
    pentade: &PentadeRow,
    correction: i64,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into withdrawn_draft (pentade, correction, state, world_before, inputs, inputs_hash, world_after,
                                      chronicle, result_hash, held_reason, questions, edition_name, edition_hash)
         select id, $2, state, world_before, inputs, inputs_hash, world_after, chronicle, result_hash, held_reason,
                questions, edition_name, edition_hash
         from pentade where id = $1",
        pentade.id,
        correction
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Gives a pentade that is not public another world to begin with, and takes orders for it again.
pub async fn reopen(
    db: &mut PgConnection,
    pentade: i64,
    world_before: &str,
    deadline: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query!(
        "update pentade set state = 'open', world_before = $2, closed_at = null, inputs = null,
                            scheduled_at = case when deadline = $3 then scheduled_at else now() end, deadline = $3,
                            inputs_hash = null, world_after = null, chronicle = null, result_hash = null,
                            held_reason = null, questions = null, edition_name = null, edition_hash = null,
                            drafted_at = null
         where id = $1 and state <> 'published'",
        pentade,
        world_before,
        deadline.to_sqlx() as _
    )
    .execute(db)
    .await?;
    Ok(())
}
