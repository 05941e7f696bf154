//! The outbox: sent once, tried again, given up.

use pentade::jobs::{self, Work};
use pentade::mail::postman::{Postman, SendError};
use sqlx::PgPool;
use tokio::sync::watch;

use super::{ANNA, Hall};

/// Runs the jobs until the condition holds.
async fn run_until(hall: &Hall, postman: Postman, done: &'static str) {
    let (stop, stopped) = watch::channel(false);
    let running = tokio::spawn(jobs::run(Work::new(hall.desk.clone(), postman), stopped));
    for _ in 0..200 {
        if hall.count(done).await == 1 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    stop.send(true).expect("the jobs listen");
    running.await.expect("they end in order");
    assert_eq!(hall.count(done).await, 1, "{done}");
}

#[sqlx::test]
async fn letters_are_read_and_sent_by_the_jobs(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let raw = super::letter(ANNA, "a", "g1", "guess 7");
    hall.desk.take_letter(ANNA, super::ORDERS, raw.as_bytes()).await.expect("stored");
    let postman = Postman::memory();
    run_until(
        &hall,
        postman.clone(),
        "select count(*) from outbox where kind = 'acknowledgement' and sent_at is not null",
    )
    .await;
    let Postman::Memory(kept) = &postman else { panic!("a postman that remembers") };
    let kept = kept.lock().expect("not poisoned");
    assert_eq!(kept.len(), 3, "two opening letters and one acknowledgement");
    assert_eq!(
        kept.iter().filter(|carried| carried.envelope.from.is_empty()).count(),
        1,
        "answers have no return"
    );
}

#[sqlx::test]
async fn two_processes_send_no_letter_twice(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    sqlx::query(
        "insert into outbox (message_id, kind, envelope_from, envelope_to, subject, plain, bytes, due_at)
         select 'm' || n || '@gm.example', 'notice', '', 'a@example.org', 's', 'p', 'Subject: s', now()
         from generate_series(1, 60) n",
    )
    .execute(&hall.pool)
    .await
    .expect("written");
    let postman = Postman::memory();
    let (stop, stopped) = watch::channel(false);
    let running: Vec<_> = (0..3)
        .map(|_| {
            let work = Work::new(super::desk(&hall.pool), postman.clone());
            tokio::spawn(jobs::run(work, stopped.clone()))
        })
        .collect();
    for _ in 0..200 {
        if hall.count("select count(*) from outbox where sent_at is null").await == 0 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    stop.send(true).expect("the jobs listen");
    futures::future::join_all(running).await;
    let Postman::Memory(kept) = &postman else { panic!("a postman that remembers") };
    assert_eq!(kept.lock().expect("not poisoned").len(), 62);
    assert_eq!(hall.count("select count(*) from outbox where attempts <> 1").await, 0);
}

#[sqlx::test]
async fn a_letter_that_is_not_taken_is_put_off_and_later_given_up(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let claimed = hall.desk.claim_post("one", 60, 1, None).await.expect("claimed").pop().expect("a letter");
    assert_eq!(
        hall.desk.claim_post("two", 60, 5, None).await.expect("claimed").len(),
        1,
        "the other letter only"
    );
    let later = SendError::Transient { reason: "come back later".to_owned() };
    hall.desk.post_failed(&claimed, &later).await.expect("put off");
    let waits = "select count(*) from outbox where last_error like '%come back later' and failed_at is null
                 and due_at > now() + interval '40 seconds' and claimed_by is null";
    assert_eq!(hall.count(waits).await, 1);

    let never = SendError::Permanent { reason: "no such user".to_owned() };
    hall.desk.post_failed(&claimed, &never).await.expect("given up");
    let page = hall.desk.gm_page(hall.gm, "g1").await.expect("the GM's page");
    let row = page.post.iter().find(|row| row.id == claimed.id).expect("the letter");
    assert!(row.failed_at.is_some());
    // Why stands with the letter: what a mail server says often names an address.
    let why = "select count(*) from outbox where last_error like '%no such user' and failed_at is not null";
    assert_eq!(hall.count(why).await, 1);
    let detail = format!("letter {}", claimed.id);
    assert!(page.audit.iter().any(|act| act.action == "letter-given-up" && act.detail == detail));
}

#[sqlx::test]
async fn a_claim_that_runs_out_is_taken_over(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let lost = hall.desk.claim_post("killed", 0, 10, None).await.expect("claimed");
    tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    let again = hall.desk.claim_post("next", 60, 10, None).await.expect("claimed");
    let ids = |rows: &[pentade::store::outbox::Claimed]| {
        let mut ids: Vec<_> = rows.iter().map(|row| row.message_id.clone()).collect();
        ids.sort();
        ids
    };
    assert_eq!(ids(&lost), ids(&again), "the same letters with the same Message-IDs");
}

#[sqlx::test]
async fn a_folder_that_cannot_be_written_loses_no_letter(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let file = tempfile::NamedTempFile::new().expect("a file");
    let blocked = Postman::Folder(file.path().join("below-a-file"));
    run_until(
        &hall,
        blocked,
        "select (count(*) = 2)::int::bigint from outbox where last_error is not null and failed_at is null",
    )
    .await;
    sqlx::query("update outbox set due_at = now()").execute(&hall.pool).await.expect("due again");
    let folder = tempfile::tempdir().expect("a folder");
    run_until(
        &hall,
        Postman::Folder(folder.path().to_owned()),
        "select (count(*) = 2)::int::bigint from outbox where sent_at is not null",
    )
    .await;
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 2);
}

#[sqlx::test]
async fn a_claim_is_kept_only_by_its_own_worker(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    assert_eq!(hall.desk.claim_post("slow", 0, 10, None).await.expect("claimed").len(), 2);
    hall.desk.keep_claims("another", 60).await.expect("kept");
    hall.desk.keep_claims("slow", 60).await.expect("kept");
    tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    assert!(hall.desk.claim_post("next", 60, 10, None).await.expect("claimed").is_empty());
}

#[sqlx::test]
async fn a_domain_gets_no_more_letters_a_minute_than_its_pace(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    sqlx::query(
        "insert into outbox (message_id, kind, envelope_from, envelope_to, subject, plain, bytes, due_at)
         select 'm' || n || '@gm.example', 'notice', '', 'a' || n || '@busy.example', 's', 'p', 'Subject: s',
                now() - interval '1 hour'
         from generate_series(1, 9) n",
    )
    .execute(&hall.pool)
    .await
    .expect("written");
    let claimed = async |limit: i64| hall.desk.claim_post("one", 60, limit, Some(3)).await.expect("claimed");
    let to_busy = |rows: &[pentade::store::outbox::Claimed]| {
        rows.iter().filter(|row| row.envelope_to.ends_with("@busy.example")).count()
    };
    let first = claimed(50).await;
    assert_eq!((to_busy(&first), first.len()), (3, 5), "the other domains are not kept waiting");
    assert_eq!(claimed(50).await.len(), 0, "the minute is not over");
    sqlx::query("update outbox set tried_at = tried_at - interval '61 seconds'")
        .execute(&hall.pool)
        .await
        .expect("a minute later");
    assert_eq!(to_busy(&claimed(2).await), 2);
    assert_eq!(to_busy(&claimed(50).await), 1);
}

#[sqlx::test]
async fn a_letter_that_was_being_handed_over_is_in_doubt_and_goes_out_again_unchanged(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let lost = hall.desk.claim_post("killed", 0, 1, None).await.expect("claimed").pop().expect("a letter");
    let sealed = hall.desk.seal(&lost).await.expect("sealed");
    assert!(hall.desk.post_begun("killed", &lost, &sealed).await.expect("noted"));
    tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    let again = hall.desk.claim_post("next", 60, 10, None).await.expect("claimed");
    let same = again.iter().find(|row| row.id == lost.id).expect("the same letter");
    assert_eq!(
        hall.desk.seal(same).await.expect("sealed"),
        sealed,
        "the same bytes and the same return path"
    );
    assert!(!hall.desk.post_begun("killed", &lost, &sealed).await.expect("asked"), "the claim is lost");
    let page = hall.desk.dead_letters(hall.gm, "g1").await.expect("the list");
    assert_eq!(page.rows.len(), 1, "the letter that nobody had begun is not in doubt: {page:?}");
    assert!(page.rows[0].why.iter().any(|why| why.contains("may have been sent twice")), "{page:?}");
    hall.desk.post_sent(lost.id).await.expect("marked");
    let act = pentade::desk::dead_letters::DeadAct::Done;
    hall.desk.decide_dead_letter(hall.gm, "g1", lost.id, act).await.expect("done");
    assert!(hall.desk.dead_letters(hall.gm, "g1").await.expect("the list").rows.is_empty());
}

#[sqlx::test]
async fn the_gm_holds_a_letter_back_and_sends_a_given_up_one_again(pool: PgPool) {
    use pentade::desk::dead_letters::DeadAct;
    let hall = Hall::begin(pool).await;
    let page = hall.desk.gm_page(hall.gm, "g1").await.expect("the GM's page");
    let (held, other) = (page.post[0].id, page.post[1].id);
    let act = async |id: i64, act: DeadAct| hall.desk.decide_dead_letter(hall.gm, "g1", id, act).await;
    act(held, DeadAct::Hold).await.expect("held");
    assert!(act(held, DeadAct::Hold).await.is_err(), "it is held already");
    let claimed = hall.desk.claim_post("one", 60, 10, None).await.expect("claimed");
    assert_eq!(claimed.iter().map(|row| row.id).collect::<Vec<_>>(), [other]);
    let never = SendError::Permanent { reason: "permanent error (550): 5.7.1 policy".to_owned() };
    hall.desk.post_failed(&claimed[0], &never).await.expect("given up");
    act(held, DeadAct::Release).await.expect("let go");
    act(other, DeadAct::Again).await.expect("again");
    let claimed = hall.desk.claim_post("one", 60, 10, None).await.expect("claimed");
    assert!([held, other].iter().all(|id| claimed.iter().any(|row| row.id == *id)), "both go out");
    let anna = super::account(&hall.pool, ANNA).await;
    assert!(hall.desk.dead_letters(anna, "g1").await.is_err(), "for the GM alone");
    assert!(hall.desk.raw_post(anna, "g1", other).await.is_err());
    let raw = hall.desk.raw_post(hall.gm, "g1", other).await.expect("the letter");
    assert!(raw.windows(10).any(|part| part == b"Message-ID"));
}
