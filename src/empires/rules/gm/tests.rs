use super::*;
use crate::empires::pentade::begin;
use crate::empires::rulebook::tests::shipped;
use crate::postal::rulings::{FieldInput, LaidEffect, RulingKind};

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

/// What could stand in a field on this world, for a test.
fn example(input: &FieldInput) -> String {
    match input {
        FieldInput::Few(choices) => choices[0].0.clone(),
        FieldInput::Many(names) => names[0].clone(),
        FieldInput::Number { lowest, highest } => 1.clamp(*lowest, *highest).to_string(),
        FieldInput::Words { .. } => "Otto the Red".to_owned(),
    }
}

/// Every kind, filled in one way.
fn one_of_each(rulebook: &Rulebook, world: &World) -> Vec<LaidEffect> {
    let filled = |kind: &RulingKind| LaidEffect {
        kind: kind.id.clone(),
        filled: kind
            .fields
            .iter()
            .filter(|field| field.id != "across")
            .map(|field| (field.id.clone(), example(&field.input)))
            .collect(),
    };
    forms::kinds_on(rulebook, world).iter().map(filled).collect()
}

#[test]
fn the_reader_knows_the_words_of_every_kind_and_the_form_every_kind_that_the_reader_knows() {
    let rulebook = shipped();
    let mut world = begin(rulebook, &rulebook.scenarios["millennium-976"]);
    for area in world.areas.values_mut() {
        area.diplomatic_results.insert(EmpireId::new("germany"), 1);
    }
    let ground = Ground { rulebook, world: &world, year: 976 };
    let all = one_of_each(rulebook, &world);
    assert_eq!(all.len(), kinds::KINDS.len());
    for effect in all {
        let words = forms::words_of(rulebook, &world, std::slice::from_ref(&effect));
        let words = words.unwrap_or_else(|faults| panic!("{effect:?}: {faults:?}"));
        let facts = facts_of(&words).expect("facts");
        let read = read(ground, &facts).unwrap_or_else(|reason| panic!("{words}: {reason}"));
        let comes_to = format!("{read:?}");
        assert_ne!(comes_to, format!("{:?}", Ruled::default()), "{words} comes to nothing");
        let back = forms::effects_of_words(rulebook, &world, &words);
        assert_eq!(back.as_deref(), Some(std::slice::from_ref(&effect)), "{words}");
    }
    // The reader hands a fact on only when it is one of the kinds; these are its words as its chapter gives them.
    for (about, facts) in [
        (
            About::Area,
            "independent, owned by Germany, in unrest, not in unrest, social state +1, base social state = -2, \
             population -1, fortification +1, claim of Germany, no claim of Germany, tie of Germany, no tie of \
             Germany, language OHG, religion RC, religious order of RC, Cathar URG 3, no C results",
        ),
        (
            About::Empire,
            "gold +3, victory points \u{2212}2, statures 3-2-1, leader Otto, heir Otto, leader's language OHG, \
             leader's religion RC, excommunicated, not excommunicated, court in Saxony, holds Wildcard, loses \
             Wildcard, no treaty with France, extra year card 12",
        ),
        (About::Deck, "Wildcard removed"),
        (About::Game, "ends 1200"),
    ] {
        let mut kinds: Vec<String> = facts
            .split(", ")
            .map(|fact| kinds::told_apart(about, fact).unwrap_or_else(|| panic!("{fact}")).kind)
            .collect();
        kinds.sort();
        let mut listed: Vec<&str> =
            kinds::KINDS.iter().filter(|kind| kind.about == about).map(|kind| kind.id).collect();
        listed.sort_unstable();
        assert_eq!(kinds, listed, "{about:?}");
    }
}

