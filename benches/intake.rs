//! How fast letters come in, durably, and how fast they are read and answered; what a large letter takes of memory,
//! and a monstrous one of time. Each figure stands beside its budget.
//!
//! With a PostgreSQL of its own that waits for the disk, as in service.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pentade::desk::Desk;
use pentade::desk::views::{NewGame, NewPlayer};
use pentade::mail::letter::{self, Postmark};
use pentade::mail::smtp_in::{self, Limits, Protocol, Server};
use pentade::postal::chronicle::SideId;
use pentade::program::Place;
use pentade::settings::Checks;
use pentade::store::Store;
use pentade::store::embedded::{Embedded, Speed};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// Connections at a time.
const CONNECTIONS: usize = 20;
/// Games that the letters are for. Those of one game are read one after the other.
const GAMES: usize = 5;
/// Letters over each.
const EACH: usize = 100;
/// Letters a second that must be stored.
const INTAKE: f64 = 300.0;
/// Letters a second that must be read and answered.
const READING: f64 = 200.0;
/// Workers that read.
const READERS: usize = 4;
/// A large letter, and the memory that it may take besides what was taken before it. Units: MiB.
const LARGE: usize = 25;
const LARGE_MEMORY: f64 = 64.0;
/// What a monstrous letter may take.
const MONSTROUS: Duration = Duration::from_millis(100);

const SIDES: [&str; 7] = ["germany", "france", "byzantium", "poland", "kiev", "burgundy", "denmark"];

fn verdict(within: bool) -> &'static str {
    if within { "within" } else { "OVER" }
}

fn main() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(measure());
    monsters();
}

async fn measure() {
    let home =
        tempfile::tempdir_in(std::env::var("CARGO_TARGET_TMPDIR").unwrap_or_else(|_| "target".to_owned()))
            .expect("a folder");
    let embedded =
        Embedded::start(&home.path().join("postgres"), Speed::Durable).await.expect("a PostgreSQL");
    embedded.ensure_database("pentade").await.expect("a database");
    let (mut settings, games) = Place::new(Some("config".into())).read().expect("config/ has no fault");
    settings.mail_in.checks = Checks::Off;
    settings.mail_in.answers_an_hour = 1_000_000;
    settings.letter_bytes = (LARGE + 1) * 1024 * 1024;
    let store = Store::open(&embedded.url("pentade"), settings.database_connections).await.expect("opened");
    let size = settings.letter_bytes;
    let desk = Desk::new(store.clone(), games, Arc::new(settings));
    for nth in 0..GAMES {
        desk.create_game(&game(nth)).await.expect("the game begins");
    }

    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("bound").port();
    let limits = Limits {
        size,
        connections_per_address: CONNECTIONS + 1,
        letters_a_minute: u32::MAX,
        ..Limits::default()
    };
    let host = "gm.example".to_owned();
    let server = Server { protocol: Protocol::Smtp, host, limits, inbox: Arc::new(desk.clone()), tls: None };
    let (stop, stopped) = watch::channel(false);
    let listening = tokio::spawn(smtp_in::listen(listener, Arc::new(server), stopped));

    let begun = Instant::now();
    let mut senders = JoinSet::new();
    for sender in 0..CONNECTIONS {
        senders.spawn(send(port, sender));
    }
    while let Some(sent) = senders.join_next().await {
        sent.expect("sent");
    }
    let letters = (CONNECTIONS * EACH) as f64;
    let rate = letters / begun.elapsed().as_secs_f64();
    println!(
        "stored over {CONNECTIONS} connections, with fsync: {rate:.0} letters/s, {} the budget of {INTAKE} letters/s",
        verdict(rate >= INTAKE)
    );

    read_all(&desk, letters).await;
    large(port, &desk).await;
    stop.send(true).expect("it listens");
    listening.await.expect("it ends");
    store.close().await;
}

/// Reads and answers everything that came.
async fn read_all(desk: &Desk, letters: f64) {
    let begun = Instant::now();
    let mut readers = JoinSet::new();
    for reader in 0..READERS {
        let desk = desk.clone();
        readers.spawn(async move {
            let worker = format!("reader {reader}");
            loop {
                let batch = desk.claim_letters(&worker, 60, 10).await.expect("claimed");
                if batch.is_empty() {
                    break;
                }
                for work in batch {
                    desk.do_letter(&work).await.expect("read");
                }
            }
        });
    }
    while let Some(read) = readers.join_next().await {
        read.expect("read");
    }
    let rate = letters / begun.elapsed().as_secs_f64();
    println!(
        "read and acknowledged: {rate:.0} letters/s, {} the budget of {READING} letters/s",
        verdict(rate >= READING)
    );
}

fn game(nth: usize) -> NewGame {
    let player = |side: &&str| NewPlayer {
        side: SideId::new(side),
        name: format!("The player of {side}"),
        email: format!("{side}@example.org"),
    };
    NewGame {
        slug: format!("g{nth}"),
        kind: "empires".to_owned(),
        scenario: "millennium-976".to_owned(),
        title: "Millennium".to_owned(),
        gm: ("The GM".to_owned(), "gm@gm.example".to_owned()),
        players: SIDES.iter().map(player).collect(),
        customs: pentade::desk::views::Customs::default(),
        calendar: pentade::desk::views::Calendar::every(14),
        invites: false,
        readings: std::collections::BTreeMap::new(),
    }
}

