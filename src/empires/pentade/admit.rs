//! Sheets to lawful orders and refusals.
//!
//! What no world could allow is refused here, once, as an entry. What depends on the year is refused by the step that
//! meets it. The order language has found most of this already; a sheet may come from anywhere.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::empires::chronicle::Entry;
use crate::empires::rulebook::Rulebook;
use crate::empires::rules::Refusal;
use crate::empires::rules::actors::BEYOND;
use crate::empires::rules::crusades;
use crate::empires::rules::muster::refused;
use crate::empires::terms::{
    Act, AreaId, Cause, Choice, ColonisationOrder, Condition, EmpireId, Endeavour, EndeavourKind,
    EndeavourOrder, GoldAmount, Order, OrderSheet, PastEvent, Point, ReligionId, When,
};
use crate::empires::world::World;

/// Longest name of a leader or heir, in characters.
const LONGEST_NAME: usize = 60;

/// Most orders of one sheet; the rest is refused.
const MOST_ORDERS: usize = 2000;

/// Deepest nesting of a condition.
const DEEPEST_CONDITION: usize = 8;

/// The lawful orders of every sheet, and an entry for each order that is not.
///
/// A sheet of nobody is passed over; that of a power without a player bears the GM's orders (6.8). Orders keep their place, so that refused ones
/// leave no gap in the order of the others. Sheets that are lawful altogether are handed on as they are.
pub fn admit<'s>(
    rulebook: &Rulebook,
    world: &World,
    sheets: &'s BTreeMap<EmpireId, OrderSheet>,
) -> (Cow<'s, BTreeMap<EmpireId, OrderSheet>>, Vec<Entry>) {
    let is_anybody = |id: &EmpireId| world.empires.contains_key(id) || crusades::is_army(id);
    let mut refusals = Vec::new();
    let mut unlawful = BTreeSet::new();
    for (id, sheet) in sheets.iter().filter(|(id, _)| is_anybody(id)) {
        let desk = Desk { rulebook, world, id };
        for (place, order) in sheet.orders.iter().enumerate() {
            let judged =
                if place < MOST_ORDERS { desk.judge(order) } else { refuse("6.5", "too many orders") };
            if let Err(refusal) = judged {
                refusals.push(refused(id, order, refusal));
                unlawful.insert((id, place));
            }
        }
    }
    if unlawful.is_empty() && sheets.keys().all(is_anybody) {
        return (Cow::Borrowed(sheets), refusals);
    }
    let lawful = |id: &EmpireId, sheet: &OrderSheet| {
        let orders = (0..).zip(&sheet.orders).filter(|(place, _)| !unlawful.contains(&(id, *place)));
        OrderSheet { orders: orders.map(|(_, order)| order.clone()).collect() }
    };
    let kept = sheets.iter().filter(|(id, _)| is_anybody(id));
    (Cow::Owned(kept.map(|(id, sheet)| (id.clone(), lawful(id, sheet))).collect()), refusals)
}

fn refuse(rule: &'static str, reason: impl Into<String>) -> Result<(), Refusal> {
    Err(Refusal::new(rule, reason))
}

/// What one empire's orders are held against.
struct Desk<'a> {
    rulebook: &'a Rulebook,
    world: &'a World,
    id: &'a EmpireId,
}

