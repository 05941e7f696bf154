//! Kill -9 at every point the program passes, and at random times: nothing is lost, and nothing is sent twice but in the
//! one moment when nobody can know, in which the same bytes go out again and the GM sees it.
//!
//! A first run without a kill writes down which points are passed and how often, so that a new point is covered by
//! itself. `CRASH=all` kills at every single pass instead of the first and the last of each point; `CRASH_SEED` gives
//! the seed of the random times again.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sqlx::PgPool;

use crate::capture::Taken;
use crate::stage::{GM, Kill, PATIENCE, Stage, game, passes};

impl Stage {
    /// Presses the GM's buttons until the pentade is public.
    async fn publish(&mut self, slug: &str, cookie: &str) {
        let until = Instant::now() + PATIENCE;
        loop {
            let (path, body) = match self.state(slug).await.as_str() {
                "open" => ("adjudicate", ""),
                "closing" => ("again", ""),
                "draft" => ("publish", "first_year=976"),
                "published" => return,
                other => panic!("the pentade is {other}: {}", self.said()),
            };
            let _ = self.form(&format!("/gm/g/{slug}/{path}"), cookie, body);
            self.revive().await;
            assert!(Instant::now() < until, "not published: {}", self.said());
        }
    }

    /// Letters of a game that were taken.
    fn sent(&self, slug: &str) -> Vec<Taken> {
        let of_game = |letter: &Taken| {
            letter.message_id().starts_with(&format!("{slug}."))
                || String::from_utf8_lossy(&letter.raw).contains(&format!("orders+{slug}@"))
        };
        self.capture.taken().into_iter().filter(of_game).collect()
    }

    /// One game from its first letter to its reports, with a kill on the way. What must hold, holds.
    async fn play(&mut self, slug: &str, cookie: &str, kill: Kill) {
        self.died = false;
        self.start(&kill);
        let over = Arc::new(AtomicBool::new(false));
        if let (Kill::After(time), Some(child)) = (&kill, &self.server) {
            let id = nix::unistd::Pid::from_raw(i32::try_from(child.id()).expect("an id"));
            let (time, over) = (*time, over.clone());
            std::thread::spawn(move || {
                std::thread::sleep(time);
                if !over.load(Ordering::SeqCst) {
                    // It may have ended before.
                    let _ = nix::sys::signal::kill(id, nix::sys::signal::Signal::SIGKILL);
                }
            });
        }
        self.desk.create_game(&game(slug)).await.expect("the game begins");
        let waiting = "select count(*) from outbox join game on game.id = outbox.game where slug = $1 and sent_at is null";
        self.until(waiting, slug, 0).await;
        self.post(slug).await;
        let read = "select count(*) from letter join game on game.id = letter.game where slug = $1 and state = 'read'";
        self.until(read, slug, 1).await;
        self.publish(slug, cookie).await;
        self.until(waiting, slug, 0).await;
        over.store(true, Ordering::SeqCst);
        self.check(slug, &kill).await;
    }

    /// What must hold once the game's letters are all out.
    async fn check(&mut self, slug: &str, kill: &Kill) {
        let all = "select count(*) from outbox join game on game.id = outbox.game where slug = $1";
        let doubtful = "select count(*) from outbox join game on game.id = outbox.game
                        where slug = $1 and doubtful_at is not null";
        let sheets = "select count(*) from sheet join pentade on pentade.id = sheet.pentade
                      join game on game.id = pentade.game where slug = $1";
        let letters = "select count(*) from letter join game on game.id = letter.game where slug = $1";
        assert_eq!(self.count(letters, slug).await, 1, "{kill:?}: the letter is stored once");
        assert_eq!(self.count(sheets, slug).await, 1, "{kill:?}: and gave one sheet");
        assert_eq!(
            self.count(
                "select count(*) from outbox join game on game.id = outbox.game
                               where slug = $1 and outbox.kind = 'report'",
                slug
            )
            .await,
            2,
            "{kill:?}"
        );
        let mut by_id: BTreeMap<String, Vec<Vec<u8>>> = BTreeMap::new();
        for letter in self.sent(slug) {
            by_id.entry(letter.message_id()).or_default().push(letter.raw);
        }
        let expected = self.count(all, slug).await;
        assert_eq!(
            i64::try_from(by_id.len()).expect("few"),
            expected,
            "{kill:?}: nothing is lost: {:?}",
            by_id.keys()
        );
        let in_doubt = self.count(doubtful, slug).await;
        let mut repeated = 0;
        for (id, copies) in &by_id {
            assert!(copies.iter().all(|copy| *copy == copies[0]), "{kill:?}: {id} went out with other bytes");
            repeated += copies.len() - 1;
            if copies.len() > 1 {
                let is_listed: bool =
                    sqlx::query_scalar("select doubtful_at is not null from outbox where message_id = $1")
                        .bind(id)
                        .fetch_one(&self.pool)
                        .await
                        .expect("the letter");
                assert!(is_listed, "{kill:?}: {id} went out twice, and nobody is told");
            }
        }
        if let Kill::At(point, _) = kill {
            let is_window =
                ["letter-begun", "letter-data", "letter-answered", "letter-taken"].contains(&point.as_str());
            assert!(!is_window || !self.died || in_doubt == 1, "{point}: {in_doubt} letters in doubt");
        }
        assert!(repeated <= 1 && in_doubt <= 1, "{kill:?}: {repeated} sent twice, {in_doubt} in doubt");
        let gm = self.desk.account_of(GM).await.expect("asked").expect("the GM").id;
        let page = self.desk.dead_letters(gm, slug).await.expect("the list");
        assert_eq!(
            i64::try_from(page.rows.len()).expect("few"),
            in_doubt,
            "{kill:?}: the GM sees what is in doubt"
        );
    }
}

