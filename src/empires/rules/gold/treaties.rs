//! Treaties: offered, signed, registered, denounced (16.5), and what those in force forbid and allow.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{Effects, Refusal, Scene, excommunication, heresies, muster};
use super::{due, falls_due_once};
use crate::empires::chronicle::{Entry, Happening};
use crate::empires::terms::{Act, AreaId, EmpireId, Ground, Order, Point, TreatyOrder};
use crate::empires::world::{Effect, Treaty, World};
use crate::postal::chronicle::{SideId, Visibility};

/// Whether a treaty is in force in a year (16.5).
pub fn in_force(treaty: &Treaty, year: i32) -> bool {
    treaty.from_year <= year && treaty.until.is_none_or(|until| year <= until) // rule:16.5
}

/// 16.5: whether a treaty forbids one empire to attack another in a year, binding or not.
///
/// Cases: 16.G.1 to 16.G.7.
pub fn forbids_attack(world: &World, attacker: &EmpireId, owner: &EmpireId, year: i32) -> bool {
    let peace = |point: &Point| match point {
        Point::NoAttack { until } => until.is_none_or(|until| year <= until), // rule:16.5
        _ => false,
    };
    between(world, attacker, owner).any(|treaty| in_force(treaty, year) && treaty.points.iter().any(peace))
}

/// 7.2, 16.5: the areas of others through which an empire's communications may pass in a year.
///
/// Only a binding treaty opens them, and only while the grantor owns them.
pub fn passages(world: &World, empire: &EmpireId, year: i32) -> BTreeSet<AreaId> {
    let mut open = BTreeSet::new();
    for treaty in world.treaties.iter().filter(|treaty| treaty.binding && in_force(treaty, year)) {
        for point in &treaty.points {
            let Point::Passage { from, to, areas } = point else { continue };
            let granted = world.areas.iter().filter(|(id, area)| {
                to == empire && area.owner.as_ref() == Some(from) && (areas.is_empty() || areas.contains(id))
            });
            open.extend(granted.map(|(id, _)| id.clone())); // rule:7.2
        }
    }
    open
}

/// Registered treaties to which both are parties.
pub fn between<'w>(
    world: &'w World,
    one: &'w EmpireId,
    other: &'w EmpireId,
) -> impl Iterator<Item = &'w Treaty> {
    world.treaties.iter().filter(move |treaty| treaty.parties.contains(one) && treaty.parties.contains(other))
}

/// The words of a treaty, without its signatures and date.
type Words = (BTreeSet<EmpireId>, bool, Option<i32>, Vec<Point>);

fn words(treaty: &Treaty) -> Words {
    let mut points = treaty.points.clone();
    points.sort();
    (treaty.parties.clone(), treaty.binding, treaty.until, points)
}

/// Whether two treaties differ in nothing but signatures and date.
fn same_words(one: &Treaty, other: &Treaty) -> bool {
    let head = |treaty: &Treaty| (treaty.binding, treaty.until, treaty.points.len());
    one.parties == other.parties && head(one) == head(other) && words(one) == words(other)
}

