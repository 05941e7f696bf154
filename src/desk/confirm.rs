//! A letter that nothing proves waits for its writer's word: he presses a button, or answers.

use jiff::Timestamp;
use rand::Rng;
use sha2::{Digest, Sha256};

use super::letters::{self, Post};
use super::take_letter::READ_LETTER;
use super::views::When;
use super::{Desk, DeskError, Table};
use crate::mail::letter::Letter;
use crate::store::games::{Seat, SeatPlayer};
use crate::store::letters::{self as rows, Unread, Verdict};
use crate::store::{PgConnection, StoreError, audit, jobs};

/// Path of the page with the button.
pub fn confirm_path(token: &str) -> String {
    format!("/letters/confirm/{token}")
}

/// A letter that waits for its writer's word, as its page shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unconfirmed {
    /// When it came.
    pub received_at: When,
    /// Its subject.
    pub subject: String,
    /// Its words.
    pub words: String,
    /// Whether its writer has stood by it.
    pub is_confirmed: bool,
}

impl Desk {
    /// Asks the player whose name a letter bears whether it is his.
    pub(super) async fn ask_to_confirm(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (seat, player): (&Seat, &SeatPlayer),
        (unread, letter): (&Unread, &Letter),
        reason: &str,
        verdict: &mut Verdict,
    ) -> Result<(), DeskError> {
        if !self.may_answer(db, table, player).await? {
            return Ok(());
        }
        let mut secret = [0_u8; 32];
        rand::rng().fill_bytes(&mut secret);
        // A local part holds 64 characters at most: half of the secret is enough for nobody to guess it.
        let token = hex::encode(&secret[..16]);
        verdict.confirm_hash = Some(token_hash(&token).to_vec());
        let asked = letters::Asked {
            player: &player.name,
            slug: &table.row.slug,
            side_name: &seat.name,
            received_at: &When::new(unread.received_at, &player.zone),
            subject: &letter.subject,
            reason,
            link: self.settings.link(&confirm_path(&token)),
        };
        let words = letters::confirm(&self.settings, &asked)?;
        let (about, key) = ((&table.row, Some(&seat.side)), format!("confirm.{}", unread.id));
        let post = Post::of_game(&self.settings, "ask", about, &key, (&player.name, &player.email));
        let answers_go_to = Some(self.settings.confirm_address(&token));
        letters::write_to_answer_at(&self.settings, db, post, words, answers_go_to).await?;
        Ok(())
    }

    /// The letter that a confirming link is about. None when the link is no good. Changes nothing.
    pub async fn unconfirmed(&self, token: &str) -> Result<Option<Unconfirmed>, DeskError> {
        let mut db = self.store.reader().await?;
        let found = rows::to_confirm(&mut db, &token_hash(token)).await?;
        Ok(found.map(|(received_at, subject, words, is_confirmed)| Unconfirmed {
            received_at: When::new(received_at, "UTC"),
            subject: subject.unwrap_or_default(),
            words: words.unwrap_or_default(),
            is_confirmed,
        }))
    }

    /// Its writer stands by a held letter: it is read as what came when it came. False when the link is no good;
    /// doing it twice is doing it once.
    pub async fn confirm_letter(&self, token: &str) -> Result<bool, DeskError> {
        let mut tx = self.store.begin().await?;
        let Some((id, game, confirmed_at)) = rows::lock_to_confirm(&mut tx, &token_hash(token)).await? else {
            return Ok(false);
        };
        if confirmed_at.is_some() {
            return Ok(true);
        }
        let now = Timestamp::now();
        rows::confirm(&mut tx, id, now).await?;
        jobs::ask_again(&mut tx, READ_LETTER, &id.to_string(), now).await?;
        audit::note(&mut tx, None, "letter-confirmed", game, &format!("letter {id}")).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(true)
    }
}

/// What is kept of a secret.
fn token_hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}
