//! Work for the jobs: letters that wait to be read, and what is swept out.

use jiff::{Timestamp, ToSpan};
use tower_sessions::ExpiredDeletion;

use super::post::{MOST_ATTEMPTS, pause_minutes};
use super::take_letter::READ_LETTER;
use super::views::LetterState;
use super::{Desk, DeskError};
use crate::crash;
use crate::store::letters::{self, Verdict};
use crate::store::{StoreError, accounts, jobs};

/// A letter that a worker has claimed to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LetterWork {
    /// Number of the job.
    pub job: i64,
    /// Number of the letter.
    pub letter: i64,
    /// Tries, this one included.
    pub attempts: i32,
}

impl Desk {
    /// Claims up to `limit` letters to be read for `worker`, for as long as `lease_seconds`.
    pub async fn claim_letters(
        &self,
        worker: &str,
        lease_seconds: i64,
        limit: i64,
    ) -> Result<Vec<LetterWork>, DeskError> {
        let mut db = self.store.reader().await?;
        let now = Timestamp::now();
        let claimed = jobs::claim(&mut db, READ_LETTER, worker, now, now + lease_seconds.seconds(), limit);
        let read = |job: jobs::Claimed| {
            let letter = job.subject.parse().map_err(|_| StoreError::Unreadable {
                what: "letter's number",
                reason: job.subject.clone(),
            })?;
            Ok(LetterWork { job: job.id, letter, attempts: job.attempts })
        };
        claimed.await?.into_iter().map(read).collect()
    }

    /// Reads a claimed letter. When that fails for a reason that is not the letter's it is tried again later; after
    /// many tries the letter is kept for the GM.
    pub async fn do_letter(&self, work: &LetterWork) -> Result<(), DeskError> {
        crash::point("letter-to-read");
        let outcome = self.read_letter(work.letter).await;
        let now = Timestamp::now();
        let mut tx = self.store.begin().await?;
        match &outcome {
            Ok(()) => jobs::mark_done(&mut tx, work.job, now).await?,
            Err(error) if work.attempts >= MOST_ATTEMPTS => {
                jobs::give_up(&mut tx, work.job, now, &error.to_string()).await?;
                if letters::lock_unread(&mut tx, work.letter).await? {
                    let reason = Some(format!("it could not be read: {error}"));
                    let verdict = Verdict { kind: "unread".to_owned(), reason, ..Verdict::default() };
                    letters::settle(&mut tx, work.letter, LetterState::Held, &verdict).await?;
                }
            }
            Err(error) => {
                let due_at = now + pause_minutes(work.attempts).minutes();
                jobs::put_off(&mut tx, work.job, due_at, &error.to_string()).await?;
            }
        }
        tx.commit().await.map_err(StoreError::from)?;
        crash::point("letter-work-done");
        outcome
    }

    /// Sweeps out sessions and links that are over.
    pub async fn sweep(&self) -> Result<(), DeskError> {
        let mut db = self.store.reader().await?;
        accounts::forget_old_links(&mut db, Timestamp::now()).await?;
        drop(db);
        let swept = self.sessions().delete_expired().await;
        swept.map_err(|error| DeskError::Refused(format!("old sessions cannot be swept out: {error}")))
    }
}
