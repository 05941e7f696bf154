//! The processor: each due pentade is claimed by one server, closed, played and, where its game says so, published. What
//! goes wrong holds it for its GM, who is told; nothing of it is public then.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures::FutureExt;
use jiff::{Timestamp, ToSpan};

use super::adjudicate::words_of;
use super::views::PentadeState;
use super::{Desk, DeskError};
use crate::crash;
use crate::store::due::{self, Due};
use crate::store::{StoreError, audit, calendars, pentades};

/// The longest that one pentade may take, where nothing else is said.
pub(super) const LONGEST: Duration = Duration::from_secs(300);

/// Tries, while the database fails, before the GM is told.
const MOST_TRIES: i32 = 8;

/// The pause before a pentade is looked at again that still waits for something. Units: seconds.
const LOOK_AGAIN: i64 = 5;

/// How it went with a due pentade.
enum Went {
    /// Adjudicated, or it is not yet its time.
    Well,
    /// The database failed: it is tried again.
    Later(StoreError),
    /// It waits for its GM, for this reason.
    Wrong(String),
}

impl Desk {
    /// Claims up to `limit` due pentades for `worker`, for as long as `lease_seconds`: the oldest deadline first, behind them
    /// those for which everybody is ready. Games of an edition that is not loaded here are left to others.
    pub async fn claim_due(
        &self,
        worker: &str,
        lease_seconds: i64,
        limit: i64,
    ) -> Result<Vec<Due>, DeskError> {
        let now = Timestamp::now();
        let claim = (now, now + lease_seconds.seconds());
        let (kinds, hashes) = self.editions();
        let mut db = self.store.reader().await?;
        let all = due::claim(&mut db, worker, claim, (&kinds, &hashes), limit).await?;
        if !all.is_empty() {
            crash::point("pentades-claimed");
        }
        Ok(all)
    }

    /// Keeps the claims of `worker` on due pentades for another `lease_seconds`.
    pub async fn keep_due(&self, worker: &str, lease_seconds: i64) -> Result<(), DeskError> {
        let mut db = self.store.reader().await?;
        Ok(due::renew(&mut db, worker, Timestamp::now() + lease_seconds.seconds()).await?)
    }

    /// Adjudicates a pentade that `worker` has claimed. A fault, a panic among them, holds it for its GM.
    ///
    /// Errors: the database, when not even that could be stored; the claim then runs out.
    pub async fn do_due(&self, worker: &str, due: &Due) -> Result<(), DeskError> {
        let closing = AssertUnwindSafe(self.close_overdue(&due.slug)).catch_unwind();
        let went = match tokio::time::timeout(self.longest, closing).await {
            Ok(Ok(Ok(()))) => Went::Well,
            Ok(Ok(Err(DeskError::Store(error @ StoreError::Database(_))))) if due.tries < MOST_TRIES => {
                Went::Later(error)
            }
            Ok(Ok(Err(error))) => Went::Wrong(format!("it cannot be adjudicated: {error}")),
            Ok(Err(panic)) => {
                Went::Wrong(format!("the server stopped on a fault of its own: {}", words_of(&*panic)))
            }
            Err(_) => Went::Wrong(format!(
                "it took longer than {} seconds and was given up",
                self.longest.as_secs()
            )),
        };
        let again_at = |seconds: i64| Timestamp::now() + seconds.seconds();
        let mut db = self.store.reader().await?;
        match went {
            Went::Well => due::release(&mut db, due.pentade, worker, again_at(LOOK_AGAIN), false).await?,
            Went::Later(error) => {
                tracing::error!(game = due.slug, %error, tries = due.tries, "the pentade is tried again");
                let pause = pause_seconds(due.tries);
                due::release(&mut db, due.pentade, worker, again_at(pause), true).await?;
            }
            Went::Wrong(reason) => {
                drop(db);
                tracing::error!(game = due.slug, reason, "the pentade is held for its GM");
                self.hold_for_gm(due, &reason).await?;
            }
        }
        Ok(())
    }

    /// Holds a claimed pentade that could not be adjudicated, and tells its GM. Does nothing when somebody else was faster.
    async fn hold_for_gm(&self, due: &Due, reason: &str) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, &due.slug).await?;
        let is_it = table.pentade.id == due.pentade
            && matches!(table.pentade.state, PentadeState::Open | PentadeState::Closing);
        if !is_it {
            return Ok(());
        }
        pentades::hold(&mut tx, due.pentade, reason, None).await?;
        calendars::set_answers_due(&mut tx, due.pentade, None).await?;
        audit::note(&mut tx, None, "hold", Some(table.row.id), reason).await?;
        let name = format!("{}.gm.{}", table.pentade.first_year, Timestamp::now().as_millisecond());
        let detail =
            format!("{reason}; nothing of it is public, and you can let it be played again at your desk");
        self.tell_gm(&mut tx, (&table.row, table.span()), &name, ("the pentade is held", &detail)).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }
}

/// The pause behind a try that failed: 5, 10, 20 seconds and so on, five minutes at most.
fn pause_seconds(tries: i32) -> i64 {
    let doublings = u32::try_from(tries.max(1) - 1).unwrap_or(0).min(10);
    (LOOK_AGAIN << doublings).min(300)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_and_are_bounded() {
        let pauses: Vec<_> = (1..=8).map(pause_seconds).collect();
        assert_eq!(pauses, [5, 10, 20, 40, 80, 160, 300, 300]);
        assert_eq!((pause_seconds(i32::MIN), pause_seconds(i32::MAX)), (5, 300));
    }
}
