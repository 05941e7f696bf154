//! What stands before every page: foreign sites, too large forms, error pages, heads.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, ORIGIN};
use axum::http::{Request, StatusCode};
use futures::stream;
use sqlx::PgPool;

use super::{ANNA, GRETA, Site};

#[sqlx::test]
async fn a_post_from_another_site_is_refused_with_a_live_cookie(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    let foreign = |kind: &str| {
        Request::post("/gm/g/g1/adjudicate")
            .header("sec-fetch-site", "cross-site")
            .header(ORIGIN, "https://evil.example")
            .header(HOST, "gm.example")
            .header(CONTENT_TYPE, kind.to_owned())
            .body(Body::from("first_year=100"))
            .expect("a request")
    };
    for kind in ["application/x-www-form-urlencoded", "text/plain"] {
        let answer = greta.send(foreign(kind)).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN);
        assert!(answer.text.contains("did not come from one of our own pages"), "{}", answer.text);
    }
    assert_eq!(greta.get("/gm/g/g1/adjudicate").await.status, StatusCode::METHOD_NOT_ALLOWED);
    assert!(greta.page("/gm/g/g1").await.contains("orders open"), "nothing was done");
}

#[sqlx::test]
async fn a_form_too_large_is_refused_in_plain_words(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    let words = "x".repeat(3_000_000);
    let whole = anna.post("/g/g1/my/words?side=red", &[("words", &words)]).await;
    let pieces = stream::iter((0..3000).map(|_| Ok::<_, std::io::Error>("x".repeat(1000))));
    let chunked =
        Request::post("/g/g1/my/words?side=red").body(Body::from_stream(pieces)).expect("a request");
    for answer in [whole, anna.send(chunked).await] {
        assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
        assert!(answer.text.contains("<h1>Too much at once") && answer.text.contains("512 kilobytes"));
    }
    assert_eq!(anna.get("/g/g1/my").await.status, StatusCode::OK);
}

#[sqlx::test]
async fn a_large_form_over_a_real_connection_hears_the_answer(pool: PgPool) {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let site = Site::begin(pool).await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("its address");
    let app = pentade::web::App::new(site.desk.clone());
    let served = tokio::spawn(pentade::web::serve(listener, app, std::future::pending()));
    let mut connection = tokio::net::TcpStream::connect(address).await.expect("connected");
    let head = format!(
        "POST /sign-in/link HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/x-www-form-urlencoded\r\n\
         Content-Length: 3000000\r\nConnection: close\r\n\r\n"
    );
    connection.write_all(head.as_bytes()).await.expect("the head is taken");
    connection.write_all(&vec![b'x'; 3_000_000]).await.expect("the whole form is listened to");
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.expect("no broken connection");
    assert!(answer.starts_with("HTTP/1.1 413") && answer.contains("Too much at once"), "{answer}");
    served.abort();
}

#[sqlx::test]
async fn every_error_has_a_page(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    let cases = [
        ("/nowhere", StatusCode::NOT_FOUND),
        ("/g/nowhere", StatusCode::NOT_FOUND),
        ("/g/g1/999", StatusCode::NOT_FOUND),
        ("/g/g1/not-a-year", StatusCode::BAD_REQUEST),
        ("/g/g1/99999999999999", StatusCode::BAD_REQUEST),
        ("/g/%FF/100", StatusCode::NOT_FOUND),
        ("/rules/99.99", StatusCode::NOT_FOUND),
        ("/static/../Cargo.toml", StatusCode::NOT_FOUND),
        ("/static/pentade.css", StatusCode::NOT_FOUND),
        ("/sign-out", StatusCode::METHOD_NOT_ALLOWED),
        ("/gm/g/g1", StatusCode::FORBIDDEN),
        ("/g/g1/my?side=blue", StatusCode::FORBIDDEN),
        ("/g/g1/my?side=nobody", StatusCode::FORBIDDEN),
    ];
    for (address, status) in cases {
        let answer = anna.get(address).await;
        assert_eq!(answer.status, status, "{address}: {}", answer.text);
        assert!(
            answer.text.contains("<h1>") && answer.text.contains("</html>"),
            "{address}: {}",
            answer.text
        );
        assert!(answer.heads[CONTENT_TYPE].to_str().expect("plain").starts_with("text/html"), "{address}");
        assert!(answer.heads.contains_key(CONTENT_SECURITY_POLICY), "{address}");
    }
    let nonsense = Request::post("/g/g1/my/orders?side=red")
        .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Body::from(&b"guess=%FF%00%C3%28&&&=&%"[..]))
        .expect("a request");
    let answer = anna.send(nonsense).await;
    assert!(!answer.status.is_server_error(), "{}", answer.text);
}

#[sqlx::test]
async fn a_page_brings_only_its_own_stylesheet(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut reader = site.stranger();
    let answer = reader.get("/g/g1").await;
    let policy = answer.heads[CONTENT_SECURITY_POLICY].to_str().expect("plain").to_owned();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    assert!(answer.heads.contains_key("x-request-id"));
    for never in ["<script", "<style", " style=", " onclick", " onload", "http://", "javascript:"] {
        let ours = ["http://www.w3.org/2000/svg", "http://127.0.0.1:8080/g/g1/map.png"];
        let page = ours.iter().fold(answer.text.clone(), |page, address| page.replace(address, ""));
        assert!(!page.contains(never), "{never} in {page}");
    }
    assert!(
        answer.text.contains("Guesses &#38; &#60;b&#62;more"),
        "markup in a title is text: {}",
        answer.text
    );

    let from = answer.text.find("/static/pentade-").expect("the stylesheet");
    let style = reader.get(answer.text[from..].split('"').next().expect("an address")).await;
    assert_eq!(style.heads[CONTENT_TYPE], "text/css; charset=utf-8");
    assert!(style.heads[CACHE_CONTROL].to_str().expect("plain").contains("immutable"));
    let map = reader.get("/g/g1/map.svg").await;
    assert_eq!(map.heads[CONTENT_TYPE], "image/svg+xml");
    assert!(map.heads[CONTENT_SECURITY_POLICY].to_str().expect("plain").starts_with("default-src 'none'"));
}
