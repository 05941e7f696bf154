//! Orders for the pentade after the one that is played.

use pentade::desk::views::LetterState;
use sqlx::PgPool;

use super::{ANNA, Hall, account, letter, red};

impl Hall {
    async fn subject_letter(&self, id: &str, subject: &str, body: &str) {
        self.raw_letter(ANNA, &letter(ANNA, id, subject, body)).await;
    }

    async fn early(&self) -> Option<(String, String)> {
        let anna = account(&self.pool, ANNA).await;
        let page = self.desk.player_page(anna, "g1", &red()).await.expect("Anna's page");
        page.early.map(|early| (early.span.to_string(), early.words))
    }

    async fn next_pentade(&self) {
        self.desk.close_pentade(self.gm, "g1").await.expect("closed");
        self.desk.publish(self.gm, "g1", 100).await.expect("published");
    }
}

#[sqlx::test]
async fn a_letter_about_the_next_pentade_is_kept_and_put_into_force_when_it_opens(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "now", "guess 7").await;
    hall.subject_letter("a", "g1 105-109", "guess 9\nguess nothing").await;

    assert_eq!(hall.red_sheet().await, Some((1, "guess 7".to_owned())), "the present pentade is untouched");
    assert_eq!(hall.early().await, Some(("105\u{2013}109".to_owned(), "guess 9".to_owned())));
    assert_eq!(hall.letters().await[0].state, LetterState::Read);
    let answers = hall.post("acknowledgement").await;
    let words = hall.words(&answers[1]).await;
    for told in [
        "They are kept as early orders",
        "version 1 of your orders is in force",
        "> guess nothing",
        "Kept for 105\u{2013}109",
        "\n    guess 9\n",
    ] {
        assert!(words.replace("\n", " ").contains(&told.replace('\n', " ")), "{told}: {words}");
    }

    hall.next_pentade().await;
    assert_eq!(hall.red_sheet().await, Some((1, "guess 9".to_owned())));
    assert_eq!(hall.early().await, None, "they are in force and wait no longer");
    let answers = hall.post("acknowledgement").await;
    assert_eq!(answers.len(), 3);
    let words = hall.words(&answers[2]).await.replace('\n', " ");
    assert!(words.contains("that you sent early were read against the world as it now stands"), "{words}");
    assert!(words.contains("in force as version 1"), "{words}");
}

#[sqlx::test]
async fn early_orders_may_be_changed_and_withdrawn(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.subject_letter("a", "g1 105-109", "guess 9").await;
    hall.subject_letter("b", "g1 105-109", "guess 10").await;
    assert_eq!(hall.early().await.map(|(_, words)| words), Some("guess 10".to_owned()));
    hall.subject_letter("c", "g1 105-109", "withdraw").await;
    assert_eq!(hall.early().await, None);
    hall.next_pentade().await;
    assert_eq!(hall.red_sheet().await, None);
}

#[sqlx::test]
async fn one_letter_may_hold_orders_for_both_pentades(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 7\nnext guess 9").await;
    assert_eq!(hall.red_sheet().await, Some((1, "guess 7".to_owned())));
    assert_eq!(hall.early().await.map(|(_, words)| words), Some("guess 9".to_owned()));
    let words = hall.words(&hall.post("acknowledgement").await[0]).await;
    let order = ["as they now stand", "\n    guess 7\n", "Kept for 105\u{2013}109", "\n    guess 9\n"];
    let places: Vec<_> =
        order.iter().map(|part| words.find(part).unwrap_or_else(|| panic!("{part}: {words}"))).collect();
    assert!(places.is_sorted(), "{words}");
}

#[sqlx::test]
async fn early_orders_are_taken_while_orders_are_closed(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    hall.subject_letter("a", "g1 105-109", "guess 9").await;
    hall.letter(ANNA, "b", "next guess 11").await;
    hall.letter(ANNA, "c", "guess 12").await;
    assert_eq!(hall.early().await.map(|(_, words)| words), Some("guess 11".to_owned()));
    assert_eq!(hall.letters().await[0].reason.as_deref(), Some("it came too late"));
    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    assert_eq!(hall.red_sheet().await, Some((1, "guess 11".to_owned())));
}

#[sqlx::test]
async fn orders_for_a_past_pentade_are_refused_with_the_years_that_are_played(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.next_pentade().await;
    hall.subject_letter("a", "g1 100-104", "guess 9").await;
    assert_eq!(hall.red_sheet().await, None);
    let answers = hall.post("acknowledgement").await;
    assert!(hall.words(&answers[0]).await.contains("now taken for 105\u{2013}109"));
}
