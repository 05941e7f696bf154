//! Names of every kind on every kind of page, in every file for programs, and in letters.

use mail_parser::MessageParser;
use resvg::usvg::roxmltree::Document;
use serde_json::{Value, json};
use sqlx::PgPool;

use super::super::names::{ANNA_CALLED, GRETA_CALLED, boris_called, named, title};
use super::super::{ANNA, GRETA, Site};
use super::pages::{NOWHERE, PAGES, Who, faults, live};
use super::{Driver, TELEPHONE, WIDE, Window, served};

/// Whether a name has become a part of the page itself.
const BROKEN_OUT: &str =
    "return document.querySelectorAll('img[src=\"x\"], script:not([src]), main b, nav b').length;";

async fn look(window: &Window, only_main: bool) -> Vec<String> {
    let mut found = Vec::new();
    let mut whose = Who::Stranger;
    for (who, address, picture) in PAGES.into_iter().filter(|(.., picture)| !only_main || !picture.is_empty())
    {
        if who != whose {
            window.client.delete_all_cookies().await.expect("signed out");
            window.sign_in(if who == Who::Anna { ANNA } else { GRETA }).await;
            whose = who;
        }
        window.go(address).await;
        let mut told = faults(window, None).await;
        let broken = window.ask(BROKEN_OUT).await;
        if broken != json!(0) {
            told.push(format!("{broken} elements came out of names"));
        }
        let console = window.console().await;
        if !NOWHERE.iter().any(|part| address.contains(part)) {
            told.extend(console);
        }
        found.extend(told.into_iter().map(|one| format!("{address} at {}: {one}", window.width)));
        if !picture.is_empty() {
            window.keep_picture(&format!("names-{picture}")).await;
        }
    }
    found
}

#[sqlx::test]
async fn names_of_every_kind_stand_on_every_page_as_words(pool: PgPool) {
    let site = named(pool).await;
    live(&site).await;
    let start = served(&site).await;
    let driver = Driver::start().await;
    let (narrow, wide) = (driver.window(&start, TELEPHONE).await, driver.window(&start, WIDE).await);
    let (narrow, wide) = tokio::join!(look(&narrow, false), look(&wide, true));
    let found = [narrow, wide].concat();
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
    programs_read_them(&site).await;
    letters_hold_them(&site).await;
}

/// Feeds, drawings, tables and the answers for programs are well-formed and hold the names unchanged.
async fn programs_read_them(site: &Site) {
    let mut stranger = site.stranger();
    let title = title();
    for address in
        ["/g/g1/feed.atom", "/g/g1/empires/germany/feed.atom", "/g/g1/map.svg", "/g/g1/976/map.svg"]
    {
        let text = stranger.page(address).await;
        let document = Document::parse(&text).unwrap_or_else(|error| panic!("{address}: {error}"));
        let has_title =
            document.descendants().any(|node| node.text().is_some_and(|text| text.contains(&title)));
        assert_eq!(has_title, address.ends_with(".atom"), "{address}");
    }
    for address in ["/g/g1/map.png", "/g/g1/976/map.png"] {
        let picture = stranger.get(address).await;
        assert!(picture.status.is_success() && picture.text.contains("PNG"), "{address}");
    }
    for address in ["/api/games", "/api/games/g1", "/g/g1/ownership.json", "/api/games/g1/standings"] {
        let read: Value = serde_json::from_str(&stranger.page(address).await).expect(address);
        assert!(address != "/api/games/g1" || read["title"] == json!(title), "{address}: {read}");
    }
    let table = stranger.page("/g/g1/standings.csv").await;
    assert!(
        !table.lines().any(|row| row.split(',').any(|cell| cell.starts_with(['=', '@', '"']))),
        "{table}"
    );
}

/// Every letter is one letter to one person, who is called so in it.
async fn letters_hold_them(site: &Site) {
    let letters: Vec<(String, Vec<u8>)> = sqlx::query_as("select envelope_to, bytes from outbox order by id")
        .fetch_all(&site.pool)
        .await
        .expect("letters");
    assert!(letters.len() > 5);
    let boris = boris_called();
    let mut greeted = 0;
    for (to, bytes) in letters {
        let letter = MessageParser::default().parse(&bytes).expect("a letter");
        for once in ["From", "To", "Subject", "Message-ID", "Date"] {
            let count = letter.headers().iter().filter(|head| head.name().eq_ignore_ascii_case(once)).count();
            assert_eq!(count, 1, "{once} to {to}");
        }
        assert!(letter.bcc().is_none() && letter.cc().is_none());
        let named =
            letter.to().and_then(|to| to.first()).and_then(|one| one.name()).expect("a name").to_owned();
        let wanted = [ANNA_CALLED, &boris[..120], GRETA_CALLED];
        assert!(wanted.contains(&named.as_str()), "{named}");
        let (plain, html) = (letter.body_text(0).expect("plain"), letter.body_html(0).expect("HTML"));
        for raw in ["<script>", "<img src=x", "<b>&\"", "onerror=alert(1)>"] {
            assert!(!html.contains(raw), "{raw} in {html}");
        }
        if to == ANNA && plain.contains("הגדולה") {
            assert!(plain.contains("\u{2068}אנה\u{2069} <b>&\"' ]]> \u{2068}הגדולה\u{2069}"), "{plain}");
            // A page of HTML goes out as ASCII.
            let anna: String =
                "\u{2068}אנה\u{2069}".chars().map(|c| format!("&#{};", u32::from(c))).collect();
            assert!(html.contains(&anna), "{html}");
            greeted += 1;
        }
    }
    assert!(greeted > 2, "{greeted}");
}
