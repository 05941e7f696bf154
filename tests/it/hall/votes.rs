//! Until when players may answer what a held pentade asks: reminders, secrecy, and what is done for those who say nothing.

use futures::future::join_all;
use jiff::{Timestamp, ToSpan};
use jiff_sqlx::ToSqlx;
use pentade::desk::DeskError;
use pentade::desk::views::{AbsentVotes, Calendar, PentadeState};
use pentade::postal::chronicle::SideId;
use sqlx::PgPool;

use super::calendar::unbroken;
use super::{ANNA, BORIS, Hall, account, desk, red};

fn blue() -> SideId {
    SideId::new("blue")
}

fn answer(key: &str, words: &str) -> Vec<(String, String)> {
    vec![(key.to_owned(), words.to_owned())]
}

/// A game that asks the Blues first, and then the Reds.
async fn asking(pool: PgPool, calendar: Calendar) -> Hall {
    let hall = Hall::begin(pool).await;
    hall.desk.set_calendar(hall.gm, "g1", &calendar).await.expect("set");
    hall.letter(ANNA, "a", "guess 7\nask").await;
    hall.letter(BORIS, "b", "guess 9\nask").await;
    let view = hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    assert_eq!(view.state, PentadeState::Held);
    hall
}

impl Hall {
    async fn answers_due(&self) -> Option<Timestamp> {
        let page = self.desk.gm_page(self.gm, "g1").await.expect("the desk");
        page.pentade.answers_due.map(|due| due.at)
    }

    async fn open_to(&self) -> Vec<SideId> {
        let page = self.desk.gm_page(self.gm, "g1").await.expect("the desk");
        page.pentade.questions.into_iter().flat_map(|question| question.electorate).collect()
    }

    /// As if answers had been due just now.
    async fn answers_are_due(&self) {
        sqlx::query("update pentade set asked_at = asked_at - interval '9 days', answers_due = $1 where state = 'held'")
            .bind((Timestamp::now() - 1.second()).to_sqlx())
            .execute(&self.pool)
            .await
            .expect("due");
    }

    async fn held(&self) -> bool {
        self.desk.game(None, "g1").await.expect("the page").game.state == PentadeState::Held
    }
}

#[sqlx::test]
async fn who_is_silent_is_reminded_once_of_what_he_is_asked(pool: PgPool) {
    // Whether a reminder three days before were due here hangs on the time of day at which the test runs.
    let hall = asking(pool, Calendar { reminder_days: vec![1], ..Calendar::every(7) }).await;
    let due = hall.answers_due().await.expect("a time");
    let days = due.duration_since(Timestamp::now()).as_hours();
    assert!((36..=96).contains(&days), "three days or so: {days} hours");
    let notices = hall.post("notice").await;
    let ballot = notices.iter().find(|row| row.subject.contains("is asked")).expect("a ballot");
    let words = unbroken(&hall.words(ballot).await);
    assert!(
        words.contains("Answers are due on") && words.contains("the GM may let \"yes\" stand"),
        "{words}"
    );

    assert_eq!(hall.desk.remind_of_answers("g1", due - 24.hours() - 1.second()).await.expect("early"), 0);
    let now = due - 24.hours();
    let other = desk(&hall.pool);
    let at_once =
        join_all([&hall.desk, &other, &hall.desk].map(|desk| desk.remind_of_answers("g1", now))).await;
    assert_eq!(at_once.into_iter().map(|count| count.expect("looked")).sum::<usize>(), 1);
    let reminders = hall.post("reminder").await;
    assert_eq!(reminders.len(), 1);
    assert_eq!((reminders[0].to.as_str(), reminders[0].subject.contains("has not answered")), (BORIS, true));
    assert_eq!(hall.desk.remind_of_answers("g1", due).await.expect("over"), 0);
}

