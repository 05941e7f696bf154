//! Sessions of the web pages, in our own table.

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::PgPool;
use tower_sessions::SessionStore;
use tower_sessions::session::{Id, Record};
use tower_sessions::session_store::{Error, ExpiredDeletion, Result};

use super::StoreError;
use super::accounts::AccountId;

/// The session table.
#[derive(Debug, Clone)]
pub struct Sessions {
    pool: PgPool,
}

impl Sessions {
    /// Sessions on an open pool.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

/// Under this key a session keeps the account it belongs to.
pub const ACCOUNT_KEY: &str = "account";

/// Under these a session keeps when somebody signed in, and what his browser said of itself.
pub const SINCE_KEY: &str = "since";
/// See [`SINCE_KEY`].
pub const BROWSER_KEY: &str = "browser";

/// A session as its account may see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionRow {
    /// Its id, which lets in whoever has it.
    pub id: String,
    /// What the browser said of itself when somebody signed in.
    pub browser: Option<String>,
    /// When that was.
    pub since: Option<Timestamp>,
    /// When it ends unless it is used again.
    pub expiry: Timestamp,
}

impl Sessions {
    /// The sessions of an account that are not over, the latest used first.
    ///
    /// Errors: the database.
    pub async fn of_account(&self, account: AccountId) -> std::result::Result<Vec<SessionRow>, StoreError> {
        let rows = sqlx::query!(
            r#"select id, data ->> $2 as browser, data ->> $3 as since, expiry as "expiry: jiff_sqlx::Timestamp"
               from session where data ->> $1 = $4 and expiry > now() order by expiry desc, id"#,
            ACCOUNT_KEY,
            BROWSER_KEY,
            SINCE_KEY,
            account.to_string()
        )
        .fetch_all(&self.pool)
        .await?;
        let rows = rows.into_iter().map(|row| SessionRow {
            id: row.id,
            browser: row.browser,
            since: row.since.and_then(|since| since.parse().ok()),
            expiry: row.expiry.to_jiff(),
        });
        Ok(rows.collect())
    }

    /// Ends one session of an account.
    ///
    /// Errors: the database.
    pub async fn end(&self, account: AccountId, id: &str) -> std::result::Result<(), StoreError> {
        sqlx::query!(
            "delete from session where data ->> $1 = $2 and id = $3",
            ACCOUNT_KEY,
            account.to_string(),
            id
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Ends every session of an account but the one called `kept`.
    pub async fn end_others(&self, account: AccountId, kept: &str) -> std::result::Result<(), StoreError> {
        sqlx::query!(
            "delete from session where data ->> $1 = $2 and id <> $3",
            ACCOUNT_KEY,
            account.to_string(),
            kept
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}

// Takes the error by value as `map_err` hands it over.
fn backend(error: sqlx::Error) -> Error {
    Error::Backend(error.to_string())
}

fn encode(record: &Record) -> Result<serde_json::Value> {
    serde_json::to_value(&record.data).map_err(|error| Error::Encode(error.to_string()))
}

#[async_trait]
impl SessionStore for Sessions {
    async fn create(&self, record: &mut Record) -> Result<()> {
        let data = encode(record)?;
        loop {
            let done = sqlx::query!(
                "insert into session (id, data, expiry) values ($1, $2, $3) on conflict do nothing",
                record.id.to_string(),
                data,
                record.expiry_date as _
            )
            .execute(&self.pool)
            .await
            .map_err(backend)?;
            if done.rows_affected() == 1 {
                return Ok(());
            }
            record.id = Id::default();
        }
    }

    async fn save(&self, record: &Record) -> Result<()> {
        sqlx::query!(
            "insert into session (id, data, expiry) values ($1, $2, $3)
             on conflict (id) do update set data = excluded.data, expiry = excluded.expiry",
            record.id.to_string(),
            encode(record)?,
            record.expiry_date as _
        )
        .execute(&self.pool)
        .await
        .map_err(backend)?;
        Ok(())
    }

    async fn load(&self, id: &Id) -> Result<Option<Record>> {
        let row = sqlx::query!(
            r#"select data, expiry as "expiry: time::OffsetDateTime" from session
               where id = $1 and expiry > now()"#,
            id.to_string()
        )
        .fetch_optional(&self.pool)
        .await
        .map_err(backend)?;
        row.map(|row| {
            let data = serde_json::from_value(row.data).map_err(|error| Error::Decode(error.to_string()))?;
            Ok(Record { id: *id, data, expiry_date: row.expiry })
        })
        .transpose()
    }

    async fn delete(&self, id: &Id) -> Result<()> {
        sqlx::query!("delete from session where id = $1", id.to_string())
            .execute(&self.pool)
            .await
            .map_err(backend)?;
        Ok(())
    }
}

#[async_trait]
impl ExpiredDeletion for Sessions {
    async fn delete_expired(&self) -> Result<()> {
        sqlx::query!("delete from session where expiry <= now()")
            .execute(&self.pool)
            .await
            .map_err(backend)?;
        Ok(())
    }
}
