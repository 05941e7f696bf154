//! What an order waits on (6.5).
//!
//! Reads the state after this year's taxation and what is remembered of earlier years. Whether an area is attacked is
//! open until the muster (6.6), so that a condition has three values before it and two after it. No dice.

use super::fixed::Muster;
use super::scene::Scene;
use crate::empires::rulebook::Group;
use crate::empires::terms::{AreaId, Condition, EmpireId, HoldCard, Order, PastEvent, ReligionId};
use crate::empires::world::{Card, Fact, FactEvent};

/// Whether an order's date reaches this year and what it waits on holds. `undated` says whether an order without a year
/// of its own is for this year.
pub fn is_due(scene: &Scene<'_>, empire: &EmpireId, order: &Order, undated: bool) -> bool {
    order.when.reaches(scene.year_or_first(), undated)
        && order.condition.as_ref().is_none_or(|one| holds(scene, empire, one, None)) // rule:6.5
}

/// What is known of a condition. In order: the conjunction is the least, the alternative the greatest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It does not hold.
    Fails,
    /// It hangs on who is attacked.
    Open,
    /// It holds.
    Holds,
}

impl Verdict {
    fn of(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::Fails }
    }

    fn not(self) -> Self {
        match self {
            Self::Fails => Self::Holds,
            Self::Open => Self::Open,
            Self::Holds => Self::Fails,
        }
    }
}

/// Rule 6.6: what can be said of a condition before the muster.
///
/// Cases: 6.C.1 to 6.C.7.
pub fn before_muster(scene: &Scene<'_>, empire: &EmpireId, condition: &Condition) -> Verdict {
    judge(scene, empire, condition, None, false)
}

/// Rule 6.5: whether a condition holds once it is known who is attacked.
///
/// `muster` is none for orders that do not wait on an attack: what waits on one then fails, and what happened earlier
/// in the same year counts.
///
/// Cases: 6.C.8 to 6.C.12.
pub fn holds(scene: &Scene<'_>, empire: &EmpireId, condition: &Condition, muster: Option<&Muster>) -> bool {
    let known = Muster::default();
    let this_year = muster.is_none();
    judge(scene, empire, condition, Some(muster.unwrap_or(&known)), this_year) == Verdict::Holds
}

fn judge(
    scene: &Scene<'_>,
    empire: &EmpireId,
    condition: &Condition,
    muster: Option<&Muster>,
    this_year: bool,
) -> Verdict {
    let each = |inner: &Condition| judge(scene, empire, inner, muster, this_year);
    match condition {
        Condition::Attacked(area) => {
            muster.map_or(Verdict::Open, |muster| Verdict::of(muster.is_attacked(area))) // rule:6.6
        }
        Condition::Past { event, years } => Verdict::of(happened(scene, empire, event, years, this_year)),
        Condition::Holds { area, who } => {
            Verdict::of(owner(scene, area) == Some(who.as_ref().unwrap_or(empire)))
        }
        Condition::Independent(area) => {
            Verdict::of(scene.world.areas.contains_key(area) && owner(scene, area).is_none())
        }
        Condition::InUnrest(area) => {
            Verdict::of(scene.world.areas.get(area).is_some_and(|area| area.in_unrest))
        }
        Condition::TreasuryAtLeast(gold) => {
            Verdict::of(scene.world.empires.get(empire).is_some_and(|own| own.treasury >= *gold))
        }
        Condition::Religion { who, religion } => {
            let court = scene.world.empires.get(who).and_then(|empire| empire.court.as_ref());
            Verdict::of(court.is_some_and(|court| has_religion(scene, court, religion.as_ref())))
        }
        Condition::AreaReligion { area, religion } => {
            Verdict::of(has_religion(scene, area, religion.as_ref()))
        }
        Condition::HoldsCard(card) => Verdict::of(holds_card(scene, empire, *card)),
        Condition::All(inner) => inner.iter().map(each).min().unwrap_or(Verdict::Holds),
        Condition::Any(inner) => inner.iter().map(each).max().unwrap_or(Verdict::Fails),
        Condition::Not(inner) => each(inner).not(),
    }
}

