//! Commands by letter, on the real desk: what each gives, what it changes, and that nobody gets what is another's.

use jiff::{Timestamp, ToSpan};
use pentade::desk::DeskError;
use pentade::desk::views::{Customs, LetterState, PentadeState};
use pentade::postal::chronicle::SideId;
use sqlx::PgPool;

use super::{ANNA, BORIS, Hall, account, letter, red};

const CLEO: &str = "cleo@example.com";

impl Hall {
    /// A letter with a subject of its own.
    async fn write(&self, from: &str, id: &str, subject: &str, body: &str) {
        self.raw_letter(from, &letter(from, id, subject, body)).await;
    }

    /// The words of the newest answer to commands, on one line.
    async fn answer(&self) -> String {
        let row = self.post("answer").await.pop().expect("an answer");
        self.words(&row).await.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    async fn sent(&self, kind: &str) -> Vec<(String, String)> {
        let mut sent = Vec::new();
        for row in self.post(kind).await {
            sent.push((row.to.clone(), self.words(&row).await));
        }
        sent
    }

    async fn bytes(&self, kind: &'static str) -> String {
        let row = "select bytes from outbox where kind = $1 order by id desc limit 1";
        let bytes: Vec<u8> =
            sqlx::query_scalar(row).bind(kind).fetch_one(&self.pool).await.expect("a letter of this kind");
        String::from_utf8(bytes).expect("our letters are ASCII")
    }

    async fn play(&self) {
        self.desk.close_pentade(self.gm, "g1").await.expect("closed");
        self.desk.publish(self.gm, "g1", 100).await.expect("published");
    }
}

fn code_in(words: &str) -> String {
    let behind = words.split("\"confirm ").nth(1).unwrap_or_else(|| panic!("a code in {words}"));
    behind.split('"').next().expect("it ends").to_owned()
}

#[sqlx::test]
async fn commands_and_orders_of_one_letter_are_both_honoured_and_named(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "Dear GM,\nhelp\nstatus\nguess 7\n").await;

    assert_eq!(hall.red_sheet().await, Some((1, "guess 7".to_owned())));
    let answer = hall.answer().await;
    for part in ["help", "Write your orders for The Reds in plain words", "guess 7", "status", "due on"] {
        assert!(answer.contains(part), "{part}: {answer}");
    }
    assert!(answer.contains("The rest of your letter was read as orders"), "{answer}");
    assert!(answer.contains("You have 0 points."), "the game tells the situation: {answer}");
    let acknowledged = hall.post("acknowledgement").await;
    let words = hall.words(&acknowledged[0]).await;
    assert!(words.contains("help, status"), "the acknowledgement names them: {words}");
    let read = &hall.letters().await[0];
    assert_eq!((read.state, read.reason.as_deref()), (LetterState::Read, Some("commands: help, status")));
    let raw = hall.bytes("answer").await;
    for head in ["In-Reply-To: <a@example.org>", "Auto-Submitted: auto-replied"] {
        assert!(raw.contains(head), "{head}");
    }
    let plain = hall.words(&hall.post("answer").await[0]).await;
    let long = plain.lines().filter(|line| line.chars().count() > 72 && !line.contains("http"));
    assert_eq!(long.collect::<Vec<_>>(), Vec::<&str>::new());
}

#[sqlx::test]
async fn commands_alone_touch_no_sheet_and_work_when_orders_are_closed(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 7").await;
    hall.write(ANNA, "b", "[g1] status", "Thanks!\n").await;
    assert_eq!(hall.red_sheet().await, Some((1, "guess 7".to_owned())), "thanks are no sheet");
    let answer = hall.answer().await;
    assert!(answer.contains("Version 1 of your orders") && answer.contains("Thanks!"), "{answer}");
    assert_eq!(hall.post("acknowledgement").await.len(), 1);

    hall.due(Timestamp::now() - 1.second()).await;
    hall.write(ANNA, "c", "status", "").await;
    assert!(hall.answer().await.contains("and are closed"));
    hall.write(ANNA, "d", "Re: status", "").await;
    assert_eq!(hall.post("answer").await.len(), 2, "the subject of an answer commands nothing");
}

#[sqlx::test]
async fn the_map_comes_as_png_and_svg(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.write(ANNA, "a", "g1 map", "").await;
    let raw = hall.bytes("answer").await;
    for part in ["image/png", "image/svg+xml", "map-before-100.png", "map-before-100.svg", "iVBORw0KGgo"] {
        assert!(raw.contains(part), "{part}");
    }
}

