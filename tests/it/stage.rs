//! The program as a process of its own, with a mail server for its peer: started, killed, written to, read.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use pentade::desk::Desk;
use pentade::desk::views::{NewGame, NewPlayer};
use pentade::mail::envelope::Envelope;
use pentade::mail::postman::{Postman, SmtpSettings, TlsMode};
use pentade::postal::chronicle::SideId;
use sqlx::PgPool;

use crate::capture::Capture;

pub const GM: &str = "gm@gm.example";
pub const ANNA: &str = "anna@example.org";
pub const BEN: &str = "ben@example.org";
pub const PATIENCE: Duration = Duration::from_secs(120);

/// The program under test, its peers, and the files between them.
pub struct Stage {
    pub pool: PgPool,
    pub desk: Desk,
    pub capture: Capture,
    web: SocketAddr,
    mail: SocketAddr,
    folder: tempfile::TempDir,
    pub server: Option<Child>,
    /// Whether the program was killed since the game began.
    pub died: bool,
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.kill();
    }
}

/// How a run ends too early.
#[derive(Debug, Clone, PartialEq)]
pub enum Kill {
    Never,
    At(String, usize),
    /// A fault of ours at a point, which ends one task and not the program.
    Panic(String, usize),
    After(Duration),
}

pub fn game(slug: &str) -> NewGame {
    let player = |side: &str, name: &str, email: &str| NewPlayer {
        side: SideId::new(side),
        name: name.to_owned(),
        email: email.to_owned(),
    };
    NewGame {
        slug: slug.to_owned(),
        kind: "empires".to_owned(),
        scenario: "millennium-976".to_owned(),
        title: "Millennium".to_owned(),
        gm: ("Greta".to_owned(), GM.to_owned()),
        players: vec![player("germany", "Anna", ANNA), player("france", "Ben", BEN)],
        customs: pentade::desk::views::Customs::default(),
        calendar: pentade::desk::views::Calendar::every(14),
        invites: false,
        readings: BTreeMap::new(),
    }
}

fn free() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("bound")
}

impl Stage {
    pub fn set(pool: PgPool) -> Self {
        let config = Path::new(env!("CARGO_MANIFEST_DIR")).join("config");
        let place = pentade::program::Place { config, environment: BTreeMap::new() };
        let (settings, games) = place.read().expect("the shipped configuration is sound");
        let desk = Desk::new(pentade::store::Store::new(pool.clone()), games, settings.into());
        let folder = tempfile::tempdir().expect("a folder");
        // A signature bears the time: only what was stored before it went out can go out again unchanged.
        pentade::mail::dkim::write_new_key(&folder.path().join("key.pem")).expect("a key");
        Self {
            pool,
            desk,
            capture: Capture::start(),
            web: free(),
            mail: free(),
            folder,
            server: None,
            died: false,
        }
    }

    pub fn log(&self) -> PathBuf {
        self.folder.path().join("points")
    }

