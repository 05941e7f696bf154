//! `pentade begin`: begins the game that a file describes. The players are written to.

use std::path::Path;

use anyhow::{Context, Result};

use super::Place;
use super::house::{Beside, House};
use crate::desk::game_file::GameFile;

/// Begins the game of `file`; its GM is the one of the settings. A server that is running goes on.
///
/// Errors: a file that cannot be read, by name; whatever the game refuses.
pub async fn begin(place: &Place, file: &Path) -> Result<()> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let (settings, games) = place.read()?;
    let gm = (settings.gm_name.clone(), settings.gm_email.clone());
    let new = GameFile::read(&text)
        .and_then(|described| described.new_game(gm))
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
