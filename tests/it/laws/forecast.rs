//! Laws of forecasts: they tell nothing hidden, and what they tell of the first year is what the pentade then says.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use pentade::empires::chronicle::{Entry, Happening};
use pentade::empires::forecast::{Expected, Forecast, Standing, forecast};
use pentade::empires::pentade::{Inputs, Outcome, adjudicate};
use pentade::empires::rulebook::Rulebook;
use pentade::empires::rules::Unanswered;
use pentade::empires::terms::{Act, EmpireId, EndeavourSort, Point};
use pentade::empires::world::{CardPlace, Cards, EmpireKind, Fact, FactEvent, GivenCard, Treaty, World};
use pentade::postal::dice::Dice;
use proptest::prelude::*;

use super::chance::Chance;
use super::{config, sheets, worlds};
use crate::shipped::rulebook;

/// The rulebook with nothing in play that acts of itself.
fn quiet() -> &'static Rulebook {
    static QUIET: LazyLock<Rulebook> = LazyLock::new(|| {
        let mut rulebook = rulebook().clone();
        for scenario in rulebook.scenarios.values_mut() {
            scenario.in_play.clear();
        }
        rulebook
    });
    &QUIET
}

/// A world in which nobody but players can act: no event card, and no area of a power that would defend it (13.3).
fn without_others(seed: u64) -> World {
    let mut world = worlds::thrown_about(seed);
    world.cards = Cards::default();
    let players = worlds::players(&world);
    for area in world.areas.values_mut() {
        area.owner = area.owner.take().filter(|owner| players.contains(owner));
        area.in_unrest &= area.owner.is_some();
    }
    world.empires.retain(|_, empire| empire.kind == EmpireKind::Player);
    world
}

/// One of the players.
fn somebody(world: &World, seed: u64) -> EmpireId {
    Chance::new(seed).pick(&worlds::players(world)).clone()
}

/// The same world with everything otherwise that `own` cannot know.
fn otherwise_hidden(world: &World, own: &EmpireId, seed: u64) -> World {
    let mut chance = Chance::new(seed ^ 0x6869_6464_656e);
    let mut other = world.clone();
    let others: Vec<EmpireId> = worlds::players(world).into_iter().filter(|id| id != own).collect();
    for card in other.cards.cards.values_mut() {
        if matches!(&card.place, CardPlace::Hand(of) if of != own) {
            card.place = CardPlace::Deck;
        } else if card.place == CardPlace::Deck && chance.percent(20) {
            card.place = CardPlace::Hand(chance.pick(&others).clone());
        }
    }
    for id in &others {
        let empire = other.empires.get_mut(id).expect("a player");
        empire.treasury = chance.between(0, 40);
        empire.leader.heir_name = Some("Nobody".to_owned());
    }
    let [one, two] = [&others[0], &others[1]].map(Clone::clone);
    let gold = Point::Gold { from: one.clone(), to: two.clone(), gold: 3, year: world.pentade.first_year() };
    let parties = BTreeSet::from([one.clone(), two.clone()]);
    let paper = Treaty {
        signed: parties.clone(),
        parties,
        binding: true,
        from_year: world.pentade.first_year() - 1,
        until: None,
        points: vec![gold],
    };
    other.offers.push(paper.clone());
    other.treaties.push(paper);
    let paid = FactEvent::Paid { from: one.clone(), to: two, gold: 4 };
    other.facts.insert(Fact { year: world.pentade.first_year() - 1, event: paid });
    for regency in other.regencies.by_empire.values_mut() {
        regency.majority += 3;
    }
    for GivenCard { card, .. } in &mut other.crusades.given {
        *card = *card % 56 + 1;
    }
    other
}

/// The entries of an empire in a year.
fn of_year<'a>(chronicle: &'a [Entry], own: &'a EmpireId, year: i32) -> impl Iterator<Item = &'a Entry> {
    chronicle.iter().filter(move |entry| {
        entry.year == Some(year) && entry.who.as_ref().is_some_and(|who| who.as_str() == own.as_str())
    })
}

/// What an entry or an expectation says of an endeavour: sort, target, rating, gold.
type Reckoned = (EndeavourSort, String, i32, i32);

fn reckoned(one: &Expected) -> Option<Reckoned> {
    let outlook = one.outlook.as_ref()?;
    let kind = &one.endeavour.kind;
    let gold = outlook.price + outlook.gold;
    Some((kind.sort(), kind.target().to_string(), outlook.rating.total, gold))
}

