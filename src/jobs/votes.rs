//! Reminds players of what they are asked, and ends the time that they have for it.

use anyhow::Result;
use jiff::Timestamp;

use super::{Round, Work};

/// Does what is due. One game's trouble does not stop another.
pub(super) async fn round(work: Work) -> Result<Round> {
    let now = Timestamp::now();
    for slug in work.desk.asking().await? {
        if let Err(error) = work.desk.go_on_if_answered(&slug).await {
            tracing::error!(game = slug, %error, "a pentade whose questions are answered could not go on");
        }
        if let Err(error) = work.desk.remind_of_answers(&slug, now).await {
            tracing::error!(game = slug, %error, "nobody could be reminded to answer");
        }
        if let Err(error) = work.desk.end_time_to_answer(&slug, now).await {
            tracing::error!(game = slug, %error, "the time for answers could not be ended");
        }
    }
    Ok(Round::Idle)
}
