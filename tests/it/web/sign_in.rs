//! Coming in by password and by link, and going out.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use sqlx::PgPool;

use super::{ANNA, BORIS, GRETA, PASSWORD, Site};

#[sqlx::test]
async fn a_password_lets_in_and_signing_out_lets_out(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut reader = site.stranger();
    let asked = reader.get("/g/g1/my?side=red").await;
    assert_eq!(asked.to.as_deref(), Some("/sign-in?back=/g/g1/my%3Fside%3Dred"));
    let form = reader.page("/sign-in?back=/g/g1/my%3Fside%3Dred").await;
    assert!(form.contains("value=\"/g/g1/my?side=red\""), "{form}");

    let wrong = reader.post("/sign-in/password", &[("email", ANNA), ("password", "wrong wrong")]).await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(wrong.text.contains("do not belong together"), "{}", wrong.text);
    assert!(reader.cookie.is_none(), "a failure leaves no session");

    let back = [("email", ANNA), ("password", PASSWORD), ("back", "/g/g1/my?side=red")];
    let entered = reader.post("/sign-in/password", &back).await;
    assert_eq!(entered.to.as_deref(), Some("/g/g1/my?side=red"));
    let cookie = entered.heads[SET_COOKIE].to_str().expect("plain");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    assert!(reader.page("/g/g1/my?side=red").await.contains("The Reds"));

    let former = reader.cookie.clone();
    reader.post("/sign-out", &[]).await;
    reader.cookie = former;
    assert_eq!(reader.get("/my").await.status, StatusCode::SEE_OTHER, "the old session is gone");
}

#[sqlx::test]
async fn nobody_is_led_to_a_foreign_site(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut reader = site.stranger();
    assert!(!reader.page("/sign-in?back=//evil.example/").await.contains("evil.example"));
    let filled = [("email", ANNA), ("password", PASSWORD), ("back", "//evil.example/")];
    let entered = reader.post("/sign-in/password", &filled).await;
    assert_eq!(entered.to.as_deref(), Some("/my"));
}

#[sqlx::test]
async fn a_link_lets_in_once_and_only_by_its_button(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut reader = site.stranger();
    let known = reader.post("/sign-in/link", &[("email", ANNA)]).await.text;
    let unknown = reader.post("/sign-in/link", &[("email", "nobody@example.org")]).await.text;
    assert_eq!(known.replace(ANNA, ""), unknown.replace("nobody@example.org", ""), "nobody is given away");

    let letter: String = sqlx::query_scalar("select plain from outbox where kind = 'link'")
        .fetch_one(&site.pool)
        .await
        .expect("one letter, to the known address");
    let path = link_in(&letter);
    for _ in 0..2 {
        assert!(reader.page(path).await.contains("Your link is good"));
    }
    assert!(reader.cookie.is_none(), "opening the link signs nobody in");
    assert_eq!(reader.post(path, &[]).await.to.as_deref(), Some("/my"));
    assert!(reader.page("/my").await.contains("The Reds"));

    let mut other = site.stranger();
    assert_eq!(other.post(path, &[]).await.status, StatusCode::NOT_FOUND);
    let spent = other.get(path).await;
    assert!(spent.status == StatusCode::NOT_FOUND && spent.text.contains("no longer good"), "{}", spent.text);
}

fn link_in(letter: &str) -> &str {
    let path = letter.split_whitespace().find_map(|word| word.find("/sign-in/link/").map(|at| &word[at..]));
    path.expect("the letter holds the link")
}

#[sqlx::test]
async fn a_forgotten_password_is_replaced_by_coming_by_link(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut elsewhere = site.signed_in(ANNA).await;
    let without = [("password", "another castle far away")];
    let refused = elsewhere.post("/settings/password", &without).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "a password alone does not replace itself");

    let mut boris = site.signed_in(BORIS).await;
    let mut reader = site.stranger();
    let path = site.desk.new_link(ANNA).await.expect("made").expect("for a known address");
    reader.post(link_in(&path), &[]).await;
    assert!(!reader.page("/settings").await.contains("name=\"former\""));
    assert_eq!(reader.post("/settings/password", &without).await.status, StatusCode::SEE_OTHER);
    assert!(reader.page("/settings").await.contains("signed out everywhere else"));
    assert_eq!(elsewhere.get("/my").await.status, StatusCode::SEE_OTHER, "the other session is ended");
    assert_eq!(boris.get("/my").await.status, StatusCode::OK, "nobody else's is");
}

#[sqlx::test]
async fn tries_to_sign_in_are_counted(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut reader = site.stranger();
    let mut statuses = Vec::new();
    for _ in 0..12 {
        let answer = reader.post("/sign-in/password", &[("email", "x@example.org"), ("password", "y")]).await;
        statuses.push(answer.status.as_u16());
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            assert!(answer.heads.contains_key("retry-after"));
            assert!(answer.text.contains("<h1>Too many tries"), "{}", answer.text);
        }
    }
    assert_eq!(statuses[..8], [422; 8]);
    assert!(statuses[8..].contains(&429), "{statuses:?}");
}

