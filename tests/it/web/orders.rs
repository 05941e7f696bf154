//! Orders by form and in one box: the same complaints as by letter, and nothing typed is lost.

use axum::http::StatusCode;
use sqlx::PgPool;

use super::{ANNA, BORIS, GRETA, Site};

#[sqlx::test]
async fn a_form_is_acknowledged_on_the_page_and_complained_of_beside_the_box(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    let form = anna.page("/g/g1/my/orders").await;
    assert!(form.contains("<label for=\"guess\">Your guess</label>"), "{form}");
    assert!(
        form.contains("name=\"form-pentade\" value=\"100\"")
            && form.contains("name=\"form-shown\" value=\"0\"")
    );

    let typed = "guess 7\r\ngess <8>";
    let filled = [("form-pentade", "100"), ("form-shown", "0"), ("guess", typed)];
    let sent = anna.post("/g/g1/my/orders?side=red", &filled).await;
    assert_eq!(sent.status, StatusCode::OK);
    let page = &sent.text;
    assert!(page.contains("Your orders have come: version 1"), "{page}");
    assert!(page.contains("<pre dir=\"auto\">guess 7</pre>"), "what is in force is shown: {page}");
    let label = page.find("for=\"guess\"").expect("the box");
    let complaint = page.find("Line 2: ").expect("the complaint, with its line in the box");
    assert!(
        label < complaint && complaint < page.find("<textarea").expect("the box"),
        "beside its box: {page}"
    );
    assert!(page.contains("guess 7\ngess &#60;8&#62;</textarea>"), "what was typed is kept, as text: {page}");

    let mine = anna.page("/g/g1/my").await;
    assert!(mine.contains("<strong>Version 1</strong>"), "{mine}");
    assert!(mine.contains("no order was understood"), "{mine}");
    let version = anna.page("/g/g1/my/sheets/1?side=red").await;
    assert!(version.contains("gess &#60;8&#62;") && version.contains("by form"), "{version}");
    assert_eq!(anna.get("/g/g1/my/sheets/2?side=red").await.status, StatusCode::NOT_FOUND);
    let acknowledged = anna.page(first_link(&mine, "/g/g1/post/")).await;
    assert!(acknowledged.contains("guess 7"), "the letter of acknowledgement can be read: {acknowledged}");
}

fn first_link<'a>(page: &'a str, start: &str) -> &'a str {
    let from = page.find(start).unwrap_or_else(|| panic!("a link to {start} in {page}"));
    page[from..].split('"').next().expect("a quoted address")
}

#[sqlx::test]
async fn an_order_is_chosen_looked_at_and_put_into_its_box(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    let form = anna.page("/g/g1/my/orders").await;
    assert!(form.contains("name=\"form-pick\" value=\"guess\"") && !form.contains("<fieldset"), "{form}");
    let base = [("form-pentade", "100"), ("form-shown", "0"), ("guess", "invite")];
    let chosen =
        [("pick-guess-order", "guess 10"), ("pick-guess-figure", "12"), ("pick-guess-others", "ask")];

    let press = |name: &'static str| [&base[..], &chosen[..], &[(name, "guess")]].concat();
    let opened = anna.post("/g/g1/my/orders?side=red", &press("form-pick")).await.text;
    assert!(opened.contains("<option value=\"guess 10\" selected>guess 10: the middle</option>"), "{opened}");
    assert!(
        opened.contains("value=\"ask\" checked") && opened.contains("asks whether you mean it"),
        "{opened}"
    );
    assert!(opened.contains("invite</textarea>"), "nothing is put into the box yet: {opened}");
    let preview = opened.split("id=\"guess-preview\"").nth(1).and_then(|rest| rest.split("</div>").next());
    assert!(preview.is_some_and(|told| told.contains("12")), "what it would come to: {preview:?}");

    let added = anna.post("/g/g1/my/orders?side=red", &press("form-add")).await.text;
    assert!(added.contains("invite\nguess 12\nask</textarea>"), "{added}");
    assert!(added.contains("Checked, and not sent yet"), "{added}");
    assert!(!added.contains("selected>guess 10"), "the menu is ready for another");
    assert!(anna.page("/g/g1/my").await.contains("No orders have come from you yet"), "nothing is kept");

    let forged = [("pick-guess-order", "guess 13"), ("pick-guess-others", "trap"), ("form-add", "guess")];
    let forged = anna.post("/g/g1/my/orders?side=red", &[&base[..], &forged[..]].concat()).await.text;
    assert!(forged.contains("invite</textarea>"), "what the menu does not have gives no line: {forged}");
    let odd = [("pick-guess-order", "guess 10"), ("pick-guess-figure", "a dozen"), ("form-add", "guess")];
    let odd = anna.post("/g/g1/my/orders?side=red", &[&base[..], &odd[..]].concat()).await.text;
    assert!(
        odd.contains("\u{201c}a dozen\u{201d} is no whole number from 0")
            && odd.contains("invite</textarea>")
    );
    assert!(odd.contains("<option value=\"guess 10\" selected>"), "what was chosen stays chosen: {odd}");
    let nowhere = [&base[..], &[("form-pick", "elsewhere")]].concat();
    assert_eq!(anna.post("/g/g1/my/orders?side=red", &nowhere).await.status, StatusCode::OK);
    let mut boris = site.signed_in(BORIS).await;
    let foreign = boris.post("/g/g1/my/orders?side=red", &press("form-pick")).await;
    assert_eq!(foreign.status, StatusCode::FORBIDDEN);
}

