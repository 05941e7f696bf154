//! Chapter 9: endeavours, from the state frozen after taxation to one yield of effects (6.7).
//!
//! Every rating is reckoned before a card is read, every card is read before an effect is put down, and conquests
//! are judged on the year's results together: nothing depends on the order in which endeavours are listed.
//!
//! Reads `effectiveness`, the year cards and the figures of chapters 9 to 15. Rolls no dice.

use std::collections::{BTreeMap, BTreeSet};

use super::given_cards::{self, is_extra};
use super::muster::{self, refused};
use super::{Effects, Fixed, Led, Muster, Refusal, Scene, Turned, actors, event_cards, leaders};
use super::{conquest, conversion, defence, diplomacy, fortification, land, pillage, ruling};
use crate::empires::chronicle::{Entry, Happening};
use crate::empires::rulebook::YearCard;
use crate::empires::terms::{AreaId, EmpireId, EndeavourSort};
use crate::empires::world::{Effect, Fact, FactEvent};
use crate::postal::chronicle::Breakdown;

mod card;
mod circumstances;
mod completion;
mod effectiveness;
mod legality;

pub use card::{CardResult, read_card};
pub use circumstances::{Advances, Circumstances, Defence, Defences};
pub use completion::{Contender, Verdict, contested, judge};
pub use effectiveness::{across_the_sea, rate, rows_of_defence, total};
pub use legality::{reach, way, within_reach};

/// An endeavour whose card has been turned and read.
#[derive(Debug, Clone)]
pub struct Tried<'a> {
    /// The endeavour.
    pub fixed: &'a Fixed,
    /// Who leads it.
    pub led: Led,
    /// Its card.
    pub card: &'a YearCard,
    /// The effectiveness rating, line by line (9.5); for a defence what it takes off its attackers' (13.2).
    pub rating: Breakdown,
    /// What the card's fields said at this rating (9.6).
    pub results: Vec<CardResult>,
    /// Whether a diplomatic coup made them (19.7).
    pub by_coup: bool,
}

impl Tried<'_> {
    /// Whether the card said this.
    pub fn has(&self, result: CardResult) -> bool {
        self.results.contains(&result)
    }

    /// Whose it is.
    pub fn empire(&self) -> &EmpireId {
        &self.fixed.empire
    }

    /// Its sort.
    pub fn sort(&self) -> EndeavourSort {
        self.fixed.endeavour.kind.sort()
    }

    /// The target of a foreign endeavour, the own area of any other.
    pub fn target(&self) -> &AreaId {
        self.fixed.endeavour.kind.target()
    }

    /// The own area that was used; none in exile.
    pub fn own_area(&self) -> Option<&AreaId> {
        self.fixed.endeavour.kind.own_area()
    }

    /// Whether a C of either kind was scored.
    pub fn has_c(&self) -> bool {
        self.has(CardResult::PartialConquest) || self.has(CardResult::DiplomaticConquest)
    }

    /// Whether it is a conquest or pillage.
    pub fn is_attack(&self) -> bool {
        matches!(self.sort(), EndeavourSort::Conquest | EndeavourSort::Pillage)
    }
}

/// 6.7, steps 1 to 4, as one step of the year: the muster, the endeavours fixed, and what they bring about.
pub fn of_the_year(scene: &Scene<'_>) -> Effects {
    let (acting, mut effects) = actors::endeavours(scene);
    let muster = muster::muster(scene, &acting); // rule:6.6
    let (mut fixed, told) = muster::fix(scene, &muster, way);
    effects.extend(told);
    let acting = actors::defend(scene, &fixed, acting); // rule:13.3
    for one in acting.iter().filter(|one| !is_extra(&one.order)) {
        actors::spend(scene, &one.empire, &mut effects);
    }
    fixed.extend(acting);
    given_cards::use_up(scene, &fixed, &mut effects); // rule:9.3
    for (area, attackers) in &muster.attacked {
        for by in attackers {
            remember(scene, FactEvent::Attacked { area: area.clone(), by: by.clone() }, &mut effects);
        }
    }
    effects.extend(resolve(scene, &fixed, &muster));
    effects
}

