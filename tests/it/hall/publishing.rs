//! Close, draft, publish: once, wholly, and with nobody seeing more than is theirs.

use jiff::{Timestamp, ToSpan};
use pentade::desk::DeskError;
use pentade::desk::views::{GameStatus, PentadeState};
use pentade::postal::chronicle::{Reader, SideId};
use pentade::postal::dice::Seed;
use pentade::postal::document::{Block, Document, Span};
use pentade::postal::game::{Game, Inputs, Outcome, WorldText, result_hash};
use sqlx::PgPool;

use super::{ANNA, BORIS, Hall, account, red};
use crate::second_game::Guessing;

fn words(document: &Document) -> String {
    let paragraphs = document.blocks.iter().filter_map(|block| match block {
        Block::Paragraph(runs) => Some(runs),
        _ => None,
    });
    let texts = paragraphs.flatten().map(|run| match run {
        Span::Text(text) | Span::Strong(text) => text.clone(),
        Span::Rule(rule) => rule.to_string(),
    });
    texts.collect::<Vec<_>>().join("\n")
}

#[sqlx::test]
async fn a_pentade_is_closed_drafted_and_published(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 7").await;
    hall.letter(BORIS, "b", "guess 20").await;

    let view = hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    assert_eq!(view.state, PentadeState::Draft);
    let anna = account(&hall.pool, ANNA).await;
    assert!(matches!(hall.desk.draft(anna, "g1").await, Err(DeskError::NotAllowed(_))));
    let nothing = hall.desk.turn(Some(anna), "g1", 100, &Reader::Public).await;
    assert!(matches!(nothing, Err(DeskError::NotFound(_))), "a draft is nobody's but the GM's");
    assert!(hall.post("report").await.is_empty());

    let draft = hall.desk.draft(hall.gm, "g1").await.expect("the draft");
    assert!(words(&draft.chronicle).contains("secret guess of blue"));
    let done = hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    assert!(done.is_new);
    assert_eq!(Some(done.result_hash.as_str()), view.result_hash.as_deref());

    let reports = hall.post("report").await;
    let to: Vec<_> = reports.iter().map(|row| row.to.as_str()).collect();
    assert_eq!(to, [ANNA, BORIS]);
    let annas = hall.words(&reports[0]).await;
    assert!(annas.contains("secret guess of red was 7") && !annas.contains("guess of blue"), "{annas}");
    assert!(annas.contains("Orders for 105\u{2013}109 are due on"), "{annas}");
    let game = hall.desk.game(None, "g1").await.expect("the game's page");
    assert_eq!((game.game.span.first_year, game.game.state), (105, PentadeState::Open));
    assert_eq!(game.turns.len(), 1);
}

#[sqlx::test]
async fn a_side_that_arose_gets_a_seat_without_a_player(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 7\ninvite").await;
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    let seats = async || -> Vec<(String, bool, bool)> {
        sqlx::query_as("select side, playable, account is not null from seat order by position")
            .fetch_all(&hall.pool)
            .await
            .expect("the seats")
    };
    let seat = |side: &str, playable, held| (side.to_owned(), playable, held);
    let opening = [seat("red", true, true), seat("blue", true, true), seat("bank", false, false)];
    assert_eq!(seats().await, opening);
    for is_new in [true, false] {
        let done = hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
        assert_eq!(done.is_new, is_new);
        assert_eq!(seats().await, [opening.as_slice(), &[seat("green", true, false)]].concat());
    }
    assert_eq!(hall.post("report").await.len(), 2, "nobody holds the new seat");
}

#[sqlx::test]
async fn everyone_sees_their_own_part_of_a_published_turn(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 7").await;
    hall.letter(BORIS, "b", "guess 20").await;
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    let (anna, blue) = (account(&hall.pool, ANNA).await, Reader::Side(SideId::new("blue")));

    let public = hall.desk.turn(None, "g1", 100, &Reader::Public).await.expect("public");
    assert!(!words(&public.report).contains("secret"));
    let own = hall.desk.turn(Some(anna), "g1", 100, &Reader::Side(red())).await.expect("Anna's");
    assert!(words(&own.report).contains("secret guess of red"));
    for (viewer, reader) in
        [(Some(anna), &blue), (None, &blue), (Some(anna), &Reader::Gm), (None, &Reader::Gm)]
    {
        let refused = hall.desk.turn(viewer, "g1", 100, reader).await;
        assert!(matches!(refused, Err(DeskError::NotAllowed(_))), "{viewer:?} {reader:?}");
    }
    assert!(hall.desk.player_page(anna, "g1", &SideId::new("blue")).await.is_err());
    assert_eq!(hall.desk.rules(Some(anna), "g1").await.expect("rules").len(), 1);
    assert_eq!(hall.desk.rules(Some(hall.gm), "g1").await.expect("rules").len(), 2);
    let post = hall.post("report").await;
    assert!(hall.desk.post_page(anna, "g1", post[0].id).await.is_ok());
    assert!(hall.desk.post_page(anna, "g1", post[1].id).await.is_err(), "Boris's report is not Anna's");
}

#[sqlx::test]
async fn a_published_turn_can_be_played_again_from_its_bundle(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 7").await;
    let promised = hall.desk.game(None, "g1").await.expect("the game's page").commitment;
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");

    let bundle = hall.desk.bundle(hall.gm, "g1", 100).await.expect("the bundle");
    let seed = Seed::from_hex(&bundle.seed).expect("a seed");
    assert_eq!(seed.commitment(), promised, "the seed is the one promised before orders were due");
    let inputs: Inputs = serde_json::from_str(&bundle.inputs).expect("inputs");
    let world = WorldText::new(bundle.world);
    let Outcome::Complete { world, chronicle } =
        Guessing::default().adjudicate(&world, &inputs, &seed).expect("played")
    else {
        panic!("undecided")
    };
    assert_eq!(result_hash(&world, &chronicle), bundle.result_hash);
    let anna = account(&hall.pool, ANNA).await;
    assert!(hall.desk.bundle(anna, "g1", 100).await.is_err(), "it holds everybody's orders");
}

