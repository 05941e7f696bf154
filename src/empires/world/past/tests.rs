use super::*;
use crate::empires::pentade::begin;
use crate::empires::rulebook::tests::shipped;
use crate::empires::terms::{AreaId, EmpireId, Motion, Pentade};

fn saxony() -> AreaId {
    AreaId::new("saxony")
}

/// One fact of every kind, in each of these years.
fn every_kind(years: impl IntoIterator<Item = i32>) -> Vec<Fact> {
    let (germany, france) = (EmpireId::new("germany"), EmpireId::new("france"));
    let events = [
        FactEvent::Rebelled(saxony()),
        FactEvent::WentIntoUnrest(saxony()),
        FactEvent::Taken { area: saxony(), by: germany.clone() },
        FactEvent::Attacked { area: saxony(), by: germany.clone() },
        FactEvent::Succeeded(germany.clone()),
        FactEvent::Paid { from: germany.clone(), to: france.clone(), gold: 3 },
        FactEvent::Paid { from: germany.clone(), to: france, gold: 4 },
        FactEvent::TieGained { area: saxony(), by: germany.clone() },
        FactEvent::ParleyDecided { motion: Motion::Excommunication { of: Some(germany) }, passed: true },
    ];
    let of_year = |year: i32| events.iter().map(move |event| Fact { year, event: event.clone() });
    years.into_iter().flat_map(of_year).collect()
}

#[test]
fn the_past_survives_its_own_text_and_names_each_thing_once() {
    let mut past = Past::default();
    past.keep(every_kind([776, 777, 778, 780, 801, 1475]));
    let text = serde_json::to_string(&past).expect("a past as text");
    assert_eq!(serde_json::from_str::<Past>(&text).expect("a past"), past);
    assert_eq!(past.facts().count(), 54);
    assert!(text.contains("\"rebelled\":{\"saxony\":\"776-778 780 801 1475\"}"), "{text}");
    assert!(text.len() < 700, "{}", text.len());
    assert_eq!(past.of_year(777).count(), 9);
    assert_eq!(past.of_year(779).count(), 0);
}

#[test]
fn years_that_are_none_are_refused() {
    for text in
        ["{\"rebelled\":{\"saxony\":\"8x\"}}", "{\"rebelled\":{\"saxony\":\"812-811\"}}", "{\"risen\":{}}"]
    {
        assert!(serde_json::from_str::<Past>(text).is_err(), "{text}");
    }
    let endless = "{\"rebelled\":{\"saxony\":\"0-2147483647\"}}";
    assert!(serde_json::from_str::<Past>(endless).is_err());
}

/// A world before 1001 with facts of these years, laid away with so many years remembered.
fn laid_away(years: &[i32], remembered_years: i32) -> World {
    let rulebook = shipped();
    let mut world = begin(rulebook, &rulebook.scenarios["millennium-976"]);
    world.pentade = Pentade::of(1001);
    world.facts = every_kind(years.iter().copied()).into_iter().collect();
    lay_away(&Bounds { remembered_years, ..rulebook.bounds() }, &mut world);
    world
}

#[test]
fn facts_of_the_last_period_stay_at_hand() {
    let world = laid_away(&[975, 976, 1000], 1000);
    let years: BTreeSet<i32> = world.facts.iter().map(|fact| fact.year).collect();
    assert_eq!(years, BTreeSet::from([976, 1000]));
    assert_eq!(world.past.of_year(975).count(), 9);
}

#[test]
fn what_is_older_than_the_limit_is_forgotten() {
    let world = laid_away(&[900, 901, 902], 100);
    assert_eq!(world.past.of_year(900).count(), 0);
    assert_eq!(world.past.of_year(901).count(), 9);
    assert_eq!(world.past.of_year(902).count(), 9);
    assert!(laid_away(&[900], 100).past.is_empty());
}

#[test]
fn deaths_stay_at_hand_for_good() {
    let rulebook = shipped();
    let mut world = begin(rulebook, &rulebook.scenarios["millennium-976"]);
    let died = Fact { year: 780, event: FactEvent::LeaderDied(EmpireId::new("germany")) };
    world.facts.insert(died.clone());
    lay_away(&rulebook.bounds(), &mut world);
    assert!(world.facts.contains(&died) && world.past.is_empty());
}

#[test]
fn copies_of_a_world_share_what_is_laid_away() {
    let world = laid_away(&[800, 801, 802], 1000);
    let copy = world.clone();
    let (one, other) = (&world.past.shelves[&32], &copy.past.shelves[&32]);
    assert!(Arc::ptr_eq(one, other));
}
