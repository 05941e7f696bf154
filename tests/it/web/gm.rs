//! The GM's desk: from open orders to a published pentade, by its buttons.

use axum::http::StatusCode;
use pentade::desk::take_letter::Taken;
use pentade::desk::views::PublicBundle;
use pentade::postal::chronicle::SideId;
use sqlx::PgPool;

use super::{ANNA, BORIS, GRETA, Site};

#[sqlx::test]
async fn a_pentade_goes_from_orders_to_the_archive_by_buttons(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    anna.post("/g/g1/my/words?side=red", &[("words", "guess 7\nnonsense")]).await;
    let mut greta = site.signed_in(GRETA).await;
    assert!(greta.page("/gm").await.contains("/gm/g/g1"));
    let desk = greta.page("/gm/g/g1").await;
    assert!(desk.contains("1 player still silent") && desk.contains("version 1, by form"), "{desk}");
    assert!(!desk.contains("The Bank"), "nobody can send orders for it");
    let sheet = greta.page("/gm/g/g1/sheets/red").await;
    assert!(sheet.contains("nonsense") && sheet.contains("no order was understood"), "{sheet}");
    assert_eq!(greta.get("/gm/g/g1/draft").await.status, StatusCode::CONFLICT, "there is no draft yet");

    let closed = greta.post("/gm/g/g1/adjudicate", &[]).await;
    assert_eq!(closed.to.as_deref(), Some("/gm/g/g1/draft"));
    let draft = greta.page("/gm/g/g1/draft").await;
    assert!(draft.contains("The secret guess of red was 7."), "{draft}");
    assert_eq!(draft.matches("<svg xmlns").count(), 2, "the map before and after");
    assert_eq!(site.stranger().get("/g/g1/100").await.status, StatusCode::NOT_FOUND, "nothing is public yet");

    assert_eq!(greta.post("/gm/g/g1/again", &[]).await.to.as_deref(), Some("/gm/g/g1/draft"));
    assert!(greta.page("/gm/g/g1/publish").await.contains("This cannot be taken back"));
    assert_eq!(
        site.stranger().get("/g/g1/100").await.status,
        StatusCode::NOT_FOUND,
        "asking publishes nothing"
    );
    let published = greta.post("/gm/g/g1/publish", &[("first_year", "100")]).await;
    assert_eq!(published.to.as_deref(), Some("/g/g1/100"));
    assert!(greta.page("/g/g1/100").await.contains("The reports are on their way"));
    let again = greta.post("/gm/g/g1/publish", &[("first_year", "100")]).await;
    assert_eq!(again.to.as_deref(), Some("/g/g1/100"), "a second press shows the first result");

    let turn = site.stranger().page("/g/g1/100").await;
    assert!(turn.contains("The die shows") && !turn.contains("secret guess"), "{turn}");
    assert!(anna.page("/g/g1/my/reports/100").await.contains("The secret guess of red was 7."));
    assert!(greta.page("/g/g1/100/bundle.json").await.contains("\"result_hash\""));
}

#[sqlx::test]
async fn a_held_pentade_says_why(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    anna.post("/g/g1/my/words?side=red", &[("words", "ask")]).await;
    let mut greta = site.signed_in(GRETA).await;
    assert_eq!(greta.post("/gm/g/g1/adjudicate", &[]).await.to.as_deref(), Some("/gm/g/g1"));
    let desk = greta.page("/gm/g/g1").await;
    assert!(desk.contains("It waits for you") && desk.contains("do you really want to know?"), "{desk}");
    assert!(site.stranger().page("/g/g1").await.contains("held for the GM"));
}

