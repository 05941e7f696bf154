//! Random games of Empires: no page and no answer to a program tells anyone an entry that its visibility keeps from him.
//!
//! The seed is printed and stands in every complaint; `PAGES_SEED` tries another.

use std::collections::BTreeSet;

use pentade::postal::chronicle::{Reader as Sees, SideId};
use pentade::postal::dice::Seed;
use pentade::postal::document::Span;
use pentade::postal::game::{ChronicleText, Turn, WorldText};
use sqlx::PgPool;

use super::archive::publish;
use super::empires::{millennium, shipped_games};
use super::{ANNA, BORIS, GRETA, Reader, Site};

/// What is tried when nothing else is asked for.
const USUAL_SEED: u64 = 976;

/// Kinds of address of which there are too many to walk: of each so many are drawn.
const MANY: [(&str, usize); 5] =
    [("/g/g1/areas/", 6), ("/rules/", 3), ("/g/g1/map?", 6), ("/g/g1/empires/", 5), ("/g/g1/history?", 4)];

/// Addresses that no link leads to.
const UNLINKED: [&str; 24] = [
    "/api/games",
    "/api/games/g1",
    "/api/games/g1/pentades/976",
    "/api/games/g1/pentades/981",
    "/g/g1/ownership.json",
    "/g/g1/feed.atom",
    "/g/g1/empires/germany/feed.atom",
    "/g/g1/empires/byzantium/feed.atom",
    "/g/g1/976/map.svg",
    "/g/g1/map?year=981&layer=change",
    "/g/g1/search?q=gold",
    "/g/g1/search?q=card",
    "/g/g1/my/reports/976?side=germany",
    "/g/g1/my/reports/976?side=byzantium",
    "/g/g1/my/reports/981?side=germany",
    "/g/g1/976/bundle.json",
    "/g/g1/976/public-bundle.json",
    "/g/g1/976/public-bundle.json?revision=1",
    "/g/g1/976?revision=1",
    "/g/g1/standings.csv",
    "/api/games/g1/standings",
    "/api/games/g1/ownership",
    "/settings/audit",
    "/settings/personal/data",
];

fn seed() -> u64 {
    std::env::var("PAGES_SEED").ok().map_or(USUAL_SEED, |seed| seed.parse().expect("PAGES_SEED is a number"))
}

/// The words of an entry up to its first rule, as they stand in a page.
fn words(spans: &[Span]) -> String {
    let words = spans.iter().map_while(|span| match span {
        Span::Text(words) | Span::Strong(words) => Some(words.as_str()),
        Span::Rule(_) => None,
    });
    plain(&words.collect::<String>())
}

