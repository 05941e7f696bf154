//! A pentade from both sides of the desk, as people do it: orders by form and by text, votes, review, publishing, a
//! correction.

use super::super::{ANNA, GRETA};
use super::{Driver, Site, WIDE, Window, served};
use sqlx::PgPool;

/// Anna orders by form, sees what is wrong beside the box, and then by text.
async fn order(anna: &Window) {
    anna.press("a[href='/g/g1/my?side=red']").await;
    anna.press("a[href='/g/g1/my/orders?side=red']").await;
    anna.type_into("#guess", "guess 7\ngess 8").await;
    anna.press("main form button.seal").await;
    let words = anna.text("#acknowledgement").await;
    assert!(words.contains("Your orders have come: version 1") && words.contains("guess 7"), "{words}");
    assert!(anna.text("#guess-complaints").await.contains("gess 8"), "it is complained of beside its box");
    anna.assert_quiet("the order form").await;

    anna.go("/g/g1/my/words?side=red").await;
    anna.type_into("#words", "guess 9\nask").await;
    anna.press("button[name='form-check']").await;
    assert!(anna.text("#checked").await.contains("guess 9"), "a check sends nothing");
    anna.press("main form button.seal").await;
    let words = anna.text("#acknowledgement").await;
    assert!(words.contains("version 2") && words.contains("guess 9"), "{words}");
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
    let draft = greta.text("main").await;
    assert!(draft.contains("The secret guess of red was 9."), "{draft}");
    greta.press("a[href='/gm/g/g1/publish']").await;
    greta.press("form[action='/gm/g/g1/publish'] button").await;
    let told = greta.text("main .notice.good").await;
    assert!(told.contains("is published"), "{told}");
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
    let differs = greta.text("main").await;
    assert!(differs.contains("No longer: The secret guess of red was 9."), "{differs}");
    greta.type_into("#explanation", "A letter was misread.").await;
    greta.press("form:has(#explanation) button").await;
    let told = greta.text("main .notice.good").await;
    assert!(told.contains("The correction is published"), "{told}");
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
    assert!(greta.text("main").await.contains("What the game asks"));

    anna.go("/g/g1/my?side=red").await;
    let vote = anna.find("select[id='really@red']").await;
    vote.select_by_value("yes").await.expect("the answer can be chosen");
    anna.press("form[action^='/g/g1/my/votes'] button").await;
    anna.until("return !document.querySelector('form[action^=\"/g/g1/my/votes\"]')").await;
    anna.assert_quiet("voting").await;

    publish(&greta).await;
    correct(&greta).await;
    anna.go("/g/g1/100").await;
    assert!(anna.text("main").await.contains("revision 2"));
    anna.press("form[action='/sign-out'] button").await;
    anna.find("a[href='/sign-in']").await;
    anna.assert_quiet("leaving").await;
    tokio::join!(anna.close(), greta.close());
}
