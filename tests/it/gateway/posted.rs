//! Letters that a provider posts by HTTP, to the running pages.

use pentade::desk::take_posted::signature;
use sqlx::PgPool;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::hall::{desk, desk_with, letter, new_game, settings_with};

const SECRET: &str = "a secret of thirty-two characters";
const QUERY: &str = "from=anna%40example.org&to=orders%2Bg1%40gm.example";

/// Posts a letter; status line and words of the answer.
async fn post(port: u16, query: &str, heads: &[(&str, String)], raw: &[u8]) -> (u16, String) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.expect("connects");
    let mut request = format!(
        "POST /in/letters?{query} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: message/rfc822\r\n\
         Content-Length: {}\r\n",
        raw.len()
    );
    for (name, value) in heads {
        request += &format!("{name}: {value}\r\n");
    }
    stream.write_all(format!("{request}\r\n").as_bytes()).await.expect("sent");
    // A server that has heard enough hangs up.
    stream.write_all(raw).await.ok();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.ok();
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.split_ascii_whitespace().nth(1).and_then(|status| status.parse().ok());
    (status.unwrap_or(0), answer)
}

fn heads(at: i64, query: &str, raw: &[u8]) -> Vec<(&'static str, String)> {
    let at = at.to_string();
    let signature = signature(SECRET, &at, query, raw);
    vec![("Pentade-Timestamp", at), ("Pentade-Signature", signature)]
}

async fn pages(desk: pentade::desk::Desk) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("bound").port();
    let app = pentade::web::App::new(desk);
    tokio::spawn(pentade::web::serve(listener, app, std::future::pending()));
    port
}

#[sqlx::test]
async fn a_signed_letter_is_stored_before_it_is_answered(pool: PgPool) {
    let settings =
        format!("[mail_in]\nchecks = \"envelope\"\nletter_bytes = 5000\nhttp_secret = \"{SECRET}\"\n");
    let desk = desk_with(&pool, settings_with(&settings));
    desk.create_game(&new_game("g1")).await.expect("the game begins");
    let port = pages(desk.clone()).await;
    let raw = letter("anna@example.org", "h", "g1", "guess 7");
    let raw = raw.as_bytes();
    let now = jiff::Timestamp::now().as_second();
    let good = heads(now, QUERY, raw);
    for _ in 0..2 {
        let (status, answer) = post(port, QUERY, &good, raw).await;
        assert_eq!(status, 200, "{answer}");
    }
    let stored: Vec<(Vec<u8>, String, String)> =
        sqlx::query_as("select raw, way, envelope_from from letter").fetch_all(&pool).await.expect("stored");
    assert_eq!(stored, [(raw.to_vec(), "http".to_owned(), "anna@example.org".to_owned())], "once");

    let other = QUERY.replace("anna", "eve");
    let nobody = QUERY.replace("g1", "g9");
    let big = vec![b'x'; 6000];
    type Heads = Vec<(&'static str, String)>;
    let many = format!("from=a{}", "&to=b".repeat(21));
    let table: [(&str, u16, &str, Heads, &[u8]); 15] = [
        ("no signature", 401, QUERY, vec![], raw),
        ("too old", 401, QUERY, heads(now - 400, QUERY, raw), raw),
        ("from the future", 401, QUERY, heads(now + 400, QUERY, raw), raw),
        ("another sender", 401, &other, good.clone(), raw),
        ("another letter", 401, QUERY, good.clone(), &b"From: eve@example.com\r\n\r\nguess 1"[..]),
        ("nobody's address", 422, &nobody, heads(now, &nobody, raw), raw),
        ("no recipient", 400, "from=a", heads(now, "from=a", raw), raw),
        ("no sender", 400, "to=a", heads(now, "to=a", raw), raw),
        ("other names", 400, "sender=a&recipient=b", heads(now, "sender=a&recipient=b", raw), raw),
        ("no text", 400, "from=%ff&to=%fe", heads(now, "from=%ff&to=%fe", raw), raw),
        ("no query", 400, "", heads(now, "", raw), raw),
        ("no query, unsigned", 401, "", vec![], raw),
        ("too many recipients", 400, &many, heads(now, &many, raw), raw),
        ("no letter", 400, QUERY, heads(now, QUERY, b""), &b""[..]),
        ("too large", 413, QUERY, heads(now, QUERY, &big), &big),
    ];
    for (name, wanted, query, heads, raw) in table {
        let (status, answer) = post(port, query, &heads, raw).await;
        assert_eq!(status, wanted, "{name}: {answer}");
        let is_about_query =
            ["no recipient", "no sender", "other names", "no text", "no query"].contains(&name);
        assert_eq!(
            answer.contains("the query cannot be taken apart: from=..."),
            is_about_query,
            "{name}: {answer}"
        );
    }
    let count: i64 =
        sqlx::query_scalar("select count(*) from letter").fetch_one(&pool).await.expect("counted");
    assert_eq!(count, 1);
}

#[sqlx::test]
async fn without_a_secret_nobody_may_post(pool: PgPool) {
    let port = pages(desk(&pool)).await;
    let (status, answer) = post(port, QUERY, &heads(0, QUERY, b"x"), b"x").await;
    assert_eq!(status, 404, "{answer}");
}
