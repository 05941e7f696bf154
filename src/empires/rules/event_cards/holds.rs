//! Rule 6.3 (b): hold cards are played.
//!
//! Which order plays which card of the hand, and when. Dice: those of the advances' years.

use std::collections::BTreeSet;

use super::super::conditions;
use super::super::fixed::Refusal;
use super::super::muster::refused;
use super::super::parleys;
use super::super::scene::{Effects, Scene};
use super::{advances, dynastic, influence, moved, titles, wildcards};
use crate::empires::chronicle::{CardHappening, Entry, Happening};
use crate::empires::rulebook::Expiry;
use crate::empires::terms::{
    Act, CardPlay, EmpireId, EndeavourKind, EndeavourOrder, EventKind, Order, OrderSheet, Stature, When,
};
use crate::empires::world::{CardChange, CardPlace, Effect, InPlay};
use crate::postal::chronicle::{RuleId, SideId};
use crate::postal::question::{Ballot, Question};

/// One order that plays a card, while it is tried.
pub(super) struct Playing<'s> {
    /// Who plays.
    pub empire: &'s EmpireId,
    /// The order.
    pub order: &'s Order,
    /// How the card is to be played.
    pub play: &'s CardPlay,
    /// The card of the hand that it takes.
    pub card: u32,
    /// What it is.
    pub kind: EventKind,
}

/// Rule 6.3 (b): the cards that orders play this year.
///
/// An order without a year plays its card in the first year in which it can, and is refused in the last one in which it
/// could not. What was played for a year that had no use for it is back in the hand (19.7).
///
/// Cases: 19.A.5 to 19.A.12.
pub fn play_holds(scene: &Scene<'_>) -> Effects {
    let mut effects = come_back(scene);
    for (empire, sheet) in scene.sheets {
        let orders = (0..).zip(&sheet.orders).filter_map(|(index, order)| match &order.act {
            Act::Play(CardPlay::Wildcard { .. }) => None,
            Act::Play(play) => Some((index, order, play)),
            _ => None,
        });
        let now = orders.filter(|(index, order, _)| may_be_played_now(scene, empire, *index, order));
        let mut now = now.peekable();
        if now.peek().is_none() {
            continue;
        }
        let mut hand: Vec<(u32, EventKind)> = scene.world.cards.hand(empire).collect();
        hand.extend(unused(scene, empire));
        for (index, order, play) in now {
            match take(scene, (empire, order, play), &mut hand, &mut effects) {
                Ok(played) => {
                    effects.extend(played);
                    effects.change(done(empire, index));
                }
                Err(refusal) if is_last_chance(scene, empire, index, order.when) => {
                    effects.tell(refused(empire, order, refusal));
                }
                Err(_) => {}
            }
        }
    }
    effects.extend(wildcards::play(scene));
    effects
}

/// An order of cards was carried out, and is not carried out again.
pub(super) fn done(empire: &EmpireId, order: u32) -> Effect {
    Effect::Card(CardChange::OrderDone { empire: empire.clone(), order })
}

/// Whether an order is for this year, or for none, and was not carried out yet; and whether what it waits on holds.
pub(super) fn may_be_played_now(scene: &Scene<'_>, empire: &EmpireId, index: u32, order: &Order) -> bool {
    let year = scene.year_or_first();
    let (now, once) = match order.when {
        When::Year(meant) => (meant == year, true),
        When::From(first) => (first <= year, true),
        When::EveryYear => (true, false),
        When::Opening | When::Standing => (true, true),
    };
    let done = once && scene.world.cards.is_done(empire, index);
    let waits = order.condition.as_ref();
    now && !done && waits.is_none_or(|one| conditions::holds(scene, empire, one, None)) // rule:6.5
}

/// Whether an order that cannot be carried out now is refused: it never was, and no later year could carry it out.
pub(super) fn is_last_chance(scene: &Scene<'_>, empire: &EmpireId, index: u32, when: When) -> bool {
    let last = scene.year_or_first() == scene.pentade().last_year();
    (matches!(when, When::Year(_)) || last) && !scene.world.cards.is_done(empire, index)
}

/// An empire's cards that were played for a year that is over without their use.
fn unused(scene: &Scene<'_>, empire: &EmpireId) -> impl Iterator<Item = (u32, EventKind)> {
    all_unused(scene)
        .into_iter()
        .filter(move |(owner, ..)| *owner == empire)
        .map(|(_, card, kind)| (card, kind))
}

