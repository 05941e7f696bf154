//! Keeps deadlines: what is due is closed and adjudicated, several pentades at a time; and grace after an outage.

use std::collections::VecDeque;
use std::time::Duration;

use anyhow::Result;
use jiff::Timestamp;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::{Round, Work};
use crate::store::due::Due;

/// Pentades that one process plays at a time: more than it has processors, as each waits for the disk now and then. A slow
/// one takes one of these places.
const AT_A_TIME: usize = 6;
/// How long a claim lasts unless it is kept: as long as a pentade waits for the claim of a killed process.
const LEASE_SECONDS: i64 = 15;
/// How often claims are kept.
const KEEP: Duration = Duration::from_secs(4);
/// How often it is looked for what is due.
const LOOK: Duration = Duration::from_secs(5);

/// Closes and adjudicates what is due until `stop` becomes true, and lets what is under way finish.
pub(super) async fn run(work: Work, mut stop: watch::Receiver<bool>) {
    // Ends with this function, however it ends.
    let mut keeping = JoinSet::new();
    keeping.spawn(keep_claims(work.clone()));
    let (mut playing, mut claimed) = (JoinSet::new(), VecDeque::new());
    while !*stop.borrow() {
        if let Err(error) = play_more(&work, &mut claimed, &mut playing).await {
            tracing::error!(error = format!("{error:#}"), "due pentades cannot be claimed");
        }
        let is_full = playing.len() >= AT_A_TIME;
        tokio::select! {
            Some(ended) = playing.join_next(), if !playing.is_empty() => note(ended),
            () = tokio::time::sleep(LOOK), if !is_full => {}
            ended = stop.wait_for(|stop| *stop) => { drop(ended); break }
        }
        while let Some(ended) = playing.try_join_next() {
            note(ended);
        }
    }
    while let Some(ended) = playing.join_next().await {
        note(ended);
    }
}

/// Begins to play what there is place for, and claims more when nothing claimed is left.
async fn play_more(work: &Work, claimed: &mut VecDeque<Due>, playing: &mut JoinSet<()>) -> Result<()> {
    while playing.len() < AT_A_TIME {
        if claimed.is_empty() {
            let more = work.desk.claim_due(&work.worker, LEASE_SECONDS, i64::try_from(AT_A_TIME)?).await?;
            claimed.extend(more);
        }
        let Some(due) = claimed.pop_front() else { break };
        let work = work.clone();
        playing.spawn(async move {
            if let Err(error) = work.desk.do_due(&work.worker, &due).await {
                tracing::error!(game = due.slug, %error, "nothing could be stored of a due pentade");
            }
        });
    }
    Ok(())
}

fn note(ended: Result<(), tokio::task::JoinError>) {
    if let Err(error) = ended {
        tracing::error!(%error, "a due pentade was cut off; its claim runs out");
    }
}

async fn keep_claims(work: Work) {
    loop {
        tokio::time::sleep(KEEP).await;
        if let Err(error) = work.desk.keep_due(&work.worker, LEASE_SECONDS).await {
            tracing::warn!(%error, "claims on due pentades cannot be kept");
        }
    }
}

/// Shows that this server lives; after an outage, deadlines that passed meanwhile are moved.
pub(super) async fn beat(work: Work) -> Result<Round> {
    for slug in work.desk.beat(Timestamp::now()).await? {
        tracing::warn!(game = slug, "the server was down over the deadline: it was moved, and all were told");
    }
    Ok(Round::Idle)
}
