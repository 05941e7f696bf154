//! A magnate appears (24.6, 24.8 to 24.10).

use super::super::actors::{beyond, leader, strength};
use super::super::exile;
use super::super::scene::{Effects, Scene};
use super::player::{self, Seats};
use crate::empires::chronicle::{Entry, Happening, OutsiderHappening};
use crate::empires::rulebook::Magnate;
use crate::empires::terms::{AreaId, EmpireId, LanguageId, ReligionId};
use crate::empires::world::{Area, Effect, Empire, EmpireKind, OffBoard, OutsiderChange, Rising};
use crate::postal::dice::Draw;

/// Whether the magnate of a row is about already: then the table calls nobody.
pub fn is_about(scene: &Scene<'_>, row: &str) -> bool {
    scene.world.outsiders.magnates.values().any(|rising| rising.row == row)
}

/// Rules 24.6, 24.9, 24.10: the magnate of a row of the table. It owns its area when that is independent, and attacks
/// it from beyond the map when it is not. Where an exile is at home he gets the area in its place (21.1 a).
pub fn by_table(scene: &Scene<'_>, row: &Magnate, mut chance: Vec<Draw>, seats: &mut Seats) -> Effects {
    let court = row.court.as_ref().and_then(|id| Some((id, scene.world.areas.get(id)?)));
    let free = court.filter(|(_, area)| area.owner.is_none());
    if let Some(home) = free.and_then(|(id, area)| exile::comes_home(scene, id, area)) {
        return with_chance(home, chance); // rule:21.1
    }
    let id = free_id(scene, &row.id);
    let (language, religion) = people(scene, &id, row, court, &mut chance);
    let base =
        free.is_none().then(|| beyond(row.off_board_social_state, row.off_board_beside.iter().cloned())); // rule:24.6
    let name = numbered(scene.rulebook.name_of_magnate(row), &id);
    let newcomer =
        Newcomer { id, name, row, from: &row.id, language, religion, area: free.map(|(id, _)| id), base };
    let id = newcomer.id.clone();
    let (mut effects, founded) = arises(scene, newcomer, chance);
    if founded.court.is_some() {
        effects.extend(player::try_to_become(scene, &id, &founded, 0, seats)); // rule:24.7
    }
    effects
}

/// Rules 19.11, 21.1 (a): a magnate appears in an area that just rebelled; he may become a player empire with the other
/// magnates of the opening (24.7). Where an exile is at home he returns instead. The caller
/// has brought about the rebellion; whoever owns the area goes before independence.
pub fn appears_at(scene: &Scene<'_>, area: &AreaId) -> Effects {
    let Some(found) = scene.world.areas.get(area) else { return Effects::default() };
    if let Some(home) = exile::comes_home(scene, area, found) {
        return home; // rule:21.1
    }
    let rows = &scene.rulebook.magnates;
    let of_area = rows.iter().find(|row| row.court.as_ref() == Some(area) && row.language.is_none());
    let Some(row) = of_area.or_else(|| rows.iter().find(|row| row.language.is_none())) else {
        return Effects::default();
    };
    let mut chance = Vec::new();
    let id = free_id(scene, area.as_str());
    let (language, religion) = people(scene, &id, row, Some((area, found)), &mut chance);
    let name = numbered(format!("Magnate of {}", scene.rulebook.atlas.name(area)), &id);
    let newcomer =
        Newcomer { id, name, row, from: area.as_str(), language, religion, area: Some(area), base: None };
    arises(scene, newcomer, chance).0 // rule:19.11
}

/// A magnate about to appear.
struct Newcomer<'a> {
    id: EmpireId,
    name: String,
    row: &'a Magnate,
    /// What tells him apart: id of the row, or of the area of a revolt.
    from: &'a str,
    language: LanguageId,
    religion: ReligionId,
    area: Option<&'a AreaId>,
    base: Option<OffBoard>,
}

