//! Chapters 9.3, 6.2 (b), 23.3, 23.7, 27.3: year cards given away, and the extra cards that they are to whoever gets them.
//!
//! Reads the hands and the figures of 9.2 and 23.7. No dice: the card is the giver's own of the year that he leaves out.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::actors;
use super::conditions;
use super::crusades::{CRUSADE, JIHAD, is_sunni};
use super::fixed::{Fixed, Refusal};
use super::muster::refused;
use super::papacy::is_pope;
use super::scene::{Effects, Scene};
use crate::empires::chronicle::{CrusadeHappening, Entry, Happening};
use crate::empires::terms::{Act, Cause, EmpireId, Order, When};
use crate::empires::world::{CrusadeChange, Effect, EmpireKind, GivenCard, World};

/// Rule 6.2 (b): donations of year cards are fixed.
///
/// A gift takes the years that its order names, or else those that it is dated, or else the last that are left. A
/// Crusader State is given a few cards at most in a pentade: of several gifts the larger goes first.
///
/// Cases: 9.G.1 to 9.G.12.
pub fn fix(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let mut offered: Vec<(EmpireId, Gift<'_>)> = Vec::new();
    for (giver, sheet) in scene.sheets {
        let mut left = years_left(scene, giver);
        for order in &sheet.orders {
            let Act::GiveYearCards { cards, to, without } = &order.act else { continue };
            if order.condition.as_ref().is_some_and(|one| !conditions::holds(scene, giver, one, None)) {
                continue;
            }
            match gift(scene, giver, order, (*cards, to, without), &left) {
                Ok(gift) => {
                    left.retain(|year| !gift.years.contains(year));
                    offered.push((giver.clone(), gift));
                }
                Err(refusal) => effects.tell(refused(giver, order, refusal)),
            }
        }
    }
    hand_over(scene, offered, &mut effects);
    effects
}

/// A gift of cards that its giver can make.
struct Gift<'a> {
    order: &'a Order,
    to: EmpireId,
    years: BTreeSet<i32>,
}

/// The years of this pentade in which an empire has a year card that it has not given away, in order.
fn years_left(scene: &Scene<'_>, giver: &EmpireId) -> Vec<i32> {
    let counted = scene.world.empires.get(giver).is_none_or(actors::is_counted);
    let cards = if counted { 0 } else { scene.hands.get(giver).map_or(0, Vec::len) };
    let given = scene.world.crusades.given.iter().filter(|card| card.giver.as_ref() == Some(giver));
    let gone: BTreeSet<i32> = given.map(|card| card.year).collect();
    scene.pentade().years().take(cards).filter(|year| !gone.contains(year)).collect()
}

/// The gift that an order means.
///
/// Errors: nobody of that name may be given cards, a year named is no longer the giver's, or too few are left.
fn gift<'a>(
    scene: &Scene<'_>,
    giver: &EmpireId,
    order: &'a Order,
    (cards, to, without): (i32, &Cause, &[i32]),
    left: &[i32],
) -> Result<Gift<'a>, Refusal> {
    let to = receiver(scene.world, to)?;
    if to == *giver {
        return Err(Refusal::new("9.3", "nobody gives cards to himself"));
    }
    if to.is(JIHAD)
        && !scene.world.empires.get(giver).is_some_and(|own| is_sunni(scene, &own.leader.religion))
    {
        return Err(Refusal::new("23.8", "only a Sunni ruler gives cards to a jihad")); // rule:23.8
    }
    let cards = usize::try_from(cards).unwrap_or(0);
    if cards > left.len() {
        let reason = format!("of {cards} year cards {} are left to be given", left.len());
        return Err(Refusal::new("9.3", reason)); // rule:9.3
    }
    let dated = match order.when {
        When::Year(year) if without.is_empty() => vec![year],
        _ => without.to_vec(),
    };
    if let Some(year) = dated.iter().find(|year| !left.contains(year)) {
        return Err(Refusal::new("9.3", format!("there is no year card of {year} to give")));
    }
    let mut years: BTreeSet<i32> = dated.into_iter().take(cards).collect(); // rule:9.3
    for year in left.iter().rev() {
        if years.len() < cards {
            years.insert(*year); // rule:9.3
        }
    }
    Ok(Gift { order, to, years })
}

