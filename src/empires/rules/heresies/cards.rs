//! Rules 19.4 and 19.5: the cards of a minor and of a major heresy.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::super::communications::own_areas;
use super::super::scene::{Effects, Scene};
use super::super::unrest_and_rebellion::{HeldArea, rebellion_value};
use super::{Outcome, check};
use crate::empires::chronicle::{Entry, Happening, HeresyHappening};
use crate::empires::terms::{AreaId, EmpireId, LanguageId, Pentade, ReligionId};
use crate::empires::world::{Abroad, Effect, HeresyChange};

/// An own area that a heresy can touch.
struct Touchable<'s> {
    area: &'s AreaId,
    heresy: &'s ReligionId,
    value: i32,
}

/// Rule 19.4: the card of a minor heresy: a check in the own areas of the highest rebellion value.
///
/// Areas of religions that no heresy of the table is of are passed over: Jews, pagans, heretics. Cases: 19.H.
pub fn minor(scene: &Scene<'_>, empire: &EmpireId) -> Effects {
    let areas: Vec<Touchable<'_>> = touchable(scene, empire).map(|(_, one)| one).collect();
    let highest = areas.iter().map(|one| one.value).max();
    let struck: Vec<&Touchable<'_>> = areas.iter().filter(|one| Some(one.value) == highest).collect(); // rule:19.4
    broken_out(scene, empire, "19.4", &struck)
}

/// Rule 19.5: the card of a major heresy: a check in every area of the group of the highest average rebellion value.
///
/// A group is the own areas of one language and religion: more than one, or the court's. The heresy is abroad for the
/// pentades that follow. Cases: 19.I.
pub fn major(scene: &Scene<'_>, empire: &EmpireId) -> Effects {
    let mut groups: BTreeMap<(&LanguageId, &ReligionId), Vec<Touchable<'_>>> = BTreeMap::new();
    for (people, one) in touchable(scene, empire) {
        groups.entry(people).or_default().push(one);
    }
    let court = scene.world.empires.get(empire).and_then(|empire| empire.court.as_ref());
    let of_court = |group: &Vec<Touchable<'_>>| group.iter().any(|one| Some(one.area) == court);
    let groups: Vec<Vec<Touchable<'_>>> =
        groups.into_values().filter(|group| group.len() > 1 || of_court(group)).collect(); // rule:19.5
    let best = groups.iter().max_by(|one, other| by_average(one, other));
    let equal = |group: &&Vec<Touchable<'_>>| best.is_some_and(|best| by_average(group, best).is_eq());
    let struck: Vec<&Touchable<'_>> = groups.iter().filter(equal).flatten().collect(); // rule:19.5
    let mut effects = broken_out(scene, empire, "19.5", &struck);
    let last = scene.pentade().last_year();
    for one in struck {
        effects.change(Effect::Heresy(HeresyChange::WentAbroad(Abroad {
            heresy: one.heresy.clone(),
            from_year: last + 1,
            until: last + scene.rulebook.figures.heresy_spread_pentades * Pentade::YEARS, // rule:19.5
        })));
    }
    effects
}

/// The averages of two groups compared as fractions.
fn by_average(one: &[Touchable<'_>], other: &[Touchable<'_>]) -> Ordering {
    let sum = |group: &[Touchable<'_>]| group.iter().map(|one| i64::from(one.value)).sum::<i64>();
    let size = |group: &[Touchable<'_>]| i64::try_from(group.len()).unwrap_or(i64::MAX);
    (sum(one) * size(other)).cmp(&(sum(other) * size(one)))
}

/// The own areas that a heresy can touch, with their language and religion.
fn touchable<'s>(
    scene: &Scene<'s>,
    empire: &EmpireId,
) -> impl Iterator<Item = ((&'s LanguageId, &'s ReligionId), Touchable<'s>)> {
    own_areas(scene.world, empire).filter_map(|(area, state)| {
        let held = HeldArea::of(scene.world, area)?;
        let heresy = heresy_of(scene, &state.religion)?; // ruling:R19.4
        let value = rebellion_value(scene.rulebook, &held).total;
        let faith = scene.rulebook.religions.counts_as(&state.religion); // rule:2.8
        Some(((&state.language, faith), Touchable { area, heresy, value }))
    })
}

/// Rule 19.4: the heresy that the cards mean among the faithful of a religion; none for those whom it leaves cold.
fn heresy_of<'s>(scene: &Scene<'s>, religion: &ReligionId) -> Option<&'s ReligionId> {
    let year = scene.year_or_first();
    let rows = scene.rulebook.card_heresies.iter().filter(|row| row.religion == *religion);
    let mut begun = rows.filter(|row| row.from_year.is_none_or(|from| from <= year));
    begun.next_back().map(|row| &row.heresy) // rule:19.4
}

fn broken_out(scene: &Scene<'_>, empire: &EmpireId, rule: &str, struck: &[&Touchable<'_>]) -> Effects {
    let mut effects = Effects::default();
    if struck.is_empty() {
        let entry = Entry::new(&[rule], Happening::Heresy(HeresyHappening::FoundNobody));
        effects.tell(entry.of(empire));
    }
    for one in struck {
        effects.extend(check(scene, "heresy", one.area, one.heresy, rule, Outcome::OfCards));
    }
    effects
}
