//! A real Postfix delivers to us.

use std::sync::Arc;
use std::time::Duration;

use pentade::desk::Desk;
use pentade::mail::postman::{Postman, SmtpSettings, TlsMode};
use pentade::mail::smtp_in::{self, Envelope, Limits, Protocol, Server};
use sqlx::PgPool;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::{Folder, as_root, free_port, launch, run, until, until_open};
use crate::hall::{desk_with, letter, new_game, settings_with};

const ANNA: &str = "anna@example.org";

/// A Postfix of our own that hands letters for gm.example to a port of this machine.
struct Postfix {
    folder: Folder,
    port: u16,
}

impl Postfix {
    fn start(protocol: &str, to: u16) -> Self {
        let (folder, port) = (Folder::new(), free_port());
        let here = folder.path().display().to_string();
        // The word of a filter in front of it, as OpenDMARC would write it; forged ones stand below it.
        let word = |result: &str| format!("PREPEND Authentication-Results: mx.gm.example; dmarc={result}");
        let (good, bad) = (word("pass header.from=example.org"), word("fail header.from=example.net"));
        let main = format!(
            "compatibility_level = 3.6\nqueue_directory = {here}/queue\ndata_directory = {here}/data\n\
             mail_owner = postfix\nsetgid_group = postdrop\ncommand_directory = /usr/sbin\n\
             daemon_directory = /usr/lib/postfix/sbin\nmyhostname = mx.gm.example\nmydestination =\n\
             relay_domains = gm.example\ninet_interfaces = 127.0.0.1\ninet_protocols = ipv4\n\
             smtp_dns_support_level = disabled\nsmtpd_peername_lookup = no\nmynetworks = 127.0.0.0/8\n\
             transport_maps = inline:{{ {{gm.example={protocol}:inet:127.0.0.1:{to}}} }}\n\
             smtpd_relay_restrictions = permit_mynetworks, reject\n\
             smtpd_sender_restrictions = check_sender_access inline:{{ {{{ANNA}={good}}}, {{boris@example.net={bad}}} }}\n\
             smtputf8_enable = no\nalias_maps =\nlocal_recipient_maps =\nminimal_backoff_time = 1s\n\
             queue_run_delay = 1s\nmaximal_backoff_time = 2s\nmaillog_file = {here}/log\n\
             maillog_file_prefixes = {here}\n"
        );
        let transport =
            if protocol == "smtp" { main.replace("smtp:inet:127.0.0.1:", "smtp:[127.0.0.1]:") } else { main };
        let service = |name: &str, kind: &str, limit: &str, command: &str| {
            // Those that Debian's own master.cf lets others speak to.
            let is_public = ["cleanup", "qmgr", "flush", "postlog"].contains(&name);
            let private = if is_public { "n" } else { "-" };
            format!("{name} {kind} {private} - n - {limit} {command}\n")
        };
        let mut master = format!("127.0.0.1:{port} inet n - n - - smtpd\n");
        for (name, limit, command) in [
            ("cleanup", "0", "cleanup"),
            ("qmgr", "1", "qmgr"),
            ("rewrite", "-", "trivial-rewrite"),
            ("bounce", "0", "bounce"),
            ("defer", "0", "bounce"),
            ("trace", "0", "bounce"),
            ("verify", "1", "verify"),
            ("flush", "0", "flush"),
            ("proxymap", "-", "proxymap"),
            ("smtp", "-", "smtp"),
            ("relay", "-", "smtp"),
            ("lmtp", "-", "lmtp"),
            ("error", "-", "error"),
            ("retry", "-", "error"),
            ("discard", "-", "discard"),
            ("anvil", "1", "anvil"),
            ("scache", "1", "scache"),
        ] {
            master += &service(name, "unix", limit, command);
        }
        master += &service("postlog", "unix-dgram", "1", "postlogd");
        std::fs::write(folder.at("main.cf"), transport).expect("written");
        std::fs::write(folder.at("master.cf"), master).expect("written");
        run("chown", &["-R", "root:root", &here]);
        run("mkdir", &["-p", &format!("{here}/queue"), &format!("{here}/data")]);
        run("chown", &["postfix", &format!("{here}/data")]);
        launch("postfix", &["-c", &here, "start"]);
        Self { folder, port }
    }

    fn log(&self) -> String {
        let read = as_root("cat").arg(self.folder.at("log")).output().expect("its log");
        String::from_utf8_lossy(&read.stdout).into_owned()
    }
}