#[sqlx::test]
async fn a_kill_at_any_point_loses_nothing_and_sends_nothing_twice(pool: PgPool) {
    let mut stage = Stage::set(pool);
    stage.start(&Kill::Never);
    // The account of the GM comes with a game.
    stage.desk.create_game(&game("g0")).await.expect("the game begins");
    let cookie = stage.sign_in(GM).await;
    std::fs::write(stage.log(), "").expect("emptied");
    stage.play("g1", &cookie, Kill::Never).await;
    let passes = passes(&stage.log());
    for point in ["letter-stored", "letter-read", "published", "letter-data", "letter-marked-sent"] {
        assert!(passes.contains_key(point), "{point} is not among {passes:?}");
    }

    let every = std::env::var("CRASH").is_ok_and(|how| how == "all");
    let mut kills = Vec::new();
    for (point, count) in &passes {
        let nths = if every { (1..=*count).collect() } else { vec![1, *count] };
        kills.extend(nths.into_iter().map(|nth| Kill::At(point.clone(), nth)));
    }
    kills.dedup_by(|a, b| format!("{a:?}") == format!("{b:?}"));
    let seed = std::env::var("CRASH_SEED").ok().and_then(|seed| seed.parse().ok());
    let seed: u64 = seed.unwrap_or_else(|| jiff::Timestamp::now().as_microsecond().unsigned_abs());
    println!("CRASH_SEED={seed}");
    let mut state = seed;
    for _ in 0..4 {
        // A linear congruential step (Knuth's MMIX): any spread of times will do.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        kills.push(Kill::After(Duration::from_millis((state >> 33) % 2_500)));
    }
    println!("{} points, {} kills", passes.len(), kills.len());
    for (nth, kill) in kills.into_iter().enumerate() {
        stage.play(&format!("g{}", nth + 2), &cookie, kill).await;
    }
}

#[sqlx::test]
async fn a_reminder_goes_out_once_though_the_server_is_killed_or_two_run(pool: PgPool) {
    let mut stage = Stage::set(pool);
    stage.desk.create_game(&game("g0")).await.expect("the game begins");
    let reminders = "select count(*) from outbox join game on game.id = outbox.game where outbox.kind = 'reminder' and slug = $1";
    for (nth, kill) in [Kill::At("reminding".to_owned(), 1), Kill::At("reminded".to_owned(), 1), Kill::Never]
        .into_iter()
        .enumerate()
    {
        let slug = format!("r{nth}");
        stage.desk.create_game(&game(&slug)).await.expect("the game begins");
        // The reminder of the last day has been due for an hour.
        sqlx::query(
            "update pentade set deadline = now() + interval '23 hours', scheduled_at = now() - interval '2 days'
             from game where game.id = pentade.game and slug = $1",
        )
        .bind(&slug)
        .execute(&stage.pool)
        .await
        .expect("nearer");
        stage.start(&kill);
        let mut beside = Stage::set(stage.pool.clone());
        if kill == Kill::Never {
            beside.start(&Kill::Never);
        }
        let until = Instant::now() + PATIENCE;
        while kill != Kill::Never && stage.lives() {
            assert!(Instant::now() < until, "{kill:?}: it was not killed: {}", stage.said());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        stage.revive().await;
        stage.until(reminders, &slug, 2).await;
        // Whoever else would remind has had the time for it.
        tokio::time::sleep(Duration::from_secs(1)).await;
        stage.kill();
        drop(beside);
        let rows = "select count(*) from reminder join pentade on pentade.id = reminder.pentade
                    join game on game.id = pentade.game where slug = $1 and letters = 2";
        assert_eq!(stage.count(rows, &slug).await, 1, "{kill:?}");
        assert_eq!(stage.count(reminders, &slug).await, 2, "{kill:?}: one to each player");
    }
}
