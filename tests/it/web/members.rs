//! Games for their members alone: for everybody else they are as if they were not there.

use axum::http::StatusCode;
use sqlx::PgPool;

use super::archive::{guessed, publish};
use super::new_game::{FORM, with};
use super::{ANNA, BORIS, GRETA, PASSWORD, Reader, Site};

const OUTSIDER: &str = "otto@example.com";

/// Every address that a game's pages, files and forms have.
const ADDRESSES: [&str; 34] = [
    "/g/g1",
    "/g/g1/map",
    "/g/g1/map?year=100",
    "/g/g1/ownership.json",
    "/g/g1/map.svg",
    "/g/g1/map.png",
    "/g/g1/history?name=red",
    "/g/g1/areas/red",
    "/g/g1/empires/red",
    "/g/g1/empires/red/feed.atom",
    "/g/g1/feed.atom",
    "/g/g1/timeline",
    "/g/g1/events",
    "/g/g1/rulers",
    "/g/g1/standings.csv",
    "/g/g1/search?q=guess",
    "/g/g1/waiting",
    "/g/g1/100",
    "/g/g1/100?revision=1",
    "/g/g1/100/map.svg",
    "/g/g1/100/map.png",
    "/g/g1/100/before.svg",
    "/g/g1/rules",
    "/g/g1/100/bundle.json",
    "/g/g1/100/public-bundle.json",
    "/g/g1/corrections/1",
    "/g/g1/post/1",
    "/g/g1/my?side=red",
    "/g/g1/my/orders?side=red",
    "/gm/g/g1",
    "/gm/g/g1/whole",
    "/api/games/g1",
    "/api/games/g1/pentades/100",
    "/api/games/g1/standings",
];

/// Addresses that take forms.
const FORMS: [&str; 5] =
    ["/g/g1/follow", "/g/g1/waiting", "/g/g1/my/words?side=red", "/gm/g/g1/adjudicate", "/gm/g/g1/customs"];

impl Site {
    /// Somebody signed in who has nothing to do with any game.
    pub(super) async fn outsider(&self) -> Reader {
        sqlx::query("insert into account (id, name, email) values (gen_random_uuid(), 'Otto', $1)")
            .bind(OUTSIDER)
            .execute(&self.pool)
            .await
            .expect("an account");
        let account = self.account(OUTSIDER).await;
        self.desk.set_password(account, None, PASSWORD).await.expect("the password is set");
        self.signed_in(OUTSIDER).await
    }
}

async fn close(site: &Site) {
    let mut greta = site.signed_in(GRETA).await;
    let set = greta.post("/gm/g/g1/customs", &[("members_only", "yes")]).await;
    assert_eq!(set.status, StatusCode::SEE_OTHER, "{}", set.text);
}

/// What a reader is told at an address, whatever the game there is called.
async fn told(reader: &mut Reader, address: &str, form: bool) -> (StatusCode, Option<String>, String) {
    let answer = match form {
        true => {
            reader.post(address, &[("email", "eve@example.com"), ("name", "Eve"), ("words", "guess 1")]).await
        }
        false => reader.get(address).await,
    };
    let alike = |words: String| words.replace("g1", "game").replace("g7", "game");
    (answer.status, answer.to.map(alike), alike(answer.text))
}

#[sqlx::test]
async fn nobody_else_can_tell_it_from_a_game_that_is_not_there(pool: PgPool) {
    let site = guessed(pool).await;
    close(&site).await;
    for mut outsider in [site.stranger(), site.outsider().await] {
        let all = ADDRESSES.into_iter().map(|address| (address, false));
        for (address, form) in all.chain(FORMS.map(|address| (address, true))) {
            let closed = told(&mut outsider, address, form).await;
            let none = told(&mut outsider, &address.replace("g1", "g7"), form).await;
            assert_eq!(closed, none, "{address}");
            // Pages of one person ask who he is first.
            let asks_who = closed.1.is_some() || closed.0 == StatusCode::UNAUTHORIZED;
            assert!(closed.0 == StatusCode::NOT_FOUND || asks_who, "{address}: {closed:?}");
        }
        for list in ["/", "/api/games", "/g/guesses"] {
            let page = outsider.get(list).await.text;
            assert!(!page.contains("Guesses") && !page.contains("/g/g1"), "{list}: {page}");
        }
    }
    let sent: i64 = sqlx::query_scalar("select count(*) from outbox where envelope_to = 'eve@example.com'")
        .fetch_one(&site.pool)
        .await
        .expect("counted");
    assert_eq!(sent, 0);
}

#[sqlx::test]
async fn members_read_it_as_before(pool: PgPool) {
    let site = guessed(pool).await;
    close(&site).await;
    for email in [ANNA, BORIS, GRETA] {
        let mut member = site.signed_in(email).await;
        for address in ["/g/g1", "/g/g1/100", "/g/g1/map.png", "/g/g1/feed.atom", "/api/games/g1"] {
            assert_eq!(member.get(address).await.status, StatusCode::OK, "{email} {address}");
        }
        assert!(member.page("/").await.contains("for members alone"), "{email}");
        assert!(member.page("/api/games").await.contains("\"g1\""), "{email}");
        let page = member.page("/g/g1").await;
        assert!(page.contains("for members alone") && !page.contains("Follow this game"), "{email}");
    }
}