/// 6.7, steps 2 to 4: what the year's endeavours bring about.
///
/// `fixed` are endeavours that [`way`] allowed on this same state, their gold reserved; `muster` says who is attacked,
/// whether or not the attack is carried out. The gold is spent here. Cards turned are handed on, for the stature
/// checks and the rebellion checks that follow.
pub fn resolve(scene: &Scene<'_>, fixed: &[Fixed], muster: &Muster) -> Effects {
    let mut effects = Effects::default();
    let fixed = each_area_once(fixed, &mut effects);
    let defences = defence::defences(scene, &fixed);
    let mut tried: Vec<Tried<'_>> = fixed
        .iter()
        .filter(|fixed| turns_its_card(fixed, muster))
        .filter_map(|fixed| turn_card(scene, fixed, &defences))
        .collect();
    effects.extend(event_cards::coups(scene, &mut tried)); // rule:19.7
    for fixed in &fixed {
        spend(fixed, &mut effects);
        effects.extend(defence::tell(scene, fixed, &defences, muster));
    }
    let mut converted = conversion::complete(scene, &tried);
    for (place, one) in tried.iter().enumerate() {
        effects.turned.push(turned(one, &mut converted.tested));
        effects.tell(told(one));
        effects.extend(yields(scene, one, &tried[..place]));
        if succeeded(one, &tried) {
            remember(scene, FactEvent::Succeeded(one.empire().clone()), &mut effects);
        }
    }
    effects.extend(converted.effects);
    effects.extend(land::change(scene, &tried)); // rule:33.2
    let (taken, won) = completion::complete(scene, &tried);
    effects.extend(taken);
    effects.extend(diplomacy::ties(scene, &tried, &won));
    effects
}

/// 9.4: the endeavours in order of empire and sheet, less those that use an area a second time without an extra card.
pub fn each_area_once<'a>(fixed: &'a [Fixed], effects: &mut Effects) -> Vec<&'a Fixed> {
    let mut sorted: Vec<&Fixed> = fixed.iter().collect();
    sorted.sort_by_key(|fixed| (&fixed.empire, is_extra(&fixed.order), fixed.order_index));
    let mut used: BTreeSet<(&EmpireId, &AreaId)> = BTreeSet::new();
    sorted.retain(|fixed| {
        let Some(area) = fixed.endeavour.kind.own_area().filter(|_| !is_defence(fixed)) else { return true };
        let first = used.insert((&fixed.empire, area));
        if !first && !is_extra(&fixed.order) {
            let reason = "its base or area serves another endeavour of this year already".to_owned();
            effects.tell(refused(&fixed.empire, &fixed.order, Refusal { rule: "9.4", reason }));
            return false; // rule:9.4
        }
        true
    });
    sorted
}

fn is_defence(fixed: &Fixed) -> bool {
    fixed.endeavour.kind.sort() == EndeavourSort::Defence
}

/// A defence turns its card only if its area is attacked (13.1); every other endeavour does.
fn turns_its_card(fixed: &Fixed, muster: &Muster) -> bool {
    !is_defence(fixed) || muster.is_attacked(fixed.endeavour.kind.target()) // rule:13.1
}

fn turn_card<'a>(scene: &Scene<'a>, fixed: &'a Fixed, defences: &Defences) -> Option<Tried<'a>> {
    let card = scene.rulebook.year_cards.card(fixed.card)?;
    let led = Led::of(scene, fixed)?;
    let rating = rating_of(scene, fixed, &led, defences)?;
    let results = read_card(card, fixed.endeavour.kind.sort(), rating.total);
    Some(Tried { fixed, led, card, rating, results, by_coup: false })
}

/// 9.5, 13.2: the rating against which an endeavour's card is read, whatever the card; for a defence what it takes off
/// its attackers'. None when its empire or its target is not in the world.
pub fn rating_of(scene: &Scene<'_>, fixed: &Fixed, leader: &Led, defences: &Defences) -> Option<Breakdown> {
    let circumstances = Circumstances::of(scene, fixed, leader, defences)?;
    let mut rating = match (circumstances.sort, circumstances.defence) {
        (EndeavourSort::Defence, Some(defence)) => {
            defence::reduction(scene.rulebook, defence::own(defence, fixed))
        }
        _ => rate(scene.rulebook, &circumstances), // rule:6.7
    };
    if circumstances.sort == EndeavourSort::Ruling
        && let Some(line) = leaders::size_of_empire(scene, &fixed.empire)
    {
        rating.total += line.points; // rule:8.6
        rating.lines.push(line);
    }
    Some(rating)
}

