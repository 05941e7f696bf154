//! What the program does, one task a file: `serve`, `demo`, `begin`, `deliver`, `dkim_key`, `adjudicate` and `verify`, `check`,
//! `simulate`, `rules`, `transfer`.

pub mod begin;
pub mod check;
pub mod deliver;
pub mod demo;
mod demo_game;
pub mod dkim_key;
mod house;
mod mail_in;
pub mod replay;
pub mod rules;
pub mod serve;
pub mod simulate;
pub mod transfer;
pub mod verify;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::games::{self, Games};
use crate::settings::Settings;
use crate::settings::texts::ConfigTexts;

/// Where the program finds what it is told.
#[derive(Debug, Clone)]
pub struct Place {
    /// The folder `config/`.
    pub config: PathBuf,
    /// The environment.
    pub environment: BTreeMap<String, String>,
}

impl Place {
    /// The folder given, else `PENTADE_CONFIG`, else `config` here; with the environment of the process.
    ///
    /// A variable that is not UTF-8 is passed over: none of ours can be.
    pub fn new(config: Option<PathBuf>) -> Self {
        let environment: BTreeMap<String, String> = std::env::vars_os()
            .filter_map(|(k, v)| Some((k.into_string().ok()?, v.into_string().ok()?)))
            .collect();
        let named = environment.get("PENTADE_CONFIG").map(PathBuf::from);
        Self { config: config.or(named).unwrap_or_else(|| PathBuf::from("config")), environment }
    }

    /// The same, with everything kept in another folder than the settings say.
    pub fn with_data(mut self, data: &Path) -> Self {
        self.environment.insert("PENTADE_DATA_DIR".to_owned(), data.display().to_string());
        self
    }

    /// The settings and the games.
    ///
    /// Errors: every fault of both at once.
    pub fn read(&self) -> Result<(Settings, Games), Faults> {
        let settings = Settings::read(&self.config, &self.environment);
        let games = self.games();
        match (settings, games) {
            (Ok(settings), Ok(games)) => Ok((settings, games)),
            (settings, games) => {
                let settings = settings.err().unwrap_or_default();
                let mut faults: Vec<String> = settings.iter().map(ToString::to_string).collect();
                faults.extend(games.err().map(|faults| faults.0).unwrap_or_default());
                Err(Faults(faults))
            }
        }
    }

    /// The games alone.
    ///
    /// Errors: every fault of their texts at once.
    pub fn games(&self) -> Result<Games, Faults> {
        let texts = ConfigTexts::read(&self.config)
            .map_err(|faults| Faults(faults.iter().map(ToString::to_string).collect()))?;
        games::load(&texts.files).map_err(Faults)
    }
}

/// What is wrong with the configuration, one line each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Faults(pub Vec<String>);

impl std::fmt::Display for Faults {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the configuration has {} faults:", self.0.len())?;
        self.0.iter().try_for_each(|fault| write!(f, "\n  {fault}"))
    }
}

impl std::error::Error for Faults {}
