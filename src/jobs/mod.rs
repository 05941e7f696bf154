//! Background work: letters are read and sent, deadlines kept, old things swept out.
//!
//! Every job is claimed by row lock and safe to repeat, so several processes may run them side by side. A
//! notice from the database only wakes a job early; each also looks by itself every few seconds.

mod deadlines;
mod outbox;
mod past;
mod read_letters;
mod reminders;
mod self_test;
mod sweep;
mod votes;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;

use crate::desk::Desk;
use crate::mail::postman::Postman;

/// What a job needs.
#[derive(Debug, Clone)]
pub struct Work {
    /// The desk.
    pub desk: Desk,
    /// Who carries letters away.
    pub postman: Postman,
    /// Name of this process in claims.
    pub worker: String,
}

impl Work {
    /// Work under a name that no other process has.
    pub fn new(desk: Desk, postman: Postman) -> Self {
        Self { desk, postman, worker: format!("{}-{}", std::process::id(), uuid::Uuid::now_v7()) }
    }
}

/// What a round of a job found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Round {
    /// There may be more to do at once.
    More,
    /// Nothing more for now.
    Idle,
}

/// What comes within this time of a notice is done in one round: hundreds of letters are written in a second when many
/// pentades are published.
const GATHER: Duration = Duration::from_millis(150);

type Running = Pin<Box<dyn Future<Output = Result<Round>> + Send>>;

/// One job.
struct Job {
    name: &'static str,
    pause: Duration,
    wake: Option<Arc<Notify>>,
    round: fn(Work) -> Running,
}

/// Runs all jobs until `stop` becomes true, and lets the round under way finish.
pub async fn run(work: Work, stop: watch::Receiver<bool>) {
    // Grace for deadlines that passed while no server lived comes before any deadline is looked at.
    while let Err(error) = deadlines::beat(work.clone()).await {
        tracing::error!(error = format!("{error:#}"), "the database does not answer");
        if pause(Duration::from_secs(2), None, &mut stop.clone()).await {
            return;
        }
    }
    let (post, letters) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let few_seconds = Duration::from_secs(5);
    let jobs = [
        Job {
            name: "outbox",
            pause: few_seconds,
            wake: Some(post.clone()),
            round: |w| Box::pin(outbox::round(w)),
        },
        Job {
            name: "read-letters",
            pause: few_seconds,
            wake: Some(letters.clone()),
            round: |w| Box::pin(read_letters::round(w)),
        },
        Job {
            name: "reminders",
            pause: Duration::from_secs(20),
            wake: None,
            round: |w| Box::pin(reminders::round(w)),
        },
        Job {
            name: "votes",
            pause: Duration::from_secs(20),
            wake: None,
            round: |w| Box::pin(votes::round(w)),
        },
        Job {
            name: "heartbeat",
            pause: Duration::from_secs(20),
            wake: None,
            round: |w| Box::pin(deadlines::beat(w)),
        },
        Job {
            name: "self-test",
            pause: Duration::from_secs(600),
            wake: None,
            round: |w| Box::pin(self_test::round(w)),
        },
        Job { name: "past", pause: Duration::from_secs(60), wake: None, round: |w| Box::pin(past::round(w)) },
        Job {
            name: "sweep",
            pause: Duration::from_secs(3600),
            wake: None,
            round: |w| Box::pin(sweep::round(w)),
        },
    ];
    let mut tasks = JoinSet::new();
    for job in jobs {
        tasks.spawn(repeat(job, work.clone(), stop.clone()));
    }
    tasks.spawn(deadlines::run(work.clone(), stop.clone()));
    tasks.spawn(wake_up(work, post, letters, stop));
    while let Some(ended) = tasks.join_next().await {
        if let Err(error) = ended {
            tracing::error!(%error, "a job ended");
        }
    }
}

/// Does a job round by round. A round that fails or panics is logged, and the next comes after a pause.
async fn repeat(job: Job, work: Work, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        let round = tokio::spawn((job.round)(work.clone())).await;
        match round {
            Ok(Ok(Round::More)) => continue,
            Ok(Ok(Round::Idle)) => {}
            Ok(Err(error)) => tracing::error!(job = job.name, error = format!("{error:#}"), "a job failed"),
            Err(error) => tracing::error!(job = job.name, %error, "a job panicked"),
        }
        let woken = job.wake.as_deref();
        if pause(job.pause, woken, &mut stop).await || woken.is_some() && pause(GATHER, None, &mut stop).await
        {
            break;
        }
    }
}

/// Waits; true when it is time to stop.
async fn pause(longest: Duration, wake: Option<&Notify>, stop: &mut watch::Receiver<bool>) -> bool {
    let woken = async {
        match wake {
            Some(wake) => wake.notified().await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        () = tokio::time::sleep(longest) => false,
        () = woken => false,
        ended = stop.wait_for(|stop| *stop) => { drop(ended); true }
    }
}

/// Hands on the database's notices.
async fn wake_up(work: Work, post: Arc<Notify>, letters: Arc<Notify>, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        let mut listener = match work.desk.listen().await {
            Ok(listener) => listener,
            Err(error) => {
                tracing::warn!(%error, "no notices from the database");
                if pause(Duration::from_secs(5), None, &mut stop).await {
                    return;
                }
                continue;
            }
        };
        loop {
            let heard = tokio::select! {
                heard = listener.recv() => heard,
                ended = stop.wait_for(|stop| *stop) => { drop(ended); return }
            };
            match heard {
                Ok(notice) if notice.channel() == "outbox" => post.notify_one(),
                Ok(_) => letters.notify_one(),
                Err(error) => {
                    tracing::warn!(%error, "no notices from the database");
                    break;
                }
            }
        }
    }
}
