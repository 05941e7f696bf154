//! Letters fetched from a real Dovecot: at once, once, and again after it was away.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pentade::mail::collect::{Mailbox, Protection, collect};
use sqlx::PgPool;
use tokio::sync::watch;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::{Folder, as_root, free_port, launch, run, until, until_open};
use crate::hall::{desk, letter, new_game};

/// A Dovecot of our own with one mailbox.
struct Dovecot {
    folder: Folder,
    imap: u16,
    imaps: u16,
    lmtp: u16,
    certificate: CertificateDer<'static>,
}

impl Dovecot {
    fn start() -> Self {
        let folder = Folder::new();
        let key = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).expect("a certificate");
        let certificate = key.cert.der().clone();
        std::fs::write(folder.at("cert.pem"), key.cert.pem()).expect("written");
        std::fs::write(folder.at("key.pem"), key.signing_key.serialize_pem()).expect("written");
        let one = Self { imap: free_port(), imaps: free_port(), lmtp: free_port(), certificate, folder };
        let here = one.folder.path().display();
        let config = format!(
            "base_dir = {here}/run\nstate_dir = {here}/state\nlog_path = {here}/log\nprotocols = imap lmtp\n\
             ssl = yes\nssl_cert = <{here}/cert.pem\nssl_key = <{here}/key.pem\n\
             disable_plaintext_auth = no\nfirst_valid_uid = 1\nmail_location = maildir:{here}/mail/%u\n\
             passdb {{\n  driver = static\n  args = password=secret\n}}\n\
             userdb {{\n  driver = static\n  args = uid=nobody gid=nogroup home={here}/mail/%u\n}}\n\
             service imap-login {{\n  inet_listener imap {{\n    address = 127.0.0.1\n    port = {}\n  }}\n  \
             inet_listener imaps {{\n    address = 127.0.0.1\n    port = {}\n    ssl = yes\n  }}\n}}\n\
             service lmtp {{\n  inet_listener lmtp {{\n    address = 127.0.0.1\n    port = {}\n  }}\n}}\n\
             namespace inbox {{\n  inbox = yes\n  separator = /\n  mailbox Taken {{\n    auto = create\n  }}\n}}\n",
            one.imap, one.imaps, one.lmtp
        );
        std::fs::write(one.folder.at("dovecot.conf"), config).expect("written");
        run("mkdir", &["-p", &format!("{here}/mail"), &format!("{here}/run")]);
        run("chown", &["nobody:nogroup", &format!("{here}/mail")]);
        one.launch();
        one
    }

    fn config(&self) -> String {
        self.folder.at("dovecot.conf").display().to_string()
    }

    fn launch(&self) {
        launch("dovecot", &["-c", &self.config()]);
    }

    fn stop(&self) {
        run("doveadm", &["-c", &self.config(), "stop"]);
        for _ in 0..100 {
            if std::net::TcpStream::connect(("127.0.0.1", self.imap)).is_err() {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("Dovecot does not stop");
    }

    /// Puts a letter into the mailbox, as a mail server does.
    fn deliver(&self, raw: &str) {
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), raw).expect("written");
        let sent = Command::new("swaks")
            .args(["--protocol", "LMTP", "--server", "127.0.0.1", "--port", &self.lmtp.to_string()])
            .args(["--from", "anna@example.org", "--to", "gm", "--data"])
            .arg(format!("@{}", file.path().display()))
            .output()
            .expect("swaks runs");
        assert!(sent.status.success(), "{}", String::from_utf8_lossy(&sent.stdout));
    }

    /// Makes the mailbox anew as to its numbers: another UIDVALIDITY.
    fn renumber(&self) {
        let mail = self.folder.at("mail/gm");
        for name in [
            "dovecot-uidlist",
            "dovecot.index",
            "dovecot.index.log",
            "dovecot.index.cache",
            "dovecot-uidvalidity",
        ] {
            run("rm", &["-f", &mail.join(name).display().to_string()]);
        }
        let glob = format!("rm -f {}/dovecot-uidvalidity.*", mail.display());
        run("sh", &["-c", &glob]);
    }

    fn count(&self, folder: &str) -> usize {
        let files = |path: &Path| {
            let listed = as_root("ls").arg(path).output().expect("ls runs");
            String::from_utf8_lossy(&listed.stdout).lines().count()
        };
        let root = self.folder.at("mail/gm").join(folder);
        files(&root.join("cur")) + files(&root.join("new"))
    }

    fn mailbox(&self, protection: Protection, done: Option<&str>) -> Mailbox {
        let mut roots = RootCertStore::empty();
        roots.add(self.certificate.clone()).expect("a root");
        let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_root_certificates(roots)
            .with_no_client_auth();
        Mailbox {
            host: "localhost".to_owned(),
            port: if protection == Protection::Implicit { self.imaps } else { self.imap },
            protection,
            tls: TlsConnector::from(Arc::new(config)),
            user: "gm".to_owned(),
            password: "secret".to_owned(),
            folder: "INBOX".to_owned(),
            done: done.map(str::to_owned),
            letter_bytes: 100_000,
            pause: Duration::from_millis(100),
        }
    }
}

