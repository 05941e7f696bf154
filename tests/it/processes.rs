//! Several `pentade serve` against one database: due pentades are shared, each is published once, a killed one's are taken
//! over, and a fault of one holds its pentade alone.

use std::time::{Duration, Instant};

use pentade::desk::views::{Calendar, NewGame, Publishes};
use sqlx::PgPool;

use crate::stage::{GM, Kill, PATIENCE, Stage, game, passes};

/// A game that is published without a review.
fn at_once(slug: &str) -> NewGame {
    NewGame { calendar: Calendar { publishes: Publishes::AtOnce, ..Calendar::every(14) }, ..game(slug) }
}

async fn begin(stage: &Stage, games: usize) {
    for nth in 0..games {
        stage.desk.create_game(&at_once(&format!("d{nth}"))).await.expect("the game begins");
    }
}

/// Makes every open pentade due in so many seconds.
async fn due_in(pool: &PgPool, seconds: f64) {
    sqlx::query("update pentade set deadline = now() + make_interval(secs => $1) where state = 'open'")
        .bind(seconds)
        .execute(pool)
        .await
        .expect("due");
}

async fn count(pool: &PgPool, query: &'static str) -> i64 {
    sqlx::query_scalar(query).fetch_one(pool).await.expect("counted")
}

async fn wait_for(stage: &Stage, query: &'static str, wanted: usize) {
    let until = Instant::now() + PATIENCE;
    let wanted = i64::try_from(wanted).expect("few");
    while count(&stage.pool, query).await != wanted {
        assert!(Instant::now() < until, "{query}: {}", stage.said());
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

const PUBLISHED: &str = "select count(*) from pentade where state = 'published'";

#[sqlx::test]
async fn three_servers_share_what_is_due_and_take_over_from_a_killed_one(pool: PgPool) {
    const GAMES: usize = 24;
    let mut stages = [0; 3].map(|_| Stage::set(pool.clone()));
    begin(&stages[0], GAMES).await;
    for (stage, kill) in stages.iter_mut().zip([Kill::Never, Kill::At("playing".to_owned(), 2), Kill::Never])
    {
        stage.start(&kill);
    }
    due_in(&pool, 2.0).await;
    wait_for(&stages[0], PUBLISHED, GAMES).await;
    assert!(!stages[1].lives(), "the second was killed while it played");
    for (what, wanted) in [
        ("select count(*) from pentade where state = 'open' and first_year = 981", GAMES),
        ("select count(*) from audit where action = 'close'", GAMES),
        ("select count(*) from audit where action = 'publish'", GAMES),
        ("select count(*) from outbox where kind = 'report'", 2 * GAMES),
        ("select count(*) from pentade where claimed_by is not null", 0),
    ] {
        assert_eq!(count(&pool, what).await, i64::try_from(wanted).expect("few"), "{what}");
    }
    let shares: Vec<usize> = stages
        .iter()
        .map(|stage| passes(&stage.log()).get("published").copied().unwrap_or_default())
        .collect();
    assert_eq!(shares.iter().sum::<usize>(), GAMES, "each once: {shares:?}");
    assert!(shares[0] > 0 && shares[2] > 0, "both have had their share: {shares:?}");
}

#[sqlx::test]
async fn two_servers_publish_once_what_the_gm_presses_at_its_deadline(pool: PgPool) {
    let mut stages = [0; 2].map(|_| Stage::set(pool.clone()));
    begin(&stages[0], 3).await;
    for stage in &mut stages {
        stage.start(&Kill::Never);
    }
    let cookie = stages[0].sign_in(GM).await;
    due_in(&pool, 1.0).await;
    // Two tabs on two servers, over and over, while both servers look for what is due.
    let until = Instant::now() + PATIENCE;
    while count(&pool, PUBLISHED).await < 3 {
        assert!(Instant::now() < until, "{}", stages[0].said());
        for nth in 0..3 {
            for stage in &stages {
                for (path, body) in [("adjudicate", ""), ("publish", "first_year=976")] {
                    let answer =
                        stage.form(&format!("/gm/g/d{nth}/{path}"), &cookie, body).expect("answered");
                    let status = answer.split(' ').nth(1).unwrap_or_default().to_owned();
                    assert!(["303", "409", "404"].contains(&status.as_str()), "{path}: {answer}");
                }
            }
        }
    }
    assert_eq!(count(&pool, "select count(*) from audit where action = 'publish'").await, 3);
    assert_eq!(count(&pool, "select count(*) from outbox where kind = 'report'").await, 6);
}

#[sqlx::test]
async fn a_fault_at_any_step_holds_that_pentade_alone_and_the_gm_lets_it_run_again(pool: PgPool) {
    let mut stage = Stage::set(pool.clone());
    stage.desk.create_game(&game("g0")).await.expect("the game begins");
    for (nth, point) in ["closing", "playing", "publishing"].into_iter().enumerate() {
        let slugs = [format!("a{nth}"), format!("b{nth}")];
        for slug in &slugs {
            stage.desk.create_game(&at_once(slug)).await.expect("the game begins");
            sqlx::query(
                "update pentade set deadline = now() from game where game.id = pentade.game and slug = $1",
            )
            .bind(slug)
            .execute(&pool)
            .await
            .expect("due");
        }
        stage.start(&Kill::Panic(point.to_owned(), 1));
        let cookie = stage.sign_in(GM).await;
        let until = Instant::now() + PATIENCE;
        let held = loop {
            let states = [stage.state(&slugs[0]).await, stage.state(&slugs[1]).await];
            match (states[0].as_str(), states[1].as_str()) {
                ("held", "published") => break &slugs[0],
                ("published", "held") => break &slugs[1],
                _ => assert!(Instant::now() < until, "{point}: {states:?}: {}", stage.said()),
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        };
        let desk = stage.page(&format!("/gm/g/{held}"), &cookie).expect("the desk");
        assert!(
            desk.contains("It waits for you") && desk.contains(&format!("a fault was wanted at {point}"))
        );
        assert!(desk.contains("Play it again"), "{point}");
        let told = "select count(*) from outbox join game on game.id = outbox.game
                    where slug = $1 and envelope_to = 'gm@gm.example' and plain like '%a fault was wanted%'";
        assert_eq!(stage.count(told, held).await, 1, "{point}: the GM has a letter");
        let reports = "select count(*) from outbox join game on game.id = outbox.game
                       where slug = $1 and outbox.kind = 'report'";
        assert_eq!(stage.count(reports, held).await, 0, "{point}: nothing is public");
        for (path, body) in [("again", ""), ("publish", "first_year=976")] {
            let answer = stage.form(&format!("/gm/g/{held}/{path}"), &cookie, body).expect("answered");
            assert!(answer.starts_with("HTTP/1.1 303"), "{point} {path}: {answer}");
        }
        assert_eq!(stage.state(held).await, "published", "{point}");
        assert_eq!(stage.count(reports, held).await, 2, "{point}");
    }
}