#[sqlx::test]
async fn who_may_be_a_member_is_asked_to_sign_in(pool: PgPool) {
    let site = guessed(pool).await;
    close(&site).await;
    let mut anna = site.stranger();
    let closed = anna.get("/g/g1/100").await;
    assert!(closed.text.contains("href=\"/sign-in?back=/g/g1/100\""), "{}", closed.text);
    let form = [("email", ANNA), ("password", PASSWORD), ("back", "/g/g1/100")];
    let entered = anna.post("/sign-in/password", &form).await;
    assert_eq!(entered.to.as_deref(), Some("/g/g1/100"));
    assert!(anna.page("/g/g1/100").await.contains("Guesses"));
    let refused = anna.post("/g/g1/follow", &[("email", "eve@example.com")]).await;
    assert!(refused.text.contains("nobody can follow it"), "{}", refused.text);
}

#[sqlx::test]
async fn who_looks_on_and_who_has_played_are_members_too(pool: PgPool) {
    let site = guessed(pool).await;
    close(&site).await;
    let mut otto = site.outsider().await;
    assert_eq!(otto.get("/g/g1").await.status, StatusCode::NOT_FOUND);
    let mut greta = site.signed_in(GRETA).await;
    let observer = [("name", "Otto"), ("email", OUTSIDER), ("role", "observer")];
    greta.post("/gm/g/g1/gms", &observer).await;
    assert_eq!(otto.get("/g/g1").await.status, StatusCode::OK);
    assert_eq!(otto.get("/gm/g/g1").await.status, StatusCode::OK);
    let id = site.account(OUTSIDER).await.0.to_string();
    greta.post("/gm/g/g1/gms/remove", &[("account", id.as_str())]).await;
    assert_eq!(otto.get("/g/g1").await.status, StatusCode::NOT_FOUND, "he looks on no more");

    // Anna, who has ordered, gives her side up to Ida; both go on reading.
    let given = [("side", "red"), ("name", "Ida"), ("email", "ida@example.org")];
    let given = greta.post("/gm/g/g1/seats", &given).await;
    assert_eq!(given.status, StatusCode::SEE_OTHER, "{}", given.text);
    let ida = site.account("ida@example.org").await;
    site.desk.set_password(ida, None, PASSWORD).await.expect("the password is set");
    for email in [ANNA, "ida@example.org"] {
        assert_eq!(site.signed_in(email).await.get("/g/g1/100").await.status, StatusCode::OK, "{email}");
    }
}

#[sqlx::test]
async fn no_page_that_was_kept_is_shown_once_the_game_is_closed(pool: PgPool) {
    let site = guessed(pool).await;
    let mut stranger = site.stranger();
    let kept = ["/", "/g/g1", "/g/g1/100", "/g/g1/map.svg", "/g/g1/feed.atom", "/api/games", "/api/games/g1"];
    for address in kept {
        stranger.page(address).await;
        let again = stranger.get(address).await;
        assert_eq!(again.heads["cache-status"], "pentade; hit", "{address}");
        assert!(again.text.contains("Guesses") || address.ends_with(".svg"), "{address}");
    }
    close(&site).await;
    // A cookie of no session is nobody's.
    let mut forged = site.stranger();
    forged.cookie = Some("pentade=AAAAAAAAAAAAAAAAAAAAAA".to_owned());
    for reader in [&mut stranger, &mut forged] {
        for address in kept {
            let answer = reader.get(address).await;
            assert!(!answer.text.contains("Guesses"), "{address}: {}", answer.text);
            let is_list = ["/", "/api/games"].contains(&address);
            assert_eq!(
                answer.status,
                if is_list { StatusCode::OK } else { StatusCode::NOT_FOUND },
                "{address}"
            );
        }
    }
    let mut greta = site.signed_in(GRETA).await;
    greta.post("/gm/g/g1/customs", &[]).await;
    for address in kept {
        let answer = stranger.get(address).await;
        assert!(answer.status == StatusCode::OK, "{address}: open again");
    }
    let diary = greta.page("/gm/g/g1/audit").await;
    assert!(diary.contains("pages for members alone") && diary.contains("pages for everyone"), "{diary}");
}

#[sqlx::test]
async fn who_follows_by_mail_hears_nothing_while_it_is_closed(pool: PgPool) {
    let site = Site::begin(pool).await;
    sqlx::query(
        "insert into follower (id, game, address, asked_at, confirmed_at)
         select gen_random_uuid(), id, 'eve@example.com', now(), now() from game",
    )
    .execute(&site.pool)
    .await
    .expect("a follower");
    for year in ["100", "105"] {
        publish(&site, year).await;
        let heard: i64 =
            sqlx::query_scalar("select count(*) from outbox where envelope_to = 'eve@example.com'")
                .fetch_one(&site.pool)
                .await
                .expect("counted");
        assert_eq!(heard, 1, "after {year}");
        close(&site).await;
    }
}

#[sqlx::test]
async fn the_setting_goes_with_the_game(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    let begun = greta.post(FORM, &with(&[("pages", "members")])).await;
    assert_eq!(begun.to.as_deref(), Some("/gm/g/g2"), "{}", begun.text);
    assert!(greta.page("/gm/g/g2").await.contains("name=\"members_only\" value=\"yes\" checked"));
    greta
        .post("/gm/g/g2/clone", &[("slug", "g3"), ("title", "Once more"), ("after", ""), ("players", "yes")])
        .await;
    let account = site.account(GRETA).await;
    let choice = pentade::desk::transfer::Choice { private: false, letters: false };
    let file = site.desk.export_game(Some(account), "g2", choice).await.expect("exported");
    site.desk.import_game(Some(account), file, Some("g4")).await.expect("imported");
    let closed: Vec<String> = sqlx::query_scalar("select slug from game where members_only order by slug")
        .fetch_all(&site.pool)
        .await
        .expect("the games");
    assert_eq!(closed, ["g2", "g3", "g4"]);
    let mut stranger = site.stranger();
    for slug in closed {
        assert_eq!(stranger.get(&format!("/g/{slug}")).await.status, StatusCode::NOT_FOUND, "{slug}");
    }
}