impl Desk<'_> {
    fn judge(&self, order: &Order) -> Result<(), Refusal> {
        self.date(order.when)?;
        if let Some(condition) = &order.condition {
            self.condition(condition, 0)?;
            if !matches!(order.act, Act::Endeavour(_)) && hangs_on_attack(condition) {
                return refuse("6.5", "only an endeavour can wait on an attack"); // rule:6.5
            }
        }
        match &order.act {
            Act::Endeavour(endeavour) => self.endeavours(order, endeavour),
            Act::Tax(tax) => self.areas(tax.areas.iter().chain(&tax.but_not)),
            Act::DoNotTax(areas) => self.areas(areas.iter()),
            Act::Plunder(plunder) => self.areas(plunder.areas.iter().chain(&plunder.but_not)),
            Act::Gift { to, gold } => self.gift(to, *gold),
            Act::OfferTreaty(treaty) => {
                self.other(&treaty.with)?;
                treaty.points.iter().try_for_each(|point| self.point(point, &treaty.with))
            }
            Act::SignTreaty { with, .. } | Act::DenounceTreaty { with } => self.other(with),
            Act::WaiveTie { area, to_owner } => {
                self.areas(area.iter())?;
                to_owner.iter().try_for_each(|owner| self.empire(owner))
            }
            Act::NameLeader(name) | Act::NameHeir(name) => lawful_name(name),
            Act::AdoptReligion(religion) => self.religion(religion),
            Act::Play(play) => {
                self.areas(play.areas().into_iter())?;
                play.empires().into_iter().try_for_each(|empire| self.empire(empire))
            }
            Act::GiveCopy { to, .. } => self.other(to),
            Act::Call(motion) | Act::Vote { on: motion, .. } => {
                self.areas(motion.areas().into_iter())?;
                motion.empires().into_iter().try_for_each(|empire| self.empire(empire))
            }
            Act::Choose(choice) => self.choice(choice),
            Act::GiveYearCards { cards, .. } if *cards < 1 => refuse("9.3", "a gift is at least one card"),
            Act::GiveYearCards { to: Cause::CrusaderState(state), .. } => self.other(state),
            Act::Colonise(ColonisationOrder::Begin(area)) | Act::GiveAreaToPope(area) => self.area(area),
            Act::ReturnFromExile(areas) => self.areas(areas.iter()),
            Act::GiveYearCards { .. }
            | Act::Colonise(_)
            | Act::DoPenance
            | Act::DeclarePatriarchate
            | Act::NoEndeavour => Ok(()),
        }
    }

    fn choice(&self, choice: &Choice) -> Result<(), Refusal> {
        match choice {
            Choice::Obedience { .. } => Ok(()),
            Choice::AntiPopeSeat(area) => self.area(area),
            Choice::Religion(religion) => self.religion(religion),
            Choice::DynasticConsent { of, area } => {
                of.iter().try_for_each(|empire| self.empire(empire))?;
                self.areas(area.iter())
            }
        }
    }

    fn date(&self, when: When) -> Result<(), Refusal> {
        match when {
            When::Year(year) | When::From(year) if !self.world.pentade.years().contains(&year) => {
                refuse("1.1", format!("{year} is not a year of this pentade")) // rule:1.1
            }
            _ => Ok(()),
        }
    }

    fn area(&self, area: &AreaId) -> Result<(), Refusal> {
        if self.world.areas.contains_key(area) {
            return Ok(());
        }
        refuse("2.1", format!("there is no area {area}"))
    }

    fn areas<'b>(&self, mut areas: impl Iterator<Item = &'b AreaId>) -> Result<(), Refusal> {
        areas.try_for_each(|area| self.area(area))
    }

    fn empire(&self, empire: &EmpireId) -> Result<(), Refusal> {
        if self.world.empires.contains_key(empire) {
            return Ok(());
        }
        refuse("7.1", format!("there is no empire {empire}"))
    }

    fn other(&self, empire: &EmpireId) -> Result<(), Refusal> {
        if empire == self.id {
            return refuse("16.5", "it is with oneself");
        }
        self.empire(empire)
    }

    fn religion(&self, religion: &ReligionId) -> Result<(), Refusal> {
        match self.rulebook.religions.get(religion) {
            Some(_) => Ok(()),
            None => refuse("2.7", format!("there is no religion {religion}")),
        }
    }

    fn gift(&self, to: &EmpireId, gold: i32) -> Result<(), Refusal> {
        if gold < 1 {
            return refuse("16.4", "a gift is at least 1 gold"); // rule:16.4
        }
        self.other(to)
    }

    fn point(&self, point: &Point, with: &EmpireId) -> Result<(), Refusal> {
        let party = |empire: &EmpireId| {
            if empire == self.id || empire == with {
                return Ok(());
            }
            refuse("16.5", format!("{empire} is no party to the treaty"))
        };
        match point {
            Point::NoAttack { .. } => Ok(()),
            Point::Gold { from, to, gold, .. } => {
                if *gold < 1 || from == to {
                    return refuse("16.5", "a payment is at least 1 gold from one party to the other");
                }
                party(from).and_then(|()| party(to))
            }
            Point::Passage { from, to, areas } => {
                party(from)?;
                party(to)?;
                self.areas(areas.iter())
            }
            Point::Area { from, to, area, condition, .. } => {
                party(from)?;
                party(to)?;
                condition.iter().try_for_each(|condition| self.condition(condition, 0))?;
                self.area(area)
            }
            Point::WaiveTie { by, area } => party(by).and_then(|()| self.area(area)),
        }
    }

    fn endeavours(&self, order: &Order, endeavours: &EndeavourOrder) -> Result<(), Refusal> {
        if let When::Opening | When::Standing = order.when {
            return refuse("6.3", "an endeavour needs a year"); // rule:6.3
        }
        let waits = order.condition.as_ref().is_some_and(|condition| waits_on_attack(condition, false));
        for branch in &endeavours.branches {
            self.condition(&branch.condition, 0)?;
            if let Some(endeavour) = &branch.endeavour {
                self.endeavour(endeavour)?;
                answers_attack(endeavour, waits || waits_on_attack(&branch.condition, false))?;
            }
        }
        endeavours.otherwise.iter().try_for_each(|endeavour| {
            self.endeavour(endeavour)?;
            answers_attack(endeavour, waits)
        })
    }

    fn endeavour(&self, endeavour: &Endeavour) -> Result<(), Refusal> {
        self.area(endeavour.kind.target())?;
        // A power may have its base beyond the map only from the opening on, which is yet to come.
        let own = endeavour.kind.own_area().filter(|own| !own.is(BEYOND));
        self.areas(own.into_iter())?;
        if let GoldAmount::Exactly(gold) = endeavour.gold
            && gold < 0
        {
            return refuse("9.9", "gold on an endeavour cannot be negative"); // rule:9.9
        }
        let from_itself = endeavour.kind.own_area() == Some(endeavour.kind.target());
        match endeavour.kind {
            EndeavourKind::Conquest { .. } | EndeavourKind::Pillage { .. } if from_itself => {
                refuse("9.1", "base and target are the same area") // rule:9.1
            }
            EndeavourKind::Diplomacy { .. } if from_itself => {
                refuse("12.1", "an empire cannot win its own base by diplomacy") // rule:12.1
            }
            _ => Ok(()),
        }
    }

    fn condition(&self, condition: &Condition, depth: usize) -> Result<(), Refusal> {
        if depth > DEEPEST_CONDITION {
            return refuse("6.5", "the condition is nested too deeply");
        }
        match condition {
            Condition::Attacked(area) | Condition::Independent(area) | Condition::InUnrest(area) => {
                self.area(area)
            }
            Condition::Holds { area, who } => {
                self.area(area)?;
                who.iter().try_for_each(|who| self.empire(who))
            }
            Condition::TreasuryAtLeast(_) | Condition::HoldsCard(_) => Ok(()),
            Condition::AreaReligion { area, religion } => {
                self.area(area)?;
                religion.iter().try_for_each(|religion| self.religion(religion))
            }
            Condition::Past { event, years } => {
                let oldest = self.world.pentade.first_year() - self.rulebook.figures.remembered_years;
                if years.iter().any(|year| *year < oldest) {
                    return refuse("6.5", format!("what happened before {oldest} is not remembered")); // rule:6.5
                }
                self.event(event)
            }
            Condition::Religion { who, religion } => {
                self.empire(who)?;
                religion.iter().try_for_each(|religion| self.religion(religion))
            }
            Condition::All(inner) | Condition::Any(inner) => {
                inner.iter().try_for_each(|one| self.condition(one, depth + 1))
            }
            Condition::Not(inner) => self.condition(inner, depth + 1),
        }
    }

    fn event(&self, event: &PastEvent) -> Result<(), Refusal> {
        match event {
            PastEvent::Rebelled(area) | PastEvent::WentIntoUnrest(area) | PastEvent::TieGained(area) => {
                self.area(area)
            }
            PastEvent::Taken { area, by } | PastEvent::WasAttacked { area, by } => {
                self.area(area)?;
                by.iter().try_for_each(|by| self.empire(by))
            }
            PastEvent::OurEndeavourSucceeded => Ok(()),
            PastEvent::PaidUs { by, .. } => self.empire(by),
            PastEvent::LeaderDied(who) => who.iter().try_for_each(|who| self.empire(who)),
            PastEvent::ParleyDecided { motion, .. } | PastEvent::ParleyHeld(motion) => {
                self.areas(motion.areas().into_iter())?;
                motion.empires().into_iter().try_for_each(|empire| self.empire(empire))
            }
        }
    }
}

