//! Letters to the GM of a game, about something that waits for him.

use super::letters::{self, Post};
use super::{Desk, DeskError};
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
        let post = Post {
            kind: "notice",
            message_id: format!("{}.{name}@{}", row.slug, self.settings.mail_domain),
            to: (gm.name, gm.email),
            game: Some(row),
            side: None,
            answers: None,
        };
        letters::write(&self.settings, db, post, words).await?;
        Ok(())
    }
}
