//! A game of several pentades, amended in the past and played again: what moves and what does not.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use pentade::empires::seam::Empires;
use pentade::postal::chronicle::{Reader, SideId};
use pentade::postal::dice::Seed;
use pentade::postal::document::{Block, Document, Span as Run};
use pentade::postal::game::{Game, Inputs, Outcome, Ruling, WorldText};
use pentade::postal::history::{Amendment, Change, HistoryError, Played, amend};
use pentade::postal::question::ballot_id;

use crate::shipped::files;

/// Pentades of the kept game.
const PENTADES: i32 = 6;

fn game() -> &'static Empires {
    static GAME: LazyLock<Empires> = LazyLock::new(|| match Empires::parse(&files()) {
        Ok(game) => game,
        Err(faults) => panic!("the shipped config has faults:\n{}", faults.join("\n")),
    });
    &GAME
}

fn germany() -> SideId {
    SideId::new("germany")
}

fn sheet(world: &WorldText, side: &SideId, words: &str) -> String {
    let reading = game().read(world, side, words, None).expect("a side of this world");
    assert!(reading.orders_read > 0, "{words}");
    reading.sheet.data
}

/// Plays one pentade, every question answered by what stands by default.
fn played(world: &WorldText, mut inputs: Inputs, seed: &Seed) -> Played {
    let span = game().span(world).expect("a world");
    loop {
        match game().adjudicate(world, &inputs, seed).expect("a sound world") {
            Outcome::Complete { world: after, chronicle } => {
                let (before, seed) = (world.clone(), seed.clone());
                return Played { span, before, inputs, seed, after, chronicle };
            }
            Outcome::Undecided { questions } => {
                for question in questions {
                    let default = question.stands_by_default().to_owned();
                    let sides = question.electorate.iter().map(|side| ballot_id(&question.id, side));
                    let keys = if question.electorate.is_empty() {
                        vec![question.id.clone()]
                    } else {
                        sides.collect()
                    };
                    inputs.answers.extend(keys.into_iter().map(|key| (key, default.clone())));
                }
            }
        }
    }
}

/// Six pentades from 976 in which Germany rules Saxony once a pentade and France taxes.
fn history() -> &'static [Played] {
    static HISTORY: LazyLock<Vec<Played>> = LazyLock::new(|| {
        let mut world = game().begin("millennium-976").expect("the scenario");
        let mut history = Vec::new();
        for nth in 0..PENTADES {
            let year = game().span(&world).expect("a world").first_year;
            let mut sheets = BTreeMap::new();
            for (side, words) in [
                ("germany", format!("{year}: rule Saxony with 1 gold\n{year}: tax Lombardy")),
                ("france", format!("{year}: tax Champagne\n{}: rule Champagne", year + 1)),
            ] {
                let side = SideId::new(side);
                let data = sheet(&world, &side, &words);
                sheets.insert(side, data);
            }
            let seed = Seed::derive(&[7; 32], year);
            let one = played(&world, Inputs { sheets, ..Inputs::default() }, &seed);
            world = one.after.clone();
            history.push(one);
            assert_eq!(history.len(), usize::try_from(nth + 1).expect("small"));
        }
        history
    });
    &HISTORY
}

fn now() -> i32 {
    976 + 5 * PENTADES
}

fn amendment(first_year: i32, change: Change) -> Amendment {
    Amendment { first_year, change, author: "the GM".to_owned(), reason: "misread".to_owned() }
}

