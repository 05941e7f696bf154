//! Sides that nobody plays: suggestions, and the GM's orders for them.

use pentade::desk::views::GmRole;
use pentade::desk::{AccountId, DeskError};
use pentade::postal::chronicle::SideId;
use pentade::postal::game::Inputs;
use sqlx::PgPool;

use super::sealing::{guess, playing, refused, second_pentade, uninvite};
use super::{ANNA, Hall, account, red};

fn bank() -> SideId {
    SideId::new("bank")
}

#[sqlx::test]
async fn a_power_plays_of_its_own_until_the_gm_orders_for_it(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 7").await;
    let page = hall.desk.powers_page(hall.gm, "g1").await.expect("the page");
    let sides: Vec<_> = page.rows.iter().map(|row| row.side.as_str()).collect();
    assert_eq!(sides, ["bank"], "players order for their own");
    let row = &page.rows[0];
    assert_eq!((row.suggested.as_str(), row.sheet.is_none()), ("guess 5", true));
    assert!(!row.forecast.blocks.is_empty(), "with what it would come to");

    let sheet = hall.desk.order_power(hall.gm, "g1", &bank(), "guess 8\nnonsense").await.expect("kept");
    assert_eq!((sheet.words.as_str(), sheet.complaints.len()), ("guess 8", 1));
    assert_eq!(sheet.complaints[0].line, 2, "the complaint stands beside its line");
    let row = &hall.desk.powers_page(hall.gm, "g1").await.expect("the page").rows[0];
    assert_eq!(row.sheet.as_ref().map(|sheet| sheet.words.as_str()), Some("guess 8"));
    assert_eq!(row.suggested, "guess 5", "what it would do of its own is still told");

    let anna = account(&hall.pool, ANNA).await;
    let foreign = hall.desk.order_power(anna, "g1", &bank(), "guess 9").await;
    assert!(matches!(foreign, Err(DeskError::NotAllowed(_))), "{foreign:?}");
    assert!(hall.desk.powers_page(anna, "g1").await.is_err());
    let held = hall.desk.order_power(hall.gm, "g1", &red(), "guess 9").await;
    assert!(matches!(held, Err(DeskError::NotAllowed(_))), "{held:?}");
    let unknown = hall.desk.order_power(hall.gm, "g1", &SideId::new("pope"), "guess 9").await;
    assert!(matches!(unknown, Err(DeskError::NotFound(_))), "{unknown:?}");

    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    let late = hall.desk.order_power(hall.gm, "g1", &bank(), "guess 9").await;
    assert!(matches!(late, Err(DeskError::Refused(_))), "{late:?}");
    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    let bundle = hall.desk.bundle(hall.gm, "g1", 100).await.expect("the bundle");
    let inputs: Inputs = serde_json::from_str(&bundle.inputs).expect("inputs");
    assert!(inputs.sheets[&bank()].contains('8'), "they replay: {:?}", inputs.sheets);
}

#[sqlx::test]
async fn a_side_that_first_comes_in_this_pentade_plays_of_its_own(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let green = SideId::new("green");
    hall.letter(ANNA, "a", "guess 7\ninvite").await;
    let page = hall.desk.powers_page(hall.gm, "g1").await.expect("the page");
    assert!(page.rows.iter().all(|row| row.side != green), "it is not there yet");
    let early = hall.desk.order_power(hall.gm, "g1", &green, "guess 9").await;
    assert!(matches!(early, Err(DeskError::NotFound(_))), "{early:?}");
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    let page = hall.desk.powers_page(hall.gm, "g1").await.expect("the page");
    assert!(page.rows.iter().all(|row| row.side != green), "whoever plays the Reds orders for the Greens");
    hall.desk.resign(account(&hall.pool, ANNA).await, "g1", &red()).await.expect("gone");
    let page = hall.desk.powers_page(hall.gm, "g1").await.expect("the page");
    assert!(page.rows.iter().any(|row| row.side == green), "from now on it can be ordered");
    hall.desk.order_power(hall.gm, "g1", &green, "guess 9").await.expect("kept");
}

#[sqlx::test]
async fn a_power_is_let_go_again(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.desk.order_power(hall.gm, "g1", &bank(), "guess 8").await.expect("kept");
    hall.desk.order_power(hall.gm, "g1", &bank(), "").await.expect("let go");
    assert!(hall.desk.powers_page(hall.gm, "g1").await.expect("the page").rows[0].sheet.is_none());
}

