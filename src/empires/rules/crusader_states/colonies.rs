//! How Crusader States colonise, and the conversion that follows (23.7).

use super::super::communications::connected;
use super::super::groups::converted_leaving;
use super::super::scene::{Effects, Scene};
use crate::empires::chronicle::{CrusadeHappening, Entry, Happening};
use crate::empires::rulebook::CATHOLIC;
use crate::empires::terms::{AreaId, EmpireId, LanguageId, ReligionId};
use crate::empires::world::{Area, Colony, CrusadeChange, Effect, EmpireKind, Foundation, PeopleChange};

/// Rules 6.4 (c) and 23.7: at the close every Crusader State colonises one area toward its language, without gold. A
/// finished area converts to RC, and its former religion leaves an underlying group.
///
/// Goal, unrest and connection are those of 25.1 and 25.4. Cases: 23.F.1 to 23.F.6.
pub fn colonise(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    for (id, foundation) in &scene.world.crusades.foundations {
        let is_state =
            scene.world.empires.get(id).is_some_and(|empire| empire.kind == EmpireKind::CrusaderState);
        let Some(language) = foundation.language.as_ref().filter(|_| is_state) else { continue };
        let Some((area_id, area, level)) = under_way(scene, id, foundation, language) else { continue };
        let level = if area.in_unrest { level / 2 } else { level + 1 }; // rule:25.4 rule:25.1
        let goal = goal(scene, area);
        let done = level >= goal;
        let colony = (!done).then(|| Colony { area: area_id.clone(), level });
        let foundation = Foundation { colony, ..foundation.clone() };
        effects.change(Effect::Crusade(CrusadeChange::Founded { power: id.clone(), foundation }));
        let kind = CrusadeHappening::Colonises { level, goal, language: language.to_string() };
        effects.tell(Entry::new(&["23.7", "25.1"], Happening::Crusade(kind)).of(id).at(area_id));
        if done {
            effects.extend(finished(scene, id, (area_id, area), language));
        }
    }
    effects
}

/// The area that a state colonises with the level reached: that under way, or else the wealthiest that is fit, by id.
fn under_way<'a>(
    scene: &Scene<'a>,
    id: &EmpireId,
    foundation: &Foundation,
    language: &LanguageId,
) -> Option<(&'a AreaId, &'a Area, i32)> {
    let fit = |area: &Area| area.owner.as_ref() == Some(id) && area.language != *language;
    if let Some(colony) = &foundation.colony
        && let Some((area_id, area)) = scene.world.areas.get_key_value(&colony.area)
        && fit(area)
    {
        return Some((area_id, area, colony.level));
    }
    let connected = connected(scene.rulebook, scene.world, id, scene.pentade().last_year());
    let areas = scene.world.areas.iter();
    let free = areas.filter(|(id, area)| fit(area) && !area.in_unrest && connected.contains(*id)); // rule:25.1
    let chosen = free.max_by_key(|(id, area)| (area.wealth(), std::cmp::Reverse(*id)));
    chosen.map(|(id, area)| (id, area, 0))
}

fn goal(scene: &Scene<'_>, area: &Area) -> i32 {
    let figures = &scene.rulebook.figures;
    let goal = figures.colonisation_goal + figures.colonisation_goal_per_population * area.population;
    goal.max(figures.colonisation_least_goal) // rule:25.1
}

fn finished(
    scene: &Scene<'_>,
    id: &EmpireId,
    (area_id, area): (&AreaId, &Area),
    language: &LanguageId,
) -> Effects {
    let mut effects = Effects::default();
    let spoken = PeopleChange::LanguageChanged { area: area_id.clone(), language: language.clone() };
    effects.change(Effect::People(spoken)); // rule:23.7
    if !area.religion.is(CATHOLIC) {
        let left = scene.rulebook.figures.crusader_state_urg;
        effects.extend(converted_leaving(scene, area_id, &ReligionId::new(CATHOLIC), left)); // rule:23.7
    }
    let kind = CrusadeHappening::Colonised {
        language: language.to_string(),
        former_religion: (!area.religion.is(CATHOLIC)).then(|| area.religion.to_string()),
    };
    effects.tell(Entry::new(&["23.7"], Happening::Crusade(kind)).of(id).at(area_id));
    effects
}
