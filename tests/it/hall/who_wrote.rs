//! Who wrote: the player's own address, the word of his domain, and his own.

use std::sync::Arc;

use jiff::{Timestamp, ToSpan};
use jiff_sqlx::ToSqlx;
use pentade::desk::take_letter::Taken;
use pentade::desk::views::LetterState;
use pentade::mail::envelope::{Origin, Way};
use pentade::settings::Settings;
use sqlx::PgPool;

use super::{ANNA, BORIS, Hall, ORDERS, account, letter, red, settings_with};

/// Strict, behind a mail server of ours; a name server that nobody is.
fn strict() -> Arc<Settings> {
    settings_with("[mail_in]\nauthserv_id = \"mx.gm.example\"\ndns = \"127.0.0.1:9\"\n")
}

/// Anna's orders with the word of a mail server above them.
fn with_word(id: &str, word: &str, body: &str) -> String {
    format!("Authentication-Results: {word}\r\n{}", letter(ANNA, id, "g1", body))
}

impl Hall {
    /// Hands in a letter by a door and reads it.
    async fn by(&self, way: Way, to: &str, raw: &str) -> Taken {
        let origin = Origin::by(way);
        let taken = self.desk.take_letter_by(&origin, ANNA, to, raw.as_bytes()).await.expect("stored");
        if let Taken::Stored(id) = taken {
            self.desk.read_letter(id).await.expect("read");
        }
        taken
    }

    async fn last(&self) -> (LetterState, String) {
        let row = self.letters().await.into_iter().next().expect("a letter");
        (row.state, row.reason.unwrap_or_default())
    }

    /// The secret that the last question bears, and where it is answered.
    async fn asked(&self) -> (String, String) {
        let asked = self.post("ask").await.pop().expect("a question");
        let words = self.words(&asked).await;
        let (_, rest) = words.split_once("/letters/confirm/").expect("a link");
        let token: String = rest.chars().take_while(char::is_ascii_hexdigit).collect();
        (token.clone(), format!("orders+confirm-{token}@gm.example"))
    }

    async fn read_waiting(&self) {
        for work in self.desk.claim_letters("test", 60, 10).await.expect("claimed") {
            self.desk.do_letter(&work).await.expect("read");
        }
    }
}

#[sqlx::test]
async fn the_word_of_our_own_mail_server_proves_a_letter(pool: PgPool) {
    let hall = Hall::begin_with(pool, strict()).await;
    let good = "mx.gm.example; dkim=pass header.d=example.org; dmarc=pass header.from=example.org";
    hall.by(Way::Lmtp, ORDERS, &with_word("a", good, "guess 7")).await;
    assert_eq!(hall.red_sheet().await, Some((1, "guess 7".to_owned())));
    assert_eq!(hall.count("select count(*) from letter where proof like 'DMARC%'").await, 1);

    for (id, word) in [
        ("b", "evil.example; dmarc=pass header.from=example.org"),
        (
            "c",
            "evil.example; dmarc=pass\r\nAuthentication-Results: mx.gm.example; dmarc=pass header.from=example.org",
        ),
        (
            "d",
            "mx.gm.example; dmarc=fail header.from=example.org\r\nAuthentication-Results: mx.gm.example; dmarc=pass",
        ),
        ("e", "mx.gm.example; dkim=pass header.d=example.net"),
    ] {
        hall.by(Way::Lmtp, ORDERS, &with_word(id, word, "guess 1")).await;
        let (state, reason) = hall.last().await;
        assert_eq!(state, LetterState::Held, "{word}");
        assert!(reason.starts_with("nothing proves who wrote it"), "{word}: {reason}");
    }
    // A stranger who comes straight from the net writes that word himself.
    let origin = Origin { way: Way::Smtp, peer: "192.0.2.9".parse().ok(), greeting: "mx".into() };
    let raw = with_word("f", good, "guess 1");
    let taken = hall.desk.take_letter_by(&origin, ANNA, ORDERS, raw.as_bytes()).await.expect("stored");
    let Taken::Stored(id) = taken else { panic!("{taken:?}") };
    hall.desk.read_letter(id).await.expect("read");
    assert_eq!(hall.last().await.0, LetterState::Held);
    assert_eq!(hall.red_sheet().await, Some((1, "guess 7".to_owned())));
    assert!(hall.post("acknowledgement").await.len() == 1);
}

