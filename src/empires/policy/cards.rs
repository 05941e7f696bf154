//! Hold cards (19): played as they come, each where it serves.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::Policy;
use super::outlook::Outlook;
use crate::empires::terms::{Act, Advance, AreaId, CardPlay, EventKind, Motion, Order, Stature, When};
use crate::empires::world::Area;

/// In how many of a hundred pentades a card that may wait is played.
const READY: u32 = 60;

/// Plays for the cards in hand, one of each kind a pentade, and copies of what is in play for friends.
pub fn orders(outlook: &Outlook<'_>) -> Vec<Order> {
    let hand: BTreeSet<EventKind> = outlook.world().cards.hand(outlook.id).map(|(_, kind)| kind).collect();
    let plays = (0..).zip(&hand).filter_map(|(nth, kind)| {
        let waits = matches!(kind, EventKind::Influence | EventKind::Wildcard | EventKind::DiplomaticCoup);
        let ready = !waits || outlook.chance("policy card", "", nth, READY);
        ready.then(|| play(outlook, *kind)).flatten()
    });
    let year = |play: &CardPlay| match play {
        CardPlay::Recognition { .. } | CardPlay::InfluenceCall { .. } => 1,
        _ => 0,
    };
    let mut orders: Vec<Order> = plays
        .map(|play| outlook.order(When::Year(outlook.first_year() + year(&play)), Act::Play(play)))
        .collect();
    orders.extend(copy(outlook));
    orders
}

fn play(outlook: &Outlook<'_>, kind: EventKind) -> Option<CardPlay> {
    match kind {
        EventKind::Demesne => Some(CardPlay::Demesne),
        EventKind::DiplomaticCoup => Some(CardPlay::DiplomaticCoup),
        EventKind::Influence => influence(outlook),
        EventKind::Recognition => recognition(outlook),
        EventKind::DynasticSingle => dynastic(outlook, 1),
        EventKind::DynasticMulti => dynastic(outlook, 3),
        EventKind::AdvisorOne => Some(advisor(outlook, 1)),
        EventKind::AdvisorTwo => Some(advisor(outlook, 2)),
        EventKind::AdvisorThree => Some(advisor(outlook, 3)),
        EventKind::MissionaryFervour => Some(CardPlay::MissionaryFervour),
        EventKind::WeaponsAdvance => Some(CardPlay::Advance(Advance::Weapons)),
        EventKind::TacticalSystems => Some(CardPlay::Advance(Advance::Tactical)),
        EventKind::SiegeAdvance => Some(CardPlay::Advance(Advance::Siege)),
        EventKind::FortificationAdvance => Some(CardPlay::Advance(Advance::Fortification)),
        EventKind::Wildcard => {
            Some(CardPlay::Wildcard { wish: "gold for the treasury".to_owned(), with: None })
        }
        _ => None,
    }
}

/// A diplomat for whom diplomacy is worth something, else one who rules.
fn advisor(outlook: &Outlook<'_>, points: i32) -> CardPlay {
    let rules = outlook.policy != Policy::Builder || outlook.statures.administrative <= 2;
    let stature = if rules { Stature::Administrative } else { Stature::Diplomatic };
    CardPlay::Advisor { points, stature: Some(stature) }
}

/// Votes for one's own claim, a seat in a foreign parley, or a call against a neighbour.
fn influence(outlook: &Outlook<'_>) -> Option<CardPlay> {
    let claim = Motion::Claim { of: Some(outlook.id.clone()), area: None };
    match outlook.pick("policy influence", "", 4) {
        0 => {
            let against = outlook.neighbours().into_iter().next()?.clone();
            Some(CardPlay::InfluenceCall { against })
        }
        1 => Some(CardPlay::InfluenceAttend { motion: Motion::Crusade { against: None } }),
        _ => Some(CardPlay::InfluenceVotes { motion: claim }),
    }
}

/// The richest area, owned before tied, that is not claimed yet.
fn recognition(outlook: &Outlook<'_>) -> Option<CardPlay> {
    let tied = |area: &Area| area.ties.get(outlook.id).is_some_and(|tie| !tie.waived);
    let mut areas: Vec<(&AreaId, &Area)> = outlook
        .world()
        .areas
        .iter()
        .filter(|(id, area)| (outlook.owns(id) || tied(area)) && !area.claims.contains(outlook.id))
        .collect();
    areas.sort_by_key(|(id, area)| (!outlook.owns(id), Reverse(area.wealth()), *id));
    let (area, _) = areas.first()?;
    Some(CardPlay::Recognition { area: (*area).clone() })
}

/// Areas of nobody's beside an own one, of the ruler's religion: the richest, and for the larger card those of the same
/// language that touch it.
fn dynastic(outlook: &Outlook<'_>, most: usize) -> Option<CardPlay> {
    let religion = &outlook.empire.leader.religion;
    let fit = |id: &AreaId| {
        let area = outlook.area(id)?;
        (area.owner.is_none() && area.religion == *religion).then_some(area)
    };
    let marches = outlook.marches();
    let first = marches.into_iter().filter_map(|id| Some((fit(id)?.wealth(), Reverse(id)))).max();
    let Reverse(first) = first?.1;
    let language = &outlook.area(first)?.language;
    let near = outlook.scene.rulebook.atlas.neighbours(first);
    let others = near.filter(|id| fit(id).is_some_and(|area| area.language == *language));
    let areas = std::iter::once(first).chain(others).take(most).cloned().collect();
    Some(CardPlay::Dynastic { areas })
}

/// Now and then a copy of an own advance for a neighbour of one's own religion.
fn copy(outlook: &Outlook<'_>) -> Option<Order> {
    if !outlook.chance("policy copy", "", 0, 15) {
        return None;
    }
    let year = outlook.first_year();
    let advance = outlook.world().cards.in_play(year).find_map(|(_, kind, play)| {
        let own = play.empire == *outlook.id;
        match kind {
            EventKind::WeaponsAdvance if own => Some(Advance::Weapons),
            EventKind::TacticalSystems if own => Some(Advance::Tactical),
            EventKind::SiegeAdvance if own => Some(Advance::Siege),
            EventKind::FortificationAdvance if own => Some(Advance::Fortification),
            _ => None,
        }
    })?;
    let religion = &outlook.empire.leader.religion;
    let friend = outlook.neighbours().into_iter().find(|id| {
        outlook.world().empires.get(*id).is_some_and(|empire| empire.leader.religion == *religion)
    })?;
    Some(outlook.order(When::Year(year), Act::GiveCopy { advance, to: friend.clone() }))
}
