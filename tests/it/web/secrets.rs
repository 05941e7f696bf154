//! No page shows anyone what is another's: every page that links lead to, and every address there is, walked by a
//! stranger, by each player and by the GM.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use sqlx::PgPool;

use super::{ANNA, BORIS, GRETA, Reader, Site};

/// Stands in Boris' orders and nowhere else.
const SECRET: &str = "sesame4711";

/// Every address, whether or not a link leads there.
const ADDRESSES: [&str; 64] = [
    "/g/g1/map",
    "/g/g1/map?year=100&layer=change",
    "/g/g1/ownership.json",
    "/g/g1/timeline",
    "/g/g1/search?q=sesame",
    "/g/g1/empires/blue",
    "/g/g1/empires/blue/feed.atom",
    "/g/g1/feed.atom",
    "/api/games",
    "/api/games/g1",
    "/api/games/g1/pentades/100",
    "/",
    "/g/g1",
    "/g/g1/map.svg",
    "/g/g1/100",
    "/g/g1/100/map.svg",
    "/g/g1/100?revision=1",
    "/g/g1/corrections/1",
    "/g/g1/my/corrections/1?side=blue",
    "/g/g1/my/reports/100?side=blue&revision=1",
    "/g/g1/100/bundle.json?revision=1",
    "/g/g1/100/bundle.json",
    "/g/g1/100/public-bundle.json",
    "/g/g1/100/public-bundle.json?revision=1",
    "/gm/g/g1/powers",
    "/rules",
    "/rules/1",
    "/my",
    "/g/g1/my",
    "/g/g1/my?side=blue",
    "/g/g1/my/orders?side=blue",
    "/g/g1/my/words?side=blue",
    "/g/g1/my/sheets/1?side=blue",
    "/g/g1/my/reports/100?side=blue",
    "/g/g1/my/press?side=blue",
    "/g/g1/my/away?side=blue",
    "/g/g1/my/confirm/aaaaaaaaaa?side=blue",
    "/g/g1/history?name=blue&side=blue",
    "/g/g1/post/1",
    "/g/g1/post/2",
    "/g/g1/post/3",
    "/gm",
    "/gm/g/g1",
    "/gm/g/g1/draft",
    "/gm/g/g1/gms",
    "/gm/g/g1/whole",
    "/gm/g/g1/invitations",
    "/g/g1/waiting",
    "/gm/new",
    "/gm/g/g1/audit",
    "/settings/audit",
    "/settings/personal",
    "/gm/import",
    "/gm/g/g1/publish",
    "/gm/g/g1/look-ahead",
    "/gm/g/g1/turns/100",
    "/gm/g/g1/turns/100/amend?entry=1",
    "/gm/g/g1/correction",
    "/gm/g/g1/corrections/1",
    "/gm/g/g1/sheets/blue",
    "/gm/g/g1/letters/1",
    "/settings",
    "/sign-in",
    "/health",
];

/// Walks every address and every link, and says which pages hold the secret. `pictures` are those that were asked for.
async fn telling(reader: &mut Reader, pictures: &mut BTreeSet<String>) -> BTreeSet<String> {
    let mut waiting: Vec<String> = ADDRESSES.map(str::to_owned).to_vec();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut telling = BTreeSet::new();
    while let Some(address) = waiting.pop() {
        if !seen.insert(address.clone()) {
            continue;
        }
        // Nothing can be looked for in a picture; the drawing that it is made from is read. So it is asked for once, to see that
        // it is there.
        if address.contains(".png") && !pictures.insert(address.clone()) {
            continue;
        }
        let answer = reader.get(&address).await;
        assert!(!answer.status.is_server_error(), "{address}: {}", answer.text);
        if answer.text.contains(SECRET) || answer.text.contains("guess 13") || answer.text.contains("was 13")
        {
            telling.insert(address);
        }
        let links = answer.text.split("href=\"/").skip(1).filter_map(|rest| rest.split(['"', '#']).next());
        waiting.extend(links.filter(|link| !link.starts_with("static/")).map(|link| format!("/{link}")));
    }
    assert!(seen.len() >= ADDRESSES.len());
    telling
}

#[sqlx::test]
async fn nobody_reads_anothers_orders(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut boris = site.signed_in(BORIS).await;
    let sent = boris.post("/g/g1/my/words?side=blue", &[("words", "guess 13\nsesame4711")]).await;
    assert_eq!(sent.status, StatusCode::OK);
    let mut anna = site.signed_in(ANNA).await;
    anna.post("/g/g1/my/words?side=red", &[("words", "guess 2")]).await;
    let mut greta = site.signed_in(GRETA).await;
    let (nothing, mut pictures) = (BTreeSet::new(), BTreeSet::new());

    for moment in ["open", "draft", "published", "corrected"] {
        match moment {
            "draft" => assert!(greta.post("/gm/g/g1/adjudicate", &[]).await.status.is_redirection()),
            "published" => {
                let done = greta.post("/gm/g/g1/publish", &[("first_year", "100")]).await;
                assert!(done.status.is_redirection());
            }
            "corrected" => correct(&mut greta).await,
            _ => {}
        }
        assert_eq!(telling(&mut site.stranger(), &mut pictures).await, nothing, "to a stranger, {moment}");
        assert_eq!(telling(&mut anna, &mut pictures).await, nothing, "to Anna, {moment}");
        let own = telling(&mut boris, &mut pictures).await;
        assert!(
            !own.is_empty() && !own.iter().any(|address| address.starts_with("/gm/")),
            "{moment}: {own:?}"
        );
        assert!(
            !telling(&mut greta, &mut pictures).await.is_empty(),
            "the walk finds what is there, {moment}"
        );
    }
}

/// Publishes a correction of Anna's orders: whatever is shown of it tells nothing of Boris'.
async fn correct(greta: &mut Reader) {
    let filled = [("kind", "orders"), ("side", "red"), ("words", "guess 3"), ("reason", "sesame4711")];
    greta.post("/gm/g/g1/turns/100/amend", &filled).await;
    let page = greta.page("/gm/g/g1/correction").await;
    let seen = page.split("name=\"seen\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    let filled = [("seen", seen.expect("a difference")), ("explanation", "a letter was misread")];
    let done = greta.post("/gm/g/g1/corrections/1/publish", &filled).await;
    assert!(done.status.is_redirection(), "{}", done.text);
}

#[sqlx::test]
async fn rows_of_the_rulebook_for_the_gm_show_to_the_gm_alone(pool: PgPool) {
    let site = Site::begin(pool).await;
    assert!(site.stranger().page("/rules/1").await.contains("1 guess a number</h1>"));
    assert_eq!(site.stranger().get("/rules/2").await.status, StatusCode::NOT_FOUND);
    let mut anna = site.signed_in(ANNA).await;
    assert!(!anna.page("/rules").await.contains("/rules/2"));
    let mut greta = site.signed_in(GRETA).await;
    assert!(greta.page("/rules").await.contains("/rules/2"));
}
