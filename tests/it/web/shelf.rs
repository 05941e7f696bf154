//! Pages that are kept ready: served again as long as their game stands as it did, and for those alone who are not signed in.

use axum::body::Body;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, ETAG, IF_NONE_MATCH};
use axum::http::{Request, StatusCode};
use sqlx::PgPool;

use super::archive::{guessed, publish};
use super::{ANNA, Answer, GRETA, Reader};

const HIT: &str = "pentade; hit";

/// Pages of the archive, for each thing that a page is made from.
const PAGES: [&str; 8] = [
    "/",
    "/g/g1",
    "/g/g1/100",
    "/g/g1/timeline",
    "/g/g1/map?year=100",
    "/g/g1/feed.atom",
    "/api/games/g1/pentades/100",
    "/rules",
];

fn status(answer: &Answer) -> Option<&str> {
    answer.heads.get("cache-status").map(|status| status.to_str().expect("plain"))
}

async fn twice(reader: &mut Reader, address: &str) -> Answer {
    let first = reader.get(address).await;
    assert_eq!(
        (first.status, status(&first)),
        (StatusCode::OK, Some("pentade; fwd=miss; stored")),
        "{address}"
    );
    let second = reader.get(address).await;
    assert_eq!((second.status, status(&second)), (StatusCode::OK, Some(HIT)), "{address}");
    assert_eq!(first.text, second.text, "{address}");
    assert_eq!(first.heads["content-security-policy"], second.heads["content-security-policy"], "{address}");
    second
}

#[sqlx::test]
async fn a_page_is_made_once_and_known_by_its_etag(pool: PgPool) {
    let site = guessed(pool).await;
    let mut stranger = site.stranger();
    for address in PAGES {
        let page = twice(&mut stranger, address).await;
        let tag = page.heads[ETAG].clone();
        let again = Request::get(address).header(IF_NONE_MATCH, tag).body(Body::empty()).expect("a request");
        let again = stranger.send(again).await;
        assert_eq!((again.status, again.text.as_str()), (StatusCode::NOT_MODIFIED, ""), "{address}");
    }
    assert_eq!(status(&stranger.get("/g/g1/search?q=guess").await), None, "searches differ");
    assert_eq!(status(&stranger.get("/g/g2").await), None, "nothing is kept of what is not there");
}

#[sqlx::test]
async fn packed_and_plain_pages_are_kept_apart(pool: PgPool) {
    let site = guessed(pool).await;
    let mut stranger = site.stranger();
    let plain = twice(&mut stranger, "/g/g1/100").await;
    let ask =
        || Request::get("/g/g1/100").header(ACCEPT_ENCODING, "gzip").body(Body::empty()).expect("a request");
    stranger.send(ask()).await;
    let packed = stranger.send(ask()).await;
    assert_eq!(
        (status(&packed), &packed.heads[CONTENT_ENCODING]),
        (Some(HIT), &"gzip".parse().expect("a word"))
    );
    assert!(plain.heads.get(CONTENT_ENCODING).is_none());
    assert_ne!(plain.heads[ETAG], packed.heads[ETAG]);
}

#[sqlx::test]
async fn whoever_is_signed_in_sees_his_own_page_and_leaves_none_to_others(pool: PgPool) {
    let site = guessed(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    let mut stranger = site.stranger();
    for address in PAGES {
        let hers = anna.get(address).await;
        assert_eq!((hers.status, status(&hers)), (StatusCode::OK, None), "{address}");
        let theirs = stranger.page(address).await;
        assert!(!theirs.contains("Sign out"), "{address}");
        assert_eq!(status(&anna.get(address).await), None, "{address}");
    }
    assert!(anna.page("/g/g1").await.contains("Sign out"));
}

/// What changes a page, and a page that it changes.
const CHANGES: [(&str, &str, &str); 8] = [
    ("update game set title = 'Another title'", "/g/g1", "Another title"),
    ("update game set title = 'Third title'", "/", "Third title"),
    ("update account set name = 'Annabel' where name = 'Anna'", "/g/g1", "Annabel"),
    ("update account set name = 'Gregoria' where name = 'Greta'", "/", "Gregoria"),
    ("update seat set name = 'The Crimsons' where side = 'red'", "/g/g1", "The Crimsons"),
    ("update game set status = 'paused'", "/", "paused"),
    ("update pentade set deadline = '2031-02-03 00:00Z' where state = 'open'", "/g/g1", "2031"),
    ("update pentade set deadline = '2032-02-03 00:00Z' where state = 'open'", "/api/games", "2032"),
];

#[sqlx::test]
async fn a_page_that_has_changed_is_made_anew(pool: PgPool) {
    let site = guessed(pool).await;
    let mut stranger = site.stranger();
    for (change, address, shown) in CHANGES {
        let before = stranger.page(address).await;
        assert!(!before.contains(shown), "{change}");
        assert_eq!(status(&stranger.get(address).await), Some(HIT), "{change}");
        sqlx::raw_sql(change).execute(&site.pool).await.expect("changed");
        let after = stranger.page(address).await;
        assert!(after.contains(shown), "{change}: {after}");
    }
}

#[sqlx::test]
async fn a_game_that_goes_on_is_told_of_at_once(pool: PgPool) {
    let site = guessed(pool).await;
    let mut stranger = site.stranger();
    for address in ["/", "/g/g1", "/g/g1/timeline", "/g/g1/feed.atom", "/api/games/g1"] {
        twice(&mut stranger, address).await;
    }
    let before = stranger.page("/").await;
    publish(&site, "105").await;
    for address in ["/g/g1", "/g/g1/timeline", "/g/g1/feed.atom", "/api/games/g1"] {
        assert!(stranger.page(address).await.contains("105"), "{address}");
    }
    assert_ne!(stranger.page("/").await, before);
    let mut greta = site.signed_in(GRETA).await;
    assert_eq!(greta.get("/gm/g/g1").await.status, StatusCode::OK);
    assert_eq!(status(&greta.get("/gm/g/g1").await), None);
}
