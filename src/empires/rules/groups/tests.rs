//! How groups grow and become dominant, and how several changes of one step are merged.

use std::collections::BTreeMap;

use super::*;
use crate::empires::pentade::begin;
use crate::empires::rulebook::tests::shipped;
use crate::empires::rules::{CardsInPlay, Scene, Unanswered, YearOpening};
use crate::empires::world::{World, apply};
use crate::postal::dice::{Dice, Seed};

fn lombardy() -> AreaId {
    AreaId::new("lombardy")
}

fn code(code: &str) -> ReligionId {
    ReligionId::new(code)
}

/// Lombardy with these groups.
fn board(groups: &[(&str, i32)]) -> World {
    let rulebook = shipped();
    let mut world = begin(rulebook, &rulebook.scenarios["millennium-976"]);
    let area = world.areas.get_mut(&lombardy()).expect("an area of the map");
    area.urgs = groups.iter().map(|(religion, strength)| (code(religion), *strength)).collect();
    world
}

/// Lombardy after a step.
fn after(mut world: World, steps: &[fn(&Scene<'_>) -> Effects]) -> Area {
    let dice = Dice::new(Seed::new([7; 32]));
    let (sheets, hands, answers) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let frozen = world.clone();
    let scene = Scene {
        rulebook: shipped(),
        world: &frozen,
        sheets: &sheets,
        year: Some(976),
        dice: &dice,
        hands: &hands,
        year_opening: &YearOpening::of(&frozen),
        in_play: &CardsInPlay::default(),
        turned: &[],
        answers: &answers,
        unanswered: Unanswered::TakesDefault,
        rulings: &[],
        waiting_players: 0,
    };
    let changes: Vec<Effect> = steps.iter().flat_map(|step| step(&scene).effects).collect();
    apply(&shipped().bounds(), &mut world, &changes);
    world.areas[&lombardy()].clone()
}

fn groups(area: &Area) -> Vec<(&str, i32)> {
    area.urgs.iter().map(|(religion, strength)| (religion.as_str(), *strength)).collect()
}

#[test]
fn a_group_grows_to_the_greatest_strength_and_then_becomes_dominant() {
    let grow = |scene: &Scene<'_>| strengthen(scene, &lombardy(), &code("CAT"), 1);
    let three = after(board(&[("CAT", 3), ("JUD", 1)]), &[grow]);
    assert_eq!((three.religion.as_str(), groups(&three)), ("RC", vec![("CAT", 4), ("JUD", 1)]));
    let four = after(board(&[("CAT", 4), ("JUD", 1)]), &[grow]);
    assert_eq!((four.religion.as_str(), groups(&four)), ("CAT", vec![("JUD", 1), ("RC", 3)]));
}

#[test]
fn a_group_that_arises_keeps_what_it_has_if_that_is_more() {
    let arising = |scene: &Scene<'_>| arise(scene, &lombardy(), &code("CAT"), 2);
    assert_eq!(groups(&after(board(&[]), &[arising])), [("CAT", 2)]);
    assert_eq!(groups(&after(board(&[("CAT", 1)]), &[arising])), [("CAT", 2)]);
    assert_eq!(groups(&after(board(&[("CAT", 3)]), &[arising])), [("CAT", 3)]);
}

#[test]
fn the_dominant_religion_is_no_group() {
    let own = after(board(&[("CAT", 4)]), &[|scene| arise(scene, &lombardy(), &code("RC"), 3)]);
    assert_eq!((own.religion.as_str(), groups(&own)), ("RC", vec![("CAT", 4)]));
}

#[test]
fn changes_of_one_step_are_added_up() {
    let grown = after(
        board(&[("CAT", 2)]),
        &[
            |scene| strengthen(scene, &lombardy(), &code("CAT"), 1),
            |scene| arise(scene, &lombardy(), &code("CAT"), 3),
            |scene| weaken(scene, &lombardy(), &code("CAT"), 2, "22.4"),
        ],
    );
    assert_eq!(groups(&grown), [("CAT", 2)]);
    let gone = after(board(&[("CAT", 2)]), &[|scene| weaken(scene, &lombardy(), &code("CAT"), 3, "22.4")]);
    assert_eq!(groups(&gone), []);
}