/// A page without its marks, in single spaces.
fn plain(page: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for letter in page.chars() {
        match letter {
            '<' => inside = true,
            '>' => inside = false,
            _ if !inside => text.push(letter),
            _ => {}
        }
    }
    for (quoted, letter) in [("&#38;", "&"), ("&#39;", "'"), ("&#34;", "\""), ("&#60;", "<"), ("&#62;", ">")]
    {
        text = text.replace(quoted, letter);
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What the chronicles of a game tell a reader, entry by entry.
async fn told(site: &Site, sees: &Sees) -> BTreeSet<String> {
    let rows: Vec<(String, String, String)> =
        sqlx::query_as("select world_before, world_after, chronicle from pentade where state = 'published'")
            .fetch_all(&site.pool)
            .await
            .expect("the pentades");
    let game = shipped_games().get("empires").expect("the game").clone();
    let mut told = BTreeSet::new();
    for (before, after, chronicle) in rows {
        let (before, after, chronicle) =
            (WorldText::new(before), WorldText::new(after), ChronicleText::new(chronicle));
        let turn = Turn { before: &before, after: &after, chronicle: &chronicle };
        for entry in game.entries(turn, sees).expect("a chronicle") {
            told.insert(words(&entry.item.spans));
        }
    }
    told
}

/// Every page that links lead this reader to, of large families a few, drawn by the seed.
pub(super) async fn walk(reader: &mut Reader, seed: u64, mut look: impl FnMut(&str, &str)) -> usize {
    let mut waiting: Vec<String> = UNLINKED.map(str::to_owned).to_vec();
    waiting.extend(["/", "/my", "/g/g1", "/g/g1/976", "/g/g1/981"].map(str::to_owned));
    let mut seen = BTreeSet::new();
    let mut of_family = [0; MANY.len()];
    let mut state = seed;
    while !waiting.is_empty() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let at = usize::try_from(state >> 33).expect("small") % waiting.len();
        let address = waiting.swap_remove(at);
        if !seen.insert(address.clone()) || address.ends_with(".png") {
            continue;
        }
        if let Some(family) = MANY.iter().position(|(start, _)| address.starts_with(start)) {
            of_family[family] += 1;
            if of_family[family] > MANY[family].1 && !UNLINKED.contains(&address.as_str()) {
                continue;
            }
        }
        let answer = reader.get(&address).await;
        assert!(!answer.status.is_server_error(), "{address}: {}", answer.text);
        look(&address, &answer.text);
        let links = answer.text.split("href=\"/").skip(1).filter_map(|rest| rest.split(['"', '#']).next());
        let links = links.filter(|link| !link.starts_with("static/")).map(|link| format!("/{link}"));
        waiting.extend(links.map(|link| link.replace("&#38;", "&")));
    }
    seen.len()
}

/// Begins and plays two pentades with dice of this seed; every side is ordered for by the caretaker.
async fn played(pool: PgPool, seed: u64) -> Site {
    let site = millennium(pool).await;
    let mut master = [0; 32];
    master[..8].copy_from_slice(&seed.to_le_bytes());
    let dice = Seed::derive(&master, 976);
    sqlx::query("update game set master_secret = $1")
        .bind(master.as_slice())
        .execute(&site.pool)
        .await
        .expect("dice");
    sqlx::query("update pentade set seed = $1, commitment = $2")
        .bind(dice.to_hex())
        .bind(dice.commitment())
        .execute(&site.pool)
        .await
        .expect("dice");
    sqlx::query("update game set missing_orders = 'caretaker', vacant_orders = 'caretaker'")
        .execute(&site.pool)
        .await
        .expect("a custom");
    for year in ["976", "981"] {
        publish(&site, year).await;
    }
    site
}

#[sqlx::test]
async fn in_random_games_nobody_is_told_what_is_kept_from_him(pool: PgPool) {
    let seed = seed();
    println!("PAGES_SEED={seed}");
    let site = played(pool, seed).await;
    let all = told(&site, &Sees::Gm).await;
    let mut readers = [
        (Sees::Public, site.stranger()),
        (Sees::Side(SideId::new("germany")), site.signed_in(ANNA).await),
        (Sees::Side(SideId::new("byzantium")), site.signed_in(BORIS).await),
    ];
    for (sees, reader) in &mut readers {
        let own = told(&site, sees).await;
        // Words that stand in what he may read are no secret of another entry.
        let hidden: Vec<&String> = all
            .difference(&own)
            .filter(|words| !own.iter().any(|told| told.contains(words.as_str())))
            .collect();
        assert!(hidden.len() > 10, "PAGES_SEED={seed}: too little is hidden from {sees:?} to be tried");
        let mut told = 0;
        let pages = walk(reader, seed, |address, page| {
            let page = plain(page);
            told += usize::from(own.iter().any(|words| page.contains(words.as_str())));
            for words in &hidden {
                assert!(
                    !page.contains(words.as_str()),
                    "PAGES_SEED={seed}: {address} tells {sees:?}: {words}"
                );
            }
        })
        .await;
        assert!(pages > 40 && told > 3, "{sees:?}: {pages} pages, {told} tell something");
    }
    let mut seen = false;
    let mut greta = site.signed_in(GRETA).await;
    let page = plain(&greta.page("/gm/g/g1/turns/976").await);
    for words in &all {
        seen |= page.contains(words.as_str());
    }
    assert!(seen, "the words are found where they may be told");
    let addresses = walked(&mut greta, seed).await;
    greta.post("/gm/g/g1/customs", &[("members_only", "yes")]).await;
    for mut outsider in [site.stranger(), site.outsider().await] {
        for address in &addresses {
            let answer = outsider.get(address).await;
            let page = plain(&answer.text);
            assert!(!page.contains("Guesses &"), "PAGES_SEED={seed}: {address} names the game: {page}");
            if let Some(words) = all.iter().find(|words| page.contains(words.as_str())) {
                panic!("PAGES_SEED={seed}: {address} tells an outsider: {words}");
            }
        }
    }
}

/// Every page of the game that links lead this reader to.
async fn walked(reader: &mut Reader, seed: u64) -> Vec<String> {
    let mut addresses = Vec::new();
    walk(reader, seed, |address, _| addresses.push(address.to_owned())).await;
    addresses.retain(|address| address.contains("g1") || !address.starts_with("/rules"));
    assert!(addresses.len() > 40, "{}", addresses.len());
    addresses
}
