//! Seats that are offered by letter, and people who put themselves on a waiting list.

use axum::http::StatusCode;
use pentade::desk::take_letter::Taken;
use sqlx::PgPool;

use super::{ANNA, GRETA, Site};
use crate::hall::letter;

const IDA: &str = "ida@example.org";

impl Site {
    /// The words of the letters to an address, oldest first.
    pub(super) async fn letters_to(&self, address: &str) -> Vec<String> {
        let letters: Vec<String> =
            sqlx::query_scalar("select plain from outbox where envelope_to = $1 order by id")
                .bind(address)
                .fetch_all(&self.pool)
                .await
                .expect("the letters");
        // Where lines end is for the letters' own tests.
        letters.iter().map(|plain| plain.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    }

    /// The path of the link in the latest letter to an address.
    pub(super) async fn link_to(&self, address: &str, start: &str) -> String {
        let letters = self.letters_to(address).await;
        let last = letters.last().expect("a letter");
        let at = last.find(start).unwrap_or_else(|| panic!("{start}: {last}"));
        last[at..].split_whitespace().next().expect("a link").trim_end_matches('.').to_owned()
    }

    async fn player_of(&self, side: &str) -> Option<String> {
        sqlx::query_scalar(
            "select account.email from seat left join account on account.id = seat.account where side = $1",
        )
        .bind(side)
        .fetch_one(&self.pool)
        .await
        .expect("the seat")
    }

    async fn free_blue(&self) {
        sqlx::query("update seat set account = null where side = 'blue'")
            .execute(&self.pool)
            .await
            .expect("freed");
    }
}

const OFFER: [(&str, &str); 3] = [("side", "blue"), ("name", "Ida"), ("email", IDA)];

#[sqlx::test]
async fn a_seat_is_filled_when_it_is_accepted(pool: PgPool) {
    let site = Site::begin(pool).await;
    site.free_blue().await;
    let mut greta = site.signed_in(GRETA).await;
    let page = greta.page("/gm/g/g1/invitations").await;
    assert!(page.contains("The Blues") && !page.contains("The Reds"), "{page}");
    let invited = greta.post("/gm/g/g1/invitations", &OFFER).await;
    assert_eq!(invited.to.as_deref(), Some("/gm/g/g1/invitations"), "{}", invited.text);
    assert_eq!(site.player_of("blue").await, None, "an invitation fills no seat");
    let twice = greta.post("/gm/g/g1/invitations", &OFFER).await;
    assert_eq!(twice.status, StatusCode::CONFLICT, "{}", twice.text);
    let held = greta.post("/gm/g/g1/invitations", &[("side", "red"), ("name", "Ida"), ("email", IDA)]).await;
    assert_eq!(held.status, StatusCode::CONFLICT, "{}", held.text);

    let link = site.link_to(IDA, "/invitation/").await;
    let mut ida = site.stranger();
    let asked = ida.page(&link).await;
    assert!(asked.contains("will you play <bdi>The Blues</bdi>?"), "{asked}");
    assert_eq!(site.player_of("blue").await, None, "opening the link fills no seat");
    let nothing = ida.post(&link, &[("answer", "perhaps")]).await;
    assert_eq!(nothing.status, StatusCode::BAD_REQUEST);
    let welcome = ida.post(&link, &[("answer", "accept")]).await;
    assert!(welcome.text.contains("Welcome"), "{}", welcome.text);
    assert_eq!(site.player_of("blue").await.as_deref(), Some(IDA));
    assert!(site.letters_to(IDA).await.last().expect("a letter").contains("The Blues"), "the opening letter");
    let late = ida.post(&link, &[("answer", "decline")]).await;
    assert!(late.text.contains("Welcome"), "a second answer changes nothing");
    assert!(greta.page("/gm/g/g1/invitations").await.contains("accepted"));
    assert!(site.letters_to(GRETA).await.iter().any(|words| words.contains("Ida has accepted")));
    assert_eq!(ida.get(&format!("{link}0")).await.status, StatusCode::NOT_FOUND);
}

#[sqlx::test]
async fn an_invitation_is_declined_sent_again_and_taken_back(pool: PgPool) {
    let site = Site::begin(pool).await;
    site.free_blue().await;
    let mut greta = site.signed_in(GRETA).await;
    greta.post("/gm/g/g1/invitations", &OFFER).await;
    let link = site.link_to(IDA, "/invitation/").await;
    let mut ida = site.stranger();
    assert!(ida.post(&link, &[("answer", "decline")]).await.text.contains("Declined"));
    assert_eq!(site.player_of("blue").await, None);
    assert!(site.letters_to(GRETA).await.iter().any(|words| words.contains("Ida has declined")));

    greta.post("/gm/g/g1/invitations", &OFFER).await;
    let open: uuid::Uuid = sqlx::query_scalar("select id from invitation where state = 'open'")
        .fetch_one(&site.pool)
        .await
        .expect("one");
    let (again, back) =
        (format!("/gm/g/g1/invitations/{open}/again"), format!("/gm/g/g1/invitations/{open}/withdraw"));
    assert_eq!(greta.post(&again, &[]).await.status, StatusCode::CONFLICT, "not twice within minutes");
    sqlx::query("update invitation set sent_at = now() - interval '1 hour'")
        .execute(&site.pool)
        .await
        .expect("an hour passes");
    let former = site.link_to(IDA, "/invitation/").await;
    assert_eq!(greta.post(&again, &[]).await.to.as_deref(), Some("/gm/g/g1/invitations"));
    let link = site.link_to(IDA, "/invitation/").await;
    assert_ne!(former, link);
    assert_eq!(ida.get(&former).await.status, StatusCode::NOT_FOUND, "the former link is no good");

    let mut anna = site.signed_in(ANNA).await;
    assert_eq!(anna.post(&back, &[]).await.status, StatusCode::FORBIDDEN);
    assert_eq!(anna.get("/gm/g/g1/invitations").await.status, StatusCode::FORBIDDEN);
    assert_eq!(greta.post(&back, &[]).await.to.as_deref(), Some("/gm/g/g1/invitations"));
    let late = ida.post(&link, &[("answer", "accept")]).await;
    assert!(late.text.contains("Taken back"), "{}", late.text);
    assert_eq!(site.player_of("blue").await, None);
    assert!(site.letters_to(IDA).await.last().expect("one").contains("taken back"));
}

#[sqlx::test]
async fn an_offered_seat_that_was_given_away_is_not_taken(pool: PgPool) {
    let site = Site::begin(pool).await;
    site.free_blue().await;
    let mut greta = site.signed_in(GRETA).await;
    greta.post("/gm/g/g1/invitations", &OFFER).await;
    let link = site.link_to(IDA, "/invitation/").await;
    greta.post("/gm/g/g1/seats", &[("side", "blue"), ("name", "Kai"), ("email", "kai@example.org")]).await;
    let late = site.stranger().post(&link, &[("answer", "accept")]).await;
    assert_eq!(late.status, StatusCode::CONFLICT);
    assert!(late.text.contains("has been given to another player"), "{}", late.text);
    assert_eq!(site.player_of("blue").await.as_deref(), Some("kai@example.org"));
}

#[sqlx::test]
async fn a_game_may_begin_by_invitations(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    let mut filled = super::new_game::filled();
    filled.push(("invite", "yes"));
    let begun = greta.post(super::new_game::FORM, &filled).await;
    assert_eq!(begun.to.as_deref(), Some("/gm/g/g2"), "{}", begun.text);
    let held: i64 = sqlx::query_scalar(
        "select count(*) from seat join game on game.id = seat.game where slug = 'g2' and account is not null",
    )
    .fetch_one(&site.pool)
    .await
    .expect("counted");
    assert_eq!(held, 0, "nobody has accepted yet");
    let link = site.link_to(IDA, "/invitation/").await;
    site.stranger().post(&link, &[("answer", "accept")]).await;
    assert!(greta.page("/gm/g/g2").await.contains(IDA));
}

#[sqlx::test]
async fn people_put_themselves_on_a_list_that_is_open(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut kai = site.stranger();
    let person = [("name", "Kai"), ("email", "kai@example.org")];
    assert!(kai.page("/g/g1/waiting").await.contains("the GM’s own"));
    assert_eq!(kai.post("/g/g1/waiting", &person).await.status, StatusCode::CONFLICT);
    assert!(!kai.page("/g/g1").await.contains("/g/g1/waiting"));
    let mut greta = site.signed_in(GRETA).await;
    greta.post("/gm/g/g1/customs", &[("opens_waiting", "yes")]).await;
    assert!(kai.page("/g/g1").await.contains("/g/g1/waiting"));
    assert_eq!(
        kai.post("/g/g1/waiting", &[("name", " "), ("email", "kai@example.org")]).await.status,
        StatusCode::CONFLICT
    );
    kai.post("/g/g1/waiting", &person).await;
    kai.post("/g/g1/waiting", &person).await;
    assert_eq!(site.letters_to("kai@example.org").await.len(), 1, "one letter in a while");
    let waiting = "select count(*) from waiting where left_at is null";
    let count = async || -> i64 { sqlx::query_scalar(waiting).fetch_one(&site.pool).await.expect("counted") };
    let link = site.link_to("kai@example.org", "/join/").await;
    assert!(kai.page(&link).await.contains("kai@example.org"));
    assert_eq!(count().await, 0, "opening the link changes nothing");
    for _ in 0..2 {
        let joined = kai.post(&link, &[("note", "would like Poland")]).await;
        assert!(joined.text.contains("You wait for a seat"), "{}", joined.text);
    }
    assert_eq!(count().await, 1);
    assert!(greta.page("/gm/g/g1").await.contains("would like Poland"));
    assert!(site.letters_to(GRETA).await.iter().any(|words| words.contains("Kai has put himself")));
    assert_eq!(kai.get(&link.replace("/join/g1", "/join/g2")).await.status, StatusCode::NOT_FOUND);
}

impl Site {
    /// The address that the answer to the latest letter to an address goes to.
    async fn answers_go_to(&self, address: &str) -> String {
        let bytes: Vec<u8> =
            sqlx::query_scalar("select bytes from outbox where envelope_to = $1 order by id desc limit 1")
                .bind(address)
                .fetch_one(&self.pool)
                .await
                .expect("a letter");
        let raw = String::from_utf8(bytes).expect("our letters are ASCII");
        let line = raw.lines().find(|line| line.to_lowercase().starts_with("reply-to:")).expect("an address");
        line["reply-to:".len()..].trim().trim_matches(['<', '>']).to_owned()
    }

