//! A private PostgreSQL: our own child process, no system service, no TCP port, no password.
//!
//! One process owns the server (it holds `<home>/lock`); any other process of ours that names the same home
//! joins it. Only Linux, with PostgreSQL installed (Debian's package `postgresql`) and util-linux' `setpriv`.
//!
//! The folder `home` holds `lock`, `pg/` (the data), `run/` (the socket) and `postgres.log`.

mod keeper;
mod place;
mod server;

use anyhow::{Context, Result, bail};
use keeper::Keeper;
use place::Place;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgSslMode};
use sqlx::{ConnectOptions, Connection, Executor};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tokio::task::spawn_blocking;

/// The database's own account inside PostgreSQL.
const SUPERUSER: &str = "postgres";
/// The number in the socket's name; nothing listens on TCP.
const PORT: u16 = 5432;
/// How long a process that joins waits for the owner's server, or for the owner to let go.
const JOIN_WAIT: Duration = Duration::from_secs(60);
/// How long our own server may take to answer; recovery after a crash is part of it.
const START_WAIT: Duration = Duration::from_secs(120);
/// Pause between two attempts.
const PAUSE: Duration = Duration::from_millis(10);

/// What is traded for speed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speed {
    /// Every acknowledged transaction survives a power cut.
    Durable,
    /// Nothing is waited for on disk: for tests only.
    Fast,
}

/// A running private database. Dropping the owner's value stops the server and waits for it.
#[derive(Debug)]
pub struct Embedded {
    place: Place,
    owner: Option<Owner>,
}

/// What only the owner has. The keeper stands first: it is dropped, and the server stopped, before the lock.
#[derive(Debug)]
struct Owner {
    keeper: Keeper,
    _lock: File,
}

impl Embedded {
    /// Starts the database under `home`, or joins it when another process of ours already runs it.
    ///
    /// Makes the folder and the database cluster when they are missing. As root the server runs as the account
    /// `postgres` (else `nobody`); when that account cannot enter `home`, the database is kept in
    /// `/var/lib/pentade/<hash of home>` instead, which the log says and [`Embedded::home`] tells.
    /// If the server dies, it is started again as long as this value lives.
    ///
    /// Errors: no PostgreSQL found, or one of another major version than the data; a folder that cannot be
    /// made or belongs to someone else; a server that does not answer in time, with the last lines of its log.
    pub async fn start(home: &Path, speed: Speed) -> Result<Self> {
        let wanted = home.to_path_buf();
        let place = spawn_blocking(move || Place::settle(&wanted)).await??;
        let Some(lock) = lock_or_join(&place).await? else {
            return Ok(Self { place, owner: None });
        };

        let mine = place.clone();
        let launch = spawn_blocking(move || server::prepare(&mine, speed)).await??;
        let keeper = Keeper::start(launch)?;
        let database = Self { place, owner: Some(Owner { keeper, _lock: lock }) };
        database.wait_for_first_answer().await?;
        Ok(database)
    }

    /// How to connect to `database` in this server.
    pub fn options(&self, database: &str) -> PgConnectOptions {
        options(&self.place, database)
    }

    /// The same as a `DATABASE_URL`.
    pub fn url(&self, database: &str) -> String {
        format!(
            "postgres:///{}?host={}&port={PORT}&user={SUPERUSER}&sslmode=disable",
            percent_encoded(database.as_bytes()),
            percent_encoded(self.place.socket_dir.as_os_str().as_encoded_bytes()),
        )
    }

    /// Makes `database` unless it is there.
    ///
    /// Errors: the server does not answer, or refuses the name.
    pub async fn ensure_database(&self, database: &str) -> Result<()> {
        let mut connection = self.options("postgres").connect().await?;
        let quoted = database.replace('"', "\"\"");
        let made = connection.execute(sqlx::AssertSqlSafe(format!("create database \"{quoted}\""))).await;

        match made {
            Err(error) if !is_duplicate_database(&error) => {
                Err(error).with_context(|| format!("create database {database}"))
            }
            _ => Ok(()),
        }
    }