#[sqlx::test]
async fn a_question_is_answered_by_its_side_or_by_the_gm(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    let mut boris = site.signed_in(BORIS).await;
    anna.post("/g/g1/my/words?side=red", &[("words", "ask")]).await;
    boris.post("/g/g1/my/words?side=blue", &[("words", "ask")]).await;
    let mut greta = site.signed_in(GRETA).await;
    greta.post("/gm/g/g1/adjudicate", &[]).await;
    assert!(!anna.page("/g/g1/my?side=red").await.contains("You are asked"), "the Blues are asked first");
    assert!(boris.page("/g/g1/my?side=blue").await.contains("name=\"really@blue\""));
    let kept = boris.post("/g/g1/my/votes?side=blue", &[("really@blue", "no")]).await;
    assert_eq!(kept.to.as_deref(), Some("/g/g1/my?side=blue"));
    assert!(anna.page("/g/g1/my?side=red").await.contains("name=\"really@red\""));

    let left_open = greta.post("/gm/g/g1/answers", &[("really@red", "")]).await;
    assert_eq!(left_open.to.as_deref(), Some("/gm/g/g1"));
    assert!(greta.page("/gm/g/g1").await.contains("Still open: 1"));
    let wrong = greta.post("/gm/g/g1/answers", &[("really@red", "perhaps")]).await;
    assert_eq!(wrong.status, StatusCode::CONFLICT);
    let done = greta.post("/gm/g/g1/answers", &[("really@red", "yes")]).await;
    assert_eq!(done.to.as_deref(), Some("/gm/g/g1/draft"));
}

#[sqlx::test]
async fn a_ruling_a_seat_and_those_who_wait_have_their_forms(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    let filled = [("year", "102"), ("words", "a <b>point</b>"), ("reason", "a wish"), ("public", "yes")];
    let done = greta.post("/gm/g/g1/rulings", &filled).await;
    assert_eq!(done.to.as_deref(), Some("/gm/g/g1/rulings"));
    let desk = greta.page("/gm/g/g1").await;
    assert!(desk.contains("a &#60;b&#62;point") && desk.contains(">102</td>"), "{desk}");
    let path = desk.split("action=\"").find(|part| part.contains("/withdraw\"")).expect("a button");
    let path = path.split('"').next().expect("an address").to_owned();
    greta.post(&path, &[]).await;
    assert!(greta.page("/gm/g/g1").await.contains("withdrawn "));
    let bad = [("year", "soon"), ("words", "a point"), ("reason", "a wish")];
    let bad = greta.post("/gm/g/g1/rulings", &bad).await;
    assert_eq!(bad.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(bad.text.contains("is no year") && bad.text.contains(">a point</textarea>"), "{}", bad.text);

    greta.post("/gm/g/g1/waiting", &[("count", "3")]).await;
    assert!(greta.page("/gm/g/g1").await.contains("value=\"3\""));
    let carl = [("side", "blue"), ("name", "Carl"), ("email", "carl@example.com")];
    greta.post("/gm/g/g1/seats", &carl).await;
    assert!(greta.page("/gm/g/g1").await.contains("carl@example.com"));
    for (name, email) in [("Carl", "carl@"), ("Carl", "carl of example"), ("\u{202e}", "carl@example.com")] {
        let bad = [("side", "blue"), ("name", name), ("email", email)];
        assert_eq!(greta.post("/gm/g/g1/seats", &bad).await.status, StatusCode::CONFLICT, "{name} {email}");
        let bad = [("name", name), ("email", email)];
        assert_eq!(
            greta.post("/gm/g/g1/waiting-list", &bad).await.status,
            StatusCode::CONFLICT,
            "{name} {email}"
        );
    }
    let mut boris = site.signed_in(BORIS).await;
    assert_eq!(boris.post("/gm/g/g1/seats", &carl).await.status, StatusCode::FORBIDDEN);
}

#[sqlx::test]
async fn a_ruling_is_put_together_kind_by_kind_without_script(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    let page = greta.page("/gm/g/g1/rulings").await;
    assert!(page.contains("<optgroup label=\"Points\"><option value=\"point\">A point</option>"), "{page}");
    let chosen =
        greta.post("/gm/g/g1/rulings", &[("do", "add"), ("new", "point"), ("reason", "a <wish>")]).await;
    assert_eq!(chosen.status, StatusCode::OK);
    assert!(
        chosen.text.contains("name=\"0-side\"") && chosen.text.contains("&#60;red&#62;"),
        "{}",
        chosen.text
    );
    assert!(chosen.text.contains("value=\"a &#60;wish&#62;\""), "what was typed is kept: {}", chosen.text);

    let first = [("kind-0", "point"), ("0-side", "red"), ("reason", "a wish"), ("public", "yes")];
    let more = [&first[..], &[("do", "add"), ("new", "point")]].concat();
    assert!(greta.post("/gm/g/g1/rulings", &more).await.text.contains("name=\"1-side\""));
    let wrong = [&first[..], &[("kind-1", "point"), ("1-side", "black")]].concat();
    let wrong = greta.post("/gm/g/g1/rulings", &wrong).await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        wrong.text.contains("does not play") && wrong.text.contains("Nothing of it was kept"),
        "{}",
        wrong.text
    );
    assert!(wrong.text.contains("<option value=\"red\" selected>"), "{}", wrong.text);
    let out = [&first[..], &[("kind-1", "point"), ("1-side", "blue"), ("do", "drop-0")]].concat();
    let out = greta.post("/gm/g/g1/rulings", &out).await.text;
    assert!(out.contains("<option value=\"blue\" selected>") && !out.contains("name=\"1-side\""), "{out}");
    assert!(out.contains("<strong id=\"canonical\">a point for blue</strong>"), "{out}");
    let words = [&first[..], &[("do", "text")]].concat();
    assert!(greta.post("/gm/g/g1/rulings", &words).await.text.contains(">a point for red</textarea>"));
    let form = [("words", "a point for blue; a point for red"), ("do", "form")];
    assert!(greta.post("/gm/g/g1/rulings", &form).await.text.contains("name=\"1-side\""));
    let foreign = [("words", "point out"), ("do", "form")];
    assert!(greta.post("/gm/g/g1/rulings", &foreign).await.text.contains("The form cannot say this"));

    let done = greta.post("/gm/g/g1/rulings", &first).await;
    assert_eq!(done.to.as_deref(), Some("/gm/g/g1/rulings"));
    let page = greta.page("/gm/g/g1/rulings").await;
    assert!(page.contains("Laid down: a point for red."), "{page}");
    let edit = page.split("href=\"").find(|part| part.starts_with("/gm/g/g1/rulings?edit=")).expect("a link");
    let edit = edit.split('"').next().expect("an address").to_owned();
    let page = greta.page(&edit).await;
    assert!(page.contains("<option value=\"red\" selected>") && page.contains("name=\"replaces\""), "{page}");
    let mut boris = site.signed_in(BORIS).await;
    assert_eq!(boris.get("/gm/g/g1/rulings").await.status, StatusCode::FORBIDDEN);
    assert_eq!(boris.post("/gm/g/g1/rulings", &first).await.status, StatusCode::FORBIDDEN);
}

