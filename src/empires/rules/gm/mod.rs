//! Rulings of the GM (19.20, 26.5): typed effects in words, which replay with the pentade.
//!
//! The words: parts divided by `;`, each `SUBJECT: FACT, FACT`. A subject is an area, an empire, `the event deck` or `the
//! game`; `area Burgundy` where an empire has the same name. A figure takes `+1`, `-1` or `= 2`.
//!
//! An area is `independent` or `owned by Germany`, `in unrest` or `not in unrest`; it has a `social state`, a `base social
//! state`, a `population`, a `fortification`, a `claim of Germany`, `no claim of Germany`, a `tie of Germany`, `no tie of
//! Germany`, a `language OHG`, a `religion RC`, a `Cathar URG 3` (0 for none), `no C results`.
//!
//! An empire has `gold`, `victory points`, statures `3-2-1`, a `leader NAME`, an `heir NAME`, a `leader's language`, a
//! `leader's religion`, a `court in Saxony`, `no treaty with France`; it is `excommunicated` or `not excommunicated`; it
//! `holds Wildcard` or `loses Wildcard`.
//!
//! `new area Saxon March: beside Saxony, across a strait from Denmark, on the North Sea, language OHG, religion RC, population 1, base
//! social state 0, seafaring, in Europe` adds an area to the map (19.20), of which the parts after it may say more. It needs a
//! border, a language, a religion and both figures; it lies in Europe (or `outside Europe`) as its neighbours do.
//!
//! `the event deck: Wildcard removed`; `the game: ends 1200`. A ruling that means nothing or breaks an invariant is refused
//! as a whole. No dice.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::scene::{Effects, GmRuling, Scene};
use crate::empires::chronicle::{Entry, GmHappening, Happening};
use crate::empires::rulebook::Rulebook;
use crate::empires::terms::EmpireId;
use crate::empires::world::{Breach, Effect, World, apply, breaches};
use crate::postal::chronicle::Visibility;

pub mod forms;
pub mod kinds;
mod of_areas;
mod of_empires;
mod of_map;
mod words;

use kinds::About;
use words::{Ground, Ruled};

/// What the GM laid down for the opening of the pentade. A ruling for a year of another pentade is refused here.
///
/// Cases: 26.E.1 to 26.E.20, 19.H.9 to 19.H.21.
pub fn opening(scene: &Scene<'_>) -> Effects {
    let mut effects = lay_down(scene, |ruling| ruling.year.is_none());
    for ruling in scene.rulings {
        if let Some(year) = ruling.year
            && !scene.pentade().years().contains(&year)
        {
            effects.tell(refused(ruling, format!("{year} is not a year of this pentade")));
        }
    }
    effects
}

/// What the GM laid down for this year.
pub fn of_the_year(scene: &Scene<'_>) -> Effects {
    lay_down(scene, |ruling| ruling.year.is_some() && ruling.year == scene.year)
}

fn lay_down(scene: &Scene<'_>, is_due: impl Fn(&GmRuling) -> bool) -> Effects {
    let mut effects = Effects::default();
    for ruling in scene.rulings.iter().filter(|ruling| is_due(ruling)) {
        match effects_of(scene, &ruling.words, &effects.effects) {
            Ok(laid_down) => {
                effects.effects.extend(laid_down); // rule:26.5
                let (words, reason) = (ruling.words.clone(), ruling.reason.clone());
                let entry = Entry::new(&["26.5"], Happening::Gm(GmHappening::RulingTaken { words, reason }));
                let visibility = if ruling.public { Visibility::Public } else { Visibility::Gm };
                effects.tell(Entry { visibility, ..entry });
            }
            Err(reason) => effects.tell(refused(ruling, reason)),
        }
    }
    effects
}

fn refused(ruling: &GmRuling, reason: String) -> Entry {
    let happening = GmHappening::RulingRefused { words: ruling.words.clone(), reason };
    Entry { visibility: Visibility::Gm, ..Entry::new(&["26.5"], Happening::Gm(happening)) }
}

