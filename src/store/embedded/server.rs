//! Finds PostgreSQL, makes the cluster, clears what an earlier run left behind.

use super::place::Place;
use super::{PORT, SUPERUSER, Speed};
use anyhow::{Context, Result, anyhow, bail};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Where Debian and its kin put each major version's programs.
const DEBIAN_VERSIONS: &str = "/usr/lib/postgresql";
/// Names the folder with `postgres` and `initdb`, instead of looking for them.
const BIN_VARIABLE: &str = "PENTADE_PG_BIN";
/// How long earlier server processes may take to end.
const LEFTOVER_WAIT: Duration = Duration::from_secs(20);

/// All that is needed to start the server, once or again.
#[derive(Debug)]
pub(super) struct Launch {
    place: Place,
    postgres: PathBuf,
    speed: Speed,
}

impl Launch {
    /// Stops and removes what the last run left, and gives the command that runs the server.
    ///
    /// `setpriv` asks the kernel to stop the server when the thread that spawned it ends, so also when our
    /// process is killed. A group of its own keeps the terminal's Ctrl-C for us alone: we stop the server last.
    pub(super) fn command(&self) -> Result<Command> {
        stop_leftovers(&self.place)?;
        let mut command = self.place.account.command(Path::new("setpriv"));
        command.args(["--pdeathsig", "INT", "--"]).arg(&self.postgres);
        command.arg("-D").arg(self.place.data()).arg("-k").arg(&self.place.socket_dir);
        for setting in [
            "listen_addresses=",
            "unix_socket_permissions=0700",
            "log_timezone=UTC",
            "timezone=UTC",
            &format!("port={PORT}"),
        ] {
            command.args(["-c", setting]);
        }
        if self.speed == Speed::Fast {
            for setting in
                ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200"]
            {
                command.args(["-c", setting]);
            }
        }
        command.current_dir(self.place.data()).process_group(0);
        command.stdout(Stdio::null()).stderr(self.new_log()?);
        Ok(command)
    }

    fn new_log(&self) -> Result<File> {
        let path = self.place.log();
        match fs::rename(&path, path.with_extension("log.1")) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("put aside {}", path.display()));
            }
            _ => {}
        }
        File::options()
            .create_new(true)
            .write(true)
            .mode(0o600)
            .open(&path)
            .with_context(|| format!("create {}", path.display()))
    }
}

/// Makes the folders and the cluster unless they are there. The caller holds the lock.
pub(super) fn prepare(place: &Place, speed: Speed) -> Result<Launch> {
    place.make_socket_dir()?;
    let bin = find_bin(&place.data())?;
    if !place.data().join("PG_VERSION").exists() {
        make_cluster(place, &bin, speed)?;
    }
    Ok(Launch { place: place.clone(), postgres: bin.join("postgres"), speed })
}

/// Makes the cluster beside its final name, so that being killed half-way leaves nothing that looks finished.
fn make_cluster(place: &Place, bin: &Path, speed: Speed) -> Result<()> {
    let unfinished = place.unfinished_data();
    if unfinished.exists() {
        fs::remove_dir_all(&unfinished).with_context(|| format!("remove {}", unfinished.display()))?;
    }
    fs::create_dir(&unfinished).with_context(|| format!("create {}", unfinished.display()))?;
    place.account.take_over(&unfinished, 0o700)?;

    let mut command = place.account.command(Path::new("setpriv"));
    command.args(["--pdeathsig", "KILL", "--"]).arg(bin.join("initdb")).args([
        "--username",
        SUPERUSER,
        "--auth-local=trust",
        "--auth-host=reject",
        "--encoding=UTF8",
        "--locale=C.UTF-8",
        "--data-checksums",
        "--no-instructions",
    ]);
    if speed == Speed::Fast {
        command.arg("--no-sync");
    }
    let made = command.arg("-D").arg(&unfinished).current_dir("/").output().context("run initdb")?;
    if !made.status.success() {
        bail!("initdb failed: {}", String::from_utf8_lossy(&made.stderr).trim());
    }

    let data = place.data();
    fs::rename(&unfinished, &data).with_context(|| format!("name the new database {}", data.display()))?;
    File::open(&place.home)?.sync_all().with_context(|| format!("sync {}", place.home.display()))
}

/// The programs that fit the data: its major version, or the newest when there is no data yet.
fn find_bin(data: &Path) -> Result<PathBuf> {
    let wanted = data_version(data)?;
    let mut found = match std::env::var_os(BIN_VARIABLE) {
        Some(bin) => {
            let bin = PathBuf::from(bin);
            let version =
                major_version(&bin).with_context(|| format!("{BIN_VARIABLE} names {}", bin.display()))?;
            vec![(version, bin)]
        }
        None => installed(Path::new(DEBIAN_VERSIONS)),
    };
    found.sort();

    match wanted {
        None => found.pop().map(|(_, bin)| bin).ok_or_else(|| {
            anyhow!(
                "no PostgreSQL server found: install Debian's package 'postgresql', or set {BIN_VARIABLE}, \
                 or set DATABASE_URL to use a server of your own"
            )
        }),
        Some(wanted) => {
            found.into_iter().find(|(version, _)| *version == wanted).map(|(_, bin)| bin).ok_or_else(|| {
                anyhow!("{} was made by PostgreSQL {wanted}, which is not here", data.display())
            })
        }
    }
}

