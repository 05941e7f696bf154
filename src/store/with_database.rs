//! Runs a command beside a database of its own: for tests, and for a developer's experiments.

use super::embedded::{Embedded, Speed};
use anyhow::{Context, Result};
use nix::sys::signal::{Signal, kill};
use nix::sys::statvfs::statvfs;
use nix::unistd::Pid;
use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, ExitStatus};
use std::time::Duration;
use tokio::process::{Child, Command};
use tokio::signal::unix::{SignalKind, signal};

/// The database that `DATABASE_URL` names.
const DATABASE: &str = "pentade";
/// Start of the temporary folders' names.
const PREFIX: &str = "pentade-db-";
/// Memory that a test run's database may fill; a smaller `/dev/shm` (a container's has 64 MB) is passed over.
const SHARED_MEMORY_NEEDED: u64 = 2 << 30;
/// A temporary folder may be this old before a free lock means that nobody will come back for it.
const ABANDONED_AFTER: Duration = Duration::from_secs(60);

/// Where the database is kept, and how safely.
#[derive(Debug, Clone)]
pub struct Request {
    /// What is traded for speed.
    pub speed: Speed,
    /// The folder to keep it in; nothing for a new one that is removed afterwards.
    pub home: Option<PathBuf>,
    /// Bring the schema up to date before the command runs.
    pub migrated: bool,
}

/// Starts a database, runs `command` with its address in `DATABASE_URL`, stops the database.
///
/// Returns the command's own exit code; 128 and the signal's number when a signal ended it. Ctrl-C is left to
/// the command, a request to terminate is passed on to it.
///
/// Errors: the database does not start; the command cannot be run; the temporary folder cannot be removed.
pub async fn run(request: Request, command: &[OsString]) -> Result<ExitCode> {
    let temporary = match &request.home {
        Some(_) => None,
        None => Some(TemporaryFolder::make(&base_folder(request.speed))?),
    };
    let home = request.home.as_deref().or(temporary.as_ref().map(|folder| folder.0.as_path()));
    let database = Embedded::start(home.context("no folder for the database")?, request.speed).await?;
    database.ensure_database(DATABASE).await?;
    let url = database.url(DATABASE);
    if request.migrated {
        super::Store::open(&url, 1).await?.close().await;
    }

    let (program, arguments) = command.split_first().context("no command given")?;
    let child = Command::new(program)
        .args(arguments)
        .env("DATABASE_URL", url)
        .spawn()
        .with_context(|| format!("run {}", program.display()))?;
    let status = wait_for(child).await?;

    let stand_in = database.home().to_path_buf();
    drop(database);
    if let Some(folder) = temporary {
        folder.remove(&stand_in)?;
    }
    Ok(exit_code(status))
}

async fn wait_for(mut child: Child) -> Result<ExitStatus> {
    let pid = child.id().and_then(|pid| i32::try_from(pid).ok()).map(Pid::from_raw);
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    loop {
        tokio::select! {
            status = child.wait() => return Ok(status?),
            // The terminal has sent it to the command as well.
            _ = interrupt.recv() => {}
            _ = terminate.recv() => if let Some(pid) = pid {
                kill(pid, Signal::SIGTERM).context("pass the request to terminate on")?;
            },
        }
    }
}

fn exit_code(status: ExitStatus) -> ExitCode {
    let code = status.code().or(status.signal().map(|signal| 128 + signal));
    ExitCode::from(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(u8::MAX))
}

/// Memory for a fast database where there is enough of it, else the usual folder for temporary files.
fn base_folder(speed: Speed) -> PathBuf {
    let memory = Path::new("/dev/shm");
    let free = statvfs(memory).map(|volume| volume.blocks_available() * volume.fragment_size());
    match free {
        Ok(bytes) if speed == Speed::Fast && bytes >= SHARED_MEMORY_NEEDED => memory.to_path_buf(),
        _ => std::env::temp_dir(),
    }
}

/// A folder of this process; dropped, it is removed without a word.
struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    /// Makes one in `base`, and removes those that killed processes left there.
    fn make(base: &Path) -> Result<Self> {
        remove_abandoned(base);
        let folder = base.join(format!("{PREFIX}{}", uuid::Uuid::now_v7().simple()));
        fs::create_dir(&folder).with_context(|| format!("create {}", folder.display()))?;
        let made = Self(folder);
        // Root's database runs as another account, which has to pass.
        fs::set_permissions(&made.0, Permissions::from_mode(0o711))?;
        Ok(made)
    }

    /// Removes the folder, and the one the database was really kept in.
    fn remove(self, stand_in: &Path) -> Result<()> {
        for folder in [self.0.as_path(), stand_in] {
            if folder.exists() {
                fs::remove_dir_all(folder).with_context(|| format!("remove {}", folder.display()))?;
            }
        }
        Ok(())
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        if self.0.exists()
            && let Err(error) = fs::remove_dir_all(&self.0)
        {
            tracing::warn!("{} is left behind: {error}", self.0.display());
        }
    }
}

fn remove_abandoned(base: &Path) {
    let Ok(entries) = fs::read_dir(base) else { return };
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().starts_with(PREFIX)
            && is_abandoned(&entry.path())
            && let Err(error) = fs::remove_dir_all(entry.path())
        {
            tracing::warn!("{} is left behind: {error}", entry.path().display());
        }
    }
}

/// Whether an old folder's lock is free: its database's owner was killed.
fn is_abandoned(folder: &Path) -> bool {
    let old = fs::symlink_metadata(folder)
        .and_then(|found| found.modified())
        .is_ok_and(|made| made.elapsed().is_ok_and(|age| age > ABANDONED_AFTER));
    old && File::open(folder.join("lock")).is_ok_and(|lock| lock.try_lock().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_ended_by_a_signal_fails_as_in_a_shell() {
        assert_eq!(exit_code(ExitStatus::from_raw(3 << 8)), ExitCode::from(3));
        assert_eq!(exit_code(ExitStatus::from_raw(9)), ExitCode::from(137));
    }

    #[test]
    fn an_old_folder_is_removed_only_when_its_lock_is_free() {
        let base = tempfile::tempdir().unwrap();
        let make = |name: &str, age: Duration| {
            let folder = base.path().join(format!("{PREFIX}{name}"));
            fs::create_dir(&folder).unwrap();
            let lock = File::create(folder.join("lock")).unwrap();
            File::open(&folder).unwrap().set_modified(std::time::SystemTime::now() - age).unwrap();
            (folder, lock)
        };
        let (abandoned, _) = make("abandoned", ABANDONED_AFTER * 2);
        let (held, lock) = make("held", ABANDONED_AFTER * 2);
        let (new, _) = make("new", Duration::ZERO);
        lock.lock().unwrap();

        remove_abandoned(base.path());
        assert!(!abandoned.exists());
        assert!(held.exists());
        assert!(new.exists());
    }
}
