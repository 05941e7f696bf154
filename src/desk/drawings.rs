//! Draws the maps that letters show, when the first letter that shows one is sent, and puts them into it.

use jiff::Timestamp;

use super::letters::draw_files;
use super::{Desk, DeskError};
use crate::mail::outgoing::put_in;
use crate::postal::chronicle::Reader;
use crate::postal::game::WorldText;
use crate::store::outbox::Shown;
use crate::store::{StoreError, audit, drawings};

impl Desk {
    /// A letter with the map that it shows, if it shows one. Done again it gives the same bytes.
    ///
    /// Errors: the database; a world that the game cannot read. A map that cannot be drawn keeps no letter back: its files
    /// are empty then, and the diary says why.
    pub(super) async fn with_map(&self, bytes: &[u8], shown: Option<Shown>) -> Result<Vec<u8>, DeskError> {
        let Some(shown) = shown else { return Ok(bytes.to_vec()) };
        let (png, svg) = self.files_of(shown.drawing).await?;
        let places = [(shown.png_at, png.as_slice()), (shown.svg_at, svg.as_slice())];
        put_in(bytes, &places).ok_or_else(|| DeskError::Letter("it has no place for its map".to_owned()))
    }

    async fn files_of(&self, drawing: i64) -> Result<(Vec<u8>, Vec<u8>), DeskError> {
        let mut db = self.store.reader().await?;
        if let Some(files) = drawings::files(&mut db, drawing).await? {
            return Ok(files);
        }
        drop(db);
        let mut tx = self.store.begin().await?;
        let wanted = drawings::lock(&mut tx, drawing).await?;
        // Another letter was faster.
        if let Some(files) = wanted.files {
            return Ok(files);
        }
        let game = self.games.get(&wanted.kind).ok_or_else(|| {
            DeskError::Refused(format!("this program does not know the game {}", wanted.kind))
        })?;
        let reader = wanted.side.map_or(Reader::Public, Reader::Side);
        let picture = game.picture(&WorldText::new(wanted.world), &reader)?;
        let files = match draw_files(picture).await {
            Ok(files) => files,
            Err(error) => {
                let detail = format!("{}: {error}", wanted.slug);
                audit::note(&mut tx, None, "map-not-drawn", None, &detail).await?;
                (Vec::new(), Vec::new())
            }
        };
        drawings::keep(&mut tx, drawing, (&files.0, &files.1), Timestamp::now()).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(files)
    }
}
