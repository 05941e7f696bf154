//! Corrections: amendments on their way, revisions of published pentades, drafts that a correction made void.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;
use sqlx::types::Json;

use super::StoreError;
use super::accounts::AccountId;
use super::games::GameId;
use crate::postal::reading::Complaint;

/// How far a correction is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum CorrectionState {
    /// The GM works on it.
    Open,
    /// Its revisions are in force, or were until another correction.
    Published,
    /// The GM let it be.
    Dropped,
}

/// A correction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorrectionRow {
    /// Its number.
    pub id: i64,
    /// How far it is.
    pub state: CorrectionState,
    /// What everybody is told of it, once published.
    pub explanation: Option<String>,
    /// First year of the first pentade that it corrected, once published.
    pub first_year: Option<i32>,
    /// When it was published.
    pub published_at: Option<Timestamp>,
}

/// The correction that is open in a game, if one is.
pub async fn open(db: &mut PgConnection, game: GameId) -> Result<Option<CorrectionRow>, StoreError> {
    let row = sqlx::query!(
        r#"select id, state as "state: CorrectionState", explanation, first_year, published_at
           from correction where game = $1 and state = 'open'"#,
        game.0
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| CorrectionRow {
        id: row.id,
        state: row.state,
        explanation: row.explanation,
        first_year: row.first_year,
        published_at: row.published_at.map(|at| at.to_jiff()),
    }))
}

/// Every published correction of a game, newest first.
pub async fn published(db: &mut PgConnection, game: GameId) -> Result<Vec<CorrectionRow>, StoreError> {
    let rows = sqlx::query!(
        r#"select id, state as "state: CorrectionState", explanation, first_year, published_at
           from correction where game = $1 and state = 'published' order by published_at desc, id desc"#,
        game.0
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| CorrectionRow {
            id: row.id,
            state: row.state,
            explanation: row.explanation,
            first_year: row.first_year,
            published_at: row.published_at.map(|at| at.to_jiff()),
        })
        .collect())
}

/// A correction of a game by its number.
pub async fn by_id(
    db: &mut PgConnection,
    game: GameId,
    id: i64,
) -> Result<Option<CorrectionRow>, StoreError> {
    let row = sqlx::query!(
        r#"select id, state as "state: CorrectionState", explanation, first_year, published_at
           from correction where game = $1 and id = $2"#,
        game.0,
        id
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| CorrectionRow {
        id: row.id,
        state: row.state,
        explanation: row.explanation,
        first_year: row.first_year,
        published_at: row.published_at.map(|at| at.to_jiff()),
    }))
}

/// Begins a correction and returns its number. The caller holds the game's lock and has seen that none is open.
pub async fn begin(db: &mut PgConnection, game: GameId, account: AccountId) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar!(
        "insert into correction (game, account) values ($1, $2) returning id",
        game.0,
        account.0
    )
    .fetch_one(db)
    .await?)
}

/// Lets an open correction be. False when it is not open.
pub async fn drop_open(db: &mut PgConnection, id: i64) -> Result<bool, StoreError> {
    let done = sqlx::query!("update correction set state = 'dropped' where id = $1 and state = 'open'", id)
        .execute(db)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Marks an open correction as published. False when it is not open.
pub async fn mark_published(
    db: &mut PgConnection,
    id: i64,
    (first_year, explanation): (i32, &str),
    at: Timestamp,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update correction set state = 'published', first_year = $2, explanation = $3, published_at = $4
         where id = $1 and state = 'open'",
        id,
        first_year,
        explanation,
        at.to_sqlx() as _
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// An amendment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AmendmentRow {
    /// Its number.
    pub id: i64,
    /// First year of the pentade that it amends.
    pub first_year: i32,
    /// What it changes, as the text of a change.
    pub change: String,
    /// The same in words.
    pub told: String,
    /// The words of a sheet as they were typed in.
    pub sent: Option<String>,
    /// What of them could not be taken.
    pub complaints: Vec<Complaint>,
    /// Why, for the GM.
    pub reason: String,
    /// Name of who made it.
    pub author: String,
}

/// An amendment about to be kept.
#[derive(Debug, Clone)]
pub struct NewAmendment<'a> {
    /// First year of the pentade that it amends.
    pub first_year: i32,
    /// What it changes, as the text of a change.
    pub change: &'a str,
    /// The same in words.
    pub told: &'a str,
    /// The words of a sheet as they were typed in.
    pub sent: Option<&'a str>,
    /// What of them could not be taken.
    pub complaints: &'a [Complaint],
    /// Why, for the GM.
    pub reason: &'a str,
}

/// Keeps an amendment.
pub async fn add_amendment(
    db: &mut PgConnection,
    correction: i64,
    new: &NewAmendment<'_>,
    account: AccountId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into amendment (correction, first_year, change, told, sent, complaints, reason, account)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        correction,
        new.first_year,
        new.change,
        new.told,
        new.sent,
        Json(new.complaints) as _,
        new.reason,
        account.0
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The amendments of a correction that count, in the order they were made.
pub async fn amendments(db: &mut PgConnection, correction: i64) -> Result<Vec<AmendmentRow>, StoreError> {
    let rows = sqlx::query!(
        r#"select amendment.id, first_year, change, told, sent, complaints as "complaints: Json<Vec<Complaint>>",
                  reason, account.name as author
           from amendment join account on account.id = amendment.account
           where correction = $1 and withdrawn_at is null order by amendment.id"#,
        correction
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| AmendmentRow {
            id: row.id,
            first_year: row.first_year,
            change: row.change,
            told: row.told,
            sent: row.sent,
            complaints: row.complaints.0,
            reason: row.reason,
            author: row.author,
        })
        .collect())
}

/// Withdraws an amendment of an open correction. False when there is none of that number in force.
pub async fn withdraw_amendment(db: &mut PgConnection, correction: i64, id: i64) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update amendment set withdrawn_at = now() where id = $1 and correction = $2 and withdrawn_at is null
         and exists (select from correction where correction.id = $2 and state = 'open')",
        id,
        correction
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}
