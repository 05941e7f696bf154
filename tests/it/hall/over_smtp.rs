//! From one SMTP conversation to the next: a letter comes in over our own listener, and its answer goes out.

use std::sync::Arc;

use pentade::jobs::{self, Work};
use pentade::mail::postman::{Postman, SmtpSettings, TlsMode};
use pentade::mail::smtp_in::{self, Envelope, Limits, Protocol, Server};
use sqlx::PgPool;
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::{ANNA, Hall, ORDERS, letter};

#[sqlx::test]
async fn a_letter_comes_in_by_smtp_and_its_answer_goes_out(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("bound").port();
    let server = Server {
        protocol: Protocol::Smtp,
        host: "gm.example".to_owned(),
        limits: Limits::default(),
        inbox: Arc::new(hall.desk.clone()),
        tls: None,
    };
    let (stop, stopped) = watch::channel(false);
    let listening = tokio::spawn(smtp_in::listen(listener, Arc::new(server), stopped.clone()));
    let answers = Postman::memory();
    let working = tokio::spawn(jobs::run(Work::new(hall.desk.clone(), answers.clone()), stopped));

    let sender = Postman::smtp(&SmtpSettings {
        host: "127.0.0.1".to_owned(),
        port,
        tls: TlsMode::None,
        login: None,
        timeout: std::time::Duration::from_secs(10),
    })
    .expect("a postman");
    let raw = letter(ANNA, "smtp", "g1", "guess 7\n.\n.hidden dot");
    let envelope = Envelope::to_one(ANNA, ORDERS);
    sender.send(&envelope, raw.as_bytes()).await.expect("accepted");
    sender.send(&envelope, raw.as_bytes()).await.expect("a second copy is accepted too");
    let stranger = sender.send(&Envelope::to_one(ANNA, "someone@example.org"), raw.as_bytes()).await;
    assert!(stranger.is_err(), "we relay for nobody");

    let sent = "select count(*) from outbox where kind = 'acknowledgement' and sent_at is not null";
    for _ in 0..200 {
        if hall.count(sent).await == 1 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    stop.send(true).expect("they listen");
    listening.await.expect("the listener ends");
    working.await.expect("the jobs end");
    assert_eq!(hall.count(sent).await, 1);
    assert_eq!(hall.count("select count(*) from letter").await, 1);
    let kept: Vec<u8> =
        sqlx::query_scalar("select raw from letter").fetch_one(&hall.pool).await.expect("kept");
    assert!(String::from_utf8_lossy(&kept).contains("\r\n.\r\n.hidden dot"), "dots arrive as written");
    let Postman::Memory(kept) = &answers else { panic!("a postman that remembers") };
    let kept = kept.lock().expect("not poisoned");
    assert!(kept.iter().any(|carried| {
        carried.envelope.to == [ANNA]
            && String::from_utf8_lossy(&carried.raw).contains("In-Reply-To: <smtp@example.org>")
    }));
}
