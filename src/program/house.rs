//! Opens the database and the desk on it.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::desk::Desk;
use crate::games::Games;
use crate::mail::dkim::Signer;
use crate::settings::Settings;
use crate::store::Store;
use crate::store::embedded::{Embedded, Speed};

/// Name of the database in the embedded server.
const DATABASE: &str = "pentade";
/// How long a server waits for a short task beside it to let go of the embedded database.
const PATIENCE: Duration = Duration::from_secs(20);

/// The desk on an open database. The embedded server ends with it.
pub struct House {
    pub desk: Desk,
    pub settings: Arc<Settings>,
    store: Store,
    embedded: Option<Embedded>,
}

/// Whether a database that another process runs will do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beside {
    /// Yes: a short task.
    Anyone,
    /// No: a server keeps the embedded database running itself.
    Nobody,
}

impl House {
    /// Opens the database that the settings name, or the embedded one, and brings it up to date.
    ///
    /// Errors: the database cannot be reached or started; another server runs on the same folder.
    pub async fn open(settings: Settings, games: Games, beside: Beside) -> Result<Self> {
        let settings = Arc::new(settings);
        let embedded = match &settings.database_url {
            Some(_) => None,
            None => Some(start(&settings, beside).await?),
        };
        let url = match (&settings.database_url, &embedded) {
            (Some(url), _) => url.clone(),
            (None, Some(embedded)) => {
                embedded.ensure_database(DATABASE).await?;
                embedded.url(DATABASE)
            }
            (None, None) => bail!("there is no database"),
        };
        let store = Store::open(&url, settings.database_connections)
            .await
            .context("the database cannot be opened; its address is the setting database.url")?;
        let desk = Desk::new(store.clone(), games, settings.clone()).signing(signer(&settings)?);
        Ok(Self { desk, settings, store, embedded })
    }

    /// Where the data lie, in words.
    pub fn place(&self) -> String {
        match &self.embedded {
            Some(embedded) => format!("a private PostgreSQL in {}", embedded.home().display()),
            None => "the PostgreSQL of database.url".to_owned(),
        }
    }

    /// Closes every connection, then stops the embedded server.
    pub async fn close(self) {
        self.store.close().await;
        drop(self.embedded);
    }
}

/// Signs our letters with the keys that the settings name.
///
/// Errors: a key that cannot be used.
pub fn signer(settings: &Settings) -> Result<Option<Signer>> {
    if settings.dkim_keys.is_empty() {
        return Ok(None);
    }
    let signer = Signer::load(&settings.dkim_domain, &settings.dkim_keys);
    Ok(Some(signer.context("the setting is mail_out.dkim_keys")?))
}

async fn start(settings: &Settings, beside: Beside) -> Result<Embedded> {
    let home = settings.data_dir.join("postgres");
    let until = tokio::time::Instant::now() + PATIENCE;
    loop {
        let embedded = Embedded::start(&home, Speed::Durable)
            .await
            .with_context(|| format!("the private PostgreSQL in {} does not start", home.display()))?;
        if embedded.is_owner() || beside == Beside::Anyone {
            return Ok(embedded);
        }
        if tokio::time::Instant::now() >= until {
            bail!(
                "another pentade server runs on {}: stop it first, or choose another folder with PENTADE_DATA_DIR",
                settings.data_dir.display()
            );
        }
        drop(embedded);
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}
