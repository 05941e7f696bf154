//! Reads letters that were taken.

use anyhow::Result;

use super::{Round, Work};

/// Letters claimed at a time.
const BATCH: i64 = 10;
/// How long a claim lasts. Reading twice does no harm, and a letter should not wait long for a killed process.
const LEASE_SECONDS: i64 = 15;

/// Reads one batch. A letter that cannot be read now does not stop those behind it.
pub(super) async fn round(work: Work) -> Result<Round> {
    let batch = work.desk.claim_letters(&work.worker, LEASE_SECONDS, BATCH).await?;
    if batch.is_empty() {
        return Ok(Round::Idle);
    }
    for letter in batch {
        if let Err(error) = work.desk.do_letter(&letter).await {
            tracing::error!(letter = letter.letter, %error, "a letter could not be read");
        }
    }
    Ok(Round::More)
}
