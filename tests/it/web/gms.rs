//! Several GMs of a game: what its owner, an assistant, an observer and everyone else may do on its desk.

use axum::http::StatusCode;
use sqlx::PgPool;

use super::{ANNA, GRETA, PASSWORD, Reader, Site};

const OTTO: &str = "otto@example.com";
const OLGA: &str = "olga@example.com";

/// Every page of the desk.
const PAGES: [&str; 9] = [
    "/gm/g/g1",
    "/gm/g/g1/gms",
    "/gm/g/g1/calendar",
    "/gm/g/g1/powers",
    "/gm/g/g1/look-ahead",
    "/gm/g/g1/correction",
    "/gm/g/g1/sheets/red",
    "/gm/g/g1/dead-letters",
    "/g/g1/my?side=red",
];

/// Every act on the desk but those of its owner alone, with a form that is filled in.
const ACTS: [(&str, &[(&str, &str)]); 25] = [
    ("/gm/g/g1/deadline", &[("deadline", "2099-12-24T20:00")]),
    ("/gm/g/g1/calendar/deadline", &[("deadline", "2099-12-24T20:00")]),
    ("/gm/g/g1/calendar/extension", &[("side", "red"), ("until", "2099-12-28T20:00")]),
    ("/gm/g/g1/pause", &[("reason", "snow")]),
    ("/gm/g/g1/resume", &[]),
    ("/gm/g/g1/rulings", &[("year", ""), ("words", "a point for red"), ("reason", "so be it")]),
    ("/gm/g/g1/rulings/1/withdraw", &[]),
    ("/gm/g/g1/waiting", &[("count", "2")]),
    ("/gm/g/g1/waiting-list", &[("name", "Cleo"), ("email", "cleo@example.com")]),
    ("/gm/g/g1/waiting-list/1/end", &[]),
    ("/gm/g/g1/seats", &[("side", "blue"), ("name", "Berta"), ("email", "berta@example.com")]),
    ("/gm/g/g1/customs", &[("anonymous_press", "yes")]),
    ("/gm/g/g1/stand-ins/1", &[("agrees", "yes")]),
    ("/gm/g/g1/dead-letters/1/hold", &[]),
    ("/gm/g/g1/powers/bank", &[("words", "guess 8")]),
    ("/gm/g/g1/seal", &[]),
    ("/gm/g/g1/seal/open", &[]),
    ("/gm/g/g1/seal/back", &[]),
    ("/gm/g/g1/answers", &[]),
    ("/gm/g/g1/defaults", &[]),
    ("/gm/g/g1/adjudicate", &[]),
    ("/gm/g/g1/again", &[]),
    ("/gm/g/g1/draft/letters/red/hold", &[]),
    ("/gm/g/g1/publish", &[("first_year", "100")]),
    ("/gm/g/g1/corrections/1/drop", &[]),
];

async fn let_in(site: &Site, greta: &mut Reader, email: &str, role: &str) -> Reader {
    let filled = [("name", "Helper"), ("email", email), ("role", role)];
    let answer = greta.post("/gm/g/g1/gms", &filled).await;
    assert_eq!(answer.to.as_deref(), Some("/gm/g/g1/gms"), "{}", answer.text);
    let account = site.account(email).await;
    site.desk.set_password(account, None, PASSWORD).await.expect("the password is set");
    site.signed_in(email).await
}

#[sqlx::test]
async fn each_role_does_what_it_may_and_no_more(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    let mut anna = site.signed_in(ANNA).await;
    anna.post("/g/g1/my/words?side=red", &[("words", "guess 7")]).await;
    let mut observer = let_in(&site, &mut greta, OTTO, "observer").await;
    let mut assistant = let_in(&site, &mut greta, OLGA, "assistant").await;

    for page in PAGES {
        assert_eq!(anna.get(page).await.status == StatusCode::OK, page.starts_with("/g/"), "{page}");
        for reader in [&mut observer, &mut assistant, &mut greta] {
            reader.page(page).await;
        }
    }
    let desk = observer.page("/gm/g/g1").await;
    assert!(desk.contains("as an observer") && !desk.contains("action=\"/gm/"), "{desk}");
    assert!(observer.page("/gm").await.contains("/gm/g/g1"));

    for (address, filled) in ACTS {
        for reader in [&mut anna, &mut observer] {
            let answer = reader.post(address, filled).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{address}: {}", answer.text);
        }
        let answer = assistant.post(address, filled).await;
        assert_ne!(answer.status, StatusCode::FORBIDDEN, "{address}: {}", answer.text);
        assert_ne!(answer.status, StatusCode::BAD_REQUEST, "{address}: {}", answer.text);
        assert_ne!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{address}: {}", answer.text);
    }
    assert!(site.stranger().page("/g/g1/100").await.contains("The die shows"), "the assistant published it");
    assert!(observer.get("/g/g1/100/bundle.json").await.status == StatusCode::OK, "to look is his");
}