/// Gold reserved is spent even on failure (6.7).
fn spend(fixed: &Fixed, effects: &mut Effects) {
    let gold = fixed.price + fixed.gold;
    if gold > 0 {
        effects.change(Effect::GoldChanged { empire: fixed.empire.clone(), by: -gold }); // rule:6.7 ruling:R13.1
    }
}

/// What the later steps need of a card. `converted` tells how many successes of an area still stand for a check each (22.2).
fn turned(tried: &Tried<'_>, converted: &mut BTreeMap<AreaId, usize>) -> Turned {
    let converts = tried.sort() == EndeavourSort::Conversion && tried.has(CardResult::Ruled);
    let left = converted.get_mut(tried.target()).filter(|left| converts && **left > 0);
    let converts = left.is_some_and(|left| {
        *left -= 1;
        true
    });
    Turned {
        empire: tried.empire().clone(),
        sort: tried.sort(),
        card: tried.card.number,
        target: tried.target().clone(),
        own_area: tried.own_area().cloned(),
        stature: leaders::serving(tried.sort(), tried.led.statures), // rule:8.5
        leader_check: tried.card.leader_check,
        tests: tried.led.tests.clone(), // rule:8.5
        converts,
    }
}

fn told(tried: &Tried<'_>) -> Entry {
    let (rule, base) = match tried.sort() {
        EndeavourSort::Conquest => ("10.2", tried.own_area()),
        EndeavourSort::Pillage => ("11.1", tried.own_area()),
        EndeavourSort::Diplomacy => ("12.1", tried.own_area()),
        EndeavourSort::Defence => ("13.1", None),
        EndeavourSort::Fortification => ("14.1", None),
        EndeavourSort::Ruling => ("15.1", None),
        EndeavourSort::Conversion => ("22.2", None),
    };
    let kind = Happening::EndeavourTried {
        sort: tried.sort(),
        base: base.cloned(),
        gold: tried.fixed.price + tried.fixed.gold,
        card: tried.card.number,
        results: tried.results.iter().map(|result| result.words(tried.sort()).to_owned()).collect(),
    };
    Entry::new(&[rule, "9.5", "9.6"], kind)
        .of(tried.empire())
        .at(tried.target())
        .with_numbers(tried.rating.clone())
}

/// What one endeavour brings about, as far as it does not depend on the others. Walls depend on what the same year builds
/// `before` it (14.1).
fn yields(scene: &Scene<'_>, tried: &Tried<'_>, before: &[Tried<'_>]) -> Effects {
    match tried.sort() {
        EndeavourSort::Conquest => conquest::yields(tried),
        EndeavourSort::Pillage => pillage::yields(scene, tried),
        EndeavourSort::Diplomacy => diplomacy::yields(scene, tried),
        EndeavourSort::Defence => defence::yields(tried),
        EndeavourSort::Fortification => fortification::yields(scene, tried, before),
        EndeavourSort::Ruling => ruling::yields(scene, tried),
        EndeavourSort::Conversion => conversion::yields(tried),
    }
}

/// The losses of social state that a card brings upon target and own area.
pub fn losses(tried: &Tried<'_>) -> Effects {
    let mut effects = Effects::default();
    if tried.has(CardResult::TargetLoss) {
        effects.change(Effect::SocialStateChanged { area: tried.target().clone(), by: -1 });
    }
    if tried.has(CardResult::OwnLoss)
        && let Some(own) = tried.own_area()
    {
        effects.change(Effect::SocialStateChanged { area: own.clone(), by: -1 });
    }
    effects
}

/// Whether an endeavour had the result it was made for; a defence, whether no attack on its area had any.
fn succeeded(tried: &Tried<'_>, all: &[Tried<'_>]) -> bool {
    if tried.sort() == EndeavourSort::Defence {
        let mut attacks = all.iter().filter(|other| other.is_attack() && other.target() == tried.target());
        return !attacks.any(|attack| attack.results.iter().any(|result| *result != CardResult::OwnLoss));
    }
    tried.results.iter().any(|result| result.is_gain(tried.sort()))
}

/// Keeps a fact for the conditions of later years (6.5).
pub fn remember(scene: &Scene<'_>, event: FactEvent, effects: &mut Effects) {
    effects.change(Effect::Remembered(Fact { year: scene.year_or_first(), event }));
}

#[cfg(test)]
mod tests;
