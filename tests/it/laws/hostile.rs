//! What nobody would send in good faith: long sheets, things that do not exist, answers and rulings of nonsense.

use std::collections::BTreeMap;

use pentade::empires::pentade::Inputs;
use pentade::empires::rules::{GmRuling, Unanswered};
use pentade::empires::terms::{
    Act, AreaId, CardPlay, Condition, EmpireId, Endeavour, EndeavourKind, EndeavourOrder, GoldAmount, Order,
    OrderSheet, PlunderOrder, TaxOrder, When,
};
use pentade::empires::world::World;

use super::chance::Chance;
use super::sheets;

/// Orders of the longest sheet.
const LINES: usize = 10_000;

/// Sheets of everybody and of nobody, answers to no question, rulings in no language.
pub fn any(world: &World, seed: u64) -> Inputs {
    let mut chance = Chance::new(seed ^ 0x686f_7374_696c_6521);
    let mut sheets = sheets::any(world, seed);
    let everybody: Vec<EmpireId> = world.empires.keys().cloned().collect();
    for (nth, id) in everybody.iter().enumerate() {
        let lines = if nth == 0 { LINES } else { 40 };
        let orders = (0..lines).map(|_| order(world, &mut chance));
        sheets.entry(id.clone()).or_default().orders.extend(orders);
    }
    sheets.insert(EmpireId::new("nobody"), OrderSheet { orders: vec![order(world, &mut chance)] });
    let questions = ["claim/977/france/paris", "", "claim/977", "\u{0}", "wildcard/976/france"];
    let answers = questions.map(|id| (id.to_owned(), "perhaps".to_owned()));
    let answers = answers.into_iter().chain(questions.map(|id| (format!("{id}@france"), "yes".to_owned())));
    Inputs {
        sheets,
        answers: answers.collect::<BTreeMap<_, _>>(),
        rulings: rulings(world),
        unanswered: Unanswered::TakesDefault,
        waiting_players: u32::MAX,
    }
}

fn rulings(world: &World) -> Vec<GmRuling> {
    let first = world.pentade.first_year();
    let words =
        ["", ":", "Atlantis: social state +1", "Saxony: social state +999999999999", "Rome: \u{1F451}"];
    let years = [None, Some(first), Some(first - 700), Some(i32::MAX)];
    let ruling = |(nth, words): (usize, &str)| GmRuling {
        year: years[nth % years.len()],
        words: words.to_owned(),
        reason: String::new(),
        public: nth.is_multiple_of(2),
    };
    words.into_iter().enumerate().map(ruling).collect()
}

fn order(world: &World, chance: &mut Chance) -> Order {
    let when = match chance.below(6) {
        0 => When::Year(i32::MIN),
        1 => When::From(i32::MAX),
        2 => When::Opening,
        3 => When::Standing,
        4 => When::EveryYear,
        _ => When::Year(world.pentade.first_year() + chance.between(-1, 5)),
    };
    let condition = chance.percent(20).then(|| nested(chance.below(40)));
    Order { when, condition, act: act(world, chance) }
}

fn nested(depth: usize) -> Condition {
    let innermost = Condition::TreasuryAtLeast(i32::MIN);
    (0..depth).fold(innermost, |inner, nth| {
        if nth.is_multiple_of(2) { Condition::Not(Box::new(inner)) } else { Condition::All(vec![inner]) }
    })
}

fn act(world: &World, chance: &mut Chance) -> Act {
    let areas: Vec<&AreaId> = world.areas.keys().collect();
    let area = if chance.percent(20) { AreaId::new("atlantis") } else { (*chance.pick(&areas)).clone() };
    let gold = *chance.pick(&[i32::MIN, -1, 0, 3, i32::MAX]);
    match chance.below(8) {
        0 => Act::Plunder(PlunderOrder::of(vec![area; 50])),
        1 => Act::Gift { to: EmpireId::new("atlantis"), gold },
        2 => Act::Play(CardPlay::Advisor { points: gold, stature: None }),
        3 => Act::Play(CardPlay::Dynastic { areas: vec![area; 40] }),
        4 => Act::NameLeader("\u{7}".repeat(10_000)),
        5 => Act::Tax(TaxOrder {
            areas: vec![area; 60],
            but_not: Vec::new(),
            unless_in_unrest: false,
            until_treasury: Some(gold),
        }),
        _ => {
            let kind = EndeavourKind::Conquest { target: area.clone(), base: area };
            let endeavour = Endeavour { kind, gold: GoldAmount::Exactly(gold), by_sea: chance.percent(50) };
            let extra_card = chance.percent(30);
            Act::Endeavour(EndeavourOrder { branches: Vec::new(), otherwise: Some(endeavour), extra_card })
        }
    }
}