/// Every version below `versions`, and the one `pg_config` knows.
fn installed(versions: &Path) -> Vec<(u32, PathBuf)> {
    let mut bins: Vec<PathBuf> = match fs::read_dir(versions) {
        Ok(folders) => folders.flatten().map(|folder| folder.path().join("bin")).collect(),
        Err(_) => Vec::new(),
    };
    if let Ok(answer) = Command::new("pg_config").arg("--bindir").output()
        && answer.status.success()
    {
        bins.push(PathBuf::from(String::from_utf8_lossy(&answer.stdout).trim()));
    }
    bins.into_iter()
        .filter(|bin| bin.join("initdb").exists())
        .filter_map(|bin| Some((major_version(&bin).ok()?, bin)))
        .collect()
}

fn major_version(bin: &Path) -> Result<u32> {
    let postgres = bin.join("postgres");
    let answer = Command::new(&postgres)
        .arg("--version")
        .output()
        .with_context(|| format!("run {}", postgres.display()))?;
    let text = String::from_utf8_lossy(&answer.stdout);
    version_in(&text).ok_or_else(|| anyhow!("{} says no version: {text:?}", postgres.display()))
}

/// The 15 in `postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)`.
fn version_in(text: &str) -> Option<u32> {
    text.split_whitespace().nth(2)?.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// The major version that made the data; nothing when there is no data yet.
fn data_version(data: &Path) -> Result<Option<u32>> {
    let path = data.join("PG_VERSION");
    match fs::read_to_string(&path) {
        Ok(text) => {
            let version = text.trim().parse().with_context(|| format!("read {}", path.display()))?;
            Ok(Some(version))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("read {}", path.display())),
    }
}

/// Stops a server that an earlier, killed process of ours left behind: we hold the lock, so it is nobody's.
///
/// Removes its pid file and socket too. Their process may be a zombie that nobody reaps (a container whose
/// first process does not), which PostgreSQL would take for a running server.
fn stop_leftovers(place: &Place) -> Result<()> {
    let data = place.data();
    let pid_file = data.join("postmaster.pid");
    let end = Instant::now() + LEFTOVER_WAIT;
    let mut asked = false;
    loop {
        let left = living_in(&data)?;
        if left.is_empty() {
            break;
        }
        if !asked
            && let Some(postmaster) = pid_in(&pid_file)
            && left.contains(&postmaster)
        {
            kill(Pid::from_raw(postmaster), Signal::SIGINT)
                .with_context(|| format!("stop the earlier database process {postmaster}"))?;
            asked = true;
        }
        if Instant::now() > end {
            bail!("earlier database processes do not stop: {left:?}");
        }
        std::thread::sleep(Duration::from_millis(20));
    }

    let socket = format!(".s.PGSQL.{PORT}");
    let socket_lock = format!("{socket}.lock");
    for path in [pid_file, place.socket_dir.join(socket_lock), place.socket_dir.join(socket)] {
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("remove {}", path.display()));
            }
            _ => {}
        }
    }
    Ok(())
}

fn pid_in(pid_file: &Path) -> Option<i32> {
    fs::read_to_string(pid_file).ok()?.lines().next()?.trim().parse().ok()
}

/// Live server processes whose working folder is `data`: PostgreSQL changes into it. A zombie has none.
fn living_in(data: &Path) -> Result<Vec<i32>> {
    let data = fs::metadata(data).with_context(|| format!("look at {}", data.display()))?;
    let lives_here = |pid: &i32| {
        let name = fs::read_to_string(format!("/proc/{pid}/comm"));
        let folder = fs::metadata(format!("/proc/{pid}/cwd"));
        name.is_ok_and(|name| name.trim_end() == "postgres")
            && folder.is_ok_and(|folder| folder.ino() == data.ino() && folder.dev() == data.dev())
    };
    let processes = fs::read_dir("/proc").context("read /proc")?;
    Ok(processes
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(lives_here)
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_is_read_from_what_postgres_says() {
        assert_eq!(version_in("postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n"), Some(15));
        assert_eq!(version_in("postgres (PostgreSQL) 18beta1"), Some(18));
        assert_eq!(version_in("bash: postgres: command not found"), None);
    }

    #[test]
    fn data_of_another_version_is_refused_with_both_names() {
        let data = tempfile::tempdir().unwrap();
        fs::write(data.path().join("PG_VERSION"), "7\n").unwrap();

        let refused = find_bin(data.path()).unwrap_err().to_string();
        assert!(refused.ends_with("was made by PostgreSQL 7, which is not here"), "{refused}");
        assert!(refused.contains(&data.path().display().to_string()), "{refused}");
    }

    #[test]
    fn a_damaged_version_file_is_not_taken_for_no_data() {
        let data = tempfile::tempdir().unwrap();
        assert_eq!(data_version(data.path()).unwrap(), None);

        fs::write(data.path().join("PG_VERSION"), "").unwrap();
        assert!(data_version(data.path()).is_err());
    }

    #[test]
    fn a_folder_without_programs_is_passed_over() {
        let versions = tempfile::tempdir().unwrap();
        fs::create_dir_all(versions.path().join("99/bin")).unwrap();

        assert!(installed(versions.path()).iter().all(|(version, _)| *version != 99));
    }

    #[test]
    fn a_shell_standing_in_the_data_folder_is_not_a_server() {
        let data = tempfile::tempdir().unwrap();
        let mut idle = Command::new("sleep").arg("30").current_dir(data.path()).spawn().unwrap();
        let living = living_in(data.path()).unwrap();
        idle.kill().unwrap();
        idle.wait().unwrap();

        assert_eq!(living, Vec::<i32>::new());
    }
}
