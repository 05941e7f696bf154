//! Corrections and the GM's chronicle by its pages: from an entry that is wrong to a new revision in the archive.

use axum::http::StatusCode;
use sqlx::PgPool;

use super::{ANNA, BORIS, GRETA, Reader, Site};

/// A site whose first pentade is published: Anna has guessed, Boris has not.
async fn published(pool: PgPool) -> (Site, Reader) {
    let site = Site::begin(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    anna.post("/g/g1/my/words?side=red", &[("words", "guess 7")]).await;
    let mut greta = site.signed_in(GRETA).await;
    greta.post("/gm/g/g1/adjudicate", &[]).await;
    greta.post("/gm/g/g1/publish", &[("first_year", "100")]).await;
    (site, greta)
}

fn after<'a>(page: &'a str, mark: &str) -> &'a str {
    page.split(mark).nth(1).and_then(|rest| rest.split('"').next()).expect("it stands in the page")
}

#[sqlx::test]
async fn an_entry_that_is_wrong_leads_to_a_new_revision(pool: PgPool) {
    let (site, mut greta) = published(pool).await;
    assert!(greta.page("/gm/g/g1").await.contains("/gm/g/g1/turns/100"));
    let turn = greta.page("/gm/g/g1/turns/100").await;
    assert!(turn.contains("The secret guess of red was 7.") && turn.contains("this is wrong"), "{turn}");
    let choose = greta.page("/gm/g/g1/turns/100/amend?entry=1").await;
    assert!(choose.contains("The secret guess of red was 7."), "the entry stands on top: {choose}");
    assert!(choose.contains(">guess 7</textarea>") && choose.contains("As sent: version 1"), "{choose}");

    let filled =
        [("kind", "orders"), ("side", "red"), ("words", "guess 8\r\nfrobnicate"), ("reason", "misread")];
    let pressed = greta.post("/gm/g/g1/turns/100/amend", &filled).await;
    assert_eq!(pressed.to.as_deref(), Some("/gm/g/g1/correction"));
    let page = greta.page("/gm/g/g1/correction").await;
    assert!(page.contains("No longer: The secret guess of red was 7."), "{page}");
    assert!(page.contains("frobnicate") && page.contains("no order was understood"), "{page}");
    assert!(page.contains("105\u{2013}109 is not touched"), "{page}");
    assert!(!site.stranger().page("/g/g1/100").await.contains("Revision"), "nothing is public yet");

    let seen = after(&page, "name=\"seen\" value=\"").to_owned();
    let path = page.split("action=\"").find(|part| part.contains("/publish\"")).expect("a button");
    let path = path.split('"').next().expect("an address").to_owned();
    let explanation = "Anna\u{2019}s <b>letter</b> was misread";
    let stale = greta.post(&path, &[("seen", "0"), ("explanation", explanation)]).await;
    assert_eq!(stale.status, StatusCode::CONFLICT);
    assert!(stale.text.contains("has changed since you looked"), "{}", stale.text);
    let done = greta.post(&path, &[("seen", &seen), ("explanation", explanation)]).await;
    let to = done.to.expect("a page to go to");
    assert!(greta.page(&to).await.contains("One letter is on its way"));
    let again = greta.post(&path, &[("seen", &seen), ("explanation", explanation)]).await;
    assert_eq!(again.to.as_deref(), Some(to.as_str()));
    assert!(greta.page(&to).await.contains("nothing was sent twice"));

    let public = site.stranger().page("/g/g1/100").await;
    assert!(public.contains("letter&#60;/b&#62; was misread"), "the explanation is text: {public}");
    assert!(public.contains("revision 2") && public.contains("/g/g1/100?revision=1"), "{public}");
    let old = site.stranger().page("/g/g1/100?revision=1").await;
    assert!(old.contains("This is revision 1") && old.contains("map.svg?revision=1"), "{old}");
    assert_eq!(site.stranger().get("/g/g1/100?revision=3").await.status, StatusCode::NOT_FOUND);
    assert_eq!(site.stranger().get("/g/g1/100/map.svg?revision=1").await.status, StatusCode::OK);
    let first = greta.page("/g/g1/100/bundle.json?revision=1").await;
    assert!(first.contains("guess\\\\\\\":7"), "{first}");

    let id = to.rsplit('/').next().expect("a number");
    let mut anna = site.signed_in(ANNA).await;
    let own = anna.page(&format!("/g/g1/my/corrections/{id}?side=red")).await;
    assert!(own.contains("The secret guess of red was 8."), "{own}");
    let reports = anna.page("/g/g1/my/reports/100?side=red&revision=1").await;
    assert!(reports.contains("The secret guess of red was 7."), "{reports}");
    let everyone = site.stranger().page(&format!("/g/g1/corrections/{id}")).await;
    assert!(!everyone.contains("secret guess") && !everyone.contains("misread\u{29}"), "{everyone}");
    let mut boris = site.signed_in(BORIS).await;
    let his = boris.page(&format!("/g/g1/my/corrections/{id}?side=blue")).await;
    assert!(his.contains("For you nothing differs"), "{his}");
    for address in [format!("/g/g1/my/corrections/{id}?side=red"), to.clone()] {
        assert_eq!(boris.get(&address).await.status, StatusCode::FORBIDDEN, "{address}");
    }

    let back = greta.post(&format!("{to}/take-back"), &[]).await;
    assert_eq!(back.to.as_deref(), Some("/gm/g/g1/correction"));
    let page = greta.page("/gm/g/g1/correction").await;
    assert!(page.contains("Everything as in revision 1"), "{page}");
}