#[sqlx::test]
async fn the_game_ends_with_its_last_pentade(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    for year in [100, 105] {
        hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
        hall.desk.publish(hall.gm, "g1", year).await.expect("published");
    }
    let game = hall.desk.game(None, "g1").await.expect("the game's page");
    assert_eq!((game.game.status, game.turns.len()), (GameStatus::Over, 2));
    let last = hall.post("report").await.pop().expect("a report");
    assert!(hall.words(&last).await.contains("The game is over"));
}

#[sqlx::test]
async fn a_panic_in_the_rules_holds_the_pentade(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "trap").await;
    let view = hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    assert_eq!(view.state, PentadeState::Held);
    assert!(view.held_reason.as_deref().is_some_and(|why| why.contains("red has stepped into the trap")));
    assert!(hall.desk.publish(hall.gm, "g1", 100).await.is_err());
    assert_eq!(hall.desk.adjudicate_again(hall.gm, "g1").await.expect("again").state, PentadeState::Held);
    assert!(hall.post("report").await.is_empty());
}

#[sqlx::test]
async fn an_open_question_holds_the_pentade(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "ask").await;
    let view = hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    assert_eq!(view.state, PentadeState::Held);
    assert_eq!(view.questions.len(), 1);
    assert_eq!(view.questions[0].id, "really");
}

#[sqlx::test]
async fn the_same_inputs_give_the_same_draft(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 7").await;
    let first = hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    let second = hall.desk.adjudicate_again(hall.gm, "g1").await.expect("again");
    assert_eq!(first.result_hash, second.result_hash);
    assert_eq!(first.inputs_hash, second.inputs_hash);
}

#[sqlx::test]
async fn a_deadline_closes_with_letters_that_came_in_time(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let raw = super::letter(ANNA, "a", "g1", "guess 7");
    hall.desk.take_letter(ANNA, super::ORDERS, raw.as_bytes()).await.expect("stored, not yet read");
    hall.desk.close_overdue("g1").await.expect("not due");
    assert_eq!(hall.desk.game(None, "g1").await.expect("page").game.state, PentadeState::Open);

    hall.due(Timestamp::now()).await;
    assert_eq!(hall.due_games().await, ["g1"]);
    hall.desk.close_overdue("g1").await.expect("closed");
    hall.desk.close_overdue("g1").await.expect("a second job changes nothing");
    let page = hall.desk.gm_page(hall.gm, "g1").await.expect("the GM's page");
    assert_eq!(page.pentade.state, PentadeState::Draft);
    assert_eq!(page.seats[0].sheet.as_ref().map(|sheet| sheet.words.as_str()), Some("guess 7"));
    let notices = hall.post("notice").await;
    assert_eq!(notices.iter().filter(|row| row.subject.contains("the draft is ready")).count(), 1);
}

#[sqlx::test]
async fn a_process_killed_between_closing_and_draft_is_made_good(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 7").await;
    let view = hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    // What a process leaves behind that is killed right after orders were closed.
    sqlx::query(
        "update pentade set state = 'closing', world_after = null, chronicle = null, result_hash = null",
    )
    .execute(&hall.pool)
    .await
    .expect("as it was");
    assert_eq!(hall.due_games().await, ["g1"]);
    hall.desk.close_overdue("g1").await.expect("finished");
    let page = hall.desk.gm_page(hall.gm, "g1").await.expect("the GM's page");
    assert_eq!((page.pentade.state, page.pentade.result_hash), (PentadeState::Draft, view.result_hash));
}

#[sqlx::test]
async fn a_publication_that_is_cut_off_leaves_no_trace(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    // The database breaks the transaction at its very last statement.
    sqlx::raw_sql(
        "create function cut() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$;
         create trigger cut before insert on audit for each row when (new.action = 'publish')
         execute function cut();",
    )
    .execute(&hall.pool)
    .await
    .expect("the trap is laid");
    assert!(hall.desk.publish(hall.gm, "g1", 100).await.is_err());
    assert!(hall.post("report").await.is_empty());
    assert_eq!(hall.count("select count(*) from pentade").await, 1);

    sqlx::raw_sql("drop trigger cut on audit").execute(&hall.pool).await.expect("removed");
    assert!(hall.desk.publish(hall.gm, "g1", 100).await.expect("published").is_new);
    assert_eq!(hall.post("report").await.len(), 2);
}

#[sqlx::test]
async fn an_outage_over_the_deadline_moves_it_and_tells_all(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let now = Timestamp::now();
    assert!(hall.desk.beat(now - 100.minutes()).await.expect("alive").is_empty());
    hall.due(now - 80.minutes()).await;
    assert_eq!(hall.desk.beat(now).await.expect("alive again"), ["g1"]);

    let page = hall.desk.game(None, "g1").await.expect("the game's page");
    assert_eq!(
        (page.game.deadline.at.duration_since(now).as_secs() + 5) / 60,
        100,
        "grace is as long as the outage"
    );
    let told = hall.post("notice").await;
    assert_eq!(
        told.iter().filter(|row| row.subject.contains("new deadline")).count(),
        3,
        "two players, one GM"
    );
    assert!(hall.due_games().await.is_empty());
    assert!(hall.desk.beat(now + 1.minute()).await.expect("alive").is_empty(), "once only");
}