/// Whether a ruling can be read, and whether what it lays down can be so with the `others` of the pentade: at the opening it
/// must; for a later year the reason against it as things stand is told.
///
/// Errors: what is wrong with it, and with which of its facts: lower case, no final stop.
pub fn check(
    rulebook: &Rulebook,
    world: &World,
    (year, words): (Option<i32>, &str),
    others: &[GmRuling],
) -> Result<Option<String>, (Option<usize>, String)> {
    let rulebook = &*rulebook.of_world(world);
    let others: Vec<&GmRuling> = others.iter().filter(|one| one.year <= year).collect();
    let (mut world, mut beside) = (Cow::Borrowed(world), Vec::new());
    let first_year = world.pentade.first_year();
    for other in others {
        let laid_down = ruled(rulebook, &world, other.year.unwrap_or(first_year), &other.words);
        let (added, rest): (Vec<_>, Vec<_>) =
            laid_down.unwrap_or_default().into_iter().partition(|effect| effect.added_area().is_some());
        if !added.is_empty() {
            apply(&rulebook.bounds(), world.to_mut(), &added);
        }
        if other.year == year {
            beside.extend(rest);
        }
    }
    let rulebook = &*rulebook.of_world(&world);
    let ground = Ground { rulebook, world: &world, year: year.unwrap_or(first_year) };
    let facts = facts_of(words).map_err(|reason| (None, reason))?;
    let read = read(ground, &facts).map_err(|reason| (first_at_fault(ground, &facts, &reason), reason))?;
    match read.into_effects().and_then(|effects| sound_beside(ground, effects, beside)) {
        Ok(()) => Ok(None),
        Err(reason) if year.is_some() => Ok(Some(reason)),
        Err(reason) => Err((first_at_fault(ground, &facts, &reason), reason)),
    }
}

/// Whether a ruling breaks nothing, by itself and together with the others of its step.
fn sound_beside(ground: Ground<'_>, effects: Vec<Effect>, mut beside: Vec<Effect>) -> Result<(), String> {
    keeps_the_world_sound(ground, &effects)?;
    if beside.is_empty() {
        return Ok(());
    }
    beside.extend(effects);
    keeps_the_world_sound(ground, &beside)
        .map_err(|reason| format!("together with the other rulings of that time, {reason}"))
}

/// The first fact with which the ruling fails as it does as a whole.
fn first_at_fault(ground: Ground<'_>, facts: &[Fact], reason: &str) -> Option<usize> {
    (0..facts.len()).find(|last| {
        let come_to = read(ground, &facts[..=*last]).and_then(Ruled::into_effects);
        let sound = come_to.and_then(|effects| keeps_the_world_sound(ground, &effects));
        sound.is_err_and(|found| found == reason)
    })
}

/// What a ruling's words bring about on this state (19.20, 26.5). The areas that `earlier` effects of the same step add are on
/// the map already.
///
/// Errors: what means nothing or what it would break, in words: lower case, no final stop. Nothing of it is then so.
pub fn effects_of(scene: &Scene<'_>, words: &str, earlier: &[Effect]) -> Result<Vec<Effect>, String> {
    let added: Vec<Effect> = earlier.iter().filter(|one| one.added_area().is_some()).cloned().collect();
    let mut world = Cow::Borrowed(scene.world);
    if !added.is_empty() {
        apply(&scene.rulebook.bounds(), world.to_mut(), &added);
    }
    ruled(scene.rulebook, &world, scene.year_or_first(), words)
}

/// What a ruling's words bring about on this world in this year.
///
/// Errors: as those of [`effects_of`].
pub fn ruled(rulebook: &Rulebook, world: &World, year: i32, words: &str) -> Result<Vec<Effect>, String> {
    let rulebook = &*rulebook.of_world(world);
    let ground = Ground { rulebook, world, year };
    let effects = read(ground, &facts_of(words)?)?.into_effects()?;
    keeps_the_world_sound(ground, &effects)?;
    Ok(effects)
}

/// One thing that a ruling says about one subject; of a new area all that is said with its name.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Fact {
    subject: String,
    fact: String,
}

/// What stands before the name of a new area.
const NEW_AREA: &str = "new area ";

