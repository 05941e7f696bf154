//! Sends what lies in the outbox.

use anyhow::Result;

use super::{Round, Work};
use crate::mail::postman::SendError;
use crate::mail::smtp_in::Envelope;

/// Letters claimed at a time.
const BATCH: i64 = 10;
/// How long a claim lasts: longer than a batch takes with a slow server.
const LEASE_SECONDS: i64 = 900;

/// Sends one batch.
pub(super) async fn round(work: Work) -> Result<Round> {
    let batch = work.desk.claim_post(&work.worker, LEASE_SECONDS, BATCH).await?;
    if batch.is_empty() {
        return Ok(Round::Idle);
    }
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