#[sqlx::test]
async fn a_power_is_ordered_by_form_with_complaints_beside_it(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    let page = greta.page("/gm/g/g1/powers").await;
    assert!(page.contains("The Bank") && page.contains("guess 5</textarea>"), "{page}");
    let done = greta.post("/gm/g/g1/powers/bank", &[("words", "guess 8\n<b>")]).await;
    assert_eq!(done.to.as_deref(), Some("/gm/g/g1/powers#power-bank"));
    let page = greta.page("/gm/g/g1/powers").await;
    assert!(page.contains("no order was understood") && page.contains("you order"), "{page}");
    greta.post("/gm/g/g1/powers/bank", &[("words", "guess 8"), ("own", "yes")]).await;
    assert!(greta.page("/gm/g/g1/powers").await.contains("guess 5</textarea>"));
    let mut boris = site.signed_in(BORIS).await;
    assert_eq!(boris.get("/gm/g/g1/powers").await.status, StatusCode::FORBIDDEN);
    let foreign = boris.post("/gm/g/g1/powers/bank", &[("words", "guess 8")]).await;
    assert_eq!(foreign.status, StatusCode::FORBIDDEN);
}

#[sqlx::test]
async fn a_gm_who_plays_seals_his_orders_and_anyone_can_check_them(pool: PgPool) {
    let site = Site::begin(pool).await;
    site.desk.resign(site.account(BORIS).await, "g1", &SideId::new("blue")).await.expect("gone");
    let (mut greta, mut anna) = (site.signed_in(GRETA).await, site.signed_in(ANNA).await);
    anna.post("/g/g1/my/words?side=red", &[("words", "guess 17")]).await;
    greta.post("/gm/g/g1/adopt", &[("side", "blue"), ("adopts", "yes")]).await;
    greta.post("/g/g1/my/words?side=blue", &[("words", "guess 3")]).await;
    let page = greta.page("/gm/g/g1").await;
    assert!(page.contains("Seal my orders") && page.contains("closed"), "{page}");
    assert!(greta.get("/gm/g/g1/look-ahead").await.text.contains("sealed your own"));
    assert!(greta.page("/gm/g/g1/powers").await.contains("Nothing is suggested: you play in this game"));

    let sealed = greta.post("/gm/g/g1/seal", &[]).await;
    assert_eq!(sealed.to.as_deref(), Some("/gm/g/g1#seal"));
    let page = site.stranger().page("/g/g1").await;
    assert!(page.contains("Orders of <bdi>Greta</bdi>, GM and player, sealed"), "{page}");
    assert!(greta.page("/gm/g/g1").await.contains("Take the seal back"));
    greta.post("/gm/g/g1/seal/open", &[]).await;
    assert!(greta.page("/gm/g/g1/look-ahead").await.contains("17"));
    assert!(greta.post("/gm/g/g1/seal/back", &[]).await.text.contains("stay as you sealed them"));

    greta.post("/gm/g/g1/adjudicate", &[]).await;
    greta.post("/gm/g/g1/publish", &[("first_year", "100")]).await;
    let bundle = site.stranger().page("/g/g1/100/public-bundle.json").await;
    assert!(
        !bundle.contains("red was 17") && !bundle.contains(":17"),
        "orders of others are not in it: {bundle}"
    );
    let bundle: PublicBundle = serde_json::from_str(&bundle).expect("a bundle");
    assert!(bundle.seals.len() == 1 && bundle.seals[0].is_whole(), "{bundle:?}");
    let page = site.stranger().page("/g/g1/100").await;
    assert!(page.contains(&bundle.seals[0].hash) && page.contains(&bundle.seals[0].nonce), "{page}");
    for action in ["seal", "others-opened"] {
        let rows = sqlx::query_scalar("select count(*) from audit where action = $1").bind(action);
        assert_eq!(rows.fetch_one(&site.pool).await.ok(), Some(1_i64), "{action}");
    }
}