#[sqlx::test]
async fn what_a_gm_who_plays_orders_for_powers_goes_under_his_seal(pool: PgPool) {
    let hall = playing(pool).await;
    let desk = &hall.desk;
    desk.order_power(hall.gm, "g1", &bank(), "guess 8").await.expect("nothing is open to him yet");
    let anna = account(&hall.pool, ANNA).await;
    desk.take_form(hall.gm, "g1", &SideId::new("blue"), &guess("guess 3")).await.expect("he orders");
    let former = desk.seal_orders(hall.gm, "g1").await.expect("sealed");
    for words in ["guess 17", ""] {
        let late = desk.order_power(hall.gm, "g1", &bank(), words).await;
        assert!(refused(late).contains("your seal covers what powers are ordered"), "{words:?}");
    }
    let row = desk.powers_page(hall.gm, "g1").await.expect("the page").rows.remove(0);
    assert!(row.bound.is_some_and(|reason| reason.contains("your seal covers")));

    desk.take_seal_back(hall.gm, "g1").await.expect("he has not looked");
    desk.order_power(hall.gm, "g1", &bank(), "guess 9").await.expect("ordered anew");
    assert_ne!(desk.seal_orders(hall.gm, "g1").await.expect("sealed anew"), former);
    desk.open_others(hall.gm, "g1").await.expect("opened");
    assert!(refused(desk.order_power(hall.gm, "g1", &bank(), "guess 17").await).contains("your seal covers"));
    desk.resign(anna, "g1", &red()).await.expect("gone");
    let vacant = desk.order_power(hall.gm, "g1", &red(), "guess 1").await;
    assert!(refused(vacant).contains("take The Reds over"), "nor does he order for a player's side");

    desk.close_pentade(hall.gm, "g1").await.expect("closed");
    desk.publish(hall.gm, "g1", 100).await.expect("published");
    let bundle = desk.bundle(hall.gm, "g1", 100).await.expect("the bundle");
    let inputs: Inputs = serde_json::from_str(&bundle.inputs).expect("inputs");
    let sealed: Vec<_> = bundle.seals[0].sheets.keys().map(SideId::as_str).collect();
    assert_eq!(sealed, ["bank", "blue"]);
    assert!(bundle.seals[0].is_whole() && inputs.sheets[&bank()].contains('9'), "{:?}", inputs.sheets);
    assert_eq!(bundle.seals[0].first_other(&inputs.sheets), None, "they were played as sealed");
}

/// Olga, who helps on the desk and plays nothing.
async fn assistant(hall: &Hall) -> AccountId {
    let olga = ("Olga", "olga@example.com");
    hall.desk.add_gm(hall.gm, "g1", olga, GmRole::Assistant).await.expect("let in");
    account(&hall.pool, olga.1).await
}

#[sqlx::test]
async fn a_power_that_he_has_not_ordered_is_left_to_those_who_do_not_play(pool: PgPool) {
    let hall = playing(pool).await;
    let desk = &hall.desk;
    let olga = assistant(&hall).await;
    desk.take_form(hall.gm, "g1", &SideId::new("blue"), &guess("guess 3")).await.expect("he orders");
    desk.order_power(olga, "g1", &bank(), "guess 18").await.expect("she does not play");
    let row = desk.powers_page(hall.gm, "g1").await.expect("the page").rows.remove(0);
    assert!(row.sheet.is_none() && row.forecast.blocks.is_empty(), "she has read what Anna ordered: {row:?}");
    assert!(row.bound.is_some_and(|reason| reason.contains("another GM orders for The Bank")));
    let over = desk.order_power(hall.gm, "g1", &bank(), "guess 2").await;
    assert!(refused(over).contains("another GM orders"));

    desk.seal_orders(hall.gm, "g1").await.expect("sealed");
    desk.open_others(hall.gm, "g1").await.expect("opened");
    desk.order_power(olga, "g1", &bank(), "").await.expect("let go: it is not under his seal");
    let late = desk.order_power(hall.gm, "g1", &bank(), "guess 17").await;
    assert!(refused(late).contains("your seal covers"), "nor may he give it any now");
    desk.order_power(olga, "g1", &bank(), "guess 16").await.expect("she still may");
    desk.close_pentade(hall.gm, "g1").await.expect("closed");
    desk.publish(hall.gm, "g1", 100).await.expect("published");
    let bundle = desk.bundle(hall.gm, "g1", 100).await.expect("the bundle");
    let sealed: Vec<_> = bundle.seals[0].sheets.keys().map(SideId::as_str).collect();
    assert_eq!(sealed, ["blue"], "hers is no business of his seal");
}

#[sqlx::test]
async fn what_is_under_his_seal_no_other_gm_changes(pool: PgPool) {
    let hall = playing(pool).await;
    let desk = &hall.desk;
    let olga = assistant(&hall).await;
    desk.take_form(hall.gm, "g1", &SideId::new("blue"), &guess("guess 3")).await.expect("he orders");
    desk.order_power(hall.gm, "g1", &bank(), "guess 8").await.expect("ordered");
    desk.seal_orders(hall.gm, "g1").await.expect("sealed");
    let changed = desk.order_power(olga, "g1", &bank(), "guess 16").await;
    assert!(refused(changed).contains("under the seal of a GM who plays"));
    desk.take_seal_back(hall.gm, "g1").await.expect("he has not looked");
    desk.order_power(olga, "g1", &bank(), "guess 16").await.expect("now she may");
}

#[sqlx::test]
async fn nor_does_he_order_powers_when_a_correction_opens_orders_again(pool: PgPool) {
    let hall = second_pentade(pool).await;
    let desk = &hall.desk;
    desk.take_form(hall.gm, "g1", &SideId::new("blue"), &guess("guess 3")).await.expect("he orders");
    desk.close_pentade(hall.gm, "g1").await.expect("closed");
    uninvite(&hall).await;
    let late = desk.order_power(hall.gm, "g1", &bank(), "guess 17").await;
    assert!(refused(late).contains("orders were closed before"));
}