#[sqlx::test]
async fn what_a_correction_asks_is_answered_on_its_page(pool: PgPool) {
    let (_site, mut greta) = published(pool).await;
    let filled = [("kind", "orders"), ("side", "red"), ("words", "guess 7\r\nask"), ("reason", "misread")];
    greta.post("/gm/g/g1/turns/100/amend", &filled).await;
    let page = greta.page("/gm/g/g1/correction").await;
    assert!(page.contains("asks what it did not ask before") && page.contains("really@red"), "{page}");
    assert!(!page.contains("Publish the correction"), "{page}");
    let answer = [("kind", "answer"), ("key", "really@red"), ("words", "yes"), ("reason", "asked")];
    greta.post("/gm/g/g1/turns/100/amend", &answer).await;
    let page = greta.page("/gm/g/g1/correction").await;
    assert!(page.contains("It can be played to the present") || page.contains("Nothing differs"), "{page}");
    let withdraw = page.split("action=\"").filter(|part| part.contains("/withdraw\"")).last();
    let path = withdraw.and_then(|part| part.split('"').next()).expect("a button").to_owned();
    greta.post(&path, &[]).await;
    assert!(greta.page("/gm/g/g1/correction").await.contains("asks what it did not ask before"));
    for (bad, status) in [
        ([("kind", "magic"), ("reason", "x"), ("words", "")], StatusCode::BAD_REQUEST),
        ([("kind", "ruling"), ("reason", "x"), ("words", "gold")], StatusCode::CONFLICT),
        ([("kind", "orders"), ("reason", " "), ("words", "")], StatusCode::CONFLICT),
    ] {
        assert_eq!(greta.post("/gm/g/g1/turns/100/amend", &bad).await.status, status, "{bad:?}");
    }
    assert_eq!(greta.get("/gm/g/g1/turns/95/amend").await.status, StatusCode::NOT_FOUND);
}

#[sqlx::test]
async fn a_dry_run_shows_the_gm_what_would_come_and_changes_nothing(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    anna.post("/g/g1/my/words?side=red", &[("words", "guess 7\nask")]).await;
    let mut greta = site.signed_in(GRETA).await;
    let dump = async || -> Vec<String> {
        sqlx::query_scalar("select pentade::text from pentade union all select count(*)::text from audit")
            .fetch_all(&site.pool)
            .await
            .expect("rows")
    };
    let before = dump().await;
    let page = greta.page("/gm/g/g1/look-ahead").await;
    assert!(page.contains("Dry run of 100") && page.contains("The secret guess of red was 7."), "{page}");
    assert!(page.contains("red has gained.") && page.contains("1 question would be asked"), "{page}");
    assert!(!page.contains("Publish"), "{page}");
    assert_eq!(dump().await, before);
    assert_eq!(anna.get("/gm/g/g1/look-ahead").await.status, StatusCode::FORBIDDEN);

    let filtered = greta.page("/gm/g/g1/look-ahead?empire=red&area=&rule=1").await;
    assert!(
        filtered.contains("secret guess of red") && !filtered.contains("<li id=\"entry-0\">"),
        "{filtered}"
    );
    assert!(filtered.contains("2 of 3 entries") && filtered.contains("show all"), "{filtered}");

    let red = site.account(GRETA).await;
    sqlx::query("update seat set account = $1 where side = 'blue'")
        .bind(red.0)
        .execute(&site.pool)
        .await
        .expect("the GM plays too");
    let refused = greta.get("/gm/g/g1/look-ahead").await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert!(
        refused.text.contains("ou play in this game, and what others order is closed"),
        "{}",
        refused.text
    );
}
