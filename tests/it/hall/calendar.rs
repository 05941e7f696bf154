//! When orders are due: reminders, grace, more time, readiness, a clock that stands.

use futures::future::join_all;
use jiff::civil::DateTime;
use jiff::{Timestamp, ToSpan};
use jiff_sqlx::ToSqlx;
use pentade::desk::DeskError;
use pentade::desk::views::{Calendar, FormAnswer, GameStatus, NewGame, PentadeState, PostRow};
use pentade::postal::chronicle::SideId;
use sqlx::PgPool;

use super::{ANNA, BORIS, Hall, account, desk, new_game, red};

fn blue() -> SideId {
    SideId::new("blue")
}

fn vienna() -> Calendar {
    Calendar { zone: "Europe/Vienna".to_owned(), grace_hours: 12, ..Calendar::every(7) }
}

impl Hall {
    async fn set(&self, calendar: &Calendar) {
        self.desk.set_calendar(self.gm, "g1", calendar).await.expect("a sound calendar");
    }

    /// As if the deadline had been set so long ago that no reminder lies before.
    async fn set_long_ago(&self) {
        sqlx::query("update pentade set scheduled_at = now() - interval '90 days'")
            .execute(&self.pool)
            .await
            .expect("set");
    }

    async fn deadline(&self) -> Timestamp {
        self.desk.game(None, "g1").await.expect("the game's page").game.deadline.at
    }

    async fn state(&self) -> PentadeState {
        self.desk.game(None, "g1").await.expect("the game's page").game.state
    }

    /// What the deadline's job does.
    async fn round(&self) {
        for slug in self.due_games().await {
            self.desk.close_overdue(&slug).await.expect("closed or not");
        }
    }

    async fn form(&self, email: &str, side: &SideId, guess: u32) -> FormAnswer {
        let filled = vec![("guess".to_owned(), format!("guess {guess}"))];
        let account = account(&self.pool, email).await;
        self.desk.take_form(account, "g1", side, &filled).await.expect("answered")
    }

    async fn ready(&self, email: &str, side: &SideId, is_ready: bool) -> String {
        let account = account(&self.pool, email).await;
        self.desk.set_ready(account, "g1", side, is_ready).await.expect("noted")
    }
}