/// 16.5: the papers of a year. Offers are laid before the other party; what all have signed is registered and in force
/// from this year; denounced treaties end with this year.
///
/// Returns the treaties that are now registered as well. Two empires that offer the same words have both signed.
/// Cases: 16.E.1 to 16.E.10.
pub fn papers(scene: &Scene<'_>) -> (Effects, Vec<Treaty>) {
    let mut effects = Effects::default();
    let due: Vec<(&EmpireId, &Order)> = scene.sheets.keys().flat_map(|id| due_papers(scene, id)).collect();
    let signed_by_all = |offer: &Treaty| offer.parties.is_subset(&offer.signed);
    if due.is_empty() && !scene.world.offers.iter().any(signed_by_all) {
        return (effects, Vec::new()); // nobody writes, and no signed paper waits for a time to deal (31.5)
    }
    let mut pool: BTreeMap<Words, BTreeSet<EmpireId>> = BTreeMap::new();
    for offer in &scene.world.offers {
        pool.entry(words(offer)).or_default().extend(offer.signed.iter().cloned());
    }
    for (empire, order) in &due {
        if let Act::OfferTreaty(offer) = &order.act {
            match offered(scene, empire, offer) {
                Ok(treaty) => {
                    pool.entry(words(&treaty)).or_default().insert((*empire).clone());
                }
                Err(refusal) => effects.tell(muster::refused(empire, order, refusal)),
            }
        }
    }
    // What is signed is read from the offers, so that no signature of the same year makes an offer of its own.
    let mut signed: Vec<(Words, &EmpireId)> = Vec::new();
    for (empire, order) in &due {
        let Act::SignTreaty { with, binding } = &order.act else { continue };
        let before = signed.len();
        signed.extend(offers_of(&pool, with, empire, *binding).map(|words| (words.clone(), *empire)));
        if signed.len() == before {
            let refusal = Refusal::new("16.5", format!("{} offers no such treaty", name(scene, with)));
            effects.tell(muster::refused(empire, order, refusal)); // rule:16.5
        }
    }
    for (words, empire) in signed {
        pool.entry(words).or_default().insert(empire.clone()); // rule:16.5
    }
    for (empire, order) in &due {
        if let Act::DenounceTreaty { with } = &order.act {
            effects.extend(denounce(scene, empire, with, order));
        }
    }
    let registered = lay_down(scene, pool, &mut effects);
    (effects, registered)
}

fn due_papers<'s>(scene: &Scene<'s>, empire: &'s EmpireId) -> Vec<(&'s EmpireId, &'s Order)> {
    let papers =
        |act: &Act| matches!(act, Act::OfferTreaty(_) | Act::SignTreaty { .. } | Act::DenounceTreaty { .. });
    let due = due(scene, empire, papers).into_iter();
    due.filter(|order| falls_due_once(scene, order.when)).map(|order| (empire, order)).collect()
}

fn offered(scene: &Scene<'_>, empire: &EmpireId, offer: &TreatyOrder) -> Result<Treaty, Refusal> {
    let year = scene.year_or_first();
    if offer.with == *empire || !scene.world.empires.contains_key(&offer.with) {
        return Err(Refusal::new("16.5", "a treaty needs another empire")); // rule:16.5
    }
    heresies::may_deal(scene, empire, &offer.with)?; // rule:31.5
    if offer.until.is_some_and(|until| until < year) {
        return Err(Refusal::new("16.5", "the treaty would have ended already"));
    }
    if offer.points.is_empty() {
        return Err(Refusal::new("16.5", "a treaty needs at least one point"));
    }
    let mut points = offer.points.clone();
    points.sort();
    Ok(Treaty {
        parties: BTreeSet::from([empire.clone(), offer.with.clone()]),
        signed: BTreeSet::from([empire.clone()]),
        binding: offer.binding,
        from_year: year,
        until: offer.until,
        points,
    })
}

/// The offers of `with` to an empire; of one marking only, where the signer names it.
fn offers_of<'p>(
    pool: &'p BTreeMap<Words, BTreeSet<EmpireId>>,
    with: &'p EmpireId,
    empire: &'p EmpireId,
    binding: Option<bool>,
) -> impl Iterator<Item = &'p Words> {
    let offers = pool.iter().filter(move |((parties, marked, _, _), offerers)| {
        let meant = parties.contains(empire) && offerers.contains(with) && with != empire;
        meant && binding.is_none_or(|binding| binding == *marked)
    });
    offers.map(|(words, _)| words)
}

/// Whether none of the parties keeps away from another (31.5).
fn all_may_deal(scene: &Scene<'_>, parties: &BTreeSet<EmpireId>) -> bool {
    let with_all = |one| parties.iter().all(|other| heresies::may_deal(scene, one, other).is_ok());
    parties.iter().all(with_all)
}

