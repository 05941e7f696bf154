//! Rules 19.14 and 19.15: advances, and the copies of them.
//!
//! Dice: one for the years of an advance.

use std::collections::BTreeSet;

use super::super::fixed::{Refusal, Way};
use super::super::muster::refused;
use super::super::scene::{Effects, Scene};
use super::holds::{self, Playing, comes_into_play, years_of};
use super::in_play::{Holding, holding};
use super::{ends_by, moved};
use crate::empires::chronicle::{CardHappening, Entry, Happening};
use crate::empires::rulebook::Expiry;
use crate::empires::terms::wording::advance_words;
use crate::empires::terms::{Act, Advance, AreaId, EmpireId, EventKind, OrderSheet};
use crate::empires::world::{CardChange, CardPlace, Effect, EmpireKind, InPlay};

/// Rule 19.14: an advance lasts so many years and a die.
///
/// Cases: 19.E.1, 19.E.2.
pub(super) fn play(scene: &Scene<'_>, playing: &Playing<'_>) -> Effects {
    let (years, die) = years_of(scene, playing.kind).unwrap_or((0, None));
    let faces = die.and_then(|die| u32::try_from(die).ok()).unwrap_or(0);
    let subject = scene.subject(playing.empire);
    let roll = scene.dice.roll(scene.key(purpose(playing.kind), &subject, nth(scene, playing)), 1, faces);
    let until = scene.year_or_first() + years + roll.total() - 1; // rule:19.14
    let mut effects = comes_into_play(scene, playing, Some(until), playing.play.clone());
    if let Some(entry) = effects.entries.first_mut() {
        entry.chance.push(roll);
    }
    effects
}

/// What the die of an advance's years is for.
fn purpose(kind: EventKind) -> &'static str {
    kind.advance().map_or("years of a card", advance_words)
}

/// The place of a card among those of its kind, from 0: tells apart the dice of two that are played in one year.
fn nth(scene: &Scene<'_>, playing: &Playing<'_>) -> u32 {
    let cards = scene.world.cards.cards.iter();
    let before = cards.filter(|(number, card)| card.kind == playing.kind && **number < playing.card);
    u32::try_from(before.count()).unwrap_or(0)
}

/// Rule 19.14: copies are given away; an advance of which at least half of the player empires hold a copy is obsolete.
///
/// Cases: 19.E.7 to 19.E.15.
pub fn give_copies(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let mut given: BTreeSet<(u32, EmpireId)> = BTreeSet::new();
    for (empire, sheet) in scene.sheets {
        effects.extend(copies_of(scene, empire, sheet, &mut given));
    }
    for (card, kind, play) in scene.cards_in_play() {
        if ends_by(scene, kind, Expiry::HalfHoldCopies) {
            let new = given.iter().filter(|(of, _)| *of == card).map(|(_, to)| to);
            let holders: BTreeSet<&EmpireId> = play.copies.iter().chain(new).collect();
            if is_obsolete(scene, &holders) {
                effects.extend(returns(scene, card, kind, play));
            }
        }
    }
    effects
}

fn copies_of(
    scene: &Scene<'_>,
    empire: &EmpireId,
    sheet: &OrderSheet,
    given: &mut BTreeSet<(u32, EmpireId)>,
) -> Effects {
    let mut effects = Effects::default();
    for (index, order) in (0..).zip(&sheet.orders) {
        let Act::GiveCopy { advance, to } = &order.act else { continue };
        if !holds::may_be_played_now(scene, empire, index, order) {
            continue;
        }
        match copy(scene, empire, *advance, to) {
            Ok(card) => {
                given.insert((card, to.clone()));
                effects.change(Effect::Card(CardChange::CopyGiven { card, to: to.clone() })); // rule:19.14
                let copied = CardHappening::CopyGiven { advance: *advance, to: to.clone() };
                effects.tell(Entry::new(&["19.14"], Happening::Card(copied)).of(empire));
                effects.change(holds::done(empire, index));
            }
            Err(refusal) if holds::is_last_chance(scene, empire, index, order.when) => {
                effects.tell(refused(empire, order, refusal));
            }
            Err(_) => {}
        }
    }
    effects
}

