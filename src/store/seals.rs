//! Sealed orders of GMs who play too. What a seal says is never changed; it is only opened or taken back.

use jiff::Timestamp;
use sqlx::PgConnection;

use super::StoreError;
use super::accounts::AccountId;
use super::games::GameId;
use crate::postal::seal::Seal;

/// A seal that counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealRow {
    /// Its number.
    pub id: i64,
    /// Who sealed.
    pub account: AccountId,
    /// His name.
    pub name: String,
    /// The seal.
    pub seal: Seal,
    /// When it was made.
    pub sealed_at: Timestamp,
    /// When the orders of others were opened to him; none before.
    pub opened_at: Option<Timestamp>,
}

/// Keeps a seal.
pub async fn add(
    db: &mut PgConnection,
    pentade: i64,
    account: AccountId,
    seal: &Seal,
) -> Result<(), StoreError> {
    let sheets = serde_json::to_string(&seal.sheets).map_err(unreadable)?;
    sqlx::query!(
        "insert into seal (pentade, account, hash, nonce, sheets) values ($1, $2, $3, $4, $5)",
        pentade,
        account.0,
        seal.hash,
        seal.nonce,
        sheets
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The seals of a pentade that count, by the first year of any of its revisions, in the order in which they were made.
pub async fn of_year(
    db: &mut PgConnection,
    game: GameId,
    first_year: i32,
) -> Result<Vec<SealRow>, StoreError> {
    let rows = sqlx::query!(
        r#"select seal.id, seal.account as "account: AccountId", account.name, seal.hash, seal.nonce, seal.sheets,
                  seal.sealed_at, seal.opened_at
           from seal join pentade on pentade.id = seal.pentade join account on account.id = seal.account
           where pentade.game = $1 and pentade.first_year = $2 and seal.broken_at is null
           order by seal.id"#,
        game.0,
        first_year
    )
    .fetch_all(db)
    .await?;
    let read = |text: &str| serde_json::from_str(text).map_err(unreadable);
    rows.into_iter()
        .map(|row| {
            Ok(SealRow {
                id: row.id,
                account: row.account,
                name: row.name,
                seal: Seal { hash: row.hash, nonce: row.nonce, sheets: read(&row.sheets)? },
                sealed_at: row.sealed_at.to_jiff(),
                opened_at: row.opened_at.map(|at| at.to_jiff()),
            })
        })
        .collect()
}

/// Puts another seal in the place of one; whether it was opened stays.
pub async fn replace(db: &mut PgConnection, former: i64, seal: &Seal) -> Result<(), StoreError> {
    let sheets = serde_json::to_string(&seal.sheets).map_err(unreadable)?;
    sqlx::query!("update seal set broken_at = now() where id = $1", former).execute(&mut *db).await?;
    sqlx::query!(
        "insert into seal (pentade, account, hash, nonce, sheets, opened_at)
         select pentade, account, $2, $3, $4, opened_at from seal where id = $1",
        former,
        seal.hash,
        seal.nonce,
        sheets
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Whether the orders of a pentade were closed before, and a correction has opened them again.
pub async fn was_closed(db: &mut PgConnection, pentade: i64) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        r#"select exists (select from withdrawn_draft where pentade = $1) as "closed!""#,
        pentade
    );
    Ok(found.fetch_one(db).await?)
}

fn unreadable(error: serde_json::Error) -> StoreError {
    StoreError::Unreadable { what: "seal", reason: error.to_string() }
}

/// Opens the orders of others to who has sealed his. False when the seal was taken back.
pub async fn open(db: &mut PgConnection, id: i64) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update seal set opened_at = coalesce(opened_at, now()) where id = $1 and broken_at is null",
        id
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Takes a seal back. False when the orders of others were opened already.
pub async fn take_back(db: &mut PgConnection, id: i64) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update seal set broken_at = now() where id = $1 and broken_at is null and opened_at is null",
        id
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Whether somebody has left a side of a game since its last pentade was published.
pub async fn has_left(db: &mut PgConnection, game: GameId, account: AccountId) -> Result<bool, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"select exists (select from audit where game = $1 and account = $2 and action in ('leave', 'resign')
                  and at > coalesce((select max(published_at) from pentade where game = $1), '-infinity')) as "left!""#,
        game.0,
        account.0
    )
    .fetch_one(db)
    .await?)
}
