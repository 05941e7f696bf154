//! Keeps the server running: one thread spawns it, waits for it, and starts it again when it dies.

use super::server::Launch;
use anyhow::{Context, Result, anyhow};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::process::Child;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long the server may take for a stop before it is told more firmly.
const STOP_WAIT: Duration = Duration::from_secs(20);
/// Pause before a server that died is started again; doubled while it keeps dying.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
/// The longest such pause; a server that lived longer than this did not keep dying.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// Dropping it stops the server.
#[derive(Debug)]
pub(super) struct Keeper {
    watch: Arc<Watch>,
}

/// What the thread and the keeper tell each other.
#[derive(Debug, Default)]
struct Watch {
    now: Mutex<Now>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Now {
    /// The running server.
    pid: Option<Pid>,
    /// A server that dies is started again.
    restart: bool,
    /// Asked to stop: the next end is the last.
    stopping: bool,
    /// The thread is done; how the last server ended.
    ended: Option<String>,
}

impl Keeper {
    /// Starts the server, which may need a moment before it answers.
    pub(super) fn start(launch: Launch) -> Result<Self> {
        let keeper = Self { watch: Arc::default() };
        let watch = Arc::clone(&keeper.watch);
        // The kernel's signal at our death follows the thread that spawned, so it is this thread and stays.
        std::thread::Builder::new()
            .name("postgres".into())
            .spawn(move || watch.finish(watch.keep(&launch)))
            .context("start the thread that keeps postgres")?;
        Ok(keeper)
    }

    /// From now on a server that dies is started again; until now its end was the end.
    pub(super) fn restart_from_now_on(&self) {
        self.watch.now().restart = true;
    }

    /// How the server ended, if it did for good.
    pub(super) fn ended_with(&self) -> Option<String> {
        self.watch.now().ended.clone()
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        // SIGINT: open sessions are closed, then a clean shutdown. SIGQUIT: at once, with recovery at the next start.
        for signal in [Signal::SIGINT, Signal::SIGQUIT] {
            if self.watch.stop(signal) {
                return;
            }
        }
        tracing::error!("postgres does not stop");
    }
}

impl Watch {
    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the server to stop; whether it did within [`STOP_WAIT`].
    fn stop(&self, signal: Signal) -> bool {
        let mut now = self.now();
        now.stopping = true;
        self.changed.notify_all();
        if let Some(pid) = now.pid
            && let Err(error) = kill(pid, signal)
        {
            tracing::error!("cannot signal postgres: {error}");
        }
        let (now, _) = self
            .changed
            .wait_timeout_while(now, STOP_WAIT, |now| now.ended.is_none())
            .unwrap_or_else(PoisonError::into_inner);
        now.ended.is_some()
    }

    /// Runs the server until it is asked to stop, or ends before it was ever answered.
    fn keep(&self, launch: &Launch) -> String {
        let mut pause = FIRST_PAUSE;
        loop {
            let begun = Instant::now();
            let end = self.run_once(launch).unwrap_or_else(|error| format!("{error:#}"));
            if begun.elapsed() > LONGEST_PAUSE {
                pause = FIRST_PAUSE;
            }
            let now = self.now();
            if now.stopping || !now.restart {
                return end;
            }
            tracing::error!("postgres ended ({end}) and is started again");
            drop(self.changed.wait_timeout_while(now, pause, |now| !now.stopping));
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    fn run_once(&self, launch: &Launch) -> Result<String> {
        let mut command = launch.command()?;
        let mut server = {
            let mut now = self.now();
            if now.stopping {
                return Ok("stopped before it started".into());
            }
            let server = command.spawn().context("start postgres through setpriv")?;
            now.pid = Some(pid_of(&server)?);
            server
        };
        let status = server.wait();
        self.now().pid = None;
        Ok(status.context("wait for postgres")?.to_string())
    }

    fn finish(&self, end: String) {
        self.now().ended = Some(end);
        self.changed.notify_all();
    }
}

fn pid_of(server: &Child) -> Result<Pid> {
    i32::try_from(server.id())
        .map(Pid::from_raw)
        .map_err(|_| anyhow!("process number {} is too large", server.id()))
}