#[sqlx::test]
async fn a_report_is_sent_again_to_its_own_side_alone(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 7").await;
    hall.letter(BORIS, "b", "guess 13").await;
    hall.write(ANNA, "c", "report", "").await;
    assert!(hall.answer().await.contains("No pentade is published yet"));
    hall.play().await;
    hall.write(ANNA, "d", "report 102", "").await;
    let answer = hall.answer().await;
    assert!(answer.contains("The secret guess of red was 7") && !answer.contains("was 13"), "{answer}");
    hall.write(ANNA, "e", "report 990", "").await;
    assert!(hall.answer().await.contains("Published are 100\u{2013}104"));

    hall.write("eve@example.com", "f", "report 100", "").await;
    hall.raw_letter("eve@example.com", &letter(ANNA, "g", "report 100", "")).await;
    let answers = hall.post("answer").await;
    assert!(answers.iter().all(|row| row.to == ANNA) && answers.len() == 3, "{answers:?}");
}

#[sqlx::test]
async fn rules_and_histories_are_told_as_far_as_the_game_has_them(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "rules 1\nrules 2\nrules\nhistory Lombardy").await;
    let answer = hall.answer().await;
    assert!(
        answer.contains("1 guess a number") && answer.contains("http://127.0.0.1:8080/rules/1"),
        "{answer}"
    );
    assert!(answer.contains("There is no rule 2"), "rows for the GM stay with the GM: {answer}");
    assert!(answer.contains("Guessing by Post keeps no such history."), "{answer}");
}

#[sqlx::test]
async fn a_vote_by_letter_counts_after_orders_have_closed(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "vote yes\nguess 7\nask").await;
    assert!(hall.answer().await.contains("You are asked nothing now"));
    let view = hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    assert_eq!(view.state, PentadeState::Held);

    hall.letter(BORIS, "b", "vote yes").await;
    assert!(hall.answer().await.contains("You are asked nothing now"), "the Blues are not asked");
    hall.letter(ANNA, "c", "vote perhaps").await;
    assert!(hall.answer().await.contains("the answers are yes, no"));
    assert_eq!(hall.count("select count(*) from answer").await, 0);
    hall.write(ANNA, "d", "vote", "1: Yes\n").await;
    assert!(hall.answer().await.contains("kept as \u{201c}yes\u{201d}"));
    let page = hall.desk.gm_page(hall.gm, "g1").await.expect("the GM's page");
    assert_eq!(page.pentade.state, PentadeState::Draft, "nothing is open any more, so it was played");
}

#[sqlx::test]
async fn a_signed_message_goes_to_those_it_names(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "press to Blues and the GM:\nMeet me.\n\nAt noon.\nend press\nguess 7").await;
    assert_eq!(hall.red_sheet().await, Some((1, "guess 7".to_owned())));
    let sent = hall.sent("press").await;
    let to: Vec<&str> = sent.iter().map(|(to, _)| to.as_str()).collect();
    assert_eq!(to, [BORIS, "gm@gm.example"]);
    assert!(sent[0].1.contains("The Reds writes to The Blues, the GM:") && sent[0].1.contains("At noon."));
    let raw = hall.bytes("press").await;
    assert!(!raw.contains("anna") && !raw.contains("Anna"), "no address and no name of a person: {raw}");

    hall.play().await;
    let anyone = hall.sent("report").await;
    let holds = |who: &str| anyone.iter().any(|(to, words)| to == who && words.contains("At noon."));
    assert!(holds(BORIS) && holds(ANNA), "it stands below their reports");
    let public =
        hall.desk.turn(None, "g1", 100, &pentade::postal::chronicle::Reader::Public).await.expect("a turn");
    assert!(!format!("{:?}", public.report).contains("At noon"), "and not in the archive");
}

#[sqlx::test]
async fn words_that_read_as_orders_are_not_sent_by_mistake(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "press to all:\nhello\n\nguess 7").await;
    assert!(hall.post("press").await.is_empty() && hall.red_sheet().await.is_none());
    assert!(hall.answer().await.contains("Some of these words read as orders"), "{}", hall.answer().await);
    hall.letter(ANNA, "b", "press to Greens: hello").await;
    assert!(hall.answer().await.contains("Nobody is called Greens"), "{}", hall.answer().await);
    assert!(hall.post("press").await.is_empty());
}