/// A ruling's words fact by fact.
///
/// Errors: it says nothing, or a part has no colon.
fn facts_of(words: &str) -> Result<Vec<Fact>, String> {
    let mut all = Vec::new();
    for part in words.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let Some((subject, facts)) = part.split_once(':') else {
            return Err(format!("\u{201c}{part}\u{201d} has no colon"));
        };
        let fact = |fact: &str| Fact { subject: subject.trim().to_owned(), fact: fact.trim().to_owned() };
        match subject.trim().starts_with(NEW_AREA) {
            true => all.push(fact(facts)),
            false => all.extend(facts.split(',').map(fact)),
        }
    }
    if all.is_empty() { Err("it says nothing".to_owned()) } else { Ok(all) }
}

/// The facts in order; a new area is on the map for those after it.
fn read(ground: Ground<'_>, facts: &[Fact]) -> Result<Ruled, String> {
    let mut ruled = Ruled::default();
    let (mut world, mut rulebook) = (Cow::Borrowed(ground.world), Cow::Borrowed(ground.rulebook));
    for Fact { subject, fact } in facts {
        let ground = Ground { rulebook: &rulebook, world: &world, ..ground };
        if let Some(name) = subject.strip_prefix(NEW_AREA) {
            let added = of_map::area(&ground, name.trim(), fact)?;
            let added = Effect::AreaAdded(Box::new(added)); // rule:19.20
            apply(&rulebook.bounds(), world.to_mut(), std::slice::from_ref(&added));
            rulebook = Cow::Owned(rulebook.of_world(&world).into_owned());
            ruled.change(added);
            continue;
        }
        one(&ground, subject, fact, &mut ruled)?;
    }
    Ok(ruled)
}

/// One fact about one subject.
fn one(ground: &Ground<'_>, subject: &str, fact: &str, ruled: &mut Ruled) -> Result<(), String> {
    let unknown = || format!("\u{201c}{fact}\u{201d} of {subject} means nothing");
    let is_kind = |about: About| kinds::told_apart(about, fact).is_some();
    match words::bare(subject).as_str() {
        "event deck" if is_kind(About::Deck) => {
            return words::of_deck(ground, fact, ruled).ok_or_else(unknown)?;
        }
        "game" if is_kind(About::Game) => return words::of_game(ground, fact, ruled).ok_or_else(unknown)?,
        "event deck" | "game" => return Err(unknown()),
        _ => {}
    }
    let area = ground.rulebook.atlas.find(subject.strip_prefix("area ").unwrap_or(subject));
    let empire = words::empire(ground, subject);
    if area.is_none() && empire.is_none() {
        return Err(format!("there is no area or empire \u{201c}{subject}\u{201d}"));
    }
    if let Some(empire) = &empire
        && is_kind(About::Empire)
        && let Some(said) = of_empires::say(ground, empire, fact, ruled)
    {
        return said;
    }
    let area = area.filter(|_| is_kind(About::Area));
    area.and_then(|area| of_areas::say(ground, area, fact, ruled)).unwrap_or_else(|| Err(unknown()))
}

/// Whether a ruling breaks nothing that was whole. A court that changes hands moves later in the year (7.4).
fn keeps_the_world_sound(ground: Ground<'_>, effects: &[Effect]) -> Result<(), String> {
    let bounds = ground.rulebook.bounds();
    let before: BTreeSet<Breach> = breaches(&bounds, ground.world).into_iter().collect();
    let mut after = ground.world.clone();
    apply(&bounds, &mut after, effects);
    let placed = |id: &EmpireId| {
        effects.iter().any(|effect| matches!(effect, Effect::CourtMoved { empire, .. } if empire == id))
    };
    let moves = |breach: &Breach| matches!(breach, Breach::CourtNotOwn { empire, .. } if !placed(empire));
    let dated = |breach: &Breach| matches!(breach, Breach::Date { .. });
    let broken = breaches(&bounds, &after);
    match broken.iter().find(|breach| !before.contains(breach) && !moves(breach) && !dated(breach)) {
        Some(breach) => Err(breach.to_string()),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
