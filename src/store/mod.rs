//! PostgreSQL: the only SQL, and the embedded database. Rows in, values out.
//!
//! Every statement is checked when the program is built. Functions take a connection, so that the desk decides
//! what belongs to one transaction.

pub mod absence;
pub mod accounts;
pub mod acts;
pub mod addresses;
pub mod audit;
pub mod calendars;
pub mod corrections;
pub mod dead_letters;
pub mod decisions;
pub mod drawings;
pub mod due;
pub mod early_sheets;
pub mod embedded;
pub mod followers;
pub mod games;
pub mod gms;
pub mod invitations;
pub mod jobs;
pub mod letters;
pub mod mailboxes;
pub mod members;
pub mod outbox;
pub mod passkeys;
pub mod pentades;
pub mod persons;
pub mod revisions;
pub mod seals;
pub mod secrets;
pub mod self_tests;
pub mod sessions;
pub mod sheets;
pub mod stamps;
pub mod standing;
pub mod told;
pub mod transfer;
pub mod transfer_in;
pub mod wishes;
pub mod with_database;

use sqlx::postgres::{PgPool, PgPoolOptions};
use sqlx::{Connection, Postgres, Transaction};

pub use sqlx::postgres::{PgConnection, PgListener};

/// A connection for reading alone.
pub type Reader = sqlx::pool::PoolConnection<Postgres>;

/// A connection that was idle for longer is tried before it is used.
const LONG_IDLE: std::time::Duration = std::time::Duration::from_secs(1);

/// A failure of the database.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database refused, or cannot be reached.
    #[error("the database: {0}")]
    Database(#[from] sqlx::Error),
    /// Its schema cannot be brought up to date.
    #[error("the database's schema: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// A kept value cannot be read back.
    #[error("the database keeps a {what} that cannot be read: {reason}")]
    Unreadable {
        /// What it is.
        what: &'static str,
        /// The reader's own words.
        reason: String,
    },
}

impl StoreError {
    /// Why the database does not take what it was given: a value out of range, of another kind, or against a constraint.
    /// None for every other failure.
    pub fn unfit(&self) -> Option<String> {
        let Self::Database(sqlx::Error::Database(error)) = self else { return None };
        let code = error.code()?;
        (code.starts_with("22") || code.starts_with("23")).then(|| error.message().to_owned())
    }
}

/// The migrations, compiled in.
pub static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!();

/// An open transaction. Dropped without [`Transaction::commit`], it leaves no trace.
pub type Tx = Transaction<'static, Postgres>;

/// The database.
#[derive(Debug, Clone)]
pub struct Store {
    pool: PgPool,
}

impl Store {
    /// A store on an open pool.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }

    /// Opens the database and brings its schema up to date.
    ///
    /// Several processes may start at once: migrations run under a lock.
    pub async fn open(url: &str, connections: u32) -> Result<Self, StoreError> {
        let pool = PgPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(std::time::Duration::from_secs(10))
            .test_before_acquire(false)
            .before_acquire(|connection, was| {
                Box::pin(async move {
                    // One that has just been in use is not asked whether it lives.
                    if was.idle_for > LONG_IDLE {
                        connection.ping().await?;
                    }
                    Ok(true)
                })
            })
            .connect(url)
            .await?;
        MIGRATIONS.run(&pool).await?;
        Ok(Self { pool })
    }

    /// Begins a transaction.
    pub async fn begin(&self) -> Result<Tx, StoreError> {
        Ok(self.pool.begin().await?)
    }

    /// A connection for reading alone.
    pub async fn reader(&self) -> Result<Reader, StoreError> {
        Ok(self.pool.acquire().await?)
    }

    /// Hears what is new on these channels: `outbox`, `job`.
    pub async fn listen(&self, channels: &[&str]) -> Result<PgListener, StoreError> {
        let mut listener = PgListener::connect_with(&self.pool).await?;
        listener.listen_all(channels.iter().copied()).await?;
        Ok(listener)
    }

    /// The session table.
    pub fn sessions(&self) -> sessions::Sessions {
        sessions::Sessions::new(self.pool.clone())
    }

    /// Closes every connection.
    pub async fn close(&self) {
        self.pool.close().await;
    }
}
