//! A GM who plays too: what is closed to him until he has sealed his own orders.

use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use pentade::desk::DeskError;
use pentade::desk::correct::{NewAmendment, Publication};
use pentade::desk::transfer::Choice;
use pentade::desk::views::{FormAnswer, NewRuling, SealView};
use pentade::postal::chronicle::{Reader, SideId};
use pentade::postal::game::Inputs;
use sqlx::PgPool;

use super::{ANNA, BORIS, Hall, account, red};

fn blue() -> SideId {
    SideId::new("blue")
}

pub(super) fn refused<T: std::fmt::Debug>(result: Result<T, DeskError>) -> String {
    match result {
        Err(DeskError::Refused(reason)) => reason,
        other => panic!("not refused: {other:?}"),
    }
}

pub(super) fn guess(words: &str) -> Vec<(String, String)> {
    vec![("guess".to_owned(), words.to_owned())]
}

/// A game in which the GM plays the Blues, and Anna has guessed 17 for the Reds.
pub(super) async fn playing(pool: PgPool) -> Hall {
    let hall = Hall::begin(pool).await;
    let boris = account(&hall.pool, BORIS).await;
    hall.desk.resign(boris, "g1", &blue()).await.expect("gone");
    hall.letter(ANNA, "my secret 17", "guess 17").await;
    hall.desk.adopt(hall.gm, "g1", &blue(), true).await.expect("adopted");
    hall
}

/// Everything that the desk shows of the Reds' orders, or the refusal.
async fn views_of_the_reds(hall: &Hall) -> Vec<String> {
    let desk = &hall.desk;
    let page = desk.gm_page(hall.gm, "g1").await.expect("the desk");
    let mut views = Vec::new();
    for letter in &page.letters {
        views.push(format!("{:?}", desk.letter(hall.gm, "g1", letter.id).await));
    }
    for post in &page.post {
        views.push(format!("{:?}", desk.post_page(hall.gm, "g1", post.id).await));
        let raw = desk.raw_post(hall.gm, "g1", post.id).await;
        views.push(
            raw.map_or_else(|error| format!("{error:?}"), |raw| String::from_utf8_lossy(&raw).into_owned()),
        );
    }
    views.push(format!("{page:?}"));
    views.push(format!("{:?}", desk.look_ahead(hall.gm, "g1").await));
    views.push(format!("{:?}", desk.player_page(hall.gm, "g1", &red()).await));
    views.push(format!("{:?}", desk.powers_page(hall.gm, "g1").await));
    views.push(format!("{:?}", desk.dead_letters(hall.gm, "g1").await));
    views.push(format!("{:?}", desk.rulings_page(hall.gm, "g1", None).await));
    views.push(format!("{:?}", desk.calendar_page(hall.gm, "g1").await));
    views.push(format!(
        "{:?}",
        desk.export_game(Some(hall.gm), "g1", Choice { private: true, letters: true }).await
    ));
    views
}

