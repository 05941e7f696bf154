//! What a policy sees of the world.

use std::collections::BTreeSet;

use super::Policy;
use crate::empires::rules::endeavours::{Circumstances, Defences, total, way};
use crate::empires::rules::unrest_and_rebellion::{HeldArea, rebellion_value};
use crate::empires::rules::{Fixed, Led, Scene, communications, leaders};
use crate::empires::terms::{
    Act, AreaId, EmpireId, Endeavour, EndeavourKind, EndeavourOrder, EndeavourSort, GoldAmount, Order,
    Statures, When,
};
use crate::empires::world::{Area, Empire, EmpireKind, World};

/// Faces of the die that policies throw.
const FACES: u32 = 100;

/// One empire's view at the start of a pentade.
pub struct Outlook<'s> {
    /// The state, with nobody's orders.
    pub scene: &'s Scene<'s>,
    /// Whose view.
    pub id: &'s EmpireId,
    /// The empire.
    pub empire: &'s Empire,
    /// Its temper.
    pub policy: Policy,
    /// Statures of its ruler as they serve (8.2).
    pub statures: Statures,
    /// Its ruler as he leads endeavours.
    leader: Led,
    /// Own areas with communications (7.2).
    pub connected: BTreeSet<AreaId>,
    /// How the dice call it.
    subject: String,
}

impl<'s> Outlook<'s> {
    /// The view of an empire; none when the world does not have it.
    pub fn new(scene: &'s Scene<'s>, id: &'s EmpireId, policy: Policy) -> Option<Self> {
        let empire = scene.world.empires.get(id)?;
        let connected =
            communications::connected(scene.rulebook, scene.world, id, scene.pentade().first_year());
        let mut outlook = Self {
            scene,
            id,
            empire,
            policy,
            statures: leaders::statures(scene, id)?,
            leader: Led::by_ruler(scene, id)?,
            connected,
            subject: scene.subject(id),
        };
        if policy == Policy::Mixed {
            outlook.policy = outlook.mood();
        }
        Some(outlook)
    }

    /// What a mixed player does this pentade: mostly what his ruler is best at.
    fn mood(&self) -> Policy {
        if self.chance("policy mood", "", 0, 25) {
            return [Policy::Builder, Policy::Conqueror, Policy::Caretaker]
                [self.pick("policy other mood", "", 3)];
        }
        let Statures { combat, administrative, diplomatic } = self.statures;
        if combat >= administrative.max(diplomatic) { Policy::Conqueror } else { Policy::Builder }
    }

    /// The world.
    pub fn world(&self) -> &'s World {
        self.scene.world
    }

    /// First year of the pentade.
    pub fn first_year(&self) -> i32 {
        self.scene.pentade().first_year()
    }

    /// An area of the map.
    pub fn area(&self, id: &AreaId) -> Option<&'s Area> {
        self.world().areas.get(id)
    }

    /// Own areas.
    pub fn own(&self) -> impl Iterator<Item = (&'s AreaId, &'s Area)> {
        communications::own_areas(self.world(), self.id)
    }

    /// Whether an area is the empire's own.
    pub fn owns(&self, id: &AreaId) -> bool {
        self.area(id).is_some_and(|area| area.owner.as_ref() == Some(self.id))
    }

    /// Whether an area is the empire's court.
    pub fn is_court(&self, id: &AreaId) -> bool {
        self.empire.court.as_ref() == Some(id)
    }

    /// The areas that touch an own one and are not own.
    pub fn marches(&self) -> BTreeSet<&'s AreaId> {
        let atlas = &self.scene.rulebook.atlas;
        self.own().flat_map(|(id, _)| atlas.neighbours(id)).filter(|near| !self.owns(near)).collect()
    }

    /// Players' empires that own an area beside an own one.
    pub fn neighbours(&self) -> BTreeSet<&'s EmpireId> {
        let owners =
            self.marches().into_iter().filter_map(|id| self.area(id).and_then(|area| area.owner.as_ref()));
        owners.filter(|id| self.is_player(id)).collect()
    }

    /// Whether an empire is a player's.
    pub fn is_player(&self, id: &EmpireId) -> bool {
        self.world().empires.get(id).is_some_and(|empire| empire.kind == EmpireKind::Player)
    }

    /// The rebellion value of an own area (17.1).
    pub fn rebellion_value(&self, id: &AreaId) -> Option<i32> {
        let held = HeldArea::of(self.world(), id)?;
        Some(rebellion_value(self.scene.rulebook, &held).total)
    }

    /// Sum of value and dice from which a check is rebellion (17.3), less the most that dice show: a value up to this is
    /// quite safe.
    pub fn safe_value(&self) -> i32 {
        let dice = self.scene.rulebook.figures.check_dice;
        let rebellion = crate::empires::rulebook::CheckResult::Rebellion;
        self.scene.rulebook.rebellion_results.from(rebellion).unwrap_or(0) - 6 * dice - 1
    }

    /// An endeavour's rating as the world stands (9.5); none when it is not possible.
    pub fn rating(&self, kind: &EndeavourKind, gold: i32) -> Option<i32> {
        let endeavour = Endeavour { kind: kind.clone(), gold: GoldAmount::Exactly(gold), by_sea: false };
        let way = way(self.scene, self.id, &endeavour).ok()?;
        if way.price > self.empire.treasury {
            return None;
        }
        let order = Order {
            when: When::Year(self.first_year()),
            condition: None,
            act: Act::Endeavour(EndeavourOrder { branches: Vec::new(), otherwise: None, extra_card: false }),
        };
        let fixed = Fixed {
            empire: self.id.clone(),
            endeavour,
            card: 1,
            price: way.price,
            gold,
            sea_areas: way.sea_areas,
            led: None,
            order_index: 0,
            order,
        };
        let circumstances = Circumstances::of(self.scene, &fixed, &self.leader, &Defences::new())?;
        Some(total(self.scene.rulebook, &circumstances))
    }

    /// In how many of a hundred years a card gives an endeavour its main gain at this rating.
    pub fn percent(&self, sort: EndeavourSort, rating: i32) -> i32 {
        let cards = &self.scene.rulebook.year_cards;
        let happening = cards.happening(|card| card.main_gain(sort), rating) * 100;
        i32::try_from(happening / cards.count().max(1)).unwrap_or(100)
    }

    /// A number from 1 to a hundred for one purpose and thing.
    pub fn throw(&self, purpose: &'static str, thing: &str, nth: u32) -> u32 {
        let subject = format!("{}:{thing}", self.subject);
        let draw = self.scene.dice.roll(self.scene.key(purpose, &subject, nth), 1, FACES);
        draw.values.first().copied().unwrap_or(FACES)
    }

    /// True in so many of a hundred cases.
    pub fn chance(&self, purpose: &'static str, thing: &str, nth: u32, percent: u32) -> bool {
        self.throw(purpose, thing, nth) <= percent
    }

    /// A place in a list of `of` things.
    pub fn pick(&self, purpose: &'static str, thing: &str, of: usize) -> usize {
        let throw = usize::try_from(self.throw(purpose, thing, 0)).unwrap_or(0);
        throw % of.max(1)
    }

    /// An order without condition.
    pub fn order(&self, when: When, act: Act) -> Order {
        Order { when, condition: None, act }
    }
}
