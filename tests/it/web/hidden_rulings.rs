//! What the GM of a game of Empires lays down for himself alone, and why, is told to nobody else: on no page, in no map, feed,
//! table, bundle, answer to a program, letter or difference of a correction. What he lays down for everyone is.

use mail_parser::{MessageParser, PartType};
use sqlx::PgPool;

use super::archive::publish;
use super::empires::millennium;
use super::letter_secrets::letter;
use super::random_secrets::walk;
use super::{ANNA, BORIS, GRETA, Reader, Site};

/// Reasons that the GM alone may read: of rulings, and of amendments, be what they lay down for everyone or not.
const HIDDEN: [&str; 6] =
    ["abracadabra", "simsalabim", "opensesame", "shibboleth", "fiddlesticks", "alakazam"];
/// A reason for everyone.
const OPEN: &str = "hocuspocus";
/// What a correction lays down for everyone.
const ADDED: &str = "GM rules: Franconia: social state +1";

/// Somebody who follows the game by mail.
const FRIDA: &str = "frida@example.org";

async fn lay_down(greta: &mut Reader, year: &str, words: &str, reason: &str, is_public: bool) {
    let mut filled = vec![("year", year), ("words", words), ("reason", reason)];
    filled.extend(is_public.then_some(("public", "yes")));
    let done = greta.post("/gm/g/g1/rulings", &filled).await;
    assert!(done.status.is_redirection(), "{words}: {}", done.text);
}

async fn amend(greta: &mut Reader, words: &str, reason: &str, is_public: bool) {
    let mut filled = vec![("kind", "ruling"), ("year", "977"), ("words", words), ("reason", reason)];
    filled.extend(is_public.then_some(("public", "yes")));
    let done = greta.post("/gm/g/g1/turns/976/amend", &filled).await;
    assert!(done.status.is_redirection(), "{words}: {}", done.text);
}

/// Two published pentades with rulings of both sorts, and a published correction of the first that adds one of each.
async fn ruled(pool: PgPool) -> Site {
    let site = millennium(pool).await;
    site.stranger().post("/g/g1/follow", &[("email", FRIDA)]).await;
    let link = site.link_to(FRIDA, "/follow/").await;
    site.stranger().post(&link, &[]).await;
    let mut greta = site.signed_in(GRETA).await;
    lay_down(&mut greta, "", "Lombardy: social state +1", "abracadabra", false).await;
    lay_down(&mut greta, "978", "Byzantium: gold +3", "simsalabim", false).await;
    lay_down(&mut greta, "979", "Germany: holds Wildcard", "shibboleth", false).await;
    lay_down(&mut greta, "", "Saxony: social state +1", OPEN, true).await;
    publish(&site, "976").await;
    lay_down(&mut greta, "983", "Bavaria: fortification +1", "opensesame", false).await;
    publish(&site, "981").await;
    amend(&mut greta, "Swabia: social state +1", "fiddlesticks", false).await;
    amend(&mut greta, "Franconia: social state +1", "alakazam", true).await;
    let page = greta.page("/gm/g/g1/correction").await;
    for reason in ["fiddlesticks", "alakazam"] {
        assert!(page.contains(reason), "the GM reads {reason}: {page}");
    }
    let seen = page.split("name=\"seen\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    let filled = [("seen", seen.expect("a sum")), ("explanation", "some figures were wrong")];
    let done = greta.post("/gm/g/g1/corrections/1/publish", &filled).await;
    assert!(done.status.is_redirection(), "{}", done.text);
    site
}

/// Pages that no link leads everybody to.
const ADDRESSES: [&str; 16] = [
    "/g/g1/search?q=abracadab",
    "/g/g1/search?q=the+GM+rules",
    "/g/g1/history?name=Lombardy",
    "/g/g1/areas/lombardy",
    "/g/g1/areas/bavaria",
    "/g/g1/map?area=lombardy&year=976&layer=change",
    "/g/g1/map?area=swabia&year=976&layer=state",
    "/g/g1/events",
    "/g/g1/corrections/1",
    "/g/g1/my/corrections/1?side=germany",
    "/g/g1/my/corrections/1?side=byzantium",
    "/g/g1/my/reports/976?side=germany&revision=1",
    "/g/g1/my/reports/976?side=byzantium&revision=1",
    "/g/g1/976/map.svg",
    "/gm/g/g1/turns/976",
    "/gm/g/g1/rulings",
];

/// What a page says that this reader may not know.
fn told(page: &str) -> Option<&'static str> {
    let words = ["GM rules: Lombardy", "GM rules: Swabia", "Byzantium: gold +3", "Bavaria: fortification +1"];
    HIDDEN.into_iter().chain(words).find(|words| page.contains(words))
}

