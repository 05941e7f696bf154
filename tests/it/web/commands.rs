//! The commands as pages: press, days away, stand-ins, leaving, history, maps.

use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use sqlx::PgPool;

use super::{ANNA, BORIS, GRETA, Site};

async fn count(site: &Site, what: &'static str) -> i64 {
    sqlx::query_scalar(what).fetch_one(&site.pool).await.expect("counted")
}

#[sqlx::test]
async fn a_message_is_written_read_and_shown_as_text(pool: PgPool) {
    let site = Site::begin(pool).await;
    let (mut anna, mut boris) = (site.signed_in(ANNA).await, site.signed_in(BORIS).await);
    let form = anna.page("/g/g1/my/press").await;
    assert!(form.contains("The Blues") && !form.contains("value=\"red\""), "{form}");
    let words = "<script>alert(1)</script> \"hi\"";
    let sent = anna.post("/g/g1/my/press?side=red", &[("to", "blue"), ("text", words)]).await;
    assert!(sent.status.is_redirection(), "{}", sent.text);
    let page = boris.page("/g/g1/my/press").await;
    assert!(page.contains("&#60;script&#62;") && !page.contains("<script"), "{page}");
    assert_eq!(count(&site, "select count(*) from outbox where kind = 'press'").await, 1);
    for filled in [&[("to", "red"), ("text", "x")][..], &[("text", "x")], &[("to", "*"), ("text", "  ")]] {
        assert_eq!(
            anna.post("/g/g1/my/press?side=red", filled).await.status,
            StatusCode::CONFLICT,
            "{filled:?}"
        );
    }
    let foreign = boris.post("/g/g1/my/press?side=red", &[("to", "*"), ("text", "x")]).await;
    assert_eq!(foreign.status, StatusCode::FORBIDDEN);
    assert_eq!(boris.get("/g/g1/my/press?side=red").await.status, StatusCode::FORBIDDEN);
}

#[sqlx::test]
async fn an_unsigned_message_is_shown_before_it_goes(pool: PgPool) {
    let site = Site::begin(pool).await;
    let (mut anna, mut boris) = (site.signed_in(ANNA).await, site.signed_in(BORIS).await);
    let filled = [("to", "*"), ("text", "beware"), ("anonymous", "yes")];
    let shown = anna.post("/g/g1/my/press?side=red", &filled).await;
    assert_eq!(shown.status, StatusCode::OK);
    assert!(
        shown.text.contains("So it would go out") && shown.text.contains("beware</textarea>"),
        "{}",
        shown.text
    );
    assert_eq!(count(&site, "select count(*) from press").await, 0);
    let seen = [&filled[..], &[("seen", "yes")]].concat();
    assert!(anna.post("/g/g1/my/press?side=red", &seen).await.status.is_redirection());
    let page = boris.page("/g/g1/my/press").await;
    let messages = page.split("id=\"messages\"").nth(1).expect("the messages");
    assert!(messages.contains("unsigned") && !messages.contains("Reds"), "{messages}");
    let mut greta = site.signed_in(GRETA).await;
    assert!(greta.page("/gm/g/g1").await.contains("The Reds, unsigned"), "the GM sees who wrote it");

    assert!(greta.post("/gm/g/g1/customs", &[("gm_confirms", "yes")]).await.status.is_redirection());
    assert!(!anna.page("/g/g1/my/press").await.contains("name=\"anonymous\""));
    assert_eq!(anna.post("/g/g1/my/press?side=red", &seen).await.status, StatusCode::CONFLICT);
    assert_eq!(anna.post("/gm/g/g1/customs", &[]).await.status, StatusCode::FORBIDDEN);
}

#[sqlx::test]
async fn days_away_and_a_stand_in_are_named_and_ended(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    let today = jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC).date().to_string();
    let days = [("first", today.as_str()), ("last", today.as_str())];
    assert!(anna.post("/g/g1/my/vacation?side=red", &days).await.status.is_redirection());
    let page = anna.page("/g/g1/my/away").await;
    assert!(page.contains(&format!("<strong>{today}</strong> to <strong>{today}</strong>")), "{page}");
    let never = [("first", "soon"), ("last", "later")];
    assert_eq!(anna.post("/g/g1/my/vacation?side=red", &never).await.status, StatusCode::CONFLICT);

    let named = [("email", BORIS), ("last", today.as_str())];
    assert!(anna.post("/g/g1/my/stand-in?side=red", &named).await.status.is_redirection());
    let mut greta = site.signed_in(GRETA).await;
    let desk = greta.page("/gm/g/g1").await;
    assert!(desk.contains(&format!("away from {today}")) && desk.contains("Confirm"), "{desk}");
    let address = desk.split("action=\"/gm/g/g1/stand-ins/").nth(1).expect("a form");
    let address = format!("/gm/g/g1/stand-ins/{}", address.split('"').next().expect("quoted"));
    assert_eq!(anna.post(&address, &[("agrees", "yes")]).await.status, StatusCode::FORBIDDEN);
    assert!(greta.post(&address, &[("agrees", "yes")]).await.status.is_redirection());
    let mut boris = site.signed_in(BORIS).await;
    let ordered = boris.post("/g/g1/my/words?side=red", &[("words", "guess 4")]).await;
    assert_eq!(ordered.status, StatusCode::OK, "{}", ordered.text);
    assert!(anna.post("/g/g1/my/stand-in?side=red", &[("none", "yes")]).await.status.is_redirection());
    let late = boris.post("/g/g1/my/words?side=red", &[("words", "guess 5")]).await;
    assert_eq!(late.status, StatusCode::FORBIDDEN);
}

#[sqlx::test]
async fn a_seat_is_given_up_only_on_purpose(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    anna.post("/g/g1/my/words?side=red", &[("words", "guess 4")]).await;
    anna.post("/g/g1/my/resign?side=red", &[]).await;
    assert_eq!(
        anna.get("/g/g1/my?side=red").await.status,
        StatusCode::OK,
        "without the tick nothing is done"
    );
    let mut boris = site.signed_in(BORIS).await;
    assert_eq!(
        boris.post("/g/g1/my/resign?side=red", &[("sure", "yes")]).await.status,
        StatusCode::FORBIDDEN
    );
    assert!(anna.post("/g/g1/my/resign?side=red", &[("sure", "yes")]).await.status.is_redirection());
    assert_eq!(anna.get("/g/g1/my?side=red").await.status, StatusCode::FORBIDDEN);
    assert_eq!(count(&site, "select count(*) from sheet where side = 'red'").await, 2, "withdrawn");
}

#[sqlx::test]
async fn history_and_maps_are_for_everyone_as_far_as_they_may_see(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut stranger = site.stranger();
    assert!(stranger.page("/g/g1/history?name=x").await.contains("keeps no such history"));
    let hostile = stranger.page("/g/g1/history?name=%3Cscript%3Ealert(1)%3C/script%3E").await;
    assert!(!hostile.contains("<script"), "{hostile}");
    assert_eq!(stranger.get("/g/g1/history?name=x&side=red").await.status, StatusCode::FORBIDDEN);
    let request =
        axum::http::Request::get("/g/g1/map.png").body(axum::body::Body::empty()).expect("a request");
    let answer = tower::ServiceExt::oneshot(site.router.clone(), request).await.expect("an answer");
    assert_eq!(
        (answer.status(), &answer.headers()[CONTENT_TYPE]),
        (StatusCode::OK, &"image/png".parse().expect("a kind"))
    );
    let bytes = axum::body::to_bytes(answer.into_body(), usize::MAX).await.expect("bytes");
    assert!(bytes.starts_with(b"\x89PNG"));
}
