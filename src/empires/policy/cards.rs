//! Hold cards (19).

use std::cmp::Reverse;

use super::Policy;
use super::outlook::Outlook;
use crate::empires::terms::{Act, AreaId, CardPlay, EventKind, Motion, Order, Stature, When};

/// Plays for the cards in hand, and copies of advances for neighbours now and then.
pub fn orders(outlook: &Outlook<'_>) -> Vec<Order> {
    let hand = outlook.world().cards.hand(outlook.id);
    let plays = hand.filter_map(|(_, kind)| play(outlook, kind)).map(Act::Play);
    plays.chain(copies(outlook)).map(|act| outlook.order(When::Standing, act)).collect()
}

/// How a card is played; none while it has no use. A wish is for people to have.
fn play(outlook: &Outlook<'_>, kind: EventKind) -> Option<CardPlay> {
    if let Some(advance) = kind.advance() {
        return Some(CardPlay::Advance(advance));
    }
    if let Some(points) = kind.advisor_points() {
        return Some(CardPlay::Advisor { points, stature: Some(lacking(outlook)) });
    }
    match kind {
        EventKind::Demesne => Some(CardPlay::Demesne),
        EventKind::DiplomaticCoup => Some(CardPlay::DiplomaticCoup),
        EventKind::MissionaryFervour => Some(CardPlay::MissionaryFervour),
        EventKind::Recognition => unclaimed(outlook).map(|area| CardPlay::Recognition { area }),
        EventKind::DynasticSingle | EventKind::DynasticMulti => {
            heritage(outlook).map(|area| CardPlay::Dynastic { areas: vec![area] })
        }
        EventKind::Influence => {
            let of = outlook.neighbours().into_iter().next()?.clone();
            Some(CardPlay::InfluenceVotes { motion: Motion::Excommunication { of: Some(of) } })
        }
        _ => None,
    }
}

/// The stature that an advisor is wanted for.
fn lacking(outlook: &Outlook<'_>) -> Stature {
    match outlook.policy {
        Policy::Conqueror => Stature::Diplomatic,
        _ => Stature::Administrative,
    }
}

/// The wealthiest own area without an own claim.
fn unclaimed(outlook: &Outlook<'_>) -> Option<AreaId> {
    let areas = outlook.own().filter(|(_, area)| !area.claims.contains(outlook.id));
    areas.max_by_key(|(id, area)| (area.wealth(), Reverse(*id))).map(|(id, _)| id.clone())
}

/// The wealthiest independent neighbour of the ruler's religion.
fn heritage(outlook: &Outlook<'_>) -> Option<AreaId> {
    let marches = outlook.marches().into_iter().filter_map(|id| Some((id, outlook.area(id)?)));
    let free =
        marches.filter(|(_, area)| area.owner.is_none() && area.religion == outlook.empire.leader.religion);
    free.max_by_key(|(id, area)| (area.wealth(), Reverse(*id))).map(|(id, _)| id.clone())
}

/// A copy of each own advance for a neighbour, one pentade in ten.
fn copies(outlook: &Outlook<'_>) -> Vec<Act> {
    let cards = outlook.world().cards.in_play(outlook.first_year());
    let own = cards.filter(|(_, _, play)| play.empire == *outlook.id);
    let given = own.filter_map(|(card, kind, play)| {
        let advance = kind.advance().filter(|_| outlook.chance("policy copy", "", card, 10))?;
        let to = outlook.neighbours().into_iter().find(|near| !play.copies.contains(*near))?;
        Some(Act::GiveCopy { advance, to: to.clone() })
    });
    given.collect()
}