#[test]
fn every_choice_of_the_form_can_be_read() {
    let rulebook = shipped();
    let world = begin(rulebook, &rulebook.scenarios["millennium-976"]);
    let ground = Ground { rulebook, world: &world, year: 976 };
    let all = one_of_each(rulebook, &world);
    let mut tried: Vec<Vec<String>> = Vec::new();
    for kind in forms::kinds_on(rulebook, &world) {
        let plain = all.iter().find(|effect| effect.kind == kind.id).expect("one of each");
        for field in kind.fields.iter().filter(|field| kind.id != "new-area" || field.id != "beside") {
            let choices: Vec<String> = match &field.input {
                FieldInput::Few(choices) => choices.iter().map(|(value, _)| value.clone()).collect(),
                FieldInput::Many(names) => names.clone(),
                _ => continue,
            };
            if tried.contains(&choices) {
                continue;
            }
            tried.push(choices.clone());
            for choice in choices {
                let mut effect = plain.clone();
                effect.filled.retain(|(id, _)| *id != field.id && (field.id != "across" || id != "beside"));
                effect.filled.push((field.id.clone(), choice.clone()));
                let words = forms::words_of(rulebook, &world, &[effect]);
                let words = words.unwrap_or_else(|faults| panic!("{choice}: {faults:?}"));
                let read = read(ground, &facts_of(&words).expect("facts"));
                let of_people = field.id == "language" || field.id == "religion";
                assert!(read.is_ok() || of_people && kind.id == "new-area", "{words}: {read:?}");
            }
        }
    }
}

#[test]
fn a_form_says_what_is_wrong_in_which_field() {
    let rulebook = shipped();
    let world = begin(rulebook, &rulebook.scenarios["millennium-976"]);
    let laid = |kind: &str, filled: &[(&str, &str)]| LaidEffect {
        kind: kind.to_owned(),
        filled: filled.iter().map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect(),
    };
    let good = laid("gold", &[("of", "Germany"), ("how", "+"), ("points", "3")]);
    for (bad, field, reason) in [
        (laid("gold", &[("of", "Germany"), ("how", "+")]), Some("points"), "this must be filled"),
        (laid("claim", &[("of", "Atlantis"), ("empire", "Germany")]), Some("of"), "there is no area"),
        (
            laid("gold", &[("of", "Germany"), ("how", "-"), ("points", "-3")]),
            Some("points"),
            "this must be 1 or more",
        ),
        (laid("leader", &[("of", "Germany"), ("name", "Otto; Rome")]), Some("name"), "a name has 1 to 40"),
        (
            laid(
                "statures",
                &[("of", "Germany"), ("combat", "4"), ("administrative", "1"), ("diplomatic", "1")],
            ),
            Some("combat"),
            "is none of the choices",
        ),
        (laid("magic", &[]), None, "there is no kind of effect"),
    ] {
        let faults = forms::words_of(rulebook, &world, &[good.clone(), bad]).expect_err("wrong");
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert_eq!((faults[0].effect, faults[0].field.as_deref()), (Some(1), field));
        assert!(faults[0].reason.contains(reason), "{faults:?}");
    }
    let words = forms::words_of(rulebook, &world, &[good.clone(), good]).expect("twice");
    assert_eq!(words, "German Empire: gold +3, gold +3");
}

#[test]
fn a_ruling_for_the_opening_must_stand_with_the_others_and_a_later_one_is_doubted() {
    let rulebook = shipped();
    let world = begin(rulebook, &rulebook.scenarios["millennium-976"]);
    let lower = "Germany: gold +1; Saxony: social state -9";
    let refused = check(rulebook, &world, (None, lower), &[]).expect_err("out of bounds");
    assert_eq!(refused.0, Some(1), "the second fact is at fault: {}", refused.1);
    let later = check(rulebook, &world, (Some(978), lower), &[]).expect("kept");
    assert_eq!(later.as_deref(), Some(refused.1.as_str()));

    let march = format!("new area March: beside Saxony, {PLAIN}");
    let other = |year, words: &str| GmRuling {
        year,
        words: words.to_owned(),
        reason: "a test".to_owned(),
        public: true,
    };
    let build = (None, "March: owned by Germany");
    assert!(check(rulebook, &world, build, &[]).is_err(), "there is no such area yet");
    assert_eq!(check(rulebook, &world, build, &[other(None, &march)]), Ok(None));
    assert!(check(rulebook, &world, build, &[other(Some(977), &march)]).is_err(), "it comes later");
}
