//! Powers of Empires of the Middle Ages that nobody plays, on the GM's page: what they would do of their own, and what comes of
//! it when the GM accepts it, changes it or lets them go again.

use pentade::desk::views::{Bundle, PowerRow};
use pentade::postal::chronicle::{SideId, TurnEntry};
use pentade::postal::dice::Seed;
use pentade::postal::game::{Inputs, Outcome, WorldText, result_hash};
use sqlx::PgPool;

use super::archive::publish;
use super::empires::{millennium, shipped_games, throw_the_same_dice};
use super::{ANNA, BORIS, GRETA, Reader, Site};

/// Anna holds the Franks, Boris Byzantium; the Pope sits in Rome, which is his.
async fn charlemagne(pool: PgPool) -> Site {
    let players = [("franks", "Anna", ANNA), ("byzantium", "Boris", BORIS)];
    let site = Site::with(pool.clone(), shipped_games(), ("empires", "charlemagne-771"), players).await;
    throw_the_same_dice(&pool, 771).await;
    site
}

/// The row of a power as the GM's page has it.
async fn power(site: &Site, side: &str) -> PowerRow {
    let page = site.desk.powers_page(site.account(GRETA).await, "g1").await.expect("the page");
    assert_eq!(page.closed, None, "a dry run could be made");
    let found = page.rows.into_iter().find(|row| row.side.as_str() == side);
    found.unwrap_or_else(|| panic!("{side} is played by nobody"))
}

/// The endeavours that a side tried, each with its year, its words and all its figures.
fn tried(entries: &[TurnEntry], side: &str) -> Vec<String> {
    let own = entries.iter().filter(|entry| entry.sides.first().is_some_and(|one| one.as_str() == side));
    let told = own.map(|entry| format!("{:?} {:?}", entry.year, entry.item));
    told.filter(|told| told.contains("year card ")).collect()
}

/// What comes of the orders so far for a side.
async fn looked_ahead(site: &Site, side: &str) -> Vec<String> {
    let page = site.desk.look_ahead(site.account(GRETA).await, "g1").await.expect("a dry run");
    tried(&page.entries, side)
}

async fn order(greta: &mut Reader, side: &str, words: &str) {
    let done = greta.post(&format!("/gm/g/g1/powers/{side}"), &[("words", words)]).await;
    let to = format!("/gm/g/g1/powers#power-{side}");
    assert_eq!(done.to, Some(to), "{}", done.text);
}

/// The published bundle of a pentade, played again.
async fn replayed(greta: &mut Reader, year: i32) -> Inputs {
    let page = greta.page(&format!("/g/g1/{year}/bundle.json")).await;
    let bundle: Bundle = serde_json::from_str(&page).expect("a bundle");
    let inputs: Inputs = serde_json::from_str(&bundle.inputs).expect("inputs");
    let (games, seed) = (shipped_games(), Seed::from_hex(&bundle.seed).expect("a seed"));
    let game = games.get("empires").expect("the game");
    match game.adjudicate(&WorldText::new(bundle.world), &inputs, &seed).expect("played") {
        Outcome::Complete { world, chronicle } => {
            assert_eq!(result_hash(&world, &chronicle), bundle.result_hash);
        }
        other => panic!("{other:?}"),
    }
    inputs
}

/// The section of a power on the GM's page.
fn section<'p>(page: &'p str, side: &str) -> &'p str {
    let start = page.find(&format!("id=\"power-{side}\"")).unwrap_or_else(|| panic!("{side}: {page}"));
    let rest = &page[start..];
    rest.find("<h2 ").map_or(rest, |end| &rest[..end])
}