/// Who plays the cards that are given to a cause.
///
/// Errors: there is no Pope, or no Crusader State of that name.
fn receiver(world: &World, cause: &Cause) -> Result<EmpireId, Refusal> {
    match cause {
        Cause::Crusade => Ok(EmpireId::new(CRUSADE)),
        Cause::Jihad => Ok(EmpireId::new(JIHAD)),
        Cause::Pope => {
            let pope = world.empires.iter().find(|(id, empire)| is_pope(id, empire));
            let pope = pope.map(|(id, _)| id.clone());
            pope.ok_or_else(|| Refusal::new("27.3", "there is no Pope to give cards to"))
        }
        Cause::CrusaderState(state) => match world.empires.get(state) {
            Some(empire) if empire.kind == EmpireKind::CrusaderState => Ok(state.clone()),
            _ => Err(Refusal::new("23.7", "only a Crusader State that no player holds is given cards")), // rule:23.7
        },
    }
}

/// The gifts as far as their receivers take them.
fn hand_over(scene: &Scene<'_>, mut offered: Vec<(EmpireId, Gift<'_>)>, effects: &mut Effects) {
    let seat = |giver: &EmpireId| scene.world.empires.get(giver).and_then(|empire| empire.seat);
    offered.sort_by_key(|(giver, gift)| (Reverse(gift.years.len()), seat(giver)));
    let mut taken: BTreeMap<EmpireId, usize> = BTreeMap::new();
    for (giver, gift) in offered {
        let so_far = taken.entry(gift.to.clone()).or_default();
        if *so_far + gift.years.len() > most(scene, &gift.to) {
            let reason = "the Crusader State has been given as many cards as it may have";
            effects.tell(refused(&giver, gift.order, Refusal::new("23.7", reason))); // rule:23.7
            continue;
        }
        *so_far += gift.years.len();
        give(scene, &giver, &gift.to, &gift.years, effects);
    }
}

/// Rule 23.7: how many cards a power may be given in a pentade.
fn most(scene: &Scene<'_>, to: &EmpireId) -> usize {
    let state = scene.world.empires.get(to).is_some_and(|empire| empire.kind == EmpireKind::CrusaderState);
    if state {
        usize::try_from(scene.rulebook.figures.crusader_state_given_cards).unwrap_or(0)
    } else {
        usize::MAX
    }
}

/// Cards of these years pass from their owner to another power, for whatever reason. Everybody hears of the gift, nobody
/// of the cards.
pub fn give(
    scene: &Scene<'_>,
    giver: &EmpireId,
    to: &EmpireId,
    years: &BTreeSet<i32>,
    effects: &mut Effects,
) {
    let mut cards = 0;
    for year in years {
        let Some(card) = own_card(scene, giver, *year) else { continue };
        let given = GivenCard { to: to.clone(), giver: Some(giver.clone()), year: *year, card, used: None };
        effects.change(Effect::Crusade(CrusadeChange::CardGiven(given)));
        cards += 1;
    }
    if cards > 0 {
        let given = CrusadeHappening::CardsGiven { to: to.clone(), cards };
        effects.tell(Entry::new(&["9.3", "6.2"], Happening::Crusade(given)).of(giver));
        let years = years.iter().copied().collect();
        let told = Happening::Crusade(CrusadeHappening::YearsLeftOut { to: to.clone(), years });
        effects.tell(Entry::new(&["9.3"], told).of(giver).seen_by(giver));
    }
}

/// Rule 9.3: the last year card that an empire has left is given away, where a rule demands it (23.2). Whether it had one.
pub fn give_last(scene: &Scene<'_>, giver: &EmpireId, to: &EmpireId, effects: &mut Effects) -> bool {
    let last = years_left(scene, giver).last().copied();
    if let Some(year) = last {
        give(scene, giver, to, &BTreeSet::from([year]), effects);
    }
    last.is_some()
}

/// The card of an empire's hand for a year (9.3).
fn own_card(scene: &Scene<'_>, empire: &EmpireId, year: i32) -> Option<u32> {
    let place = usize::try_from(year - scene.pentade().first_year()).ok()?;
    scene.hands.get(empire)?.get(place).copied() // rule:9.3
}

