//! The game of the demonstration: `config/demo/game.toml` and the letters beside it.

use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::desk::game_file::{CalendarFile, CustomsFile};
use crate::desk::views::{NewGame, NewPlayer};
use crate::postal::chronicle::SideId;
use crate::postal::switches::Readings;

/// What `game.toml` says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    slug: String,
    kind: String,
    scenario: String,
    title: String,
    pentade_days: i32,
    #[serde(default)]
    calendar: CalendarFile,
    #[serde(default)]
    customs: CustomsFile,
    first_year: i32,
    players: Vec<Player>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Player {
    side: String,
    name: String,
    email: String,
    letter: String,
}

/// The game and its letters.
pub struct DemoGame {
    pub game: NewGame,
    /// First year of the pentade the letters are written for.
    pub first_year: i32,
    /// One letter a player, in the order of `game.players`.
    pub letters: Vec<Vec<u8>>,
}

impl DemoGame {
    /// Reads the game and its letters.
    ///
    /// Errors: a file that is missing or unsound, by name.
    pub fn read(config: &Path, gm: (String, String)) -> Result<Self> {
        let folder = config.join("demo");
        let path = folder.join("game.toml");
        let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let file: File = toml::from_str(&text).with_context(|| path.display().to_string())?;
        let mut letters = Vec::new();
        for player in &file.players {
            let path = folder.join("letters").join(&player.letter);
            let letter = std::fs::read(&path).with_context(|| path.display().to_string())?;
            letters.push(with_crlf(&letter));
        }
        let player = |player: Player| NewPlayer {
            side: SideId::new(&player.side),
            name: player.name,
            email: player.email.to_lowercase(),
        };
        let game = NewGame {
            slug: file.slug,
            kind: file.kind,
            scenario: file.scenario,
            title: file.title,
            gm,
            players: file.players.into_iter().map(player).collect(),
            calendar: file.calendar.over(file.pentade_days)?,
            customs: file.customs.read(),
            invites: false,
            readings: Readings::new(),
        };
        Ok(Self { game, first_year: file.first_year, letters })
    }
}

/// The letter with the line ends of mail.
fn with_crlf(letter: &[u8]) -> Vec<u8> {
    let mut mailed = Vec::with_capacity(letter.len() + letter.len() / 20);
    for line in letter.split_inclusive(|byte| *byte == b'\n') {
        let bare = line.strip_suffix(b"\n").unwrap_or(line);
        mailed.extend_from_slice(bare.strip_suffix(b"\r").unwrap_or(bare));
        mailed.extend_from_slice(b"\r\n");
    }
    mailed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_as_mail_wants_it() {
        assert_eq!(with_crlf(b"a\nb\r\n\nc"), b"a\r\nb\r\n\r\nc\r\n");
    }

    #[test]
    fn the_shipped_game_is_sound() {
        let config = Path::new(env!("CARGO_MANIFEST_DIR")).join("config");
        let demo = DemoGame::read(&config, ("GM".to_owned(), "gm@gm.example".to_owned())).expect("sound");
        assert_eq!(demo.letters.len(), 7);
        for (player, letter) in demo.game.players.iter().zip(&demo.letters) {
            let text = String::from_utf8_lossy(letter);
            let head = text.lines().next().unwrap_or_default();
            assert!(head.starts_with("From: ") && head.contains(&player.email), "{head}");
        }
    }
}
