//! Where the database lives and which account runs it.

use anyhow::{Context, Result, bail};
use nix::unistd::{Gid, Uid, User, chown, geteuid};
use sha2::{Digest, Sha256};
use std::fs::{self, DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::io::ErrorKind;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where root's database goes when the server's account cannot enter the folder asked for.
const SHARED_HOMES: &str = "/var/lib/pentade";
/// A socket's path holds 107 bytes (unix(7)), of which its name takes 14; a longer folder is replaced.
const LONGEST_SOCKET_DIR: usize = 80;

/// The folders of one database, and the account it runs as.
#[derive(Debug, Clone)]
pub(super) struct Place {
    /// Holds everything below; canonical.
    pub(super) home: PathBuf,
    /// Holds the socket; mode 0700.
    pub(super) socket_dir: PathBuf,
    /// Runs the server processes.
    pub(super) account: Account,
}

/// Who the server processes run as: the caller (nothing), or for root an unprivileged account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Account(Option<(Uid, Gid)>);

impl Place {
    /// Makes `wanted` and chooses the folder that is really used.
    ///
    /// Errors: a folder that cannot be made; a database that belongs to someone else.
    pub(super) fn settle(wanted: &Path) -> Result<Self> {
        make_home(wanted)?;
        let wanted = wanted.canonicalize().with_context(|| format!("resolve {}", wanted.display()))?;
        let home = choose_home(wanted)?;
        let account = Account::for_data(&home.join("pg"))?;
        let socket_dir = socket_dir(&home);

        Ok(Self { home, socket_dir, account })
    }

    /// The database cluster.
    pub(super) fn data(&self) -> PathBuf {
        self.home.join("pg")
    }

    /// Where a cluster is made before it becomes [`Place::data`] in one step.
    pub(super) fn unfinished_data(&self) -> PathBuf {
        self.home.join("pg.unfinished")
    }

    /// The server's log since its last start.
    pub(super) fn log(&self) -> PathBuf {
        self.home.join("postgres.log")
    }

    /// The file whose lock makes a process the owner.
    pub(super) fn lock(&self) -> PathBuf {
        self.home.join("lock")
    }

    /// The owner's lock, or nothing while another process holds it. Closing the file releases it.
    pub(super) fn try_lock(&self) -> Result<Option<File>> {
        let path = self.lock();
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .with_context(|| format!("open {}", path.display()))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error).with_context(|| format!("lock {}", path.display())),
        }
    }

    /// Makes the socket's folder, or checks the one that is there: `/tmp` is everybody's.
    pub(super) fn make_socket_dir(&self) -> Result<()> {
        let folder = &self.socket_dir;
        match DirBuilder::new().mode(0o700).create(folder) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                return Err(error).with_context(|| format!("create {}", folder.display()));
            }
            _ => {}
        }
        let found = fs::symlink_metadata(folder)?;
        let ours = found.uid() == self.account.uid().as_raw() || found.uid() == geteuid().as_raw();
        if !found.is_dir() || !ours {
            bail!("{} is not a folder of ours: remove it", folder.display());
        }
        self.account.take_over(folder, 0o700)
    }
}

impl Account {
    /// The caller, or for root: the owner of the data when there is any, else `postgres`, else `nobody`.
    fn for_data(data: &Path) -> Result<Self> {
        let owner = fs::metadata(data.join("PG_VERSION")).map(|version| (version.uid(), version.gid()));
        if !geteuid().is_root() {
            return match owner {
                Ok((uid, _)) if uid != geteuid().as_raw() => bail!(
                    "the database in {} belongs to user {uid}: run as that user or as root",
                    data.display()
                ),
                _ => Ok(Self(None)),
            };
        }
        match owner {
            Ok((uid, gid)) if uid != 0 => Ok(Self(Some((Uid::from_raw(uid), Gid::from_raw(gid))))),
            _ => Self::unprivileged(),
        }
    }

    fn unprivileged() -> Result<Self> {
        for name in ["postgres", "nobody"] {
            if let Some(user) = User::from_name(name)? {
                return Ok(Self(Some((user.uid, user.gid))));
            }
        }
        bail!("running as root, and there is neither a 'postgres' nor a 'nobody' account for the database")
    }

    /// The account's number.
    pub(super) fn uid(self) -> Uid {
        self.0.map_or_else(geteuid, |(uid, _)| uid)
    }

    /// A command that runs as this account, with nothing of our environment.
    pub(super) fn command(self, program: &Path) -> Command {
        let mut command = Command::new(program);
        if let Some((uid, gid)) = self.0 {
            command.uid(uid.as_raw()).gid(gid.as_raw());
        }
        command.env_clear().env("LC_ALL", "C.UTF-8").env("PATH", "/usr/bin:/bin").stdin(Stdio::null());
        command
    }