#[sqlx::test]
async fn the_orders_of_others_are_closed_until_the_gm_has_sealed_his_own(pool: PgPool) {
    let hall = playing(pool).await;
    for view in views_of_the_reds(&hall).await {
        assert!(
            !view.contains("guess 17") && !view.contains("secret 17") && !view.contains("guess\\\":17"),
            "{view}"
        );
    }
    assert!(refused(hall.desk.look_ahead(hall.gm, "g1").await).contains("sealed your own"));
    assert!(refused(hall.desk.seal_orders(hall.gm, "g1").await).contains("has no orders yet"));
    hall.desk.take_form(hall.gm, "g1", &blue(), &guess("guess 3")).await.expect("he orders");
    assert!(refused(hall.desk.open_others(hall.gm, "g1").await).contains("not sealed"));

    let hash = hall.desk.seal_orders(hall.gm, "g1").await.expect("sealed");
    let public = hall.desk.game(None, "g1").await.expect("the game's page").seals.pop().expect("a seal");
    assert_eq!((public.hash.as_str(), public.is_opened), (hash.as_str(), false));
    let notice =
        hall.post("notice").await.into_iter().find(|row| row.to == ANNA && row.subject.contains("sealed"));
    assert!(notice.is_some(), "Anna is told");
    assert!(refused(hall.desk.seal_orders(hall.gm, "g1").await).contains("sealed already"));
    let late = hall.desk.take_form(hall.gm, "g1", &blue(), &guess("guess 4")).await;
    assert!(refused(late).contains("sealed until the deadline"));
    assert!(hall.desk.look_ahead(hall.gm, "g1").await.is_err(), "a seal alone opens nothing");

    hall.desk.take_seal_back(hall.gm, "g1").await.expect("he has not looked");
    hall.desk.take_form(hall.gm, "g1", &blue(), &guess("guess 4")).await.expect("changed");
    let second = hall.desk.seal_orders(hall.gm, "g1").await.expect("sealed anew");
    assert_ne!(second, hash);
    hall.desk.open_others(hall.gm, "g1").await.expect("opened");
    assert!(refused(hall.desk.take_seal_back(hall.gm, "g1").await).contains("stay as you sealed them"));
    let late = hall.desk.take_form(hall.gm, "g1", &blue(), &guess("guess 17")).await;
    assert!(refused(late).contains("sealed until the deadline"));
    let views = views_of_the_reds(&hall).await;
    assert!(views.iter().filter(|view| view.contains("guess 17")).count() > 3, "now he may look: {views:?}");
    assert!(refused(hall.desk.adopt(hall.gm, "g1", &blue(), false).await).contains("sealed"));
}

#[sqlx::test]
async fn what_was_sealed_is_revealed_with_the_turn(pool: PgPool) {
    let hall = playing(pool).await;
    hall.desk.take_form(hall.gm, "g1", &blue(), &guess("guess 3")).await.expect("he orders");
    let hash = hall.desk.seal_orders(hall.gm, "g1").await.expect("sealed");
    assert!(
        refused(hall.desk.take_seal_back(account(&hall.pool, ANNA).await, "g1").await.map_err(|error| {
            match error {
                DeskError::NotAllowed(words) => DeskError::Refused(words.to_owned()),
                other => other,
            }
        }))
        .contains("only the GM")
    );
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    let seal =
        hall.desk.turn(None, "g1", 100, &Reader::Public).await.expect("public").seals.pop().expect("a seal");
    assert!(seal.hash == hash && seal.is_whole(), "{seal:?}");
    let bundle = hall.desk.bundle(hall.gm, "g1", 100).await.expect("the bundle");
    let inputs: Inputs = serde_json::from_str(&bundle.inputs).expect("inputs");
    assert_eq!(seal.first_other(&inputs.sheets), None, "they were played as sealed");
    assert!(
        hall.desk.game(None, "g1").await.expect("the game's page").seals.is_empty(),
        "the next is not sealed"
    );
}

#[sqlx::test]
async fn who_has_left_a_side_adopts_none_in_the_same_pentade(pool: PgPool) {
    let hall = playing(pool).await;
    hall.desk.adopt(hall.gm, "g1", &blue(), false).await.expect("left");
    assert!(hall.desk.look_ahead(hall.gm, "g1").await.is_ok(), "he plays no more");
    assert!(refused(hall.desk.adopt(hall.gm, "g1", &blue(), true).await).contains("in the next"));
}

/// The seals of the pentade now played, as anybody sees them.
async fn seals(hall: &Hall) -> Vec<SealView> {
    hall.desk.game(None, "g1").await.expect("the game's page").seals
}

async fn turned_away(hall: &Hall, words: &str) -> String {
    refused(hall.desk.take_form(hall.gm, "g1", &blue(), &guess(words)).await)
}

/// A second pentade in which the GM plays the Blues; its world has the Greens, who follow from what Anna ordered in the first.
pub(super) async fn second_pentade(pool: PgPool) -> Hall {
    let hall = Hall::begin(pool).await;
    let boris = account(&hall.pool, BORIS).await;
    hall.desk.resign(boris, "g1", &blue()).await.expect("gone");
    hall.letter(ANNA, "a", "guess 7\ninvite").await;
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    hall.desk.adopt(hall.gm, "g1", &blue(), true).await.expect("adopted");
    hall.letter(ANNA, "b", "guess 17").await;
    hall
}

