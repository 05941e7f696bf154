//! `pentade begin`: begins the game that a file describes. The players are written to.

use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

use super::Place;
use super::calendar_file::CalendarFile;
use super::customs_file::CustomsFile;
use super::house::{Beside, House};
use crate::desk::views::{NewGame, NewPlayer};
use crate::postal::chronicle::SideId;

/// What the file says.
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
    players: Vec<Player>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Player {
    side: String,
    name: String,
    email: String,
}

/// Begins the game of `file`; its GM is the one of the settings. A server that is running goes on.
///
/// Errors: a file that cannot be read, by name; whatever the game refuses.
pub async fn begin(place: &Place, file: &Path) -> Result<()> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let (settings, games) = place.read()?;
    let new = read(&text, (settings.gm_name.clone(), settings.gm_email.clone()))
        .with_context(|| file.display().to_string())?;
    let house = House::open(settings, games, Beside::Anyone).await?;
    let begun = house.desk.create_game(&new).await;
    let orders_address = house.settings.orders_address(&new.slug);
    house.close().await;
    begun?;

    println!("game {}: {} begins with {} players", new.slug, new.title, new.players.len());
    println!("orders go to {orders_address}; the GM is {}", new.gm.1);
    Ok(())
}

fn read(text: &str, gm: (String, String)) -> Result<NewGame> {
    let file: File = toml::from_str(text)?;
    let player = |player: Player| NewPlayer {
        side: SideId::new(&player.side),
        name: player.name,
        email: player.email.to_lowercase(),
    };
    Ok(NewGame {
        slug: file.slug,
        kind: file.kind,
        scenario: file.scenario,
        title: file.title,
        gm,
        players: file.players.into_iter().map(player).collect(),
        calendar: file.calendar.over(file.pentade_days)?,
        customs: file.customs.read(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GM: (&str, &str) = ("The GM", "gm@gm.example");

    fn read_with_gm(text: &str) -> Result<NewGame> {
        read(text, (GM.0.to_owned(), GM.1.to_owned()))
    }

    #[test]
    fn the_example_of_the_readme_is_lawful() {
        let readme = include_str!("../../README.md");
        let (_, example) = readme.split_once("```toml\n").expect("an example");
        let (example, _) = example.split_once("```").expect("its end");
        let new = read_with_gm(example).expect("lawful");

        assert_eq!((new.kind.as_str(), new.scenario.as_str()), ("empires", "millennium-976"));
        assert_eq!(new.players[0].side, SideId::new("germany"));
        assert_eq!(new.gm.1, GM.1);
        assert_eq!(new.customs, crate::desk::views::Customs::default(), "the example shows what is usual");
    }

    #[test]
    fn customs_are_named_in_words() {
        let head =
            "slug='g1'\nkind='empires'\nscenario='s'\ntitle='t'\npentade_days=7\nplayers=[]\n[customs]\n";
        let words = "unsigned_press = false\nstand_ins = \"free\"\norders_of_departed = \"kept\"\n";
        let customs = read_with_gm(&format!("{head}{words}")).expect("lawful").customs;
        assert!(!customs.anonymous_press && !customs.gm_confirms_stand_ins && !customs.withdraws_departed);
        let refused =
            read_with_gm(&format!("{head}orders_of_departed = \"burnt\"\n")).unwrap_err().to_string();
        assert!(refused.contains("burnt") && refused.contains("withdrawn"), "{refused}");
    }

    #[test]
    fn a_misspelt_word_is_named() {
        let refused = read_with_gm("slug = \"g1\"\nkinds = \"empires\"\n").unwrap_err().to_string();
        assert!(refused.contains("unknown field `kinds`"), "{refused}");
    }
}