fn words(document: &Document) -> String {
    let spoken = |runs: &[Run]| -> String {
        let texts = runs.iter().map(|run| match run {
            Run::Text(text) | Run::Strong(text) => text.clone(),
            Run::Rule(rule) => format!(" {rule}"),
        });
        texts.collect()
    };
    let lines = document.blocks.iter().map(|block| match block {
        Block::Heading { text, .. } => text.clone(),
        Block::Paragraph(runs) => spoken(runs),
        Block::List(items) => items.iter().map(|item| spoken(&item.spans)).collect::<Vec<_>>().join("\n"),
        Block::Table { rows, .. } => rows.iter().map(|row| row.join(" | ")).collect::<Vec<_>>().join("\n"),
        Block::Verbatim(lines) => lines.join("\n"),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Every draw of a chronicle by key.
fn draws(played: &Played) -> BTreeMap<String, String> {
    let entries: serde_json::Value = serde_json::from_str(&played.chronicle.0).expect("a chronicle");
    let entries = entries.as_array().expect("a list").clone();
    let draws = entries.iter().flat_map(|entry| entry["chance"].as_array().cloned().unwrap_or_default());
    draws.map(|draw| (draw["key"].as_str().expect("a key").to_owned(), draw["values"].to_string())).collect()
}

#[test]
fn an_empty_correction_changes_nothing() {
    assert_eq!(amend(game(), history(), &[], now()).expect("played"), history());
    let same = history()[3].inputs.sheets[&germany()].clone();
    let change = Change::Sheet { side: germany(), data: Some(same) };
    assert_eq!(amend(game(), history(), &[amendment(991, change)], now()).expect("played"), history());
}

#[test]
fn a_sheet_read_anew_moves_no_die_that_it_does_not_name() {
    let former = &history()[2];
    let data = sheet(&former.before, &germany(), "986: rule Saxony with 1 gold");
    let change = Change::Sheet { side: germany(), data: Some(data) };
    let amended = amend(game(), history(), &[amendment(986, change)], now()).expect("played");
    assert_eq!(amended[..2], history()[..2], "the past before it stays");
    for (was, is) in history().iter().zip(&amended) {
        let (was, is) = (draws(was), draws(is));
        for (key, values) in is.iter().filter(|(key, _)| was.contains_key(*key)) {
            assert_eq!(&was[key], values, "{key}");
        }
        let gone: BTreeSet<_> = was.keys().filter(|key| !is.contains_key(*key)).collect();
        assert!(gone.iter().all(|key| key.contains("lombardy")), "{gone:?}");
    }
    let told = game().compare(former.turn(), amended[2].turn(), &Reader::Gm).expect("compared");
    let told = words(&told);
    assert!(told.contains("986: German Empire taxes Lombardy"), "{told}");
    assert!(told.contains("No longer thrown: 986/986/rebellion/lombardy/0."), "{told}");
    assert!(!told.contains("which should not be"), "{told}");
    let own = game().compare(former.turn(), amended[2].turn(), &Reader::Side(SideId::new("kiev")));
    let own = words(&own.expect("compared"));
    assert!(own.contains("taxes Lombardy"), "taxes are public");
    assert!(!own.contains("Empires\n"), "what a treasury holds is not: {own}");
}

#[test]
fn orders_that_a_correction_makes_void_are_told_and_fail_nothing() {
    let words_of = "Saxony: owner France";
    let ruling =
        Ruling { year: Some(976), words: words_of.to_owned(), reason: "misread".to_owned(), public: true };
    let amended = amend(game(), history(), &[amendment(976, Change::LaidDown(ruling))], now());
    let error = amended.expect_err("six pentades back are too many");
    assert!(
        matches!(&error, HistoryError::NotAllowed(reason) if reason.contains("30 years before")),
        "{error}"
    );
    let missing = amendment(977, Change::Sheet { side: germany(), data: None });
    assert_eq!(amend(game(), history(), &[missing], now()), Err(HistoryError::NoPentade(977)));

    let gone = amendment(986, Change::Sheet { side: germany(), data: None });
    let amended = amend(game(), history(), &[gone], now()).expect("played");
    let told = words(&game().compare(history()[2].turn(), amended[2].turn(), &Reader::Gm).expect("compared"));
    assert!(told.starts_with("Empires\n") && told.contains("German Empire |"), "{told}");
}
