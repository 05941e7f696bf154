//! Letters in: whose they are, what is kept, what is answered.

use jiff::{Timestamp, ToSpan};
use pentade::desk::take_letter::Taken;
use pentade::desk::views::LetterState;
use sqlx::PgPool;

use super::{ANNA, BORIS, Hall, ORDERS, letter};

#[sqlx::test]
async fn orders_become_a_sheet_and_an_acknowledgement(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 7\nguess a lot\n").await;

    assert_eq!(hall.red_sheet().await, Some((1, "guess 7".to_owned())));
    let answers = hall.post("acknowledgement").await;
    assert_eq!(answers.len(), 1);
    assert_eq!((answers[0].to.as_str(), answers[0].subject.as_str()), (ANNA, "Re: g1"));
    let words = hall.words(&answers[0]).await;
    let order = [
        "due on",
        "no order was understood",
        "> guess a lot",
        "^^^^^^^^^^^",
        "as they now stand",
        "\n    guess 7\n",
        "What they would come to",
        "1 in 20",
    ];
    let places: Vec<_> =
        order.iter().map(|part| words.find(part).unwrap_or_else(|| panic!("{part}: {words}"))).collect();
    assert!(
        places.is_sorted(),
        "the deadline and complaints first, then the orders, then the forecast: {words}"
    );
    assert!(words.contains("UTC"), "{words}");
    let bytes: Vec<u8> = sqlx::query_scalar("select bytes from outbox where kind = 'acknowledgement'")
        .fetch_one(&hall.pool)
        .await
        .expect("the letter");
    let bytes = String::from_utf8(bytes).expect("our letters are ASCII");
    for head in ["In-Reply-To: <a@example.org>", "Auto-Submitted: auto-replied", "List-Id: <g1.gm.example>"] {
        assert!(bytes.contains(head), "{head}: {bytes}");
    }
    assert!(bytes.contains("text/html") && bytes.contains("text/plain"));
}

#[sqlx::test]
async fn a_second_copy_changes_nothing_and_is_not_answered(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    assert!(matches!(hall.letter(ANNA, "a", "guess 7").await, Taken::Stored(_)));
    assert_eq!(hall.letter(ANNA, "a", "guess 7").await, Taken::Again);

    assert_eq!(hall.red_sheet().await, Some((1, "guess 7".to_owned())));
    assert_eq!(hall.post("acknowledgement").await.len(), 1);
    assert_eq!(hall.letters().await.len(), 1);
}

#[sqlx::test]
async fn copies_that_come_at_once_are_one_letter(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let raw = letter(ANNA, "a", "g1", "guess 7");
    let copies = (0..8).map(|_| hall.desk.take_letter(ANNA, ORDERS, raw.as_bytes()));
    let taken = futures::future::join_all(copies).await;
    let stored: Vec<_> = taken.into_iter().filter(|taken| matches!(taken, Ok(Taken::Stored(_)))).collect();
    assert_eq!(stored.len(), 1, "{stored:?}");
    assert_eq!(hall.count("select count(*) from job").await, 1);
}

#[sqlx::test]
async fn a_letter_read_by_two_workers_is_answered_once(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let raw = letter(ANNA, "a", "g1", "guess 7");
    let Ok(Taken::Stored(id)) = hall.desk.take_letter(ANNA, ORDERS, raw.as_bytes()).await else {
        panic!("stored")
    };
    let readers = futures::future::join_all((0..5).map(|_| hall.desk.read_letter(id))).await;
    assert!(readers.iter().all(Result::is_ok), "{readers:?}");
    assert_eq!(hall.count("select count(*) from sheet").await, 1);
    assert_eq!(hall.post("acknowledgement").await.len(), 1);
}

#[sqlx::test]
async fn a_stranger_is_kept_for_the_gm_and_not_answered(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter("eve@example.com", "e", "guess 1").await;

    let letters = hall.letters().await;
    assert_eq!(letters[0].state, LetterState::Held);
    assert_eq!(letters[0].reason.as_deref(), Some("eve@example.com plays no side of this game"));
    assert!(hall.post("acknowledgement").await.is_empty());
    assert_eq!(hall.count("select count(*) from sheet").await, 0);
}

#[sqlx::test]
async fn machines_are_never_answered(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let away = letter(ANNA, "b", "g1", "guess 2")
        .replace("MIME-Version", "Auto-Submitted: auto-replied\r\nMIME-Version");
    hall.raw_letter(ANNA, &away).await;
    let bounce = letter("MAILER-DAEMON@mx.example.net", "c", "Undeliverable", "guess 3")
        .replace("text/plain; charset=utf-8", "multipart/report; report-type=delivery-status; boundary=q");
    hall.raw_letter("", &bounce).await;

    let states: Vec<_> = hall.letters().await.into_iter().map(|row| (row.state, row.kind)).collect();
    let kind = |kind: &str| Some(kind.to_owned());
    assert_eq!(states, [(LetterState::Held, kind("bounce")), (LetterState::Ignored, kind("auto-reply"))]);
    assert!(hall.post("acknowledgement").await.is_empty());
    assert_eq!(hall.count("select count(*) from sheet").await, 0);
}

