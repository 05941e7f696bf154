//! Letters that come back: the address is marked, the next one is tried, the GM is told; a forged report does nothing.

use pentade::desk::take_letter::Taken;
use pentade::desk::views::LetterState;
use pentade::postal::chronicle::SideId;
use pentade::store::outbox::Claimed;
use sqlx::PgPool;

use super::{ANNA, Hall, account};

/// An RFC 3464 report with the returned letter in it, whose words would be orders.
fn report(status: &str, action: &str) -> String {
    format!(
        "From: MAILER-DAEMON@mx.example.org\r\nTo: bounce@gm.example\r\nSubject: Undelivered Mail\r\n\
         Message-ID: <dsn-{status}-{action}@mx.example.org>\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n\
         --b\r\nContent-Type: text/plain\r\n\r\nI'm sorry to have to inform you.\r\n\r\n\
         --b\r\nContent-Type: message/delivery-status\r\n\r\n\
         Reporting-MTA: dns; mx.example.org\r\n\r\nFinal-Recipient: rfc822; anna@example.org\r\n\
         Action: {action}\r\nStatus: {status}\r\nDiagnostic-Code: smtp; 550 {status} <anna@example.org>:\r\n \
         no such user here\r\n\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n\
         From: orders+g1@gm.example\r\nSubject: g1\r\n\r\nguess 9\r\n--b--\r\n"
    )
}

impl Hall {
    /// The letter to Anna with its return path, sent.
    async fn sent_to_anna(&self) -> (Claimed, String) {
        let claimed = self.desk.claim_post("one", 60, 10, None).await.expect("claimed");
        let letter = claimed.into_iter().find(|row| row.envelope_to == ANNA).expect("a letter to Anna");
        let sealed = self.desk.seal(&letter).await.expect("sealed");
        assert!(self.desk.post_begun("one", &letter, &sealed).await.expect("noted"));
        self.desk.post_sent(letter.id).await.expect("sent");
        (letter, sealed.envelope.from)
    }

    /// What the GM was written about letters that came back.
    async fn told_of_bounces(&self) -> Vec<pentade::desk::views::PostRow> {
        let mut rows = self.post("notice").await;
        rows.retain(|row| row.subject.contains("could not be delivered"));
        rows
    }

    async fn bounce(&self, to: &str, raw: &str) -> Taken {
        let taken = self.desk.take_letter("", to, raw.as_bytes()).await.expect("taken or not");
        if let Taken::Stored(id) = taken {
            self.desk.read_letter(id).await.expect("read");
        }
        taken
    }

    /// A further address of Anna's, as after she followed the link to it.
    async fn further(&self, address: &str) {
        let anna = account(&self.pool, ANNA).await;
        sqlx::query("insert into further_address (address, account, verified_at) values ($1, $2, now())")
            .bind(address)
            .bind(anna.0)
            .execute(&self.pool)
            .await
            .expect("added");
    }
}

#[sqlx::test]
async fn a_hard_bounce_marks_the_address_and_tries_the_next_one_once(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.further("anna@second.example").await;
    let (letter, return_path) = hall.sent_to_anna().await;
    assert!(return_path.starts_with("bounce+"), "{return_path}");
    assert!(matches!(hall.bounce(&return_path, &report("5.1.1", "failed")).await, Taken::Stored(_)));
    let bad = "select count(*) from bad_address where address = 'anna@example.org' and reason like '5.1.1%'";
    assert_eq!(hall.count(bad).await, 1);
    assert!(hall.red_sheet().await.is_none(), "what the report quotes is not read as orders");
    let copies =
        "select count(*) from outbox where envelope_to = 'anna@second.example' and copy_of is not null";
    assert_eq!(hall.count(copies).await, 1);
    let copy: Vec<u8> = sqlx::query_scalar("select bytes from outbox where copy_of = $1")
        .bind(letter.id)
        .fetch_one(&hall.pool)
        .await
        .expect("the copy");
    let copy = String::from_utf8_lossy(&copy).into_owned();
    assert!(copy.contains("\r\nTo: anna@second.example\r\n") && !copy.contains("anna@example.org"), "{copy}");
    let told = hall.told_of_bounces().await;
    assert_eq!(told.len(), 1, "the GM is told once");
    assert!(hall.words(&told[0]).await.contains("anna@second.example"));

    // The same report again, and a bounce of the copy: nothing goes round in circles.
    hall.bounce(&return_path, &report("5.1.1", "failed").replace("dsn-", "again-")).await;
    let claimed = hall.desk.claim_post("one", 60, 10, None).await.expect("claimed");
    let second = claimed.iter().find(|row| row.envelope_to == "anna@second.example").expect("the copy");
    let sealed = hall.desk.seal(second).await.expect("sealed");
    hall.desk.post_sent(second.id).await.expect("sent");
    hall.bounce(&sealed.envelope.from, &report("5.2.1", "failed")).await;
    assert_eq!(hall.count("select count(*) from outbox where copy_of is not null").await, 1);
    assert_eq!(hall.count("select count(*) from bad_address").await, 2);
    assert_eq!(hall.told_of_bounces().await.len(), 2);
    assert_eq!(hall.desk.dead_letters(hall.gm, "g1").await.expect("the list").rows.len(), 2);
    assert_eq!(
        hall.count("select count(*) from outbox where envelope_from = '' ").await,
        0,
        "never answered"
    );
}

