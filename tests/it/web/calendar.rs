//! The calendar and the seats at the GM's desk, and a player's word that he is ready.

use axum::http::StatusCode;
use sqlx::PgPool;

use super::{ANNA, BORIS, GRETA, Site};

const FILLED: [(&str, &str); 13] = [
    ("days", "10"),
    ("clock", "21:30"),
    ("zone", "Europe/Vienna"),
    ("grace_hours", "6"),
    ("reminders", "5, 2"),
    ("days_off", "sunday\n12-24"),
    ("closes_when_ready", "yes"),
    ("missing_orders", "caretaker"),
    ("vacant_orders", "hold"),
    ("answer_days", "2"),
    ("absent_votes", "default"),
    ("gm_votes_late", "yes"),
    ("publishes", "at_once"),
];

#[sqlx::test]
async fn the_gm_sets_the_calendar_and_stops_the_clock(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    assert!(greta.page("/gm/g/g1").await.contains("/gm/g/g1/calendar"));
    let before = greta.page("/gm/g/g1/calendar").await;
    assert!(before.contains("value=\"20:00:00\"") && before.contains("value=\"3, 1\""), "{before}");
    let set = greta.post("/gm/g/g1/calendar", &FILLED).await;
    assert_eq!(set.to.as_deref(), Some("/gm/g/g1/calendar"));
    let page = greta.page("/gm/g/g1/calendar").await;
    for shown in [
        "value=\"10\"",
        "value=\"21:30:00\"",
        "value=\"Europe/Vienna\"",
        "value=\"5, 2\"",
        "sunday\n12-24",
        "still count for 6 hours",
        "<option value=\"caretaker\" selected>",
        "<option value=\"default\" selected>",
        "<option value=\"at_once\" selected>",
        "Reminders of this deadline",
    ] {
        assert!(page.contains(shown), "{shown}: {page}");
    }
    for (field, wrong, status) in [
        ("zone", "Mars/Olympus", StatusCode::CONFLICT),
        ("days", "many", StatusCode::BAD_REQUEST),
        ("clock", "noonish", StatusCode::BAD_REQUEST),
        ("days_off", "someday", StatusCode::CONFLICT),
        ("reminders", "3, soon", StatusCode::BAD_REQUEST),
        ("missing_orders", "magic", StatusCode::BAD_REQUEST),
        ("absent_votes", "magic", StatusCode::BAD_REQUEST),
        ("publishes", "magic", StatusCode::BAD_REQUEST),
    ] {
        let filled = FILLED.map(|(name, value)| if name == field { (name, wrong) } else { (name, value) });
        assert_eq!(greta.post("/gm/g/g1/calendar", &filled).await.status, status, "{field} {wrong}");
    }
    let extension = [("side", "red"), ("until", "2099-01-01T20:00")];
    assert_eq!(greta.post("/gm/g/g1/calendar/extension", &extension).await.status, StatusCode::SEE_OTHER);
    assert!(greta.page("/gm/g/g1/calendar").await.contains("Take back the time of The Reds"));
    let mut anna = site.signed_in(ANNA).await;
    assert!(anna.page("/g/g1/my?side=red").await.contains("Yours count until"));
    assert_eq!(anna.get("/gm/g/g1/calendar").await.status, StatusCode::FORBIDDEN);
    assert_eq!(anna.post("/gm/g/g1/pause", &[]).await.status, StatusCode::FORBIDDEN);

    greta.post("/gm/g/g1/pause", &[("reason", "The GM is ill")]).await;
    assert!(greta.page("/gm/g/g1/calendar").await.contains("Let the clock run again"));
    assert!(anna.page("/g/g1/my?side=red").await.contains("No deadline passes"));
    assert!(site.stranger().page("/").await.contains("clock stopped"));
    greta.post("/gm/g/g1/resume", &[]).await;
    assert!(greta.page("/gm/g/g1/calendar").await.contains("The clock runs again"));
    let moved = greta.post("/gm/g/g1/calendar/deadline", &[("deadline", "2099-01-02T20:00")]).await;
    assert_eq!(moved.status, StatusCode::SEE_OTHER);
    assert!(greta.page("/gm/g/g1/calendar").await.contains("2 January 2099"));
}

