//! A pentade from both sides of the desk, as people do it: orders by form and by text, votes, review, publishing, a
//! correction.

use super::super::empires::millennium;
use super::super::{ANNA, GRETA};
use super::pages::{axe, faults};
use super::{Driver, Site, WIDE, Window, served};
use serde_json::json;
use sqlx::PgPool;

/// Anna orders by form, sees what is wrong beside the box, and then by text.
async fn order(anna: &Window) {
    anna.press("a[href='/g/g1/my?side=red']").await;
    anna.press("a[href='/g/g1/my/orders?side=red']").await;
    anna.type_into("#guess", "guess 7\ngess 8").await;
    anna.press("main form button.seal").await;
    let words = anna.told("#acknowledgement", "Your orders have come: version 1").await;
    assert!(words.contains("guess 7"), "{words}");
    anna.told("#guess-complaints", "gess 8").await;
    anna.assert_quiet("the order form").await;

    anna.go("/g/g1/my/words?side=red").await;
    anna.type_into("#words", "guess 11\nask\ngess 8").await;
    anna.press("button[name='form-menus']").await;
    anna.until("return document.getElementById('guess')?.value === 'guess 11\\nask'").await;
    assert!(anna.told("main", "gess 8").await.contains("What you had typed in the one box"));
    anna.press("button[name='form-check']:not(.unseen)").await;
    anna.told("#checked", "guess 11").await;
    anna.assert_quiet("from one box to the form").await;
    anna.go("/g/g1/my/words?side=red").await;
    anna.type_into("#words", "guess 9\nask").await;
    anna.press("button[name='form-check']").await;
    anna.told("#checked", "guess 9").await;
    anna.press("main form button.seal").await;
    let words = anna.told("#acknowledgement", "version 2").await;
    assert!(words.contains("guess 9"), "{words}");
    anna.assert_quiet("orders in one box").await;
}

/// Greta closes the orders, reads the draft, publishes it and corrects it.
async fn close(greta: &Window) {
    greta.press("a[href='/gm']").await;
    greta.press("a[href='/gm/g/g1']").await;
    greta.press("form[action='/gm/g/g1/adjudicate'] button").await;
}

async fn publish(greta: &Window) {
    greta.go("/gm/g/g1").await;
    greta.press("a[href='/gm/g/g1/draft']").await;
    greta.told("main", "The secret guess of red was 9.").await;
    greta.press("a[href='/gm/g/g1/publish']").await;
    greta.press("form[action='/gm/g/g1/publish'] button").await;
    greta.told("main .notice.good", "is published").await;
    greta.assert_quiet("publishing").await;
}

async fn correct(greta: &Window) {
    greta.go("/gm/g/g1/turns/100").await;
    greta.press("a.wrong").await;
    // The orders of the side that the entry is about stand open.
    if !greta.find("#words-red").await.is_displayed().await.expect("an answer") {
        greta.press("details:has(#words-red) > summary").await;
    }
    greta.type_into("#words-red", "guess 3").await;
    greta.type_into("#reason-red", "a letter was misread").await;
    greta.press("form:has(#words-red) button").await;
    greta.told("main", "No longer: The secret guess of red was 9.").await;
    greta.type_into("#explanation", "A letter was misread.").await;
    greta.press("form:has(#explanation) button").await;
    greta.told("main .notice.good", "The correction is published").await;
    greta.assert_quiet("correcting").await;
}

#[sqlx::test]
async fn people_order_vote_review_publish_and_correct(pool: PgPool) {
    let site = Site::begin(pool).await;
    let start = served(&site).await;
    let driver = Driver::start().await;
    let (anna, greta) = tokio::join!(driver.window(&start, WIDE), driver.window(&start, WIDE));
    anna.sign_in(ANNA).await;
    order(&anna).await;
    greta.sign_in(GRETA).await;
    close(&greta).await;
    greta.told("main", "What the game asks").await;

    anna.go("/g/g1/my?side=red").await;
    let vote = anna.find("select[id='really@red']").await;
    vote.select_by_value("yes").await.expect("the answer can be chosen");
    anna.press("form[action^='/g/g1/my/votes'] button").await;
    anna.until("return !document.querySelector('form[action^=\"/g/g1/my/votes\"]')").await;
    anna.assert_quiet("voting").await;

    publish(&greta).await;
    correct(&greta).await;
    anna.go("/g/g1/100").await;
    anna.told("main", "revision 2").await;
    anna.press("form[action='/sign-out'] button").await;
    anna.find("a[href='/sign-in']").await;
    anna.assert_quiet("leaving").await;
    tokio::join!(anna.close(), greta.close());
}

/// Opens the menu of a field, chooses in it and puts what is chosen into the box.
async fn choose(anna: &Window, field: &str, order: &str, gold: &str, taxed: &str) {
    anna.press(&format!("button[name='form-pick'][value='{field}']")).await;
    let select = anna.find(&format!("#pick-{field}-order")).await;
    select.select_by_value(order).await.expect("the order is offered");
    anna.type_into(&format!("#pick-{field}-figure"), gold).await;
    anna.press(&format!("input[name='pick-{field}-others'][value='{taxed}']")).await;
    anna.until(&format!(
        "return document.getElementById('{field}-preview').textContent.includes('succeeds on')"
    ))
    .await;
    let told = anna.told(&format!("#{field}-preview"), &format!("{order} with {gold} gold")).await;
    assert!(told.contains("Gold"), "{told}");
    anna.press(&format!("button[name='form-add'][value='{field}']")).await;
    let words = format!("document.getElementById('{field}').value");
    anna.until(&format!("return {words} === '{taxed}\\n{order} with {gold} gold'")).await;
}

#[sqlx::test]
async fn five_years_are_ordered_by_choosing(pool: PgPool) {
    let site = millennium(pool).await;
    let start = served(&site).await;
    let driver = Driver::start().await;
    let anna = driver.window(&start, WIDE).await;
    anna.sign_in(ANNA).await;
    anna.go("/g/g1/my/orders?side=germany").await;
    let years = [
        ("y976", "rule Lombardy", "tax Lorraine"),
        ("y977", "conquer Bohemia from Bavaria", "tax Swabia"),
        ("y978", "rule Saxony", "tax Bavaria"),
        ("y979", "diplomacy in Bohemia from Bavaria", "tax Franconia"),
        ("y980", "rule Swabia", "tax Saxony"),
    ];
    for (field, order, taxed) in years {
        choose(&anna, field, order, "1", taxed).await;
    }
    anna.find("#every_year").await.send_keys("frobnicate").await.expect("typed");
    anna.until("return document.getElementById('every_year-found').textContent.includes('frobnicate')").await;
    let open = anna
        .ask("return [...document.querySelectorAll('details.menu[open]')].map(one => one.parentElement.id);")
        .await;
    assert_eq!(open, json!(["y980-menu"]), "only the menu used last is unfolded");
    let height = anna.ask("return document.querySelector('form.orders').scrollHeight;").await;
    assert!(height.as_u64().is_some_and(|height| height < 3000), "the form is {height} px long");
    anna.keep_picture("orders-chosen").await;
    let found = faults(&anna, axe().as_deref()).await;
    assert!(found.is_empty(), "the open menus: {}", found.join("\n"));
    anna.type_into("#every_year", "").await;
    anna.press("main form button.seal").await;
    let words = anna.told("#acknowledgement", "version 1").await;
    assert!(words.contains("10 orders read, nothing to complain of"), "{words}");
    anna.assert_quiet("choosing").await;
    anna.close().await;
}