fn arises(scene: &Scene<'_>, new: Newcomer<'_>, mut chance: Vec<Draw>) -> (Effects, Empire) {
    let mut effects = Effects::default();
    let (points, dice) = strength(scene, new.id.as_str(), new.row.strength); // rule:24.6
    chance.extend(dice);
    let figures = &scene.rulebook.figures;
    let die = scene.dice.d6(scene.key("years", new.id.as_str(), 0));
    let years = figures.magnate_years + figures.magnate_years_per_pip * die.total(); // rule:24.6
    chance.push(die);
    let year = scene.pentade().first_year();
    let founded = Empire {
        name: new.name.clone(),
        adjective: new.name.clone(),
        kind: EmpireKind::Magnate,
        seat: None,
        court: new.area.cloned(),
        leader: leader(new.name.clone(), year, points, (new.language.clone(), new.religion.clone())),
        dynasty: String::new(),
        treasury: 0,
        off_board: new.base.clone(),
    };
    let rising = Rising {
        row: new.from.to_owned(),
        cards: new.row.cards,
        until: year + years,
        home: new.area.cloned(),
    };
    effects.change(Effect::Outsider(OutsiderChange::MagnateRose {
        magnate: new.id.clone(),
        rising,
        founded: Box::new(founded.clone()),
    }));
    if let Some(area) = new.area {
        effects.change(Effect::OwnerChanged { area: area.clone(), owner: Some(new.id.clone()) }); // rule:24.6
    }
    let happening = OutsiderHappening::MagnateRose {
        name: new.name,
        strength: points,
        until: year + years,
        off_board: new.base.is_some(),
    };
    let mut entry = Entry::new(&[new.row.rule.as_str(), "24.6"], Happening::Outsider(happening)).of(&new.id);
    entry.rules.dedup();
    entry.chance = chance;
    let place = new.area.or_else(|| new.base.as_ref().and_then(|base| base.reach.first()));
    effects.tell(place.map_or(entry.clone(), |place| entry.at(place)));
    (effects, founded)
}

/// `magnate-lithuania`; with a number from 2 when one of that name is about or became a player empire.
fn free_id(scene: &Scene<'_>, row: &str) -> EmpireId {
    let taken = |id: &EmpireId| {
        let kept = scene.world.empires.get(id).map(|empire| empire.kind);
        scene.world.outsiders.magnates.contains_key(id)
            || kept.is_some_and(|kind| kind != EmpireKind::Magnate)
    };
    let first = EmpireId::new(&format!("magnate-{row}"));
    let others = (2..).map(|nth: u32| EmpireId::new(&format!("magnate-{row}-{nth}")));
    std::iter::once(first).chain(others).find(|id| !taken(id)).unwrap_or_else(|| EmpireId::new(row))
}

/// `Magnate of Lithuania 2` where the id is numbered, so that no two empires have one name.
fn numbered(name: String, id: &EmpireId) -> String {
    let number = id.as_str().rsplit('-').next().filter(|last| last.chars().all(|sign| sign.is_ascii_digit()));
    match number {
        Some(number) => format!("{name} {number}"),
        None => name,
    }
}

/// Language and religion: those of the row, or else of the area; an underlying group may give the religion (24.8).
fn people(
    scene: &Scene<'_>,
    id: &EmpireId,
    row: &Magnate,
    court: Option<(&AreaId, &Area)>,
    chance: &mut Vec<Draw>,
) -> (LanguageId, ReligionId) {
    let of_area = court.map(|(_, area)| area);
    let language = row.language.clone().or_else(|| of_area.map(|area| area.language.clone()));
    let religion = row.religion.clone().or_else(|| {
        let area = of_area?;
        Some(of_group(scene, id, area, chance).unwrap_or_else(|| area.religion.clone()))
    });
    // A row without a court names both (the table is checked).
    let unknown = || (LanguageId::new("unknown"), ReligionId::new("unknown"));
    language.zip(religion).unwrap_or_else(unknown)
}

/// Rule 24.8: the underlying group that gives a new magnate its religion: one throw of percents for all groups of the
/// area, who have their shares of it in the order of their codes.
fn of_group(scene: &Scene<'_>, id: &EmpireId, area: &Area, chance: &mut Vec<Draw>) -> Option<ReligionId> {
    if area.urgs.is_empty() {
        return None;
    }
    let roll = scene.dice.roll(scene.key("religion", id.as_str(), 0), 1, 100);
    let thrown = roll.total();
    chance.push(roll);
    let mut reached = 0;
    area.urgs.iter().find_map(|(religion, level)| {
        reached += scene.rulebook.figures.urg_religion_percent_per_level * level; // rule:24.8 rule:32.2
        (thrown <= reached).then(|| religion.clone())
    })
}

fn with_chance(mut effects: Effects, chance: Vec<Draw>) -> Effects {
    if let Some(entry) = effects.entries.first_mut() {
        entry.chance.extend(chance);
    }
    effects
}
