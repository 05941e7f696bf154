//! Reminds players before a deadline.

use anyhow::Result;
use jiff::Timestamp;

use super::{Round, Work};

/// Sends what is due. One game's trouble does not stop another.
pub(super) async fn round(work: Work) -> Result<Round> {
    let now = Timestamp::now();
    for slug in work.desk.near_deadline(now).await? {
        if let Err(error) = work.desk.remind(&slug, now).await {
            tracing::error!(game = slug, %error, "nobody could be reminded of the deadline");
        }
    }
    Ok(Round::Idle)
}