#[sqlx::test]
async fn a_deadline_is_moved_on_the_gms_own_clock(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    greta.post("/settings/zone", &[("zone", "Europe/Vienna")]).await;
    let moved = greta.post("/gm/g/g1/deadline", &[("deadline", "2099-07-01T20:00")]).await;
    assert_eq!(moved.to.as_deref(), Some("/gm/g/g1"));
    let desk = greta.page("/gm/g/g1").await;
    assert!(desk.contains("1 July 2099, 18:00 UTC"), "{desk}");
    assert!(desk.contains("value=\"2099-07-01T20:00\""), "{desk}");
    let nonsense = greta.post("/gm/g/g1/deadline", &[("deadline", "soon")]).await;
    assert_eq!(nonsense.status, StatusCode::BAD_REQUEST);
    assert!(nonsense.text.contains("is no date and time"), "{}", nonsense.text);
}

#[sqlx::test]
async fn a_held_letter_can_be_read_as_it_came(pool: PgPool) {
    let site = Site::begin(pool).await;
    let raw =
        "From: stranger@example.net\r\nSubject: <i>hm</i>\r\nMessage-ID: <1@example.net>\r\n\r\nguess 3\r\n";
    let to = site.desk.settings().orders_address("g1");
    let taken = site.desk.take_letter("stranger@example.net", &to, raw.as_bytes()).await.expect("taken");
    let Taken::Stored(taken) = taken else { panic!("{taken:?}") };
    site.desk.read_letter(taken).await.expect("read");
    let mut greta = site.signed_in(GRETA).await;
    assert!(greta.page("/gm/g/g1").await.contains("&#60;i&#62;hm"), "markup in a subject is text");
    let letter = greta.page(&format!("/gm/g/g1/letters/{taken}")).await;
    assert!(letter.contains("Message-ID: &#60;1@example.net&#62;"), "{letter}");
    let mut boris = site.signed_in(BORIS).await;
    assert_eq!(boris.get(&format!("/gm/g/g1/letters/{taken}")).await.status, StatusCode::FORBIDDEN);
}