#[sqlx::test]
async fn a_form_opened_before_another_sheet_came_does_not_wipe_it_out(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    let words = anna.post("/g/g1/my/words?side=red", &[("words", "guess 5")]).await;
    assert!(words.text.contains("Your orders have come: version 1"), "{}", words.text);

    let stale = [("form-pentade", "100"), ("form-shown", "0"), ("guess", "guess 9")];
    let answer = anna.post("/g/g1/my/orders?side=red", &stale).await;
    assert_eq!(answer.status, StatusCode::CONFLICT);
    assert!(answer.text.contains("another sheet has come meanwhile"), "{}", answer.text);
    assert!(answer.text.contains("guess 9</textarea>"), "what was typed is kept: {}", answer.text);
    assert!(answer.text.contains("name=\"form-shown\" value=\"1\""), "a second press is meant");
    assert!(
        anna.page("/g/g1/my").await.contains("<pre dir=\"auto\">guess 5</pre>"),
        "the newer sheet stands"
    );

    let meant = [("form-pentade", "100"), ("form-shown", "1"), ("guess", "guess 9")];
    assert_eq!(anna.post("/g/g1/my/orders?side=red", &meant).await.status, StatusCode::OK);
    assert!(anna.page("/g/g1/my").await.contains("<pre dir=\"auto\">guess 9</pre>"));
}

#[sqlx::test]
async fn a_form_of_a_closed_pentade_is_late_and_touches_nothing(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    let greta = site.account(GRETA).await;
    site.desk.close_pentade(greta, "g1").await.expect("closed");
    let filled = [("form-pentade", "100"), ("form-shown", "0"), ("guess", "guess 9")];
    let late = anna.post("/g/g1/my/orders?side=red", &filled).await;
    assert_eq!(late.status, StatusCode::CONFLICT);
    assert!(late.text.contains("Too late") && late.text.contains("guess 9</textarea>"), "{}", late.text);
    assert_eq!(
        anna.post("/g/g1/my/words?side=red", &[("words", "guess 9")]).await.status,
        StatusCode::CONFLICT
    );

    site.desk.publish(greta, "g1", 100).await.expect("published");
    let old = anna.post("/g/g1/my/orders?side=red", &filled).await;
    assert_eq!(old.status, StatusCode::CONFLICT, "the form was made for another pentade");
    assert!(anna.page("/g/g1/my").await.contains("No orders have come from you yet"));
}

#[sqlx::test]
async fn nobody_orders_for_a_side_that_is_not_theirs(pool: PgPool) {
    let site = Site::begin(pool).await;
    let filled = [("form-pentade", "100"), ("form-shown", "0"), ("guess", "guess 1")];
    let mut boris = site.signed_in(BORIS).await;
    for address in ["/g/g1/my/orders?side=red", "/g/g1/my/words?side=red"] {
        let answer = boris.post(address, &[("words", "guess 1"), filled[0], filled[1], filled[2]]).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{address}");
    }
    let mut greta = site.signed_in(GRETA).await;
    assert_eq!(greta.post("/g/g1/my/orders?side=red", &filled).await.status, StatusCode::FORBIDDEN);
    let stranger = site.stranger().post("/g/g1/my/orders?side=red", &filled).await;
    assert_eq!(stranger.status, StatusCode::UNAUTHORIZED);
    assert!(stranger.text.contains("what you typed is still there"), "{}", stranger.text);
    let sheets: i64 =
        sqlx::query_scalar("select count(*) from sheet").fetch_one(&site.pool).await.expect("counted");
    assert_eq!(sheets, 0);
}

