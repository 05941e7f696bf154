//! Facts about areas in rulings.

use super::super::religious_orders;
use super::words::{self, Ground, Ruled, figure};
use crate::empires::terms::{AreaId, EmpireId, ReligionId};
use crate::empires::world::{Area, Effect, PeopleChange};

/// Takes down one fact about an area; none for words that mean nothing of an area.
pub(super) fn say(
    ground: &Ground<'_>,
    id: &AreaId,
    fact: &str,
    ruled: &mut Ruled,
) -> Option<Result<(), String>> {
    let area = ground.world.areas.get(id)?;
    let said = match fact {
        "independent" => owner(id, area, None, ruled),
        "in unrest" => changed(ruled, Effect::UnrestSet(id.clone())),
        "not in unrest" => changed(ruled, Effect::UnrestRemoved(id.clone())),
        "no C results" => no_results(id, area, ruled),
        _ => return bonds(ground, id, area, fact, ruled).or_else(|| figures(ground, id, area, fact, ruled)),
    };
    Some(said)
}

fn changed(ruled: &mut Ruled, effect: Effect) -> Result<(), String> {
    ruled.change(effect);
    Ok(())
}

fn owner(id: &AreaId, area: &Area, owner: Option<EmpireId>, ruled: &mut Ruled) -> Result<(), String> {
    if area.owner == owner {
        ruled.object(format!("{id} has that owner already"));
    }
    changed(ruled, Effect::OwnerChanged { area: id.clone(), owner })
}

/// An area for an empire; for one without a court it is the court as well (21.1).
fn owned_by(
    ground: &Ground<'_>,
    id: &AreaId,
    area: &Area,
    empire: EmpireId,
    ruled: &mut Ruled,
) -> Result<(), String> {
    owner(id, area, Some(empire.clone()), ruled)?;
    let homeless = ground.world.empires.get(&empire).is_some_and(|own| own.court.is_none());
    let given = ruled
        .effects
        .iter()
        .any(|effect| matches!(effect, Effect::CourtMoved { empire: moved, .. } if *moved == empire));
    if homeless && !given {
        ruled.change(Effect::CourtMoved { empire, court: Some(id.clone()) }); // rule:21.1
    }
    Ok(())
}

fn no_results(id: &AreaId, area: &Area, ruled: &mut Ruled) -> Result<(), String> {
    for partial in &area.partial_conquests {
        ruled.change(Effect::ResultsRemoved {
            target: id.clone(),
            attacker: partial.attacker.clone(),
            base: partial.base.clone(),
            results: partial.results,
        });
    }
    for empire in area.diplomatic_results.keys() {
        let empire = empire.clone();
        ruled.change(Effect::DiplomaticResultsVanished { target: id.clone(), empire });
    }
    Ok(())
}

/// Owner, claims, ties, language, religion.
fn bonds(
    ground: &Ground<'_>,
    id: &AreaId,
    area: &Area,
    fact: &str,
    ruled: &mut Ruled,
) -> Option<Result<(), String>> {
    let of = |name: &str| words::named_empire(ground, name);
    let at = id.clone();
    let said = if let Some(name) = fact.strip_prefix("owned by ") {
        of(name).and_then(|empire| owned_by(ground, id, area, empire, ruled))
    } else if let Some(name) = fact.strip_prefix("claim of ") {
        of(name).and_then(|empire| changed(ruled, Effect::ClaimGained { area: at, empire }))
    } else if let Some(name) = fact.strip_prefix("no claim of ") {
        of(name).and_then(|empire| changed(ruled, Effect::ClaimEnded { area: at, empire }))
    } else if let Some(name) = fact.strip_prefix("tie of ") {
        of(name).and_then(|empire| changed(ruled, Effect::TieGained { area: at, empire }))
    } else if let Some(name) = fact.strip_prefix("no tie of ") {
        of(name).and_then(|empire| changed(ruled, Effect::TieEnded { area: at, empire }))
    } else if let Some(name) = fact.strip_prefix("religious order of ") {
        words::religion(ground, name).map(|religion| {
            let ground = (ground.rulebook, ground.world, ground.year);
            ruled.effects.extend(religious_orders::founding(ground, id, area, &religion)); // rule:28.1
        })
    } else if let Some(name) = fact.strip_prefix("language ") {
        words::language(ground, name).and_then(|language| {
            changed(ruled, Effect::People(PeopleChange::LanguageChanged { area: at, language }))
        })
    } else if let Some(name) = fact.strip_prefix("religion ") {
        words::religion(ground, name)
            .and_then(|religion| changed(ruled, Effect::ReligionChanged { area: at, religion }))
    } else {
        return None;
    };
    Some(said)
}

/// Social state, population, walls, underlying groups.
fn figures(
    ground: &Ground<'_>,
    id: &AreaId,
    area: &Area,
    fact: &str,
    ruled: &mut Ruled,
) -> Option<Result<(), String>> {
    if let Some((name, level)) = fact.split_once(" URG ") {
        return Some(
            words::religion(ground, name).and_then(|religion| urg(id, area, religion, level, ruled)),
        );
    }
    let (what, by) = figure(fact, |what| match what {
        "social state" => Some(area.social_state),
        "base social state" => Some(area.base_social_state),
        "population" => Some(area.population),
        "fortification" => Some(area.fortification),
        _ => None,
    })?;
    let bounds = ground.rulebook.bounds();
    let (now, lowest, highest) = match what.as_str() {
        "social state" => (
            area.social_state,
            bounds.lowest_social_state,
            bounds.maximum_social_state(area.base_social_state),
        ),
        "base social state" => {
            (area.base_social_state, bounds.lowest_social_state, bounds.highest_social_state)
        }
        "population" => (area.population, bounds.lowest_population, bounds.highest_population),
        _ => (area.fortification, 0, bounds.highest_fortification),
    };
    let then = now.saturating_add(by);
    if !(lowest..=highest).contains(&then) {
        ruled.object(format!("the {what} of {id} would be {then}, outside {lowest} to {highest}"));
    }
    let area = id.clone();
    let effect = match what.as_str() {
        "social state" => Effect::SocialStateChanged { area, by },
        "base social state" => Effect::People(PeopleChange::BaseSocialStateChanged { area, by }),
        "population" => Effect::People(PeopleChange::PopulationChanged { area, by }),
        _ => Effect::FortificationChanged { area, by },
    };
    Some(changed(ruled, effect))
}

/// `Cathar URG 3`: the group has that strength; 0 for none.
fn urg(id: &AreaId, area: &Area, religion: ReligionId, level: &str, ruled: &mut Ruled) -> Result<(), String> {
    let wanted: i32 = level.trim_start_matches("= ").parse().map_err(|_| format!("{level} is no level"))?;
    let converts = ruled
        .effects
        .iter()
        .any(|effect| matches!(effect, Effect::ReligionChanged { area, .. } if area == id));
    if area.religion == religion && !converts {
        ruled.object(format!("{religion} is the religion of {id} itself"));
    }
    let by = wanted.saturating_sub(area.urgs.get(&religion).copied().unwrap_or(0));
    changed(ruled, Effect::People(PeopleChange::GroupChanged { area: id.clone(), religion, by }))
}
