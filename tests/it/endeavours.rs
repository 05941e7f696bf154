//! What no letter can bring about yet, asked of the rules themselves: two endeavours of one empire in a year, exiles,
//! conversions, the end of a dynasty; and that the order of the list decides nothing.

use std::collections::BTreeMap;

use pentade::empires::chronicle::Happening;
use pentade::empires::pentade::begin;
use pentade::empires::rules::year_cards::{self, Hands};
use pentade::empires::rules::{
    CardsInPlay, Effects, Fixed, Muster, Scene, Unanswered, YearOpening, diplomacy, endeavours,
};
use pentade::empires::terms::{
    Act, AreaId, EmpireId, Endeavour, EndeavourKind, EndeavourOrder, GoldAmount, Order, OrderSheet, When,
};
use pentade::empires::world::{Effect, Tie, World};
use pentade::postal::dice::{Dice, Seed};
use proptest::prelude::*;

use crate::shipped::rulebook;

/// No answers.
static NONE: BTreeMap<String, String> = BTreeMap::new();

fn area(id: &str) -> AreaId {
    AreaId::new(id)
}

fn empire(id: &str) -> EmpireId {
    EmpireId::new(id)
}

/// The Millennium world in its first year, and what a scene needs beside it.
struct Stage {
    world: World,
    sheets: BTreeMap<EmpireId, OrderSheet>,
    dice: Dice,
    hands: Hands,
    year_opening: YearOpening,
    in_play: CardsInPlay,
}

impl Stage {
    fn new() -> Self {
        let world = begin(rulebook(), &rulebook().scenarios["millennium-976"]);
        let dice = Dice::new(Seed::new([11; 32]));
        let hands = year_cards::hands(rulebook(), &world, &dice);
        let year_opening = YearOpening::of(&world);
        Self { world, sheets: BTreeMap::new(), dice, hands, year_opening, in_play: CardsInPlay::default() }
    }

    fn scene(&self) -> Scene<'_> {
        Scene {
            rulebook: rulebook(),
            world: &self.world,
            sheets: &self.sheets,
            year: Some(976),
            dice: &self.dice,
            hands: &self.hands,
            year_opening: &self.year_opening,
            in_play: &self.in_play,
            turned: &[],
            answers: &NONE,
            unanswered: Unanswered::TakesDefault,
            rulings: &[],
            waiting_players: 0,
        }
    }
}

fn endeavour(kind: EndeavourKind) -> Endeavour {
    Endeavour { kind, gold: GoldAmount::Exactly(0), by_sea: false }
}

fn fixed(who: &str, kind: EndeavourKind, card: u32, order_index: usize, extra_card: bool) -> Fixed {
    let endeavour = endeavour(kind);
    let order = EndeavourOrder { branches: Vec::new(), otherwise: Some(endeavour.clone()), extra_card };
    let order = Order { when: When::Year(976), condition: None, act: Act::Endeavour(order) };
    Fixed {
        empire: empire(who),
        endeavour,
        card,
        price: 0,
        gold: 2,
        sea_areas: 0,
        led: None,
        order_index,
        order,
    }
}

fn conquest(target: &str, base: &str) -> EndeavourKind {
    EndeavourKind::Conquest { target: area(target), base: area(base) }
}

fn ruling(id: &str) -> EndeavourKind {
    EndeavourKind::Ruling { area: area(id), removing: None }
}

fn tried(effects: &Effects) -> usize {
    effects.entries.iter().filter(|entry| matches!(entry.kind, Happening::EndeavourTried { .. })).count()
}

fn refused(effects: &Effects) -> Vec<&str> {
    let reasons = effects.entries.iter().filter_map(|entry| match &entry.kind {
        Happening::OrderRefused { reason, .. } => Some(reason.as_str()),
        _ => None,
    });
    reasons.collect()
}

