//! Other names for the empires, in another order.

use std::collections::BTreeMap;

use pentade::empires::terms::{
    Act, Condition, EmpireId, EndeavourOrder, Order, OrderSheet, PastEvent, Point, TreatyOrder,
};
use pentade::empires::world::{Area, Award, FactEvent, Scores, Treaty, World};
use serde_json::{Value, json};

/// A new name for each empire.
pub struct Renaming(BTreeMap<EmpireId, EmpireId>);

impl Renaming {
    /// Names that stand in the opposite order.
    pub fn reversing(world: &World) -> Self {
        let names = world.empires.keys().rev().zip(10..);
        Self(names.map(|(id, number)| (id.clone(), EmpireId::new(&format!("side-{number}")))).collect())
    }

    fn of(&self, id: &EmpireId) -> EmpireId {
        self.0.get(id).unwrap_or(id).clone()
    }

    pub fn sheets(&self, sheets: &BTreeMap<EmpireId, OrderSheet>) -> BTreeMap<EmpireId, OrderSheet> {
        let orders = |sheet: &OrderSheet| sheet.orders.iter().map(|order| self.order(order)).collect();
        sheets.iter().map(|(id, sheet)| (self.of(id), OrderSheet { orders: orders(sheet) })).collect()
    }

    fn order(&self, order: &Order) -> Order {
        let act = match order.act.clone() {
            Act::Gift { to, gold } => Act::Gift { to: self.of(&to), gold },
            Act::SignTreaty { with, binding } => Act::SignTreaty { with: self.of(&with), binding },
            Act::DenounceTreaty { with } => Act::DenounceTreaty { with: self.of(&with) },
            Act::OfferTreaty(treaty) => {
                let points = treaty.points.iter().map(|point| self.point(point)).collect();
                Act::OfferTreaty(TreatyOrder { with: self.of(&treaty.with), points, ..treaty })
            }
            Act::WaiveTie { area, to_owner } => {
                Act::WaiveTie { area, to_owner: to_owner.map(|owner| self.of(&owner)) }
            }
            Act::Endeavour(endeavours) => Act::Endeavour(self.endeavours(endeavours)),
            act => act,
        };
        Order { act, condition: order.condition.as_ref().map(|one| self.condition(one)), when: order.when }
    }

    fn endeavours(&self, mut endeavours: EndeavourOrder) -> EndeavourOrder {
        for branch in &mut endeavours.branches {
            branch.condition = self.condition(&branch.condition);
        }
        endeavours
    }

    fn condition(&self, condition: &Condition) -> Condition {
        let all = |inner: &[Condition]| inner.iter().map(|one| self.condition(one)).collect();
        let who_of = |who: &Option<EmpireId>| who.as_ref().map(|who| self.of(who));
        match condition {
            Condition::Holds { area, who } => Condition::Holds { area: area.clone(), who: who_of(who) },
            Condition::Religion { who, religion } => {
                Condition::Religion { who: self.of(who), religion: religion.clone() }
            }
            Condition::Past { event, years } => {
                let event = match event {
                    PastEvent::Taken { area, by } => PastEvent::Taken { area: area.clone(), by: who_of(by) },
                    PastEvent::LeaderDied(who) => PastEvent::LeaderDied(who_of(who)),
                    event => event.clone(),
                };
                Condition::Past { event, years: years.clone() }
            }
            Condition::All(inner) => Condition::All(all(inner)),
            Condition::Any(inner) => Condition::Any(all(inner)),
            Condition::Not(inner) => Condition::Not(Box::new(self.condition(inner))),
            condition => condition.clone(),
        }
    }

    fn point(&self, point: &Point) -> Point {
        match point.clone() {
            Point::Gold { from, to, gold, year } => {
                Point::Gold { from: self.of(&from), to: self.of(&to), gold, year }
            }
            Point::Passage { from, to, areas } => {
                Point::Passage { from: self.of(&from), to: self.of(&to), areas }
            }
            point => point,
        }
    }

