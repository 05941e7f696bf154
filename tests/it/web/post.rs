//! The pages about our letters: dead letters, followers, further addresses, the operator's status.

use axum::http::StatusCode;
use sqlx::PgPool;

use super::{ANNA, GRETA, Site};

impl Site {
    /// The token of the newest link to an address.
    async fn token(&self, address: &str, start: &str) -> String {
        let plain: String =
            sqlx::query_scalar("select plain from outbox where envelope_to = $1 order by id desc limit 1")
                .bind(address)
                .fetch_one(&self.pool)
                .await
                .expect("a letter");
        let (_, rest) = plain.split_once(start).unwrap_or_else(|| panic!("{start} is not in {plain}"));
        format!("{start}{}", rest.split_whitespace().next().expect("a token"))
    }
}

#[sqlx::test]
async fn dead_letters_are_shown_to_the_gm_alone_and_decided_by_buttons(pool: PgPool) {
    let site = Site::begin(pool).await;
    let hostile = "<script>alert(1)</script>";
    sqlx::query(
        "update outbox set failed_at = now(), attempts = 3, last_error = $1, subject = $1 where envelope_to = $2",
    )
    .bind(hostile)
    .bind(ANNA)
    .execute(&site.pool)
    .await
    .expect("given up");
    let mut anna = site.signed_in(ANNA).await;
    let mut greta = site.signed_in(GRETA).await;
    let page = greta.page("/gm/g/g1/dead-letters").await;
    assert!(page.contains("given up: &#60;script&#62;") && !page.contains("<script"), "{page}");
    assert!(greta.page("/gm/g/g1").await.contains("/gm/g/g1/dead-letters"));
    let (_, rest) = page.split_once("/gm/g/g1/dead-letters/").expect("a link to a letter");
    let id = rest.split('/').next().expect("a number").to_owned();
    let raw = greta.get(&format!("/gm/g/g1/dead-letters/{id}/raw")).await;
    assert!(raw.text.contains("Message-ID: <") && raw.heads["content-type"] == "text/plain; charset=utf-8");
    for address in ["/gm/g/g1/dead-letters".to_owned(), format!("/gm/g/g1/dead-letters/{id}/raw")] {
        assert_eq!(anna.get(&address).await.status, StatusCode::FORBIDDEN, "{address}");
    }
    let again = format!("/gm/g/g1/dead-letters/{id}/again");
    assert_eq!(anna.post(&again, &[]).await.status, StatusCode::FORBIDDEN);
    assert_eq!(greta.get(&again).await.status, StatusCode::METHOD_NOT_ALLOWED, "looking changes nothing");
    assert_eq!(greta.post(&again, &[]).await.to.as_deref(), Some("/gm/g/g1/dead-letters"));
    assert_eq!(greta.post(&again, &[]).await.status, StatusCode::CONFLICT, "it is on its way");
    assert!(greta.page("/gm/g/g1/dead-letters").await.contains("There are none"));
}

#[sqlx::test]
async fn a_game_is_followed_and_left_by_links_and_by_one_click(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut fan = site.stranger();
    assert!(fan.page("/g/g1").await.contains("action=\"/g/g1/follow\""));
    let asked = fan.post("/g/g1/follow", &[("email", "fan@example.org")]).await;
    assert!(asked.status == StatusCode::OK && asked.text.contains("Look into your mail"));
    assert_eq!(fan.post("/g/g1/follow", &[("email", "nobody")]).await.status, StatusCode::CONFLICT);
    let follow = site.token("fan@example.org", "/follow/").await;
    assert!(fan.page(&follow).await.contains("<form method=\"post\">"), "a page with a button");
    let active = "select count(*) from follower where confirmed_at is not null and gone_at is null";
    let count = async || sqlx::query_scalar::<_, i64>(active).fetch_one(&site.pool).await.expect("counted");
    assert_eq!(count().await, 0, "opening the link changes nothing");
    assert!(fan.post(&follow, &[]).await.text.contains("You follow"));
    assert_eq!(count().await, 1);
    assert_eq!(fan.get("/follow/1.0").await.status, StatusCode::NOT_FOUND);

    let mut greta = site.signed_in(GRETA).await;
    greta.post("/gm/g/g1/adjudicate", &[]).await;
    greta.post("/gm/g/g1/publish", &[("first_year", "100")]).await;
    let unfollow = site.token("fan@example.org", "/unfollow/").await;
    assert!(fan.page(&unfollow).await.contains("Send no more letters"));
    assert_eq!(count().await, 1);
    // As a mail program does it: no cookie, no page before, RFC 8058.
    let click = site.stranger().post(&unfollow, &[("List-Unsubscribe", "One-Click")]).await;
    assert_eq!(click.status, StatusCode::OK);
    assert_eq!(count().await, 0);
}

#[sqlx::test]
async fn further_addresses_are_added_confirmed_and_removed_on_the_accounts_page(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    let added = anna.post("/settings/addresses", &[("address", "anna@second.example")]).await;
    assert_eq!(added.to.as_deref(), Some("/settings"));
    assert!(anna.page("/settings").await.contains("not confirmed"));
    let wrong = anna.post("/settings/addresses", &[("address", "no address")]).await;
    assert!(wrong.status == StatusCode::UNPROCESSABLE_ENTITY && wrong.text.contains("is no address"));
    let link = site.token("anna@second.example", "/address/").await;
    assert!(site.stranger().page(&link).await.contains("anna@second.example"));
    assert!(site.stranger().post(&link, &[]).await.text.contains("Thank you"));
    assert!(!anna.page("/settings").await.contains("not confirmed"));
    assert_eq!(site.stranger().get("/address/x.y").await.status, StatusCode::NOT_FOUND);
    let removed = anna.post("/settings/addresses/remove", &[("address", "anna@second.example")]).await;
    assert_eq!(removed.to.as_deref(), Some("/settings"));
    assert!(!anna.page("/settings").await.contains("anna@second.example"));
    let first = anna.post("/settings/addresses/remove", &[("address", ANNA)]).await;
    assert_eq!(first.status, StatusCode::NOT_FOUND);
}

#[sqlx::test]
async fn the_operator_sees_how_the_server_is_and_nobody_else(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    assert_eq!(anna.get("/status").await.status, StatusCode::FORBIDDEN);
    // Who begins games runs the server.
    let mut greta = site.signed_in(GRETA).await;
    let page = greta.page("/status").await;
    let version = env!("CARGO_PKG_VERSION");
    assert!(page.contains(&format!("Pentade {version}")) && page.contains("Rules of "), "{page}");
    assert_eq!(site.stranger().get("/status").await.to.as_deref(), Some("/sign-in?back=/status"));
}