    /// Gives a file or folder to this account.
    pub(super) fn take_over(self, path: &Path, mode: u32) -> Result<()> {
        fs::set_permissions(path, Permissions::from_mode(mode))
            .with_context(|| format!("set mode {mode:o} on {}", path.display()))?;
        if let Some((uid, gid)) = self.0 {
            chown(path, Some(uid), Some(gid))
                .with_context(|| format!("give {} to user {uid}", path.display()))?;
        }
        Ok(())
    }

    fn can_enter(self, folder: &Path) -> Result<bool> {
        if self.0.is_none() {
            return Ok(true);
        }
        let mut command = self.command(Path::new("/bin/sh"));
        command.args(["-c", "cd \"$0\""]).arg(folder).current_dir("/").stderr(Stdio::null());
        Ok(command.status().context("run /bin/sh")?.success())
    }
}

/// The folder asked for, or for root its stand-in below `/var/lib/pentade` when the account cannot enter.
///
/// A database that was put in the stand-in stays there even if the folder opens up later: moving on would
/// look like losing every game.
fn choose_home(wanted: PathBuf) -> Result<PathBuf> {
    if !geteuid().is_root() {
        return Ok(wanted);
    }
    let stand_in = Path::new(SHARED_HOMES).join(short_hash(&wanted));
    let has_data = |home: &Path| home.join("pg/PG_VERSION").exists();
    let moved = has_data(&stand_in) && !has_data(&wanted);
    let account = Account::for_data(&wanted.join("pg"))?;
    if !moved && account.can_enter(&wanted)? {
        return Ok(wanted);
    }

    make_home(Path::new(SHARED_HOMES))?;
    make_home(&stand_in)?;
    if !account.can_enter(&stand_in)? {
        bail!(
            "the account that runs the database can enter neither {} nor {}",
            wanted.display(),
            stand_in.display()
        );
    }
    tracing::warn!(
        "the account that runs the database cannot enter {}: the database is kept in {}",
        wanted.display(),
        stand_in.display()
    );
    Ok(stand_in)
}

/// Makes a folder that the server's account may pass through; one that exists is left as it is.
fn make_home(folder: &Path) -> Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(folder)
        .and_then(|()| fs::set_permissions(folder, Permissions::from_mode(0o711)))
        .with_context(|| format!("create {}", folder.display()))
}

fn socket_dir(home: &Path) -> PathBuf {
    let inside = home.join("run");
    if inside.as_os_str().len() <= LONGEST_SOCKET_DIR {
        return inside;
    }
    PathBuf::from(format!("/tmp/pentade-{}", short_hash(home)))
}

/// 16 hexadecimal digits that stay the same from build to build.
fn short_hash(path: &Path) -> String {
    hex::encode(&Sha256::digest(path.as_os_str().as_encoded_bytes())[..8])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_home_holds_its_socket_and_a_long_one_does_not() {
        assert_eq!(socket_dir(Path::new("/srv/games")), Path::new("/srv/games/run"));

        let deep = PathBuf::from(format!("/srv/{}", "x".repeat(LONGEST_SOCKET_DIR)));
        let other = PathBuf::from(format!("/srv/{}", "y".repeat(LONGEST_SOCKET_DIR)));
        assert_eq!(socket_dir(&deep).as_os_str().len(), "/tmp/pentade-0123456789abcdef".len());
        assert_ne!(socket_dir(&deep), socket_dir(&other));
    }

    #[test]
    fn the_hash_of_a_home_never_changes() {
        assert_eq!(short_hash(Path::new("/srv/games")), "7a9a30af23a5f917");
    }

    #[test]
    fn a_lock_is_held_once() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().to_path_buf();
        let place = Place { socket_dir: home.join("run"), home, account: Account(None) };

        let first = place.try_lock().unwrap();
        assert!(first.is_some());
        assert!(place.try_lock().unwrap().is_none());
        drop(first);
        assert!(place.try_lock().unwrap().is_some());
    }

    #[test]
    fn a_link_in_place_of_the_socket_folder_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("elsewhere");
        fs::create_dir(&target).unwrap();
        std::os::unix::fs::symlink(&target, folder.path().join("run")).unwrap();
        let home = folder.path().to_path_buf();
        let place = Place { socket_dir: home.join("run"), home, account: Account(None) };

        let refused = place.make_socket_dir().unwrap_err();
        assert!(refused.to_string().contains("not a folder of ours"), "{refused}");
    }

    #[test]
    fn a_home_is_open_for_passing_through() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("new");
        make_home(&home).unwrap();

        assert_eq!(fs::metadata(&home).unwrap().mode() & 0o777, 0o711);
    }
}
