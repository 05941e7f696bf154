//! Letters through `Game::read`, on the world of the year 976: what lies near comes first, other languages, versions of a
//! sheet, and the texts that a fuzzer found worth keeping.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use pentade::empires::seam::Empires;
use pentade::postal::chronicle::SideId;
use pentade::postal::game::{Game, WorldText};
use pentade::postal::reading::{Reading, Sheet};
use pentade::settings::texts::ConfigTexts;

#[path = "../../fuzz/src/letter_laws.rs"]
mod letter_laws;

static GAME: LazyLock<(Empires, WorldText)> = LazyLock::new(|| {
    let texts = ConfigTexts::read(Path::new("config")).expect("config/ can be read");
    let game = Empires::parse(&texts.files).expect("config/ has no fault");
    let world = game.begin("millennium-976").expect("the scenario is there");
    (game, world)
});

fn read(side: &str, text: &str, former: Option<&Sheet>) -> Reading {
    GAME.0.read(&GAME.1, &SideId::new(side), text, former).expect("no text is an error")
}

fn words(side: &str, text: &str) -> String {
    read(side, text, None).sheet.words
}

/// Message and suggestion of the one complaint.
fn complaint(side: &str, text: &str) -> (String, String) {
    let complaints = read(side, text, None).complaints;
    assert_eq!(complaints.len(), 1, "{text}: {complaints:?}");
    (complaints[0].message.clone(), complaints[0].suggestion.clone().unwrap_or_default())
}

fn files(folder: &str, kind: &str) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{folder}: {error}"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| kind.is_empty() || path.extension().is_some_and(|found| found == kind))
        .collect();
    paths.sort();
    paths
}

#[test]
fn an_area_within_reach_is_meant_before_one_that_is_not() {
    // Brabant is the German Emperor's own, Brandenburg is not; Bulgaria borders on Byzantium, Bulgar lies on the Volga.
    assert_eq!(words("germany", "976 rule Bra\n"), "Year 976\n  rule Brabant\n");
    let conquest = "Year 976\n  conquer Bulgaria from Macedonia\n";
    assert_eq!(words("byzantium", "976 conquer Bul from Macedonia\n"), conquest);
    assert_eq!(words("byzantium", "976 rule Mor\n"), "Year 976\n  rule Morea\n");
    let (message, suggestion) = complaint("france", "976 rule Mor\n");
    assert_eq!(
        (message.as_str(), suggestion.as_str()),
        ("Mor may mean several areas; set aside", "Marocco, Moravia or Morea")
    );
    // As far from one as from the other by letters, but only one is an own area.
    let (message, suggestion) = complaint("germany", "976 rule Xavony\n");
    assert_eq!(message, "read \u{201c}Xavony\u{201d} as Saxony", "{suggestion}");
}

#[test]
fn suggestions_name_what_lies_near_first() {
    let (_, of_germany) = complaint("germany", "976 conquer Prugundia from Saxony\n");
    let (_, of_kiev) = complaint("kiev", "976 conquer Prugundia from Kiev\n");
    assert_ne!(of_germany, of_kiev, "the same suggestion wherever one lives");
    assert!(of_germany.starts_with("Burgundy") || of_germany.starts_with("Pomerania"), "{of_germany}");
}

#[test]
fn an_ambiguous_name_is_complained_about_with_its_candidates() {
    let (message, suggestion) = complaint("byzantium", "976 conquer Po from Greece\n");
    assert!(message.contains("Po is no area"), "two letters are no name: {message} {suggestion}");
    let (message, suggestion) = complaint("byzantium", "976 conquer Pol from Greece\n");
    assert_eq!(
        (message.as_str(), suggestion.as_str()),
        ("Pol may mean several areas; set aside", "Poland or Polotsk")
    );
}

#[test]
fn a_letter_in_german_reads_to_the_sheet_of_the_same_letter_in_english() {
    let letters = files("tests/letters/de", "txt");
    assert!(letters.len() >= 3);
    for path in letters {
        let german = std::fs::read_to_string(&path).expect("a letter");
        let english = std::fs::read_to_string(path.with_extension("en")).expect("the same in English");
        let (german, english) = (read("germany", &german, None), read("germany", &english, None));
        assert_eq!(german.sheet.words, english.sheet.words, "{}: {:?}", path.display(), german.complaints);
        assert_eq!(german.sheet, english.sheet, "{}", path.display());
        assert!(english.complaints.is_empty(), "{:?}", english.complaints);
    }
}

