//! What an order may wait on in its own year: what comes before it in the sequence of the year (6.3, 6.5).

use crate::empires::terms::{Act, Condition, PastEvent, When};

/// Steps of a year in their order (6.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Start,
    Cards,
    Parleys,
    Gifts,
    Taxation,
    Endeavours,
    Close,
}

/// Who waits: an endeavour, or an order of another kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Waiter<'a> {
    Endeavour,
    Other(&'a Act),
}

impl Waiter<'_> {
    /// Whether it may wait on an event of its own year.
    fn may_wait_on(self, event: &PastEvent) -> bool {
        let brought_by_taxation = matches!(event, PastEvent::Rebelled(_) | PastEvent::WentIntoUnrest(_));
        let Self::Other(act) = self else { return brought_by_taxation }; // rule:6.5
        let (order, event) = (step_of(act), step_of_event(event));
        brought_by_taxation || event < order || (event, order) == (Step::Parleys, Step::Parleys) // rule:6.3
    }
}

fn step_of(act: &Act) -> Step {
    match act {
        Act::GiveYearCards { .. } => Step::Start,
        Act::Play(_) | Act::AdoptReligion(_) => Step::Cards,
        Act::Call(_) | Act::Vote { .. } | Act::Choose(_) => Step::Parleys,
        Act::Gift { .. }
        | Act::GiveCopy { .. }
        | Act::GiveAreaToPope(_)
        | Act::DoPenance
        | Act::OfferTreaty(_)
        | Act::SignTreaty { .. }
        | Act::DenounceTreaty { .. }
        | Act::WaiveTie { .. } => Step::Gifts,
        Act::Tax(_) | Act::DoNotTax(_) | Act::Plunder(_) => Step::Taxation,
        Act::Endeavour(_) | Act::NoEndeavour => Step::Endeavours,
        _ => Step::Close,
    }
}

fn step_of_event(event: &PastEvent) -> Step {
    match event {
        PastEvent::ParleyDecided { .. } | PastEvent::ParleyHeld(_) => Step::Parleys,
        PastEvent::PaidUs { .. } => Step::Gifts,
        PastEvent::Rebelled(_) | PastEvent::WentIntoUnrest(_) => Step::Taxation,
        PastEvent::Taken { .. }
        | PastEvent::WasAttacked { .. }
        | PastEvent::OurEndeavourSucceeded
        | PastEvent::LeaderDied(_)
        | PastEvent::TieGained(_) => Step::Endeavours,
    }
}

/// What of a condition comes too late for its order, if anything does (6.5).
pub(super) fn too_late(condition: &Condition, when: When, waiter: Waiter<'_>) -> Option<String> {
    let each = |inner: &Condition| too_late(inner, when, waiter);
    match condition {
        Condition::All(parts) | Condition::Any(parts) => parts.iter().find_map(each),
        Condition::Not(inner) => each(inner),
        Condition::HoldsCard(_) if waiter == Waiter::Endeavour => Some("the hand is no event".to_owned()), // rule:6.5
        Condition::Past { event, years } => {
            let When::Year(now) = when else { return None };
            let late = |year: &&i32| **year > now || (**year == now && !waiter.may_wait_on(event)); // rule:6.5
            years.iter().find(late).map(|year| format!("{year} is not earlier than {now}"))
        }
        _ => None,
    }
}
