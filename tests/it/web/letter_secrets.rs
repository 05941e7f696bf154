//! A walk over every command of a letter, with Empires of the Middle Ages: nobody is answered what
//! `Entry::visibility` keeps from him, nor another's orders.

use std::collections::BTreeSet;
use std::path::Path;

use pentade::desk::take_letter::Taken;
use pentade::games;
use pentade::postal::chronicle::{Reader as Eyes, SideId, TurnEntry};
use pentade::postal::document::Span;
use pentade::postal::game::{ChronicleText, Turn, WorldText};
use pentade::settings::texts::ConfigTexts;
use sqlx::PgPool;

use super::empires::millennium;
use super::{ANNA, BORIS, GRETA, Site};

const STRANGER: &str = "eve@example.com";
/// Shortest words that are looked for: shorter ones may stand anywhere.
const SHORTEST: usize = 15;
/// Commands that one letter may hold.
const A_LETTER: usize = 20;

/// The words of an entry, one run each.
fn runs(entry: &TurnEntry) -> Vec<String> {
    let spans = entry.item.spans.iter().chain(entry.item.details.iter().flatten());
    let text = spans.filter_map(|span| match span {
        Span::Text(text) | Span::Strong(text) => Some(flat(text)),
        Span::Rule(_) => None,
    });
    text.filter(|text| text.len() >= SHORTEST).collect()
}

