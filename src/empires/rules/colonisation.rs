//! Chapter 25: colonisation.
//!
//! Orders and progress are judged together at the close of a pentade. Reads the figures of 25 and the prices over sea. No
//! dice.

use std::collections::{BTreeMap, BTreeSet};

use super::communications::connected;
use super::conditions;
use super::fixed::Refusal;
use super::muster::refused;
use super::scene::{Effects, Scene};
use super::victory;
use crate::empires::chronicle::{ColonisationStep, Entry, Happening, PeopleHappening};
use crate::empires::terms::{Act, AreaId, ColonisationOrder, EmpireId, LanguageId, Order, When};
use crate::empires::world::{Area, AwardCause, Colonisation, Effect, Empire, PeopleChange};

mod price;

use price::{Price, Site};

/// Rules 25.1 to 25.4: the orders of the pentade, then one step of every colonisation.
///
/// Cases: 25.A to 25.D.
pub fn advance(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    for (id, empire) in &scene.world.empires {
        let orders = orders(scene, id);
        let mut colony = Colonies::of(scene, id, empire);
        if orders.is_empty() && colony.kept.is_empty() {
            continue;
        }
        for (order, what) in orders {
            if let Err(refusal) = colony.carry_out(what) {
                colony.effects.tell(refused(id, order, refusal));
            }
        }
        colony.advance();
        effects.extend(colony.close());
    }
    effects
}

/// Rule 25.3: what rested too long declines, and ends at nothing.
///
/// Cases: 25.C.
pub fn rest(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let now = scene.pentade().last_year();
    for (area, colonisation) in &scene.world.people.colonisations {
        if now - colonisation.advanced <= scene.rulebook.figures.colonisation_rest_years {
            continue; // rule:25.3
        }
        let level = colonisation.level - 1; // rule:25.3
        let stands = (level > 0).then(|| Colonisation { level, ..colonisation.clone() });
        let what = if stands.is_some() { ColonisationStep::Declined } else { ColonisationStep::Over };
        let happening = PeopleHappening::Colonisation { what, level: level.max(0) };
        let entry = Entry::new(&["25.3"], Happening::People(happening));
        effects.tell(entry.of(&colonisation.empire).at(area));
        effects.change(stands_so(area, stands));
    }
    effects
}

fn stands_so(area: &AreaId, colonisation: Option<Colonisation>) -> Effect {
    Effect::People(PeopleChange::ColonisationStands { area: area.clone(), colonisation })
}

/// The colonisation orders of a sheet in order of years, those of no year first, whose conditions hold at the close.
fn orders<'s>(scene: &Scene<'s>, id: &EmpireId) -> Vec<(&'s Order, &'s ColonisationOrder)> {
    let after = Scene { year: Some(scene.pentade().last_year() + 1), ..*scene };
    let Some(sheet) = scene.sheets.get(id) else { return Vec::new() };
    let mut due: Vec<(&Order, &ColonisationOrder)> = sheet
        .orders
        .iter()
        .filter_map(|order| match &order.act {
            Act::Colonise(what) => Some((order, what)),
            _ => None,
        })
        .filter(|(order, _)| {
            order.condition.as_ref().is_none_or(|condition| conditions::holds(&after, id, condition, None))
        })
        .collect();
    due.sort_by_key(|(order, _)| match order.when {
        When::Year(year) | When::From(year) => year,
        When::Opening | When::EveryYear | When::Standing => scene.pentade().first_year(),
    });
    due
}

/// The colonisations of one empire while the close is played.
struct Colonies<'s> {
    scene: &'s Scene<'s>,
    id: &'s EmpireId,
    empire: &'s Empire,
    kept: BTreeMap<AreaId, Colonisation>,
    reached: Option<BTreeSet<AreaId>>,
    effects: Effects,
}

impl<'s> Colonies<'s> {
    fn of(scene: &'s Scene<'s>, id: &'s EmpireId, empire: &'s Empire) -> Self {
        let own = scene.world.people.colonisations.iter().filter(|(_, one)| one.empire == *id);
        let kept = own.map(|(area, one)| (area.clone(), one.clone())).collect();
        Self { scene, id, empire, kept, reached: None, effects: Effects::default() }
    }