impl Drop for Postfix {
    fn drop(&mut self) {
        let here = self.folder.path().display().to_string();
        let stopped = as_root("postfix").args(["-c", &here, "stop"]).output();
        if let Err(error) = stopped {
            eprintln!("Postfix in {here} was not stopped: {error}");
        }
        let swept = as_root("rm").args(["-rf", &here]).output();
        if let Err(error) = swept {
            eprintln!("{here} was not swept away: {error}");
        }
    }
}

/// Our listener, for Postfix to speak to.
async fn listen(desk: Desk, protocol: Protocol) -> (u16, watch::Sender<bool>, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("bound").port();
    let (host, limits) = ("gm.example".to_owned(), Limits::default());
    let server = Server { protocol, host, limits, inbox: Arc::new(desk), tls: None };
    let (stop, stopped) = watch::channel(false);
    (port, stop, tokio::spawn(smtp_in::listen(listener, Arc::new(server), stopped)))
}

fn sender_to(port: u16) -> Postman {
    let timeout = Duration::from_secs(20);
    let settings =
        SmtpSettings { host: "127.0.0.1".to_owned(), port, tls: TlsMode::None, login: None, timeout };
    Postman::smtp(&settings).expect("a postman")
}

async fn a_letter_through_postfix(pool: PgPool, protocol: Protocol) {
    let settings = settings_with("[mail_in]\nauthserv_id = \"mx.gm.example\"\ndns = \"127.0.0.1:9\"\n");
    let desk = desk_with(&pool, settings);
    desk.create_game(&new_game("g1")).await.expect("the game begins");
    let (ours, stop, listening) = listen(desk.clone(), protocol).await;
    let word = if protocol == Protocol::Lmtp { "lmtp" } else { "smtp" };
    let postfix =
        tokio::task::spawn_blocking(move || Postfix::start(word, ours)).await.expect("Postfix starts");
    until_open(postfix.port).await;

    let sender = sender_to(postfix.port);
    let to = |recipients: &[&str]| Envelope {
        to: recipients.iter().map(|to| (*to).to_owned()).collect(),
        ..Envelope::to_one(ANNA, "")
    };
    let forged = format!(
        "Authentication-Results: mx.gm.example; dmarc=pass header.from=example.net\r\n{}",
        letter("boris@example.net", "b", "g1", "guess 1")
    );
    let raw = letter(ANNA, "a", "g1", "guess 7\n.\n.hidden dot\nK\u{f6}ln");
    let both = to(&["orders+g1@gm.example", "orders+g9@gm.example"]);
    sender.send(&both, raw.as_bytes()).await.expect("Postfix takes it");
    sender.send(&to(&["orders+g1@gm.example"]), raw.as_bytes()).await.expect("and a second copy");
    let boris = Envelope::to_one("boris@example.net", "orders+g1@gm.example");
    sender.send(&boris, forged.as_bytes()).await.expect("Postfix takes it");

    let count = |what: &'static str| {
        let pool = pool.clone();
        async move { sqlx::query_scalar::<_, i64>(what).fetch_one(&pool).await.expect("counted") }
    };
    until(&format!("two letters are stored\n{}", postfix.log()), || async {
        count("select count(*) from letter").await == 2
    })
    .await;
    until("the second copy was handed over too", || async {
        postfix.log().matches("status=sent").count() >= 3
    })
    .await;
    assert!(postfix.log().contains("nobody here has that address"), "the unknown recipient is refused");
    for work in desk.claim_letters("test", 60, 10).await.expect("claimed") {
        desk.do_letter(&work).await.expect("read");
    }
    let (stored, way): (Vec<u8>, String) =
        sqlx::query_as("select raw, way from letter where message_id = '<a@example.org>'")
            .fetch_one(&pool)
            .await
            .expect("Anna's");
    let text = String::from_utf8_lossy(&stored);
    assert!(text.contains("\r\n.\r\n.hidden dot\r\nK\u{f6}ln\r\n"), "{text}");
    assert_eq!(way, word);
    assert_eq!(count("select count(*) from letter where state = 'read' and proof like 'DMARC%'").await, 1);
    assert_eq!(
        count("select count(*) from letter where state = 'held' and reason like 'nothing proves%'").await,
        1,
        "the forged word below the true one counts for nothing"
    );
    assert_eq!(count("select count(*) from sheet").await, 1);
    stop.send(true).expect("it listens");
    listening.await.expect("the listener ends");
    tokio::task::spawn_blocking(move || drop(postfix)).await.expect("Postfix stops");
}

#[sqlx::test]
async fn postfix_delivers_by_lmtp(pool: PgPool) {
    a_letter_through_postfix(pool, Protocol::Lmtp).await;
}

#[sqlx::test]
async fn postfix_delivers_by_smtp(pool: PgPool) {
    a_letter_through_postfix(pool, Protocol::Smtp).await;
}