#[sqlx::test]
async fn an_unsigned_message_is_shown_to_its_writer_first_and_leaks_nothing(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let raw = letter(ANNA, "a", "anonymous press to all", "Beware of the Reds.\n\n-- \nAnna Smith, Lyon")
        .replace("MIME-Version", "X-Originating-IP: 192.0.2.77\r\nMIME-Version")
        .replace("+0000", "+0100");
    hall.raw_letter(ANNA, &raw).await;
    assert!(hall.post("press").await.is_empty(), "nothing goes out before it is confirmed");
    let answer = hall.answer().await;
    assert!(answer.contains("Beware of the Reds.") && !answer.contains("Smith"), "{answer}");
    let code = code_in(&answer);

    hall.letter(BORIS, "x", &format!("confirm {code}")).await;
    assert!(hall.post("press").await.is_empty(), "another's code is nothing");
    hall.letter(ANNA, "b", &format!("confirm {}", code.to_uppercase())).await;
    let sent = hall.sent("press").await;
    assert_eq!(sent.iter().map(|(to, _)| to.as_str()).collect::<Vec<_>>(), [BORIS]);
    let raw = hall.bytes("press").await;
    for leak in ["Anna", "anna", "Smith", "192.0.2.77", "example.org", "+0100", "The Reds writes"] {
        assert!(!raw.contains(leak), "{leak}: {raw}");
    }
    assert!(raw.contains("Date: ") && raw.contains("+0000"));
    hall.letter(ANNA, "c", &format!("confirm {code}")).await;
    assert_eq!(hall.post("press").await.len(), 1, "a code works once");

    let no = Customs { anonymous_press: false, ..Customs::default() };
    hall.desk.set_customs(hall.gm, "g1", no).await.expect("set");
    hall.letter(ANNA, "d", "anonymous press to all: psst").await;
    assert!(hall.answer().await.contains("allows no messages without a name"));
    let boris = account(&hall.pool, BORIS).await;
    assert!(hall.desk.set_customs(boris, "g1", no).await.is_err());
}

#[sqlx::test]
async fn a_vacation_is_kept_and_the_gm_is_told(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.write(ANNA, "a", "vacation next week", "").await;
    assert!(hall.answer().await.contains("no days that can be read"));
    let first = Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC).date();
    let last = first.checked_add(9.days()).expect("a day");
    hall.write(ANNA, "b", &format!("vacation {first} to {last}"), "").await;
    let told = format!("You are away from {first} to {last}");
    assert!(hall.answer().await.contains(&told));
    let notices = hall.sent("notice").await;
    let is_told = |(to, words): &(String, String)| to == "gm@gm.example" && words.contains("is away from");
    assert!(notices.iter().any(is_told), "{notices:?}");
    let away = hall.desk.gm_page(hall.gm, "g1").await.expect("the GM's page").wishes.away;
    assert_eq!((away.len(), away[0].who.as_str()), (1, "Anna (The Reds)"));
    hall.write(ANNA, "c", "status", "").await;
    assert!(hall.answer().await.contains(&told));
    hall.write(ANNA, "d", "vacation none", "").await;
    assert!(hall.desk.gm_page(hall.gm, "g1").await.expect("the GM's page").wishes.away.is_empty());
}

#[sqlx::test]
async fn who_resigns_confirms_it_and_his_orders_are_withdrawn(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 7").await;
    hall.letter(ANNA, "b", "resign").await;
    let answer = hall.answer().await;
    assert!(answer.contains("Your orders for 100\u{2013}104 would then be withdrawn."), "{answer}");
    assert_eq!(hall.red_sheet().await, Some((1, "guess 7".to_owned())), "asking changes nothing");
    hall.letter(ANNA, "c", &format!("confirm {}", code_in(&answer))).await;
    assert!(hall.answer().await.contains("is no longer yours"));

    let page = hall.desk.gm_page(hall.gm, "g1").await.expect("the GM's page");
    let seat = page.seats.iter().find(|seat| seat.side == red()).expect("the Reds");
    let sheet = seat.sheet.as_ref().map(|sheet| (sheet.version, sheet.words.as_str()));
    assert_eq!((&seat.player, sheet), (&None, Some((2, ""))), "version 1 stays readable");
    let told = hall.sent("notice").await;
    assert!(told.iter().any(|(to, words)| to == "gm@gm.example" && words.contains("has given The Reds up")));
    hall.letter(ANNA, "d", "status").await;
    assert_eq!(hall.letters().await[0].state, LetterState::Held, "a stranger now");
}