#[sqlx::test]
async fn links_in_letters_lead_to_pages(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    anna.post("/g/g1/my/words?side=red", &[("words", "guess 5")]).await;
    let greta = site.account(GRETA).await;
    site.desk.close_pentade(greta, "g1").await.expect("closed");
    site.desk.publish(greta, "g1", 100).await.expect("published");
    let start = site.desk.settings().link("/");
    let letters: Vec<(String, String)> =
        sqlx::query_as("select kind, plain from outbox where envelope_to = $1 order by id")
            .bind(ANNA)
            .fetch_all(&site.pool)
            .await
            .expect("letters to Anna");
    for wanted in ["acknowledgement", "report"] {
        let (_, plain) = letters.iter().find(|(kind, _)| kind == wanted).expect(wanted);
        let links: Vec<&str> =
            plain.split_whitespace().filter_map(|word| word.split(&start).nth(1)).collect();
        assert!(!links.is_empty(), "{wanted}: {plain}");
        for link in links {
            anna.page(&format!("/{}", link.trim_end_matches(['.', ',', ')', '>']))).await;
        }
    }
}

#[sqlx::test]
async fn orders_are_checked_before_they_are_sent(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    let form = anna.page("/g/g1/my/orders").await;
    assert!(form.contains("name=\"form-check\""), "{form}");
    let typed = [
        ("form-pentade", "100"),
        ("form-shown", "0"),
        ("guess", "guess 13\r\ngess <8>"),
        ("form-check", "1"),
    ];
    for (address, filled) in [
        ("/g/g1/my/orders?side=red", &typed[..]),
        ("/g/g1/my/words?side=red", &[("words", "guess 13\r\ngess <8>"), ("form-check", "1")][..]),
    ] {
        let checked = anna.post(address, filled).await;
        assert_eq!(checked.status, StatusCode::OK);
        for told in [
            "Checked, and not sent yet",
            "<pre dir=\"auto\">guess 13</pre>",
            "no order was understood",
            "Will be refused as things stand",
            "13 is never thrown",
            "What they would come to",
            "The chance of 13 is 1 in 20.",
            "guess 13\ngess &#60;8&#62;</textarea>",
        ] {
            assert!(checked.text.contains(told), "{told}: {}", checked.text);
        }
    }
    assert!(anna.page("/g/g1/my").await.contains("No orders have come from you yet"), "nothing was kept");
    let sent = anna.post("/g/g1/my/orders?side=red", &typed[..3]).await;
    assert!(sent.text.contains("version 1") && sent.text.contains("13 is never thrown"), "{}", sent.text);
    assert!(anna.page("/g/g1/my").await.contains("13 is never thrown"));
}

#[sqlx::test]
async fn versions_are_listed_compared_and_brought_back(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    for words in ["guess 5", "guess 6\r\nask", "guess 7"] {
        anna.post("/g/g1/my/words?side=red", &[("words", words)]).await;
    }
    let list = anna.page("/g/g1/my/sheets?side=red").await;
    for told in [
        "Version 1",
        "Version 3",
        "<small>in force</small>",
        "by <bdi>Anna</bdi>",
        "From version 2 to version 3",
    ] {
        assert!(list.contains(told), "{told}: {list}");
    }
    assert!(list.contains("<del>guess 6</del>") && list.contains("<ins>guess 7</ins>"), "{list}");
    let compared = anna.page("/g/g1/my/sheets?side=red&from=1&to=3").await;
    let part = compared.split("<form method=\"get\"").next().expect("the head of the page");
    assert!(part.contains("<del>guess 5</del>") && part.contains("<ins>ask</ins>"), "{part}");
    assert_eq!(anna.get("/g/g1/my/sheets?side=red&from=1&to=9").await.status, StatusCode::NOT_FOUND);

    let back = anna.post("/g/g1/my/sheets/1/back?side=red", &[]).await;
    assert_eq!((back.status, back.to.as_deref()), (StatusCode::SEE_OTHER, Some("/g/g1/my/sheets?side=red")));
    let list = anna.page("/g/g1/my/sheets?side=red").await;
    assert!(list.contains("Version 1 is in force again, as version 4."), "{list}");
    assert!(list.contains("by bringing back version 1"), "{list}");
    assert!(anna.page("/g/g1/my/sheets/4?side=red").await.contains("<pre dir=\"auto\">guess 5</pre>"));

    let mut greta = site.signed_in(GRETA).await;
    assert!(greta.page("/g/g1/my/sheets?side=red").await.contains("Version 4"), "the GM may read them");
    assert_eq!(greta.post("/g/g1/my/sheets/1/back?side=red", &[]).await.status, StatusCode::FORBIDDEN);
    let mut boris = site.signed_in(BORIS).await;
    assert_eq!(boris.get("/g/g1/my/sheets?side=red").await.status, StatusCode::FORBIDDEN);
}