/// Publishes a correction by which the Greens were never invited.
pub(super) async fn uninvite(hall: &Hall) {
    let amendment = NewAmendment::Orders { side: &red(), words: "guess 7" };
    hall.desk.amend(hall.gm, "g1", 100, &amendment, "misread").await.expect("amended");
    let page = hall.desk.correction_page(hall.gm, "g1").await.expect("a page").expect("a correction");
    let publication = Publication { seen: &page.seen, explanation: "nobody was invited", takes_drift: false };
    hall.desk.publish_correction(hall.gm, "g1", page.id, &publication).await.expect("corrected");
}

#[sqlx::test]
async fn every_gm_who_plays_seals_for_himself(pool: PgPool) {
    let hall = playing(pool).await;
    let anna = account(&hall.pool, ANNA).await;
    // The desk lets no player in; a game may have such a one from elsewhere.
    sqlx::query(
        "insert into game_gm (game, account, role, added_by) select id, $1, 'assistant', gm from game",
    )
    .bind(anna.0)
    .execute(&hall.pool)
    .await
    .expect("let in");
    hall.desk.take_form(hall.gm, "g1", &blue(), &guess("guess 3")).await.expect("he orders");
    let first = hall.desk.seal_orders(hall.gm, "g1").await.expect("sealed");
    assert!(refused(hall.desk.look_ahead(anna, "g1").await).contains("sealed your own"), "Anna has not");
    assert!(refused(hall.desk.open_others(anna, "g1").await).contains("not sealed"));
    let changed = hall.desk.take_form(anna, "g1", &red(), &guess("guess 18")).await;
    assert!(matches!(changed, Ok(FormAnswer::Taken(_))), "his seal does not bind her: {changed:?}");
    let other = hall.desk.seal_orders(anna, "g1").await.expect("sealed");
    hall.desk.open_others(anna, "g1").await.expect("opened");
    let shown: Vec<_> =
        seals(&hall).await.into_iter().map(|one| (one.who, one.hash, one.is_opened)).collect();
    assert_eq!(shown, [("Greta".to_owned(), first, false), ("Anna".to_owned(), other, true)]);
    hall.desk.take_seal_back(hall.gm, "g1").await.expect("his own");
    assert_eq!(seals(&hall).await.len(), 1, "hers stands");
    hall.desk.seal_orders(hall.gm, "g1").await.expect("sealed anew");
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    let bundle = hall.desk.public_bundle("g1", (100, None)).await.expect("the public bundle");
    assert_eq!(bundle.seals.len(), 2);
    assert!(bundle.seals.iter().all(pentade::postal::seal::Seal::is_whole));
}

#[sqlx::test]
async fn a_gm_who_is_given_a_seat_is_bound_from_then_on(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let boris = account(&hall.pool, BORIS).await;
    hall.desk.resign(boris, "g1", &blue()).await.expect("gone");
    hall.letter(ANNA, "my secret 17", "guess 17").await;
    assert!(hall.desk.look_ahead(hall.gm, "g1").await.is_ok(), "he does not play");
    hall.desk.give_seat(hall.gm, "g1", &blue(), ("Greta", "gm@gm.example")).await.expect("given");
    for view in views_of_the_reds(&hall).await {
        assert!(!view.contains("guess 17") && !view.contains("secret 17"), "{view}");
    }
    let words: Vec<String> = sqlx::query_scalar(
        "select plain from outbox where envelope_to = $1 and subject like '%the GM plays too%'",
    )
    .bind(ANNA)
    .fetch_all(&hall.pool)
    .await
    .expect("looked up");
    assert!(
        words.len() == 1 && words[0].replace('\n', " ").contains("1 of the sheets, was open to him"),
        "{words:?}"
    );
    hall.desk.adopt(hall.gm, "g1", &blue(), false).await.expect("left");
    let again = hall.desk.give_seat(hall.gm, "g1", &blue(), ("Greta", "gm@gm.example")).await;
    assert!(refused(again).contains("in the next"));
}

