//! Passkeys: the public part of the keys by which accounts sign in.

use jiff::Timestamp;
use serde_json::Value;
use sqlx::PgConnection;

use super::StoreError;
use super::accounts::AccountId;

/// A passkey.
#[derive(Debug, Clone, PartialEq)]
pub struct PasskeyRow {
    /// Its own id, which the device chose.
    pub id: Vec<u8>,
    /// Whose it is.
    pub account: AccountId,
    /// What he calls it.
    pub name: String,
    /// Its public part, as the library writes it.
    pub credential: Value,
    /// When it was added.
    pub made_at: Timestamp,
    /// When somebody signed in by it last; none before.
    pub used_at: Option<Timestamp>,
}

/// Keeps a new one. False when there is one of that id already, whosever it is.
pub async fn add(
    db: &mut PgConnection,
    account: AccountId,
    (id, name): (&[u8], &str),
    credential: &Value,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "insert into passkey (id, account, name, credential) values ($1, $2, $3, $4) on conflict do nothing",
        id,
        account.0,
        name,
        credential
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Those of an account, the oldest first.
pub async fn of_account(db: &mut PgConnection, account: AccountId) -> Result<Vec<PasskeyRow>, StoreError> {
    let rows = sqlx::query!(
        r#"select id, account as "account: AccountId", name, credential, made_at, used_at
           from passkey where account = $1 order by made_at, id"#,
        account.0
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| PasskeyRow {
            id: row.id,
            account: row.account,
            name: row.name,
            credential: row.credential,
            made_at: row.made_at.to_jiff(),
            used_at: row.used_at.map(|at| at.to_jiff()),
        })
        .collect())
}

/// One of an account; locked, so that of two uses one waits for the other.
pub async fn locked(
    db: &mut PgConnection,
    account: AccountId,
    id: &[u8],
) -> Result<Option<Value>, StoreError> {
    let found = sqlx::query_scalar!(
        "select credential from passkey where account = $1 and id = $2 for update",
        account.0,
        id
    );
    Ok(found.fetch_optional(db).await?)
}

/// Keeps what its use has changed, and when that was.
pub async fn used(db: &mut PgConnection, id: &[u8], credential: &Value) -> Result<(), StoreError> {
    sqlx::query!("update passkey set credential = $2, used_at = now() where id = $1", id, credential)
        .execute(db)
        .await?;
    Ok(())
}

/// Takes one away from its account. False when there is none.
pub async fn remove(db: &mut PgConnection, account: AccountId, id: &[u8]) -> Result<bool, StoreError> {
    let done = sqlx::query!("delete from passkey where account = $1 and id = $2", account.0, id);
    Ok(done.execute(db).await?.rows_affected() == 1)
}