#[sqlx::test]
async fn the_owner_alone_says_who_runs_the_game(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    let mut observer = let_in(&site, &mut greta, OTTO, "observer").await;
    let mut assistant = let_in(&site, &mut greta, OLGA, "assistant").await;
    let told: Vec<String> = sqlx::query_scalar("select plain from outbox where envelope_to = $1")
        .bind(OTTO)
        .fetch_all(&site.pool)
        .await
        .expect("the letters");
    assert!(told.len() == 1 && told[0].contains("/gm/g/g1") && told[0].contains("observer"), "{told:?}");

    let otto = site.account(OTTO).await.to_string();
    for reader in [&mut observer, &mut assistant] {
        let more = [("name", "Ida"), ("email", "ida@example.com"), ("role", "assistant")];
        assert_eq!(reader.post("/gm/g/g1/gms", &more).await.status, StatusCode::FORBIDDEN);
    }
    let adopts = [("side", "red"), ("adopts", "yes")];
    assert_eq!(assistant.post("/gm/g/g1/adopt", &adopts).await.status, StatusCode::FORBIDDEN);
    let remove_otto = [("account", otto.as_str())];
    assert_eq!(assistant.post("/gm/g/g1/gms/remove", &remove_otto).await.status, StatusCode::FORBIDDEN);
    for (name, email, role) in [
        ("Anna", ANNA, "observer"),
        ("Greta", GRETA, "observer"),
        ("", OTTO, "observer"),
        ("A", "no", "observer"),
    ] {
        let answer = greta.post("/gm/g/g1/gms", &[("name", name), ("email", email), ("role", role)]).await;
        assert_eq!(answer.status, StatusCode::CONFLICT, "{name} {email}: {}", answer.text);
    }
    let owner = [("name", "Otto"), ("email", OTTO), ("role", "owner")];
    assert_eq!(greta.post("/gm/g/g1/gms", &owner).await.status, StatusCode::BAD_REQUEST);
    let seat = [("side", "blue"), ("name", "Olga"), ("email", OLGA)];
    assert_eq!(greta.post("/gm/g/g1/seats", &seat).await.status, StatusCode::CONFLICT, "she sees all orders");

    let promoted = [("name", "Otto"), ("email", OTTO), ("role", "assistant")];
    greta.post("/gm/g/g1/gms", &promoted).await;
    assert!(observer.page("/gm/g/g1").await.contains("action=\"/gm/g/g1/adjudicate\""), "he may act now");
    greta.post("/gm/g/g1/gms/remove", &remove_otto).await;
    assert_eq!(observer.get("/gm/g/g1").await.status, StatusCode::FORBIDDEN);
    let olga = site.account(OLGA).await.to_string();
    assert_eq!(
        assistant.post("/gm/g/g1/gms/remove", &[("account", &olga)]).await.to.as_deref(),
        Some("/gm"),
        "whoever helps may leave"
    );
    assert_eq!(assistant.get("/gm/g/g1").await.status, StatusCode::FORBIDDEN);
    let acts: Vec<String> =
        sqlx::query_scalar("select action from audit where action like '%-gm' order by id")
            .fetch_all(&site.pool)
            .await
            .expect("the diary");
    assert_eq!(acts, ["add-gm", "add-gm", "add-gm", "remove-gm", "remove-gm"]);
}

/// Every page of the desk, and every letter of ours, that links lead to; all of them must open.
async fn walk(reader: &mut Reader) -> Vec<(String, String)> {
    let mut pages: Vec<(String, String)> = Vec::new();
    let mut ahead = vec!["/gm".to_owned()];
    while let Some(address) = ahead.pop() {
        if pages.iter().any(|(seen, _)| *seen == address) {
            continue;
        }
        let text = reader.page(&address).await;
        for link in text.split("href=\"").skip(1).filter_map(|rest| rest.split(['"', '#']).next()) {
            let link = link.replace("&#38;", "&").replace("&amp;", "&");
            // These lead from game to game, to pages that are looked at anyway.
            let leads_on = ["/gm/next?", "/gm/previous?"].iter().any(|start| link.starts_with(start));
            if leads_on {
                continue;
            }
            if link.starts_with("/gm") || link.starts_with("/g/g1/post/") {
                ahead.push(link);
            }
        }
        pages.push((address, text));
    }
    pages
}

/// Where the forms of a page send what is filled in, those of the desk alone.
fn forms(text: &str) -> Vec<&str> {
    let forms = text.split("<form method=\"post\" action=\"").skip(1);
    let addresses = forms.map(|rest| rest.split('"').next().expect("an address"));
    addresses.filter(|address| address.starts_with("/gm/") || address.starts_with("/g/g1/post/")).collect()
}