    pub fn world(&self, world: &World) -> World {
        let mut renamed = world.clone();
        renamed.empires = world.empires.iter().map(|(id, empire)| (self.of(id), empire.clone())).collect();
        renamed.areas.values_mut().for_each(|area| self.area(area));
        let facts = world.facts.iter().cloned().map(|mut fact| {
            fact.event = match fact.event {
                FactEvent::Succeeded(who) => FactEvent::Succeeded(self.of(&who)),
                FactEvent::LeaderDied(who) => FactEvent::LeaderDied(self.of(&who)),
                FactEvent::Taken { area, by } => FactEvent::Taken { area, by: self.of(&by) },
                FactEvent::Attacked { area, by } => FactEvent::Attacked { area, by: self.of(&by) },
                FactEvent::TieGained { area, by } => FactEvent::TieGained { area, by: self.of(&by) },
                FactEvent::Paid { from, to, gold } => {
                    FactEvent::Paid { from: self.of(&from), to: self.of(&to), gold }
                }
                event => event,
            };
            fact
        });
        renamed.facts = facts.collect();
        for treaty in renamed.treaties.iter_mut().chain(&mut renamed.offers) {
            self.treaty(treaty);
        }
        renamed.treaties.sort();
        renamed.offers.sort();
        for due in &mut renamed.parleys_due {
            due.empire = self.of(&due.empire);
        }
        renamed.parleys_due.sort();
        self.scores(&mut renamed.scores);
        renamed
    }

    fn scores(&self, scores: &mut Scores) {
        let awards = std::mem::take(&mut scores.awards).into_iter();
        scores.awards = awards.map(|one| Award { empire: self.of(&one.empire), ..one }).collect();
        if let Some(start) = &mut scores.period {
            start.empires = start.empires.iter().map(|(id, quarters)| (self.of(id), *quarters)).collect();
        }
    }

    fn treaty(&self, treaty: &mut Treaty) {
        treaty.parties = treaty.parties.iter().map(|id| self.of(id)).collect();
        treaty.signed = treaty.signed.iter().map(|id| self.of(id)).collect();
        treaty.points = treaty.points.iter().map(|point| self.point(point)).collect();
    }

    fn area(&self, area: &mut Area) {
        area.owner = area.owner.as_ref().map(|id| self.of(id));
        area.claims = area.claims.iter().map(|id| self.of(id)).collect();
        area.ties = area.ties.iter().map(|(id, tie)| (self.of(id), *tie)).collect();
        let diplomatic = area.diplomatic_results.iter();
        area.diplomatic_results = diplomatic.map(|(id, results)| (self.of(id), *results)).collect();
        for partial in &mut area.partial_conquests {
            partial.attacker = self.of(&partial.attacker);
        }
        area.partial_conquests.sort();
    }
}

/// A world in which empires go by their seats, so that it does not matter what they are called.
pub fn by_seats(world: &World) -> Value {
    let seat = |id: &EmpireId| match world.empires[id].seat {
        Some(seat) => format!("seat {seat}"),
        None => format!("{:?}", world.empires[id].kind),
    };
    let areas = world.areas.iter().map(|(id, area)| {
        let mut results: Vec<(String, String, i32)> = area
            .partial_conquests
            .iter()
            .map(|one| (seat(&one.attacker), one.base.to_string(), one.results))
            .collect();
        results.sort();
        let ties: BTreeMap<String, bool> = area.ties.iter().map(|(id, tie)| (seat(id), tie.waived)).collect();
        let diplomatic: BTreeMap<String, i32> =
            area.diplomatic_results.iter().map(|(id, results)| (seat(id), *results)).collect();
        let mut claims: Vec<String> = area.claims.iter().map(seat).collect();
        claims.sort();
        let marks = (area.in_unrest, area.taxed, area.plundered, area.undisputed_since);
        let figures = (area.social_state, area.fortification, area.population);
        let owner = area.owner.as_ref().map(seat);
        (id.to_string(), json!([owner, figures, marks, ties, claims, results, diplomatic, area.religion]))
    });
    let areas: BTreeMap<String, Value> = areas.collect();
    let empires: BTreeMap<String, Value> = world
        .empires
        .iter()
        .map(|(id, empire)| {
            (seat(id), json!([empire.treasury, empire.court, empire.leader, world.quarters_of(id)]))
        })
        .collect();
    json!([world.pentade, areas, empires, world.treaties.len(), world.offers.len(), world.facts.len()])
}