#[test]
fn an_english_letter_stays_english_beside_other_languages() {
    let mut files = ConfigTexts::read(Path::new("config")).expect("config/ can be read").files;
    let with = files.len();
    files.retain(|name, _| !name.starts_with("words/"));
    assert!(files.len() < with, "no translation is left out");
    let plain = Empires::parse(&files).expect("no fault without translations");
    let mut sheets = 0;
    for path in super::super::letters::letters() {
        let text = std::fs::read_to_string(&path).expect("a letter");
        for side in ["germany", "byzantium"] {
            let alone = plain.read(&GAME.1, &SideId::new(side), &text, None).expect("no text is an error");
            assert_eq!(read(side, &text, None).sheet, alone.sheet, "{side} {}", path.display());
            sheets += usize::from(!alone.sheet.words.is_empty());
        }
    }
    assert!(sheets > 100, "{sheets} letters order something");
}

#[test]
fn a_newer_letter_replaces_the_years_it_names_and_nothing_else_ever_wipes_an_order() {
    let first =
        read("germany", "976 rule Saxony\n977 rule Bavaria\n978 tax all\nname the leader Otto\n", None);
    let in_force = first.sheet;
    for idle in [
        "Thanks, all is well!\n",
        "977\nasdf qwer\nzxcv\n",
        "977: ??? will write later\n",
        "I withdraw my objections.\n",
        "What does rule 977 say? Can I conquer Bohemia from Bavaria?\n",
        "976 conquer Atlantis from Bavaria\n",
        "Orders for France:\n976 rule Anjou\n",
        "999 rule Saxony\n",
        "> 976 conquer Bohemia from Bavaria\n",
        "",
    ] {
        assert_eq!(read("germany", idle, Some(&in_force)).sheet, in_force, "{idle}");
    }
    let newer = |text: &str| read("germany", text, Some(&in_force)).sheet.words;
    let (saxony, bavaria) = ("Year 976\n  rule Saxony\n\n", "Year 977\n  rule Bavaria\n\n");
    let rest = "Year 978\n  tax everything\n\nStanding\n  name the leader Otto\n";
    assert_eq!(newer("977 tax Lombardy\n"), format!("{saxony}Year 977\n  tax Lombardy\n\n{rest}"));
    for gone in ["withdraw 977\n", "cancel 977\n", "please delete the orders for 977.\n", "scratch 977\n"] {
        let told = read("germany", gone, Some(&in_force)).complaints;
        assert_eq!(newer(gone), format!("{saxony}{rest}"), "{gone}: {told:?}");
    }
    for gone in [
        "My orders for 977 are withdrawn.\n",
        "my 977 orders are hereby cancelled\n",
        "Please note: our orders for 977 are withdrawn.\n",
        "977: my orders are withdrawn\n",
        "Meine Befehle für 977 sind aufgehoben.\n",
    ] {
        let told = read("germany", gone, Some(&in_force)).complaints;
        assert_eq!(newer(gone), format!("{saxony}{rest}"), "{gone}: {told:?}");
    }
    assert_eq!(newer("All my orders are withdrawn.\n"), "");
    for idle in ["withdraw 999\n", "My orders for 999 are withdrawn.\n"] {
        let read = read("germany", idle, Some(&in_force));
        assert_eq!((read.sheet, read.complaints.len()), (in_force.clone(), 1), "{idle}");
    }
    for idle in
        ["My objections are withdrawn.\n", "Your orders are withdrawn.\n", "The orders of France are off.\n"]
    {
        assert_eq!(read("germany", idle, Some(&in_force)).sheet, in_force, "{idle}");
    }
    for all in
        ["withdraw all my orders\n", "Please cancel all my orders.\n", "forget everything I sent before\n"]
    {
        assert_eq!(newer(all), "", "{all}");
        assert_eq!(newer(&format!("{all}977 rule Swabia\n")), "Year 977\n  rule Swabia\n", "{all}");
    }
    assert_eq!(newer("replace all\n977 rule Swabia\n"), "Year 977\n  rule Swabia\n");
    assert_eq!(newer("This letter replaces everything.\n977 rule Swabia\n"), "Year 977\n  rule Swabia\n");
    let ruled = rest.replace("Standing", "Every year\n  rule Swabia\n\nStanding");
    assert_eq!(
        newer("every year: rule Swabia\n"),
        ruled,
        "an endeavour of every year takes the place of each"
    );
    assert_eq!(newer("976\n- as before\n977 as before\n"), format!("{saxony}{bavaria}{rest}"));
}