/// The same of all empires, in order of owner and number.
fn all_unused<'w>(scene: &Scene<'w>) -> BTreeSet<(&'w EmpireId, u32, EventKind)> {
    let cards = scene.world.cards.cards.iter();
    let unused = cards.filter_map(|(number, card)| match &card.place {
        CardPlace::InPlay(play) if is_unused(scene, card.kind, play) => {
            Some((&play.empire, *number, card.kind))
        }
        _ => None,
    });
    unused.collect()
}

/// Whether a card was played for a year that is over, and its use never came.
fn is_unused(scene: &Scene<'_>, kind: EventKind, play: &InPlay) -> bool {
    let lasts = scene.rulebook.event_card(kind).is_some_and(|card| card.lasts);
    let over = |until: i32| scene.year.is_none_or(|year| until < year);
    !lasts && play.until.is_some_and(over)
}

/// Cards without use go back to the hands they came from (19.7).
pub(super) fn come_back(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    for (empire, card, kind) in all_unused(scene) {
        effects.change(moved(card, CardPlace::Hand(empire.clone()))); // ruling:R19.7
        let back = Happening::Card(CardHappening::CameBack { card: kind });
        effects.tell(Entry::new(&["19.7"], back).of(empire));
    }
    effects
}

/// Takes a card that serves out of the hand and plays it. What must be asked goes to `asking`, so that it is kept with a
/// refusal too.
fn take(
    scene: &Scene<'_>,
    (empire, order, play): (&EmpireId, &Order, &CardPlay),
    hand: &mut Vec<(u32, EventKind)>,
    asking: &mut Effects,
) -> Result<Effects, Refusal> {
    let serving = EventKind::serving(play);
    let found = serving.iter().find_map(|kind| hand.iter().position(|(_, held)| held == kind));
    let Some(place) = found else {
        let name = serving.first().and_then(|kind| scene.rulebook.event_card(*kind));
        let name = name.map_or("such a card", |card| card.name.as_str());
        return Err(Refusal::new("19.1", format!("the hand does not hold {name}"))); // rule:19.1
    };
    let (card, kind) = hand[place];
    let played = put_down(scene, &Playing { empire, order, play, card, kind }, asking)?;
    hand.remove(place);
    Ok(played)
}

/// What a card does as it is put down.
fn put_down(scene: &Scene<'_>, playing: &Playing<'_>, asking: &mut Effects) -> Result<Effects, Refusal> {
    let year = scene.year_or_first();
    match playing.play {
        CardPlay::Demesne => {
            let years = years_of(scene, playing.kind).map(|(years, _)| year + years - 1);
            Ok(comes_into_play(scene, playing, years, playing.play.clone())) // rule:19.6
        }
        CardPlay::DiplomaticCoup => {
            if !plans_diplomacy(scene, playing.empire) {
                return Err(Refusal::new("19.7", "no diplomacy is ordered for this year")); // rule:19.7
            }
            Ok(comes_into_play(scene, playing, Some(year), playing.play.clone())) // rule:19.7
        }
        CardPlay::Recognition { area } => {
            titles::may_be_claimed(scene, playing.empire, area)?;
            Ok(is_spent(scene, playing, parleys::claim_due(scene, playing.empire, area))) // rule:19.8
        }
        CardPlay::Advisor { points, stature } => advisor(scene, playing, *points, *stature),
        CardPlay::MissionaryFervour => Ok(comes_into_play(scene, playing, None, playing.play.clone())), // rule:19.13
        CardPlay::Advance(_) => Ok(advances::play(scene, playing)),
        CardPlay::Dynastic { areas } => dynastic::play(scene, playing, areas, asking),
        CardPlay::InfluenceVotes { .. }
        | CardPlay::InfluenceAttend { .. }
        | CardPlay::InfluenceCall { .. } => {
            influence::may_be_played(scene, playing)?;
            let serves = parleys::play_influence(scene, playing.empire, playing.play)?; // rule:19.19
            Ok(is_spent(scene, playing, serves))
        }
        CardPlay::Wildcard { .. } => Err(Refusal::new("19.20", "a wildcard is for the GM to answer")),
    }
}