#[sqlx::test]
async fn a_player_whose_seat_is_given_away_leaves_no_ghost(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 7").await;
    hall.letter(BORIS, "b", "guess 9").await;
    hall.desk.give_seat(hall.gm, "g1", &red(), ("Cleo", CLEO)).await.expect("given");
    let sheets = hall.desk.gm_page(hall.gm, "g1").await.expect("the GM's page").seats;
    let words = |side: &str| {
        let seat = sheets.iter().find(|seat| seat.side.as_str() == side).expect("a seat");
        seat.sheet.as_ref().map(|sheet| sheet.words.clone())
    };
    assert_eq!((words("red").as_deref(), words("blue").as_deref()), (Some(""), Some("guess 9")));

    let keeps = Customs { withdraws_departed: false, ..Customs::default() };
    hall.desk.set_customs(hall.gm, "g1", keeps).await.expect("set");
    hall.desk.give_seat(hall.gm, "g1", &SideId::new("blue"), ("Cleo", CLEO)).await.expect("given");
    let boris = hall.count("select count(*) from sheet where side = 'blue'").await;
    assert_eq!(boris, 1, "where that is the custom, the sheet is kept");
}

#[sqlx::test]
async fn a_stand_in_orders_until_his_last_day_and_both_are_told(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let today = Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC).date();
    let last = today.checked_add(5.days()).expect("a day");
    hall.letter(CLEO, "x", "guess 1").await;
    assert_eq!(hall.count("select count(*) from sheet").await, 0);
    hall.letter(ANNA, "a", &format!("substitute Cleo@Example.com until {last}")).await;
    assert!(hall.answer().await.contains("once the GM has confirmed it"));
    hall.letter(CLEO, "y", "guess 1").await;
    assert_eq!(hall.count("select count(*) from sheet").await, 0, "the GM has not confirmed");

    let asked = hall.desk.gm_page(hall.gm, "g1").await.expect("the GM's page").wishes.stand_ins;
    let boris = account(&hall.pool, BORIS).await;
    assert!(matches!(
        hall.desk.settle_stand_in(boris, "g1", asked[0].id, true).await,
        Err(DeskError::NotAllowed(_))
    ));
    hall.desk.settle_stand_in(hall.gm, "g1", asked[0].id, true).await.expect("settled");
    hall.letter(CLEO, "z", "guess 3").await;
    assert_eq!(hall.red_sheet().await, Some((1, "guess 3".to_owned())));
    let to: Vec<String> = hall.post("acknowledgement").await.into_iter().map(|row| row.to).collect();
    assert_eq!(to, [ANNA, CLEO], "both know what was ordered");
    let cleo = account(&hall.pool, CLEO).await;
    assert!(hall.desk.player_page(cleo, "g1", &red()).await.is_ok());
    assert!(hall.desk.player_page(cleo, "g1", &SideId::new("blue")).await.is_err());
    hall.letter(CLEO, "r", "resign").await;
    assert!(hall.answer().await.contains("Only the player himself"));

    sqlx::query("update stand_in set last_day = current_date - 2").execute(&hall.pool).await.expect("moved");
    hall.letter(CLEO, "w", "guess 4").await;
    assert_eq!(hall.red_sheet().await, Some((1, "guess 3".to_owned())), "his days are over");
    assert!(hall.desk.player_page(cleo, "g1", &red()).await.is_err());
}

#[sqlx::test]
async fn an_address_is_answered_twenty_times_an_hour_at_most_and_wishes_still_count(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    for number in 0..22 {
        hall.letter(ANNA, &format!("n{number}"), "rules 1").await;
    }
    assert_eq!(hall.post("answer").await.len(), 20);
    assert!(hall.answer().await.contains("This is the last answer"));
    hall.letter(ANNA, "press", "press to all: still here").await;
    assert_eq!((hall.post("answer").await.len(), hall.post("press").await.len()), (20, 1));
}

#[sqlx::test]
async fn answers_are_counted_by_player_whichever_address_they_go_to(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    for number in 0..12 {
        hall.letter(ANNA, &format!("n{number}"), "rules 1").await;
    }
    let anna = account(&hall.pool, ANNA).await;
    let second = "insert into further_address (address, account, verified_at) values ('anna@second.example', $1, now())";
    sqlx::query(second).bind(anna.0).execute(&hall.pool).await.expect("added");
    let bad = "insert into bad_address (address, since, reason) values ($1, now(), 'gone')";
    sqlx::query(bad).bind(ANNA).execute(&hall.pool).await.expect("marked");
    for number in 12..24 {
        hall.letter("anna@second.example", &format!("n{number}"), "rules 1").await;
    }
    let mut to: Vec<String> = hall.post("answer").await.into_iter().map(|row| row.to).collect();
    assert_eq!(to.len(), 20);
    to.dedup();
    assert_eq!(to, [ANNA, "anna@second.example"]);
}