/// Where each of these words stands in a page, in this order.
fn in_order(page: &str, words: &[&str]) -> bool {
    let places: Vec<_> =
        words.iter().map(|one| page.find(one).unwrap_or_else(|| panic!("{one}: {page}"))).collect();
    places.is_sorted()
}

#[sqlx::test]
async fn all_games_stand_on_one_screen_with_what_wants_the_gm_first(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    for (slug, title) in [("g2", "Second"), ("g3", "Third")] {
        let filled = [("slug", slug), ("title", title), ("after", ""), ("players", "yes")];
        let begun = greta.post("/gm/g/g1/clone", &filled).await;
        assert_eq!(begun.status, StatusCode::SEE_OTHER, "{}", begun.text);
    }
    let mut anna = site.signed_in(ANNA).await;
    let quiet = greta.page("/gm").await;
    assert!(quiet.contains("Nothing wants you now") && quiet.contains("0 of 2"), "{quiet}");
    assert!(quiet.contains("missing: The Reds, The Blues") && quiet.contains("accesskey=\"3\""), "{quiet}");
    assert!(quiet.matches(">nothing<").count() == 3 && quiet.matches("none open").count() == 3);
    assert_eq!(anna.page("/gm").await.matches("<tr").count(), 0, "a player runs none of them");

    anna.post("/g/g1/my/words?side=red", &[("words", "guess 7")]).await;
    let later = [("deadline", "2099-12-24T20:00")];
    greta.post("/gm/g/g1/deadline", &later).await;
    let page = greta.page("/gm").await;
    assert!(page.contains("1 of 2") && page.contains("missing: The Blues<"), "{page}");
    assert!(in_order(&page, &["/gm/g/g2\"", "/gm/g/g3\"", "/gm/g/g1\""]), "the next deadline first: {page}");

    anna.post("/g/g3/my/words?side=red", &[("words", "guess 7")]).await;
    greta.post("/gm/g/g3/adjudicate", &[]).await;
    anna.post("/g/g2/my/words?side=red", &[("words", "guess 7\nask")]).await;
    greta.post("/gm/g/g2/adjudicate", &[]).await;
    let failed = "update outbox set failed_at = now(), last_error = 'no such address' where id =
                  (select min(outbox.id) from outbox join game on game.id = outbox.game where slug = 'g1')";
    sqlx::query(failed).execute(&site.pool).await.expect("a letter is given up");
    let page = greta.page("/gm").await;
    assert!(page.contains("2 games want you"), "players still have time to answer in g2: {page}");
    assert!(in_order(&page, &["/gm/g/g3\"", "/gm/g/g1\"", "/gm/g/g2\""]), "{page}");
    assert!(page.contains("href=\"/gm/g/g3/draft\">a draft to read and publish"), "{page}");
    assert!(page.contains("href=\"/gm/g/g1/dead-letters\">1 dead letter"), "{page}");
    assert!(page.contains("href=\"/gm/g/g2#asks\">1 open"), "{page}");

    let over =
        "update pentade set asked_at = now() - interval '9 days', answers_due = now() - interval '1 day'
                where answers_due is not null";
    sqlx::query(over).execute(&site.pool).await.expect("their time is over");
    sqlx::query("update game set edition_hash = 'another' where slug = 'g1'")
        .execute(&site.pool)
        .await
        .expect("set");
    let page = greta.page("/gm").await;
    assert!(
        in_order(&page, &["rules that are not loaded", "1 dead letter", "1 answer to give", "a draft"]),
        "{page}"
    );

    let reason = "update pentade set state = 'held', held_reason = 'it broke', questions = null
                  where state = 'draft'";
    sqlx::query(reason).execute(&site.pool).await.expect("held");
    greta.post("/gm/g/g1/archive", &[]).await;
    let page = greta.page("/gm").await;
    assert!(in_order(&page, &["held: it broke", "1 answer to give", "archived"]), "{page}");
    assert!(!page.contains("dead letter"), "nothing wants him where nothing is done: {page}");
}

