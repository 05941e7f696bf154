//! Games for their members alone: who may see one at all.

use super::{AccountId, Desk, DeskError};
use crate::store::members;

impl Desk {
    /// Whether a reader may see the pages of a game: everyone those of a public one, else its GMs and observers, who holds a
    /// seat or stands in, and who has ordered in it. Not even the name of another is told; false where there is no such game.
    ///
    /// Errors: the database.
    pub async fn may_read(&self, viewer: Option<AccountId>, slug: &str) -> Result<bool, DeskError> {
        let mut db = self.store.reader().await?;
        Ok(members::may_read(&mut db, slug, viewer).await?)
    }
}