/// Sends letters over one connection, each after the answer to the one before.
async fn send(port: u16, sender: usize) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.expect("connects");
    answers(&mut stream, 1).await;
    stream.write_all(b"EHLO bench.example\r\n").await.expect("sent");
    answers(&mut stream, 1).await;
    let (game, side) = (sender % GAMES, SIDES[sender / GAMES % SIDES.len()]);
    for nth in 0..EACH {
        let envelope =
            format!("MAIL FROM:<{side}@example.org>\r\nRCPT TO:<orders+g{game}@gm.example>\r\nDATA\r\n");
        stream.write_all(envelope.as_bytes()).await.expect("sent");
        answers(&mut stream, 3).await;
        let year = 976 + nth % 5;
        let raw = format!(
            "From: {side}@example.org\r\nTo: orders+g{game}@gm.example\r\nSubject: g{game}\r\n\
             Message-ID: <{sender}.{nth}@example.org>\r\nDate: Mon, 30 Nov 2026 07:00:00 +0000\r\n\r\n\
             Year {year}\r\ntax all\r\nrule\r\n{}\r\n.\r\n",
            "# what I think of the neighbours, in many words\r\n".repeat(20)
        );
        stream.write_all(raw.as_bytes()).await.expect("sent");
        answers(&mut stream, 1).await;
    }
}

/// Waits for so many answers, all of them good.
async fn answers(stream: &mut TcpStream, mut count: usize) {
    let mut line = Vec::new();
    let mut byte = [0; 1];
    while count > 0 {
        stream.read_exact(&mut byte).await.expect("an answer");
        line.push(byte[0]);
        if byte[0] == b'\n' {
            assert!(matches!(line[0], b'2' | b'3'), "{}", String::from_utf8_lossy(&line));
            count -= usize::from(line[3] == b' ');
            line.clear();
        }
    }
}

/// A large letter, from the wire to its answer.
async fn large(port: u16, desk: &Desk) {
    let before = memory("VmRSS");
    std::fs::write("/proc/self/clear_refs", "5").expect("the high-water mark is set anew");
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.expect("connects");
    answers(&mut stream, 1).await;
    let begin = format!(
        "EHLO bench.example\r\nMAIL FROM:<france@example.org> SIZE={}\r\nRCPT TO:<orders+g1@gm.example>\r\nDATA\r\n",
        LARGE * 1024 * 1024
    );
    stream.write_all(begin.as_bytes()).await.expect("sent");
    answers(&mut stream, 4).await;
    let head = "From: france@example.org\r\nTo: orders+g1@gm.example\r\nSubject: g1\r\nMessage-ID: <large@example.org>\r\n\
                MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=q\r\n\r\n--q\r\n\r\nYear 976\r\ntax all\r\n\
                --q\r\nContent-Type: image/jpeg; name=map.jpg\r\nContent-Transfer-Encoding: base64\r\n\r\n";
    stream.write_all(head.as_bytes()).await.expect("sent");
    let line = "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5ejAxMjM0\r\n".repeat(100);
    let mut left = LARGE * 1024 * 1024 - 4096;
    while left > line.len() {
        stream.write_all(line.as_bytes()).await.expect("sent");
        left -= line.len();
    }
    stream.write_all(b"\r\n--q--\r\n.\r\n").await.expect("sent");
    answers(&mut stream, 1).await;
    for work in desk.claim_letters("large", 60, 10).await.expect("claimed") {
        desk.do_letter(&work).await.expect("read");
    }
    let more = (memory("VmHWM") - before) / 1024.0;
    println!(
        "a letter of {LARGE} MiB: {more:.0} MiB of memory more, {} the budget of {LARGE_MEMORY} MiB",
        verdict(more <= LARGE_MEMORY)
    );
}

/// A line of what the kernel says of this process. Units: KiB.
fn memory(name: &str) -> f64 {
    let status = std::fs::read_to_string(Path::new("/proc/self/status")).expect("Linux");
    let line = status.lines().find(|line| line.starts_with(name)).expect("its line");
    line.split_ascii_whitespace().nth(1).and_then(|value| value.parse().ok()).expect("a number")
}

fn monsters() {
    let head = "From: france@example.org\r\nMIME-Version: 1.0\r\n";
    let nested: String = (0..1000)
        .map(|nth| format!("Content-Type: multipart/mixed; boundary=q{nth}\r\n\r\n--q{nth}\r\n"))
        .collect();
    let letters = [
        ("parts 1000 deep", format!("{head}{nested}")),
        (
            "a million parts",
            format!(
                "{head}Content-Type: multipart/mixed; boundary=q\r\n\r\n{}",
                "--q\r\n\r\n".repeat(1_000_000)
            ),
        ),
        (
            "a head of 10 MB",
            format!("{head}{}\r\nrule", "X-Filler: aaaaaaaaaaaaaaaaaaaaaaaa\r\n".repeat(280_000)),
        ),
        ("one field of 10 MB", format!("{head}Subject: {}\r\n\r\nrule", "a ".repeat(5_000_000))),
    ];
    for (name, raw) in letters {
        let postmark = Postmark {
            sender: "france@example.org",
            recipient: "orders+g1@gm.example",
            own_domain: "gm.example",
        };
        let begun = Instant::now();
        let read = letter::read(&postmark, raw.as_bytes());
        let taken = begun.elapsed();
        assert!(read.held.is_some(), "{name} is refused");
        println!("{name}: {taken:?}, {} the budget of {MONSTROUS:?}", verdict(taken <= MONSTROUS));
    }
}