/// Rule 9.3: whether an empire gave its card of this year away, so that it has no endeavour of its own.
///
/// A card for a crusade that does not come about is its giver's still.
pub fn is_given_away(scene: &Scene<'_>, empire: &EmpireId) -> bool {
    let year = scene.year_or_first();
    scene.world.crusades.given.iter().any(|card| {
        card.giver.as_ref() == Some(empire)
            && card.year == year
            && (card.used.is_some() || is_wanted(scene.world, card))
    })
}

/// Whether a card is of use to whoever has it: an army's only while its crusade or jihad is on, the Pope's while a
/// crusade is. A card whose year went by before is its giver's.
fn is_wanted(world: &World, card: &GivenCard) -> bool {
    let since = |army: &str| {
        let campaigns = world.crusades.campaigns.iter().filter(|one| one.army.is(army));
        campaigns.map(|one| one.since).min()
    };
    if card.giver.is_none() {
        return true; // rule:19.20
    }
    let wanted_since = match world.empires.get(&card.to) {
        Some(pope) if is_pope(&card.to, pope) && world.church.schism.is_some() => return true, // rule:23.2
        Some(pope) if is_pope(&card.to, pope) => since(CRUSADE),                               // rule:27.3
        Some(army) if army.kind == EmpireKind::Crusade => since(card.to.as_str()),
        None => since(card.to.as_str()),
        Some(_) => return true,
    };
    wanted_since.is_some_and(|since| since <= card.year)
}

/// Rule 9.3: the extra cards that a power may play in this year, in the order in which it plays them. The army of a
/// crusade has the Pope's (27.3).
pub fn extra_cards<'a>(scene: &Scene<'a>, to: &EmpireId) -> Vec<&'a GivenCard> {
    let world = scene.world;
    let unused = offered(world, to).filter(|card| card.used.is_none());
    let mut cards: Vec<&GivenCard> = unused.filter(|card| is_wanted(world, card)).collect();
    let seat = |card: &GivenCard| {
        card.giver.as_ref().and_then(|giver| world.empires.get(giver)).and_then(|giver| giver.seat)
    };
    cards.sort_by_key(|card| (card.year, seat(card), card.card));
    cards
}

/// Every card of this pentade that is meant for a power, wanted or not. What the Pope is given is the crusade's (27.3), but
/// in a schism his own (23.2).
pub fn offered<'w>(world: &'w World, to: &EmpireId) -> impl Iterator<Item = &'w GivenCard> {
    let is_pope = |id: &EmpireId| world.empires.get(id).is_some_and(|one| is_pope(id, one));
    let (crusade, to) = (to.is(CRUSADE), to.clone());
    let led_by_pope = move |card: &GivenCard| {
        card.giver.is_some() && world.church.schism.is_none() && is_pope(&card.to) // rule:27.3 rule:23.2
    };
    let cards = world.crusades.given.iter();
    cards.filter(move |card| if led_by_pope(card) { crusade } else { card.to == to })
}

/// The cards of this pentade that a power plays or played.
pub fn given_to<'w>(world: &'w World, to: &EmpireId) -> impl Iterator<Item = &'w GivenCard> {
    offered(world, to).filter(move |card| card.used.is_some() || is_wanted(world, card))
}

/// The cards given away that these endeavours turn are used up.
pub fn use_up(scene: &Scene<'_>, fixed: &[Fixed], effects: &mut Effects) {
    let year = scene.year_or_first();
    let mut left: BTreeMap<&EmpireId, Vec<&GivenCard>> = BTreeMap::new();
    for one in fixed.iter().filter(|one| is_extra(&one.order)) {
        let cards = left.entry(&one.empire).or_insert_with(|| extra_cards(scene, &one.empire));
        if let Some(place) = cards.iter().position(|card| card.card == one.card) {
            let card = cards.remove(place).clone();
            effects.change(Effect::Crusade(CrusadeChange::CardUsed { card, year }));
        }
    }
}

/// Whether an order is for an extra card (9.3).
pub fn is_extra(order: &Order) -> bool {
    matches!(&order.act, Act::Endeavour(endeavour) if endeavour.extra_card)
}
