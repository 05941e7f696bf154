//! What an order waits on (6.5).
//!
//! Reads the state after this year's taxation and what is remembered of earlier years. Whether an area is attacked is
//! open until the muster (6.6), so that a condition has three values before it and two after it. No dice.

use super::fixed::Muster;
use super::scene::Scene;
use crate::empires::rulebook::Group;
use crate::empires::terms::{AreaId, Condition, EmpireId, PastEvent, ReligionId};
use crate::empires::world::FactEvent;

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
/// Cases: 6.C.1 to 6.C.9.
pub fn before_muster(scene: &Scene<'_>, empire: &EmpireId, condition: &Condition) -> Verdict {
    judge(scene, empire, condition, None)
}

/// Rule 6.5: whether a condition holds once it is known who is attacked.
///
/// `muster` is none for orders that do not wait on an attack: what waits on one then fails.
pub fn holds(scene: &Scene<'_>, empire: &EmpireId, condition: &Condition, muster: Option<&Muster>) -> bool {
    let known = Muster::default();
    judge(scene, empire, condition, Some(muster.unwrap_or(&known))) == Verdict::Holds
}

fn judge(scene: &Scene<'_>, empire: &EmpireId, condition: &Condition, muster: Option<&Muster>) -> Verdict {
    let each = |inner: &Condition| judge(scene, empire, inner, muster);
    match condition {
        Condition::Attacked(area) => {
            muster.map_or(Verdict::Open, |muster| Verdict::of(muster.is_attacked(area))) // rule:6.6
        }
        Condition::Past { event, years } => Verdict::of(happened(scene, empire, event, years)),
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
        Condition::Religion { who, religion } => Verdict::of(has_religion(scene, who, religion.as_ref())),
        Condition::All(inner) => inner.iter().map(each).min().unwrap_or(Verdict::Holds),
        Condition::Any(inner) => inner.iter().map(each).max().unwrap_or(Verdict::Fails),
        Condition::Not(inner) => each(inner).not(),
    }
}

fn owner<'a>(scene: &Scene<'a>, area: &AreaId) -> Option<&'a EmpireId> {
    scene.world.areas.get(area).and_then(|area| area.owner.as_ref())
}

/// Whether the court of an empire is of a religion; of any Christian church or sect when none is named.
fn has_religion(scene: &Scene<'_>, who: &EmpireId, religion: Option<&ReligionId>) -> bool {
    let court = scene.world.empires.get(who).and_then(|empire| empire.court.as_ref());
    let Some(area) = court.and_then(|court| scene.world.areas.get(court)) else { return false };
    match religion {
        Some(religion) => area.religion == *religion,
        None => {
            let group = scene.rulebook.religions.group(&area.religion);
            matches!(group, Some(Group::Christian | Group::Sect))
        }
    }
}

/// Whether something is remembered of one of these years; of an earlier year of this pentade when none is named.
fn happened(scene: &Scene<'_>, empire: &EmpireId, event: &PastEvent, years: &[i32]) -> bool {
    let (first, now) = (scene.pentade().first_year(), scene.year_or_first());
    let meant = |year: i32| {
        if years.is_empty() { (first..now).contains(&year) } else { years.contains(&year) }
    };
    scene.world.facts.iter().any(|fact| meant(fact.year) && is_what_was_asked(empire, event, &fact.event))
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
        (PastEvent::TieGained(asked), FactEvent::TieGained { area, by }) => asked == area && by == empire,
        _ => false,
    }
}
