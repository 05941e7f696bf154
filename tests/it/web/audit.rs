//! The audit: every act leaves a row, nobody changes one, and everybody sees what is his to see.

use axum::http::StatusCode;
use sqlx::PgPool;

use super::{ANNA, BORIS, GRETA, Site};

/// Who acts, where, what is filled in, and the act that is written down.
type Act = (&'static str, &'static str, &'static [(&'static str, &'static str)], &'static str);

/// Acts with the form that does them and the row that they leave, in an order in which all of them can be done.
const ACTS: [Act; 28] = [
    (ANNA, "/settings/name", &[("name", "Anna")], "set-name"),
    (ANNA, "/settings/zone", &[("zone", "Europe/Vienna")], "set-zone"),
    (ANNA, "/g/g1/my/words?side=red", &[("words", "guess 7\nnext guess 9")], "orders"),
    (ANNA, "/g/g1/my/words?side=red", &[("words", "guess 7\nnext guess 9")], "early-orders"),
    (ANNA, "/g/g1/my/press?side=red", &[("to", "*"), ("text", "hello")], "press"),
    (ANNA, "/settings/addresses", &[("address", "anna2@example.org")], "address-added"),
    (ANNA, "/settings/addresses/remove", &[("address", "anna2@example.org")], "address-removed"),
    (GRETA, "/gm/g/g1/deadline", &[("deadline", "2099-12-24T20:00")], "move-deadline"),
    (GRETA, "/gm/g/g1/calendar/extension", &[("side", "red"), ("until", "2099-12-28T20:00")], "extension"),
    (GRETA, "/gm/g/g1/pause", &[("reason", "snow")], "pause"),
    (GRETA, "/gm/g/g1/resume", &[], "resume"),
    (GRETA, "/gm/g/g1/customs", &[("anonymous_press", "yes")], "customs"),
    (GRETA, "/gm/g/g1/waiting", &[("count", "2")], "waiting-players"),
    (GRETA, "/gm/g/g1/waiting-list", &[("name", "Cleo"), ("email", "cleo@example.com")], "waiting"),
    (GRETA, "/gm/g/g1/waiting-list/1/end", &[], "waits-no-more"),
    (
        GRETA,
        "/gm/g/g1/gms",
        &[("name", "Otto"), ("email", "otto@example.com"), ("role", "observer")],
        "add-gm",
    ),
    (
        GRETA,
        "/gm/g/g1/seats",
        &[("side", "blue"), ("name", "Berta"), ("email", "berta@example.com")],
        "give-seat",
    ),
    (GRETA, "/gm/g/g1/powers/bank", &[("words", "guess 8")], "power-ordered"),
    (GRETA, "/gm/g/g1/powers/bank", &[("words", "guess 8"), ("own", "yes")], "power-plays-itself"),
    (GRETA, "/gm/g/g1/adjudicate", &[], "close"),
    (GRETA, "/gm/g/g1/draft/letters/red/hold", &[], "hold-letter"),
    (GRETA, "/gm/g/g1/publish", &[("first_year", "100")], "publish"),
    (GRETA, "/gm/g/g1/dead-letters/1/hold", &[], "letter-held-back"),
    (GRETA, "/gm/g/g1/export", &[("letters", "yes")], "export"),
    (GRETA, "/gm/g/g1/clone", &[("slug", "g2"), ("title", "Again"), ("after", "")], "create-game"),
    (GRETA, "/gm/g/g1/archive", &[], "archive"),
    (GRETA, "/gm/g/g1/unarchive", &[], "unarchive"),
    (GRETA, "/gm/g/g1/delete", &[("name", "g1")], "delete-game"),
];

impl Site {
    async fn rows_of(&self, action: &str) -> i64 {
        let count = sqlx::query_scalar("select count(*) from audit where action = $1").bind(action);
        count.fetch_one(&self.pool).await.expect("counted")
    }
}

