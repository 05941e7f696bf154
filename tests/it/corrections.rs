//! A game of several pentades, amended in the past and played again: what moves and what does not.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use pentade::empires::seam::Empires;
use pentade::empires::terms::AreaId;
use pentade::postal::chronicle::{Reader, SideId, TurnEntry};
use pentade::postal::dice::Seed;
use pentade::postal::document::{Block, Document, Span as Run};
use pentade::postal::game::{ChronicleText, Game, Inputs, Outcome, Ruling, WorldText};
use pentade::postal::history::{
    Amendment, Change, HistoryError, Played, amend, asked, changed_inputs, replays,
};
use pentade::postal::question::{Question, ballot_id};

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
                let set_aside = BTreeMap::new();
                return Played { span, before, inputs, set_aside, seed, after, chronicle };
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

fn spoken(runs: &[Run]) -> String {
    let texts = runs.iter().map(|run| match run {
        Run::Text(text) | Run::Strong(text) => text.clone(),
        Run::Rule(rule) => format!(" {rule}"),
    });
    texts.collect()
}

fn words(document: &Document) -> String {
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
    let entries: serde_json::Value = serde_json::from_str(played.chronicle.as_str()).expect("a chronicle");
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
    assert!(told.contains("No longer thrown: 986 rebellion lombardy."), "{told}");
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

#[test]
fn a_kept_pentade_replays_and_says_what_it_asked() {
    let kept = &history()[2];
    assert_eq!(replays(game(), kept), Ok(true));
    let other = Played { chronicle: ChronicleText::new("[]".to_owned()), ..kept.clone() };
    assert_eq!(replays(game(), &other), Ok(false), "rules of another day");
    for kept in history() {
        let asked: BTreeSet<String> =
            asked(game(), kept).expect("played").iter().flat_map(Question::keys).collect();
        let answered: BTreeSet<String> = kept.inputs.answers.keys().cloned().collect();
        assert_eq!(asked, answered, "{}", kept.span);
    }
}

#[test]
fn an_order_that_comes_out_otherwise_is_told_beside_what_it_was() {
    let former = &history()[3];
    let data = sheet(&former.before, &germany(), "991: rule Saxony with 2 gold\n991: tax Lombardy");
    let change = Change::Sheet { side: germany(), data: Some(data) };
    let amended = amend(game(), history(), &[amendment(991, change)], now()).expect("played");
    let told = words(&game().compare(former.turn(), amended[3].turn(), &Reader::Gm).expect("compared"));
    let paired = told.lines().find(|line| line.contains(" Now: ")).expect("a pair");
    assert!(paired.contains("for 1 gold") && paired.contains("for 2 gold"), "{paired}");
    assert!(told.contains("Comes out otherwise"), "{told}");
}

#[test]
fn what_is_unusual_stands_on_top() {
    let former = &history()[4];
    let world: serde_json::Value = serde_json::from_str(former.before.as_str()).expect("a world");
    let court = world["empires"]["france"]["court"].as_str().expect("a court").to_owned();
    let ruling = |words: String| Ruling { year: Some(996), words, reason: "a test".to_owned(), public: true };
    let court = game().rulebook().atlas.name(&AreaId::new(&court)).to_owned();
    let changes = [ruling(format!("{court}: owned by Germany")), ruling("Atlantis: gold +1".to_owned())];
    let amendments = changes.map(|one| amendment(996, Change::LaidDown(one)));
    let amended = amend(game(), history(), &amendments, now()).expect("played");
    let said = |played: &Played| -> Vec<String> {
        let items = game().highlights(played.turn()).expect("read");
        items.into_iter().map(|item| spoken(&item.spans)).collect()
    };
    let lines = said(&amended[4]);
    assert!(lines[0].contains("has lost its court in"), "the gravest first: {lines:?}");
    assert!(lines.last().is_some_and(|line| line.contains("Atlantis")), "a refused ruling: {lines:?}");
    assert!(!said(former).iter().any(|line| line.contains("court")), "{:?}", said(former));
}

#[test]
fn entries_are_numbered_alike_for_every_reader_and_hide_what_is_hidden() {
    let kept = &history()[1];
    let all = game().entries(kept.turn(), &Reader::Gm).expect("read");
    assert!(all.iter().enumerate().all(|(nth, entry)| entry.nth == nth));
    let public = game().entries(kept.turn(), &Reader::Public).expect("read");
    assert!(public.len() < all.len());
    for entry in &public {
        assert_eq!(entry.part, all[entry.nth].part);
        assert!(!spoken(&all[entry.nth].item.spans).contains("[GM only]"));
    }
    let saxony =
        |entry: &&TurnEntry| entry.places.iter().any(|(id, name)| id == "saxony" && name == "Saxony");
    let found = all.iter().find(saxony).expect("Saxony is ruled");
    assert!(found.sides.contains(&germany()) && !found.rules.is_empty());
}

#[test]
fn a_side_that_a_correction_undoes_keeps_its_orders_for_another() {
    let mut kept = history()[5].clone();
    let nobody = SideId::new("atlantis");
    kept.inputs.sheets.insert(nobody.clone(), "{\"orders\":[]}".to_owned());
    let silent = amendment(1001, Change::Sheet { side: germany(), data: None });
    let amended = amend(game(), &[kept.clone()], &[silent], now()).expect("played");
    assert!(!amended[0].inputs.sheets.contains_key(&nobody), "it cannot be played");
    assert!(amended[0].set_aside.contains_key(&nobody), "and is not forgotten");
    let whole = changed_inputs(&amended[0], &[]);
    assert!(whole.sheets.contains_key(&nobody));
    let back = amendment(1001, Change::AsBefore(kept.inputs.clone()));
    let again = amend(game(), &amended, &[back], now()).expect("played");
    assert_eq!(again[0].after, history()[5].after, "as it was");
}