fn owner<'a>(scene: &Scene<'a>, area: &AreaId) -> Option<&'a EmpireId> {
    scene.world.areas.get(area).and_then(|area| area.owner.as_ref())
}

/// Whether an area is of a religion; of any Christian church or sect when none is named. Who names one sort of pagans
/// means all of them.
fn has_religion(scene: &Scene<'_>, area: &AreaId, religion: Option<&ReligionId>) -> bool {
    let Some(area) = scene.world.areas.get(area) else { return false };
    let group = |religion: &ReligionId| scene.rulebook.religions.group(religion);
    match religion {
        Some(religion) if group(religion) == Some(Group::Pagan) => {
            group(&area.religion) == Some(Group::Pagan)
        }
        Some(religion) => scene.rulebook.religions.count_as_one(&area.religion, religion), // rule:2.8
        None => matches!(group(&area.religion), Some(Group::Christian | Group::Sect)),
    }
}

/// Whether a card of this name is in an empire's hand (19.1).
fn holds_card(scene: &Scene<'_>, empire: &EmpireId, card: HoldCard) -> bool {
    let held = |one: &Card| one.is_held_by(empire) && card.is(one.kind);
    scene.world.cards.cards.values().any(held)
}

/// Whether something is remembered of one of these years. When none is named: of an earlier year of this pentade, or
/// also of this year up to now.
fn happened(scene: &Scene<'_>, empire: &EmpireId, event: &PastEvent, years: &[i32], this_year: bool) -> bool {
    let first = scene.pentade().first_year();
    let end = match scene.year {
        None => scene.pentade().last_year() + 1,
        Some(now) => now + i32::from(this_year), // rule:6.5
    };
    let brought_by_taxation = matches!(event, PastEvent::Rebelled(_) | PastEvent::WentIntoUnrest(_));
    let may_count = |year: i32| {
        this_year || brought_by_taxation || scene.year.is_none_or(|now| year < now) // rule:6.5
    };
    let meant = |year: i32| {
        let named = if years.is_empty() { (first..end).contains(&year) } else { years.contains(&year) };
        named && may_count(year)
    };
    let is_it = |fact: &Fact| meant(fact.year) && is_what_was_asked(empire, event, &fact.event);
    let past = &scene.world.past;
    scene.world.facts.iter().any(is_it) || years.iter().any(|year| past.of_year(*year).any(is_it)) // rule:6.5
}

fn is_what_was_asked(empire: &EmpireId, event: &PastEvent, fact: &FactEvent) -> bool {
    match (event, fact) {
        (PastEvent::Rebelled(asked), FactEvent::Rebelled(area))
        | (PastEvent::WentIntoUnrest(asked), FactEvent::WentIntoUnrest(area)) => asked == area,
        (PastEvent::Taken { area: asked, by }, FactEvent::Taken { area, by: taker }) => {
            asked == area && by.as_ref().unwrap_or(empire) == taker
        }
        (PastEvent::WasAttacked { area: asked, by }, FactEvent::Attacked { area, by: attacker }) => {
            asked == area && by.as_ref().is_none_or(|by| by == attacker)
        }
        (PastEvent::OurEndeavourSucceeded, FactEvent::Succeeded(who)) => who == empire,
        (PastEvent::PaidUs { by, gold: least }, FactEvent::Paid { from, to, gold }) => {
            by == from && to == empire && gold >= least
        }
        (PastEvent::LeaderDied(who), FactEvent::LeaderDied(dead)) => who.as_ref().unwrap_or(empire) == dead,
        (
            PastEvent::ParleyDecided { motion: asked, passed: wanted },
            FactEvent::ParleyDecided { motion, passed },
        ) => wanted == passed && asked.covers(motion).is_some(),
        (PastEvent::ParleyHeld(asked), FactEvent::ParleyDecided { motion, .. }) => {
            asked.covers(motion).is_some()
        }
        (PastEvent::TieGained(asked), FactEvent::TieGained { area, by }) => asked == area && by == empire,
        _ => false,
    }
}