/// Whether a condition asks who is attacked.
fn hangs_on_attack(condition: &Condition) -> bool {
    waits_on_attack(condition, false) || waits_on_attack(condition, true)
}

/// Whether a condition needs an attack to hold; a denial needs none, as an else-branch does.
fn waits_on_attack(condition: &Condition, denied: bool) -> bool {
    match condition {
        Condition::Attacked(_) => !denied,
        Condition::All(inner) | Condition::Any(inner) => inner.iter().any(|one| waits_on_attack(one, denied)),
        Condition::Not(inner) => waits_on_attack(inner, !denied),
        _ => false,
    }
}

/// Rule 6.5: what waits on an attack must be a defence.
fn answers_attack(endeavour: &Endeavour, waits: bool) -> Result<(), Refusal> {
    if waits && !matches!(endeavour.kind, EndeavourKind::Defence { .. }) {
        return refuse("6.5", "what waits on an attack must be a defence"); // rule:6.5
    }
    Ok(())
}

fn lawful_name(name: &str) -> Result<(), Refusal> {
    let length = name.chars().count();
    if name.trim().is_empty() || length > LONGEST_NAME || name.chars().any(char::is_control) {
        return refuse("8.3", format!("a name has 1 to {LONGEST_NAME} characters")); // rule:8.3
    }
    Ok(())
}
