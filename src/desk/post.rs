//! The letters we wrote: shown to those they were for, and handed to the postman.

use jiff::{Timestamp, ToSpan};

use super::views::{PostPage, PostRow, When};
use super::{AccountId, Desk, DeskError, find_game, zone_of};
use crate::store::outbox::{self, Claimed, Posted};
use crate::store::{StoreError, audit, games};

/// Tries before a letter is given up; with the pauses of [`pause_minutes`] that takes about two days.
pub const MOST_ATTEMPTS: i32 = 12;

/// The pause after a failed try, in minutes: 1, 2, 4 and so on, 12 hours at most.
pub fn pause_minutes(attempts: i32) -> i64 {
    let doublings = u32::try_from(attempts.max(1) - 1).unwrap_or(0).min(10);
    (1_i64 << doublings).min(720)
}

impl Desk {
    /// A letter we wrote about a game, for its GM or for the player of the side it is for.
    pub async fn post_page(&self, account: AccountId, slug: &str, id: i64) -> Result<PostPage, DeskError> {
        let mut db = self.store.reader().await?;
        let row = find_game(&mut db, slug).await?;
        let missing = || DeskError::NotFound(format!("letter {id}"));
        let posted = outbox::one(&mut db, row.id, id).await?.ok_or_else(missing)?;
        let held = games::held_by(&mut db, account).await?;
        let is_own = posted.side.as_ref().is_some_and(|side| held.contains(&(row.id, side.clone())));
        if row.gm != account && !is_own {
            return Err(missing());
        }
        let zone = zone_of(&mut db, Some(account)).await?;
        let plain = posted.plain.clone();
        Ok(PostPage { row: post_row(posted, &zone), plain })
    }

    /// Claims up to `limit` due letters for `worker`, for as long as `lease_seconds`.
    pub async fn claim_post(
        &self,
        worker: &str,
        lease_seconds: i64,
        limit: i64,
    ) -> Result<Vec<Claimed>, DeskError> {
        let mut db = self.store.reader().await?;
        let now = Timestamp::now();
        Ok(outbox::claim(&mut db, worker, now, now + lease_seconds.seconds(), limit).await?)
    }

    /// Keeps the claims of `worker` for another `lease_seconds`.
    pub async fn keep_claims(&self, worker: &str, lease_seconds: i64) -> Result<(), DeskError> {
        let mut db = self.store.reader().await?;
        Ok(outbox::renew(&mut db, worker, Timestamp::now() + lease_seconds.seconds()).await?)
    }

    /// The next server took the letter.
    pub async fn post_sent(&self, id: i64) -> Result<(), DeskError> {
        let mut db = self.store.reader().await?;
        Ok(outbox::mark_sent(&mut db, id, Timestamp::now()).await?)
    }

    /// The letter was not taken. It is tried again later, unless that is hopeless or was tried often enough.
    pub async fn post_failed(
        &self,
        letter: &Claimed,
        error: &str,
        is_hopeless: bool,
    ) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let now = Timestamp::now();
        if is_hopeless || letter.attempts >= MOST_ATTEMPTS {
            outbox::give_up(&mut tx, letter.id, now, error).await?;
            let detail = format!("{} to {}: {error}", letter.message_id, letter.envelope_to);
            let game = outbox::game_of(&mut tx, letter.id).await?;
            audit::note(&mut tx, None, "letter-given-up", game, &detail).await?;
        } else {
            let due_at = now + pause_minutes(letter.attempts).minutes();
            outbox::put_off(&mut tx, letter.id, due_at, error).await?;
        }
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }
}

pub(super) fn post_row(posted: Posted, zone: &str) -> PostRow {
    PostRow {
        id: posted.id,
        kind: posted.kind,
        side: posted.side,
        to: posted.to,
        subject: posted.subject,
        created_at: When::new(posted.created_at, zone),
        sent_at: posted.sent_at.map(|at| When::new(at, zone)),
        failed_at: posted.failed_at.map(|at| When::new(at, zone)),
        attempts: posted.attempts,
        last_error: posted.last_error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_and_are_bounded() {
        let pauses: Vec<_> = (1..=12).map(pause_minutes).collect();
        assert_eq!(pauses, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 720, 720]);
        assert_eq!(pause_minutes(-3), 1);
        assert_eq!(pause_minutes(i32::MAX), 720);
    }
}