#[sqlx::test]
async fn a_forged_sender_changes_nothing_and_the_real_one_is_told(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 7").await;
    let raw = letter(ANNA, "forged", "g1", "guess 1");
    hall.raw_letter("evil@example.net", &raw).await;

    assert_eq!(hall.red_sheet().await, Some((1, "guess 7".to_owned())));
    assert_eq!(hall.letters().await[0].state, LetterState::Held);
    let asked = hall.post("ask").await;
    assert_eq!(asked.last().map(|row| row.to.as_str()), Some(ANNA));
    assert!(hall.words(&asked[0]).await.replace('\n', " ").contains("it came from evil@example.net"));
}

#[sqlx::test]
async fn a_late_letter_is_answered_as_late(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 7").await;
    hall.due(Timestamp::now() - 1.second()).await;
    hall.letter(ANNA, "b", "guess 8").await;

    assert_eq!(hall.red_sheet().await, Some((1, "guess 7".to_owned())));
    let answers = hall.post("acknowledgement").await;
    let words = hall.words(&answers[1]).await;
    for told in ["too late", "counts instead", "version 1", "\n    guess 7\n", "What counts is when a letter"]
    {
        assert!(words.contains(told), "{told}: {words}");
    }
    assert!(!words.contains("guess 8"), "{words}");
    assert_eq!(hall.letters().await[0].reason.as_deref(), Some("it came too late"));
}

#[sqlx::test]
async fn a_late_letter_of_who_sent_nothing_in_time_is_told_so(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.due(Timestamp::now() - 1.second()).await;
    hall.letter(ANNA, "b", "guess 8").await;
    let answers = hall.post("acknowledgement").await;
    assert!(hall.words(&answers[0]).await.contains("No orders of yours had come in time"));
}

#[sqlx::test]
async fn a_letter_about_other_years_is_not_taken(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.raw_letter(BORIS, &letter(BORIS, "o", "g1 110-114", "guess 5")).await;
    assert_eq!(hall.count("select count(*) from sheet").await, 0);
    let answers = hall.post("acknowledgement").await;
    assert!(hall.words(&answers[0]).await.contains("now taken for 100\u{2013}104"));
}

#[sqlx::test]
async fn a_player_is_answered_so_often_an_hour_and_then_the_gm_is_told(pool: PgPool) {
    let settings = super::settings_with("[mail_in]\nchecks = \"envelope\"\nanswers_an_hour = 3\n");
    let hall = Hall::begin_with(pool, settings).await;
    for number in 1..=6 {
        hall.letter(ANNA, &format!("n{number}"), &format!("guess {number}")).await;
    }
    assert_eq!(hall.red_sheet().await, Some((6, "guess 6".to_owned())), "every letter counts");
    assert_eq!(hall.post("acknowledgement").await.len(), 3);
    let told =
        "select count(*) from outbox where envelope_to = 'gm@gm.example' and subject like '%very often%'";
    assert_eq!(hall.count(told).await, 1, "once an hour");
}

#[sqlx::test]
async fn any_bytes_are_kept_and_stop_nothing(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let hostile: [&[u8]; 5] =
        [b"", b"\0\0\0", b"From: \xff\xfe\r\n\r\n\0", b"guess 7", b"From: a@b\r\nFrom: c@d\r\n\r\nguess 1"];
    for raw in hostile {
        let taken = hall.desk.take_letter("x@example.org", ORDERS, raw).await.expect("stored");
        let Taken::Stored(id) = taken else { panic!("{raw:?} {taken:?}") };
        hall.desk.read_letter(id).await.expect("read");
    }
    let letters = hall.letters().await;
    assert_eq!(letters.len(), hostile.len());
    assert!(letters.iter().all(|row| row.state == LetterState::Held), "{letters:?}");
    let kept: Vec<Vec<u8>> =
        sqlx::query_scalar("select raw from letter order by id").fetch_all(&hall.pool).await.expect("kept");
    assert_eq!(kept, hostile, "the bytes are kept as received");
}

#[sqlx::test]
async fn only_our_addresses_are_served(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    for to in ["orders+g2@gm.example", "orders+g1@example.org", "anna@gm.example"] {
        let taken = hall.desk.take_letter(ANNA, to, b"x").await.expect("answered");
        assert_eq!(taken, Taken::NoSuchAddress, "{to}");
    }
    assert_eq!(hall.count("select count(*) from letter").await, 0);
}

#[sqlx::test]
async fn nul_and_hostile_text_reach_no_header(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let subject = "=?utf-8?q?g1=0D=0ABcc:_spy@example.net?=";
    hall.raw_letter(ANNA, &letter(ANNA, "h", subject, "guess\0 7\nguess 9")).await;
    let (version, _) = hall.red_sheet().await.expect("a sheet");
    assert_eq!(version, 1);
    let bytes: Vec<u8> = sqlx::query_scalar("select bytes from outbox where kind = 'acknowledgement'")
        .fetch_one(&hall.pool)
        .await
        .expect("the letter");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    assert!(!text.lines().any(|line| line.to_lowercase().starts_with("bcc:")), "{text}");
}