#[sqlx::test]
async fn what_the_gm_rules_for_himself_is_on_nobody_elses_page(pool: PgPool) {
    let site = ruled(pool).await;
    let mut readers = [
        ("a stranger", site.stranger()),
        ("Anna", site.signed_in(ANNA).await),
        ("Boris", site.signed_in(BORIS).await),
    ];
    for (who, reader) in &mut readers {
        let mut open = Vec::new();
        let pages = walk(reader, 976, |address, page| {
            assert_eq!(told(page), None, "{who} at {address}: {page}");
            open.extend(page.contains(OPEN).then(|| address.to_owned()));
        })
        .await;
        for address in ADDRESSES {
            let page = reader.get(address).await.text;
            assert_eq!(told(&page), None, "{who} at {address}: {page}");
        }
        assert!(pages > 40, "{pages} pages");
        for address in ["/g/g1/976", "/api/games/g1/pentades/976", "/g/g1/976/public-bundle.json"] {
            assert!(open.iter().any(|one| one == address), "{who} reads {OPEN} at {address}: {open:?}");
        }
        assert!(reader.page("/g/g1/976").await.contains(ADDED), "{who} reads {ADDED}");
        assert!(reader.page("/g/g1/corrections/1").await.contains("some figures were wrong"));
        assert!(reader.page("/g/g1/search?q=hocuspo").await.contains(OPEN), "{who} finds {OPEN}");
    }
    let mut greta = site.signed_in(GRETA).await;
    let pages = [
        greta.page("/gm/g/g1/turns/976?revision=1").await,
        greta.page("/gm/g/g1/turns/976").await,
        greta.page("/gm/g/g1/turns/981").await,
        greta.page("/gm/g/g1/corrections/1").await,
    ];
    for reason in HIDDEN {
        assert!(pages.iter().any(|page| page.contains(reason)), "the GM reads {reason}");
    }
}

/// Every text in a letter of ours, with the names of its files and their text.
fn texts(raw: &[u8]) -> Vec<String> {
    let letter = MessageParser::default().parse(raw).expect("a letter");
    let text = |part: &mail_parser::MessagePart<'_>| match &part.body {
        PartType::Text(text) | PartType::Html(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        PartType::Binary(bytes) | PartType::InlineBinary(bytes) => {
            String::from_utf8_lossy(bytes).into_owned()
        }
        _ => String::new(),
    };
    let subject = letter.subject().unwrap_or_default().to_owned();
    letter.parts.iter().map(text).chain([subject]).collect()
}

#[sqlx::test]
async fn nor_is_it_in_anybodys_letter(pool: PgPool) {
    let site = ruled(pool).await;
    for (from, id) in [(ANNA, "anna"), (BORIS, "boris")] {
        let asked =
            "report 976\nreport 981\nhistory Lombardy\nhistory Swabia\nhistory Byzantium\nstatus\nmap 976";
        letter(&site, from, id, asked).await;
    }
    let gm = site.account(GRETA).await;
    let written: Vec<(i64, String, String)> = sqlx::query_as(
        "select id, kind, envelope_to from outbox where envelope_to <> $1 and game is not null order by id",
    )
    .bind(GRETA)
    .fetch_all(&site.pool)
    .await
    .expect("the outbox");
    for to in [ANNA, BORIS, FRIDA] {
        let own = written.iter().filter(|(.., address)| address == to);
        let mut open = Vec::new();
        for (id, kind, _) in own {
            let raw = site.desk.raw_post(gm, "g1", *id).await.expect("the whole letter");
            for text in texts(&raw) {
                assert_eq!(told(&text), None, "{to} in a letter ({kind}): {text}");
                open.extend(
                    [OPEN, ADDED].into_iter().filter(|words| text.contains(words)).map(|one| (kind, one)),
                );
            }
        }
        assert!(
            open.iter().any(|(kind, words)| kind.ends_with("report") && *words == OPEN),
            "{to}: {open:?}"
        );
        assert!(to == FRIDA || open.iter().any(|(_, words)| *words == ADDED), "{to}: {open:?}");
    }
}
