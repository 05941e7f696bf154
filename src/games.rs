//! The list of games. The only place outside a wing that names one.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::empires::seam::Empires;
use crate::postal::game::Game;

/// The games that can be played, by id.
#[derive(Clone, Default)]
pub struct Games {
    games: BTreeMap<&'static str, Arc<dyn Game>>,
}

impl std::fmt::Debug for Games {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.games.keys()).finish()
    }
}

impl Games {
    /// These games.
    pub fn of(games: Vec<Arc<dyn Game>>) -> Self {
        Self { games: games.into_iter().map(|game| (game.id(), game)).collect() }
    }

    /// The game with this id.
    pub fn get(&self, id: &str) -> Option<&Arc<dyn Game>> {
        self.games.get(id)
    }

    /// Every game, by id.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<dyn Game>> {
        self.games.values()
    }
}

/// The games of this program, from the texts of `config/`.
///
/// `texts` holds file names below `config/` with `/` as separator, and their words.
///
/// Errors: every fault of every file, in words that name the file.
pub fn load(texts: &BTreeMap<String, String>) -> Result<Games, Vec<String>> {
    Ok(Games::of(vec![Arc::new(Empires::parse(texts)?)]))
}