    /// Hands a letter in and reads it; false when nobody here has the address.
    async fn letter_in(&self, from: &str, to: &str, (id, head): (&str, &str), body: &str) -> bool {
        let raw = format!("{head}{}", letter(from, id, "Re: an invitation", body));
        match self.desk.take_letter(from, to, raw.as_bytes()).await.expect("taken") {
            Taken::Stored(id) => self.desk.read_letter(id).await.expect("read"),
            Taken::Again => {}
            Taken::NoSuchAddress => return false,
        }
        true
    }

    async fn state_of_letter(&self, id: &str) -> (String, Option<String>) {
        let row = sqlx::query_as("select state, reason from letter where message_id like $1");
        row.bind(format!("%{id}@example.org%")).fetch_one(&self.pool).await.expect("the letter")
    }
}

#[sqlx::test]
async fn an_invitation_is_answered_by_letter(pool: PgPool) {
    let site = Site::begin(pool).await;
    site.free_blue().await;
    let mut greta = site.signed_in(GRETA).await;
    greta.post("/gm/g/g1/invitations", &OFFER).await;
    let to = site.answers_go_to(IDA).await;
    assert!(to.starts_with("orders+invite-") && to.find('@').expect("a domain") <= 64, "{to}");
    assert!(site.letters_to(IDA).await[0].contains("with nothing but the word accept, or decline"));

    let machine = "Auto-Submitted: auto-replied\r\n";
    assert!(site.letter_in(IDA, &to, ("machine", machine), "accept").await);
    assert_eq!(site.state_of_letter("machine").await.0, "ignored");
    assert!(site.letter_in(IDA, &to, ("what", ""), "May I have the Reds instead?\naccept").await);
    assert_eq!(site.player_of("blue").await, None, "nothing is guessed");
    let (state, reason) = site.state_of_letter("what").await;
    assert_eq!(
        (state.as_str(), reason.is_some_and(|why| why.contains("neither yes nor no"))),
        ("held", true)
    );
    assert!(greta.page("/gm/g/g1").await.contains("neither yes nor no"), "the GM sees what he wrote");
    assert!(site.letters_to(IDA).await.last().expect("one").contains("neither accept nor decline"));
    assert_eq!(site.letters_to(IDA).await.len(), 2, "a machine has no answer");

    assert!(!site.letter_in(IDA, &to.replace("invite-", "invite-0"), ("bad", ""), "accept").await);
    assert!(site.letter_in(IDA, &to, ("yes", ""), "Accept!\n\nI look forward to it.").await);
    assert_eq!(site.player_of("blue").await.as_deref(), Some(IDA));
    assert!(site.letters_to(IDA).await.last().expect("a letter").contains("The Blues"), "the opening letter");
    assert!(site.letters_to(GRETA).await.iter().any(|words| words.contains("Ida has accepted")));
    assert!(greta.page("/gm/g/g1/invitations").await.contains("accepted"));
    let letters = site.letters_to(IDA).await.len();
    for id in ["no", "never"] {
        assert!(site.letter_in(IDA, &to, (id, ""), "decline").await);
    }
    assert_eq!(site.player_of("blue").await.as_deref(), Some(IDA), "a second answer changes nothing");
    let told = site.letters_to(IDA).await;
    assert_eq!(told.len(), letters + 1, "and is told so once");
    assert!(told.last().expect("one").contains("write resign"), "{told:?}");
}

#[sqlx::test]
async fn an_invitation_is_declined_by_letter_or_too_late(pool: PgPool) {
    let site = Site::begin(pool).await;
    site.free_blue().await;
    let mut greta = site.signed_in(GRETA).await;
    greta.post("/gm/g/g1/invitations", &OFFER).await;
    let to = site.answers_go_to(IDA).await;
    assert!(
        site.letter_in(IDA, &to, ("no", ""), "No, thanks.\n\n> will you play The Blues?\n> accept").await
    );
    assert_eq!(site.player_of("blue").await, None);
    assert!(site.letters_to(IDA).await.last().expect("one").contains("You have declined"));
    assert!(site.letters_to(GRETA).await.iter().any(|words| words.contains("Ida has declined")));

    greta.post("/gm/g/g1/invitations", &OFFER).await;
    let to = site.answers_go_to(IDA).await;
    greta.post("/gm/g/g1/seats", &[("side", "blue"), ("name", "Kai"), ("email", "kai@example.org")]).await;
    assert!(site.letter_in(IDA, &to, ("late", ""), "accept").await);
    assert_eq!(site.player_of("blue").await.as_deref(), Some("kai@example.org"));
    assert!(site.letters_to(IDA).await.last().expect("one").contains("has been given to another player"));
}
