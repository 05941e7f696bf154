//! Taxation (16.1). Rolls the dice of the rebellion check of each taxed area, at once.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::super::unrest_and_rebellion::{CheckCause, HeldArea, check};
use super::super::{Effects, Refusal, Scene, communications, muster};
use super::{due, falls_due};
use crate::empires::chronicle::{Entry, Happening};
use crate::empires::rulebook::TaxationEffect;
use crate::empires::terms::{Act, AreaId, EmpireId, Order, TaxOrder, When};
use crate::empires::world::{Area, Effect};

/// 16.1: the areas that owners tax this year, what they yield, and the check of each.
///
/// Cases: 16.A.1 to 16.B.7.
pub fn tax(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let held = communications::by_owner(scene.world);
    for empire in scene.sheets.keys() {
        let due = due(scene, empire, |act| matches!(act, Act::Tax(_)));
        if !due.is_empty() {
            let own = scene.world.empires.place(empire).map_or(&[][..], |place| &held[place]);
            let ids: Vec<&AreaId> = own.iter().map(|(id, _)| *id).collect();
            let (rulebook, year) = (scene.rulebook, scene.year_or_first());
            let connected = communications::connected_of(rulebook, scene.world, empire, &ids, year).collect();
            let banned = banned(scene, empire);
            let mut levy = Levy { scene, empire, own, connected, banned, taxed: BTreeSet::new() };
            levy.collect(&due, &mut effects);
        }
    }
    effects
}

/// The areas that an empire says are not to be taxed. A ban without a year of its own stands for the whole pentade.
fn banned<'s>(scene: &Scene<'s>, empire: &EmpireId) -> BTreeSet<&'s AreaId> {
    let orders = scene.sheets.get(empire).into_iter().flat_map(|sheet| &sheet.orders);
    let in_force = |when| matches!(when, When::Opening | When::Standing) || falls_due(scene, when);
    let bans = orders.filter_map(|order| match &order.act {
        Act::DoNotTax(areas) if in_force(order.when) => Some(areas),
        _ => None,
    });
    bans.flatten().collect()
}

/// What bars an own area from taxation (16.1).
enum Bar {
    Taxed,
    CutOff,
    SocialState(i32),
    Wealth(i32),
}

impl Bar {
    fn words(&self, name: &str) -> String {
        match self {
            Self::Taxed => format!("{name} was taxed in this pentade already"),
            Self::CutOff => format!("{name} has no communications"),
            Self::SocialState(state) => format!("the social state of {name} is only {state}"),
            Self::Wealth(wealth) => format!("the wealth of {name} is only {wealth}"),
        }
    }
}

/// One empire's taxation of one year.
struct Levy<'s> {
    scene: &'s Scene<'s>,
    empire: &'s EmpireId,
    own: &'s [(&'s AreaId, &'s Area)],
    connected: BTreeSet<&'s AreaId>,
    banned: BTreeSet<&'s AreaId>,
    taxed: BTreeSet<AreaId>,
}

impl Levy<'_> {
    fn collect(&mut self, due: &[&Order], effects: &mut Effects) {
        let mut treasury = self.scene.world.empires.get(self.empire).map_or(0, |empire| empire.treasury);
        for order in due {
            let Act::Tax(tax) = &order.act else { continue };
            for id in self.listed(tax) {
                if tax.until_treasury.is_some_and(|enough| treasury >= enough) {
                    break;
                }
                match self.yield_of(&id, tax) {
                    Ok(Some(gold)) => {
                        treasury += gold;
                        effects.extend(self.levied(&id, gold));
                        self.taxed.insert(id);
                    }
                    Ok(None) => {}
                    Err(refusal) => effects.tell(muster::refused(self.empire, order, refusal).at(&id)),
                }
            }
        }
    }

    /// The areas of a list; where none is named, all that can be taxed, the richest first.
    fn listed(&self, tax: &TaxOrder) -> Vec<AreaId> {
        if !tax.areas.is_empty() {
            return tax.areas.clone();
        }
        let mut areas: Vec<_> = self
            .own
            .iter()
            .copied()
            .filter(|(id, area)| !self.taxed.contains(*id) && self.bar(id, area).is_none())
            .collect();
        areas.sort_by_key(|(id, area)| (Reverse(area.wealth()), *id));
        areas.into_iter().map(|(id, _)| id.clone()).collect()
    }

    /// The yield of one area; none where the orders themselves leave it out.
    fn yield_of(&self, id: &AreaId, tax: &TaxOrder) -> Result<Option<i32>, Refusal> {
        if tax.but_not.contains(id) || self.banned.contains(id) || self.taxed.contains(id) {
            return Ok(None);
        }
        let area = self.scene.world.areas.get(id).filter(|area| area.owner.as_ref() == Some(self.empire));
        let Some(area) = area else {
            let name = self.scene.rulebook.atlas.name(id);
            return Err(Refusal::new("16.1", format!("{name} is not an own area"))); // rule:6.9
        };
        if tax.unless_in_unrest && area.in_unrest {
            return Ok(None);
        }
        match self.bar(id, area) {
            Some(bar) => Err(Refusal::new("16.1", bar.words(self.scene.rulebook.atlas.name(id)))), // rule:16.1
            None => Ok(Some(area.wealth())), // rule:16.1
        }
    }

    /// What stands in the way of taxing an own area, if anything does.
    fn bar(&self, id: &AreaId, area: &Area) -> Option<Bar> {
        let figures = &self.scene.rulebook.figures;
        let (social_state, wealth) = (area.social_state, area.wealth());
        if area.taxed {
            Some(Bar::Taxed)
        } else if !self.connected.contains(id) {
            Some(Bar::CutOff)
        } else if social_state < figures.taxable_social_state {
            Some(Bar::SocialState(social_state))
        } else {
            (wealth < figures.taxable_wealth).then_some(Bar::Wealth(wealth))
        }
    }

    /// Gold, mark, and the check at once.
    fn levied(&self, id: &AreaId, gold: i32) -> Effects {
        let mut effects = Effects::default();
        effects.change(Effect::GoldChanged { empire: self.empire.clone(), by: gold }); // rule:16.1
        effects.change(Effect::Taxed(id.clone()));
        effects.tell(Entry::new(&["16.1"], Happening::Taxed { gold }).of(self.empire).at(id));
        let Some(held) = HeldArea::of(self.scene.world, id) else { return effects };
        let area = self.after_taxation(id, held.area, &mut effects);
        effects.extend(check(self.scene, &HeldArea { area: &area, ..held }, CheckCause::Taxed)); // rule:17.2
        effects
    }

    /// The area as its check finds it: worse off where the edition reads 16.1 so.
    fn after_taxation(&self, id: &AreaId, area: &Area, effects: &mut Effects) -> Area {
        let mut area = area.clone();
        if self.scene.rulebook.switches.taxation == TaxationEffect::LowersSocialState {
            let lost = self.scene.rulebook.figures.taxation_social_state_lost;
            effects.change(Effect::SocialStateChanged { area: id.clone(), by: -lost }); // ruling:R16.1
            area.social_state -= lost;
        }
        area
    }
}