#[sqlx::test]
async fn when_time_is_over_defaults_stand_where_that_is_the_custom(pool: PgPool) {
    let custom = Calendar { absent_votes: AbsentVotes::Default, ..Calendar::every(7) };
    let hall = asking(pool, custom).await;
    hall.desk.end_time_to_answer("g1", Timestamp::now()).await.expect("not yet");
    assert_eq!(hall.open_to().await, [blue()]);
    hall.answers_are_due().await;
    let other = desk(&hall.pool);
    let now = Timestamp::now();
    let ended =
        join_all([&hall.desk, &other, &hall.desk].map(|desk| desk.end_time_to_answer("g1", now))).await;
    assert!(ended.iter().all(Result::is_ok), "{ended:?}");
    assert_eq!(hall.open_to().await, [red()], "it goes on, and asks the Reds");
    assert!(hall.answers_due().await.expect("a time") > now + 24.hours(), "who have time of their own");
    assert_eq!(hall.count("select count(*) from answer where account is null").await, 1, "once");
    hall.answers_are_due().await;
    hall.desk.end_time_to_answer("g1", Timestamp::now()).await.expect("ended");
    assert!(!hall.held().await, "all is answered");
    let told = hall.post("notice").await;
    assert_eq!(told.iter().filter(|row| row.subject.contains("the draft is ready")).count(), 1);
    assert_eq!(hall.answers_due().await, None);
}

#[sqlx::test]
async fn when_time_is_over_the_gm_decides_where_that_is_the_custom(pool: PgPool) {
    let hall = asking(pool, Calendar { gm_votes_late: true, ..Calendar::every(7) }).await;
    for early in [
        hall.desk.answer_questions(hall.gm, "g1", &answer("really@blue", "no")).await,
        hall.desk.take_defaults(hall.gm, "g1").await,
    ] {
        let refused = early.expect_err("the Blues have time");
        assert!(refused.to_string().contains("only when their time is over"), "{refused}");
    }
    assert_eq!(hall.count("select count(*) from answer").await, 0);
    hall.answers_are_due().await;
    for _ in 0..2 {
        hall.desk.end_time_to_answer("g1", Timestamp::now()).await.expect("the GM is told");
    }
    let told = hall.post("notice").await;
    assert_eq!(told.iter().filter(|row| row.subject.contains("answers are missing")).count(), 1, "once");
    assert_eq!(hall.open_to().await, [blue()], "nothing is decided for him");
    let boris = account(&hall.pool, BORIS).await;
    hall.desk
        .vote(boris, "g1", &blue(), &answer("really@blue", "no"))
        .await
        .expect("late, but before the GM");
    assert_eq!(hall.open_to().await, [red()]);
    hall.answers_are_due().await;
    hall.desk.answer_questions(hall.gm, "g1", &answer("really@red", "no")).await.expect("his to decide");
    assert!(!hall.held().await);
}

#[sqlx::test]
async fn what_was_decided_stays_and_is_nobodys_to_see(pool: PgPool) {
    let hall = asking(pool, Calendar::every(7)).await;
    let boris = account(&hall.pool, BORIS).await;
    hall.desk.vote(boris, "g1", &blue(), &answer("really@blue", "no")).await.expect("kept");
    for _ in 0..2 {
        hall.desk.adjudicate_again(hall.gm, "g1").await.expect("played again");
        assert_eq!(hall.open_to().await, [red()], "the Blues are not asked again");
    }
    let asked = hall.post("notice").await;
    let of_boris = asked.iter().filter(|row| row.to == BORIS && row.subject.contains("is asked"));
    assert_eq!(of_boris.count(), 1, "nor written to");

    let anna = account(&hall.pool, ANNA).await;
    let page = hall.desk.player_page(anna, "g1", &red()).await.expect("Anna's page");
    assert!(page.answers_due.is_some());
    let electors: Vec<_> = page.questions.iter().flat_map(|question| &question.electorate).collect();
    assert_eq!(electors, [&red()], "she sees her own question alone");
    let desk = hall.desk.gm_page(hall.gm, "g1").await.expect("the desk");
    assert!(desk.audit.iter().all(|row| row.action != "answer" || row.detail == "really@blue"));
    let others = hall.desk.vote(anna, "g1", &red(), &answer("really@blue", "yes")).await;
    assert!(matches!(others, Err(DeskError::Refused(_))), "nobody votes for another");
}

#[sqlx::test]
async fn while_the_clock_stands_the_time_for_answers_does_too(pool: PgPool) {
    let custom = Calendar { absent_votes: AbsentVotes::Default, ..Calendar::every(7) };
    let hall = asking(pool, custom).await;
    hall.desk.pause(hall.gm, "g1", "").await.expect("paused");
    hall.answers_are_due().await;
    hall.desk.end_time_to_answer("g1", Timestamp::now()).await.expect("nothing");
    assert_eq!(hall.desk.asking().await.expect("found"), Vec::<String>::new());
    assert!(hall.held().await);
    assert!(hall.desk.resume(hall.gm, "g1").await.expect("it runs").is_none(), "no orders are due");
    assert!(hall.answers_due().await.expect("a time") >= Timestamp::now() + 23.hours(), "a day at least");
}