#[test]
fn a_base_may_stand_before_its_target_or_in_a_sentence_of_its_own() {
    let plain = "Year 976\n  conquer Bohemia from Bavaria\n";
    for text in [
        "976 march from Bavaria into Bohemia\n",
        "976: we march from Bavaria against Bohemia.\n",
        "976 attack from Bavaria into Bohemia\n",
        "976 march into Bohemia from Bavaria\n",
        "976 from Bavaria march into Bohemia\n",
        "976 conquer Bohemia. Base: Bavaria.\n",
        "976 conquer Bohemia\nBase: Bavaria\n",
    ] {
        let read = read("germany", text, None);
        assert_eq!(read.sheet.words, plain, "{text}: {:?}", read.complaints);
        assert!(read.complaints.is_empty(), "{text}: {:?}", read.complaints);
    }
    let paid = "Year 976\n  conquer Bohemia from Bavaria with 3 gold\n";
    for text in [
        "976 conquer Bohemia. Base: Bavaria. Gold: 3.\n",
        "976 conquer Bohemia\nBase: Bavaria\nGold: 3\n",
        "976 conquer Bohemia.\nBase: Bavaria. Gold: 3 gold.\n",
        "976\nconquer Bohemia; gold: 3; base: Bavaria\n",
    ] {
        assert_eq!(words("germany", text), paid, "{text}");
    }
}

#[test]
fn a_letter_of_ten_thousand_lines_is_cut_with_its_reason() {
    let lines = |line: &str| line.repeat(10_000);
    for (line, most) in [("Let me think about it.\n", "2000 lines"), ("976 tax Saxony; ", "2000 orders")] {
        let read = read("germany", &lines(line), None);
        let told = format!("only the first {most} of a letter are read; the rest is set aside");
        assert!(
            read.complaints.iter().any(|complaint| complaint.message == told),
            "{:?}",
            read.complaints.last()
        );
    }
    // What stood before the cut counts, and all of it is said.
    let read = read("germany", &format!("976 rule Saxony\n{}", lines("asdf qwer conquer.\n")), None);
    assert_eq!(read.sheet.words, "Year 976\n  rule Saxony\n");
    let told = |most: &str| {
        read.complaints.iter().any(|one| one.message.starts_with(&format!("only the first {most} ")))
    };
    assert!(told("2000 lines") && told("131072 bytes"));
}

#[test]
fn marks_heaped_on_letters_do_not_hide_a_word_and_cost_no_time() {
    let heaped = |word: &str, marks: usize| -> String {
        let heap: String =
            (0..marks).filter_map(|at| char::from_u32(0x300 + (at as u32 * 7) % 0x6f)).collect();
        word.chars().flat_map(|c| std::iter::once(c).chain(heap.chars())).collect()
    };
    for marks in [1, 20, 200] {
        let text = format!("976 {} Saxony\n", heaped("rule", marks));
        assert_eq!(words("germany", &text), "Year 976\n  rule Saxony\n", "{marks}");
        let text = format!("976 rule {}\n", heaped("Saxony", marks));
        assert_eq!(words("germany", &text), "Year 976\n  rule Saxony\n", "{marks}");
    }
    letter_laws::hold(&GAME.0, &GAME.1, heaped("976 rule Saxony\n", 20_000).as_bytes());
}

#[test]
fn a_sheet_with_plunder_as_the_first_server_kept_it_still_reads() {
    let kept = r#"{"orders":[{"when":{"year":976},"act":{"plunder":["saxony","bavaria"]}}]}"#;
    let former = Sheet { data: kept.to_owned(), words: "Year 976\n  plunder Saxony, Bavaria\n".to_owned() };
    let now = read("germany", "977 rule Swabia\n", Some(&former)).sheet;
    let plain = read("germany", "976 plunder Saxony, Bavaria\n977 rule Swabia\n", None).sheet;
    assert_eq!(now, plain);
    assert!(now.data.contains(r#"{"plunder":["saxony","bavaria"]}"#), "{}", now.data);
}

#[test]
fn whatever_a_fuzzer_found_worth_keeping_is_read() {
    let kept = files("tests/fuzz/corpus/letter_to_sheet", "");
    assert!(!kept.is_empty());
    for path in kept.into_iter().chain(super::super::letters::letters()) {
        letter_laws::hold(&GAME.0, &GAME.1, &std::fs::read(&path).expect("a kept text"));
    }
}
