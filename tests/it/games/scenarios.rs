//! Every shipped scenario begins, is sound, and plays to its end under the policies.

use pentade::empires::pentade::begin;
use pentade::empires::policy::Policy;
use pentade::empires::rulebook::Scenario;
use pentade::empires::trial::{Record, Trial};
use pentade::empires::world::breaches;

use crate::shipped::rulebook;

/// Pentades of the games that every test run plays; `TRIAL_PENTADES` asks for more.
fn pentades() -> u32 {
    std::env::var("TRIAL_PENTADES").ok().and_then(|asked| asked.parse().ok()).unwrap_or(6)
}

fn played(scenario: &Scenario, policy: Policy, seed: u8, pentades: u32) -> Record {
    let trial =
        Trial { rulebook: rulebook(), scenario, policy, pentades, waiting_players: 3, master: [seed; 32] };
    match trial.play(&|| ()) {
        Ok(record) => record,
        Err(fault) => panic!("{} by {policy:?} with seed {seed}: {fault}", scenario.id),
    }
}

#[test]
fn every_scenario_begins_with_a_sound_world() {
    let rulebook = rulebook();
    assert!(rulebook.scenarios.len() >= 3);
    for scenario in rulebook.scenarios.values() {
        assert_eq!(breaches(&rulebook.bounds(), &begin(rulebook, scenario)), [], "{}", scenario.id);
    }
}

#[test]
fn every_scenario_plays_under_every_policy() {
    for scenario in rulebook().scenarios.values() {
        for (seed, (_, policy)) in (1..).zip(Policy::LIST) {
            let record = played(scenario, policy, seed, pentades());
            let over = record.last_year >= scenario.last_year;
            assert!(over || record.pentades == pentades(), "{} by {policy:?}: {record:?}", scenario.id);
        }
    }
}

/// A game that stands still is no game: areas change hands, rulers die, areas rebel, gold comes in.
#[test]
fn a_mixed_game_looks_like_a_game() {
    let scenario = &rulebook().scenarios["postal-grand-771"];
    let record = played(scenario, Policy::Mixed, 7, 24);
    for kind in ["area_taken", "rebelled", "succeeded", "taxed", "tie_gained", "claim_gained", "defended"] {
        assert!(record.told.get(kind).is_some_and(|times| *times >= 3), "{kind}: {:?}", record.told);
    }
    assert!(record.snapshots.iter().all(|one| one.alive >= 5), "{:?}", record.snapshots);
}
