//! Two at once: forms against closing, two hands on the same button.

use futures::future::join_all;
use pentade::desk::views::FormAnswer;
use pentade::postal::chronicle::SideId;
use pentade::postal::game::Inputs;
use sqlx::PgPool;

use super::{ANNA, BORIS, Hall, account, desk, red};

fn filled(guess: usize) -> Vec<(String, String)> {
    vec![("guess".to_owned(), format!("guess {guess}")), ("unknown".to_owned(), "\0".to_owned())]
}

#[sqlx::test]
async fn a_form_is_acknowledged_and_replaces_the_sheet(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let anna = account(&hall.pool, ANNA).await;
    let answer = hall.desk.take_form(anna, "g1", &red(), &filled(3)).await.expect("taken");
    let FormAnswer::Taken(sheet) = answer else { panic!("{answer:?}") };
    assert_eq!((sheet.version, sheet.words.as_str(), sheet.orders_read), (1, "guess 3", 2));
    hall.desk.take_form(anna, "g1", &red(), &filled(4)).await.expect("taken");
    assert_eq!(hall.red_sheet().await, Some((2, "guess 4".to_owned())));
    assert_eq!(hall.post("acknowledgement").await.len(), 2);
    let blue = SideId::new("blue");
    assert!(hall.desk.take_form(anna, "g1", &blue, &filled(5)).await.is_err(), "the Blues are not Anna's");
    let sheets = sqlx::query("update sheet set words = 'other'").execute(&hall.pool).await;
    assert!(sheets.is_err(), "sheets are append-only");
}

#[sqlx::test]
async fn every_sheet_is_in_the_inputs_or_answered_as_late(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let (anna, red) = (account(&hall.pool, ANNA).await, red());
    let forms = join_all((1..=20).map(|guess| {
        let (desk, red) = (hall.desk.clone(), red.clone());
        async move { desk.take_form(anna, "g1", &red, &filled(guess)).await.expect("answered") }
    }));
    let closing = async {
        tokio::time::sleep(std::time::Duration::from_millis(15)).await;
        hall.desk.close_pentade(hall.gm, "g1").await.expect("closed")
    };
    let (answers, view) = tokio::join!(forms, closing);

    let last = answers.iter().filter_map(|answer| match answer {
        FormAnswer::Taken(sheet) => Some((sheet.version, sheet.words.clone())),
        FormAnswer::Late => None,
    });
    let mut taken: Vec<_> = last.collect();
    taken.sort();
    let versions: Vec<i32> = taken.iter().map(|(version, _)| *version).collect();
    let count = i32::try_from(taken.len()).expect("few");
    assert_eq!(versions, (1..=count).collect::<Vec<_>>(), "no version is lost or given twice");
    let inputs: String =
        sqlx::query_scalar("select inputs from pentade").fetch_one(&hall.pool).await.expect("frozen");
    let inputs: Inputs = serde_json::from_str(&inputs).expect("inputs");
    match taken.last() {
        Some((_, words)) => {
            let number = words.strip_prefix("guess ").expect("a guess");
            assert!(inputs.sheets[&red].contains(&format!("\"guess\":{number}")), "{inputs:?} {words}");
        }
        None => assert!(inputs.sheets.is_empty()),
    }
    assert!(view.inputs_hash.is_some());
    let late = hall.desk.take_form(anna, "g1", &red, &filled(1)).await.expect("answered");
    assert_eq!(late, FormAnswer::Late);
}

#[sqlx::test]
async fn two_hands_on_publish_publish_once(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(BORIS, "b", "guess 4").await;
    let closers = join_all((0..4).map(|_| hall.desk.close_pentade(hall.gm, "g1"))).await;
    assert!(closers.iter().any(Result::is_ok), "{closers:?}");
    let other = desk(&hall.pool);
    let desks = [&hall.desk, &other, &hall.desk, &other];
    let done = join_all(desks.map(|desk| desk.publish(hall.gm, "g1", 100))).await;
    let done: Vec<_> = done.into_iter().map(|done| done.expect("published")).collect();
    assert_eq!(done.iter().filter(|done| done.is_new).count(), 1, "{done:?}");
    assert!(done.iter().all(|other| other.result_hash == done[0].result_hash));
    assert_eq!(hall.post("report").await.len(), 2);
    assert_eq!(hall.count("select count(*) from pentade").await, 2);
}
