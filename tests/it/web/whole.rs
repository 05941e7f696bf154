//! A game as a whole: put away and brought back, begun anew, deleted.

use axum::http::StatusCode;
use pentade::desk::take_letter::Taken;
use pentade::postal::chronicle::SideId;
use sqlx::PgPool;

use super::{ANNA, BORIS, GRETA, Reader, Site};

impl Site {
    pub(super) async fn count_of(&self, what: &'static str) -> i64 {
        sqlx::query_scalar(what).fetch_one(&self.pool).await.expect("counted")
    }

    /// A game with a published pentade, a letter, orders, press and a draft.
    pub(super) async fn played(pool: PgPool) -> (Self, Reader, Reader) {
        let site = Self::begin(pool).await;
        let mut greta = site.signed_in(GRETA).await;
        let mut anna = site.signed_in(ANNA).await;
        anna.post("/g/g1/my/words?side=red", &[("words", "guess 7\nnext guess 9")]).await;
        anna.post("/g/g1/my/press?side=red", &[("to", "*"), ("text", "hello")]).await;
        anna.post("/g/g1/my/away?side=red", &[("first", "2099-12-24"), ("last", "2099-12-26")]).await;
        let raw = format!(
            "From: {BORIS}\r\nTo: orders+g1@gm.example\r\nSubject: g1\r\nMessage-ID: <x@y>\r\n\r\nguess 3\r\n"
        );
        let taken =
            site.desk.take_letter(BORIS, "orders+g1@gm.example", raw.as_bytes()).await.expect("stored");
        let Taken::Stored(id) = taken else { panic!("{taken:?}") };
        site.desk.read_letter(id).await.expect("read");
        greta
            .post("/gm/g/g1/rulings", &[("year", ""), ("words", "a point for red"), ("reason", "so be it")])
            .await;
        greta.post("/gm/g/g1/adjudicate", &[]).await;
        greta.post("/gm/g/g1/publish", &[("first_year", "100")]).await;
        (site, greta, anna)
    }
}

#[sqlx::test]
async fn a_game_is_put_away_and_brought_back(pool: PgPool) {
    let (site, mut greta, mut anna) = Site::played(pool).await;
    assert_eq!(anna.post("/gm/g/g1/archive", &[]).await.status, StatusCode::FORBIDDEN);
    assert_eq!(greta.post("/gm/g/g1/unarchive", &[]).await.status, StatusCode::CONFLICT);
    assert_eq!(greta.post("/gm/g/g1/archive", &[]).await.to.as_deref(), Some("/gm/g/g1/whole"));
    assert!(
        site.letters_to(ANNA).await.last().expect("a letter").contains("put Guesses"),
        "players are told"
    );
    let twice = greta.post("/gm/g/g1/archive", &[]).await;
    assert_eq!(twice.status, StatusCode::CONFLICT, "{}", twice.text);

    for late in [
        "update pentade set deadline = now() - interval '1 day' where state = 'open'",
        "update game set paused_at = now() - interval '3 days'",
    ] {
        sqlx::query(late).execute(&site.pool).await.expect("three days pass");
    }
    assert!(site.desk.claim_due("test", 60, 10).await.expect("read").is_empty(), "no deadline");
    let late = anna.post("/g/g1/my/words?side=red", &[("words", "guess 1")]).await;
    assert_ne!(late.status, StatusCode::SEE_OTHER, "no orders are taken: {}", late.text);
    let sheets = "select count(*) from sheet join pentade on pentade.id = sheet.pentade where first_year = 105 and words = 'guess 1'";
    assert_eq!(site.count_of(sheets).await, 0);
    for (act, filled) in [
        ("adjudicate", &[][..]),
        ("rulings", &[("year", ""), ("words", "a point for red"), ("reason", "no")]),
        ("resume", &[]),
    ] {
        let answer = greta.post(&format!("/gm/g/g1/{act}"), filled).await;
        assert_eq!(answer.status, StatusCode::CONFLICT, "{act}");
        assert!(answer.text.contains("put away"), "{act}: {}", answer.text);
    }
    for page in ["/g/g1", "/g/g1/100", "/g/g1/timeline", "/g/g1/feed.atom"] {
        site.stranger().page(page).await;
    }
    assert!(site.stranger().page("/").await.contains("put away"));
    assert!(greta.page("/gm/g/g1").await.contains("is put away"));

    greta.post("/gm/g/g1/unarchive", &[]).await;
    let status = "select count(*) from game where status = 'paused' and paused_at is not null";
    assert_eq!(site.count_of(status).await, 1, "its clock stands");
    let resumed = greta.post("/gm/g/g1/resume", &[]).await;
    assert_eq!(resumed.status, StatusCode::SEE_OTHER, "{}", resumed.text);
    anna.post("/g/g1/my/words?side=red", &[("words", "guess 1")]).await;
    assert_eq!(site.count_of(sheets).await, 1, "orders are taken again");
}

