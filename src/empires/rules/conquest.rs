//! Chapter 10: conquest.
//!
//! What one conquest scores, what an area needs, and what taking it does. Who takes it is judged in
//! `endeavours/completion`. Reads the figures of 10. Rolls no dice.

use super::endeavours::{CardResult, Tried, losses, remember};
use super::{Effects, Scene};
use crate::empires::chronicle::{Entry, Happening};
use crate::empires::terms::{AreaId, EmpireId};
use crate::empires::world::{Area, Effect, FactEvent};

/// 10.2, 10.4: what one conquest scores, on the border between its base and its target.
pub fn yields(tried: &Tried<'_>) -> Effects {
    let mut effects = losses(tried); // rule:10.2
    if tried.has(CardResult::PartialConquest)
        && let Some(base) = tried.own_area()
    {
        effects.change(Effect::ResultsScored {
            target: tried.target().clone(),
            attacker: tried.empire().clone(),
            base: base.clone(),
            results: 1,
        }); // rule:10.4
    }
    effects
}

/// 10.3: C results that an area needs: its population, and one at least.
///
/// Cases: 10.B.1 to 10.B.5.
pub fn need(scene: &Scene<'_>, area: &Area) -> i32 {
    area.population.max(scene.rulebook.figures.conquest_fewest_results) // rule:10.3
}

/// 10.4: the military C results of an empire against an area, from all its borders.
pub fn results_of(area: &Area, empire: &EmpireId) -> i32 {
    let own = area.partial_conquests.iter().filter(|partial| partial.attacker == *empire);
    own.map(|partial| partial.results).sum() // rule:10.4
}

/// 10.6: an area is taken by force: with its social state, in unrest, with less of its walls. Everyone's results
/// against it vanish when the owner changes.
pub fn take(scene: &Scene<'_>, id: &AreaId, area: &Area, empire: &EmpireId) -> Effects {
    let mut effects = Effects::default();
    effects.change(Effect::OwnerChanged { area: id.clone(), owner: Some(empire.clone()) }); // rule:10.6
    effects.change(Effect::UnrestSet(id.clone())); // rule:10.6
    let lost = scene.rulebook.figures.conquest_fortification_lost;
    effects.change(Effect::FortificationChanged { area: id.clone(), by: -lost }); // rule:10.6
    let kind = Happening::AreaTaken { from: area.owner.clone(), by_diplomacy: false };
    effects.tell(Entry::new(&["10.5", "10.6"], kind).of(empire).at(id));
    remember(scene, FactEvent::Taken { area: id.clone(), by: empire.clone() }, &mut effects);
    effects
}