    /// Starts the program and waits until it serves, or has died of its kill.
    pub fn start(&mut self, kill: &Kill) {
        self.kill();
        let log = std::fs::File::create(self.folder.path().join("log")).expect("a log");
        let mut command = Command::new(env!("CARGO_BIN_EXE_pentade"));
        command
            .arg("serve")
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("DATABASE_URL", crate::program::url(&self.pool))
            .env("NO_COLOR", "1")
            .env("PENTADE_WEB_LISTEN", self.web.to_string())
            .env("PENTADE_MAIL_IN_LISTEN", self.mail.to_string())
            .env("PENTADE_MAIL_IN_CHECKS", "envelope")
            .env("PENTADE_MAIL_OUT_HOST", self.capture.address.ip().to_string())
            .env("PENTADE_MAIL_OUT_PORT", self.capture.address.port().to_string())
            .env("PENTADE_MAIL_OUT_TLS", "none")
            .env("PENTADE_MAIL_OUT_LETTERS_A_MINUTE", "10000")
            // One letter at a time, so that at most one is in doubt.
            .env("PENTADE_MAIL_OUT_CONNECTIONS", "1")
            .env("PENTADE_MAIL_OUT_SELF_TEST", "false")
            .env("PENTADE_MAIL_OUT_DKIM_KEYS", format!("s={}", self.folder.path().join("key.pem").display()))
            .env("PENTADE_CRASH_LOG", self.log())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log);
        if let Kill::At(point, nth) = kill {
            command.env("PENTADE_CRASH_AT", format!("{point}:{nth}"));
        }
        if let Kill::Panic(point, nth) = kill {
            command.env("PENTADE_PANIC_AT", format!("{point}:{nth}"));
        }
        self.server = Some(command.spawn().expect("the program runs"));
        let until = Instant::now() + PATIENCE;
        while self.lives() && TcpStream::connect(self.web).is_err() {
            assert!(Instant::now() < until, "it does not serve: {}", self.said());
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    pub fn said(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    pub fn lives(&mut self) -> bool {
        self.server.as_mut().is_some_and(|child| matches!(child.try_wait(), Ok(None)))
    }

    pub fn kill(&mut self) {
        if let Some(mut child) = self.server.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// If the program was killed: starts it again, and lets the claims of the dead one run out without the wait.
    pub async fn revive(&mut self) -> bool {
        if self.lives() {
            return false;
        }
        self.died = true;
        self.start(&Kill::Never);
        for table in ["outbox", "job", "pentade"] {
            let expire = format!("update {table} set claimed_until = now() where claimed_until > now()");
            sqlx::query(sqlx::AssertSqlSafe(expire)).execute(&self.pool).await.expect("expired");
        }
        true
    }

    /// Sends Anna's letter to a game as a mail server does: until it is taken.
    pub async fn post(&mut self, slug: &str) {
        self.write(ANNA, slug, (slug, "976: tax all")).await;
    }

    /// Sends a letter to a game, with a Message-ID of its own, as a mail server does: until it is taken.
    pub async fn write(&mut self, from: &str, slug: &str, (id, body): (&str, &str)) {
        let raw = format!(
            "From: {from}\r\nTo: orders+{slug}@gm.example\r\nSubject: {slug}\r\nMessage-ID: <{id}@example.org>\r\n\
             Content-Type: text/plain; charset=utf-8\r\n\r\n{}\r\n",
            body.replace('\n', "\r\n")
        );
        let postman = Postman::smtp(&SmtpSettings {
            host: self.mail.ip().to_string(),
            port: self.mail.port(),
            tls: TlsMode::None,
            login: None,
            timeout: Duration::from_secs(20),
        })
        .expect("a postman");
        let envelope = Envelope::to_one(from, format!("orders+{slug}@gm.example"));
        let until = Instant::now() + PATIENCE;
        while let Err(error) = postman.send(&envelope, raw.as_bytes()).await {
            assert!(Instant::now() < until, "the letter is not taken: {error}: {}", self.said());
            self.revive().await;
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// A page as a browser with a cookie gets it; the whole answer.
    pub fn page(&self, path: &str, cookie: &str) -> std::io::Result<String> {
        self.ask(format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nCookie: {cookie}\r\n\r\n",
            self.web
        ))
    }

    fn ask(&self, request: String) -> std::io::Result<String> {
        let mut stream = TcpStream::connect(self.web)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        stream.write_all(request.as_bytes())?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        Ok(String::from_utf8_lossy(&answer).into_owned())
    }

    /// A form sent to a page, with a cookie; the whole answer.
    pub fn form(&self, path: &str, cookie: &str, body: &str) -> std::io::Result<String> {
        self.ask(format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nCookie: {cookie}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
            self.web,
            body.len()
        ))
    }

    /// Signs somebody in, as often as it takes.
    pub async fn sign_in(&mut self, email: &str) -> String {
        loop {
            let link = self.desk.new_link(email).await.expect("made").expect("an account");
            let path =
                link.split_once("/sign-in").map(|(_, rest)| format!("/sign-in{rest}")).expect("a link");
            let answer = self.form(&path, "", "").unwrap_or_default();
            let cookie = answer
                .lines()
                .find_map(|line| line.to_lowercase().strip_prefix("set-cookie: ").map(|_| line));
            if let Some(cookie) = cookie {
                let value = cookie.split_once(": ").map_or("", |(_, value)| value);
                return value.split(';').next().unwrap_or_default().to_owned();
            }
            assert!(!answer.contains("429"), "too many sign-ins");
            self.revive().await;
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    pub async fn state(&self, slug: &str) -> String {
        let query = "select state from pentade join game on game.id = pentade.game where slug = $1 and first_year = 976";
        sqlx::query_scalar(query).bind(slug).fetch_one(&self.pool).await.expect("a state")
    }

    pub async fn count(&self, query: &'static str, slug: &str) -> i64 {
        sqlx::query_scalar(query).bind(slug).fetch_one(&self.pool).await.expect("counted")
    }

    pub async fn until(&mut self, query: &'static str, slug: &str, wanted: i64) {
        let until = Instant::now() + PATIENCE;
        while self.count(query, slug).await != wanted {
            assert!(Instant::now() < until, "{query}: {}", self.said());
            self.revive().await;
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }
}

/// Passes of each point, as the program wrote them down.
pub fn passes(log: &Path) -> BTreeMap<String, usize> {
    let mut passes = BTreeMap::new();
    for line in std::fs::read_to_string(log).expect("points were passed").lines() {
        *passes.entry(line.to_owned()).or_default() += 1;
    }
    passes
}
