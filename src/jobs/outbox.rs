//! Sends what lies in the outbox.

use std::time::Duration;

use anyhow::Result;
use tokio::task::JoinSet;

use super::{Round, Work};
use crate::mail::postman::SendError;
use crate::mail::smtp_in::Envelope;

/// Letters claimed at a time.
const BATCH: i64 = 10;
/// How long a claim lasts unless it is kept: as long as letters wait for the claim of a killed process.
const LEASE_SECONDS: i64 = 15;
/// How often claims are kept while a slow server takes its time.
const KEEP: Duration = Duration::from_secs(4);

/// Sends one batch.
pub(super) async fn round(work: Work) -> Result<Round> {
    let batch = work.desk.claim_post(&work.worker, LEASE_SECONDS, BATCH).await?;
    if batch.is_empty() {
        return Ok(Round::Idle);
    }
    // Ends with this round, however it ends.
    let mut keeping = JoinSet::new();
    keeping.spawn(keep_claims(work.clone()));
    for letter in batch {
        let envelope = Envelope::to_one(letter.envelope_from.clone(), letter.envelope_to.clone());
        match work.postman.send(&envelope, &letter.bytes).await {
            Ok(()) => work.desk.post_sent(letter.id).await?,
            Err(error) => {
                tracing::warn!(to = letter.envelope_to, %error, attempts = letter.attempts, "not sent");
                let is_hopeless = matches!(error, SendError::Permanent { .. });
                work.desk.post_failed(&letter, &error.to_string(), is_hopeless).await?;
            }
        }
    }
    Ok(Round::More)
}

async fn keep_claims(work: Work) {
    loop {
        tokio::time::sleep(KEEP).await;
        if let Err(error) = work.desk.keep_claims(&work.worker, LEASE_SECONDS).await {
            tracing::warn!(%error, "claims on letters cannot be kept");
        }
    }
}
