//! Chapter 31: the great heresies on their dates.

use super::super::scene::{Effects, Scene};
use super::{Outcome, check};
use crate::empires::chronicle::{Entry, Happening, HeresyHappening};
use crate::empires::rulebook::{DatedHeresy, Scope};
use crate::empires::terms::{AreaId, ReligionId};
use crate::empires::world::Area;

/// Rule 31: the heresies that fall due at the very start of this year (6.3 a, 1.2). Every area of their scope checks on
/// the same state.
///
/// Cases: 31.A to 31.E.
pub fn fall_due(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let year = scene.year_or_first();
    for dated in scene.rulebook.dated_heresies.iter().filter(|dated| is_due(dated, year)) {
        let touched: Vec<&AreaId> = scene
            .world
            .areas
            .iter()
            .filter(|(id, area)| dated.scope.iter().all(|scope| covers(scene, scope, id, area)))
            .map(|(id, _)| id)
            .collect();
        if touched.is_empty() {
            continue;
        }
        let areas = touched.iter().map(|id| (*id).clone()).collect();
        let happening = HeresyHappening::BrokeOut { heresy: dated.heresy.clone(), areas };
        effects.tell(Entry::new(&[dated.rule.as_str()], Happening::Heresy(happening)));
        for area in touched {
            let outcome = Outcome::Dated(&dated.on_unrest, &dated.on_rebellion);
            let rule = dated.rule.as_str();
            effects.extend(check(scene, "heresy", area, &dated.heresy, rule, outcome)); // rule:31.1 rule:31.2 rule:31.3 rule:31.4 rule:31.5
        }
    }
    effects
}

fn is_due(dated: &DatedHeresy, year: i32) -> bool {
    let since = year - dated.first_year;
    since == 0 || dated.every_years.is_some_and(|every| since > 0 && since % every == 0) // rule:31.2
}

fn covers(scene: &Scene<'_>, scope: &Scope, id: &AreaId, area: &Area) -> bool {
    match scope {
        Scope::Religion(religion) => area.religion == *religion,
        Scope::Language(language) => area.language == *language,
        Scope::Group(group) => scene.rulebook.religions.group(&area.religion) == Some(*group),
        Scope::Europe => scene.rulebook.atlas.area(id).is_some_and(|area| area.in_europe),
        Scope::Area(meant) => id == meant,
        Scope::Except(other) => id != other,
        Scope::HasUrg(religion) => area.urgs.contains_key(religion),
        Scope::AdjacentTo(religion) => borders_on(scene, id, religion),
        Scope::AnyOf(scopes) => scopes.iter().any(|scope| covers(scene, scope, id, area)),
    }
}

/// Whether an area borders on one of a religion or with a group of it.
fn borders_on(scene: &Scene<'_>, id: &AreaId, religion: &ReligionId) -> bool {
    let mut near = scene.rulebook.atlas.neighbours(id).filter_map(|near| scene.world.areas.get(near));
    near.any(|near| is_heretical(near, religion)) // rule:31.2
}

/// Whether an area has a heresy as its religion or as an underlying group (19.5).
pub(super) fn is_heretical(area: &Area, heresy: &ReligionId) -> bool {
    area.religion == *heresy || area.urgs.contains_key(heresy)
}
