//! Readings of the switches across the seam: who chooses them, and that a pentade is played by those of its inputs.

use super::*;
use crate::empires::terms::AreaId;

fn readings(pairs: &[(&str, &str)]) -> Readings {
    pairs.iter().map(|(id, word)| ((*id).to_owned(), (*word).to_owned())).collect()
}

/// Germany taxes Saxony in a pentade that is played by these readings.
fn taxed(game: &dyn Game, readings: Readings) -> Result<(WorldText, i32), GameError> {
    let before = game.begin("millennium-976")?;
    let sheet = game.read(&before, &germany(), "Year 976\ntax Saxony\n", None)?.sheet;
    let sheets = BTreeMap::from([(germany(), sheet.data)]);
    let inputs = game::Inputs { sheets, readings, ..game::Inputs::default() };
    let Outcome::Complete { world, .. } = game.adjudicate(&before, &inputs, &Seed::new([1; 32]))? else {
        panic!("nothing is asked")
    };
    let state = world_from(&world)?.areas[&AreaId::new("saxony")].social_state;
    Ok((world, state))
}

#[test]
fn every_switch_is_told_with_its_rule_and_the_meaning_of_each_reading() {
    let switches = game().switches();
    let ids: Vec<&str> = switches.iter().map(|switch| switch.id.as_str()).collect();
    assert_eq!(ids, ["R8.6", "R16.1", "G-43", "R33.3", "R20.3c"], "in the order of the rulings");
    for switch in &switches {
        assert!(
            !switch.is_own() && !switch.meaning().is_empty() && switch.others().count() > 0,
            "{switch:?}"
        );
    }
    assert_eq!(switches[1].rule.as_str(), "16.1");
}

#[test]
fn a_pentade_is_played_by_the_readings_of_its_inputs_whatever_the_game_reads() {
    let edition = game();
    let lowers = readings(&[("R16.1", "lowers_social_state")]);
    let other = edition.with_readings(&lowers).expect("known readings");
    let (plain, before) = taxed(&edition, Readings::new()).expect("played");
    let (lowered, after) = taxed(&edition, lowers.clone()).expect("played");
    assert_eq!(after, before - 1, "case 16.B.6");
    assert_eq!(taxed(other.as_ref(), lowers).expect("played").0, lowered);
    assert_eq!(taxed(other.as_ref(), Readings::new()).expect("played").0, plain);
    let said = readings(&[("R16.1", "check_only")]);
    assert_eq!(
        taxed(other.as_ref(), said).expect("played").0,
        plain,
        "what the edition reads may be said too"
    );
}

#[test]
fn other_readings_are_the_same_edition_and_the_rules_tell_of_them() {
    let edition = game();
    let other = edition.with_readings(&readings(&[("R33.3", "off")])).expect("known readings");
    assert_eq!(other.edition(), edition.edition());
    let own: Vec<String> =
        other.switches().into_iter().filter(Switch::is_own).map(|switch| switch.id).collect();
    assert_eq!(own, ["R33.3"]);
    let ruling = |game: &dyn Game| {
        let rows = game.rules().into_iter().flat_map(|row| row.rulings);
        rows.into_iter().find(|ruling| ruling.id == "R33.3").expect("the ruling")
    };
    assert_eq!(ruling(&edition).reading, "independent");
    let told = ruling(other.as_ref());
    assert_eq!(
        (told.reading.as_str(), told.other),
        ("off", vec!["all".to_owned(), "independent".to_owned()])
    );
    assert!(
        told.why.starts_with("the GM of this game has chosen so; usually it is independent"),
        "{}",
        told.why
    );
    let again = other.with_readings(&readings(&[("R16.1", "check_only")])).expect("known readings");
    assert!(
        !again.switches().iter().any(Switch::is_own),
        "readings are those of the edition but for the ones named"
    );
}

#[test]
fn unknown_readings_play_nothing() {
    let game = game();
    let wrong = readings(&[("R16.1", "lower_social_state"), ("R16.9", "off")]);
    let told = |faults: Vec<ReadingFault>| faults.into_iter().map(|fault| fault.why).collect::<Vec<_>>();
    let Err(faults) = game.with_readings(&wrong) else { panic!("it is refused") };
    let faults = told(faults);
    assert!(faults[0].ends_with("did you mean lowers_social_state?"), "{faults:?}");
    assert!(faults[1].contains("R16.1"), "{faults:?}");
    let Err(GameError::NoReading(of_inputs)) = taxed(&game, wrong) else { panic!("it is refused") };
    assert_eq!(told(of_inputs), faults);
}

#[test]
fn inputs_without_readings_are_written_as_ever() {
    let written = serde_json::to_string(&game::Inputs::default()).expect("plain values");
    assert_eq!(written, "{\"sheets\":{},\"answers\":{}}");
}
