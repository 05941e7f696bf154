//! What people decided beside their sheets: answers to questions, rulings of the GM.

use std::collections::BTreeMap;

use jiff::Timestamp;
use sqlx::PgConnection;

use super::StoreError;
use super::accounts::AccountId;
use super::games::GameId;

/// Keeps an answer, of nobody where it stands by default. An earlier one to the same question stays and no longer counts.
pub async fn add_answer(
    db: &mut PgConnection,
    pentade: i64,
    question: &str,
    answer: &str,
    account: Option<AccountId>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into answer (pentade, question, answer, account) values ($1, $2, $3, $4)",
        pentade,
        question,
        answer,
        account.map(|account| account.0)
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The answers that count, by question.
pub async fn answers(db: &mut PgConnection, pentade: i64) -> Result<BTreeMap<String, String>, StoreError> {
    let rows = sqlx::query!(
        "select distinct on (question) question, answer from answer where pentade = $1
         order by question, id desc",
        pentade
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.question, row.answer)).collect())
}

/// A ruling of the GM.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulingRow {
    /// Its number.
    pub id: i64,
    /// The year at whose start it takes effect; none for the opening of the pentade.
    pub year: Option<i32>,
    /// What is laid down, in the game's own words.
    pub words: String,
    /// Why.
    pub reason: String,
    /// Whether everybody may read it.
    pub public: bool,
    /// When it was made.
    pub made_at: Timestamp,
    /// When it was withdrawn, if it was.
    pub withdrawn_at: Option<Timestamp>,
}

/// A ruling about to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRuling<'a> {
    /// The year at whose start it takes effect; none for the opening of the pentade.
    pub year: Option<i32>,
    /// What is laid down, in the game's own words.
    pub words: &'a str,
    /// Why.
    pub reason: &'a str,
    /// Whether everybody may read it.
    pub public: bool,
}

/// Keeps a ruling.
pub async fn add_ruling(
    db: &mut PgConnection,
    pentade: i64,
    ruling: &NewRuling<'_>,
    account: AccountId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into ruling (pentade, year, words, reason, public, account) values ($1, $2, $3, $4, $5, $6)",
        pentade,
        ruling.year,
        ruling.words,
        ruling.reason,
        ruling.public,
        account.0
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Every ruling of a pentade in the order they were made, withdrawn ones included.
pub async fn rulings(db: &mut PgConnection, pentade: i64) -> Result<Vec<RulingRow>, StoreError> {
    let rows = sqlx::query!(
        "select id, year, words, reason, public, made_at, withdrawn_at from ruling where pentade = $1 order by id",
        pentade
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| RulingRow {
            id: row.id,
            year: row.year,
            words: row.words,
            reason: row.reason,
            public: row.public,
            made_at: row.made_at.to_jiff(),
            withdrawn_at: row.withdrawn_at.map(|at| at.to_jiff()),
        })
        .collect())
}

/// Withdraws a ruling. False when the pentade has none of that number in force.
pub async fn withdraw_ruling(db: &mut PgConnection, pentade: i64, id: i64) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update ruling set withdrawn_at = now() where id = $1 and pentade = $2 and withdrawn_at is null",
        id,
        pentade
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// How many players wait for a side of a game.
pub async fn waiting_players(db: &mut PgConnection, game: GameId) -> Result<i32, StoreError> {
    Ok(sqlx::query_scalar!("select waiting_players from game where id = $1", game.0).fetch_one(db).await?)
}

/// Sets how many players wait, 0 to 99.
pub async fn set_waiting_players(db: &mut PgConnection, game: GameId, count: i32) -> Result<(), StoreError> {
    sqlx::query!("update game set waiting_players = $2 where id = $1", game.0, count).execute(db).await?;
    Ok(())
}