#[sqlx::test]
async fn a_stand_in_is_nobody_who_sees_the_desk(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let today = Timestamp::now().to_zoned(TimeZone::UTC).date();
    let last = today.checked_add(20.days()).expect("a day");
    hall.letter(ANNA, "s", &format!("substitute gm@gm.example until {last}")).await;
    let asked = hall.desk.gm_page(hall.gm, "g1").await.expect("the desk").wishes.stand_ins;
    assert_eq!(asked.len(), 1);
    for one in asked {
        let settled = hall.desk.settle_stand_in(hall.gm, "g1", one.id, true).await;
        assert!(refused(settled).contains("who helps to run the game cannot stand in"));
    }
    assert!(hall.desk.look_ahead(hall.gm, "g1").await.is_ok(), "he plays nothing");
}

#[sqlx::test]
async fn a_ruling_in_the_open_pentade_leaves_the_seal_as_it_is(pool: PgPool) {
    let hall = playing(pool).await;
    hall.desk.take_form(hall.gm, "g1", &blue(), &guess("guess 3")).await.expect("he orders");
    let hash = hall.desk.seal_orders(hall.gm, "g1").await.expect("sealed");
    hall.desk.open_others(hall.gm, "g1").await.expect("opened");
    let ruling = NewRuling { year: Some(102), words: "a point for red", reason: "a wish", public: true };
    hall.desk.lay_down(hall.gm, "g1", &ruling).await.expect("laid down");
    assert_eq!(seals(&hall).await[0].hash, hash);
    assert!(turned_away(&hall, "guess 4").await.contains("sealed until the deadline"));
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    let bundle = hall.desk.bundle(hall.gm, "g1", 100).await.expect("the bundle");
    let inputs: Inputs = serde_json::from_str(&bundle.inputs).expect("inputs");
    assert_eq!(bundle.seals[0].first_other(&inputs.sheets), None, "played as sealed, beside the ruling");
}

#[sqlx::test]
async fn what_a_correction_reads_again_is_sealed_anew(pool: PgPool) {
    let hall = second_pentade(pool).await;
    hall.desk.take_form(hall.gm, "g1", &blue(), &guess("guess 3\nfollow green")).await.expect("he orders");
    let hash = hall.desk.seal_orders(hall.gm, "g1").await.expect("sealed");
    hall.desk.open_others(hall.gm, "g1").await.expect("opened");
    uninvite(&hall).await;
    let now = seals(&hall).await.pop().expect("a seal");
    assert!(now.hash != hash && now.is_opened, "{now:?}");
    let posts = hall.post("notice").await;
    let told = posts.iter().find(|row| row.to == ANNA && row.subject.contains("read again")).expect("told");
    let words = hall.words(told).await.replace('\n', " ");
    assert!(words.contains(&hash) && words.contains(&now.hash), "{words}");
    assert!(turned_away(&hall, "guess 4").await.contains("sealed until the deadline"));
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    hall.desk.publish(hall.gm, "g1", 105).await.expect("published");
    let bundle = hall.desk.bundle(hall.gm, "g1", 105).await.expect("the bundle");
    let inputs: Inputs = serde_json::from_str(&bundle.inputs).expect("inputs");
    assert!(bundle.seals[0].hash == now.hash && bundle.seals[0].is_whole());
    assert_eq!(bundle.seals[0].first_other(&inputs.sheets), None);
}

#[sqlx::test]
async fn a_gm_who_has_seen_a_draft_changes_nothing_when_orders_open_again(pool: PgPool) {
    let hall = second_pentade(pool).await;
    hall.desk.take_form(hall.gm, "g1", &blue(), &guess("guess 3")).await.expect("he orders");
    hall.desk.seal_orders(hall.gm, "g1").await.expect("sealed");
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    uninvite(&hall).await;
    assert!(refused(hall.desk.take_seal_back(hall.gm, "g1").await).contains("opened them again"));
    assert!(turned_away(&hall, "guess 4").await.contains("sealed until the deadline"));
    let anna = account(&hall.pool, ANNA).await;
    let changed = hall.desk.take_form(anna, "g1", &red(), &guess("guess 18")).await;
    assert!(matches!(changed, Ok(FormAnswer::Taken(_))), "others may: {changed:?}");
}

#[sqlx::test]
async fn nor_does_one_who_has_not_sealed(pool: PgPool) {
    let hall = second_pentade(pool).await;
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    uninvite(&hall).await;
    assert!(turned_away(&hall, "guess 4").await.contains("sealed until the deadline"));
}