#[sqlx::test]
async fn a_player_says_that_he_is_ready(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    greta.post("/gm/g/g1/calendar", &FILLED).await;
    let mut anna = site.signed_in(ANNA).await;
    assert!(anna.page("/g/g1/my?side=red").await.contains("I am ready: do not wait for me"));
    assert_eq!(anna.post("/g/g1/my/ready?side=red", &[("ready", "yes")]).await.status, StatusCode::SEE_OTHER);
    let page = anna.page("/g/g1/my?side=red").await;
    assert!(
        page.contains("You have said that you are ready") && page.contains("not ready after all"),
        "{page}"
    );
    assert!(greta.page("/gm/g/g1/calendar").await.contains("<span class=\"state done\">ready</span>"));
    assert_eq!(
        anna.post("/g/g1/my/ready?side=blue", &[("ready", "yes")]).await.status,
        StatusCode::FORBIDDEN
    );
    anna.post("/g/g1/my/ready?side=red", &[("ready", "no")]).await;
    assert!(!greta.page("/gm/g/g1/calendar").await.contains("<span class=\"state done\">ready</span>"));
}

#[sqlx::test]
async fn the_gm_keeps_a_waiting_list_and_adopts_a_side(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    let cleo = [("name", "Cleo"), ("email", "cleo@example.com"), ("note", "<b>wants Blue</b>")];
    assert_eq!(greta.post("/gm/g/g1/waiting-list", &cleo).await.status, StatusCode::SEE_OTHER);
    let desk = greta.page("/gm/g/g1").await;
    assert!(desk.contains("cleo@example.com") && !desk.contains("<b>wants"), "{desk}");
    let again = greta.post("/gm/g/g1/waiting-list", &cleo).await;
    assert_eq!(again.status, StatusCode::CONFLICT);

    let mut boris = site.signed_in(BORIS).await;
    boris.post("/g/g1/my/resign?side=blue", &[("sure", "yes")]).await;
    assert!(greta.page("/gm/g/g1").await.contains("Adopt The Blues"));
    greta.post("/gm/g/g1/adopt", &[("side", "blue"), ("adopts", "yes")]).await;
    assert!(greta.page("/g/g1/my?side=blue").await.contains("The Blues"));
    assert!(greta.page("/gm/g/g1").await.contains("Leave The Blues"));
    let seat = [("side", "blue"), ("name", "Cleo"), ("email", "cleo@example.com")];
    assert_eq!(greta.post("/gm/g/g1/seats", &seat).await.status, StatusCode::SEE_OTHER);
    let desk = greta.page("/gm/g/g1").await;
    assert!(desk.contains("Nobody is on it") && !desk.contains("Leave The Blues"), "{desk}");
    assert_eq!(boris.post("/gm/g/g1/waiting-list", &cleo).await.status, StatusCode::FORBIDDEN);
}

#[sqlx::test]
async fn the_gm_reads_every_letter_of_a_draft_and_holds_one_back(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    anna.post("/g/g1/my/words?side=red", &[("words", "guess 7")]).await;
    let mut greta = site.signed_in(GRETA).await;
    assert_eq!(greta.get("/gm/g/g1/draft/letters").await.status, StatusCode::CONFLICT);
    greta.post("/gm/g/g1/adjudicate", &[]).await;
    assert!(greta.page("/gm/g/g1/draft").await.contains("/gm/g/g1/draft/letters"));
    let list = greta.page("/gm/g/g1/draft/letters").await;
    assert!(list.contains(ANNA) && list.contains(BORIS), "{list}");
    let letter = greta.page("/gm/g/g1/draft/letters/red").await;
    assert!(letter.contains("The secret guess of red was 7.") && letter.contains("not sent yet"), "{letter}");
    assert_eq!(anna.get("/gm/g/g1/draft/letters/red").await.status, StatusCode::FORBIDDEN);
    assert_eq!(greta.post("/gm/g/g1/draft/letters/red/burn", &[]).await.status, StatusCode::NOT_FOUND);
    greta.post("/gm/g/g1/draft/letters/red/hold", &[]).await;
    assert!(greta.page("/gm/g/g1/draft/letters").await.contains("1 letter will be held back"));
    greta.post("/gm/g/g1/publish", &[("first_year", "100")]).await;
    let dead = greta.page("/gm/g/g1/dead-letters").await;
    assert!(dead.contains("held back by the GM") && dead.contains("Let it go"), "{dead}");
}
