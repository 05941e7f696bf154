//! New areas in rulings (19.20).

use std::collections::BTreeSet;

use super::words::{self, Ground};
use crate::empires::atlas::{Area, Atlas, NewArea, fold};
use crate::empires::rules::actors::BEYOND;
use crate::empires::terms::{AreaId, LanguageId, ReligionId, SeaId};

/// The most characters of an area's name.
const LONGEST_NAME: usize = 40;

/// What is said of a new area so far.
#[derive(Default)]
struct Said {
    beside: BTreeSet<AreaId>,
    across: BTreeSet<AreaId>,
    seas: BTreeSet<SeaId>,
    language: Option<LanguageId>,
    religion: Option<ReligionId>,
    population: Option<i32>,
    base_social_state: Option<i32>,
    seafaring: bool,
    in_europe: Option<bool>,
}

/// Rule 19.20: the area of `new area NAME: FACT, FACT`.
///
/// Errors: a name that is in use or is none, a place that is not on the map, a figure out of range, whatever is lacking:
/// lower case, no final stop.
pub(super) fn area(ground: &Ground<'_>, name: &str, facts: &str) -> Result<NewArea, String> {
    let id = free_id(ground, name)?;
    let mut said = Said::default();
    for fact in facts.split(',').map(str::trim).filter(|fact| !fact.is_empty()) {
        take_down(ground, &mut said, fact)
            .unwrap_or_else(|| Err(format!("\u{201c}{fact}\u{201d} means nothing of a new area")))?;
    }
    finished(ground, id, name, said)
}

/// The id of a new name: its letters in small, joined by hyphens.
fn free_id(ground: &Ground<'_>, name: &str) -> Result<AreaId, String> {
    let folded = fold(name);
    let length = name.chars().count();
    if folded.is_empty() || length > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err(format!("an area's name has 1 to {LONGEST_NAME} characters"));
    }
    if !folded.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == ' ') {
        return Err(format!("the name \u{201c}{name}\u{201d} is not in Latin letters"));
    }
    let id = folded.replace(' ', "-");
    let atlas = &ground.rulebook.atlas;
    let of_area = atlas.find(name).is_some() || atlas.find(&id).is_some() || folded == fold(BEYOND);
    let of_empire = words::empire(ground, name).is_some();
    if of_area || of_empire || is_sea_or_waste(atlas, &folded, &id) {
        return Err(format!("the name \u{201c}{name}\u{201d} is in use"));
    }
    Ok(AreaId::new(&id))
}

fn is_sea_or_waste(atlas: &Atlas, folded: &str, id: &str) -> bool {
    let of_sea = atlas.seas().any(|sea| fold(&sea.name) == folded || sea.id.as_str() == id);
    let waste = &atlas.outlines().waste;
    of_sea || id.starts_with("lake-") || waste.iter().any(|one| fold(&one.name) == folded || one.id == id)
}

/// Takes down one fact; none for words that mean nothing.
fn take_down(ground: &Ground<'_>, said: &mut Said, fact: &str) -> Option<Result<(), String>> {
    let place = |name: &str| {
        let found = ground.rulebook.atlas.find(name).cloned();
        found.ok_or_else(|| format!("there is no area \u{201c}{name}\u{201d}"))
    };
    let taken = if let Some(name) = fact.strip_prefix("beside ") {
        place(name).map(|area| said.beside.extend([area]))
    } else if let Some(name) = fact.strip_prefix("across a strait from ") {
        place(name).map(|area| said.across.extend([area]))
    } else if let Some(name) = fact.strip_prefix("on ") {
        sea(&ground.rulebook.atlas, name).map(|sea| said.seas.extend([sea]))
    } else if let Some(name) = fact.strip_prefix("language ") {
        words::language(ground, name).map(|language| said.language = Some(language))
    } else if let Some(name) = fact.strip_prefix("religion ") {
        words::religion(ground, name).map(|religion| said.religion = Some(religion))
    } else if let Some(number) = fact.strip_prefix("population ") {
        whole("population", number).map(|number| said.population = Some(number))
    } else if let Some(number) = fact.strip_prefix("base social state ") {
        whole("base social state", number).map(|number| said.base_social_state = Some(number))
    } else {
        match fact {
            "seafaring" => said.seafaring = true,
            "in Europe" => said.in_europe = Some(true),
            "outside Europe" => said.in_europe = Some(false),
            _ => return None,
        }
        Ok(())
    };
    Some(taken)
}

fn sea(atlas: &Atlas, name: &str) -> Result<SeaId, String> {
    let wanted = words::bare(name);
    let mut seas = atlas.seas();
    let found = seas.find(|sea| [words::bare(&sea.name), fold(sea.id.as_str())].contains(&wanted));
    found.map(|sea| sea.id.clone()).ok_or_else(|| format!("there is no sea area \u{201c}{name}\u{201d}"))
}

fn whole(what: &str, number: &str) -> Result<i32, String> {
    let plain = number.trim_start_matches("= ").trim_start_matches('+').replace('\u{2212}', "-");
    plain.parse().map_err(|_| format!("{number} is no {what}"))
}

/// The area with all that it must have; what is not said of Europe is as with its first neighbour.
fn finished(ground: &Ground<'_>, id: AreaId, name: &str, said: Said) -> Result<NewArea, String> {
    let (atlas, bounds) = (&ground.rulebook.atlas, ground.rulebook.bounds());
    let lacks = |what: &str| format!("the new area {name} has no {what}");
    if said.beside.is_empty() && said.across.is_empty() && said.seas.is_empty() {
        return Err(format!("the new area {name} borders nothing"));
    }
    if let Some(twice) = said.beside.intersection(&said.across).next() {
        return Err(format!("{} lies beside {name} or across a strait, not both", atlas.name(twice)));
    }
    if said.seafaring && said.seas.is_empty() {
        return Err(format!("the new area {name} is seafaring but has no coast"));
    }
    let language = said.language.ok_or_else(|| lacks("language"))?;
    let religion = said.religion.ok_or_else(|| lacks("religion"))?;
    if let Some(fault) = ground.rulebook.faults_of_people(&language, &religion).into_iter().next() {
        return Err(fault);
    }
    let population = said.population.ok_or_else(|| lacks("population"))?;
    within("population", name, population, bounds.lowest_population, bounds.highest_population)?; // rule:2.2
    let base_social_state = said.base_social_state.ok_or_else(|| lacks("base social state"))?;
    let (lowest, highest) = (bounds.lowest_social_state, bounds.highest_social_state);
    within("base social state", name, base_social_state, lowest, highest)?; // rule:2.3
    let near = said.beside.iter().chain(&said.across).next().and_then(|near| atlas.area(near));
    let in_europe = said.in_europe.or(near.map(|near| near.in_europe));
    let area = Area {
        id,
        name: name.to_owned(),
        region: near.map_or_else(String::new, |near| near.region.clone()),
        population,
        base_social_state,
        language,
        religion,
        seafaring: said.seafaring,
        in_europe: in_europe.ok_or_else(|| format!("whether {name} lies in Europe is not said"))?,
    };
    Ok(NewArea { area, beside: said.beside, across: said.across, seas: said.seas })
}

fn within(what: &str, name: &str, number: i32, lowest: i32, highest: i32) -> Result<(), String> {
    if (lowest..=highest).contains(&number) {
        return Ok(());
    }
    Err(format!("the {what} of {name} would be {number}, outside {lowest} to {highest}"))
}
