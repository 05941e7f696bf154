//! Following a game by mail: nothing is sent before the link was followed, and one click ends it.

use sqlx::PgPool;

use super::{ANNA, Hall, account};

impl Hall {
    /// The link in the newest letter to an address.
    async fn link_to(&self, address: &str, start: &str) -> String {
        let plain: String =
            sqlx::query_scalar("select plain from outbox where envelope_to = $1 order by id desc limit 1")
                .bind(address)
                .fetch_one(&self.pool)
                .await
                .expect("a letter");
        let at = plain.find(start).unwrap_or_else(|| panic!("{start} is not in {plain}"));
        plain[at + start.len()..].split_whitespace().next().expect("a token").to_owned()
    }

    async fn publish(&self) {
        self.letter(ANNA, "o1", "guess 7").await;
        self.desk.close_pentade(self.gm, "g1").await.expect("closed");
        let year = self.desk.gm_page(self.gm, "g1").await.expect("the page").pentade.span.first_year;
        self.desk.publish(self.gm, "g1", year).await.expect("published");
    }
}

#[sqlx::test]
async fn a_follower_is_asked_first_gets_the_public_report_and_leaves_by_one_click(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    for (address, confirms) in [("fan@example.org", true), ("other@example.org", false)] {
        hall.desk.ask_to_follow("g1", &format!(" {} ", address.to_uppercase())).await.expect("asked");
        let token = hall.link_to(address, "/follow/").await;
        let page = hall.desk.follow_page("follow", &token).await.expect("read").expect("a page");
        assert!(!page.is_active && page.address == address, "looking at the link changes nothing");
        if confirms {
            assert!(hall.desk.confirm_follow(&token).await.expect("confirmed").is_some());
        }
        let swapped = token.replace('.', ".0");
        assert!(hall.desk.confirm_follow(&swapped).await.expect("read").is_none());
        assert!(hall.desk.unfollow(&token).await.expect("read").is_none(), "one link serves one purpose");
    }
    hall.desk.ask_to_follow("g1", "fan@example.org").await.expect("asked again");
    assert_eq!(hall.count("select count(*) from outbox where kind = 'confirm'").await, 2, "no storm");

    hall.publish().await;
    let reports = hall.post("public-report").await;
    assert_eq!(reports.iter().map(|row| row.to.as_str()).collect::<Vec<_>>(), ["fan@example.org"]);
    let raw = hall.desk.raw_post(hall.gm, "g1", reports[0].id).await.expect("the letter");
    let raw = String::from_utf8_lossy(&raw).replace("\r\n ", " ");
    assert!(raw.contains("List-Unsubscribe: <http://127.0.0.1:8080/unfollow/"), "{raw}");
    assert!(raw.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"), "{raw}");
    let of_a_player = &hall.post("report").await[0];
    let raw = hall.desk.raw_post(hall.gm, "g1", of_a_player.id).await.expect("the letter");
    assert!(!String::from_utf8_lossy(&raw).contains("List-Unsubscribe"), "players do not leave by accident");

    let token = hall.link_to("fan@example.org", "/unfollow/").await;
    for _ in 0..2 {
        assert!(!hall.desk.unfollow(&token).await.expect("ended").expect("a page").is_active);
    }
}

#[sqlx::test]
async fn what_is_no_address_is_refused(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let long = format!("{}@example.org", "x".repeat(300));
    for address in ["", "fan", "fan@", "a@b@c d", "fan@example.org\r\nBcc: spy@example.net", &long] {
        assert!(hall.desk.ask_to_follow("g1", address).await.is_err(), "{address:?}");
    }
    assert!(hall.desk.ask_to_follow("g9", "fan@example.org").await.is_err(), "no such game");
}

#[sqlx::test]
async fn a_further_address_is_used_only_after_its_link_was_followed(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let anna = account(&hall.pool, ANNA).await;
    hall.desk.add_address(anna, "Anna@Second.example").await.expect("added");
    assert!(hall.desk.add_address(anna, "anna@second.example").await.is_err(), "it is there");
    let addresses = async || hall.desk.my_addresses(anna).await.expect("read");
    let listed: Vec<_> = addresses().await.into_iter().map(|one| (one.address, one.is_verified)).collect();
    assert_eq!(listed, [(ANNA.to_owned(), true), ("anna@second.example".to_owned(), false)]);
    let token = hall.link_to("anna@second.example", "/address/").await;
    assert!(hall.desk.confirm_address(&format!("{token}0")).await.expect("read").is_none());
    assert_eq!(
        hall.desk.confirm_address(&token).await.expect("read").as_deref(),
        Some("anna@second.example")
    );
    assert!(addresses().await[1].is_verified);

    // Somebody else's address gives the same words and no letter.
    let before = hall.count("select count(*) from outbox").await;
    hall.desk.add_address(anna, super::BORIS).await.expect("the same answer");
    assert_eq!(hall.count("select count(*) from outbox").await, before);
    assert_eq!(addresses().await.len(), 2);

    // A bad address is good again when its owner shows that it is read.
    sqlx::query("insert into bad_address (address, since, reason) values ($1, now(), '5.1.1')")
        .bind(ANNA)
        .execute(&hall.pool)
        .await
        .expect("marked");
    hall.desk.mail_address_link(anna, ANNA).await.expect("mailed");
    let token = hall.link_to(ANNA, "/address/").await;
    assert!(hall.desk.confirm_address(&token).await.expect("read").is_some());
    assert_eq!(addresses().await[0].bad, None);
    hall.desk.remove_address(anna, "anna@second.example").await.expect("removed");
    assert!(hall.desk.remove_address(anna, ANNA).await.is_err(), "the first one stays");
}

#[sqlx::test]
async fn a_letter_from_us_to_us_is_written_once_a_day_and_known_when_it_comes_back(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let anna = account(&hall.pool, ANNA).await;
    assert!(hall.desk.status(anna).await.is_err(), "for operators alone");
    for _ in 0..2 {
        hall.desk.self_test().await.expect("written");
    }
    assert_eq!(hall.count("select count(*) from outbox where kind = 'self-test'").await, 1);
    assert_eq!(hall.desk.status(hall.gm).await.expect("the page").self_test_returned, None);
    sqlx::query("update self_test set sent_at = sent_at - interval '7 hours'")
        .execute(&hall.pool)
        .await
        .expect("hours later");
    assert!(hall.desk.status(hall.gm).await.expect("the page").self_test_overdue);
    let (to, raw): (String, Vec<u8>) =
        sqlx::query_as("select envelope_to, bytes from outbox where kind = 'self-test'")
            .fetch_one(&hall.pool)
            .await
            .expect("the letter");
    let forged = to.replacen("+1.", "+2.", 1);
    assert_eq!(
        hall.desk.take_letter("", &forged, &raw).await.expect("asked"),
        pentade::desk::take_letter::Taken::NoSuchAddress
    );
    let taken = hall.desk.take_letter("bounce@gm.example", &to, &raw).await.expect("taken");
    let pentade::desk::take_letter::Taken::Stored(id) = taken else { panic!("{taken:?}") };
    hall.desk.read_letter(id).await.expect("read");
    let page = hall.desk.status(hall.gm).await.expect("the page");
    assert!(page.self_test_returned.is_some() && !page.self_test_overdue, "{page:?}");
}

#[sqlx::test]
async fn who_runs_the_server_is_told_once_that_mail_does_not_go_round(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let told = async || {
        hall.count(
            "select count(*) from outbox where kind = 'notice' and subject like '%mail does not go round%'",
        )
        .await
    };
    let hours_later = async |hours: i32| {
        sqlx::query("update self_test set sent_at = sent_at - make_interval(hours => $1)")
            .bind(hours)
            .execute(&hall.pool)
            .await
            .expect("hours later");
        for _ in 0..2 {
            hall.desk.self_test().await.expect("looked");
        }
    };
    hall.desk.self_test().await.expect("written");
    hours_later(5).await;
    assert_eq!(told().await, 0);
    hours_later(2).await;
    assert_eq!(told().await, 1);
    let (to, words): (String, String) =
        sqlx::query_as("select envelope_to, plain from outbox where subject like '%mail does not go round%'")
            .fetch_one(&hall.pool)
            .await
            .expect("the letter");
    assert_eq!(to, "gm@gm.example");
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("has not come back within 6 hours") && words.contains("/status"), "{words}");

    // The next day's letter is lost too: nothing new.
    hours_later(20).await;
    hours_later(8).await;
    assert_eq!(hall.count("select count(*) from self_test").await, 2);
    assert_eq!(told().await, 1);
    // It went round again, and then not: that is new.
    sqlx::query("update self_test set returned_at = now()").execute(&hall.pool).await.expect("came back");
    hours_later(20).await;
    hours_later(8).await;
    assert_eq!(told().await, 2);
}
