use super::*;
use crate::empires::pentade::begin;
use crate::empires::rulebook::tests::shipped;

/// Why a ruling on the opening of the shorter game is refused.
fn refusal(words: &str) -> String {
    let rulebook = shipped();
    let world = begin(rulebook, &rulebook.scenarios["millennium-976"]);
    match ruled(rulebook, &world, 976, words) {
        Ok(effects) => panic!("{words}: {effects:?}"),
        Err(reason) => reason,
    }
}

/// What everyone may say of his people.
const PLAIN: &str = "language OHG, religion RC, population 1, base social state 0";

#[test]
fn a_new_area_needs_a_place_on_the_map() {
    for (words, reason) in [
        ("beside Atlantis", "there is no area \u{201c}Atlantis\u{201d}"),
        ("on the Sea of Sand", "there is no sea area \u{201c}the Sea of Sand\u{201d}"),
        ("in Europe", "the new area March borders nothing"),
        ("on the North Sea", "whether March lies in Europe is not said"),
        ("beside Saxony, seafaring", "the new area March is seafaring but has no coast"),
        (
            "beside Saxony, across a strait from Saxony",
            "Saxony lies beside March or across a strait, not both",
        ),
        ("beside Saxony, golden", "\u{201c}golden\u{201d} means nothing of a new area"),
    ] {
        assert_eq!(refusal(&format!("new area March: {words}, {PLAIN}")), reason, "{words}");
    }
}

#[test]
fn a_new_area_needs_a_name_of_its_own() {
    let in_use = |name: &str| format!("the name \u{201c}{name}\u{201d} is in use");
    for name in ["Saxony", "SAXONY", "saxony", "North Sea", "German Empire", "Lake 1", "beyond the map"] {
        assert_eq!(refusal(&format!("new area {name}: beside Denmark, {PLAIN}")), in_use(name));
    }
    for name in ["--", &"a".repeat(41)] {
        let reason = "an area's name has 1 to 40 characters";
        assert_eq!(refusal(&format!("new area {name}: beside Denmark, {PLAIN}")), reason);
    }
    let reason = "the name \u{201c}\u{41c}\u{430}\u{440}\u{43a}\u{430}\u{201d} is not in Latin letters";
    assert_eq!(
        refusal(&format!("new area \u{41c}\u{430}\u{440}\u{43a}\u{430}: beside Denmark, {PLAIN}")),
        reason
    );
    let (rulebook, name) = (shipped(), "a".repeat(40));
    let world = begin(rulebook, &rulebook.scenarios["millennium-976"]);
    let longest = ruled(rulebook, &world, 976, &format!("new area {name}: beside Saxony, {PLAIN}"));
    assert!(longest.is_ok(), "{longest:?}");
}

#[test]
fn a_new_area_needs_people_and_lawful_figures() {
    for (words, reason) in [
        (
            "language OHG, religion RC, population 6, base social state 0",
            "the population of March would be 6, outside -3 to 5",
        ),
        (
            "language OHG, religion RC, population 1, base social state -4",
            "the base social state of March would be -4, outside -3 to 5",
        ),
        ("language OHG, religion RC, population many", "many is no population"),
        ("language OHG, religion RC, population 1", "the new area March has no base social state"),
        ("language OHG, religion RC, base social state 1", "the new area March has no population"),
        ("religion RC, population 1, base social state 0", "the new area March has no language"),
        ("language OHG, population 1, base social state 0", "the new area March has no religion"),
        ("language XYZ", "there is no language \u{201c}XYZ\u{201d}"),
    ] {
        assert_eq!(refusal(&format!("new area March: beside Saxony, {words}")), reason, "{words}");
    }
}
