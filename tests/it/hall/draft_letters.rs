//! The letters of a draft: seen before they go out, held back, let go, and sent once more on request.

use pentade::desk::DeskError;
use pentade::desk::dead_letters::DeadAct;
use sqlx::PgPool;

use super::{ANNA, BORIS, Hall, account};

impl Hall {
    async fn draft(&self) {
        self.letter(ANNA, "a", "guess 7").await;
        self.letter(BORIS, "b", "guess 20").await;
        self.desk.close_pentade(self.gm, "g1").await.expect("closed");
    }

    /// Numbers of the letters that a postman would get now.
    async fn claimed(&self) -> Vec<i64> {
        let claimed = self.desk.claim_post("tests", 60, 100, None).await.expect("claimed");
        claimed.into_iter().map(|letter| letter.id).collect()
    }
}

#[sqlx::test]
async fn the_preview_is_what_goes_out(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let early = hall.desk.draft_letters(hall.gm, "g1").await;
    assert!(matches!(early, Err(DeskError::Refused(_))), "there is no draft");
    hall.draft().await;
    let follower = "fan@example.net";
    sqlx::query(
        "insert into follower (id, game, address, asked_at, confirmed_at)
         select gen_random_uuid(), id, $1, now(), now() from game",
    )
    .bind(follower)
    .execute(&hall.pool)
    .await
    .expect("he follows");
    let page = hall.desk.draft_letters(hall.gm, "g1").await.expect("the letters");
    let to: Vec<_> = page.rows.iter().map(|row| row.to.as_str()).collect();
    assert_eq!(to, [ANNA, BORIS, follower]);
    let mut shown = Vec::new();
    for row in &page.rows {
        let letter = hall.desk.draft_letter(hall.gm, "g1", &row.key).await.expect("one letter");
        assert_eq!(letter.row, *row);
        shown.push((row.to.clone(), row.subject.clone(), letter.plain));
    }
    assert!(shown[0].2.contains("secret guess of red was 7") && !shown[0].2.contains("guess of blue"));
    assert_eq!(
        hall.count("select count(*) from outbox where kind like '%report'").await,
        0,
        "nothing is written"
    );
    let anna = account(&hall.pool, ANNA).await;
    assert!(matches!(hall.desk.draft_letters(anna, "g1").await, Err(DeskError::NotAllowed(_))));
    assert!(matches!(hall.desk.draft_letter(anna, "g1", "red").await, Err(DeskError::NotAllowed(_))));
    assert!(matches!(hall.desk.draft_letter(hall.gm, "g1", "green").await, Err(DeskError::NotFound(_))));

    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    let sent: Vec<(String, String, String)> = sqlx::query_as(
        "select envelope_to, subject, plain from outbox where kind like '%report' order by id",
    )
    .fetch_all(&hall.pool)
    .await
    .expect("written");
    assert_eq!(sent, shown, "word for word");
}

#[sqlx::test]
async fn a_letter_that_is_held_back_waits_until_it_is_let_go(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.draft().await;
    for (key, holds) in [("red", true), ("blue", true), ("red", false), ("blue", true)] {
        hall.desk.hold_draft_letter(hall.gm, "g1", key, holds).await.expect("noted");
    }
    assert!(hall.desk.hold_draft_letter(hall.gm, "g1", "green", true).await.is_err());
    let anna = account(&hall.pool, ANNA).await;
    assert!(
        hall.desk.hold_draft_letter(anna, "g1", "blue", false).await.is_err(),
        "it is the GM's to decide"
    );
    hall.desk.adjudicate_again(hall.gm, "g1").await.expect("played again");
    let page = hall.desk.draft_letters(hall.gm, "g1").await.expect("the letters");
    assert_eq!(page.rows.iter().map(|row| row.is_held).collect::<Vec<_>>(), [false, true], "it stays held");
    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");

    let reports = hall.post("report").await;
    let claimed = hall.claimed().await;
    assert!(claimed.contains(&reports[0].id) && !claimed.contains(&reports[1].id));
    let dead = hall.desk.dead_letters(hall.gm, "g1").await.expect("the list").rows;
    assert_eq!(dead.iter().map(|row| (row.id, row.is_held)).collect::<Vec<_>>(), [(reports[1].id, true)]);
    hall.desk.decide_dead_letter(hall.gm, "g1", reports[1].id, DeadAct::Release).await.expect("let go");
    assert_eq!(hall.claimed().await, [reports[1].id]);
}

#[sqlx::test]
async fn a_letter_goes_out_once_more_on_request(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.draft().await;
    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    let report = hall.post("report").await.remove(0);
    let (anna, boris) = (account(&hall.pool, ANNA).await, account(&hall.pool, BORIS).await);
    let early = hall.desk.send_again(anna, "g1", report.id).await.expect_err("not sent yet");
    assert!(early.to_string().contains("still waits"), "{early}");
    for id in hall.claimed().await {
        hall.desk.post_sent(id).await.expect("sent");
    }
    let others = hall.desk.send_again(boris, "g1", report.id).await;
    assert!(matches!(others, Err(DeskError::NotFound(_))), "it is not his");
    for account in [anna, hall.gm, anna] {
        hall.desk.send_again(account, "g1", report.id).await.expect("once more");
    }
    let flood = hall.desk.send_again(anna, "g1", report.id).await.expect_err("enough");
    assert!(flood.to_string().contains("wait an hour"), "{flood}");

    let copies = hall.post("report").await;
    let copies: Vec<_> =
        copies.iter().filter(|row| row.subject == report.subject && row.id != report.id).collect();
    assert_eq!(copies.len(), 3);
    assert_eq!(hall.words(copies[0]).await, hall.words(&report).await);
    let ids = hall.count("select count(distinct message_id) from outbox where kind = 'report'").await;
    assert_eq!(ids, 5, "each has a Message-ID of its own");
    let raw: Vec<u8> = sqlx::query_scalar("select bytes from outbox where id = $1")
        .bind(copies[0].id)
        .fetch_one(&hall.pool)
        .await
        .expect("its bytes");
    let raw = String::from_utf8_lossy(&raw);
    assert_eq!(raw.matches(".again-").count(), 1, "in its head too: {raw}");
    assert!(hall.claimed().await.contains(&copies[0].id));
    assert!(hall.desk.send_again(hall.gm, "g1", 999_999).await.is_err());
}