#[sqlx::test]
async fn links_lead_from_game_to_game_that_wants_the_gm(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    for (slug, title) in [("g2", "Second"), ("g3", "Third"), ("g4", "Fourth")] {
        let filled = [("slug", slug), ("title", title), ("after", ""), ("players", "yes")];
        greta.post("/gm/g/g1/clone", &filled).await;
    }
    let none = greta.get("/gm/next?game=g1").await;
    assert_eq!(none.to.as_deref(), Some("/gm"));
    assert!(greta.page("/gm").await.contains("No other game wants you"));
    let mut anna = site.signed_in(ANNA).await;
    anna.post("/g/g2/my/words?side=red", &[("words", "ask")]).await;
    for slug in ["g2", "g3", "g4"] {
        greta.post(&format!("/gm/g/{slug}/adjudicate"), &[]).await;
    }
    let over =
        "update pentade set asked_at = now() - interval '9 days', answers_due = now() - interval '1 day'
                where answers_due is not null";
    sqlx::query(over).execute(&site.pool).await.expect("their time is over");
    let (asks, third, fourth) = ("/gm/g/g2#asks", "/gm/g/g3/draft", "/gm/g/g4/draft");
    for (from, to) in [
        ("/gm/next", asks),
        ("/gm/next?game=g1", asks),
        ("/gm/next?game=g2", third),
        ("/gm/next?game=g3", fourth),
        ("/gm/next?game=g4", asks),
        ("/gm/previous", fourth),
        ("/gm/previous?game=g1", fourth),
        ("/gm/previous?game=g4", third),
        ("/gm/previous?game=g2", fourth),
    ] {
        assert_eq!(greta.get(from).await.to.as_deref(), Some(to), "{from}");
    }
    for page in ["/gm", "/gm/g/g2", "/gm/g/g3/draft"] {
        let page = greta.page(page).await;
        assert!(page.contains("accesskey=\"n\"") && page.contains("accesskey=\"p\""), "{page}");
    }
    assert!(greta.page("/gm/g/g2").await.contains("href=\"#asks\" accesskey=\"q\""));
    let none = anna.get("/gm/next").await;
    assert_eq!(none.to.as_deref(), Some("/gm"), "she runs no game");
    assert!(site.stranger().get("/gm/next").await.to.is_some_and(|to| to.starts_with("/sign-in")));
}

#[sqlx::test]
async fn a_game_goes_on_under_the_loaded_edition_by_a_button(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    let none = greta.post("/gm/g/g1/edition", &[]).await;
    assert_eq!(none.status, StatusCode::CONFLICT, "there is no other: {}", none.text);
    let other = "update game set edition_name = 'old', edition_hash = 'another'";
    sqlx::query(other).execute(&site.pool).await.expect("it began under another");
    let page = greta.page("/gm/g/g1").await;
    assert!(page.contains("<strong>old</strong>") && page.contains("action=\"/gm/g/g1/edition\""), "{page}");
    assert_eq!(
        greta.post("/gm/g/g1/adjudicate", &[]).await.status,
        StatusCode::CONFLICT,
        "not by other figures"
    );
    let mut anna = site.signed_in(ANNA).await;
    assert_eq!(anna.post("/gm/g/g1/edition", &[]).await.status, StatusCode::FORBIDDEN);

    let taken = greta.post("/gm/g/g1/edition", &[]).await;
    assert_eq!(taken.to.as_deref(), Some("/gm/g/g1"), "{}", taken.text);
    let page = greta.page("/gm/g/g1").await;
    assert!(page.contains("goes on under the edition") && !page.contains("/gm/g/g1/edition\""), "{page}");
    assert!(page.contains("took another edition of the rules"), "it stands in the diary");
    for player in [ANNA, BORIS] {
        let letters = site.letters_to(player).await;
        assert!(letters.iter().any(|words| words.contains("another edition of its rules")), "{letters:?}");
    }
    assert_eq!(greta.post("/gm/g/g1/adjudicate", &[]).await.to.as_deref(), Some("/gm/g/g1/draft"));
}