#[sqlx::test]
async fn so_many_messages_may_be_sent_within_an_hour(pool: PgPool) {
    let settings = "[mail_in]\nchecks = \"envelope\"\n[press]\nmessages_an_hour = 2\n";
    let hall = Hall::begin_with(pool, super::settings_with(settings)).await;
    for number in 0..3 {
        hall.letter(ANNA, &format!("p{number}"), &format!("press to all: word {number}")).await;
    }
    assert_eq!(hall.post("press").await.len(), 2);
    assert!(hall.answer().await.contains("You have sent 2 messages within an hour: this one was not sent."));
}

/// Every command by everybody: no letter to one side holds what is another's.
#[sqlx::test]
async fn nobody_gets_anothers_things_by_any_command(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "press to the GM: sesame-red\nend press\nguess 7").await;
    hall.letter(BORIS, "b", "press to the GM: sesame-blue\nend press\nguess 13").await;
    let commands = [
        "help",
        "status",
        "map",
        "report",
        "report 100",
        "rules 1",
        "rules 2",
        "history The Blues",
        "history The Reds",
        "vote yes",
        "vacation none",
        "substitute none",
        "confirm aaaaaaaaaa",
        "press to all: hello",
    ];
    for moment in ["open", "published"] {
        if moment == "published" {
            hall.play().await;
        }
        for (nth, command) in commands.iter().enumerate() {
            for who in [ANNA, BORIS, "eve@example.com", "gm@gm.example"] {
                hall.write(who, &format!("{moment}{nth}{who}"), &format!("g1 {command}"), "").await;
            }
        }
        // The limit of answers is not what is looked at here.
        sqlx::query("update outbox set created_at = created_at - interval '2 hours'")
            .execute(&hall.pool)
            .await
            .expect("moved");
    }
    let all: Vec<(String, String)> =
        sqlx::query_as("select envelope_to, plain from outbox where envelope_to <> 'gm@gm.example'")
            .fetch_all(&hall.pool)
            .await
            .expect("letters");
    assert!(all.len() > 40, "{}", all.len());
    for (to, words) in all {
        let others = match to.as_str() {
            ANNA => ["sesame-blue", "guess 13", "was 13"],
            BORIS => ["sesame-red", "guess 7\n", "of red was 7"],
            stranger => panic!("a letter to {stranger}"),
        };
        // The help shows everybody the game's own example.
        let words = words.replace("Your guess\n      guess 7", "");
        assert!(others.iter().all(|secret| !words.contains(secret)), "{to}: {words}");
    }
}

#[sqlx::test]
async fn hostile_words_are_text_everywhere(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let hostile = "<script>alert(1)</script><svg onload=x>'); drop table press;-- %s {{7*7}} \u{202e}txt";
    hall.letter(ANNA, "a", &format!("press to all: {hostile}")).await;
    let raw = hall.bytes("press").await;
    let html = raw.split("text/html").nth(1).expect("a part");
    assert!(!html.contains("<script") && !html.contains("<svg") && html.contains("&#60;script"), "{html}");
    let words = &hall.sent("press").await[0].1;
    assert!(words.contains("drop table press") && words.contains("{{7*7}}") && !words.contains('\u{202e}'));
    for (nth, line) in [
        "history <script>alert(1)</script>",
        "history '); drop table seat;--",
        "substitute a@b.example\u{2028}bcc:x@y.example",
        "press to <img src=x>: hi",
        "rules 17.1<script>",
    ]
    .iter()
    .enumerate()
    {
        hall.letter(ANNA, &format!("h{nth}"), line).await;
    }
    let subject = "=?utf-8?q?map=0D=0ABcc:_spy@example.net?=";
    hall.write(ANNA, "s", subject, "help").await;
    let all: Vec<Vec<u8>> =
        sqlx::query_scalar("select bytes from outbox").fetch_all(&hall.pool).await.expect("letters");
    for raw in all {
        let raw = String::from_utf8(raw).expect("our letters are ASCII");
        let head = raw.split("\r\n\r\n").next().expect("a head");
        assert!(!head.to_lowercase().contains("\nbcc:"), "{head}");
        let html = raw.split("text/html").nth(1).expect("a part");
        assert!(!html.contains("<script"), "{html}");
    }
}