/// All that the pages offer beside leaving the desk.
async fn offered(reader: &mut Reader) -> Vec<String> {
    let mut all = Vec::new();
    for (page, text) in walk(reader).await {
        let others = forms(&text).into_iter().filter(|address| *address != "/gm/g/g1/gms/remove");
        all.extend(others.map(|address| format!("{page}: {address}")));
    }
    all
}

#[sqlx::test]
async fn who_may_only_look_is_offered_nothing_that_refuses_him(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    let mut anna = site.signed_in(ANNA).await;
    let mut observer = let_in(&site, &mut greta, OTTO, "observer").await;
    let mut assistant = let_in(&site, &mut greta, OLGA, "assistant").await;
    anna.post("/g/g1/my/words?side=red", &[("words", "guess 7")]).await;
    greta.post("/gm/g/g1/waiting-list", &[("name", "Cleo"), ("email", "cleo@example.com")]).await;
    greta.post("/gm/g/g1/calendar/extension", &[("side", "red"), ("until", "2099-12-28T20:00")]).await;
    let sent = "update outbox set sent_at = now() where id = 1";
    sqlx::query(sent).execute(&site.pool).await.expect("a letter is sent");
    let failed = "update outbox set failed_at = now() where id = 2";
    sqlx::query(failed).execute(&site.pool).await.expect("a letter is given up");
    let wrong = [("kind", "orders"), ("side", "red"), ("words", "guess 8"), ("reason", "misread")];
    let mut shown = 0;
    for (address, filled) in [
        ("/gm/g/g1/rulings", &[("year", ""), ("words", "a point for red"), ("reason", "so be it")][..]),
        ("/gm/g/g1/pause", &[("reason", "snow")]),
        ("/gm/g/g1/adjudicate", &[]),
        ("/gm/g/g1/draft/letters/red/hold", &[]),
        ("/gm/g/g1/publish", &[("first_year", "100")]),
        ("/gm/g/g1/turns/100/amend", &wrong),
    ] {
        assert_eq!(offered(&mut observer).await, Vec::<String>::new(), "before {address}");
        let all = offered(&mut assistant).await;
        let refused = ["/adopt", "/archive", "/unarchive", "/clone", "/export", "/delete", "g1/gms"];
        let refused = |one: &&String| refused.iter().any(|end| one.ends_with(end));
        assert_eq!(
            all.iter().filter(refused).collect::<Vec<_>>(),
            Vec::<&String>::new(),
            "the owner\u{2019}s"
        );
        shown += all.len();
        let done = greta.post(address, filled).await;
        assert_eq!(done.status, StatusCode::SEE_OTHER, "{address}: {}", done.text);
    }
    assert!(shown > 60, "an assistant is offered what he may do: {shown}");
    assert_eq!(offered(&mut observer).await, Vec::<String>::new(), "a correction is under way");
    let page = greta.page("/gm/g/g1/correction").await;
    let seen = page.split("name=\"seen\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    let told = [("seen", seen.expect("what was seen")), ("explanation", "it was misread")];
    let done = greta.post("/gm/g/g1/corrections/1/publish", &told).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text);
    assert_eq!(offered(&mut observer).await, Vec::<String>::new(), "a correction is published");
    greta.post("/gm/g/g1/archive", &[]).await;
    assert_eq!(offered(&mut assistant).await, Vec::<String>::new(), "nobody runs what is put away");
}

#[sqlx::test]
async fn of_two_gms_who_publish_at_once_one_does_and_the_other_is_told(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    let mut olga = let_in(&site, &mut greta, OLGA, "assistant").await;
    let mut told = Vec::new();
    for first_year in ["100", "105"] {
        assert!(greta.post("/gm/g/g1/adjudicate", &[]).await.status.is_redirection());
        let filled = [("first_year", first_year)];
        let (one, other) =
            futures::join!(greta.post("/gm/g/g1/publish", &filled), olga.post("/gm/g/g1/publish", &filled));
        let turn = format!("/g/g1/{first_year}");
        assert_eq!((one.to.as_deref(), other.to.as_deref()), (Some(turn.as_str()), Some(turn.as_str())));
        let pages = [greta.page(&turn).await, olga.page(&turn).await];
        let says = |words: &str| pages.iter().filter(|page| page.contains(words)).count();
        assert_eq!(
            (says("is published. The reports"), says("was published already")),
            (1, 1),
            "{first_year}"
        );
        told.push(site.count_of("select count(*) from outbox where kind = 'report'").await);
    }
    assert_eq!(told, [2, 4], "each report goes out once");
    assert_eq!(site.count_of("select count(*) from audit where action = 'publish'").await, 2);
}
