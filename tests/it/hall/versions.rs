//! Versions of a sheet: each stays readable, the acknowledgement says what changed, a former one can be brought back.

use futures::future::join_all;
use pentade::desk::changes::changes;
use pentade::desk::take_form::Typed;
use pentade::desk::take_letter::Taken;
use pentade::desk::views::{FormAnswer, PlayerPage};
use sqlx::PgPool;

use super::{ANNA, BORIS, Hall, ORDERS, account, letter, red};

impl Hall {
    async fn page(&self) -> PlayerPage {
        let anna = account(&self.pool, ANNA).await;
        self.desk.player_page(anna, "g1", &red()).await.expect("Anna's page")
    }

    /// Every version of the Reds, oldest first: number and words.
    async fn red_versions(&self) -> Vec<(i32, String)> {
        let sent = self.page().await.sent;
        sent.into_iter().rev().map(|row| (row.sheet.version, row.sheet.words)).collect()
    }
}

#[sqlx::test]
async fn an_acknowledgement_names_the_version_and_says_what_changed(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 7\nask").await;
    hall.letter(ANNA, "b", "guess 8").await;
    hall.letter(ANNA, "c", "thank you for the report").await;

    let answers = hall.post("acknowledgement").await;
    let words = join_all(answers.iter().map(|row| hall.words(row))).await;
    assert!(words[0].contains("version 1") && !words[0].contains("What changed"), "{}", words[0]);
    for told in ["version 2 of", "What changed since version 1", "- gone: guess 7", "- new: guess 8", "ask"] {
        assert!(words[1].contains(told), "{told}: {}", words[1]);
    }
    assert!(
        words[2].contains("What changed since version 2\n----------------------------\n\nNothing."),
        "{}",
        words[2]
    );
    let versions = ["guess 7\nask", "guess 8\nask", "guess 8\nask"].map(str::to_owned);
    assert_eq!(hall.red_versions().await, [1, 2, 3].into_iter().zip(versions).collect::<Vec<_>>());
    let page = hall.page().await;
    assert_eq!(page.sent[0].changes, []);
    assert_eq!(page.sent[1].changes, changes("guess 7\nask", "guess 8\nask"));
    assert_eq!(page.sent[0].sheet.author.as_deref(), Some("Anna"));
    assert!(
        words
            .iter()
            .flat_map(|words| words.lines())
            .all(|line| { line.chars().count() <= 72 || line.contains("http") })
    );
}

#[sqlx::test]
async fn a_former_version_is_brought_back_as_a_new_one(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let anna = account(&hall.pool, ANNA).await;
    hall.letter(ANNA, "a", "guess 7").await;
    hall.letter(ANNA, "b", "withdraw\nguess 8").await;
    let answer = hall.desk.bring_back(anna, "g1", &red(), 1).await.expect("answered");
    let FormAnswer::Taken(sheet) = answer else { panic!("{answer:?}") };
    assert_eq!((sheet.version, sheet.words.as_str(), sheet.restores), (3, "guess 7", Some(1)));
    let versions = ["guess 7", "guess 8", "guess 7"].map(str::to_owned);
    assert_eq!(hall.red_versions().await, [1, 2, 3].into_iter().zip(versions).collect::<Vec<_>>());
    let answers = hall.post("acknowledgement").await;
    let words = hall.words(&answers[2]).await;
    assert!(words.contains("version 1 of your orders was brought back"), "{words}");
    assert!(words.contains("in force as version 3"), "{words}");

    assert!(hall.desk.bring_back(anna, "g1", &red(), 9).await.is_err(), "there is no version 9");
    let boris = account(&hall.pool, BORIS).await;
    assert!(hall.desk.bring_back(boris, "g1", &red(), 1).await.is_err(), "the Reds are not Boris's");
    hall.due(jiff::Timestamp::now()).await;
    let late = hall.desk.bring_back(anna, "g1", &red(), 2).await.expect("answered");
    assert_eq!(late, FormAnswer::Late);
}

#[sqlx::test]
async fn orders_can_be_checked_without_being_kept(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let anna = account(&hall.pool, ANNA).await;
    hall.letter(ANNA, "a", "guess 7").await;
    let checked = hall.desk.check_orders(anna, "g1", &red(), Typed::Words("guess 13\nguess\0 what")).await;
    let checked = checked.expect("checked");
    assert_eq!(checked.words, "guess 13");
    assert_eq!(checked.changes, changes("guess 7", "guess 13"));
    assert_eq!((checked.orders_read, checked.complaints.len(), checked.forecast.refusals.len()), (1, 1, 1));
    assert_eq!(hall.red_sheet().await, Some((1, "guess 7".to_owned())));
    assert_eq!(hall.post("acknowledgement").await.len(), 1);
    let long = "x".repeat(pentade::desk::take_form::LONGEST_FORM + 1);
    assert!(hall.desk.check_orders(anna, "g1", &red(), Typed::Words(&long)).await.is_err());
    let boris = account(&hall.pool, BORIS).await;
    assert!(hall.desk.check_orders(boris, "g1", &red(), Typed::Words("guess 1")).await.is_err());
}