#[sqlx::test]
async fn orders_for_a_ward_stand_in_the_regents_own_letter(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 7\ninvite").await;
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    hall.letter(ANNA, "b", "guess 3\norders for green\n").await;
    assert_eq!(hall.letters().await[0].state, LetterState::Read);
    assert_eq!(hall.red_sheet().await.map(|(_, words)| words), Some("guess 3".to_owned()));
    // Nobody else's.
    hall.letter(BORIS, "c", "guess 4\norders for green\n").await;
    assert_eq!(hall.letters().await[0].state, LetterState::Held);
}

/// A letter with text files, of which each holds orders.
fn with_files(id: &str, text: &str, files: &[(&str, &str)]) -> String {
    let head = format!(
        "From: {ANNA}\r\nTo: {ORDERS}\r\nSubject: g1\r\nMessage-ID: <{id}@example.org>\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/mixed; boundary=q\r\n\r\n--q\r\nContent-Type: text/plain\r\n\r\n{text}\r\n"
    );
    let part = |(name, words): &(&str, &str)| {
        format!(
            "--q\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename={name}\r\n\r\n{words}\r\n"
        )
    };
    head + &files.iter().map(part).collect::<String>() + "--q--\r\n"
}

#[sqlx::test]
async fn orders_in_two_places_of_a_letter_are_asked_about(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let table = [
        (
            "t",
            "guess 3",
            [("a.txt", "guess 4"), ("b.txt", "see there")],
            "both its text and the file a.txt hold orders",
        ),
        (
            "f",
            "see there",
            [("a.txt", "guess 4"), ("b.txt", "guess 5")],
            "both the files a.txt and b.txt hold orders",
        ),
    ];
    for (id, text, files, why) in table {
        hall.raw_letter(ANNA, &with_files(id, text, &files)).await;
        let row = &hall.letters().await[0];
        assert_eq!((row.state, row.reason.as_deref()), (LetterState::Held, Some(why)));
    }
    assert_eq!(hall.red_sheet().await, None);
    let told = hall.post("acknowledgement").await.pop().expect("an answer");
    assert!(
        hall.words(&told).await.replace('\n', " ").contains("both the files a.txt and b.txt hold orders")
    );
    hall.raw_letter(ANNA, &with_files("one", "see there", &[("a.txt", "good luck"), ("b.txt", "guess 5")]))
        .await;
    assert_eq!(hall.red_sheet().await, Some((1, "guess 5".to_owned())));
}

#[sqlx::test]
async fn a_letter_to_two_games_is_one_letter_in_each(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let mut other = super::new_game("g2");
    other.players.truncate(1);
    hall.desk.create_game(&other).await.expect("a second game");
    let raw =
        letter(ANNA, "both", "orders", "guess 7").replace("Subject", "Cc: orders+g2@gm.example\r\nSubject");
    let mut stored = 0;
    for to in [ORDERS, "orders+g2@gm.example", ORDERS, "orders+g2@gm.example"] {
        if let Taken::Stored(id) = hall.desk.take_letter(ANNA, to, raw.as_bytes()).await.expect("taken") {
            stored += 1;
            hall.desk.read_letter(id).await.expect("read");
        }
    }
    assert_eq!(stored, 2);
    assert_eq!(hall.count("select count(*) from sheet where words = 'guess 7'").await, 2);
    assert_eq!(hall.count("select count(*) from outbox where kind = 'acknowledgement'").await, 2);
}

#[sqlx::test]
async fn a_letter_without_an_id_is_known_by_its_bytes(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let raw = |body: &str| letter(ANNA, "x", "g1", body).replace("Message-ID: <x@example.org>\r\n", "");
    for body in ["guess 7", "guess 7", "guess 8"] {
        hall.raw_letter(ANNA, &raw(body)).await;
    }
    assert_eq!(hall.red_sheet().await, Some((2, "guess 8".to_owned())));
    assert_eq!(hall.count("select count(*) from letter").await, 2);
}

#[sqlx::test]
async fn an_address_that_cannot_be_answered_loses_no_orders(pool: PgPool) {
    const ODD: &str = "\"odd name\"@example.org";
    let hall = Hall::begin(pool).await;
    hall.desk.give_seat(hall.gm, "g1", &super::red(), ("Odd", ODD)).await.expect("given");
    hall.raw_letter(ODD, &letter(ODD, "odd", "g1", "guess 7")).await;
    let page = hall.desk.gm_page(hall.gm, "g1").await.expect("the GM's page");
    let seat = page.seats.iter().find(|seat| seat.side == super::red()).expect("the Reds");
    assert_eq!(seat.sheet.as_ref().map(|sheet| sheet.words.as_str()), Some("guess 7"));
    let answered = "select count(*) from outbox where kind = 'acknowledgement'";
    assert_eq!(hall.count(answered).await, 1, "the answer is kept, whether it can be sent or not");
}
