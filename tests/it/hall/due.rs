//! Due pentades: claimed once, the oldest first, published at once where the game says so, and held on a fault.

use std::time::Duration;

use jiff::{Timestamp, ToSpan};
use jiff_sqlx::ToSqlx;
use pentade::desk::views::{Calendar, GmRole, PentadeState, Publishes};
use pentade::postal::chronicle::SideId;
use sqlx::PgPool;

use super::calendar::unbroken;
use super::{ANNA, BORIS, Hall, account, desk, new_game, red};

const WORKER: &str = "one";

impl Hall {
    /// What one server does with everything that is due.
    async fn process(&self) {
        for due in self.desk.claim_due(WORKER, 60, 100).await.expect("claimed") {
            self.desk.do_due(WORKER, &due).await.expect("done");
        }
    }

    async fn publishes_at_once(&self) {
        let calendar = Calendar { publishes: Publishes::AtOnce, ..Calendar::every(7) };
        self.desk.set_calendar(self.gm, "g1", &calendar).await.expect("set");
    }

    async fn told_gm(&self, what: &str) -> Vec<String> {
        let mut told = Vec::new();
        for row in self.post("notice").await.iter().filter(|row| row.subject.contains(what)) {
            assert_eq!(row.to, "gm@gm.example");
            told.push(unbroken(&self.words(row).await));
        }
        told
    }
}

#[sqlx::test]
async fn the_oldest_deadline_is_claimed_first_and_by_one_server(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    for slug in ["g2", "g3", "g4"] {
        hall.desk.create_game(&new_game(slug)).await.expect("the game begins");
    }
    let now = Timestamp::now();
    for (slug, minutes) in [("g1", 2), ("g2", 4), ("g3", 3), ("g4", -1)] {
        sqlx::query("update pentade set deadline = $1 from game where game.id = pentade.game and slug = $2")
            .bind((now - minutes.minutes()).to_sqlx())
            .bind(slug)
            .execute(&hall.pool)
            .await
            .expect("due");
    }
    let other = desk(&hall.pool);
    let slugs = async |desk: &pentade::desk::Desk, worker: &str, limit: i64| {
        let claimed = desk.claim_due(worker, 60, limit).await.expect("claimed");
        claimed.into_iter().map(|due| due.slug).collect::<Vec<_>>()
    };
    assert_eq!(slugs(&hall.desk, "one", 1).await, ["g2"], "the oldest");
    assert_eq!(slugs(&other, "two", 1).await, ["g3"], "what is claimed is left alone");
    assert_eq!(slugs(&hall.desk, "one", 9).await, ["g1"], "and what is not due");
    assert!(slugs(&other, "two", 9).await.is_empty());
    // The first server dies: what it kept no more is taken over, what the other one keeps is not.
    sqlx::query(
        "update pentade set claimed_until = now() - interval '1 second' where claimed_by is not null",
    )
    .execute(&hall.pool)
    .await
    .expect("run out");
    other.keep_due("two", 60).await.expect("kept");
    let mut taken_over = slugs(&other, "two", 9).await;
    taken_over.sort();
    assert_eq!(taken_over, ["g1", "g2"]);
}

#[sqlx::test]
async fn a_pentade_that_waits_for_somebody_makes_way_for_others(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let grace = Calendar { grace_hours: 5, ..Calendar::every(7) };
    hall.desk.set_calendar(hall.gm, "g1", &grace).await.expect("set");
    hall.due(Timestamp::now() - 1.minute()).await;
    hall.process().await;
    assert_eq!(hall.desk.game(None, "g1").await.expect("page").game.state, PentadeState::Open);
    assert!(hall.due_games().await.is_empty(), "it is looked at again some seconds later");
    sqlx::query("update pentade set look_again_at = now()").execute(&hall.pool).await.expect("later");
    assert_eq!(hall.due_games().await, ["g1"]);
}

#[sqlx::test]
async fn a_game_may_be_published_without_a_review(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.publishes_at_once().await;
    hall.letter(ANNA, "a", "guess 7").await;
    hall.due(Timestamp::now()).await;
    hall.process().await;
    let page = hall.desk.game(None, "g1").await.expect("the game's page");
    assert_eq!((page.game.state, page.game.span.first_year, page.turns.len()), (PentadeState::Open, 105, 1));
    assert_eq!(hall.post("report").await.len(), 2);
    assert_eq!(hall.told_gm("the pentade is published").await.len(), 1);
    let acts = "select count(*) from audit where action = 'publish' and account is null";
    assert_eq!(hall.count(acts).await, 1, "the diary says that nobody pressed");
    let claims = "select count(*) from pentade where claimed_by is not null";
    assert_eq!(hall.count(claims).await, 0);

    // Whoever of its GMs presses the button looks at what came of it.
    let (name, email) = ("Olga", "olga@example.org");
    hall.desk.add_gm(hall.gm, "g1", (name, email), GmRole::Assistant).await.expect("let in");
    let olga = account(&hall.pool, email).await;
    let view = hall.desk.close_pentade(olga, "g1").await.expect("closed");
    assert_eq!(view.state, PentadeState::Draft);
    assert!(hall.due_games().await.is_empty());
}