    /// The folder with the socket, for other programs' `host=`.
    pub fn socket_dir(&self) -> &Path {
        &self.place.socket_dir
    }

    /// The folder that holds the database: the one asked for, unless the server's account cannot enter it.
    pub fn home(&self) -> &Path {
        &self.place.home
    }

    /// Whether this process started the server; false when it joined another's.
    pub fn is_owner(&self) -> bool {
        self.owner.is_some()
    }

    async fn wait_for_first_answer(&self) -> Result<()> {
        let Some(owner) = &self.owner else { return Ok(()) };
        let until = Instant::now() + START_WAIT;
        loop {
            let error = match answers(&self.place).await {
                Ok(()) => break,
                Err(error) => error,
            };
            if let Some(status) = owner.keeper.ended_with() {
                bail!("postgres ended at once ({status}): {}", last_lines(&self.place.log()));
            }
            if Instant::now() > until {
                return Err(error).with_context(|| {
                    format!("postgres did not answer in time: {}", last_lines(&self.place.log()))
                });
            }
            tokio::time::sleep(PAUSE).await;
        }
        owner.keeper.restart_from_now_on();
        Ok(())
    }
}

/// The lock when we are to start the server, nothing when a running one answered.
///
/// Tries both again and again: the owner may be starting, or stopping.
async fn lock_or_join(place: &Place) -> Result<Option<File>> {
    let until = Instant::now() + JOIN_WAIT;
    loop {
        if let Some(lock) = place.try_lock()? {
            return Ok(Some(lock));
        }
        match answers(place).await {
            Ok(()) => return Ok(None),
            Err(error) if Instant::now() > until => {
                return Err(error).with_context(|| {
                    format!(
                        "another process holds {}, but its database does not answer",
                        place.lock().display()
                    )
                });
            }
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}

async fn answers(place: &Place) -> Result<()> {
    let options = options(place, "postgres");
    let connection = tokio::time::timeout(Duration::from_secs(10), PgConnection::connect_with(&options))
        .await
        .context("connecting took more than 10 s")??;
    connection.close().await?;
    Ok(())
}

fn options(place: &Place, database: &str) -> PgConnectOptions {
    PgConnectOptions::new_without_pgpass()
        .socket(&place.socket_dir)
        .port(PORT)
        .username(SUPERUSER)
        .database(database)
        .ssl_mode(PgSslMode::Disable)
        .application_name("pentade")
}

/// SQLSTATE 42P04, or 23505 when two processes make the same database at the same time.
fn is_duplicate_database(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|refusal| refusal.code());
    matches!(code.as_deref(), Some("42P04" | "23505"))
}

fn last_lines(log: &PathBuf) -> String {
    match std::fs::read(log) {
        Ok(bytes) => {
            let text = String::from_utf8_lossy(&bytes);
            let lines: Vec<&str> = text.lines().collect();
            lines[lines.len().saturating_sub(5)..].join(" | ")
        }
        Err(error) => format!("{} cannot be read: {error}", log.display()),
    }
}

/// RFC 3986 2.1: everything but unreserved characters as `%XX`.
fn percent_encoded(bytes: &[u8]) -> String {
    let mut encoded = String::new();
    for &byte in bytes {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_with_spaces_and_umlauts_fits_in_a_url() {
        assert_eq!(percent_encoded("/home/jürgen m/run".as_bytes()), "%2Fhome%2Fj%C3%BCrgen%20m%2Frun");
    }

    #[test]
    fn the_last_five_lines_of_a_log_are_shown() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("postgres.log");
        std::fs::write(&log, "1\n2\n3\n4\n5\n6\n").unwrap();

        assert_eq!(last_lines(&log), "2 | 3 | 4 | 5 | 6");
        assert!(last_lines(&folder.path().join("none")).contains("cannot be read"));
    }
}
