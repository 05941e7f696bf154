//! Sends what lies in the outbox.

use std::time::Duration;

use anyhow::Result;
use futures::{StreamExt, TryStreamExt};
use tokio::task::JoinSet;

use super::{Round, Work};
use crate::crash;
use crate::mail::postman::SendError;
use crate::store::outbox::Claimed;

/// Letters claimed at a time.
const BATCH: i64 = 40;
/// How long a claim lasts unless it is kept: as long as letters wait for the claim of a killed process.
const LEASE_SECONDS: i64 = 15;
/// Said when the claim on a letter ran out before it was handed over.
const LOST: &str = "the claim on the letter ran out";
/// How often claims are kept while a slow server takes its time.
const KEEP: Duration = Duration::from_secs(4);

/// Sends one batch, several letters at a time.
pub(super) async fn round(work: Work) -> Result<Round> {
    let settings = work.desk.settings();
    let pace = work.postman.is_remote().then_some(settings.letters_a_minute);
    let at_a_time = settings.letters_at_a_time;
    let batch = work.desk.claim_post(&work.worker, LEASE_SECONDS, BATCH, pace).await?;
    if batch.is_empty() {
        return Ok(Round::Idle);
    }
    crash::point("letters-claimed");
    // Ends with this round, however it ends.
    let mut keeping = JoinSet::new();
    keeping.spawn(keep_claims(work.clone()));
    let sending = futures::stream::iter(batch).map(|letter| carry(&work, letter)).buffer_unordered(at_a_time);
    sending.try_collect::<()>().await?;
    Ok(Round::More)
}

/// Hands one letter over and stores what came of it.
async fn carry(work: &Work, letter: Claimed) -> Result<()> {
    let sealed = match work.desk.seal(&letter).await {
        Ok(sealed) => sealed,
        // One letter that cannot be signed does not stop the others.
        Err(error) => {
            tracing::error!(letter = letter.id, %error, "not signed");
            let reason = format!("it cannot be signed: {error}");
            return Ok(work.desk.post_failed(&letter, &SendError::Transient { reason }).await?);
        }
    };
    let begin = async {
        let not_begun = |reason: String| SendError::Transient { reason };
        match work.desk.post_begun(&work.worker, &letter, &sealed).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(not_begun(LOST.to_owned())),
            Err(error) => Err(not_begun(error.to_string())),
        }
    };
    match work.postman.hand_over(&sealed.envelope, &sealed.raw, begin).await {
        Ok(()) => {
            crash::point("letter-taken");
            work.desk.post_sent(letter.id).await?;
            crash::point("letter-marked-sent");
        }
        // Somebody else has it now: nothing is ours to note.
        Err(SendError::Transient { reason }) if reason == LOST => {}
        Err(error) => {
            tracing::warn!(to = letter.envelope_to, %error, attempts = letter.attempts, "not sent");
            work.desk.post_failed(&letter, &error).await?;
            crash::point("letter-marked-failed");
        }
    }
    Ok(())
}

async fn keep_claims(work: Work) {
    loop {
        tokio::time::sleep(KEEP).await;
        if let Err(error) = work.desk.keep_claims(&work.worker, LEASE_SECONDS).await {
            tracing::warn!(%error, "claims on letters cannot be kept");
        }
    }
}
