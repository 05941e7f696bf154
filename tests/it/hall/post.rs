//! The outbox: sent once, tried again, given up.

use pentade::jobs::{self, Work};
use pentade::mail::postman::Postman;
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
    let claimed = hall.desk.claim_post("one", 60, 1).await.expect("claimed").pop().expect("a letter");
    assert_eq!(hall.desk.claim_post("two", 60, 5).await.expect("claimed").len(), 1, "the other letter only");
    hall.desk.post_failed(&claimed, "come back later", false).await.expect("put off");
    let waits = "select count(*) from outbox where last_error = 'come back later' and failed_at is null
                 and due_at > now() + interval '50 seconds' and claimed_by is null";
    assert_eq!(hall.count(waits).await, 1);

    hall.desk.post_failed(&claimed, "no such user", true).await.expect("given up");
    let page = hall.desk.gm_page(hall.gm, "g1").await.expect("the GM's page");
    let row = page.post.iter().find(|row| row.id == claimed.id).expect("the letter");
    assert!(row.failed_at.is_some());
    assert!(
        page.audit.iter().any(|act| act.action == "letter-given-up" && act.detail.contains("no such user"))
    );
}

#[sqlx::test]
async fn a_claim_that_runs_out_is_taken_over(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let lost = hall.desk.claim_post("killed", 0, 10).await.expect("claimed");
    tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    let again = hall.desk.claim_post("next", 60, 10).await.expect("claimed");
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
    assert_eq!(hall.desk.claim_post("slow", 0, 10).await.expect("claimed").len(), 2);
    hall.desk.keep_claims("another", 60).await.expect("kept");
    hall.desk.keep_claims("slow", 60).await.expect("kept");
    tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    assert!(hall.desk.claim_post("next", 60, 10).await.expect("claimed").is_empty());
}