fn flat(text: &str) -> String {
    text.replace('*', "").split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(super) async fn letter(site: &Site, from: &str, id: &str, body: &str) {
    let to = "orders+g1@gm.example";
    let raw = format!(
        "From: {from}\r\nTo: {to}\r\nSubject: g1\r\nMessage-ID: <{id}@example.org>\r\nMIME-Version: 1.0\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\r\n{}\r\n",
        body.replace('\n', "\r\n")
    );
    let taken = site.desk.take_letter(from, to, raw.as_bytes()).await.expect("stored");
    let Taken::Stored(letter) = taken else { panic!("{taken:?}") };
    site.desk.read_letter(letter).await.expect("read");
}

/// What a published pentade holds for somebody.
async fn entries(site: &Site, eyes: &Eyes) -> Vec<TurnEntry> {
    let config = Path::new(env!("CARGO_MANIFEST_DIR")).join("config");
    let games = games::load(&ConfigTexts::read(&config).expect("texts").files).expect("tables");
    let game = games.get("empires").expect("the game");
    let row: (String, String, String) = sqlx::query_as(
        "select world_before, world_after, chronicle from pentade where first_year = 976 and state = 'published'",
    )
    .fetch_one(&site.pool)
    .await
    .expect("the pentade");
    let (before, after, chronicle) =
        (WorldText::new(row.0), WorldText::new(row.1), ChronicleText::new(row.2));
    let turn = Turn { before: &before, after: &after, chronicle: &chronicle };
    game.entries(turn, eyes).expect("entries")
}

/// Every command, with the history of each of these names.
fn commands(names: &BTreeSet<String>) -> Vec<String> {
    let asked = [
        "help",
        "status",
        "map",
        "map 976",
        "report",
        "report 976",
        "rules",
        "rules 19.1, 30.1, 6.5",
        "vote",
    ];
    let does = ["vacation 20 December 2026 until 5 January 2027", "press GM: all is well\nend press"];
    let histories = names.iter().map(|name| format!("history {name}"));
    let all: Vec<String> = asked.iter().chain(&does).map(|one| (*one).to_owned()).chain(histories).collect();
    all.chunks(A_LETTER).map(|chunk| chunk.join("\n") + "\n").collect()
}

/// Who writes: his address, his side, and what he orders in the open pentade.
type Person = (&'static str, &'static str, &'static str);

/// Nothing that was written to a player is in an entry that he may not see, or in another's orders.
async fn is_told_his_own(
    site: &Site,
    whole: &[TurnEntry],
    (address, side, orders): Person,
    people: &[Person],
    answers: usize,
) {
    let seen: Vec<String> =
        entries(site, &Eyes::Side(SideId::new(side))).await.iter().flat_map(runs).collect();
    let visible: BTreeSet<usize> =
        entries(site, &Eyes::Side(SideId::new(side))).await.iter().map(|entry| entry.nth).collect();
    let hidden = whole.iter().filter(|entry| !visible.contains(&entry.nth)).flat_map(runs);
    let hidden: Vec<String> =
        hidden.filter(|words| !seen.iter().any(|other| other.contains(words))).collect();
    assert!(hidden.len() > 3, "{side}: only {} things to hide", hidden.len());
    let told: Vec<(String, String)> =
        sqlx::query_as("select kind, plain from outbox where envelope_to = $1 order by id")
            .bind(address)
            .fetch_all(&site.pool)
            .await
            .expect("letters");
    assert!(told.iter().filter(|(kind, _)| kind == "answer").count() >= answers, "{side}: all answered");
    let others: Vec<&str> =
        people.iter().filter(|(_, other, _)| *other != side).map(|(.., orders)| &orders[4..]).collect();
    for (kind, plain) in &told {
        let plain = flat(plain);
        for words in &hidden {
            assert!(
                !plain.contains(words.as_str()),
                "{side} was told in a letter ({kind}): {words}\n{plain}"
            );
        }
        for words in &others {
            assert!(!plain.contains(words), "{side} was told another's orders ({kind}): {words}\n{plain}");
        }
    }
    assert!(told.iter().any(|(_, plain)| flat(plain).contains(&orders[4..])), "but his own he is told");
}

#[sqlx::test]
async fn no_command_tells_its_reader_what_is_not_his_to_see(pool: PgPool) {
    let site = millennium(pool).await;
    letter(&site, ANNA, "a1", "976 rule Saxony with 1 gold\n977 rule Swabia").await;
    letter(&site, BORIS, "b1", "976 rule Thrace with 2 gold\n977 rule Macedonia with 1 gold").await;
    let mut greta = site.signed_in(GRETA).await;
    greta.post("/gm/g/g1/adjudicate", &[]).await;
    let done = greta.post("/gm/g/g1/publish", &[("first_year", "976")]).await;
    assert!(done.status.is_redirection(), "{}", done.text);

    let whole = entries(&site, &Eyes::Gm).await;
    let people = [
        (ANNA, "germany", "981 rule Brabant with 1 gold"),
        (BORIS, "byzantium", "981 fortify Thrace with 2 gold"),
    ];
    let names: BTreeSet<String> =
        whole.iter().flat_map(|entry| entry.places.iter().map(|(_, name)| name.clone())).collect();
    let names: BTreeSet<String> =
        names.into_iter().chain(["German Empire", "Byzantine Empire", "France"].map(str::to_owned)).collect();
    let letters = commands(&names);
    assert!(letters.len() < 18, "{} letters are answered within an hour", letters.len());
    for (address, side, orders) in people {
        letter(&site, address, &format!("{side}-o"), orders).await;
    }
    for (nth, body) in letters.iter().enumerate() {
        for address in [ANNA, BORIS, GRETA, STRANGER] {
            let id = format!("{}-{nth}", address.split('@').next().expect("a name"));
            letter(&site, address, &id, body).await;
        }
    }
    letter(&site, ANNA, "resign", "resign").await;
    let today = jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC).date();
    let last = today.checked_add(jiff::Span::new().days(30)).expect("a day");
    letter(&site, ANNA, "substitute", &format!("substitute friend@example.org until {last}")).await;

    for person in people {
        is_told_his_own(&site, &whole, person, &people, letters.len()).await;
    }
    let to_others: i64 = sqlx::query_scalar(
        "select count(*) from outbox where envelope_to = $1 or (envelope_to = $2 and kind = 'answer')",
    )
    .bind(STRANGER)
    .bind(GRETA)
    .fetch_one(&site.pool)
    .await
    .expect("counted");
    assert_eq!(to_others, 0, "who plays no side is not answered");
}
