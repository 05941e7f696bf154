//! `pentade with-database`: exit codes, cleaning up, and being killed.

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use pentade::store::embedded::{Embedded, Speed};
use sqlx::ConnectOptions;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Output};
use std::time::{Duration, Instant};
use tempfile::TempDir;

fn pentade(arguments: &[&str], temporary: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pentade"));
    command.arg("with-database").args(arguments).env("TMPDIR", temporary).env("RUST_LOG", "warn");
    command
}

fn open_folder() -> TempDir {
    tempfile::Builder::new().permissions(Permissions::from_mode(0o755)).tempdir().unwrap()
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Waits until the command has written `file`.
fn wait_for(file: &Path, child: &mut Child) -> String {
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        match fs::read_to_string(file) {
            Ok(text) if text.ends_with('\n') => return text.trim().to_owned(),
            _ if Instant::now() > end => panic!("nothing in {} after 60 s", file.display()),
            _ => std::thread::sleep(Duration::from_millis(10)),
        }
        assert!(child.try_wait().unwrap().is_none(), "ended early");
    }
}

#[test]
fn the_command_sees_its_database_and_its_exit_code_is_ours() {
    let folder = open_folder();
    let output = pentade(&["--", "sh", "-c", "echo $DATABASE_URL; exit 7"], folder.path()).output().unwrap();

    assert_eq!(output.status.code(), Some(7), "{}", text(&output));
    assert!(text(&output).starts_with("postgres:///pentade?host="), "{}", text(&output));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "the temporary folder is still there");
}

#[test]
fn a_command_that_does_not_exist_fails_clearly_and_leaves_nothing() {
    let folder = open_folder();
    let output = pentade(&["--", "no-such-command"], folder.path()).output().unwrap();

    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output).contains("run no-such-command"), "{}", text(&output));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "the temporary folder is still there");
}

#[test]
fn asked_to_terminate_it_asks_the_command_and_cleans_up() {
    let folder = open_folder();
    let said = folder.path().join("said");
    let script = format!("echo here > '{}'; exec sleep 60", said.display());
    let mut child = pentade(&["--", "sh", "-c", &script], folder.path()).spawn().unwrap();
    wait_for(&said, &mut child);

    kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), Signal::SIGTERM).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(143));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "only what the command wrote may stay");
}

#[tokio::test]
async fn the_database_of_a_killed_process_is_taken_over_whole() {
    takes_over_after_killing(|_| {}).await;
}

#[tokio::test]
async fn so_is_one_whose_server_was_killed_too() {
    takes_over_after_killing(|home| {
        let text = fs::read_to_string(home.join("pg/postmaster.pid")).unwrap();
        let postmaster = text.lines().next().unwrap().trim().parse().unwrap();
        kill(Pid::from_raw(postmaster), Signal::SIGKILL).unwrap();
    })
    .await;
}

/// Kills, after `more`, a process of ours that has a database, and starts anew in the same folder.
async fn takes_over_after_killing(more: impl FnOnce(&Path)) {
    let folder = open_folder();
    let home = folder.path().join("kept");
    let said = folder.path().join("said");
    let script = format!("echo $$ > '{}'; exec sleep 60", said.display());
    let arguments = ["--home", home.to_str().unwrap(), "--migrated", "--", "sh", "-c", &script];
    let mut child = pentade(&arguments, folder.path()).spawn().unwrap();
    let sleeper = wait_for(&said, &mut child);

    let joined = Embedded::start(&home, Speed::Durable).await.unwrap();
    assert!(!joined.is_owner());
    let mut connection = joined.options("pentade").connect().await.unwrap();
    sqlx::query("create table kept as select 976 as year").execute(&mut connection).await.unwrap();
    more(&home);
    child.kill().unwrap();
    child.wait().unwrap();
    kill(Pid::from_raw(sleeper.parse().unwrap()), Signal::SIGTERM).unwrap();

    let heir = Embedded::start(&home, Speed::Durable).await.unwrap();
    assert!(heir.is_owner(), "nobody holds the lock any more");
    let mut connection = heir.options("pentade").connect().await.unwrap();
    let year: i32 = sqlx::query_scalar("select year from kept").fetch_one(&mut connection).await.unwrap();
    assert_eq!(year, 976);
    let migrated: bool = sqlx::query_scalar("select to_regclass('_sqlx_migrations') is not null")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    assert!(migrated);
}
