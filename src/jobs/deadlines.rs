//! Keeps deadlines: closes and adjudicates what is due, and gives grace after an outage.

use anyhow::Result;
use jiff::Timestamp;

use super::{Round, Work};

/// Closes and adjudicates what is due. One game's trouble does not stop another.
pub(super) async fn round(work: Work) -> Result<Round> {
    for slug in work.desk.pentades_to_adjudicate().await? {
        if let Err(error) = work.desk.close_overdue(&slug).await {
            tracing::error!(game = slug, %error, "the pentade could not be adjudicated");
        }
    }
    Ok(Round::Idle)
}

/// Shows that this server lives; after an outage, deadlines that passed meanwhile are moved.
pub(super) async fn beat(work: Work) -> Result<Round> {
    for slug in work.desk.beat(Timestamp::now()).await? {
        tracing::warn!(game = slug, "the server was down over the deadline: it was moved, and all were told");
    }
    Ok(Round::Idle)
}
