//! A letter of ours once more, for whoever asks: the player it was for, or the GM.

use jiff::{Timestamp, ToSpan};

use super::{AccountId, Desk, DeskError, find_game, may_run};
use crate::mail::outgoing::readdressed;
use crate::store::dead_letters::{self, Bounced};
use crate::store::outbox::NewPost;
use crate::store::{StoreError, addresses, audit, games};

/// Copies of one letter within an hour: nobody is to be flooded, by himself or by another.
const MOST_AN_HOUR: i64 = 3;

impl Desk {
    /// Sends a letter about a game once more, to the address that the addressee has now, under a Message-ID of its own so
    /// that no mail program takes it for the one it has.
    ///
    /// Errors: not found for anybody but the GM and who holds its side; refused while it still waits to be sent, when it was
    /// sent again just now, or cannot be sent at all.
    pub async fn send_again(&self, account: AccountId, slug: &str, id: i64) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let row = find_game(&mut tx, slug).await?;
        let missing = || DeskError::NotFound(format!("letter {id}"));
        let refuse = |reason: &str| Err(DeskError::Refused(reason.to_owned()));
        let letter = dead_letters::lock(&mut tx, id).await?.filter(|letter| letter.game == Some(row.id));
        let letter: Bounced = letter.ok_or_else(missing)?;
        let held = games::held_by(&mut tx, account).await?;
        let is_own = letter.side.as_ref().is_some_and(|side| held.contains(&(row.id, side.clone())));
        if !is_own {
            if row.role_of(account).is_none() {
                return Err(missing());
            }
            may_run(&row, account)?;
        }
        if letter.sent_at.is_none() && letter.failed_at.is_none() {
            return refuse("the letter still waits to be sent");
        }
        let now = Timestamp::now();
        if dead_letters::copies_since(&mut tx, id, now - 1.hour()).await? >= MOST_AN_HOUR {
            return refuse("the letter was sent again just now: wait an hour");
        }
        let instead = addresses::in_use(&mut tx, &[&letter.to]).await?.remove(&letter.to);
        let to = instead.unwrap_or_else(|| letter.to.clone());
        let message_id = another_id(&letter.message_id, now);
        let Some(bytes) = readdressed(&letter.bytes, &message_id, &to) else {
            return refuse("the letter cannot be sent: it has no address");
        };
        let copy = NewPost {
            message_id: &message_id,
            kind: &letter.kind,
            game: letter.game,
            side: letter.side.as_ref(),
            envelope_from: &letter.envelope_from,
            envelope_to: &to,
            subject: &letter.subject,
            plain: &letter.plain,
            bytes: &bytes,
            shown: letter.shown,
        };
        dead_letters::add_copy(&mut tx, &copy, id, now).await?;
        let detail = format!("letter {id}");
        audit::note(&mut tx, Some(account), "letter-repeated", Some(row.id), &detail).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }
}

fn another_id(id: &str, now: Timestamp) -> String {
    let nth = now.as_microsecond();
    match id.rsplit_once('@') {
        Some((local, domain)) => format!("{local}.again-{nth}@{domain}"),
        None => format!("{id}.again-{nth}"),
    }
}
