//! Two at once: forms against closing, two hands on the same button.

use futures::future::join_all;
use jiff::{Timestamp, ToSpan};
use jiff_sqlx::ToSqlx;
use pentade::desk::correct::{NewAmendment, Publication};
use pentade::desk::take_letter::Taken;
use pentade::desk::views::{Calendar, FormAnswer, PentadeState, Publishes};
use pentade::postal::chronicle::SideId;
use pentade::postal::game::Inputs;
use sqlx::PgPool;

use super::{ANNA, BORIS, Hall, ORDERS, account, desk, letter, red};

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

#[sqlx::test]
async fn orders_at_the_deadlines_second_count_or_are_late_by_when_they_came(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let due = Timestamp::now() - 2.seconds();
    hall.due(due).await;
    let mut letters = Vec::new();
    for (from, id, guess, came) in [
        (ANNA, "in-time", 7, due - 1.microsecond()),
        (BORIS, "late", 9, due),
        (ANNA, "later", 8, due + 1.second()),
    ] {
        let raw = letter(from, id, "g1", &format!("guess {guess}"));
        let taken = hall.desk.take_letter(from, ORDERS, raw.as_bytes()).await.expect("stored");
        let Taken::Stored(number) = taken else { panic!("{taken:?}") };
        sqlx::query("update letter set received_at = $2 where id = $1")
            .bind(number)
            .bind(came.to_sqlx())
            .execute(&hall.pool)
            .await
            .expect("as if it came then");
        letters.push(number);
    }
    let other = desk(&hall.pool);
    let reading = join_all(letters.iter().flat_map(|id| {
        [hall.desk.clone(), other.clone()].map(|desk| async move { desk.read_letter(*id).await })
    }));
    let closing = join_all([&hall.desk, &other, &hall.desk].map(|desk| desk.close_overdue("g1")));
    let (read, closed) = tokio::join!(reading, closing);
    assert!(read.iter().all(Result::is_ok) && closed.iter().all(Result::is_ok), "{read:?} {closed:?}");

    let page = hall.desk.gm_page(hall.gm, "g1").await.expect("the desk");
    assert_eq!(page.pentade.state, PentadeState::Draft);
    let inputs: String =
        sqlx::query_scalar("select inputs from pentade").fetch_one(&hall.pool).await.expect("frozen");
    let inputs: Inputs = serde_json::from_str(&inputs).expect("inputs");
    assert_eq!(inputs.sheets.keys().collect::<Vec<_>>(), [&red()], "a microsecond before counts");
    assert!(inputs.sheets[&red()].contains("\"guess\":7"), "{inputs:?}");
    let late = page.letters.iter().filter(|row| row.reason.as_deref() == Some("it came too late"));
    assert_eq!(late.count(), 2, "the second itself is too late");
    let answers = hall.post("acknowledgement").await;
    assert_eq!(answers.len(), 3, "each is told");
    assert_eq!(hall.count("select count(*) from audit where action = 'close'").await, 1);
}

