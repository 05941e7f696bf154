//! Chapter 29: patriarchates of the East and what they add to the diplomatic stature.
//!
//! Reads the table of patriarchates. No dice.

use super::conditions;
use super::fixed::Refusal;
use super::muster::refused;
use super::scene::{Effects, Scene};
use crate::empires::chronicle::{ChurchHappening, Entry, Happening};
use crate::empires::rulebook::{BYZANTIUM, ORTHODOX, Patriarchate, PatriarchateCondition, Patron};
use crate::empires::terms::{Act, AreaId, EmpireId, Order, Stature, When};
use crate::empires::world::{Area, ChurchChange, Effect, Empire};
use crate::postal::chronicle::Line;

/// Rules 29.1, 29.2: what patriarchates add to an Eastern ruler's diplomatic stature, each in a line.
///
/// Cases: 29.A.1 to 29.B.8.
pub fn of_ruler(scene: &Scene<'_>, id: &EmpireId) -> Vec<(Stature, Line)> {
    let Some(empire) = scene.world.empires.get(id).filter(|empire| is_orthodox(empire)) else {
        return Vec::new(); // rule:29.1
    };
    let mut lines = Vec::new();
    for row in scene.rulebook.patriarchates.iter().filter(|row| raises(row, id)) {
        match &row.area {
            Some(area) if serves(scene, row, id, area) => lines.push(line(scene, row, area)), // rule:29.1 rule:29.2
            Some(_) => {}
            None => lines.extend(declared(scene, row, id, empire)),
        }
    }
    lines
}

fn is_orthodox(empire: &Empire) -> bool {
    empire.leader.religion.is(ORTHODOX)
}

fn raises(row: &Patriarchate, id: &EmpireId) -> bool {
    let byzantine = id.is(BYZANTIUM);
    match row.patron {
        Patron::EoRulers | Patron::EoRulersButItsFounder => true,
        Patron::EoRulersButByzantium => !byzantine, // rule:29.2
        Patron::Byzantium => byzantine,             // rule:29.2
    }
}

/// Whether a ruler holds the area, and it is as the patriarchate needs it.
fn serves(scene: &Scene<'_>, row: &Patriarchate, id: &EmpireId, area: &AreaId) -> bool {
    let fit = |area: &Area| match row.condition {
        Some(PatriarchateCondition::NoUrg) => area.urgs.is_empty(), // rule:29.1
        Some(PatriarchateCondition::DeclaredByConqueror) | None => true,
    };
    scene.world.areas.get(area).is_some_and(|area| area.owner.as_ref() == Some(id) && fit(area))
}

/// Rule 29.2: the patriarchates that others declared and this ruler holds.
fn declared(scene: &Scene<'_>, row: &Patriarchate, id: &EmpireId, _ruler: &Empire) -> Vec<(Stature, Line)> {
    let declared = scene.world.church.patriarchates.iter();
    let others = declared.filter(|(area, founder)| *founder != id && serves(scene, row, id, area)); // rule:29.2
    others.map(|(area, _)| line(scene, row, area)).collect()
}

fn line(scene: &Scene<'_>, row: &Patriarchate, area: &AreaId) -> (Stature, Line) {
    let label = format!("patriarchate of {}", scene.rulebook.atlas.name(area));
    (Stature::Diplomatic, Line { label, points: row.diplomatic, rule: row.rule.clone() })
}

/// Rule 29.2: Orthodox conquerors of Constantinople who declare their courts patriarchates this year.
///
/// Cases: 29.C.1 to 29.C.5.
pub fn declare(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    for (id, sheet) in scene.sheets {
        let wanted = |order: &&Order| order.act == Act::DeclarePatriarchate && is_due(scene, id, order);
        let Some(order) = sheet.orders.iter().find(wanted) else { continue };
        match may_declare(scene, id) {
            Ok(court) => {
                let (area, founder) = (court.clone(), id.clone());
                effects.change(Effect::Church(ChurchChange::PatriarchateFounded { area, founder })); // rule:29.2
                let founded = Happening::Church(ChurchHappening::PatriarchateFounded);
                effects.tell(Entry::new(&["29.2"], founded).of(id).at(court));
            }
            Err(refusal) => effects.tell(refused(id, order, refusal)),
        }
    }
    effects
}

fn is_due(scene: &Scene<'_>, id: &EmpireId, order: &Order) -> bool {
    let (year, first) = (scene.year_or_first(), scene.pentade().first_year());
    let now = match order.when {
        When::Year(meant) => meant == year,
        When::From(from) => from.max(first) == year,
        When::EveryYear | When::Standing | When::Opening => year == first,
    };
    now && order.condition.as_ref().is_none_or(|one| conditions::holds(scene, id, one, None))
}

fn may_declare<'s>(scene: &Scene<'s>, id: &EmpireId) -> Result<&'s AreaId, Refusal> {
    let refusal = |reason| Err(Refusal::new("29.2", reason));
    let Some(empire) = scene.world.empires.get(id) else { return refusal("there is no such empire") };
    if !is_orthodox(empire) || id.is(BYZANTIUM) {
        return refusal("only an Orthodox ruler who is not Byzantine founds a patriarchate"); // rule:29.2
    }
    let seat = scene.rulebook.patriarchates.iter().find(|row| row.patron == Patron::EoRulersButByzantium);
    let holds = seat
        .and_then(|row| row.area.as_ref())
        .is_some_and(|area| scene.world.areas.get(area).is_some_and(|area| area.owner.as_ref() == Some(id)));
    if !holds {
        return refusal("Constantinople is not his"); // rule:29.2
    }
    if scene.world.church.patriarchates.values().any(|founder| founder == id) {
        return refusal("he has founded a patriarchate already");
    }
    match &empire.court {
        Some(court) => Ok(court),
        None => refusal("there is no court"),
    }
}
