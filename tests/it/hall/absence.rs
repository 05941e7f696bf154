//! Sides without orders: what is done for them and who is told; who waits for a seat; a side that the GM plays himself.

use pentade::desk::DeskError;
use pentade::desk::views::{Calendar, Custom, PentadeState};
use pentade::postal::chronicle::SideId;
use sqlx::PgPool;

use super::calendar::unbroken;
use super::{ANNA, BORIS, Hall, account, red};

impl Hall {
    async fn customs_are(&self, missing_orders: Custom, vacant_orders: Custom) {
        let calendar = Calendar { missing_orders, vacant_orders, ..Calendar::every(7) };
        self.desk.set_calendar(self.gm, "g1", &calendar).await.expect("set");
    }

    async fn play_out(&self, first_year: i32) {
        let view = self.desk.close_pentade(self.gm, "g1").await.expect("closed");
        assert_eq!(view.state, PentadeState::Draft);
        self.desk.publish(self.gm, "g1", first_year).await.expect("published");
    }

    /// Boris's latest report.
    async fn boris_is_told(&self) -> String {
        let reports = self.post("report").await;
        let last = reports.iter().rfind(|row| row.to == BORIS).expect("a report");
        unbroken(&self.words(last).await)
    }
}

#[sqlx::test]
async fn a_caretaker_orders_for_a_silent_player_and_his_report_says_so(pool: PgPool) {
    let hall = Hall::begin(pool.clone()).await;
    hall.customs_are(Custom::Caretaker, Custom::Hold).await;
    hall.letter(ANNA, "a", "guess 7").await;
    let ahead = hall.desk.look_ahead(hall.gm, "g1").await.expect("a dry run");
    assert!(
        format!("{:?}", ahead.chronicle).contains("secret guess of blue was 10"),
        "a dry run does the same"
    );
    assert_eq!(hall.count("select count(*) from filled_in").await, 0, "and keeps nothing");
    hall.play_out(100).await;
    let boris = hall.boris_is_told().await;
    for said in ["No orders of yours came for 100\u{2013}104", "caretaker ordered for you", "guess 10"] {
        assert!(boris.contains(said), "{said}: {boris}");
    }
    let reports = hall.post("report").await;
    let annas = hall.words(&reports[0]).await;
    assert!(!annas.contains("caretaker") && !annas.contains("No orders"), "{annas}");
    let bundle = hall.desk.bundle(hall.gm, "g1", 100).await.expect("the bundle");
    assert!(bundle.inputs.contains("\\\"guess\\\":10"), "it replays: {}", bundle.inputs);
    let public =
        hall.desk.turn(None, "g1", 100, &pentade::postal::chronicle::Reader::Public).await.expect("public");
    assert!(!format!("{:?}", public.report).contains("No orders"));
    let gm = hall
        .desk
        .turn(Some(hall.gm), "g1", 100, &pentade::postal::chronicle::Reader::Gm)
        .await
        .expect("the GM's");
    assert!(
        format!("{:?}", gm.report).contains("No orders came for The Blues: the caretaker ordered for it")
    );
}

#[sqlx::test]
async fn who_is_ready_without_orders_has_not_failed_to_order(pool: PgPool) {
    let hall = Hall::begin(pool.clone()).await;
    hall.customs_are(Custom::Caretaker, Custom::Hold).await;
    hall.letter(ANNA, "a", "guess 7").await;
    let boris = account(&pool, BORIS).await;
    hall.desk.set_ready(boris, "g1", &SideId::new("blue"), true).await.expect("ready");
    hall.play_out(100).await;
    let told = hall.boris_is_told().await;
    assert!(!told.contains("No orders of yours") && !told.contains("caretaker"), "{told}");
    let inputs = hall.desk.bundle(hall.gm, "g1", 100).await.expect("the bundle").inputs;
    assert!(!inputs.contains("\\\"guess\\\":10"), "nobody ordered for him: {inputs}");
}

#[sqlx::test]
async fn the_latest_orders_of_a_silent_player_stand_again(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.customs_are(Custom::Standing, Custom::Hold).await;
    hall.letter(ANNA, "a", "guess 7").await;
    hall.letter(BORIS, "b", "guess 19").await;
    hall.play_out(100).await;
    assert!(!hall.boris_is_told().await.contains("No orders"));
    hall.letter(ANNA, "c", "guess 8").await;
    hall.play_out(105).await;
    let boris = hall.boris_is_told().await;
    assert!(boris.contains("your latest orders stood again") && boris.contains("guess 19"), "{boris}");
    assert!(boris.contains("secret guess of blue was 19"), "{boris}");
}

#[sqlx::test]
async fn a_side_that_holds_is_told_so_and_orders_nothing(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.customs_are(Custom::Standing, Custom::Caretaker).await;
    hall.letter(ANNA, "a", "guess 7").await;
    hall.play_out(100).await;
    let boris = hall.boris_is_told().await;
    assert!(boris.contains("there were none that could: your side held"), "{boris}");
    assert!(!boris.contains("secret guess of blue"), "{boris}");
    hall.customs_are(Custom::Hold, Custom::Caretaker).await;
    hall.letter(ANNA, "b", "guess 7").await;
    hall.play_out(105).await;
    assert!(hall.boris_is_told().await.contains("your side held: it ordered nothing"));
}

