//! Random sheets: mostly lawful, sometimes not.

use std::collections::BTreeMap;

use pentade::empires::terms::{
    Act, AreaId, Branch, ColonisationOrder, Condition, EmpireId, Endeavour, EndeavourKind, EndeavourOrder,
    GoldAmount, Order, OrderSheet, PastEvent, Place, PlunderOrder, Point, ReligionId, TaxOrder, TreatyOrder,
    When,
};
use pentade::empires::world::World;

use super::chance::Chance;
use super::politics::Politics;
use super::worlds::players;
use crate::shipped::rulebook;

/// A sheet for every player of the world.
pub fn any(world: &World, seed: u64) -> BTreeMap<EmpireId, OrderSheet> {
    let mut chance = Chance::new(seed ^ 0x7368_6565_7473);
    let players = players(world);
    players
        .iter()
        .map(|empire| {
            let mut writer = Writer { world, empire, players: &players, chance: &mut chance };
            (empire.clone(), writer.sheet())
        })
        .collect()
}

struct Writer<'a> {
    world: &'a World,
    empire: &'a EmpireId,
    players: &'a [EmpireId],
    chance: &'a mut Chance,
}

impl Writer<'_> {
    fn sheet(&mut self) -> OrderSheet {
        let mut orders = Vec::new();
        for year in self.world.pentade.years() {
            let when = When::Year(year);
            let endeavour = self.endeavour_order();
            orders.push(self.order(when, Act::Endeavour(endeavour)));
            let taxes = self.taxes();
            orders.push(self.order(when, Act::Tax(taxes)));
            if self.chance.percent(15) {
                let area = self.own();
                orders.push(self.order(when, Act::Plunder(PlunderOrder::of(vec![area]))));
            }
            if self.chance.percent(30) {
                let (to, gold) = (self.chance.pick(self.players).clone(), self.chance.between(0, 6));
                orders.push(self.order(when, Act::Gift { to, gold }));
            }
        }
        self.papers(&mut orders);
        let (world, empire) = (self.world, self.empire);
        orders.extend(Politics { world, empire, chance: &mut *self.chance }.orders());
        orders.push(self.order(When::Standing, Act::NameHeir("Otto III".to_owned())));
        OrderSheet { orders }
    }

    fn order(&mut self, when: When, act: Act) -> Order {
        let condition = self.chance.percent(10).then(|| self.condition());
        Order { when, condition, act }
    }

    fn papers(&mut self, orders: &mut Vec<Order>) {
        let with = self.chance.pick(self.players).clone();
        let year = self.world.pentade.first_year() + self.chance.between(0, 4);
        let points = vec![
            Point::NoAttack { until: Some(year) },
            Point::Gold { from: self.empire.clone(), to: with.clone(), gold: 2, year },
            Point::Passage { from: with.clone(), to: self.empire.clone(), areas: Vec::new() },
        ];
        let treaty =
            TreatyOrder { with: with.clone(), binding: self.chance.percent(50), until: None, points };
        orders.push(self.order(When::Standing, Act::OfferTreaty(treaty)));
        for with in self.players {
            if self.chance.percent(40) {
                orders.push(Order {
                    when: When::Standing,
                    condition: None,
                    act: Act::SignTreaty { with: with.clone(), binding: None },
                });
            }
        }
        if self.chance.percent(10) {
            let religion = ReligionId::new(self.chance.pick::<&str>(&["RC", "EO", "JUD", "nonsense"]));
            orders.push(self.order(When::Year(year), Act::AdoptReligion(religion)));
        }
        let colonise = match self.chance.below(8) {
            0 => ColonisationOrder::Rest,
            1 => ColonisationOrder::Resume,
            2 => ColonisationOrder::GiveUp,
            _ => ColonisationOrder::Begin(self.own()),
        };
        orders.push(self.order(When::Year(year), Act::Colonise(colonise)));
        if self.chance.percent(20) {
            let area = Some(self.area());
            orders.push(self.order(When::Year(year), Act::WaiveTie { area, to_owner: None }));
        }
    }

    fn taxes(&mut self) -> TaxOrder {
        let areas = (0..self.chance.below(4)).map(|_| self.own()).collect();
        let until_treasury = self.chance.percent(20).then(|| self.chance.between(0, 30));
        TaxOrder { areas, but_not: Vec::new(), unless_in_unrest: self.chance.percent(30), until_treasury }
    }

    fn endeavour_order(&mut self) -> EndeavourOrder {
        let mut branches = Vec::new();
        if self.chance.percent(30) {
            let area = self.own();
            branches.push(Branch {
                condition: Condition::Attacked(area.clone()),
                endeavour: Some(self.with_gold(EndeavourKind::Defence { area })),
            });
        }
        if self.chance.percent(30) {
            let condition = self.condition();
            let endeavour = self.endeavour();
            branches.push(Branch { condition, endeavour: Some(endeavour) });
        }
        EndeavourOrder { branches, otherwise: Some(self.endeavour()), extra_card: self.chance.percent(3) }
    }

    fn with_gold(&mut self, kind: EndeavourKind) -> Endeavour {
        let gold = match self.chance.below(10) {
            0 => GoldAmount::Everything,
            1 => GoldAmount::Exactly(if self.chance.percent(50) { i32::MAX } else { -200 }),
            _ => GoldAmount::Exactly(self.chance.between(0, 6)),
        };
        Endeavour { kind, gold, by_sea: self.chance.percent(5) }
    }

    fn endeavour(&mut self) -> Endeavour {
        let base = self.own();
        let area = base.clone();
        let target = self.target(&base);
        let kind = match self.chance.below(10) {
            0..=2 => EndeavourKind::Conquest { target, base },
            3 => EndeavourKind::Pillage { target, base },
            4 => EndeavourKind::Diplomacy { target, base: Some(base) },
            5 => EndeavourKind::Defence { area },
            6 => EndeavourKind::Fortification { area },
            7 => EndeavourKind::Ruling { area, removing: Some(Place::Largest) },
            8 => EndeavourKind::Conversion { area },
            _ => EndeavourKind::Ruling { area, removing: None },
        };
        self.with_gold(kind)
    }

    fn target(&mut self, base: &AreaId) -> AreaId {
        let near: Vec<AreaId> = rulebook().atlas.neighbours(base).cloned().collect();
        if near.is_empty() || self.chance.percent(10) { self.area() } else { self.chance.pick(&near).clone() }
    }

    fn own(&mut self) -> AreaId {
        let own = self.world.areas.iter().filter(|(_, area)| area.owner.as_ref() == Some(self.empire));
        let own: Vec<AreaId> = own.map(|(id, _)| id.clone()).collect();
        if own.is_empty() || self.chance.percent(4) { self.area() } else { self.chance.pick(&own).clone() }
    }

    fn area(&mut self) -> AreaId {
        if self.chance.percent(3) {
            return AreaId::new("atlantis");
        }
        let all: Vec<AreaId> = self.world.areas.keys().cloned().collect();
        self.chance.pick(&all).clone()
    }

    fn condition(&mut self) -> Condition {
        let area = self.own();
        let year = self.world.pentade.first_year() + self.chance.between(-5, 4);
        let empire = self.chance.pick(self.players).clone();
        match self.chance.below(9) {
            0 => Condition::InUnrest(area),
            1 => Condition::Holds { area, who: Some(empire) },
            2 => Condition::TreasuryAtLeast(self.chance.between(0, 20)),
            3 => Condition::Past { event: PastEvent::Rebelled(area), years: vec![year] },
            4 => Condition::Past { event: PastEvent::OurEndeavourSucceeded, years: Vec::new() },
            5 => Condition::Religion { who: empire, religion: None },
            6 => Condition::Not(Box::new(self.condition())),
            7 => Condition::All(vec![self.condition(), Condition::Independent(area)]),
            _ => Condition::Any(vec![self.condition(), Condition::Holds { area, who: None }]),
        }
    }
}
