//! Rule 19.18: dynastic influence.

use std::collections::BTreeSet;

use super::super::claims::may_gain;
use super::super::endeavours::remember;
use super::super::fixed::Refusal;
use super::super::scene::{Effects, Scene};
use super::super::unrest_and_rebellion::unrest;
use super::holds::{Playing, is_spent};
use crate::empires::chronicle::{Entry, Happening};
use crate::empires::terms::{Act, AreaId, CardPlay, Choice, EmpireId, EventKind};
use crate::empires::world::{Area, Effect, Empire, EmpireKind, FactEvent};
use crate::postal::chronicle::{RuleId, SideId};
use crate::postal::question::{Ballot, Question};

/// Rule 19.18: areas join an empire with a tie and unrest.
///
/// They are of the leader's religion, hang together, touch an own area and speak one language; independent, or of another
/// empire that consents or whose leader died heirless in this pentade.
///
/// What must be asked goes to `asking`. Errors: one of these is not so; the card stays in the hand.
/// Cases: 19.F.1 to 19.F.16.
pub(super) fn play(
    scene: &Scene<'_>,
    playing: &Playing<'_>,
    areas: &[AreaId],
    asking: &mut Effects,
) -> Result<Effects, Refusal> {
    let wanted: BTreeSet<&AreaId> = areas.iter().collect();
    let most = scene.rulebook.figures.dynastic_areas;
    let limit = if playing.kind == EventKind::DynasticSingle { 1 } else { most };
    if wanted.is_empty() || i32::try_from(wanted.len()).unwrap_or(i32::MAX) > limit {
        return refuse(format!("the card is for at most {limit} areas")); // rule:19.18
    }
    hang_together(scene, playing.empire, &wanted)?;
    let found = fit(scene, playing.empire, &wanted)?;
    contested(scene, playing.empire, &wanted)?;
    for (id, area) in &found {
        if !is_free(scene, playing.empire, id, area, asking) {
            return refuse(format!("the owner of {} does not consent", scene.rulebook.atlas.name(id))); // rule:19.18
        }
    }
    let mut effects = is_spent(scene, playing, Effects::default());
    for (id, area) in found {
        effects.extend(joins(scene, playing.empire, id, area));
    }
    Ok(effects)
}

fn refuse<T>(reason: String) -> Result<T, Refusal> {
    Err(Refusal::new("19.18", reason))
}

/// The areas, each of the leader's religion, of one language, and not own.
fn fit<'w>(
    scene: &Scene<'w>,
    empire: &EmpireId,
    wanted: &BTreeSet<&AreaId>,
) -> Result<Vec<(&'w AreaId, &'w Area)>, Refusal> {
    let mut found: Vec<(&AreaId, &Area)> = Vec::new();
    let religion = scene.world.empires.get(empire).map(|own| &own.leader.religion);
    for id in wanted {
        let name = scene.rulebook.atlas.name(id);
        let Some((id, area)) = scene.world.areas.get_key_value(*id) else {
            return refuse(format!("there is no area {id}"));
        };
        if area.owner.as_ref() == Some(empire) {
            return refuse(format!("{name} is an own area already"));
        }
        if !religion.is_some_and(|own| scene.rulebook.religions.count_as_one(own, &area.religion)) {
            return refuse(format!("{name} is not of the leader's religion")); // rule:19.18
        }
        if found.first().is_some_and(|(_, first)| first.language != area.language) {
            return refuse("the areas are of more than one language".to_owned()); // rule:19.18
        }
        found.push((id, area));
    }
    Ok(found)
}

/// Whether the areas hang together by land, and one touches an own area.
fn hang_together(scene: &Scene<'_>, empire: &EmpireId, wanted: &BTreeSet<&AreaId>) -> Result<(), Refusal> {
    let own = |id: &AreaId| scene.world.areas.get(id).is_some_and(|area| area.owner.as_ref() == Some(empire));
    let atlas = &scene.rulebook.atlas;
    if !wanted.iter().any(|id| atlas.neighbours(id).any(own)) {
        return refuse("it touches no own area".to_owned()); // rule:19.18
    }
    let mut reached: BTreeSet<&AreaId> = wanted.first().copied().into_iter().collect();
    let mut edge: Vec<&AreaId> = reached.iter().copied().collect();
    while let Some(here) = edge.pop() {
        let near = wanted.iter().filter(|there| atlas.adjacent(here, there));
        let new: Vec<&AreaId> = near.copied().filter(|there| !reached.contains(there)).collect();
        reached.extend(new.iter().copied());
        edge.extend(new);
    }
    if reached.len() < wanted.len() {
        return refuse("the areas do not hang together".to_owned()); // rule:19.18
    }
    Ok(())
}