    /// The one that goes on.
    fn active(&self) -> Option<AreaId> {
        self.kept.iter().find(|(_, one)| !one.resting).map(|(area, _)| area.clone())
    }

    /// Of those that rest the one that advanced last, of equals the furthest, then the first by name.
    fn dormant(&self) -> Option<AreaId> {
        let resting = self.kept.iter().filter(|(_, one)| one.resting);
        let last = resting.max_by_key(|(area, one)| (one.advanced, one.level, std::cmp::Reverse(*area)));
        last.map(|(area, _)| area.clone())
    }

    fn carry_out(&mut self, order: &ColonisationOrder) -> Result<(), Refusal> {
        match order {
            ColonisationOrder::Begin(area) => self.begin(area),
            ColonisationOrder::Rest => {
                let active = self.active().ok_or_else(|| none("25.3", "goes on"))?;
                self.set_resting(&active, true);
                Ok(())
            }
            ColonisationOrder::Resume => {
                self.nothing_else(None)?;
                let dormant = self.dormant().ok_or_else(|| none("25.3", "rests"))?;
                self.set_resting(&dormant, false);
                Ok(())
            }
            ColonisationOrder::GiveUp => {
                let given = self.active().or_else(|| self.dormant());
                let given = given.ok_or_else(|| none("25.1", "is under way"))?;
                self.kept.remove(&given);
                self.tell("25.1", &given, ColonisationStep::GivenUp, 0);
                Ok(())
            }
        }
    }

    fn begin(&mut self, area: &AreaId) -> Result<(), Refusal> {
        self.nothing_else(Some(area))?;
        if self.kept.contains_key(area) {
            self.set_resting(area, false);
            return Ok(());
        }
        let language = self.empire.leader.language.clone();
        let state = self.suitable(area, &language)?;
        if let Some(why) = self.hindrance(area, state, &language) {
            return Err(Refusal::new("25.1", format!("{}: {why}", self.scene.rulebook.atlas.name(area))));
        }
        let advanced = self.scene.pentade().first_year() - 1;
        let begun = Colonisation { empire: self.id.clone(), language, level: 0, resting: false, advanced };
        self.kept.insert(area.clone(), begun);
        self.tell("25.1", area, ColonisationStep::Begun, 0);
        Ok(())
    }

    /// One goes on at a time; others may rest meanwhile.
    fn nothing_else(&self, wanted: Option<&AreaId>) -> Result<(), Refusal> {
        match self.active() {
            Some(active) if wanted != Some(&active) => {
                let name = self.scene.rulebook.atlas.name(&active);
                let reason = format!("the colonisation of {name} goes on: let it rest or give it up first");
                Err(Refusal::new("25.1", reason)) // rule:25.1 ruling:R25.1
            }
            _ => Ok(()),
        }
    }

