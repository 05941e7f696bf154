//! The private PostgreSQL, with a real server: starting, joining, dying, coming back with its data.

use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, geteuid};
use pentade::store::embedded::{Embedded, Speed};
use sqlx::{ConnectOptions, Connection, PgConnection};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A folder that the server's account may enter, also when root makes it.
fn open_folder() -> TempDir {
    tempfile::Builder::new().permissions(Permissions::from_mode(0o755)).tempdir().unwrap()
}

async fn connect(database: &Embedded, name: &str) -> PgConnection {
    database.options(name).connect().await.unwrap()
}

/// Makes a table with one row.
async fn keep_something(database: &Embedded) {
    database.ensure_database("pentade").await.unwrap();
    let mut connection = connect(database, "pentade").await;
    sqlx::query("create table kept (word text not null)").execute(&mut connection).await.unwrap();
    sqlx::query("insert into kept values ('Lombardy')").execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

async fn what_was_kept(connection: &mut PgConnection) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar("select word from kept").fetch_all(connection).await
}

fn postmaster(home: &Path) -> Pid {
    let text = fs::read_to_string(home.join("pg/postmaster.pid")).unwrap();
    Pid::from_raw(text.lines().next().unwrap().trim().parse().unwrap())
}

#[tokio::test]
async fn a_second_start_joins_and_a_later_one_finds_the_data() {
    let folder = open_folder();
    let owner = Embedded::start(folder.path(), Speed::Durable).await.unwrap();
    assert!(owner.is_owner());
    assert_eq!(owner.home(), folder.path().canonicalize().unwrap());
    keep_something(&owner).await;

    let joined = Embedded::start(folder.path(), Speed::Durable).await.unwrap();
    assert!(!joined.is_owner());
    assert_eq!(joined.socket_dir(), owner.socket_dir());
    assert_eq!(what_was_kept(&mut connect(&joined, "pentade").await).await.unwrap(), ["Lombardy"]);

    drop(joined);
    assert_eq!(what_was_kept(&mut connect(&owner, "pentade").await).await.unwrap(), ["Lombardy"]);

    let stopped = postmaster(owner.home());
    drop(owner);
    assert!(!Path::new(&format!("/proc/{stopped}/cwd")).exists(), "the server outlived its owner");

    let again = Embedded::start(folder.path(), Speed::Durable).await.unwrap();
    assert!(again.is_owner());
    again.ensure_database("pentade").await.unwrap();
    assert_eq!(what_was_kept(&mut connect(&again, "pentade").await).await.unwrap(), ["Lombardy"]);
}

#[tokio::test]
async fn a_server_that_is_killed_comes_back_with_its_data() {
    let folder = open_folder();
    let database = Embedded::start(folder.path(), Speed::Durable).await.unwrap();
    keep_something(&database).await;

    let killed = postmaster(database.home());
    kill(killed, Signal::SIGKILL).unwrap();

    let end = Instant::now() + Duration::from_secs(60);
    let kept = loop {
        let attempt = async {
            let mut connection = database.options("pentade").connect().await?;
            what_was_kept(&mut connection).await
        };
        match attempt.await {
            Ok(kept) if postmaster(database.home()) != killed => break kept,
            Err(error) if Instant::now() > end => panic!("not back after 60 s: {error}"),
            _ => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    };
    assert_eq!(kept, ["Lombardy"]);
}

#[tokio::test]
async fn the_address_as_a_url_reaches_a_database_in_an_awkward_folder() {
    let folder = open_folder();
    let home = folder.path().join(format!("Jürgen's games & more/{}", "deep/".repeat(20)));
    let database = Embedded::start(&home, Speed::Fast).await.unwrap();
    assert!(!database.socket_dir().starts_with(folder.path()), "a path this long fits no socket");
    keep_something(&database).await;

    let mut connection = PgConnection::connect(&database.url("pentade")).await.unwrap();
    assert_eq!(what_was_kept(&mut connection).await.unwrap(), ["Lombardy"]);

    let socket_dir = database.socket_dir().to_path_buf();
    drop(database);
    fs::remove_dir_all(socket_dir).unwrap();
}

#[tokio::test]
async fn nobody_else_can_reach_the_socket() {
    let folder = open_folder();
    let database = Embedded::start(folder.path(), Speed::Fast).await.unwrap();

    let mode = fs::metadata(database.socket_dir()).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    let mut connection = connect(&database, "postgres").await;
    let listening: String =
        sqlx::query_scalar("show listen_addresses").fetch_one(&mut connection).await.unwrap();
    assert_eq!(listening, "");
}

#[tokio::test]
async fn what_a_killed_first_start_left_is_no_database() {
    let folder = open_folder();
    let unfinished = folder.path().join("pg.unfinished");
    fs::create_dir(&unfinished).unwrap();
    fs::write(unfinished.join("PG_VERSION"), "15\n").unwrap();
    fs::create_dir_all(folder.path().join("pg")).unwrap();

    let database = Embedded::start(folder.path(), Speed::Fast).await.unwrap();
    keep_something(&database).await;
}

#[tokio::test]
async fn a_server_that_cannot_start_says_why() {
    let folder = open_folder();
    drop(Embedded::start(folder.path(), Speed::Fast).await.unwrap());
    fs::write(folder.path().join("pg/postgresql.auto.conf"), "no_such_setting = on\n").unwrap();

    let refused = Embedded::start(folder.path(), Speed::Fast).await.unwrap_err().to_string();
    assert!(refused.contains("postgres ended at once"), "{refused}");
    assert!(refused.contains("no_such_setting"), "{refused}");
}

/// A clone below root's own folder: the account `postgres` may not pass.
#[tokio::test]
async fn root_behind_a_closed_folder_gets_a_stand_in_and_keeps_it() {
    if !geteuid().is_root() {
        let folder = open_folder();
        let closed = folder.path().join("closed");
        fs::create_dir(&closed).unwrap();
        fs::set_permissions(&closed, Permissions::from_mode(0o700)).unwrap();
        let database = Embedded::start(&closed, Speed::Fast).await.unwrap();
        assert_eq!(database.home(), closed.canonicalize().unwrap(), "a user's own folder is always his");
        return;
    }
    let closed = tempfile::Builder::new().permissions(Permissions::from_mode(0o700)).tempdir().unwrap();
    let home = closed.path().join("var");

    let database = Embedded::start(&home, Speed::Fast).await.unwrap();
    let stand_in = database.home().to_path_buf();
    assert!(stand_in.starts_with("/var/lib/pentade"), "{}", stand_in.display());
    keep_something(&database).await;
    drop(database);

    fs::set_permissions(closed.path(), Permissions::from_mode(0o755)).unwrap();
    let again = Embedded::start(&home, Speed::Fast).await.unwrap();
    assert_eq!(again.home(), stand_in);
    assert_eq!(what_was_kept(&mut connect(&again, "pentade").await).await.unwrap(), ["Lombardy"]);

    drop(again);
    fs::remove_dir_all(stand_in).unwrap();
}
