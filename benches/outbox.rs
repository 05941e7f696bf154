//! How many letters a second leave the outbox: signed, handed to a mail server on this machine, each step kept by a
//! durable database. Budget: 100 letters/s, which is the whole of a great game's reports in a second.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pentade::desk::Desk;
use pentade::games::Games;
use pentade::jobs::{self, Work};
use pentade::mail::dkim::{Signer, new_key};
use pentade::mail::postman::{Postman, SmtpSettings, TlsMode};
use pentade::settings::Settings;
use pentade::store::Store;
use pentade::store::embedded::{Embedded, Speed};
use tokio::sync::watch;

#[path = "../tests/it/capture.rs"]
#[allow(dead_code)]
mod capture;

const LETTERS: usize = 2_000;
const LEAST_A_SECOND: f64 = 100.0;

#[tokio::main]
async fn main() {
    let home = tempfile::tempdir().expect("a folder");
    let embedded = Embedded::start(&home.path().join("postgres"), Speed::Durable).await.expect("a database");
    embedded.ensure_database("bench").await.expect("made");
    let pool = sqlx::PgPool::connect(&embedded.url("bench")).await.expect("open");
    let store = Store::open(&embedded.url("bench"), 12).await.expect("open");
    let settings = "[mail_out]\nletters_a_minute = 100000\nconnections = 8\nself_test = false\n";
    let settings = Settings::parse("bench", settings, &BTreeMap::new()).expect("lawful");
    let signer = Signer::of_pem("gm.example", "s", new_key().expect("a key").as_bytes()).expect("a key");
    let desk = Desk::new(store, Games::of(Vec::new()), Arc::new(settings)).signing(Some(signer));
    sqlx::query(
        "insert into outbox (message_id, kind, envelope_from, envelope_to, subject, plain, bytes, due_at)
         select 'm' || n || '@gm.example', 'report', 'orders@gm.example', 'p' || n || '@d' || n % 50 || '.example', 's',
                'p', convert_to('From: orders@gm.example' || E'\\r\\n' || 'Message-ID: <m' || n || '@gm.example>'
                                || E'\\r\\n' || 'Subject: s' || E'\\r\\n\\r\\n'
                                || repeat('A line of a report of usual length, and so on.' || E'\\r\\n', 600), 'UTF8'),
                now()
         from generate_series(1, $1::int) n",
    )
    .bind(i32::try_from(LETTERS).expect("few"))
    .execute(&pool)
    .await
    .expect("written");
    let capture = capture::Capture::start();
    let postman = Postman::smtp(&SmtpSettings {
        host: "127.0.0.1".to_owned(),
        port: capture.address.port(),
        tls: TlsMode::None,
        login: None,
        timeout: Duration::from_secs(20),
    })
    .expect("a postman");
    let (stop, stopped) = watch::channel(false);
    let began = Instant::now();
    let running = tokio::spawn(jobs::run(Work::new(desk, postman), stopped));
    let unsent = "select count(*) from outbox where sent_at is null";
    while sqlx::query_scalar::<_, i64>(unsent).fetch_one(&pool).await.expect("counted") > 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let took = began.elapsed();
    stop.send(true).expect("the jobs listen");
    running.await.expect("they end");
    assert_eq!(capture.taken().len(), LETTERS, "each once");
    let a_second = LETTERS as f64 / took.as_secs_f64();
    let verdict = if a_second >= LEAST_A_SECOND { "within" } else { "OVER" };
    println!(
        "outbox: {a_second:.0} letters/s of 29 kB, signed; budget {LEAST_A_SECOND} letters/s: {verdict}"
    );
}