    /// An own area of another language.
    fn suitable(&self, area: &AreaId, language: &LanguageId) -> Result<&'s Area, Refusal> {
        let name = self.scene.rulebook.atlas.name(area);
        let own = self.scene.world.areas.get(area).filter(|state| state.owner.as_ref() == Some(self.id));
        match own {
            None => Err(Refusal::new("25.1", format!("{name} is not an own area"))), // rule:25.1
            Some(state) if state.language == *language => {
                Err(Refusal::new("25.1", format!("{name} speaks the ruler's language already"))) // rule:25.1
            }
            Some(state) => Ok(state),
        }
    }

    fn set_resting(&mut self, area: &AreaId, resting: bool) {
        let Some(one) = self.kept.get_mut(area) else { return };
        let changed = one.resting != resting;
        one.resting = resting;
        let level = one.level;
        if changed {
            let what = if resting { ColonisationStep::Rests } else { ColonisationStep::Resumed };
            self.tell("25.3", area, what, level); // rule:25.3
        }
    }

    /// What keeps an area from advancing: unrest, no communications, no way; in words.
    fn hindrance(&mut self, area: &AreaId, state: &Area, language: &LanguageId) -> Option<&'static str> {
        if state.in_unrest {
            return Some("it is in unrest"); // rule:25.1 rule:25.4
        }
        if !self.connected().contains(area) {
            return Some("it has no communications with the court"); // rule:25.1
        }
        self.price(area, language).is_none().then_some("no own area of that language is near enough")
    }

    fn connected(&mut self) -> &BTreeSet<AreaId> {
        let (scene, id) = (self.scene, self.id);
        let last = scene.pentade().last_year();
        self.reached.get_or_insert_with(|| connected(scene.rulebook, scene.world, id, last))
    }

    fn price(&mut self, area: &AreaId, language: &LanguageId) -> Option<Price> {
        let scene = self.scene;
        Site { scene, own: self.connected(), area, language }.price()
    }

    /// Rules 25.1, 25.4: one step of each that does not rest; unrest halves them all.
    fn advance(&mut self) {
        for (area, one) in self.kept.clone() {
            let Some(state) = self.scene.world.areas.get(&area) else { continue };
            if state.language == one.language {
                self.kept.remove(&area);
                self.tell("25.1", &area, ColonisationStep::Over, one.level);
            } else if state.in_unrest {
                let level = one.level.div_euclid(2); // rule:25.4
                if level != one.level || !one.resting {
                    self.tell("25.4", &area, ColonisationStep::HalvedByUnrest, level);
                }
                self.kept.insert(area, Colonisation { level, ..one });
            } else if !one.resting {
                self.step(area, state, one);
            }
        }
    }

    fn step(&mut self, area: AreaId, state: &Area, one: Colonisation) {
        let price = match self.hindrance(&area, state, &one.language) {
            None => self.price(&area, &one.language).filter(|price| price.gold <= self.empire.treasury),
            Some(_) => None,
        };
        let Some(Price { gold, sea_areas }) = price else {
            return self.tell("25.3", &area, ColonisationStep::Hindered, one.level); // rule:25.3
        };
        self.effects.change(Effect::GoldChanged { empire: self.id.clone(), by: -gold }); // rule:25.1
        let level = one.level + 1; // rule:25.1
        let goal = self.scene.rulebook.figures.colonisation_goal_of(state.population);
        let happening = PeopleHappening::ColonisationAdvanced { level, goal, gold, sea_areas };
        self.effects.tell(self.entry("25.1", &area, happening));
        if level < goal {
            let advanced = self.scene.pentade().last_year();
            self.kept.insert(area, Colonisation { level, advanced, ..one });
        } else {
            self.kept.remove(&area);
            self.reach_goal(&area, state, one.language);
        }
    }

    fn reach_goal(&mut self, area: &AreaId, state: &Area, language: LanguageId) {
        let former = state.language.clone();
        let happening = PeopleHappening::Colonised { language: language.clone(), former };
        self.effects.tell(self.entry("25.1", area, happening));
        self.effects.change(Effect::People(PeopleChange::LanguageChanged { area: area.clone(), language })); // rule:25.1
        self.effects.extend(victory::award(self.scene, self.id, area, AwardCause::Colonised)); // rule:26.3
    }

    fn entry(&self, rule: &str, area: &AreaId, happening: PeopleHappening) -> Entry {
        Entry::new(&[rule], Happening::People(happening)).of(self.id).at(area)
    }

    fn tell(&mut self, rule: &str, area: &AreaId, what: ColonisationStep, level: i32) {
        let entry = self.entry(rule, area, PeopleHappening::Colonisation { what, level });
        self.effects.tell(entry);
    }

    /// What changed.
    fn close(mut self) -> Effects {
        let before = &self.scene.world.people.colonisations;
        let own = before.iter().filter(|(_, one)| one.empire == *self.id).map(|(area, _)| area);
        let areas: BTreeSet<&AreaId> = own.chain(self.kept.keys()).collect();
        for area in areas {
            if before.get(area) != self.kept.get(area) {
                self.effects.effects.push(stands_so(area, self.kept.get(area).cloned()));
            }
        }
        self.effects
    }
}

fn none(rule: &'static str, what: &str) -> Refusal {
    Refusal::new(rule, format!("no colonisation {what}"))
}