#[sqlx::test]
async fn an_amendment_while_a_draft_runs_leaves_no_draft_of_the_old_world(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 7").await;
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    hall.letter(ANNA, "b", "guess 5").await;
    hall.letter(BORIS, "c", "guess 6").await;
    let amendment = NewAmendment::Orders { side: &SideId::new("blue"), words: "guess 7" };
    hall.desk.amend(hall.gm, "g1", 100, &amendment, "misread").await.expect("amended");
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    let page = hall.desk.correction_page(hall.gm, "g1").await.expect("a page").expect("under way");
    let publication = Publication { seen: &page.seen, explanation: "misread", takes_drift: false };

    let other = desk(&hall.pool);
    let desks = [&hall.desk, &other, &hall.desk, &other];
    let drafting = join_all(desks.map(|desk| desk.adjudicate_again(hall.gm, "g1")));
    let correcting = join_all(
        [&hall.desk, &other].map(|desk| desk.publish_correction(hall.gm, "g1", page.id, &publication)),
    );
    let publishing = other.publish(hall.gm, "g1", 105);
    let (drafted, corrected, published) = tokio::join!(drafting, correcting, publishing);

    let new = corrected.iter().filter(|done| done.as_ref().is_ok_and(|done| done.is_new)).count();
    let (before, after, state): (String, String, String) = sqlx::query_as(
        "select later.world_before, first.world_after, later.state
         from (select * from pentade where first_year = 105 order by revision desc limit 1) later,
              (select * from pentade where first_year = 100 order by revision desc limit 1) first",
    )
    .fetch_one(&hall.pool)
    .await
    .expect("two pentades");
    assert_eq!(before, after, "the present stands on the past: {drafted:?} {corrected:?} {published:?}");
    match published {
        // The draft was faster: the correction, seen before it, is refused and nothing of it is public.
        Ok(published) => {
            assert!(published.is_new && new == 0, "{corrected:?}");
            assert_eq!(state, "published");
        }
        // The correction was faster: orders are open again, and whoever drafted or published is told.
        Err(told) => {
            assert_eq!((new, state.as_str()), (1, "open"), "{told}");
            assert!(corrected.iter().all(Result::is_ok), "{corrected:?}");
        }
    }
    let draft = hall.desk.draft(hall.gm, "g1").await;
    assert!(draft.is_err(), "no draft of the old world is left");
}

#[sqlx::test]
async fn forms_against_a_game_that_publishes_itself_count_for_a_pentade_or_are_late(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let calendar = Calendar { publishes: Publishes::AtOnce, ..Calendar::every(7) };
    hall.desk.set_calendar(hall.gm, "g1", &calendar).await.expect("set");
    let (anna, red) = (account(&hall.pool, ANNA).await, red());
    // The deadline falls into the midst of the forms.
    hall.due(Timestamp::now() + 20.milliseconds()).await;
    let forms = join_all((1..=20_u32).map(|guess| {
        let (desk, red) = (hall.desk.clone(), red.clone());
        async move {
            tokio::time::sleep(std::time::Duration::from_millis(u64::from(guess) * 2)).await;
            desk.take_form(anna, "g1", &red, &filled(guess as usize)).await.expect("answered")
        }
    }));
    let other = desk(&hall.pool);
    let closing = async {
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
        let due = hall.desk.claim_due("one", 60, 1).await.expect("claimed");
        let due = due.into_iter().next().expect("it is due");
        // A server that has lost its claim goes on all the same.
        let (one, two) = tokio::join!(hall.desk.do_due("one", &due), other.do_due("two", &due));
        one.and(two).expect("done");
    };
    let (answers, ()) = tokio::join!(forms, closing);

    let taken = answers.iter().filter(|answer| matches!(answer, FormAnswer::Taken(_))).count();
    let kept: Vec<(i32, i32, String)> = sqlx::query_as(
        "select first_year, version, sheet.words from sheet join pentade on pentade.id = sheet.pentade
         order by first_year, version",
    )
    .fetch_all(&hall.pool)
    .await
    .expect("sheets");
    assert_eq!(kept.len(), taken, "every form is a sheet or was answered as late: {answers:?}");
    let inputs: String =
        sqlx::query_scalar("select inputs from pentade where first_year = 100 and state = 'published'")
            .fetch_one(&hall.pool)
            .await
            .expect("published");
    let inputs: Inputs = serde_json::from_str(&inputs).expect("inputs");
    match kept.iter().rfind(|(year, ..)| *year == 100) {
        Some((_, _, words)) => {
            let number = words.strip_prefix("guess ").expect("a guess");
            assert!(inputs.sheets[&red].contains(&format!("\"guess\":{number}")), "{inputs:?} {words}");
        }
        None => assert!(inputs.sheets.is_empty()),
    }
    assert_eq!(hall.post("report").await.len(), 2);
    assert_eq!(hall.count("select count(*) from audit where action = 'publish'").await, 1);
}