#[sqlx::test]
async fn a_pentade_goes_on_whose_last_answer_was_kept_by_a_server_that_was_killed(pool: PgPool) {
    let hall = asking(pool, Calendar::every(7)).await;
    for _ in 0..2 {
        let page = hall.desk.gm_page(hall.gm, "g1").await.expect("the desk");
        for question in page.pentade.questions {
            for side in &question.electorate {
                sqlx::query("insert into answer (pentade, question, answer) select id, $1, $2 from pentade")
                    .bind(pentade::postal::question::ballot_id(&question.id, side))
                    .bind(&question.options[0])
                    .execute(&hall.pool)
                    .await
                    .expect("kept");
            }
        }
        assert!(hall.held().await);
        for slug in hall.desk.asking().await.expect("found") {
            hall.desk.go_on_if_answered(&slug).await.expect("played");
        }
    }
    assert!(!hall.held().await, "it is a draft");
    assert!(hall.desk.asking().await.expect("found").is_empty());
}

/// A game in which both sides vote on two things, one of them in the open.
async fn voting(pool: PgPool) -> Hall {
    let hall = Hall::begin(pool).await;
    let calendar = Calendar { reminder_days: vec![1], ..Calendar::every(7) };
    hall.desk.set_calendar(hall.gm, "g1", &calendar).await.expect("set");
    hall.letter(ANNA, "a", "guess 7\nvote openly").await;
    hall.letter(BORIS, "b", "guess 9\nvote secretly").await;
    let view = hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    assert_eq!(view.state, PentadeState::Held);
    hall
}

#[sqlx::test]
async fn an_open_vote_is_seen_as_it_comes_and_a_secret_one_by_nobody(pool: PgPool) {
    let hall = voting(pool).await;
    let (anna, boris) = (account(&hall.pool, ANNA).await, account(&hall.pool, BORIS).await);
    let notices = hall.post("notice").await;
    let ballot = notices.iter().find(|row| row.to == ANNA && row.subject.contains("is asked"));
    let words = unbroken(&hall.words(ballot.expect("a ballot")).await);
    assert!(words.contains("Everybody who is asked this sees the answers as they come."), "{words}");
    assert!(words.contains("Nobody sees what you answer to the other questions"), "{words}");

    for vote in [answer("openly@blue", "no"), answer("secretly@blue", "no")] {
        hall.desk.vote(boris, "g1", &blue(), &vote).await.expect("kept");
    }
    hall.desk.adjudicate_again(hall.gm, "g1").await.expect("played again in between");
    let seen = "The Reds: not yet; The Blues: no";
    let page = hall.desk.player_page(anna, "g1", &red()).await.expect("Anna's page");
    assert_eq!(page.ballots.iter().map(|ballot| ballot.words()).collect::<Vec<_>>(), [seen]);
    assert_eq!(page.ballots[0].question.id, "openly", "the secret one is not among them");
    let own = hall.desk.player_page(boris, "g1", &blue()).await.expect("Boris's page");
    assert_eq!(own.ballots, page.ballots, "who has answered sees on");
    let desk = hall.desk.gm_page(hall.gm, "g1").await.expect("the desk");
    assert_eq!(desk.ballots, page.ballots, "so does the GM");
    assert!(desk.audit.iter().all(|row| row.action != "answer" || !row.detail.contains("no")));

    let due = hall.answers_due().await.expect("a time");
    assert_eq!(hall.desk.remind_of_answers("g1", due - 20.hours()).await.expect("reminded"), 1);
    let reminder = &hall.post("reminder").await[0];
    let words = unbroken(&hall.words(reminder).await);
    assert_eq!((reminder.to.as_str(), words.matches("Blues: no").count()), (ANNA, 1), "{words}");
    hall.letter(ANNA, "s", "status").await;
    let status = hall.post("answer").await.pop().expect("an answer");
    let words = unbroken(&hall.words(&status).await);
    assert!(words.contains(seen) && words.matches("Blues:").count() == 1, "{words}");

    let late = [answer("openly@red", "yes"), answer("secretly@red", "yes")];
    hall.desk.vote(anna, "g1", &red(), &late.concat()).await.expect("kept");
    assert!(!hall.held().await, "all have answered");
    let page = hall.desk.player_page(anna, "g1", &red()).await.expect("Anna's page");
    assert!(page.ballots.is_empty() && page.questions.is_empty(), "nothing is asked any more");
}
