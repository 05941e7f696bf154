//! Rules 2.5 and 22.5: the religion of rulers, and of the areas that convert with them. The conversion endeavour is in
//! `conversion`.
//!
//! Reads the relations of religions. No dice.

use super::communications::own_areas;
use super::conditions;
use super::diplomacy;
use super::fixed::Refusal;
use super::muster::refused;
use super::scene::{Effects, Scene};
use super::victory;
use crate::empires::chronicle::{Entry, Happening, PeopleHappening};
use crate::empires::terms::{Act, AreaId, EmpireId, ReligionId};
use crate::empires::world::{Area, AwardCause, Effect, Empire, Fact, FactEvent, Leader};

/// Rule 2.5: rulers who adopt a religion this year. The court converts with them.
///
/// Cases: 2.C.1 to 2.C.7.
pub fn adopt(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    for (id, sheet) in scene.sheets {
        let opens = scene.year_or_first() == scene.pentade().first_year();
        let due = sheet.orders.iter().find_map(|order| match &order.act {
            // What has no year of its own is for the first year in which its condition holds.
            Act::AdoptReligion(religion)
                if conditions::is_due(scene, id, order, order.condition.is_some() || opens) =>
            {
                Some((order, religion))
            }
            _ => None,
        });
        let Some((order, religion)) = due else { continue };
        match adoption(scene, id, religion) {
            Ok(adopted) => effects.extend(adopted),
            Err(refusal) => effects.tell(refused(id, order, refusal)),
        }
    }
    effects
}

fn adoption(scene: &Scene<'_>, id: &EmpireId, religion: &ReligionId) -> Result<Effects, Refusal> {
    let Some(empire) = scene.world.empires.get(id) else {
        return Err(Refusal::new("2.5", "there is no such empire"));
    };
    let Some(court) = &empire.court else {
        return Err(Refusal::new("2.5", "a ruler without a court converts nobody"));
    };
    if scene.rulebook.religions.count_as_one(&empire.leader.religion, religion) {
        // rule:2.8
        return Err(Refusal::new("2.5", "the ruler is of that religion already"));
    }
    if empire.leader.has_adopted_religion {
        return Err(Refusal::new("2.5", "a ruler adopts a religion once in his life")); // rule:2.5
    }
    if !is_found_near(scene, id, religion) {
        let reason = "no own or neighbouring area has that religion or an underlying group of it";
        return Err(Refusal::new("2.5", reason)); // rule:2.5
    }
    Ok(adopted(scene, id, empire, court, religion))
}

/// Rules 2.5, 22.5: a ruler adopts a religion, and his court and people convert with him. Whether he may is not asked
/// here: some must (24.10).
pub fn adopted(
    scene: &Scene<'_>,
    id: &EmpireId,
    empire: &Empire,
    court: &AreaId,
    religion: &ReligionId,
) -> Effects {
    let leader = Leader { religion: religion.clone(), has_adopted_religion: true, ..empire.leader.clone() };
    let mut effects = Effects::default();
    effects.change(Effect::LeaderChanged { empire: id.clone(), leader: Box::new(leader) });
    let adopted = Happening::ReligionAdopted { religion: religion.to_string() };
    effects.tell(Entry::new(&["2.5"], adopted).of(id).at(court));
    effects.extend(mass_conversion(scene, id, court, religion));
    effects
}

/// Rule 22.5: the court converts by its ruler's choice, and with it all his areas of its language and old religion.
///
/// Nothing converts where the court has the religion already. Iberian Muslims count as Sunni (2.8).
/// Cases: 22.E.
fn mass_conversion(scene: &Scene<'_>, id: &EmpireId, court: &AreaId, religion: &ReligionId) -> Effects {
    let mut effects = Effects::default();
    let Some(seat) = scene.world.areas.get(court).filter(|seat| seat.religion != *religion) else {
        return effects;
    };
    let religions = &scene.rulebook.religions;
    let old = |area: &Area| religions.count_as_one(&area.religion, &seat.religion); // rule:2.8
    let akin = |area: &Area| area.language == seat.language && old(area); // rule:22.5
    for (own, area) in own_areas(scene.world, id).filter(|(_, area)| akin(area)) {
        effects.extend(converted_with(scene, own, religion, Some(id))); // rule:22.5
        let (religion, former) = (religion.clone(), area.religion.clone());
        let happening = PeopleHappening::AreaConverted { religion, former };
        effects.tell(Entry::new(&["22.5"], Happening::People(happening)).of(id).at(own));
        effects.extend(victory::award(scene, id, own, AwardCause::MassConverted)); // rule:26.3
    }
    effects
}

/// Whether a religion is found, as religion or underlying group, in an own or a neighbouring area.
fn is_found_near(scene: &Scene<'_>, id: &EmpireId, religion: &ReligionId) -> bool {
    let own = |area: &AreaId| scene.world.areas.get(area).is_some_and(|area| area.owner.as_ref() == Some(id));
    scene.world.areas.iter().any(|(area_id, area)| {
        let found = area.religion == *religion || area.urgs.contains_key(religion);
        found && (own(area_id) || scene.rulebook.atlas.neighbours(area_id).any(own))
    })
}

/// An area converts: its religion, and the ties that end because it is now unrelated to their holder's (12.3).
pub fn converted(scene: &Scene<'_>, area: &AreaId, religion: &ReligionId) -> Effects {
    converted_with(scene, area, religion, None)
}

/// The same, with a ruler who converts too.
fn converted_with(
    scene: &Scene<'_>,
    area: &AreaId,
    religion: &ReligionId,
    ruler: Option<&EmpireId>,
) -> Effects {
    let mut effects = Effects::default();
    effects.change(Effect::ReligionChanged { area: area.clone(), religion: religion.clone() });
    let event = FactEvent::Converted { area: area.clone(), to: religion.clone() };
    effects.change(Effect::Remembered(Fact { year: scene.year_or_first(), event }));
    effects.extend(diplomacy::ties_after_conversion(scene, area, religion, ruler)); // rule:12.3
    effects
}