#[sqlx::test]
async fn the_account_page_changes_zone_name_and_password(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    assert!(anna.page("/settings").await.contains("<option selected>UTC</option>"));
    assert_eq!(anna.post("/settings/zone", &[("zone", "Europe/Vienna")]).await.status, StatusCode::SEE_OTHER);
    let page = anna.page("/settings").await;
    assert!(
        page.contains("Your time zone is changed")
            && page.contains("<option selected>Europe/Vienna</option>")
    );
    assert!(!anna.page("/settings").await.contains("Your time zone is changed"), "told once");
    assert!(anna.page("/g/g1/my").await.contains("Europe/Vienna"), "deadlines are shown in it");

    let refused = anna.post("/settings/name", &[("name", "  ")]).await;
    assert!(refused.status == StatusCode::UNPROCESSABLE_ENTITY && refused.text.contains("a name has"));
    let wrong = [("former", "not it at all"), ("password", "another castle far away")];
    assert_eq!(anna.post("/settings/password", &wrong).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    let right = [("former", PASSWORD), ("password", "another castle far away")];
    assert_eq!(anna.post("/settings/password", &right).await.status, StatusCode::SEE_OTHER);
    let mut again = site.stranger();
    let entered = [("email", ANNA), ("password", "another castle far away")];
    assert_eq!(again.post("/sign-in/password", &entered).await.status, StatusCode::SEE_OTHER);
}

#[sqlx::test]
async fn the_answer_to_a_wish_for_a_link_takes_as_long_for_anyone(pool: PgPool) {
    let site = Site::begin(pool).await;
    for email in [ANNA, "nobody@example.org"] {
        let began = Instant::now();
        site.stranger().post("/sign-in/link", &[("email", email)]).await;
        assert!(began.elapsed() >= Duration::from_millis(400), "{email}");
    }
}

#[sqlx::test]
async fn sessions_are_shown_and_ended_one_by_one_or_all(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    let (mut first, mut second) = (site.signed_in(ANNA).await, site.signed_in(ANNA).await);
    let mut boris = site.signed_in(BORIS).await;
    let page = anna.page("/settings").await;
    assert_eq!(page.matches(">Sign out there</button>").count(), 2, "{page}");
    assert_eq!(page.matches(">this one</span>").count(), 1, "{page}");
    for reader in [&anna, &first, &second] {
        let cookie = reader.cookie.as_deref().and_then(|cookie| cookie.split('=').nth(1)).expect("a session");
        assert!(!page.contains(cookie), "what lets in is not on the page");
    }
    let name = page.split("name=\"session\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    let name = name.expect("a session's name").to_owned();
    boris.post("/settings/sessions/end", &[("session", &name)]).await;
    assert_eq!(first.get("/my").await.status, StatusCode::OK, "nobody ends another's session");
    assert_eq!(second.get("/my").await.status, StatusCode::OK);

    anna.post("/settings/sessions/end", &[("session", &name)]).await;
    let ended = [first.get("/my").await.status, second.get("/my").await.status];
    assert_eq!(ended.iter().filter(|status| **status == StatusCode::SEE_OTHER).count(), 1, "{ended:?}");
    anna.post("/settings/sessions/end", &[]).await;
    for reader in [&mut first, &mut second] {
        assert_eq!(reader.get("/my").await.status, StatusCode::SEE_OTHER);
    }
    assert!(anna.page("/settings").await.contains("signed out everywhere else"));
    assert_eq!(boris.get("/my").await.status, StatusCode::OK);
}

#[sqlx::test]
async fn a_session_gets_another_name_at_every_sign_in(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    let former = anna.cookie.clone();
    let filled = [("email", BORIS), ("password", PASSWORD)];
    anna.post("/sign-in/password", &filled).await;
    assert_ne!(anna.cookie, former, "a planted session is of no use");
    let mut planted = site.stranger();
    planted.cookie = former;
    assert_eq!(planted.get("/my").await.status, StatusCode::SEE_OTHER);
    assert!(anna.page("/my").await.contains("The Blues"));
}

#[sqlx::test]
async fn what_cannot_be_taken_back_wants_a_fresh_sign_in(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    greta.post("/gm/g/g1/adjudicate", &[]).await;
    let aged = "update session set data = jsonb_set(data, '{since}', '\"2026-01-01T00:00:00Z\"')";
    sqlx::query(aged).execute(&site.pool).await.expect("the session ages");
    let asked = greta.post("/gm/g/g1/publish", &[("first_year", "100")]).await;
    assert_eq!(asked.to.as_deref(), Some("/sign-in?back=/gm/g/g1/publish&again=yes"));
    assert_eq!(site.stranger().get("/g/g1/100").await.status, StatusCode::NOT_FOUND, "nothing was published");
    let form = greta.page("/sign-in?back=/gm/g/g1/publish&again=yes").await;
    assert!(form.contains("cannot be taken back") && form.contains(GRETA), "{form}");
    assert!(greta.page("/gm/g/g1/draft").await.contains("Draft of"), "whoever only looks is not asked");

    let filled = [("email", GRETA), ("password", PASSWORD), ("back", "/gm/g/g1/publish"), ("again", "yes")];
    let entered = greta.post("/sign-in/password", &filled).await;
    assert_eq!(entered.to.as_deref(), Some("/gm/g/g1/publish"));
    let done = greta.post("/gm/g/g1/publish", &[("first_year", "100")]).await;
    assert_eq!(done.to.as_deref(), Some("/g/g1/100"));

    let amendment = [("kind", "orders"), ("side", "red"), ("words", "guess 3"), ("reason", "misread")];
    greta.post("/gm/g/g1/turns/100/amend", &amendment).await;
    sqlx::query(aged).execute(&site.pool).await.expect("the session ages");
    let asked = greta.post("/gm/g/g1/corrections/1/publish", &[("seen", "x"), ("explanation", "y")]).await;
    assert_eq!(asked.to.as_deref(), Some("/sign-in?back=/gm/g/g1/correction&again=yes"));
}
