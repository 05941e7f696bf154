//! The program itself, as a mail server or an operator runs it.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use sqlx::PgPool;

const LETTER: &str = "From: anna@example.org\r\nSubject: g1\r\n\r\nguess 7\r\n";

/// The address of the test's own database.
fn url(pool: &PgPool) -> String {
    let base = std::env::var("DATABASE_URL").expect("tests run with DATABASE_URL");
    let name = pool.connect_options().get_database().expect("a named database").to_owned();
    let (server, options) = base.split_once('?').unwrap_or((&base, ""));
    let (server, _) = server.rsplit_once('/').expect("an address names a database");
    format!("{server}/{name}?{options}")
}

fn pentade(database: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pentade"));
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("DATABASE_URL", database)
        .env("PENTADE_WEB_LISTEN", "127.0.0.1:0")
        .env("PENTADE_MAIL_IN_LISTEN", "127.0.0.1:0")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn fed(mut command: Command, input: &[u8]) -> Output {
    let mut child = command.spawn().expect("the program runs");
    // The program may end without having read it all.
    let _ = child.stdin.take().expect("its input").write_all(input);
    child.wait_with_output().expect("it ends")
}

fn words(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout)
}

async fn deliver(pool: &PgPool, to: &'static str, letter: &'static str) -> Output {
    let mut command = pentade(&url(pool));
    command.args(["deliver", "--from", "anna@example.org", "--to", to]);
    tokio::task::spawn_blocking(move || fed(command, letter.as_bytes())).await.expect("it ran")
}

#[sqlx::test]
async fn deliver_stores_the_letter_and_speaks_the_mail_servers_codes(pool: PgPool) {
    crate::hall::desk(&pool).create_game(&crate::hall::new_game("g1")).await.expect("the game begins");
    for (to, letter, code) in [
        ("orders+g1@gm.example", LETTER, 0),
        ("orders+g1@gm.example", LETTER, 0),
        ("orders+g9@gm.example", LETTER, 67),
        ("orders+g1@gm.example", "", 65),
    ] {
        let output = deliver(&pool, to, letter).await;
        assert_eq!(output.status.code(), Some(code), "{to}: {}", words(&output));
    }
    let raw: Vec<Vec<u8>> =
        sqlx::query_scalar("select raw from letter").fetch_all(&pool).await.expect("kept");
    assert_eq!(raw, [LETTER.as_bytes()], "twice delivered is once stored");
}

#[test]
fn deliver_asks_for_another_try_when_it_is_not_the_letters_fault() {
    let nowhere = "postgres:///pentade?host=/nonexistent-folder";
    for (variable, value) in [("PENTADE_DATABASE_CONNECTIONS", "2"), ("PENTADE_MAIL_IN_DOMAIN", "no domain")]
    {
        let mut command = pentade(nowhere);
        command.env(variable, value).args([
            "deliver",
            "--from",
            "a@example.org",
            "--to",
            "orders+g1@gm.example",
        ]);
        let output = fed(command, LETTER.as_bytes());
        assert_eq!(output.status.code(), Some(75), "{variable}: {}", words(&output));
    }
}

#[test]
fn check_names_every_fault_at_once() {
    let mut command = pentade("mysql://x");
    command.env("PENTADE_WEB_LISTEN", "here").env("PENTADE_GM_EMAIL", "nobody").arg("check");
    let output = fed(command, b"");
    assert_eq!(output.status.code(), Some(1));
    let words = words(&output);
    for key in ["DATABASE_URL", "PENTADE_WEB_LISTEN", "PENTADE_GM_EMAIL", "3 faults"] {
        assert!(words.contains(key), "{key}: {words}");
    }
    let mut sound = pentade("postgres:///pentade");
    sound.arg("check");
    let output = fed(sound, b"");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Ends with the test, whatever happens.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn serve(database: &str, log: &Path) -> Server {
    let mut command = pentade(database);
    let log = std::fs::File::create(log).expect("a log");
    Server(command.arg("serve").env("NO_COLOR", "1").stderr(log).spawn().expect("the program runs"))
}

/// Waits until the log says the words.
fn wait_for(log: &Path, what: &str) -> String {
    let until = Instant::now() + Duration::from_secs(30);
    loop {
        let said = std::fs::read_to_string(log).unwrap_or_default();
        if said.contains(what) {
            return said;
        }
        assert!(Instant::now() < until, "not said: {what}\n{said}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[sqlx::test]
async fn serve_reads_what_was_delivered_and_stops_when_told(pool: PgPool) {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let database = url(&pool);
    let mut server = serve(&database, &log);
    let heard = log.clone();
    tokio::task::spawn_blocking(move || wait_for(&heard, "serving")).await.expect("it serves");
    let letter = deliver(&pool, "postmaster@gm.example", LETTER).await;
    assert!(letter.status.success(), "{}", words(&letter));
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        let read: i64 = sqlx::query_scalar("select count(*) from letter where state = 'held'")
            .fetch_one(&pool)
            .await
            .expect("counted");
        if read == 1 {
            break;
        }
        assert!(Instant::now() < until, "the letter is not read: {:?}", std::fs::read_to_string(&log));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let id = nix::unistd::Pid::from_raw(i32::try_from(server.0.id()).expect("an id"));
    nix::sys::signal::kill(id, nix::sys::signal::Signal::SIGTERM).expect("told");
    let status =
        tokio::task::spawn_blocking(move || server.0.wait()).await.expect("waited").expect("it ends");
    assert!(status.success(), "{status}: {:?}", std::fs::read_to_string(&log));
}

#[sqlx::test]
async fn a_taken_port_is_said_with_the_setting_that_chooses_another(pool: PgPool) {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("bound").to_string();
    let mut command = pentade(&url(&pool));
    command.env("PENTADE_MAIL_IN_LISTEN", &address).arg("serve");
    let output = tokio::task::spawn_blocking(move || fed(command, b"")).await.expect("it ran");
    assert_eq!(output.status.code(), Some(1));
    let words = words(&output);
    assert!(words.contains(&address) && words.contains("PENTADE_MAIL_IN_LISTEN"), "{words}");
}