#[sqlx::test]
async fn a_players_own_address_proves_his_letter_and_nobody_elses(pool: PgPool) {
    let hall = Hall::begin_with(pool, strict()).await;
    let anna = account(&hall.pool, ANNA).await;
    let own = hall.desk.my_reply_address(anna, "g1", &red()).await.expect("her address");
    assert!(own.split('@').next().is_some_and(|local| local.len() <= 64), "{own}");

    hall.by(Way::Smtp, &own, &letter(ANNA, "a", "g1", "guess 7")).await;
    assert_eq!(hall.red_sheet().await, Some((1, "guess 7".to_owned())));
    // The same letter to the game's address is the same letter.
    assert_eq!(hall.by(Way::Smtp, ORDERS, &letter(ANNA, "a", "g1", "guess 7")).await, Taken::Again);
    // A copy that names the address in its head will do.
    let named = letter(ANNA, "b", "g1", "guess 8").replace(ORDERS, &format!("\"Pentade\" <{own}>"));
    hall.by(Way::Smtp, ORDERS, &named).await;
    assert_eq!(hall.red_sheet().await, Some((2, "guess 8".to_owned())));
    // Somebody else at her address changes nothing.
    hall.by(Way::Smtp, &own, &letter(BORIS, "c", "g1", "guess 1")).await;
    assert_eq!(hall.last().await.1, "it came to the reply address of another player");
    let wrong = own.replace("g1.", "g1.0");
    hall.by(Way::Smtp, &wrong, &letter(ANNA, "d", "g1", "guess 1")).await;
    assert_eq!(hall.last().await.0, LetterState::Held);

    hall.desk.renew_reply_address(anna, "g1", &red()).await.expect("a new one");
    let new = hall.desk.my_reply_address(anna, "g1", &red()).await.expect("her address");
    assert_ne!(new, own);
    hall.by(Way::Smtp, &own, &letter(ANNA, "e", "g1", "guess 1")).await;
    assert_eq!(hall.last().await.0, LetterState::Held);
    hall.by(Way::Smtp, &new, &letter(ANNA, "f", "g1", "guess 9")).await;
    assert_eq!(hall.red_sheet().await, Some((3, "guess 9".to_owned())));
    let boris = account(&hall.pool, BORIS).await;
    assert!(hall.desk.my_reply_address(boris, "g1", &red()).await.is_err());
    // Our letters to her are answered there, and name it to nobody else.
    let heads: Vec<(String, Vec<u8>)> = sqlx::query_as("select envelope_to, bytes from outbox")
        .fetch_all(&hall.pool)
        .await
        .expect("our letters");
    let answers_to = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        text.lines().find(|line| line.starts_with("Reply-To:")).map(str::to_owned)
    };
    let shown: Vec<_> =
        heads.iter().filter(|(to, _)| to == ANNA).filter_map(|(_, b)| answers_to(b)).collect();
    assert!(shown.iter().any(|line| line.contains(&new)), "{shown:?}");
    for (to, bytes) in heads.iter().filter(|(to, _)| to != ANNA) {
        let text = String::from_utf8_lossy(bytes);
        assert!(!text.contains(&own) && !text.contains(&new), "{to}");
    }
}

#[sqlx::test]
async fn a_held_letter_counts_from_its_own_time_once_its_writer_stands_by_it(pool: PgPool) {
    let hall = Hall::begin_with(pool, strict()).await;
    let anna = account(&hall.pool, ANNA).await;
    let own = hall.desk.my_reply_address(anna, "g1", &red()).await.expect("her address");
    hall.by(Way::Smtp, ORDERS, &letter(ANNA, "a", "g1", "guess 7\nask")).await;
    assert_eq!(hall.red_sheet().await, None);
    let (token, _) = hall.asked().await;
    // A newer letter, proved at once, is read before.
    hall.by(Way::Smtp, &own, &letter(ANNA, "b", "g1", "guess 9")).await;
    assert_eq!(hall.red_sheet().await, Some((1, "guess 9".to_owned())));

    let seen = hall.desk.unconfirmed(&token).await.expect("asked").expect("the letter");
    assert!(seen.words.contains("guess 7") && !seen.is_confirmed);
    assert!(hall.desk.unconfirmed("0123").await.expect("asked").is_none());
    assert!(!hall.desk.confirm_letter("0123").await.expect("answered"));
    for _ in 0..2 {
        assert!(hall.desk.confirm_letter(&token).await.expect("confirmed"));
        hall.read_waiting().await;
    }
    let (version, words) = hall.red_sheet().await.expect("a sheet");
    assert_eq!(version, 4, "what was before it, it, and what came after it");
    assert!(words.contains("guess 9") && words.contains("ask"), "the newer guess stands: {words}");
    assert_eq!(hall.letters().await.iter().filter(|row| row.state == LetterState::Read).count(), 2);
}