#[sqlx::test]
async fn a_side_without_a_player_has_a_custom_of_its_own(pool: PgPool) {
    let hall = Hall::begin(pool.clone()).await;
    hall.customs_are(Custom::Hold, Custom::Caretaker).await;
    let boris = account(&pool, BORIS).await;
    hall.desk.resign(boris, "g1", &SideId::new("blue")).await.expect("gone");
    hall.letter(ANNA, "a", "guess 7").await;
    hall.play_out(100).await;
    let inputs = hall.desk.bundle(hall.gm, "g1", 100).await.expect("the bundle").inputs;
    assert!(inputs.contains("\\\"guess\\\":10"), "{inputs}");
    assert_eq!(hall.post("report").await.len(), 1, "nobody is told");
}

#[sqlx::test]
async fn who_waits_is_listed_and_seated(pool: PgPool) {
    let hall = Hall::begin(pool.clone()).await;
    let blue = SideId::new("blue");
    hall.desk.add_waiting(hall.gm, "g1", (" Cleo ", "Cleo@example.com", "wants Blue")).await.expect("listed");
    hall.desk.add_waiting(hall.gm, "g1", ("Dora", "dora@example.com", "")).await.expect("listed");
    for (name, email) in
        [("Cleo", "cleo@EXAMPLE.com"), ("", "x@example.com"), ("Emil", "emil"), ("Emil", "a b@c")]
    {
        let refused = hall.desk.add_waiting(hall.gm, "g1", (name, email, "")).await;
        assert!(matches!(refused, Err(DeskError::Refused(_))), "{name} {email}: {refused:?}");
    }
    let anna = account(&pool, ANNA).await;
    assert!(hall.desk.add_waiting(anna, "g1", ("Emil", "emil@example.com", "")).await.is_err());
    hall.letter(ANNA, "a", "guess 7").await;
    hall.play_out(100).await;
    let bundle = hall.desk.bundle(hall.gm, "g1", 100).await.expect("the bundle");
    assert!(bundle.inputs.contains("\"waiting-players\":\"2\""), "the game is told: {}", bundle.inputs);

    let boris = account(&pool, BORIS).await;
    hall.desk.resign(boris, "g1", &blue).await.expect("gone");
    let lookalike = ("\u{410}nna", "anna@elsewhere.example"); // the first letter is Cyrillic
    let refused = hall.desk.give_seat(hall.gm, "g1", &blue, lookalike).await.expect_err("it is not taken");
    assert!(refused.to_string().contains("looks the same"), "{refused}");
    hall.desk.give_seat(hall.gm, "g1", &blue, ("Cleo", "cleo@example.com")).await.expect("seated");
    let page = hall.desk.gm_page(hall.gm, "g1").await.expect("the desk");
    let names: Vec<_> = page.waiting.iter().map(|one| one.name.as_str()).collect();
    assert_eq!((names, page.waiting_players), (vec!["Dora"], 0));
    hall.desk.end_waiting(hall.gm, "g1", page.waiting[0].id).await.expect("off the list");
    assert!(hall.desk.end_waiting(hall.gm, "g1", page.waiting[0].id).await.is_err(), "once");
}

#[sqlx::test]
async fn the_gm_adopts_a_side_that_nobody_plays(pool: PgPool) {
    let hall = Hall::begin(pool.clone()).await;
    let blue = SideId::new("blue");
    let refused = hall.desk.adopt(hall.gm, "g1", &blue, true).await.expect_err("Boris plays it");
    assert!(refused.to_string().contains("held by a player"), "{refused}");
    assert!(hall.desk.adopt(hall.gm, "g1", &red(), false).await.is_err(), "it is not the GM's");
    assert!(hall.desk.adopt(hall.gm, "g1", &SideId::new("bank"), true).await.is_err());
    let boris = account(&pool, BORIS).await;
    hall.desk.resign(boris, "g1", &blue).await.expect("gone");
    hall.desk.adopt(hall.gm, "g1", &blue, true).await.expect("adopted");
    let filled = vec![("guess".to_owned(), "guess 3".to_owned())];
    hall.desk.take_form(hall.gm, "g1", &blue, &filled).await.expect("he orders");
    let seat =
        |page: &pentade::desk::views::GmPage| page.seats.iter().find(|seat| seat.side == blue).cloned();
    let page = hall.desk.gm_page(hall.gm, "g1").await.expect("the desk");
    assert!(seat(&page).expect("a seat").is_mine);
    hall.desk.adopt(hall.gm, "g1", &blue, false).await.expect("left");
    let page = hall.desk.gm_page(hall.gm, "g1").await.expect("the desk");
    let left = seat(&page).expect("a seat");
    assert!(left.player.is_none() && !left.is_mine);
    assert_eq!(left.sheet.expect("a version").words, "", "his orders went with him, by the game's custom");
}
