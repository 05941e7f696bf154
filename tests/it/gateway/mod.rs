//! The gateway between real mail servers: Postfix in front of us, Dovecot behind us, a name server beside us.
//!
//! Each test starts its own, from a private folder and on a free port of this machine; none of the system's own is
//! touched. Postfix and Dovecot change their user, so these tests run as root or through sudo.

mod dovecot;
mod names;
mod posted;
mod postfix;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// A private folder that every account may enter.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder =
            tempfile::Builder::new().prefix("pentade-gateway-").tempdir_in("/tmp").expect("a folder");
        run("chmod", &["755", &folder.path().display().to_string()]);
        Self(folder)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// A port that was free just now.
fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("bound").port()
}

/// A command as root.
fn as_root(program: &str) -> Command {
    let is_root = nix::unistd::geteuid().is_root();
    let mut command = Command::new(if is_root { program } else { "sudo" });
    if !is_root {
        command.args(["-n", program]);
    }
    command
}

/// Runs a command as root to its end; its words when it fails.
fn run(program: &str, arguments: &[&str]) -> Output {
    let output =
        as_root(program).args(arguments).output().unwrap_or_else(|error| panic!("{program}: {error}"));
    assert!(
        output.status.success(),
        "{program} {arguments:?}: {}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

/// Starts a server that goes into the background as root. It keeps what it was given to write to, so that is nothing.
fn launch(program: &str, arguments: &[&str]) {
    let mut command = as_root(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let status = command.status().unwrap_or_else(|error| panic!("{program}: {error}"));
    assert!(status.success(), "{program} {arguments:?}: {status}");
}

/// Waits until something holds, for half a minute at most.
async fn until<F: Future<Output = bool>>(what: &str, holds: impl Fn() -> F) {
    for _ in 0..300 {
        if holds().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("not within 30 seconds: {what}");
}

/// Waits until a port answers.
async fn until_open(port: u16) {
    until(&format!("port {port} answers"), || async move {
        tokio::net::TcpStream::connect(("127.0.0.1", port)).await.is_ok()
    })
    .await;
}