#[test]
fn an_area_serves_one_endeavour_a_year() {
    let stage = Stage::new();
    let twice = [
        fixed("germany", conquest("brandenburg", "saxony"), 27, 0, false),
        fixed("germany", ruling("saxony"), 3, 1, false),
    ];
    let effects = endeavours::resolve(&stage.scene(), &twice, &Muster::default());
    assert_eq!(tried(&effects), 1);
    assert_eq!(refused(&effects), ["its base or area serves another endeavour of this year already"]);
    let spent = effects.effects.iter().filter(|effect| matches!(effect, Effect::GoldChanged { .. })).count();
    assert_eq!(spent, 1, "the gold of the second comes back");
}

#[test]
fn an_extra_card_may_use_it_again() {
    let stage = Stage::new();
    let twice = [
        fixed("germany", ruling("saxony"), 3, 1, true),
        fixed("germany", conquest("brandenburg", "saxony"), 27, 0, false),
    ];
    let effects = endeavours::resolve(&stage.scene(), &twice, &Muster::default());
    assert_eq!((tried(&effects), refused(&effects)), (2, Vec::new()));
}

#[test]
fn what_later_chapters_allow_is_refused_by_their_rule() {
    let stage = Stage::new();
    let way =
        |kind| endeavours::way(&stage.scene(), &empire("germany"), &endeavour(kind)).map_err(|no| no.rule);
    let target = area("saxony");
    assert_eq!(way(EndeavourKind::Diplomacy { target: target.clone(), base: None }), Err("21.1"));
    assert_eq!(way(EndeavourKind::Conversion { area: target }), Err("22.2"));
    assert_eq!(way(ruling("atlantis")), Err("2.1"));
}

#[test]
fn with_a_dynasty_end_its_ties_to_areas_that_it_does_not_own() {
    let mut stage = Stage::new();
    for (id, holder) in
        [("saxony", "germany"), ("champagne", "germany"), ("bohemia", "germany"), ("bohemia", "poland")]
    {
        let ties = &mut stage.world.areas.get_mut(&area(id)).expect("an area of the map").ties;
        ties.insert(empire(holder), Tie { waived: false });
    }
    let others = |world: &World| {
        world.areas.values().filter(|area| area.ties.contains_key(&empire("germany"))).count()
    };
    let held = others(&stage.world);
    let ended = diplomacy::ties_after_dynasty(&stage.world, &empire("germany")).effects;
    assert!(held >= 3);
    assert!(ended.contains(&Effect::TieEnded { area: area("champagne"), empire: empire("germany") }));
    assert!(ended.contains(&Effect::TieEnded { area: area("bohemia"), empire: empire("germany") }));
    assert!(!ended.contains(&Effect::TieEnded { area: area("saxony"), empire: empire("germany") }));
    assert!(!ended.contains(&Effect::TieEnded { area: area("bohemia"), empire: empire("poland") }));
}

/// Endeavours of five empires that meet in the same areas.
fn crowded() -> Vec<Fixed> {
    vec![
        fixed("germany", conquest("brandenburg", "saxony"), 27, 0, false),
        fixed("poland", conquest("brandenburg", "poland"), 3, 0, false),
        fixed("denmark", conquest("saxony", "denmark"), 50, 0, false),
        fixed("france", EndeavourKind::Defence { area: area("champagne") }, 39, 0, false),
        fixed(
            "burgundy",
            EndeavourKind::Pillage { target: area("champagne"), base: area("burgundy") },
            11,
            0,
            false,
        ),
        fixed(
            "kiev",
            EndeavourKind::Diplomacy { target: area("volhynia"), base: Some(area("kiev")) },
            47,
            0,
            false,
        ),
    ]
}

proptest! {
    #[test]
    fn the_order_of_the_list_decides_nothing(list in Just(crowded()).prop_shuffle()) {
        let stage = Stage::new();
        let mut muster = Muster::default();
        for (target, by) in [("brandenburg", "germany"), ("brandenburg", "poland"), ("saxony", "denmark"), ("champagne", "burgundy")] {
            muster.attacked.entry(area(target)).or_default().insert(empire(by));
        }
        let one = endeavours::resolve(&stage.scene(), &crowded(), &muster);
        prop_assert_eq!(endeavours::resolve(&stage.scene(), &list, &muster), one);
    }
}
