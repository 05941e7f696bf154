//! What becomes of the orders of a player who leaves, those for this pentade and those for the next.

use pentade::desk::views::Customs;
use pentade::postal::chronicle::SideId;
use sqlx::PgPool;

use super::{ANNA, BORIS, Hall, account, red};

const CLEO: &str = "cleo@example.com";

impl Hall {
    /// Anna has ordered for this pentade and the next.
    async fn ordered_twice(&self) {
        self.letter(ANNA, "a", "guess 7\nnext guess 9").await;
    }

    async fn keeps_orders(&self) {
        let keeps = Customs { withdraws_departed: false, ..Customs::default() };
        self.desk.set_customs(self.gm, "g1", keeps).await.expect("set");
    }

    /// The newest letter to somebody that holds `words`, on one line.
    async fn letter_telling(&self, to: &str, words: &str) -> String {
        let rows: Vec<String> =
            sqlx::query_scalar("select plain from outbox where envelope_to = $1 order by id desc")
                .bind(to)
                .fetch_all(&self.pool)
                .await
                .expect("letters");
        let lines = rows.iter().map(|row| row.split_whitespace().collect::<Vec<_>>().join(" "));
        let found = lines.clone().find(|row| row.contains(words));
        found.unwrap_or_else(|| panic!("{words}: {:?}", lines.collect::<Vec<_>>()))
    }

    /// Words of the sheet of the Reds after the pentade was played and the next one opened.
    async fn next_sheet(&self) -> Option<String> {
        self.desk.close_pentade(self.gm, "g1").await.expect("closed");
        self.desk.publish(self.gm, "g1", 100).await.expect("published");
        let page = self.desk.gm_page(self.gm, "g1").await.expect("the GM's page");
        let seat = page.seats.into_iter().find(|seat| seat.side == red()).expect("the Reds");
        seat.sheet.map(|sheet| sheet.words)
    }
}

#[sqlx::test]
async fn early_orders_of_who_resigns_are_withdrawn_with_the_others(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.ordered_twice().await;
    let anna = account(&hall.pool, ANNA).await;
    let page = hall.desk.away_page(anna, "g1", &red()).await.expect("her page");
    let foretold = "Your orders for 100\u{2013}104 and those for 105\u{2013}109 would then be withdrawn.";
    assert_eq!(page.fate, foretold);
    hall.desk.resign(anna, "g1", &red()).await.expect("resigned");
    let told = hall.letter_telling("gm@gm.example", "has given The Reds up").await;
    let fate = "His orders for 100\u{2013}104 are withdrawn (version 2). His early orders for 105\u{2013}109 are withdrawn.";
    assert!(told.contains(fate), "{told}");
    assert_eq!(hall.next_sheet().await, None, "nothing of hers is in force");
}

#[sqlx::test]
async fn early_orders_stay_where_that_is_the_custom_and_all_are_told(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.keeps_orders().await;
    hall.ordered_twice().await;
    hall.desk.give_seat(hall.gm, "g1", &red(), ("Cleo", CLEO)).await.expect("given");
    let hers = hall.letter_telling(CLEO, "you play The Reds").await;
    for words in [
        "Another held it before you.",
        "His orders for 100\u{2013}104 stay in force (version 1).",
        "His early orders for 105\u{2013}109 stay, and come into force when it opens.",
    ] {
        assert!(hers.contains(words), "{words}: {hers}");
    }
    let former = hall.letter_telling(ANNA, "You do not play The Reds").await;
    assert!(former.contains("Your orders for 100\u{2013}104 stay in force (version 1)."), "{former}");
    assert_eq!(hall.next_sheet().await.as_deref(), Some("guess 9"));
}

#[sqlx::test]
async fn who_takes_a_seat_over_finds_no_orders_of_another(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.ordered_twice().await;
    hall.desk.give_seat(hall.gm, "g1", &red(), ("Cleo", CLEO)).await.expect("given");
    let hers = hall.letter_telling(CLEO, "you play The Reds").await;
    assert!(hers.contains("His early orders for 105\u{2013}109 are withdrawn."), "{hers}");
    // Her own early orders begin anew.
    hall.letter(CLEO, "c", "next guess 3").await;
    assert_eq!(hall.next_sheet().await.as_deref(), Some("guess 3"));
}

#[sqlx::test]
async fn orders_that_are_closed_count_and_early_ones_are_withdrawn(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.ordered_twice().await;
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    let anna = account(&hall.pool, ANNA).await;
    let page = hall.desk.away_page(anna, "g1", &red()).await.expect("her page");
    let foretold = "Your orders for 100\u{2013}104 are closed and count; those for 105\u{2013}109 would then be withdrawn.";
    assert_eq!(page.fate, foretold);
    hall.desk.resign(anna, "g1", &red()).await.expect("resigned");
    let told = hall.letter_telling("gm@gm.example", "has given The Reds up").await;
    assert!(told.contains("His orders for 100\u{2013}104 were closed and count."), "{told}");
    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    let boris = account(&hall.pool, BORIS).await;
    assert!(hall.desk.player_page(boris, "g1", &SideId::new("blue")).await.is_ok());
    assert_eq!(
        hall.count("select count(*) from sheet where side = 'red'").await,
        1,
        "none in the new pentade"
    );
}