#[sqlx::test]
async fn every_act_leaves_a_row(pool: PgPool) {
    let site = Site::begin(pool).await;
    assert_eq!(site.rows_of("sign-in").await, 0);
    let (mut anna, mut greta) = (site.signed_in(ANNA).await, site.signed_in(GRETA).await);
    assert_eq!(site.rows_of("sign-in").await, 2, "by password too");
    for (who, address, filled, action) in ACTS {
        let before = site.rows_of(action).await;
        let reader = if who == ANNA { &mut anna } else { &mut greta };
        let answer = reader.post(address, filled).await;
        assert!(answer.status.is_success() || answer.status.is_redirection(), "{address}: {}", answer.text);
        assert!(site.rows_of(action).await > before, "{address} leaves no row {action}");
        if action == "publish" {
            greta.page("/g/g1/100/bundle.json").await;
            assert_eq!(site.rows_of("bundle").await, 1);
        }
    }
    let told: Vec<String> =
        sqlx::query_scalar("select detail from audit").fetch_all(&site.pool).await.expect("rows");
    for name in ["example.org", "example.com", "example.net", "Berta", "Cleo", "Otto"] {
        assert!(told.iter().all(|detail| !detail.contains(name)), "{name}: {told:?}");
    }
}

#[sqlx::test]
async fn nobody_changes_a_row(pool: PgPool) {
    let site = Site::begin(pool).await;
    for change in [
        "update audit set detail = 'other'",
        "delete from audit",
        "truncate audit",
        "update audit set account = null",
    ] {
        let refused = sqlx::query(change).execute(&site.pool).await.expect_err(change).to_string();
        assert!(refused.contains("append-only"), "{change}: {refused}");
    }
}

#[sqlx::test]
async fn the_gm_sees_the_games_rows_and_everybody_his_own(pool: PgPool) {
    let site = Site::begin(pool).await;
    let (mut anna, mut boris) = (site.signed_in(ANNA).await, site.signed_in(BORIS).await);
    let mut greta = site.signed_in(GRETA).await;
    anna.post("/g/g1/my/words?side=red", &[("words", "guess 7")]).await;
    for _ in 0..60 {
        greta.post("/gm/g/g1/customs", &[]).await;
    }
    assert_eq!(anna.get("/gm/g/g1/audit").await.status, StatusCode::FORBIDDEN);
    let newest = greta.page("/gm/g/g1/audit").await;
    assert_eq!(newest.matches("<strong>set the customs</strong>").count(), 50);
    let (_, older) = newest.split_once("class=\"button quiet\" href=\"").expect("older rows");
    let (older, _) = older.split_once('"').expect("its end");
    let older = greta.page(&older.replace("&#38;", "&").replace("&amp;", "&")).await;
    assert_eq!(older.matches("<strong>set the customs</strong>").count(), 10, "{older}");
    assert!(
        older.contains("<strong>sent orders</strong>") && older.contains("<strong>began the game</strong>")
    );
    let orders = greta.page("/gm/g/g1/audit?action=orders").await;
    assert!(
        orders.contains("<strong>sent orders</strong>: red, version 1")
            && !orders.contains("<strong>set the customs"),
        "{orders}"
    );
    let id = site.account(ANNA).await;
    let of_anna = greta.page(&format!("/gm/g/g1/audit?who={id}")).await;
    assert_eq!(of_anna.matches("<strong>").count(), 1, "{of_anna}");
    assert_eq!(greta.get("/gm/g/g1/audit?who=anna").await.status, StatusCode::BAD_REQUEST);

    let own = anna.page("/settings/audit").await;
    assert!(
        own.contains("<strong>sent orders</strong>") && own.contains("<strong>signed in</strong>"),
        "{own}"
    );
    assert!(
        !own.contains("set the customs")
            && !boris.page("/settings/audit").await.contains("<strong>sent orders")
    );
    assert_eq!(
        site.stranger().get("/settings/audit").await.to.as_deref(),
        Some("/sign-in?back=/settings/audit")
    );
}
