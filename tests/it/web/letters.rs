//! Our letters as a mail program takes them apart, with Empires of the Middle Ages in them; and what comes back when a
//! player writes into their order form.

use mail_parser::{MessageParser, MimeHeaders, PartType};
use pentade::desk::take_letter::Taken;
use sqlx::PgPool;

use super::empires::millennium;
use super::{ANNA, BORIS, GRETA, Site};

/// A letter as it goes out, by kind and reader.
async fn written(site: &Site, kind: &str, to: &str) -> Vec<u8> {
    let newest =
        "select id from outbox where message_id like $1 and envelope_to = $2 order by id desc limit 1";
    let found = sqlx::query_scalar(newest).bind(kind).bind(to).fetch_one(&site.pool).await;
    let gm = site.account(GRETA).await;
    site.desk.raw_post(gm, "g1", found.expect("such a letter")).await.expect("the whole letter")
}

async fn opening(site: &Site) -> Vec<u8> {
    written(site, "g1.opening.%", ANNA).await
}

async fn report(site: &Site, to: &str) -> Vec<u8> {
    written(site, "g1.976.r1.%", to).await
}

async fn published(pool: PgPool) -> Site {
    let site = millennium(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    greta.post("/gm/g/g1/adjudicate", &[]).await;
    let done = greta.post("/gm/g/g1/publish", &[("first_year", "976")]).await;
    assert!(done.status.is_redirection(), "{}", done.text);
    site
}

/// The parts by type, in reading order, and the bytes of one that has a name.
fn kinds(raw: &[u8]) -> Vec<String> {
    let letter = MessageParser::default().parse(raw).expect("a letter");
    let kind = |part: &mail_parser::MessagePart<'_>| {
        let kind = part.content_type().expect("each part says what it is");
        format!("{}/{}", kind.ctype(), kind.subtype().expect("and of which sort"))
    };
    letter.parts.iter().map(kind).collect()
}