#[sqlx::test]
async fn letters_go_to_the_next_address_while_the_first_is_bad(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.further("anna@second.example").await;
    let (_, return_path) = hall.sent_to_anna().await;
    hall.bounce(&return_path, &report("5.1.1", "failed")).await;
    hall.letter(ANNA, "o1", "guess 7").await;
    let acknowledged = hall.post("acknowledgement").await;
    assert_eq!(acknowledged[0].to, "anna@second.example");
}

#[sqlx::test]
async fn a_soft_report_and_a_policy_refusal_mark_no_address(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let (letter, return_path) = hall.sent_to_anna().await;
    for (status, action) in [("4.2.2", "delayed"), ("2.0.0", "delivered"), ("4.4.7", "delayed")] {
        hall.bounce(&return_path, &report(status, action)).await;
        assert_eq!(
            hall.count("select count(*) from outbox where bounced_at is not null").await,
            0,
            "{status}"
        );
    }
    assert!(hall.told_of_bounces().await.is_empty());
    hall.bounce(&return_path, &report("5.7.1", "failed")).await;
    assert_eq!(hall.count("select count(*) from bad_address").await, 0);
    let page = hall.desk.dead_letters(hall.gm, "g1").await.expect("the list");
    assert!(page.rows.iter().any(|row| row.id == letter.id && row.why[0].contains("5.7.1")), "{page:?}");
}

#[sqlx::test]
async fn a_forged_report_and_a_letter_to_a_return_path_do_nothing(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let (letter, return_path) = hall.sent_to_anna().await;
    let hard = report("5.1.1", "failed");
    let other = return_path.replace(&format!("+{}.", letter.id), &format!("+{}.", letter.id + 1));
    for forged in [other.as_str(), "bounce+1.0000@gm.example", "bounce+@gm.example"] {
        assert_eq!(hall.bounce(forged, &hard).await, Taken::NoSuchAddress, "{forged}");
    }
    let person = super::letter(ANNA, "p", "g1", "guess 9");
    let Taken::Stored(id) =
        hall.desk.take_letter(ANNA, &return_path, person.as_bytes()).await.expect("taken")
    else {
        panic!("stored before it is read")
    };
    hall.desk.read_letter(id).await.expect("read");
    assert_eq!(hall.count("select count(*) from bad_address").await, 0);
    assert_eq!(hall.count("select count(*) from sheet").await, 0);
    assert_eq!(hall.count("select count(*) from outbox where kind = 'acknowledgement'").await, 0);
}

#[sqlx::test]
async fn a_report_in_words_alone_is_understood(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let (_, return_path) = hall.sent_to_anna().await;
    let words = "From: Microsoft Outlook <postmaster@corp.example>\r\nSubject: Undeliverable: g1\r\n\
        Message-ID: <x1@corp.example>\r\nContent-Type: text/plain\r\n\r\n\
        Delivery has failed to these recipients or groups:\r\n\r\nanna@example.org\r\n\
        The email address you entered couldn't be found.\r\n\r\nRemote Server returned '550 5.1.10 \
        RESOLVER.ADR.RecipientNotFound; Recipient not found'\r\n\r\nOriginal message headers:\r\n\r\n\
        Subject: 4.2.2 is in the quoted part\r\n";
    hall.bounce(&return_path, words).await;
    assert_eq!(hall.count("select count(*) from bad_address where reason like '5.1.10%'").await, 1);
}

#[sqlx::test]
async fn a_letter_from_a_further_address_is_its_players_once_the_address_is_verified(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.further("anna@second.example").await;
    sqlx::query("update further_address set verified_at = null").execute(&hall.pool).await.expect("not yet");
    hall.letter("anna@second.example", "a", "guess 7").await;
    let held = hall.letters().await.into_iter().next().expect("a letter");
    assert_eq!(held.state, LetterState::Held, "{:?}", held.reason);

    sqlx::query("update further_address set verified_at = now()")
        .execute(&hall.pool)
        .await
        .expect("verified");
    hall.letter("anna@second.example", "b", "guess 7").await;
    let read = hall.letters().await.into_iter().next().expect("a letter");
    assert_eq!(read.state, LetterState::Read, "{:?}", read.reason);
    assert_eq!(read.side, Some(SideId::new("red")));
}