/// Whether nobody else plays such a card on one of the areas this year: if somebody does, neither gets it.
fn contested(scene: &Scene<'_>, empire: &EmpireId, wanted: &BTreeSet<&AreaId>) -> Result<(), Refusal> {
    let year = scene.year_or_first();
    let others = scene.sheets.iter().filter(|(other, _)| *other != empire);
    let rival = others
        .filter(|(other, _)| {
            let mut hand = scene.world.cards.hand(other);
            hand.any(|(_, kind)| matches!(kind, EventKind::DynasticSingle | EventKind::DynasticMulti))
        })
        .any(|(other, sheet)| {
            (0..).zip(&sheet.orders).any(|(index, order)| {
                matches!(&order.act, Act::Play(CardPlay::Dynastic { areas })
                    if areas.iter().any(|area| wanted.contains(area)))
                    && super::holds::may_be_played_now(scene, other, index, order)
            })
        });
    if rival {
        return refuse(format!("another empire lays its hand on the same area in {year}"));
    }
    Ok(())
}

/// Whether an area may join: nobody's, or its owner consents or died heirless.
fn is_free(scene: &Scene<'_>, empire: &EmpireId, id: &AreaId, area: &Area, effects: &mut Effects) -> bool {
    let Some(owner) = &area.owner else { return true };
    died_heirless(scene, owner) || consents(scene, empire, owner, id, effects) // rule:19.18
}

fn died_heirless(scene: &Scene<'_>, owner: &EmpireId) -> bool {
    let years = scene.pentade().years();
    let mut facts = scene.world.facts.iter().filter(|fact| years.contains(&fact.year));
    facts.any(|fact| fact.event == FactEvent::DiedHeirless(owner.clone())) // rule:19.18
}

/// Whether the owner consents: by his sheet, or asked.
fn consents(
    scene: &Scene<'_>,
    empire: &EmpireId,
    owner: &EmpireId,
    id: &AreaId,
    effects: &mut Effects,
) -> bool {
    let orders = scene.sheets.get(owner).into_iter().flat_map(|sheet| &sheet.orders);
    let standing = orders.into_iter().any(|order| match &order.act {
        Act::Choose(Choice::DynasticConsent { of, area }) => {
            of.as_ref().is_none_or(|of| of == empire) && area.as_ref().is_none_or(|area| area == id)
        }
        _ => false,
    });
    let (name, year) = (scene.rulebook.atlas.name(id), scene.year_or_first());
    let player = scene.world.empires.get(empire).map_or(empire.as_str(), |own| own.name.as_str());
    let is_player = |own: &Empire| own.kind == EmpireKind::Player;
    let asked = scene.world.empires.get(owner).is_some_and(is_player); // the GM answers for the others
    let electorate = if asked { vec![SideId::new(owner.as_str())] } else { Vec::new() };
    standing
        || effects.ask(
            scene,
            Question {
                id: format!("dynastic/{year}/{empire}/{id}"),
                year: scene.year,
                rule: RuleId::new("19.18"),
                electorate,
                ballot: Ballot::Secret,
                options: vec!["no".to_owned(), "yes".to_owned()],
                default: Some("no".to_owned()),
                why: format!("may {name} join {player} by its dynastic influence?"),
            },
        ) == "yes"
}

fn joins(scene: &Scene<'_>, empire: &EmpireId, id: &AreaId, area: &Area) -> Effects {
    let mut effects = Effects::default();
    let owned = Effect::OwnerChanged { area: id.clone(), owner: Some(empire.clone()) };
    effects.change(owned); // rule:19.18
    let taken = Happening::AreaTaken { from: area.owner.clone(), by_diplomacy: true };
    effects.tell(Entry::new(&["19.18"], taken).of(empire).at(id));
    remember(scene, FactEvent::Taken { area: id.clone(), by: empire.clone() }, &mut effects);
    let gains = scene.world.empires.get(empire).is_some_and(|own| may_gain(scene, empire, own));
    let tied = area.ties.get(empire).is_some_and(|tie| !tie.waived);
    if gains && !tied {
        effects.change(Effect::TieGained { area: id.clone(), empire: empire.clone() }); // rule:19.18
        effects.tell(Entry::new(&["19.18"], Happening::TieGained).of(empire).at(id));
        remember(scene, FactEvent::TieGained { area: id.clone(), by: empire.clone() }, &mut effects);
    }
    if !area.in_unrest {
        effects.extend(unrest(scene, id, "19.18", "joined by dynastic influence")); // rule:19.18
    }
    effects
}
