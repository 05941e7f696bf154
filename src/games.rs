//! The list of games. The only place outside a wing that names one.

use std::collections::BTreeMap;
use std::sync::Arc;

use elsa::sync::FrozenMap;

use crate::empires::seam::Empires;
use crate::postal::game::Game;
use crate::postal::switches::{ReadingFault, Readings};

/// The games that can be played, by id.
#[derive(Clone, Default)]
pub struct Games {
    games: BTreeMap<&'static str, Kind>,
}

/// A game, and the same by other readings of its switches: no more than the game knows, and each is lent for as long as the
/// games are there.
#[derive(Clone)]
struct Kind {
    game: Arc<dyn Game>,
    others: Arc<FrozenMap<Readings, Box<Arc<dyn Game>>>>,
}

impl std::fmt::Debug for Games {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.games.keys()).finish()
    }
}

impl Games {
    /// These games.
    pub fn of(games: Vec<Arc<dyn Game>>) -> Self {
        let kind = |game: Arc<dyn Game>| (game.id(), Kind { game, others: Arc::default() });
        Self { games: games.into_iter().map(kind).collect() }
    }

    /// The game with this id, by the readings of its edition.
    pub fn get(&self, id: &str) -> Option<&Arc<dyn Game>> {
        self.games.get(id).map(|kind| &kind.game)
    }

    /// The game with this id by these readings: made once, then the same for all who ask.
    ///
    /// Errors: every switch and reading that the game does not know.
    pub fn by(&self, id: &str, readings: &Readings) -> Option<Result<&Arc<dyn Game>, Vec<ReadingFault>>> {
        self.games.get(id).map(|kind| kind.by(readings))
    }

    /// Every game by the readings of its edition, by id.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<dyn Game>> {
        self.games.values().map(|kind| &kind.game)
    }
}

impl Kind {
    fn by(&self, readings: &Readings) -> Result<&Arc<dyn Game>, Vec<ReadingFault>> {
        if readings.is_empty() {
            return Ok(&self.game);
        }
        if let Some(known) = self.others.get(readings) {
            return Ok(known);
        }
        let game = self.game.with_readings(readings)?;
        // Where another thread was faster, its game stands.
        Ok(self.others.insert(readings.clone(), Box::new(game)))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::empires::rulebook::tests::shipped_files;

    fn readings(id: &str, word: &str) -> Readings {
        [(id.to_owned(), word.to_owned())].into()
    }

    #[test]
    fn a_game_by_the_same_readings_is_made_once_whoever_asks() {
        let games = load(shipped_files()).expect("the shipped config is sound");
        let words = [
            ("R16.1", "lowers_social_state"),
            ("R33.3", "off"),
            ("R33.3", "all"),
            ("R8.6", "lowers_administrative"),
        ];
        let ask = |games: &Games| {
            let one = |(id, word)| {
                let game = games.by("empires", &readings(id, word)).expect("a game").expect("known");
                Arc::as_ptr(game).cast::<()>() as usize
            };
            words.map(one).to_vec()
        };
        let all: Vec<Vec<usize>> = std::thread::scope(|scope| {
            let asking: Vec<_> =
                (0..8).map(|_| games.clone()).map(|games| scope.spawn(move || ask(&games))).collect();
            asking.into_iter().map(|one| one.join().expect("asked")).collect()
        });
        let mut apart = all[0].clone();
        apart.sort_unstable();
        apart.dedup();
        assert_eq!(apart.len(), words.len(), "each reading has a game of its own");
        assert!(all.iter().all(|one| *one == all[0]), "and all threads have the same: {all:?}");
    }

    #[test]
    fn no_readings_are_the_edition_itself_and_unknown_ones_none() {
        let games = load(shipped_files()).expect("the shipped config is sound");
        let plain = games.by("empires", &Readings::new()).expect("a game").expect("known");
        assert!(Arc::ptr_eq(plain, games.get("empires").expect("a game")));
        assert!(games.by("empires", &readings("R16.1", "nothing")).expect("a game").is_err());
        assert!(games.by("chess", &Readings::new()).is_none());
    }
}