impl Drop for Dovecot {
    fn drop(&mut self) {
        let config = self.config();
        for (program, arguments) in [
            ("doveadm", vec!["-c", &config, "stop"]),
            ("rm", vec!["-rf", self.folder.path().to_str().unwrap_or("")]),
        ] {
            if let Err(error) = as_root(program).args(&arguments).output() {
                eprintln!("{program} {arguments:?}: {error}");
            }
        }
    }
}

async fn count(pool: &PgPool, what: &'static str) -> i64 {
    sqlx::query_scalar(what).fetch_one(pool).await.expect("counted")
}

#[sqlx::test]
async fn letters_are_fetched_at_once_and_once(pool: PgPool) {
    let desk = desk(&pool);
    desk.create_game(&new_game("g1")).await.expect("the game begins");
    let dovecot = Dovecot::start();
    until_open(dovecot.imap).await;
    let raw = |id: &str, words: &str| letter("anna@example.org", id, "g1", words);
    dovecot.deliver(&raw("a", "guess 1"));
    dovecot.deliver(&raw("big", &"guess 1\n".repeat(20_000)));
    dovecot.deliver(&raw("n", "hello").replace("orders+g1@gm.example", "somebody@example.org"));

    let (stop, stopped) = watch::channel(false);
    let mailbox = dovecot.mailbox(Protection::None, None);
    let (fetching, listener) = (desk.clone(), stopped.clone());
    let first = tokio::spawn(async move { collect(mailbox, &fetching, listener).await });
    until("the letters that lay there are stored", || async {
        count(&pool, "select count(*) from letter").await == 2
    })
    .await;
    let of_no_game = "select count(*) from letter where game is null and recipient = 'postmaster@gm.example'";
    assert_eq!(count(&pool, of_no_game).await, 1, "what names no address of ours is the postmaster's");

    // Told of at once, long before it would have looked again.
    let begun = Instant::now();
    dovecot.deliver(&raw("b", "guess 2"));
    until("a new letter is stored", || async { count(&pool, "select count(*) from letter").await == 3 })
        .await;
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());

    // Away and back.
    dovecot.stop();
    tokio::time::sleep(Duration::from_millis(500)).await;
    dovecot.launch();
    until_open(dovecot.lmtp).await;
    dovecot.deliver(&raw("c", "guess 3"));
    until("fetching goes on", || async { count(&pool, "select count(*) from letter").await == 4 }).await;

    // Made anew: read from the beginning, and every letter is known.
    dovecot.stop();
    dovecot.renumber();
    dovecot.launch();
    until_open(dovecot.lmtp).await;
    dovecot.deliver(&raw("d", "guess 4"));
    until("a renumbered mailbox is read", || async {
        count(&pool, "select count(*) from letter").await == 5
    })
    .await;
    let taken = "select count(*) from letter where way = 'imap' and envelope_from = 'anna@example.org'";
    assert_eq!(count(&pool, taken).await, 5);
    stop.send(true).expect("it listens");
    first.await.expect("fetching ends");
}

#[sqlx::test]
async fn taken_letters_are_moved_and_nothing_is_fetched_twice_after_a_restart(pool: PgPool) {
    let desk = desk(&pool);
    desk.create_game(&new_game("g1")).await.expect("the game begins");
    let dovecot = Dovecot::start();
    until_open(dovecot.imap).await;
    for (round, protection) in [(1, Protection::Implicit), (2, Protection::StartTls)] {
        for number in 0..3 {
            let id = format!("m{round}{number}");
            dovecot.deliver(&letter("anna@example.org", &id, "g1", &format!("guess {number}")));
        }
        let (stop, stopped) = watch::channel(false);
        let (mailbox, fetching) = (dovecot.mailbox(protection, Some("Taken")), desk.clone());
        let task = tokio::spawn(async move { collect(mailbox, &fetching, stopped).await });
        until("the letters are stored", || async {
            count(&pool, "select count(*) from letter").await == 3 * round
        })
        .await;
        until("the letters are moved", || async {
            dovecot.count("") == 0 && dovecot.count(".Taken") == 3 * usize::try_from(round).expect("small")
        })
        .await;
        stop.send(true).expect("it listens");
        task.await.expect("fetching ends");
    }
    assert_eq!(count(&pool, "select count(*) from letter").await, 6);
    assert_eq!(count(&pool, "select count(*) from job").await, 6);
}
