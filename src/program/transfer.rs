//! `pentade export` and `pentade import`: a whole game as one file.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::Place;
use super::house::{Beside, House};
use crate::desk::transfer::{Choice, MOST_PACKED};

/// Writes a game into a file that is not there yet. A server that is running goes on.
///
/// Errors: there is no such game; the file is there, or cannot be written.
pub async fn export(place: &Place, slug: &str, file: &Path, choice: Choice) -> Result<()> {
    let (settings, games) = place.read()?;
    let house = House::open(settings, games, Beside::Anyone).await?;
    let packed = house.desk.export_game(None, slug, choice).await;
    house.close().await;
    let packed = packed?;
    let mut written = OpenOptions::new().write(true).create_new(true).open(file);
    let done = written.as_mut().map_err(|error| std::io::Error::new(error.kind(), error.to_string()));
    done.and_then(|written| written.write_all(&packed)).with_context(|| file.display().to_string())?;
    println!("game {slug}: {} bytes in {}", packed.len(), file.display());
    Ok(())
}

/// Puts a game in from a file, under another short name if one is given; its owner is the GM of the settings, its clock
/// stands, and nobody is written to.
///
/// Errors: whatever is wrong with the file, with its place; then nothing has changed.
pub async fn import(place: &Place, file: &Path, slug: Option<&str>) -> Result<()> {
    let size = fs::metadata(file).with_context(|| file.display().to_string())?.len();
    if size > MOST_PACKED as u64 {
        bail!("{}: {size} bytes are more than the {MOST_PACKED} that are read", file.display());
    }
    let bytes = fs::read(file).with_context(|| file.display().to_string())?;
    let (settings, games) = place.read()?;
    let house = House::open(settings, games, Beside::Anyone).await?;
    let imported = house.desk.import_game(None, bytes, slug).await;
    let gm = house.settings.gm_email.clone();
    house.close().await;
    let slug = imported.with_context(|| file.display().to_string())?;
    println!("game {slug} is imported; its owner is {gm}, and its clock stands");
    Ok(())
}
