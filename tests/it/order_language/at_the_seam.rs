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
    for path in super::super::letters::letters() {
        let text = std::fs::read_to_string(&path).expect("a letter");
        let texts = ConfigTexts::read(Path::new("config")).expect("config/ can be read");
        if path.to_string_lossy().contains("/01-") {
            let mut files = texts.files.clone();
            files.retain(|name, _| !name.starts_with("words/"));
            let plain = Empires::parse(&files).expect("no fault without translations");
            let alone =
                plain.read(&GAME.1, &SideId::new("germany"), &text, None).expect("no text is an error");
            assert_eq!(read("germany", &text, None).sheet, alone.sheet, "{}", path.display());
        }
    }
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
        assert_eq!(newer(gone), format!("{saxony}{rest}"), "{gone}");
    }
    for all in
        ["withdraw all my orders\n", "Please cancel all my orders.\n", "forget everything I sent before\n"]
    {
        assert_eq!(newer(all), "", "{all}");
        assert_eq!(newer(&format!("{all}977 rule Swabia\n")), "Year 977\n  rule Swabia\n", "{all}");
    }
    assert_eq!(newer("replace all\n977 rule Swabia\n"), "Year 977\n  rule Swabia\n");
    assert_eq!(newer("This letter replaces everything.\n977 rule Swabia\n"), "Year 977\n  rule Swabia\n");
    let ruled = format!("{rest}").replace("Standing", "Every year\n  rule Swabia\n\nStanding");
    assert_eq!(
        newer("every year: rule Swabia\n"),
        ruled,
        "an endeavour of every year takes the place of each"
    );
    assert_eq!(newer("976\n- as before\n977 as before\n"), format!("{saxony}{bavaria}{rest}"));
}

#[test]
fn whatever_a_fuzzer_found_worth_keeping_is_read() {
    let kept = files("tests/fuzz/corpus/letter_to_sheet", "");
    assert!(!kept.is_empty());
    for path in kept.into_iter().chain(super::super::letters::letters()) {
        letter_laws::hold(&GAME.0, &GAME.1, &std::fs::read(&path).expect("a kept text"));
    }
}