/// Registers what all parties have signed and keeps the other offers.
fn lay_down(
    scene: &Scene<'_>,
    pool: BTreeMap<Words, BTreeSet<EmpireId>>,
    effects: &mut Effects,
) -> Vec<Treaty> {
    let mut registered = Vec::new();
    for ((parties, binding, until, points), signed) in pool {
        let complete = parties.is_subset(&signed) && all_may_deal(scene, &parties); // rule:31.5
        let treaty = Treaty { parties, signed, binding, from_year: scene.year_or_first(), until, points };
        let known = |kept: &Treaty| same_words(kept, &treaty);
        if complete && !scene.world.treaties.iter().any(known) {
            effects.entries.extend(told(&treaty, "registered", None)); // rule:16.5
            effects.change(Effect::TreatyRegistered(Box::new(treaty.clone())));
            registered.push(treaty);
        } else if !complete && !scene.world.offers.iter().any(known) {
            effects.entries.extend(told(&treaty, "offered", None));
            effects.change(Effect::TreatyOffered(Box::new(treaty)));
        }
    }
    registered
}

/// A treaty denounced ends with the year; an offer of one's own is withdrawn at once.
fn denounce(scene: &Scene<'_>, empire: &EmpireId, with: &EmpireId, order: &Order) -> Effects {
    let mut effects = Effects::default();
    let year = scene.year_or_first();
    for treaty in between(scene.world, empire, with).filter(|treaty| in_force(treaty, year)) {
        effects.change(Effect::TreatyEnded(Box::new(treaty.clone())));
        let ending = Treaty { until: Some(year), ..treaty.clone() }; // ruling:R16.5
        effects.change(Effect::TreatyRegistered(Box::new(ending)));
        effects.entries.extend(told(treaty, "denounced", Some(empire)));
        effects.effects.extend(broken(scene, treaty, empire));
    }
    let withdrawn = scene.world.offers.iter().filter(|offer| {
        offer.parties.contains(with) && offer.signed.contains(empire) && !offer.signed.contains(with)
    });
    for offer in withdrawn {
        effects.change(Effect::TreatyEnded(Box::new(offer.clone())));
        effects.entries.extend(told(offer, "withdrawn", Some(empire)));
    }
    if effects.effects.is_empty() {
        let refusal = Refusal::new("16.5", format!("there is no treaty with {}", name(scene, with)));
        effects.tell(muster::refused(empire, order, refusal));
    }
    effects
}

/// 16.5, 27.5: breaking a treaty that is binding is remembered as ground for excommunication.
pub(super) fn broken(scene: &Scene<'_>, treaty: &Treaty, by: &EmpireId) -> Option<Effect> {
    let with = treaty.parties.iter().find(|party| *party != by).filter(|_| treaty.binding)?;
    Some(excommunication::offence(scene, by, Ground::BrokenTreaty { with: with.clone() })) // rule:27.5
}

/// 16.5: treaties whose last year is over.
pub fn run_out(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    for treaty in scene.world.treaties.iter().filter(|treaty| treaty.until < Some(scene.year_or_first())) {
        if treaty.until.is_some() {
            effects.entries.extend(told(treaty, "ended", None));
            effects.change(Effect::TreatyEnded(Box::new(treaty.clone()))); // rule:16.5
        }
    }
    effects
}

/// An entry about a treaty, told of the party that acts: public, or while it is only an offer for the eyes of its
/// parties. None for a treaty of fewer than two parties.
pub(super) fn told(treaty: &Treaty, what: &str, by: Option<&EmpireId>) -> Option<Entry> {
    let by = by.or_else(|| treaty.signed.first())?;
    let with = treaty.parties.iter().find(|party| *party != by)?.clone();
    let kind = Happening::Treaty { what: what.to_owned(), with, binding: treaty.binding };
    let mut entry = Entry::new(&["16.5"], kind).of(by);
    if matches!(what, "offered" | "withdrawn") {
        let sides = treaty.parties.iter().map(|party| SideId::new(party.as_str())).collect();
        entry.visibility = Visibility::Sides(sides);
    }
    Some(entry)
}

fn name<'s>(scene: &Scene<'s>, empire: &'s EmpireId) -> &'s str {
    scene.world.empires.get(empire).map_or(empire.as_str(), |found| found.name.as_str())
}