/// The card of which a copy may be given.
fn copy(scene: &Scene<'_>, empire: &EmpireId, advance: Advance, to: &EmpireId) -> Result<u32, Refusal> {
    let refuse = |reason: &str| Err(Refusal::new("19.14", reason));
    let cards = scene.cards_in_play();
    let own = cards
        .filter(|(_, kind, play)| kind.advance() == Some(advance) && play.empire == *empire)
        .min_by_key(|(number, _, play)| (play.copies.contains(to), *number));
    let Some((card, _, play)) = own else {
        return refuse("the empire does not have the original of that advance in play"); // rule:19.14
    };
    if scene.world.empires.get(to).is_none_or(|to| to.kind != EmpireKind::Player) {
        return refuse("copies are for empires of players"); // rule:19.14
    }
    if to == empire || play.copies.contains(to) {
        return refuse("there is nobody of that name who lacks a copy");
    }
    Ok(card)
}

/// Whether at least half of the player empires hold a copy.
fn is_obsolete(scene: &Scene<'_>, holders: &BTreeSet<&EmpireId>) -> bool {
    let players = scene.world.empires.iter().filter(|(_, empire)| empire.kind == EmpireKind::Player);
    let (all, with): (usize, usize) =
        players.fold((0, 0), |(all, with), (id, _)| (all + 1, with + usize::from(holders.contains(id))));
    all > 0 && with * 2 >= all // rule:19.14
}

/// Rules 19.14, 19.15: an obsolete advance returns to the deck, and what everyone then knows.
fn returns(scene: &Scene<'_>, card: u32, kind: EventKind, play: &InPlay) -> Effects {
    let mut effects = Effects::default();
    effects.change(moved(card, CardPlace::Deck)); // rule:19.14
    let obsolete = Happening::Card(CardHappening::Obsolete { card: kind });
    effects.tell(Entry::new(&["19.14"], obsolete).of(&play.empire));
    match kind.advance() {
        Some(Advance::Siege) => {
            let lost = scene.rulebook.figures.siege_walls_returned;
            for (id, _) in scene.world.areas.iter().filter(|(_, area)| area.fortification > 0) {
                effects.change(Effect::FortificationChanged { area: id.clone(), by: -lost }); // rule:19.15
            }
        }
        Some(Advance::Fortification) => effects.change(Effect::Card(CardChange::FortificationForAll)), // rule:19.15
        _ => {}
    }
    effects
}

/// Rule 19.15: the highest walls that an empire may build, and the price of one endeavour in an area that has so many.
///
/// The extra level has its own price for all but the owner of the original.
/// Units: levels, gold. Cases: 19.E.20 to 19.E.24.
pub fn walls(scene: &Scene<'_>, empire: &EmpireId, built: i32) -> (i32, i32) {
    let figures = &scene.rulebook.figures;
    let holding = holding(scene, empire, Advance::Fortification);
    let may_exceed = holding.is_some() || scene.world.cards.fortification_for_all;
    let highest =
        figures.fortification_highest + if may_exceed { figures.fortification_advance_walls } else { 0 }; // rule:19.15
    let is_extra = built >= figures.fortification_highest;
    let price = if is_extra && holding != Some(Holding::Original) {
        figures.fortification_advance_copy_price // rule:19.15
    } else {
        figures.fortification_price
    };
    (highest, price)
}

/// Rule 19.15: the way to a walled target for the holder of a copy of the siege advance, who pays for its use where his
/// treasury reaches.
///
/// Cases: 19.E.16 to 19.E.19.
pub fn with_siege(scene: &Scene<'_>, empire: &EmpireId, target: &AreaId, way: Way) -> Way {
    if scene.world.areas.get(target).is_none_or(|area| area.fortification < 1) {
        return way;
    }
    let price = way.price + scene.rulebook.figures.siege_advance_copy_price;
    let treasury = scene.world.empires.get(empire).map_or(0, |own| own.treasury);
    if treasury >= price && holding(scene, empire, Advance::Siege) == Some(Holding::Copy) {
        return Way { price, ..way }; // rule:19.15
    }
    way
}