#[sqlx::test]
async fn a_report_shows_the_map_and_brings_its_drawing(pool: PgPool) {
    let site = published(pool).await;
    let raw = report(&site, ANNA).await;
    let wanted = [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
        "image/svg+xml",
    ];
    assert_eq!(kinds(&raw), wanted);

    let letter = MessageParser::default().parse(&raw).expect("a letter");
    let html = letter.body_html(0).expect("an HTML part");
    let image = html.split("<img ").nth(1).and_then(|rest| rest.split('>').next()).expect("a picture");
    let shown = image.split("src=\"cid:").nth(1).and_then(|rest| rest.split('"').next()).expect("by its id");
    assert!(!html.contains("src=\"http"), "nothing is fetched from outside");
    let alt = image.split("alt=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("words for it");
    assert!(alt.starts_with("The map before 981") && alt.contains("/g/g1/976"), "{alt}");

    let png =
        letter.parts.iter().find(|part| part.content_id() == Some(shown)).expect("the picture is there");
    assert!(png.content_disposition().is_some_and(|how| how.ctype() == "inline"));
    let (PartType::Binary(bytes) | PartType::InlineBinary(bytes)) = &png.body else { panic!("no picture") };
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"), "a PNG");
    assert!(bytes.len() < 350_000, "{} bytes are too heavy for a letter", bytes.len());
    let width = u32::from_be_bytes(bytes[16..20].try_into().expect("four bytes"));
    assert_eq!(width, 1280);
    assert!(bytes.len() < 1_000_000, "{} bytes", bytes.len());

    let svg = letter.parts.iter().find(|part| part.attachment_name() == Some("g1-map-980.svg"));
    let svg = String::from_utf8(svg.expect("the drawing").contents().to_vec()).expect("text");
    assert!(svg.starts_with("<svg") && svg.contains(">Byzantine Empire</text>"), "with its legend");
    let plain = letter.body_text(0).expect("plain text");
    assert!(plain.contains("g1-map-980.svg"), "{plain}");

    let other = report(&site, BORIS).await;
    let other = MessageParser::default().parse(&other).expect("a letter");
    let of_other = other.parts.iter().find(|part| part.content_id() == Some(shown)).expect("his map");
    assert_eq!(of_other.contents(), png.contents(), "all see the same");
    assert_eq!(report(&site, ANNA).await, raw, "a letter that is sent again is the same");
    let drawn: Vec<bool> = sqlx::query_scalar(
        "select drawn_at is not null from drawing join pentade on pentade.id = pentade where is_after",
    )
    .fetch_all(&site.pool)
    .await
    .expect("drawings");
    assert_eq!(drawn, [true], "one drawing for all who see the same");
}

/// The answer of a mail program that quotes the whole letter, with `edited` done to the quoted text.
#[sqlx::test]
async fn a_report_that_is_asked_for_again_brings_its_map_once(pool: PgPool) {
    let site = published(pool).await;
    let kind = "text/plain";
    let letter =
        format!("{}report 978\r\nmap 976\r\n", head("orders+g1@gm.example", "once more", "again", kind));
    let taken = site.desk.take_letter(ANNA, "orders+g1@gm.example", letter.as_bytes()).await.expect("stored");
    let Taken::Stored(id) = taken else { panic!("{taken:?}") };
    site.desk.read_letter(id).await.expect("read");
    let newest = "select bytes from outbox where kind = 'answer' order by id desc limit 1";
    let raw: Vec<u8> = sqlx::query_scalar(newest).fetch_one(&site.pool).await.expect("an answer");
    let letter = MessageParser::default().parse(&raw).expect("a letter");
    let mut files: Vec<&str> = letter.parts.iter().filter_map(|part| part.attachment_name()).collect();
    files.sort_unstable();
    assert_eq!(files, ["map-980.png", "map-980.svg"]);
    let words = letter.body_text(0).expect("words").into_owned();
    assert!(words.contains("The map map-980.svg is here already"), "{words}");
}

fn answer(raw: &[u8], id: &str, edited: impl Fn(String) -> String) -> String {
    let letter = MessageParser::default().parse(raw).expect("a letter");
    let plain = letter.body_text(0).expect("plain text").replace('\r', "");
    let quoted: String = plain.lines().map(|line| format!("> {line}").trim_end().to_owned() + "\n").collect();
    let (subject, to) = (letter.subject().expect("a subject"), reply_to(&letter));
    let body = format!("Here you are.\n\nOn Mon, 30 Nov 2026 at 07:00, GM wrote:\n{}", edited(quoted));
    head(&to, subject, id, "text/plain") + &body.replace('\n', "\r\n")
}

/// The same of a mail program that writes HTML alone.
fn answer_in_html(raw: &[u8], id: &str, edited: impl Fn(String) -> String) -> String {
    let letter = MessageParser::default().parse(raw).expect("a letter");
    let html = letter.body_html(0).expect("HTML").replace('\r', "");
    let inside = html.split("<body").nth(1).and_then(|rest| rest.split_once('>')).expect("a body").1;
    let quoted = edited(inside.replace("</body>", "").replace("</html>", ""));
    let (subject, to) = (letter.subject().expect("a subject"), reply_to(&letter));
    let body = format!(
        "<div dir=\"ltr\">Here you are.</div><br><div class=\"gmail_quote\"><div class=\"gmail_attr\">On Mon, 30 Nov 2026 \
         GM wrote:<br></div><blockquote class=\"gmail_quote\">{quoted}</blockquote></div>"
    );
    head(&to, subject, id, "text/html") + &body.replace('\r', "").replace('\n', "\r\n")
}

fn reply_to(letter: &mail_parser::Message<'_>) -> String {
    let address = letter.reply_to().and_then(|to| to.first()).and_then(|to| to.address());
    address.expect("an address for answers").to_owned()
}

fn head(to: &str, subject: &str, id: &str, kind: &str) -> String {
    format!(
        "From: Anna <{ANNA}>\r\nTo: {to}\r\nSubject: Re: {subject}\r\nMessage-ID: <{id}@example.org>\r\n\
         Date: Mon, 30 Nov 2026 09:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: {kind}; charset=utf-8\r\n\r\n"
    )
}

/// Hands an answer in; the words of the sheet that is then in force.
async fn sheet_after(site: &Site, answer: &str) -> String {
    let to = answer.lines().find_map(|line| line.strip_prefix("To: ")).expect("an addressee");
    let taken = site.desk.take_letter(ANNA, to, answer.as_bytes()).await.expect("stored");
    let Taken::Stored(id) = taken else { panic!("{taken:?}") };
    site.desk.read_letter(id).await.expect("read");
    let anna = site.account(ANNA).await;
    let germany = pentade::postal::chronicle::SideId::new("germany");
    let page = site.desk.player_page(anna, "g1", &germany).await.expect("Anna's page");
    page.sheet.expect("a sheet").words
}

#[sqlx::test]
async fn the_form_in_a_letter_is_filled_in_and_sent_back(pool: PgPool) {
    let site = millennium(pool).await;
    let first = opening(&site).await;
    let filled = answer(&first, "f1", |quoted| {
        let form = quoted.replace("Year 976:\n", "Year 976:\n> rule Saxony\n  tax Swabia\n");
        form.replace("Year 979:\n", "Year 979:\nfortify Lombardy with 2 gold\n")
    });
    let wanted = "Year 976\n  rule Saxony\n  tax Swabia\n\nYear 979\n  fortify Lombardy with 2 gold\n";
    let sheet = sheet_after(&site, &filled).await;
    assert_eq!(sheet.trim_end(), wanted.trim_end());

    // The same empty form again: what is left empty changes nothing.
    let more =
        answer(&first, "f2", |quoted| quoted.replace("Every year:\n", "Every year:\n>  do not tax Saxony\n"));
    let sheet = sheet_after(&site, &more).await;
    assert!(sheet.contains("rule Saxony") && sheet.contains("fortify Lombardy"), "{sheet}");
    assert!(sheet.contains("do not tax Saxony"), "{sheet}");
}

#[sqlx::test]
async fn a_form_left_alone_orders_nothing(pool: PgPool) {
    let site = millennium(pool).await;
    let first = opening(&site).await;
    let sheet = sheet_after(&site, &answer(&first, "f1", |quoted| quoted)).await;
    assert_eq!(sheet.trim(), "");
}

#[sqlx::test]
async fn the_form_in_a_report_is_filled_in_where_the_letter_is_html(pool: PgPool) {
    let site = published(pool).await;
    let raw = report(&site, ANNA).await;
    let filled = answer_in_html(&raw, "f1", |quoted| {
        let in_lines = quoted.replace("Year 981:\n", "Year 981:\nrule Saxony\n");
        in_lines.replace("Year 983:\n", "Year 983:<div>tax Swabia</div>\n")
    });
    let sheet = sheet_after(&site, &filled).await;
    assert_eq!(sheet.trim_end(), "Year 981\n  rule Saxony\n\nYear 983\n  tax Swabia");
}

#[sqlx::test]
async fn whoever_likes_gets_plain_text_alone(pool: PgPool) {
    let site = millennium(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    assert!(anna.page("/settings").await.contains("<option value=\"html\" selected>"));
    let chosen = anna.post("/settings/letters", &[("letters", "plain")]).await;
    assert_eq!(chosen.to.as_deref(), Some("/settings"), "{}", chosen.text);
    assert!(anna.page("/settings").await.contains("<option value=\"plain\" selected>"));
    let unknown = anna.post("/settings/letters", &[("letters", "rich")]).await;
    assert!(
        unknown.status.is_client_error() && unknown.text.contains("not &#34;rich&#34;"),
        "{}",
        unknown.text
    );

    anna.post("/g/g1/my/words?side=germany", &[("words", "976: tax Lorraine")]).await;
    let mut boris = site.signed_in(BORIS).await;
    boris
        .post("/g/g1/my/press?side=byzantium", &[("to", "germany"), ("text", "Shall we share Italy?")])
        .await;
    let mut greta = site.signed_in(GRETA).await;
    greta.post("/gm/g/g1/adjudicate", &[]).await;
    greta.post("/gm/g/g1/publish", &[("first_year", "976")]).await;
    let raw = report(&site, ANNA).await;
    assert_eq!(kinds(&raw), ["text/plain"]);
    let letter = MessageParser::default().parse(&raw).expect("a letter");
    let text = letter.body_text(0).expect("its words");
    assert!(text.contains("here is what happened") && text.contains("Year 981:"), "{text}");
    assert!(!text.contains("The map as a drawing"), "no file is promised: {text}");
    assert_eq!(kinds(&report(&site, BORIS).await).len(), 7, "others get theirs as before");

    let since = "select id from outbox where envelope_to = $1 order by id";
    let ids: Vec<i64> =
        sqlx::query_scalar(since).bind(ANNA).fetch_all(&site.pool).await.expect("letters").split_off(1);
    assert!(ids.len() >= 3, "an acknowledgement, press and a report: {ids:?}");
    let gm = site.account(GRETA).await;
    for id in ids {
        let raw = site.desk.raw_post(gm, "g1", id).await.expect("the letter");
        assert_eq!(kinds(&raw), ["text/plain"], "{}", String::from_utf8_lossy(&raw));
    }
    let held = anna.post("/settings/personal/data", &[]).await;
    assert!(held.text.contains("\"plain_letters\":true") || held.text.contains("\"plain_letters\": true"));
    assert!(anna.page("/settings/audit").await.contains("plain text alone"));

    // What is asked for comes as files.
    let ask = format!(
        "From: Anna <{ANNA}>\r\nTo: orders+g1@gm.example\r\nSubject: map\r\nMessage-ID: <m1@example.org>\r\n\
         Date: Mon, 30 Nov 2026 07:00:00 +0000\r\n\r\n\r\n"
    );
    let taken = site.desk.take_letter(ANNA, "orders+g1@gm.example", ask.as_bytes()).await.expect("stored");
    let Taken::Stored(id) = taken else { panic!("{taken:?}") };
    site.desk.read_letter(id).await.expect("read");
    let answer = written(&site, "g1.command.%", ANNA).await;
    assert_eq!(kinds(&answer), ["multipart/mixed", "text/plain", "image/png", "image/svg+xml"]);

    anna.post("/settings/letters", &[("letters", "html")]).await;
    anna.post("/g/g1/my/words?side=germany", &[("words", "981: tax Lorraine")]).await;
    assert!(kinds(&written(&site, "g1.%", ANNA).await).contains(&"text/html".to_owned()), "both again");
}