/// Words without the line breaks of a letter.
pub(super) fn unbroken(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn to(rows: &[PostRow]) -> Vec<&str> {
    rows.iter().map(|row| row.to.as_str()).collect()
}

#[sqlx::test]
async fn a_game_begins_and_goes_on_by_its_calendar(pool: PgPool) {
    let new = NewGame { calendar: vienna(), ..new_game("g1") };
    desk(&pool).create_game(&new).await.expect("the game begins");
    let gm = account(&pool, "gm@gm.example").await;
    let hall = Hall { desk: desk(&pool), pool, gm };
    let on_wall = |at: Timestamp| at.in_tz("Europe/Vienna").expect("a zone");
    let today = on_wall(Timestamp::now()).date();
    let due = on_wall(hall.deadline().await);
    assert_eq!((due.date(), due.strftime("%H:%M:%S").to_string()), (today + 7.days(), "20:00:00".to_owned()));

    let days_off = vec![format!("{} to {}", today, today + 9.days())];
    hall.set(&Calendar { blackouts: days_off, days: 5, ..vienna() }).await;
    assert_eq!(on_wall(hall.deadline().await), due, "a deadline that is set stays");
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    assert_eq!(on_wall(hall.deadline().await).date(), today + 10.days(), "the first day that is not off");
}

#[sqlx::test]
async fn a_calendar_that_cannot_be_is_refused(pool: PgPool) {
    let hall = Hall::begin(pool.clone()).await;
    let wrong = Calendar { zone: "Nowhere".to_owned(), ..Calendar::every(7) };
    let refused = hall.desk.set_calendar(hall.gm, "g1", &wrong).await.expect_err("no zone");
    assert!(refused.to_string().contains("no time zone"), "{refused}");
    let new = NewGame { calendar: Calendar { days: 0, ..Calendar::every(7) }, ..new_game("g2") };
    assert!(hall.desk.create_game(&new).await.is_err());
    assert_eq!(hall.count("select count(*) from game").await, 1);
    let anna = account(&pool, ANNA).await;
    let others = hall.desk.set_calendar(anna, "g1", &Calendar::every(7)).await;
    assert!(matches!(others, Err(DeskError::NotAllowed(_))));
}

#[sqlx::test]
async fn a_reminder_goes_to_those_whose_orders_are_missing_and_once(pool: PgPool) {
    let hall = Hall::begin(pool.clone()).await;
    hall.set(&Calendar { grace_hours: 12, ..Calendar::every(7) }).await;
    hall.letter(ANNA, "a", "guess 7").await;
    let deadline = hall.deadline().await;
    let (boris, day) = (account(&pool, BORIS).await, deadline.in_tz("UTC").expect("UTC").date());
    let away = (day.to_string(), (day + 3.days()).to_string());
    hall.desk.set_vacation(boris, "g1", &blue(), Some((&away.0, &away.1))).await.expect("away");

    let early = deadline - (3 * 24).hours() - 1.second();
    assert_eq!(hall.desk.remind("g1", early).await.expect("looked"), 0, "a second too early");
    assert_eq!(hall.desk.near_deadline(early).await.expect("found"), ["g1"]);
    let now = deadline - (3 * 24).hours();
    let other = desk(&pool);
    let at_once = join_all([&hall.desk, &other, &hall.desk, &other].map(|desk| desk.remind("g1", now))).await;
    let counts: Vec<usize> = at_once.into_iter().map(|count| count.expect("looked")).collect();
    assert_eq!(counts.iter().sum::<usize>(), 1, "{counts:?}");
    assert_eq!(hall.desk.remind("g1", now + 5.hours()).await.expect("again"), 0);

    let sent = hall.post("reminder").await;
    assert_eq!(to(&sent), [BORIS]);
    assert!(!hall.words(&sent[0]).await.contains("\n\n\n"));
    let words = unbroken(&hall.words(&sent[0]).await);
    for said in [
        "No orders of The Blues have come yet",
        "a guess from 1 to 20",
        "still count for 12 hours",
        &format!("away from {} to {}", away.0, away.1),
        "Nobody stands in for you",
    ] {
        assert!(words.contains(said), "{said}: {words}");
    }
    let told: Vec<_> = hall.post("notice").await;
    let told = told.iter().find(|row| row.subject.contains("reminder 3 days")).expect("the GM knows");
    let words = unbroken(&hall.words(told).await);
    assert!(words.contains("no orders have come for The Blues") && words.contains("Boris"), "{words}");

    let last = deadline - 24.hours();
    assert_eq!(hall.desk.remind("g1", last).await.expect("the second"), 1);
    assert_eq!(hall.desk.remind("g1", deadline).await.expect("over"), 0);
    assert_eq!(hall.desk.near_deadline(last).await.expect("all are out"), Vec::<String>::new());
}

#[sqlx::test]
async fn reminders_to_all_name_who_is_away_and_a_missed_one_is_passed_over(pool: PgPool) {
    let hall = Hall::begin(pool.clone()).await;
    hall.set(&Calendar { reminds_all: true, ..Calendar::every(7) }).await;
    hall.letter(ANNA, "a", "guess 7").await;
    let deadline = hall.deadline().await;
    let (boris, day) = (account(&pool, BORIS).await, deadline.in_tz("UTC").expect("UTC").date().to_string());
    hall.desk.set_vacation(boris, "g1", &blue(), Some((&day, &day))).await.expect("away");
    // No server lived for two days: only the latest of both goes out.
    assert_eq!(hall.desk.remind("g1", deadline - 2.hours()).await.expect("late"), 2);
    let sent = hall.post("reminder").await;
    assert_eq!(to(&sent), [ANNA, BORIS]);
    assert!(!hall.words(&sent[0]).await.contains("\n\n\n"), "one empty line parts paragraphs");
    let annas = unbroken(&hall.words(&sent[0]).await);
    assert!(annas.contains(&format!("Boris (The Blues) is away from {day} to {day}")), "{annas}");
    assert!(annas.contains("Version 1 of the orders of The Reds is in force"), "{annas}");
    let page = hall.desk.calendar_page(hall.gm, "g1").await.expect("the page");
    let letters: Vec<_> = page.reminders.iter().map(|row| (row.days, row.letters)).collect();
    assert_eq!(letters, [(3, Some(0)), (1, Some(2))]);
}

#[sqlx::test]
async fn a_reminder_before_its_deadline_was_set_falls_out(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let soon = Timestamp::now() + 40.hours();
    hall.desk.set_deadline(hall.gm, "g1", soon).await.expect("moved");
    assert_eq!(hall.desk.remind("g1", Timestamp::now()).await.expect("none"), 0);
    let page = hall.desk.calendar_page(hall.gm, "g1").await.expect("the page");
    assert_eq!(page.reminders.iter().map(|row| row.is_void).collect::<Vec<_>>(), [true, false]);
    hall.set_long_ago().await;
    assert_eq!(hall.desk.remind("g1", Timestamp::now()).await.expect("as if set long ago"), 2);
}

#[sqlx::test]
async fn grace_ends_with_the_last_orders_or_its_time(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.set(&Calendar { grace_hours: 12, ..Calendar::every(7) }).await;
    hall.letter(ANNA, "a", "guess 7").await;
    hall.due(Timestamp::now() - 1.second()).await;
    hall.round().await;
    assert_eq!(hall.state().await, PentadeState::Open, "the Blues are awaited");
    assert!(matches!(hall.form(BORIS, &blue(), 9).await, FormAnswer::Taken(_)));
    hall.round().await;
    assert_eq!(hall.state().await, PentadeState::Draft, "all are here");

    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    hall.due(Timestamp::now() - (12 * 60 - 1).minutes()).await;
    hall.round().await;
    assert_eq!(hall.state().await, PentadeState::Open, "a minute of grace is left");
    hall.due(Timestamp::now() - 12.hours() - 1.second()).await;
    assert_eq!(hall.form(BORIS, &blue(), 9).await, FormAnswer::Late);
    hall.round().await;
    assert_eq!(hall.state().await, PentadeState::Draft, "grace is over");
}

#[sqlx::test]
async fn one_player_has_more_time_and_the_others_have_not(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let until = (Timestamp::now() + 50.hours()).in_tz("UTC").expect("UTC").datetime();
    let refused =
        hall.desk.extend(hall.gm, "g1", &blue(), Some(until)).await.expect_err("before the deadline");
    assert!(refused.to_string().contains("behind the deadline"), "{refused}");
    assert!(hall.desk.extend(hall.gm, "g1", &SideId::new("bank"), Some(until)).await.is_err());
    hall.due(Timestamp::now() + 1.hour()).await;
    hall.desk.extend(hall.gm, "g1", &blue(), Some(until)).await.expect("given");
    let notices = hall.post("notice").await;
    let told = notices.iter().rfind(|row| row.subject.contains("more time")).expect("told");
    assert_eq!(told.to, BORIS);

    hall.due(Timestamp::now() - 1.second()).await;
    assert_eq!(hall.form(ANNA, &red(), 7).await, FormAnswer::Late, "the Reds are due as before");
    assert!(matches!(hall.form(BORIS, &blue(), 9).await, FormAnswer::Taken(_)));
    hall.round().await;
    assert_eq!(hall.state().await, PentadeState::Open, "time of one's own is waited for");
    hall.ready(BORIS, &blue(), true).await;
    hall.round().await;
    assert_eq!(hall.state().await, PentadeState::Draft, "unless he is ready");
}

#[sqlx::test]
async fn time_that_was_taken_back_is_not_waited_for(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let until: DateTime = (Timestamp::now() + 200.hours()).in_tz("UTC").expect("UTC").datetime();
    hall.desk.extend(hall.gm, "g1", &blue(), Some(until)).await.expect("given");
    hall.desk.extend(hall.gm, "g1", &blue(), None).await.expect("taken back");
    hall.due(Timestamp::now() - 1.second()).await;
    hall.round().await;
    assert_eq!(hall.state().await, PentadeState::Draft);
}

#[sqlx::test]
async fn a_pentade_for_which_all_are_ready_does_not_wait(pool: PgPool) {
    let hall = Hall::begin(pool.clone()).await;
    hall.letter(ANNA, "a", "ready\n\nguess 7").await;
    assert_eq!(hall.red_sheet().await, Some((1, "guess 7".to_owned())), "orders stand below the command");
    let answer = hall.post("answer").await;
    assert!(unbroken(&hall.words(&answer[0]).await).contains("waits for its deadline all the same"));
    hall.ready(BORIS, &blue(), true).await;
    hall.round().await;
    assert_eq!(hall.state().await, PentadeState::Open, "this game waits for its deadline");

    hall.set(&Calendar { closes_when_ready: true, ..Calendar::every(7) }).await;
    hall.letter(ANNA, "b", "not ready").await;
    hall.round().await;
    assert_eq!(hall.state().await, PentadeState::Open, "Anna is not ready after all");
    hall.letter(ANNA, "c", "guess 8").await;
    let told = hall.post("acknowledgement").await;
    let first = unbroken(&hall.words(&told[0]).await);
    let last = unbroken(&hall.words(&told[told.len() - 1]).await);
    assert!(last.contains("a line \"ready\" in a letter says so") && !first.contains("says so"), "{last}");
    let words = hall.ready(ANNA, &red(), true).await;
    assert!(words.contains("without waiting"), "{words}");
    let other = desk(&pool);
    join_all([&hall.desk, &other, &hall.desk].map(|desk| desk.close_overdue("g1"))).await;
    assert_eq!(hall.state().await, PentadeState::Draft);
    assert_eq!(hall.count("select count(*) from audit where action = 'close'").await, 1);
    let anna = account(&pool, ANNA).await;
    let late = hall.desk.set_ready(anna, "g1", &red(), false).await.expect_err("closed");
    assert!(late.to_string().contains("closed"), "{late}");
    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    hall.round().await;
    assert_eq!(hall.state().await, PentadeState::Open, "nobody is ready for the next one");
}

#[sqlx::test]
async fn while_the_clock_stands_nothing_is_due_and_orders_are_taken(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.set(&vienna()).await;
    hall.due(Timestamp::now() + 50.hours()).await;
    hall.set_long_ago().await;
    hall.desk.pause(hall.gm, "g1", "The GM is ill").await.expect("paused");
    assert!(hall.desk.pause(hall.gm, "g1", "").await.is_err(), "it stands already");
    let told: Vec<PostRow> = hall.post("notice").await;
    let told: Vec<_> = told.iter().filter(|row| row.subject.contains("clock stands")).collect();
    assert_eq!(told.len(), 3, "two players, one GM");
    assert!(hall.words(told[1]).await.contains("The GM is ill"));

    // A month later.
    for change in [
        "update game set paused_at = paused_at - interval '30 days'",
        "update pentade set deadline = deadline - interval '30 days'",
    ] {
        sqlx::query(change).execute(&hall.pool).await.expect("later");
    }
    hall.round().await;
    assert_eq!(hall.state().await, PentadeState::Open);
    assert_eq!(hall.desk.remind("g1", Timestamp::now()).await.expect("nobody"), 0);
    assert!(matches!(hall.form(ANNA, &red(), 7).await, FormAnswer::Taken(_)));
    hall.letter(BORIS, "b", "guess 9").await;

    let due = hall.desk.resume(hall.gm, "g1").await.expect("it runs").expect("a deadline");
    assert!(hall.desk.resume(hall.gm, "g1").await.is_err(), "it runs already");
    let left = due.at.duration_since(Timestamp::now()).as_hours();
    assert!((49..=74).contains(&left), "the time that was left, to the next evening: {left}");
    assert_eq!(due.at.in_tz("Europe/Vienna").expect("a zone").strftime("%H:%M:%S").to_string(), "20:00:00");
    assert_eq!(hall.deadline().await, due.at);
    assert_eq!(hall.desk.game(None, "g1").await.expect("page").game.status, GameStatus::Running);
}

#[sqlx::test]
async fn an_outage_over_grace_moves_the_deadline_and_one_before_its_end_does_not(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.set(&Calendar { grace_hours: 2, ..Calendar::every(7) }).await;
    let now = Timestamp::now();
    hall.desk.beat(now - 100.minutes()).await.expect("alive");
    hall.due(now - 90.minutes()).await;
    assert!(hall.desk.beat(now).await.expect("alive").is_empty(), "half an hour of grace is left");
    hall.due(now - 150.minutes()).await;
    sqlx::query("update heartbeat set at = $1")
        .bind((now - 100.minutes()).to_sqlx())
        .execute(&hall.pool)
        .await
        .expect("set");
    assert_eq!(hall.desk.beat(now).await.expect("alive again"), ["g1"]);
}
