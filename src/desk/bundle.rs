//! The files from which a published pentade can be checked: the GM's, with which it is played again, and everyone's.
//!
//! The public one holds nothing that its readers may not see: of orders and of the world only hashes, of the chronicle the
//! entries that are open to all, of the others a salted hash. Whoever is handed the GM's file later finds every salt in it, and
//! can see that nothing was put in another's place meanwhile.

use super::archive::{Kept, no_turn, published};
use super::kept::read;
use super::views::{Bundle, EntryMark, PUBLIC_FORMAT, PublicBundle, PublicEntry};
use super::{AccountId, Desk, DeskError, find_game, may_look};
use crate::postal::chronicle::Reader;
use crate::postal::game::{Game, Inputs};
use crate::store::pentades::PentadeRow;
use crate::store::{audit, seals};

impl Desk {
    /// What is needed to play a published pentade again. For the GM: inputs hold every side's orders.
    pub async fn bundle(&self, viewer: AccountId, slug: &str, first_year: i32) -> Result<Bundle, DeskError> {
        self.bundle_of(viewer, slug, (first_year, None)).await
    }

    /// The same of any revision.
    pub async fn bundle_of(
        &self,
        viewer: AccountId,
        slug: &str,
        (first_year, revision): (i32, Option<i32>),
    ) -> Result<Bundle, DeskError> {
        let mut db = self.store.reader().await?;
        let row = find_game(&mut db, slug).await?;
        may_look(&row, viewer)?;
        let (pentade, kept) = published(&mut db, &row, first_year, revision).await?;
        let seals = seals::of_year(&mut db, row.id, first_year).await?;
        let game = self.player_of(&row)?.as_ref();
        let marks = marks(game, &pentade, &kept)?;
        audit::note(&mut db, Some(viewer), "bundle", Some(row.id), &first_year.to_string()).await?;
        let missing = || no_turn(first_year);
        Ok(Bundle {
            kind: row.kind,
            slug: row.slug,
            first_year,
            edition: (pentade.edition_name.ok_or_else(missing)?, pentade.edition_hash.ok_or_else(missing)?),
            world: pentade.world_before.as_str().to_owned(),
            inputs: pentade.inputs.ok_or_else(missing)?,
            seed: pentade.seed,
            result_hash: pentade.result_hash.ok_or_else(missing)?,
            commitment: pentade.commitment,
            revision: pentade.revision,
            inputs_hash: pentade.inputs_hash.ok_or_else(missing)?,
            world_after: pentade.world_after.ok_or_else(missing)?.as_str().to_owned(),
            chronicle: pentade.chronicle.ok_or_else(missing)?.as_str().to_owned(),
            entries: marks.into_iter().map(|(mark, _, _)| mark).collect(),
            seals: seals.into_iter().map(|row| row.seal).collect(),
        })
    }

    /// What anyone may check of a published pentade.
    ///
    /// Errors: not found when it is not published.
    pub async fn public_bundle(
        &self,
        slug: &str,
        (first_year, revision): (i32, Option<i32>),
    ) -> Result<PublicBundle, DeskError> {
        let mut db = self.store.reader().await?;
        let row = find_game(&mut db, slug).await?;
        let (pentade, kept) = published(&mut db, &row, first_year, revision).await?;
        let seals = seals::of_year(&mut db, row.id, first_year).await?;
        let game = self.player_of(&row)?.as_ref();
        let entries = marks(game, &pentade, &kept)?.into_iter().map(|(mark, entry, is_open)| PublicEntry {
            hash: mark.hash,
            open: is_open.then_some((mark.salt, entry)),
        });
        let entries = entries.collect();
        let missing = || no_turn(first_year);
        let inputs: Inputs = read("set of inputs", &pentade.inputs.ok_or_else(missing)?)?;
        Ok(PublicBundle {
            format: PUBLIC_FORMAT.to_owned(),
            kind: row.kind,
            slug: row.slug,
            first_year,
            revision: pentade.revision,
            edition: (pentade.edition_name.ok_or_else(missing)?, pentade.edition_hash.ok_or_else(missing)?),
            commitment: pentade.commitment,
            seed: pentade.seed,
            inputs_hash: pentade.inputs_hash.ok_or_else(missing)?,
            result_hash: pentade.result_hash.ok_or_else(missing)?,
            readings: inputs.readings,
            entries,
            seals: seals.into_iter().map(|row| row.seal).collect(),
        })
    }
}

/// Every entry with its mark, its text and whether everyone may read it.
fn marks(
    game: &dyn Game,
    pentade: &PentadeRow,
    kept: &Kept,
) -> Result<Vec<(EntryMark, String, bool)>, DeskError> {
    let inputs = pentade.inputs.as_deref().ok_or_else(|| no_turn(pentade.first_year))?;
    let entries = game.kept_entries(kept.turn().chronicle, &Reader::Public)?;
    let marked = entries.into_iter().enumerate().map(|(nth, (entry, is_open))| {
        let mark = EntryMark::of(inputs, nth, &entry);
        (mark, entry, is_open)
    });
    Ok(marked.collect())
}
