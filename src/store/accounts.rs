//! People, and the links that let them in.

use jiff::{Timestamp, ToSpan};
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;
use uuid::Uuid;

use super::StoreError;

/// Names an account.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize, sqlx::Type,
)]
#[sqlx(transparent)]
pub struct AccountId(pub Uuid);

impl std::fmt::Display for AccountId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A person who plays, runs games, or both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Its id.
    pub id: AccountId,
    /// Name shown to others.
    pub name: String,
    /// Address, lower case.
    pub email: String,
    /// Time zone by its IANA name.
    pub zone: String,
    /// Argon2 hash of the password, if one was set.
    pub password_hash: Option<String>,
    /// Whether it may begin games.
    pub is_operator: bool,
    /// Whether its letters are plain text alone, without HTML and map.
    pub plain_letters: bool,
}

/// The account of an address, made when there is none.
///
/// `email` is taken in lower case. An existing account keeps its name.
pub async fn find_or_create(db: &mut PgConnection, name: &str, email: &str) -> Result<Account, StoreError> {
    let row = sqlx::query_as!(
        Account,
        r#"insert into account (id, name, email) values ($1, $2, lower($3))
           on conflict (email) do update set email = excluded.email
           returning id as "id: AccountId", name, email, zone, password_hash, is_operator, plain_letters"#,
        Uuid::now_v7(),
        name,
        email
    )
    .fetch_one(db)
    .await?;
    Ok(row)
}

/// The account with this id.
pub async fn by_id(db: &mut PgConnection, id: AccountId) -> Result<Option<Account>, StoreError> {
    let row = sqlx::query_as!(
        Account,
        r#"select id as "id: AccountId", name, email, zone, password_hash, is_operator, plain_letters
           from account where id = $1"#,
        id.0
    )
    .fetch_optional(db)
    .await?;
    Ok(row)
}

/// The account of this address, whatever its case.
pub async fn by_email(db: &mut PgConnection, email: &str) -> Result<Option<Account>, StoreError> {
    let row = sqlx::query_as!(
        Account,
        r#"select id as "id: AccountId", name, email, zone, password_hash, is_operator, plain_letters
           from account where email = lower($1)"#,
        email
    )
    .fetch_optional(db)
    .await?;
    Ok(row)
}

/// Lets the account begin games.
pub async fn make_operator(db: &mut PgConnection, id: AccountId) -> Result<(), StoreError> {
    sqlx::query!("update account set is_operator = true where id = $1", id.0).execute(db).await?;
    Ok(())
}

/// Sets the password's hash.
pub async fn set_password_hash(db: &mut PgConnection, id: AccountId, hash: &str) -> Result<(), StoreError> {
    sqlx::query!("update account set password_hash = $2 where id = $1", id.0, hash).execute(db).await?;
    Ok(())
}

/// Sets the zone.
pub async fn set_zone(db: &mut PgConnection, id: AccountId, zone: &str) -> Result<(), StoreError> {
    sqlx::query!("update account set zone = $2 where id = $1", id.0, zone).execute(db).await?;
    Ok(())
}

/// Sets whether letters are plain text alone.
pub async fn set_plain_letters(
    db: &mut PgConnection,
    id: AccountId,
    plain_letters: bool,
) -> Result<(), StoreError> {
    sqlx::query!("update account set plain_letters = $2 where id = $1", id.0, plain_letters)
        .execute(db)
        .await?;
    Ok(())
}

/// Sets the name.
pub async fn set_name(db: &mut PgConnection, id: AccountId, name: &str) -> Result<(), StoreError> {
    sqlx::query!("update account set name = $2 where id = $1", id.0, name).execute(db).await?;
    Ok(())
}

/// The names of those who share a game with an account: players, stand-ins and GMs.
pub async fn names_of_fellows(db: &mut PgConnection, account: AccountId) -> Result<Vec<String>, StoreError> {
    let names = sqlx::query_scalar!(
        r#"with part as (
               select id as game, gm as account from game
               union select game, account from game_gm
               union select game, account from seat where account is not null
               union select game, account from stand_in where account is not null and ended_at is null)
           select distinct account.name from account
           where id <> $1 and id in (
               select other.account from part other join part own using (game) where own.account = $1)
           order by account.name"#,
        account.0
    )
    .fetch_all(db)
    .await?;
    Ok(names)
}

/// Stores the hash of a link that lets the account in until `expires_at`.
pub async fn add_link(
    db: &mut PgConnection,
    token_hash: &[u8],
    account: AccountId,
    expires_at: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into login_link (token_hash, account, expires_at) values ($1, $2, $3)",
        token_hash,
        account.0,
        expires_at.to_sqlx() as _
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Links asked for by an account since `since`.
pub async fn links_since(
    db: &mut PgConnection,
    account: AccountId,
    since: Timestamp,
) -> Result<i64, StoreError> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from login_link where account = $1 and created_at > $2"#,
        account.0,
        since.to_sqlx() as _
    )
    .fetch_one(db)
    .await?;
    Ok(count)
}

/// The account of a link that is unused and in time at `now`.
pub async fn link_account(
    db: &mut PgConnection,
    token_hash: &[u8],
    now: Timestamp,
) -> Result<Option<AccountId>, StoreError> {
    let found = sqlx::query_scalar!(
        r#"select account as "account: AccountId" from login_link
           where token_hash = $1 and used_at is null and expires_at > $2"#,
        token_hash,
        now.to_sqlx() as _
    )
    .fetch_optional(db)
    .await?;
    Ok(found)
}

/// Uses up a link. Of two attempts at once only one gets the account.
pub async fn use_link(
    db: &mut PgConnection,
    token_hash: &[u8],
    now: Timestamp,
) -> Result<Option<AccountId>, StoreError> {
    let found = sqlx::query_scalar!(
        r#"update login_link set used_at = $2
           where token_hash = $1 and used_at is null and expires_at > $2
           returning account as "account: AccountId""#,
        token_hash,
        now.to_sqlx() as _
    )
    .fetch_optional(db)
    .await?;
    Ok(found)
}

/// Removes links that were over a week before `now`.
pub async fn forget_old_links(db: &mut PgConnection, now: Timestamp) -> Result<u64, StoreError> {
    let before = now - (7 * 24).hours();
    let done = sqlx::query!("delete from login_link where expires_at < $1", before.to_sqlx() as _)
        .execute(db)
        .await?;
    Ok(done.rows_affected())
}