#[sqlx::test]
async fn the_last_vote_publishes_a_game_that_needs_no_review(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.publishes_at_once().await;
    hall.letter(BORIS, "b", "guess 9\nask").await;
    hall.due(Timestamp::now()).await;
    hall.process().await;
    let page = hall.desk.gm_page(hall.gm, "g1").await.expect("the desk");
    assert_eq!((page.pentade.state, page.turns.len()), (PentadeState::Held, 0), "it asks first");
    for question in page.pentade.questions {
        for side in &question.electorate {
            let email = if *side == red() { ANNA } else { BORIS };
            let key = pentade::postal::question::ballot_id(&question.id, side);
            let answer = vec![(key, question.options[0].clone())];
            hall.desk.vote(account(&hall.pool, email).await, "g1", side, &answer).await.expect("voted");
        }
    }
    let page = hall.desk.game(None, "g1").await.expect("the game's page");
    assert_eq!((page.game.state, page.turns.len()), (PentadeState::Open, 1));
}

#[sqlx::test]
async fn a_fault_of_the_rules_or_the_desk_holds_a_due_pentade_and_tells_the_gm(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.publishes_at_once().await;
    hall.letter(ANNA, "a", "trap").await;
    hall.due(Timestamp::now()).await;
    hall.process().await;
    let page = hall.desk.gm_page(hall.gm, "g1").await.expect("the desk");
    assert_eq!(page.pentade.state, PentadeState::Held);
    let reason = page.pentade.held_reason.expect("a reason");
    assert!(reason.contains("the rules stopped on a fault of their own: red has stepped"), "{reason}");
    assert!(hall.told_gm("the pentade is held").await[0].contains("red has stepped into the trap"));
    assert!(hall.post("report").await.is_empty() && page.turns.is_empty());
    assert!(hall.due_games().await.is_empty(), "it waits for the GM");
}

#[sqlx::test]
async fn a_pentade_that_takes_too_long_is_given_up_and_held(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let hall = Hall { desk: hall.desk.giving_up_after(Duration::from_secs(1)), ..hall };
    hall.publishes_at_once().await;
    hall.letter(ANNA, "a", "guess 7\nlinger").await;
    hall.due(Timestamp::now()).await;
    hall.process().await;
    let held = async || {
        let page = hall.desk.gm_page(hall.gm, "g1").await.expect("the desk");
        assert_eq!(page.pentade.state, PentadeState::Held);
        let reason = page.pentade.held_reason.expect("a reason");
        assert_eq!(reason, "it took longer than 1 seconds and was given up");
        assert!(page.turns.is_empty() && hall.post("report").await.is_empty(), "nothing is public");
    };
    held().await;
    let told = hall.told_gm("the pentade is held").await;
    assert!(told.len() == 1 && told[0].contains("was given up; nothing of it is public"), "{told:?}");
    assert!(hall.due_games().await.is_empty(), "it waits for the GM");
    // The rules are at it yet; when they end, nothing comes of it.
    tokio::time::sleep(Duration::from_secs(3)).await;
    held().await;
    assert_eq!(hall.count("select count(*) from pentade where world_after is not null").await, 0);
    let view = hall.desk.adjudicate_again(hall.gm, "g1").await.expect("the GM has time");
    assert_eq!(view.state, PentadeState::Draft);
}

#[sqlx::test]
async fn what_cannot_be_stored_is_tried_again_and_what_cannot_be_read_is_held(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.publishes_at_once().await;
    hall.due(Timestamp::now()).await;
    sqlx::raw_sql(
        "create function cut() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$;
         create trigger cut before insert on audit for each row when (new.action = 'publish')
         execute function cut();",
    )
    .execute(&hall.pool)
    .await
    .expect("the trap is laid");
    hall.process().await;
    let (state, tries): (String, i32) =
        sqlx::query_as("select state, tries from pentade").fetch_one(&hall.pool).await.expect("a pentade");
    assert_eq!((state.as_str(), tries), ("closing", 1), "nothing of it is kept but its closed orders");
    assert!(hall.due_games().await.is_empty(), "there is a pause before the next try");
    sqlx::raw_sql("drop trigger cut on audit; update pentade set look_again_at = now()")
        .execute(&hall.pool)
        .await
        .expect("mended");
    hall.process().await;
    assert_eq!(hall.desk.game(None, "g1").await.expect("page").turns.len(), 1);

    sqlx::query("update pentade set world_before = 'torn' where state = 'open'")
        .execute(&hall.pool)
        .await
        .expect("torn");
    hall.due(Timestamp::now()).await;
    hall.process().await;
    let row: (String, String) =
        sqlx::query_as("select state, held_reason from pentade where first_year = 105")
            .fetch_one(&hall.pool)
            .await
            .expect("a pentade");
    assert!(row.0 == "held" && row.1.contains("the world cannot be read"), "{row:?}");
    assert_eq!(hall.told_gm("the pentade is held").await.len(), 1);
    // Its orders were still open: played again, they are closed first.
    sqlx::query(
        "update pentade set world_before = (select world_after from pentade where first_year = 100)
                 where first_year = 105",
    )
    .execute(&hall.pool)
    .await
    .expect("mended");
    let view = hall.desk.adjudicate_again(hall.gm, "g1").await.expect("again");
    assert!(view.state == PentadeState::Draft && view.inputs_hash.is_some(), "{view:?}");
    let side = SideId::new("blue");
    let anna = hall.desk.vote(account(&hall.pool, BORIS).await, "g1", &side, &[]).await;
    assert!(anna.is_err(), "nothing is asked");
}