/// How long a card of a kind lasts: fixed years and the faces of a die.
pub(super) fn years_of(scene: &Scene<'_>, kind: EventKind) -> Option<(i32, Option<i32>)> {
    scene.rulebook.event_card(kind)?.expiry.iter().find_map(|expiry| match expiry {
        Expiry::Years { years, die } => Some((*years, *die)),
        _ => None,
    })
}

/// A card is put before its player, for everyone to see, until the end of a year or for good.
pub(super) fn comes_into_play(
    scene: &Scene<'_>,
    playing: &Playing<'_>,
    until: Option<i32>,
    play: CardPlay,
) -> Effects {
    let mut effects = Effects::default();
    let shown = CardHappening::Played { play: Box::new(play.clone()), until };
    effects.tell(Entry::new(&[rule(scene, playing.kind), "6.3"], Happening::Card(shown)).of(playing.empire));
    effects.change(moved(
        playing.card,
        CardPlace::InPlay(Box::new(InPlay {
            empire: playing.empire.clone(),
            since: scene.year_or_first(),
            until,
            play: Some(play),
            copies: [].into(),
        })),
    ));
    effects
}

/// A card is played for everyone to see and spent at once. `brought` is what it brings about.
pub(super) fn is_spent(scene: &Scene<'_>, playing: &Playing<'_>, brought: Effects) -> Effects {
    let mut effects = Effects::default();
    let shown = CardHappening::Played { play: Box::new(playing.play.clone()), until: None };
    effects.tell(Entry::new(&[rule(scene, playing.kind), "6.3"], Happening::Card(shown)).of(playing.empire));
    effects.change(moved(playing.card, CardPlace::Discard));
    effects.extend(brought);
    effects
}

/// The rule of a kind of card.
pub(super) fn rule<'s>(scene: &Scene<'s>, kind: EventKind) -> &'s str {
    scene.rulebook.event_card(kind).map_or("19.1", |card| card.rule.as_str())
}

/// Whether any of an empire's orders for this year is a diplomacy, whatever it waits on.
fn plans_diplomacy(scene: &Scene<'_>, empire: &EmpireId) -> bool {
    let year = scene.year_or_first();
    let orders = scene.sheets.get(empire).map_or(&[][..], |sheet: &OrderSheet| &sheet.orders);
    orders.iter().any(|order| {
        order.when.reaches(year, false)
            && matches!(&order.act, Act::Endeavour(endeavour) if has_diplomacy(endeavour))
    })
}

fn has_diplomacy(order: &EndeavourOrder) -> bool {
    let branches = order.branches.iter().filter_map(|branch| branch.endeavour.as_ref());
    branches
        .chain(&order.otherwise)
        .any(|endeavour| matches!(endeavour.kind, EndeavourKind::Diplomacy { .. }))
}

/// Rule 19.12: an advisor is declared diplomatic or administrative as he is played.
///
/// Cases: 19.D.1 to 19.D.8.
fn advisor(
    scene: &Scene<'_>,
    playing: &Playing<'_>,
    points: i32,
    stature: Option<Stature>,
) -> Result<Effects, Refusal> {
    let mut effects = Effects::default();
    let stature = match stature {
        Some(Stature::Combat) => {
            return Err(Refusal::new("19.12", "an advisor is diplomatic or administrative")); // rule:19.12
        }
        Some(stature) => stature,
        None => asked_stature(scene, playing, &mut effects),
    };
    let play = CardPlay::Advisor { points, stature: Some(stature) };
    effects.extend(comes_into_play(scene, playing, None, play)); // rule:19.12
    Ok(effects)
}

fn asked_stature(scene: &Scene<'_>, playing: &Playing<'_>, effects: &mut Effects) -> Stature {
    let words = |stature: Stature| stature.to_string();
    let (first, other) = (Stature::Administrative, Stature::Diplomatic);
    let year = scene.year_or_first();
    let question = Question {
        id: format!("advisor/{year}/{}/{}", playing.empire, playing.card),
        year: scene.year,
        rule: RuleId::new("19.12"),
        electorate: vec![SideId::new(playing.empire.as_str())],
        ballot: Ballot::Secret,
        options: vec![words(first), words(other)],
        default: Some(words(first)),
        why: "is the advisor administrative or diplomatic?".to_owned(),
    };
    if effects.ask(scene, question) == words(other) { other } else { first }
}