#[sqlx::test]
async fn another_game_begins_with_the_same_settings(pool: PgPool) {
    let (site, mut greta, mut anna) = Site::played(pool).await;
    let fresh = [("slug", "g2"), ("title", "Once more"), ("after", ""), ("players", "yes")];
    assert_eq!(anna.post("/gm/g/g1/clone", &fresh).await.status, StatusCode::FORBIDDEN);
    let wrong = greta.post("/gm/g/g1/clone", &[("slug", "g1"), ("title", " "), ("after", "")]).await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(wrong.text.contains("there is a game g1 already") && wrong.text.contains("1 to 200 characters"));
    let missing = greta.post("/gm/g/g1/clone", &[("slug", "g2"), ("title", "t"), ("after", "205")]).await;
    assert_eq!(missing.status, StatusCode::NOT_FOUND);

    assert_eq!(greta.post("/gm/g/g1/clone", &fresh).await.to.as_deref(), Some("/gm/g/g2"));
    let later = [("slug", "g3"), ("title", "From 105"), ("after", "100")];
    assert_eq!(greta.post("/gm/g/g1/clone", &later).await.to.as_deref(), Some("/gm/g/g3"));
    let begun: Vec<(String, i32, bool, i64, i32)> = sqlx::query_as(
        "select slug, first_year, world_before = (select world_after from pentade other where other.first_year = 100
                and state = 'published' limit 1), (select count(*) from seat where seat.game = game.id and account is not null),
                pentade_days
         from game join pentade on pentade.game = game.id where slug in ('g2', 'g3') order by slug",
    )
    .fetch_all(&site.pool)
    .await
    .expect("both");
    let expected = [("g2", 100, false, 2, 7), ("g3", 105, true, 0, 7)];
    assert_eq!(
        begun,
        expected.map(|(slug, year, after, seats, days)| (slug.to_owned(), year, after, seats, days))
    );
    assert!(site.letters_to(ANNA).await.last().expect("a letter").contains("Once more"));
}

#[sqlx::test]
async fn a_game_with_sealed_orders_is_deleted_too(pool: PgPool) {
    let site = Site::begin(pool).await;
    let blue = SideId::new("blue");
    site.desk.resign(site.account(BORIS).await, "g1", &blue).await.expect("gone");
    let mut greta = site.signed_in(GRETA).await;
    greta.post("/gm/g/g1/adopt", &[("side", "blue"), ("adopts", "yes")]).await;
    greta.post("/g/g1/my/words?side=blue", &[("words", "guess 3")]).await;
    greta.post("/gm/g/g1/seal", &[]).await;
    assert_eq!(site.count_of("select count(*) from seal").await, 1);
    assert_eq!(greta.post("/gm/g/g1/delete", &[("name", "g1")]).await.to.as_deref(), Some("/gm"));
    for left in ["select count(*) from seal", "select count(*) from game", "select count(*) from sheet"] {
        assert_eq!(site.count_of(left).await, 0, "{left}");
    }
}

#[sqlx::test]
async fn a_game_is_deleted_whole_and_only_on_purpose(pool: PgPool) {
    let (site, mut greta, mut anna) = Site::played(pool).await;
    let name = [("name", "g1")];
    assert_eq!(anna.post("/gm/g/g1/delete", &name).await.status, StatusCode::FORBIDDEN);
    assert_eq!(anna.get("/gm/g/g1/whole").await.status, StatusCode::FORBIDDEN);
    greta
        .post("/gm/g/g1/gms", &[("name", "Otto"), ("email", "otto@example.com"), ("role", "assistant")])
        .await;
    let wrong = greta.post("/gm/g/g1/delete", &[("name", "g2")]).await;
    assert_eq!(wrong.status, StatusCode::CONFLICT, "{}", wrong.text);
    sqlx::query("update session set data = jsonb_set(data, '{since}', '\"2026-01-01T00:00:00Z\"')")
        .execute(&site.pool)
        .await
        .expect("a while ago");
    let stale = greta.post("/gm/g/g1/delete", &name).await;
    assert!(stale.status == StatusCode::CONFLICT && stale.text.contains("sign in again"), "{}", stale.text);
    assert!(!greta.page("/gm/g/g1/whole").await.contains("/gm/g/g1/delete"));
    let direct = sqlx::query("delete from sheet").execute(&site.pool).await;
    assert!(direct.is_err(), "orders are append-only while their game is there");

    let mut greta = site.signed_in(GRETA).await;
    let before = site.count_of("select count(*) from audit").await;
    assert_eq!(greta.post("/gm/g/g1/delete", &name).await.to.as_deref(), Some("/gm"));
    for table in [
        "game",
        "seat",
        "pentade",
        "sheet",
        "early_sheet",
        "letter",
        "ruling",
        "press",
        "vacation",
        "game_gm",
        "filled_in",
    ] {
        let count: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(format!("select count(*) from {table}")))
            .fetch_one(&site.pool)
            .await
            .expect("counted");
        assert_eq!(count, 0, "{table}");
    }
    assert_eq!(site.count_of("select count(*) from outbox where game is not null").await, 0);
    assert_eq!(site.count_of("select count(*) from audit").await, before + 1, "the deletion is told there");
    for address in [ANNA, BORIS, "otto@example.com"] {
        let told = site.letters_to(address).await;
        assert!(told.iter().any(|words| words.contains("has deleted Guesses")), "{address}: {told:?}");
    }
    assert_eq!(greta.get("/g/g1").await.status, StatusCode::NOT_FOUND);
    let again = sqlx::query("delete from audit").execute(&site.pool).await;
    assert!(again.is_err(), "the audit stays");
}