#[sqlx::test]
async fn an_answer_confirms_too_and_a_machines_does_not(pool: PgPool) {
    let hall = Hall::begin_with(pool, strict()).await;
    hall.by(Way::Smtp, ORDERS, &letter(ANNA, "a", "g1", "guess 7")).await;
    let (_, address) = hall.asked().await;
    let away = letter(ANNA, "b", "Away", "I am away")
        .replace("MIME-Version", "Auto-Submitted: auto-replied\r\nMIME-Version");
    hall.by(Way::Smtp, &address, &away).await;
    hall.read_waiting().await;
    assert_eq!(hall.red_sheet().await, None);
    hall.by(Way::Smtp, &address, &letter(ANNA, "c", "Re: is this letter yours?", "yes")).await;
    hall.read_waiting().await;
    assert_eq!(hall.red_sheet().await, Some((1, "guess 7".to_owned())));
}

#[sqlx::test]
async fn a_letter_from_before_the_deadline_counts_though_its_word_comes_after_it(pool: PgPool) {
    let hall = Hall::begin_with(pool, strict()).await;
    hall.by(Way::Smtp, ORDERS, &letter(ANNA, "a", "g1", "guess 7")).await;
    let (token, _) = hall.asked().await;
    sqlx::query("update letter set received_at = $1")
        .bind((Timestamp::now() - 1.hour()).to_sqlx())
        .execute(&hall.pool)
        .await
        .expect("earlier");
    hall.due(Timestamp::now() - 1.minute()).await;
    assert!(hall.desk.confirm_letter(&token).await.expect("confirmed"));
    hall.read_waiting().await;
    assert_eq!(hall.red_sheet().await, Some((1, "guess 7".to_owned())));
}

#[sqlx::test]
async fn orders_for_somebody_elses_side_are_refused_and_the_gm_is_told(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(BORIS, "a", "guess 3").await;
    hall.letter(ANNA, "b", "empire Blues\nguess 7").await;
    assert_eq!(hall.red_sheet().await, None);
    assert_eq!(hall.count("select count(*) from sheet").await, 1);
    let answer = hall.post("acknowledgement").await.pop().expect("an answer");
    let words = hall.words(&answer).await.replace('\n', " ");
    assert!(answer.to == ANNA && words.contains("orders for The Blues, which is not yours"), "{words}");
    assert!(
        !words.contains("version") && !words.contains("guess 3"),
        "it tells nothing of their orders: {words}"
    );
    let told = "select count(*) from outbox where envelope_to = 'gm@gm.example' and kind = 'notice'
                and replace(plain, chr(10), ' ') like '%Anna wrote orders for The Blues%'";
    assert_eq!(hall.count(told).await, 1);
    hall.letter(ANNA, "c", "Orders for the Reds:\nguess 8").await;
    assert!(hall.red_sheet().await.is_some_and(|(_, words)| words.contains("guess 8")));
}

#[sqlx::test]
async fn letters_of_no_game_are_shown_to_the_operator_alone(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let raw = letter("eve@example.com", "p", "to the postmaster", "hello");
    hall.by(Way::Smtp, "postmaster@gm.example", &raw).await;
    let shown = hall.desk.postmaster_letters(hall.gm).await.expect("the operator's list");
    assert_eq!(shown.len(), 1);
    assert_eq!(shown[0].state, LetterState::Held);
    let page = hall.desk.postmaster_letter(hall.gm, shown[0].id).await.expect("the letter");
    assert!(page.raw.contains("hello"));
    let anna = account(&hall.pool, ANNA).await;
    assert!(hall.desk.postmaster_letters(anna).await.is_err());
    assert!(hall.desk.postmaster_letter(anna, shown[0].id).await.is_err());
}