#[sqlx::test]
async fn what_will_be_refused_stands_before_the_orders(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 13").await;
    let words = hall.words(&hall.post("acknowledgement").await[0]).await;
    let order = [
        "due on",
        "One order will be refused",
        "Will be refused",
        "13 is never thrown (1)",
        "as they now stand",
    ];
    let places: Vec<_> =
        order.iter().map(|part| words.find(part).unwrap_or_else(|| panic!("{part}: {words}"))).collect();
    assert!(places.is_sorted(), "{words}");
}

#[sqlx::test]
async fn a_forecast_that_stops_stops_no_letter(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 7\nask\ntrap").await;
    assert_eq!(hall.red_sheet().await.map(|(version, _)| version), Some(1));
    let words = hall.words(&hall.post("acknowledgement").await[0]).await;
    assert!(words.contains("No forecast could be made"), "{words}");
}

#[sqlx::test]
async fn letters_count_in_the_order_in_which_they_came(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let mut stored = Vec::new();
    for number in 1..=6 {
        let raw = letter(ANNA, &format!("n{number}"), "g1", &format!("guess {number}"));
        let Ok(Taken::Stored(id)) = hall.desk.take_letter(ANNA, ORDERS, raw.as_bytes()).await else {
            panic!("stored")
        };
        stored.push(id);
    }
    // The same instant for all: the order of arrival decides.
    sqlx::query("update letter set received_at = '2026-11-30 08:00:00Z'")
        .execute(&hall.pool)
        .await
        .expect("set");
    let readers = stored.iter().rev().map(|id| hall.desk.read_letter(*id));
    assert!(join_all(readers).await.iter().all(Result::is_ok));
    let versions: Vec<String> = hall.red_versions().await.into_iter().map(|(_, words)| words).collect();
    assert_eq!(versions, (1..=6).map(|number| format!("guess {number}")).collect::<Vec<_>>());
}

#[sqlx::test]
async fn a_form_counts_after_a_letter_that_came_before_it(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let anna = account(&hall.pool, ANNA).await;
    let raw = letter(ANNA, "a", "g1", "guess 1");
    let Ok(Taken::Stored(id)) = hall.desk.take_letter(ANNA, ORDERS, raw.as_bytes()).await else {
        panic!("stored")
    };
    let filled = [("guess".to_owned(), "guess 2".to_owned())];
    hall.desk.take_form(anna, "g1", &red(), &filled).await.expect("taken");
    hall.desk.read_letter(id).await.expect("read");
    assert_eq!(hall.red_sheet().await, Some((2, "guess 2".to_owned())));
}

#[sqlx::test]
async fn a_letter_that_comes_while_orders_are_closed_counts_or_is_told_it_does_not(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let letters = join_all((1..=12).map(|number| {
        let desk = hall.desk.clone();
        async move {
            tokio::time::sleep(std::time::Duration::from_millis(number * 7)).await;
            let raw = letter(ANNA, &format!("n{number}"), "g1", &format!("guess {number}"));
            let Ok(Taken::Stored(id)) = desk.take_letter(ANNA, ORDERS, raw.as_bytes()).await else {
                panic!("stored")
            };
            desk.read_letter(id).await.expect("read");
        }
    }));
    let closing = async {
        tokio::time::sleep(std::time::Duration::from_millis(40)).await;
        hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    };
    tokio::join!(letters, closing);

    let count = |what: &'static str| hall.count(what);
    let taken = count("select count(*) from sheet").await;
    let late = count("select count(*) from letter where reason = 'it came too late'").await;
    assert_eq!(taken + late, 12, "each letter counts or is late");
    let inputs: String =
        sqlx::query_scalar("select inputs from pentade").fetch_one(&hall.pool).await.expect("frozen");
    let inputs: pentade::postal::game::Inputs = serde_json::from_str(&inputs).expect("inputs");
    match hall.red_sheet().await {
        Some((version, words)) => {
            assert_eq!(i64::from(version), taken);
            let number = words.strip_prefix("guess ").expect("a guess");
            assert!(inputs.sheets[&red()].contains(&format!("\"guess\":{number}")), "{inputs:?} {words}");
        }
        None => assert!(inputs.sheets.is_empty()),
    }
}
