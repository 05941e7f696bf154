//! What the shipped tables come to.

use proptest::prelude::*;

use super::*;
use crate::empires::terms::{EmpireId, ReligionId};

fn religion(code: &str) -> ReligionId {
    ReligionId::new(code)
}

#[test]
fn religious_distance_follows_the_relations() {
    let religions = &shipped().religions;
    for (a, b, distance) in [
        ("RC", "RC", 0),
        ("RC", "EO", 1),
        ("EO", "RC", 1),
        ("RC", "CEC", 2),
        ("RC", "CAT", 2),
        ("MUS", "iMUS", 1),
        ("MUS", "MSK", 2),
        ("PAG_IE", "PAG_NI", 2),
        ("RC", "MUS", 3),
        ("JUD", "MUS", 3),
    ] {
        assert_eq!(religions.distance(&religion(a), &religion(b)), distance, "{a} {b}");
    }
    assert!(religions.heretical(&religion("CAT"), &religion("RC")));
    assert!(!religions.heretical(&religion("RC"), &religion("CAT")));
    assert!(religions.count_as_one(&religion("iMUS"), &religion("MUS")));
    assert!(!religions.count_as_one(&religion("MSS"), &religion("MUS")));
}

#[test]
fn ties_and_claims_are_for_christians_jews_and_civilised_muslims() {
    let religions = &shipped().religions;
    for (empire, code, year, may) in [
        ("germany", "RC", 976, true),
        ("khazars", "JUD", 976, true),
        ("bosnia", "BOG", 1200, true),
        ("kiev", "PAG_IE", 976, false),
        ("abbasids", "MUS", 976, true),
        ("abbasids", "RC", 976, true),
        ("cordova", "iMUS", 1199, true),
        ("cordova", "iMUS", 1200, false),
        ("magnate-seljuks", "MUS", 1200, false),
        ("magnate-seljuks", "MUS", 1201, true),
        ("ottomans", "MUS", 1300, false),
    ] {
        let found = religions.may_hold_ties_and_claims(&EmpireId::new(empire), &religion(code), year);
        assert_eq!(found, may, "{empire} {code} {year}");
    }
}

#[test]
fn a_check_is_read_at_the_last_row_not_above_the_sum() {
    let results = &shipped().rebellion_results;
    for (sum, result) in [
        (-200, CheckResult::Nothing),
        (8, CheckResult::Nothing),
        (9, CheckResult::Unrest),
        (10, CheckResult::Unrest),
        (11, CheckResult::Rebellion),
        (40, CheckResult::Rebellion),
    ] {
        assert_eq!(results.at(sum), result, "{sum}");
    }
    assert_eq!(CheckResult::Rebellion.at_most_unrest(), CheckResult::Unrest);
    assert_eq!(CheckResult::Nothing.at_most_unrest(), CheckResult::Nothing);
}

#[test]
fn a_field_of_a_card_is_read_against_the_rating() {
    for (field, at_two, at_three) in [
        (Field::Blank, false, false),
        (Field::Always, true, true),
        (Field::AtLeast(3), false, true),
        (Field::Below(3), true, false),
    ] {
        assert_eq!((field.happens(2), field.happens(3)), (at_two, at_three), "{field:?}");
    }
    let cards = &shipped().year_cards;
    let twelve = cards.card(12).expect("card 12");
    assert_eq!((twelve.pillage_base_loss, twelve.pillage_gold), (Field::Always, Field::Blank));
    assert!(cards.card(0).is_none() && cards.card(57).is_none());
    assert!(cards.happening(|card| card.conquest_c, 5) > cards.happening(|card| card.conquest_c, 0));
}

#[test]
fn grades_of_statures_rise_and_fall_one_at_a_time() {
    let leaders = &shipped().new_leaders;
    assert_eq!(leaders.grades().collect::<Vec<_>>(), [1, 2, 3, 5, 9]);
    assert_eq!([2, 7, 12].map(|dice| leaders.stature(dice)), [Some(1), Some(3), Some(9)]);
    assert_eq!((leaders.stature(1), leaders.stature(13)), (None, None));
    assert_eq!((leaders.higher(3), leaders.higher(9)), (5, 9));
    assert_eq!((leaders.lower(3), leaders.lower(1)), (2, 1));
}

#[test]
fn a_scenario_opens_with_its_own_states_and_those_of_the_map() {
    let rulebook = shipped();
    let opening = rulebook.opening(&rulebook.scenarios["millennium-976"]);
    let area = |id: &str| &opening[&AreaId::new(id)];
    assert_eq!(opening.len(), rulebook.atlas.areas().count());
    let lombardy = area("lombardy");
    assert_eq!((lombardy.social_state, lombardy.in_unrest), (3, true));
    assert_eq!(lombardy.owner, Some(EmpireId::new("germany")));
    assert_eq!(area("saxony").social_state, area("saxony").base_social_state + 1);
    assert_eq!(area("ireland").social_state, area("ireland").base_social_state);
    assert_eq!(area("kiev").religion, religion("PAG_IE"));
}

#[test]
fn the_map_joins_what_the_rules_speak_of() {
    let atlas = &shipped().atlas;
    let id = AreaId::new;
    assert!(atlas.adjacent(&id("kiev"), &id("smolensk")));
    assert!(atlas.strait_between(&id("constantinople"), &id("bithynia")));
    assert_eq!(atlas.sea_distance(&id("venice"), &id("croatia")), Some(1));
    assert_eq!(atlas.sea_distance(&id("constantinople"), &id("venice")), Some(3));
    assert_eq!(atlas.find("ÎLE DE FRANCE"), Some(&id("ile-de-france")));
    assert!(atlas.seafaring(&id("lombardy")) && !atlas.seafaring(&id("saxony")));
    for area in atlas.areas() {
        for near in atlas.neighbours(&area.id) {
            assert!(atlas.adjacent(near, &area.id), "{} {near}", area.id);
        }
    }
}

#[test]
fn later_seljuks_are_seljuks() {
    let (religions, sunni) = (&shipped().religions, ReligionId::new("MUS"));
    let civilised = |id: &str, year| religions.civilised_muslim(&EmpireId::new(id), &sunni, year);
    assert!(civilised("magnate-seljuks", 1201) && civilised("magnate-seljuks-2", 1201));
    assert!(!civilised("magnate-seljuks-2", 1200) && !civilised("magnate-seljuksons", 1201));
}

#[test]
fn the_hash_tells_any_two_configs_apart() {
    let mut files = shipped_files().clone();
    files
        .insert("words.toml".to_owned(), format!("{}\n", files.get("words.toml").map_or("", String::as_str)));
    let other = Rulebook::parse(&files).ok().map(|rulebook| rulebook.hash);
    assert!(other.is_some_and(|hash| hash != shipped().hash));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn no_file_however_broken_stops_the_reader(file in any::<prop::sample::Index>(), line in any::<prop::sample::Index>(), put in "\\PC{0,40}") {
        let mut files = shipped_files().clone();
        let name = file.get(&files.keys().cloned().collect::<Vec<_>>()).clone();
        let text = files.get_mut(&name).expect("a file");
        let mut lines: Vec<&str> = text.lines().collect();
        let index = line.index(lines.len());
        lines[index] = &put;
        *text = lines.join("\n");
        if let Err(faults) = Rulebook::parse(&files) {
            prop_assert!(!faults.is_empty());
        }
    }
}
