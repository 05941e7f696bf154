//! Short letters: to the GM of a game, about something that waits for him, and to anybody in it.

use super::letters::{self, Post};
use super::{Desk, DeskError, Table};
use crate::postal::chronicle::SideId;
use crate::postal::game::Span;
use crate::store::games::GameRow;
use crate::store::{PgConnection, accounts};

impl Desk {
    /// Writes to the GM, with the address of his desk. The name makes the letter what it is: a second one of the same name
    /// is not sent.
    pub(super) async fn tell_gm(
        &self,
        db: &mut PgConnection,
        (row, span): (&GameRow, Span),
        name: &str,
        told: (&str, &str),
    ) -> Result<(), DeskError> {
        let Some(gm) = accounts::by_id(db, row.gm).await? else { return Ok(()) };
        let words = letters::gm_notice(&self.settings, &row.slug, &gm.name, span, told)?;
        let post = Post::of_game(&self.settings, "notice", (row, None), name, (&gm.name, &gm.email));
        letters::write(&self.settings, db, post, words).await?;
        Ok(())
    }
    /// A letter of a few sentences to one person of a game; `key` is what [`Post::of_game`] says.
    pub(super) async fn write_note(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (key, side): (&str, Option<&SideId>),
        to: (&str, &str),
        (headline, sentences): (&str, &[String]),
    ) -> Result<(), DeskError> {
        let words = letters::told(&self.settings, &table.row.slug, to.0, headline, sentences)?;
        let post = Post::of_game(&self.settings, "notice", (&table.row, side), key, to);
        letters::write(&self.settings, db, post, words).await?;
        Ok(())
    }
}
