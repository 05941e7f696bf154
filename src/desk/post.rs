//! The letters we wrote: shown to those they were for, and handed to the postman.

use jiff::{Timestamp, ToSpan};

use super::views::{PostPage, PostRow, When};
use super::{AccountId, Desk, DeskError, find_game, may_run, sealing, zone_of};
use crate::mail::bounce::{self, Bounce, Fate};
use crate::mail::envelope::Envelope;
use crate::mail::postman::SendError;
use crate::mail::return_path;
use crate::store::outbox::{self, Claimed, Posted};
use crate::store::{StoreError, audit, games};

/// Tries before a letter is given up; with the pauses of [`pause_minutes`] that takes about five days.
pub const MOST_ATTEMPTS: i32 = 18;

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
        if row.role_of(account).is_none() && !is_own {
            return Err(missing());
        }
        if !is_own && posted.side.is_some() {
            let table = self.table(&mut db, slug).await?;
            sealing::may_see(&mut db, (&row, &table.pentade), account, posted.side.as_ref()).await?;
        }
        let zone = zone_of(&mut db, Some(account)).await?;
        let plain = posted.plain.clone();
        let has_gone = posted.sent_at.is_some() || posted.failed_at.is_some();
        let may_repeat = has_gone && (is_own || may_run(&row, account).is_ok());
        Ok(PostPage { row: post_row(posted, &zone), plain, may_repeat })
    }

    /// Claims up to `limit` due letters for `worker`, for as long as `lease_seconds`, no domain getting more than
    /// `pace` a minute. A letter that a dead process was just handing over is noted as in doubt.
    pub async fn claim_post(
        &self,
        worker: &str,
        lease_seconds: i64,
        limit: i64,
        pace: Option<i64>,
    ) -> Result<Vec<Claimed>, DeskError> {
        let mut db = self.store.reader().await?;
        let now = Timestamp::now();
        Ok(outbox::claim(&mut db, worker, (now, now + lease_seconds.seconds()), limit, pace).await?)
    }

    /// Keeps the claims of `worker` for another `lease_seconds`.
    pub async fn keep_claims(&self, worker: &str, lease_seconds: i64) -> Result<(), DeskError> {
        let mut db = self.store.reader().await?;
        Ok(outbox::renew(&mut db, worker, Timestamp::now() + lease_seconds.seconds()).await?)
    }

    /// Envelope and whole text of a claimed letter: signed, and with a return path that names it. At a second try they
    /// are the same.
    ///
    /// Errors: a key that does not sign; the database.
    pub async fn seal(&self, letter: &Claimed) -> Result<Sealed, DeskError> {
        let secret = self.secret().await?;
        let return_path = match &letter.return_path {
            Some(path) => path.clone(),
            None if letter.envelope_from.is_empty() => String::new(),
            None => {
                let path = return_path::return_path(secret, letter.id, &self.settings.mail_domain);
                self.settings.outward(&path)
            }
        };
        let bytes = self.with_map(&letter.bytes, letter.shown).await?;
        let signature = match (&self.signer, letter.signature.is_empty()) {
            (Some(signer), true) => {
                signer.sign(&bytes).map_err(|error| DeskError::Letter(error.to_string()))?
            }
            _ => letter.signature.clone(),
        };
        let raw = [signature.as_bytes(), &bytes].concat();
        let envelope = Envelope::to_one(return_path, letter.envelope_to.clone());
        Ok(Sealed { envelope, signature, raw })
    }

    /// Notes that the text of a claimed letter is about to go over the line. False when the claim is lost.
    pub async fn post_begun(
        &self,
        worker: &str,
        letter: &Claimed,
        sealed: &Sealed,
    ) -> Result<bool, DeskError> {
        let mut db = self.store.reader().await?;
        let marks = (sealed.signature.as_str(), sealed.envelope.from.as_str());
        Ok(outbox::mark_begun(&mut db, letter.id, worker, marks, Timestamp::now()).await?)
    }

    /// The next server took the letter.
    pub async fn post_sent(&self, id: i64) -> Result<(), DeskError> {
        let mut db = self.store.reader().await?;
        Ok(outbox::mark_sent(&mut db, id, Timestamp::now()).await?)
    }

    /// The letter was not taken, or nobody knows. It is tried again later, unless that is hopeless or was tried often
    /// enough.
    pub async fn post_failed(&self, letter: &Claimed, error: &SendError) -> Result<(), DeskError> {
        let pause = self.pause_seconds(letter).await?;
        let mut tx = self.store.begin().await?;
        let now = Timestamp::now();
        let is_hopeless = matches!(error, SendError::Permanent { .. });
        let is_doubtful = matches!(error, SendError::Doubtful { .. });
        let words = error.to_string();
        if is_hopeless || letter.attempts >= MOST_ATTEMPTS {
            outbox::give_up(&mut tx, letter.id, now, &words).await?;
            let detail = format!("letter {}", letter.id);
            let game = outbox::game_of(&mut tx, letter.id).await?;
            audit::note(&mut tx, None, "letter-given-up", game, &detail).await?;
            let told = match is_hopeless {
                true => bounce::of_answer(&words),
                false => Bounce { fate: Fate::Refused, status: None, reason: words },
            };
            self.undeliverable(&mut tx, letter.id, &told).await?;
        } else {
            outbox::put_off(&mut tx, letter.id, now + pause.seconds(), &words, is_doubtful).await?;
        }
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    /// The pause of [`pause_minutes`], a quarter shorter or longer: letters that failed together do not come back
    /// together. Which it is follows from the server's secret, the letter and the try.
    async fn pause_seconds(&self, letter: &Claimed) -> Result<i64, DeskError> {
        let words = format!("{}/{}", letter.id, letter.attempts);
        let digits = return_path::proof(self.secret().await?, "pause", &words);
        let draw = i64::from_str_radix(&digits[..4], 16).map_err(|e| DeskError::Letter(e.to_string()))?;
        Ok(jittered(pause_minutes(letter.attempts) * 60, draw))
    }
}

/// `seconds` by a factor from 3/4 to 5/4; `draw` is from 0 to 65535.
fn jittered(seconds: i64, draw: i64) -> i64 {
    seconds * 3 / 4 + seconds * draw / 2 / 65_536
}

/// A letter as it goes over the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed {
    /// Return path and addressee.
    pub envelope: Envelope,
    /// The signatures as headers.
    pub signature: String,
    /// The whole letter behind its signatures.
    pub raw: Vec<u8>,
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
    fn pauses_differ_by_a_quarter_at_most() {
        assert_eq!([0, 32_768, 65_535].map(|draw| jittered(60, draw)), [45, 60, 74]);
        assert_eq!(jittered(720 * 60, 65_535), 53_999);
        let days: i64 = (1..MOST_ATTEMPTS).map(pause_minutes).sum::<i64>() / (24 * 60);
        assert_eq!(days, 4, "and with the last pause five");
    }

    #[test]
    fn pauses_double_and_are_bounded() {
        let pauses: Vec<_> = (1..=12).map(pause_minutes).collect();
        assert_eq!(pauses, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 720, 720]);
        assert_eq!(pause_minutes(-3), 1);
        assert_eq!(pause_minutes(i32::MAX), 720);
    }
}