#[sqlx::test]
async fn what_the_pope_would_do_is_accepted_changed_and_let_go(pool: PgPool) {
    let site = charlemagne(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    let page = greta.page("/gm/g/g1/powers").await;
    let shown = section(&page, "pope");
    assert!(shown.contains("plays of its own") && shown.contains("This is suggested"), "{shown}");
    let row = power(&site, "pope").await;
    assert_eq!(row.suggested.trim(), "Year 771\n  rule Rome");
    assert!(shown.contains(">\nYear 771\n  rule Rome"), "{shown}");
    let own = tried(&row.told, "pope");
    assert!(own.len() == 1 && own[0].contains("Some(771)") && own[0].contains("Rome"), "{own:?}");
    assert_eq!(looked_ahead(&site, "pope").await, own, "so it comes out when nobody orders for him");

    order(&mut greta, "pope", &row.suggested).await;
    let page = greta.page("/gm/g/g1/powers").await;
    let shown = section(&page, "pope");
    assert!(shown.contains("you order</span> version 1") && !shown.contains("Will be refused"), "{shown}");
    assert!(shown.contains("What these orders would come to"), "{shown}");
    assert_eq!(looked_ahead(&site, "pope").await, own, "accepted, it comes out the same");
    let accepted = power(&site, "pope").await;
    assert_eq!(accepted.suggested, row.suggested, "what he would do of his own is still told");

    order(&mut greta, "pope", "772: rule Rome\n773: frobnicate").await;
    let page = greta.page("/gm/g/g1/powers").await;
    let shown = section(&page, "pope");
    assert!(shown.contains("Line 2: ") && shown.contains("frobnicate"), "{shown}");
    let changed = looked_ahead(&site, "pope").await;
    assert!(changed.len() == 1 && changed[0].contains("Some(772)"), "{changed:?}");

    let back = greta.post("/gm/g/g1/powers/pope", &[("words", ""), ("own", "yes")]).await;
    assert!(back.status.is_redirection(), "{}", back.text);
    assert!(section(&greta.page("/gm/g/g1/powers").await, "pope").contains("plays of its own"));
    assert_eq!(looked_ahead(&site, "pope").await, own);

    order(&mut greta, "pope", "772: rule Rome").await;
    publish(&site, "771").await;
    let inputs = replayed(&mut greta, 771).await;
    assert!(inputs.sheets[&SideId::new("pope")].contains("772"), "{:?}", inputs.sheets);
    let turn = site.desk.gm_turn(site.account(GRETA).await, "g1", (771, None)).await.expect("the turn");
    assert_eq!(tried(&turn.entries, "pope"), changed, "it is played as ordered");
}

#[sqlx::test]
async fn a_magnate_does_when_ordered_what_it_would_do_of_its_own(pool: PgPool) {
    let site = charlemagne(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    let account = site.account(GRETA).await;
    let mut compared = 0;
    for year in (771..=801).step_by(5) {
        let page = site.desk.powers_page(account, "g1").await.expect("the page");
        for row in page.rows.into_iter().filter(|row| !row.playable && !row.suggested.is_empty()) {
            let side = row.side.as_str();
            let own = tried(&row.told, side);
            assert_eq!(looked_ahead(&site, side).await, own, "{year} {side} by itself");
            order(&mut greta, side, &row.suggested).await;
            let sheet = power(&site, side).await.sheet.expect("a sheet");
            assert!(sheet.complaints.is_empty(), "{year} {side}: {:?}", sheet.complaints);
            assert_eq!(looked_ahead(&site, side).await, own, "{year} {side} as ordered: {}", row.suggested);
            greta.post(&format!("/gm/g/g1/powers/{side}"), &[("words", ""), ("own", "yes")]).await;
            compared += usize::from(side != "pope");
        }
        publish(&site, &year.to_string()).await;
    }
    assert!(compared > 2, "only {compared} times did a power beside the Pope act");
}

#[sqlx::test]
async fn a_vacant_empire_has_its_caretakers_orders_suggested(pool: PgPool) {
    let site = millennium(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    let custom = "update game set vacant_orders = 'caretaker'";
    sqlx::query(custom).execute(&site.pool).await.expect("a custom");
    let page = greta.page("/gm/g/g1/powers").await;
    assert!(section(&page, "france").contains("Nobody holds it"), "{page}");
    let row = power(&site, "france").await;
    assert!(row.playable && row.suggested.lines().count() >= 5, "five years: {}", row.suggested);
    let own = looked_ahead(&site, "france").await;
    assert!(own.len() >= 3, "{own:?}");
    order(&mut greta, "france", &row.suggested).await;
    let sheet = power(&site, "france").await.sheet.expect("a sheet");
    assert!(sheet.complaints.is_empty(), "{:?}", sheet.complaints);
    assert_eq!(looked_ahead(&site, "france").await, own, "accepted, it comes out the same");
    order(&mut greta, "france", "976: tax Anjou").await;
    assert_eq!(looked_ahead(&site, "france").await, Vec::<String>::new(), "it does nothing else");
    publish(&site, "976").await;
    let inputs = replayed(&mut greta, 976).await;
    assert!(inputs.sheets[&SideId::new("france")].contains("anjou"), "{:?}", inputs.sheets);
    let turn = site.stranger().page("/g/g1/976").await;
    assert!(turn.contains("France taxes Anjou"), "{turn}");
}