fn tried(entry: &Entry) -> Option<Reckoned> {
    let Happening::EndeavourTried { sort, gold, .. } = entry.kind else { return None };
    Some((sort, entry.place.as_ref()?.to_string(), entry.numbers[0].total, gold))
}

fn alone(world: &World, own: &EmpireId, seed: u64) -> (Forecast, Vec<Entry>) {
    let mut sheet = sheets::any(world, seed).remove(own).expect("a player's sheet");
    // An order that arises from such a gift would act of itself.
    sheet.orders.retain(|order| !matches!(order.act, Act::GiveAreaToPope(_)));
    let told = forecast(quiet(), world, own, &sheet);
    let sheets = BTreeMap::from([(own.clone(), sheet)]);
    let inputs = Inputs { sheets, unanswered: Unanswered::TakesDefault, ..Inputs::default() };
    match adjudicate(quiet(), world, &inputs, &Dice::lowest()) {
        Ok(Outcome::Complete { chronicle, .. }) => (told, chronicle),
        outcome => panic!("{outcome:?}"),
    }
}

proptest! {
    #![proptest_config(config())]

    /// A forecast is the same whatever others hold in their hands, treasuries and papers.
    #[test]
    fn a_forecast_tells_nothing_hidden(seed: u64) {
        let world = worlds::any(seed);
        let own = somebody(&world, seed);
        let sheet = sheets::any(&world, seed).remove(&own).expect("a player's sheet");
        let other = otherwise_hidden(&world, &own, seed);
        prop_assert_ne!(&other, &world);
        let (one, two) = (forecast(rulebook(), &world, &own, &sheet), forecast(rulebook(), &other, &own, &sheet));
        prop_assert_eq!(one, two);
    }

    /// 9.5: where nobody else acts and no die is unlucky, the ratings of the first year are those that were told.
    #[test]
    fn the_first_year_is_as_it_was_told(seed: u64) {
        let world = without_others(seed);
        let own = somebody(&world, seed);
        let (told, chronicle) = alone(&world, &own, seed);
        let first = &told.years[0];
        let happened: Vec<Reckoned> = of_year(&chronicle, &own, first.year).filter_map(tried).collect();
        for one in &happened {
            let expected: Vec<_> = first.endeavours.iter().filter_map(reckoned).collect();
            prop_assert!(expected.contains(one), "{one:?} {expected:?}");
        }
        let sure = first.endeavours.iter().filter(|one| one.standing == Standing::Sure);
        for one in sure.filter_map(reckoned).filter(|(sort, ..)| *sort != EndeavourSort::Defence) {
            prop_assert!(happened.contains(&one), "{one:?} {happened:?}");
        }
        let spent: i32 = happened.iter().map(|(.., gold)| gold).sum();
        if !first.endeavours.iter().any(|one| one.endeavour.kind.sort() == EndeavourSort::Defence) {
            prop_assert_eq!(spent, first.spent);
        }
    }

    /// 6.9: what is refused in the first year, where nobody else acts, was told before.
    #[test]
    fn refusals_of_the_first_year_were_told(seed: u64) {
        let world = without_others(seed);
        let own = somebody(&world, seed);
        let (told, chronicle) = alone(&world, &own, seed);
        let year = world.pentade.first_year();
        for entry in of_year(&chronicle, &own, year) {
            let Happening::OrderRefused { reason, .. } = &entry.kind else { continue };
            let known = told.refused.iter().any(|one| one.reason == *reason && one.rule == entry.rules[0]);
            prop_assert!(known, "{entry:?} {:?}", told.refused);
        }
    }

    /// 9.6: the cards of every result together are the whole deck, and those that bring the gain are what is told.
    #[test]
    fn chances_sum_to_the_whole_deck(seed: u64) {
        let world = worlds::any(seed);
        let own = somebody(&world, seed);
        let sheet = sheets::any(&world, seed).remove(&own).expect("a player's sheet");
        let told = forecast(rulebook(), &world, &own, &sheet);
        prop_assert_eq!(told.deck, rulebook().year_cards.count());
        let outlooks = told.years.iter().flat_map(|year| &year.endeavours);
        for outlook in outlooks.filter_map(|one| one.outlook.as_ref()) {
            prop_assert_eq!(outlook.results.iter().map(|(_, cards)| cards).sum::<u32>(), told.deck);
            prop_assert!(outlook.succeeds.is_none_or(|succeeds| succeeds <= told.deck));
        }
        for year in &told.years {
            let moved: i32 = year.movements.iter().map(|(_, gold)| gold).sum();
            prop_assert_eq!(year.treasury + moved - year.spent, year.left);
        }
    }
}
