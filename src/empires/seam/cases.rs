//! The titles of the rule cases, for the pages of the rules. The cases themselves are played by the tests.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::postal::game::CaseRow;

macro_rules! cases {
    ($($name:literal),+ $(,)?) => {
        /// Every file of cases. A test holds the list to the folder.
        pub const FILES: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../../tests/cases/", $name, ".toml"))),)+];
    };
}

cases!(
    "1_time",
    "2_terms",
    "6_sequence",
    "7_empire",
    "8_leaders",
    "9_endeavours",
    "10_conquest",
    "11_pillage",
    "12_diplomacy",
    "13_defence",
    "14_fortification",
    "15_ruling",
    "16_gold",
    "17_unrest_and_rebellion",
    "18_claims",
    "19_dynasty_and_revolt",
    "19_event_cards",
    "19_heresies",
    "20_parleys",
    "21_exile",
    "22_conversion",
    "22_excommunication",
    "23_crusades",
    "23_schism",
    "24_magnates",
    "24_raiders",
    "25_colonisation",
    "26_victory",
    "27_papacy",
    "28_religious_orders",
    "29_patriarchates",
    "30_regencies",
    "31_heresies",
    "32_groups",
    "33_land",
    "34_corrections",
);

/// As much of a case file as a page shows.
#[derive(Deserialize)]
struct CaseFile {
    #[serde(rename = "case", default)]
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    id: String,
    title: String,
    #[serde(default)]
    rules: Vec<String>,
}

/// The cases that cite each rule, in the order in which they stand.
pub(super) fn by_rule() -> &'static BTreeMap<String, Vec<CaseRow>> {
    static CASES: LazyLock<BTreeMap<String, Vec<CaseRow>>> = LazyLock::new(|| {
        let mut by_rule: BTreeMap<String, Vec<CaseRow>> = BTreeMap::new();
        // A file that is no TOML fails the tests that play it; a page shows the others.
        let read = FILES.iter().filter_map(|(_, text)| toml::from_str::<CaseFile>(text).ok());
        for case in read.flat_map(|file| file.cases) {
            for rule in case.rules {
                let row = CaseRow { id: case.id.clone(), title: case.title.clone() };
                by_rule.entry(rule).or_default().push(row);
            }
        }
        by_rule
    });
    &CASES
}
