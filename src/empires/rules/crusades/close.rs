//! Crusades and jihads at the close of a pentade: those whose years are over end, and what their armies hold falls to nobody.

use super::super::scene::{Effects, Scene};
use super::causes::{ended, note_losses};
use crate::empires::chronicle::{CrusadeHappening, Entry, Happening};
use crate::empires::world::{CrusadeChange, Effect, EmpireKind};

/// Rule 23.4: a crusade for a city lasts its years; without an area beside it a freed city becomes neutral.
pub fn close(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    for (id, area) in &scene.world.areas {
        let Some(owner) = area.owner.as_ref() else { continue };
        let army = scene.world.empires.get(owner).is_some_and(|one| one.kind == EmpireKind::Crusade);
        if army {
            effects.change(Effect::OwnerChanged { area: id.clone(), owner: None }); // rule:23.4
            let passed = CrusadeHappening::AreaPassed { to: None };
            effects.tell(Entry::new(&["23.4"], Happening::Crusade(passed)).of(owner).at(id));
        }
    }
    let last = scene.pentade().last_year();
    for campaign in &scene.world.crusades.campaigns {
        if campaign.until.is_some_and(|until| until <= last) {
            effects.extend(ended(campaign, "23.4", "its years are over")); // rule:23.4
        }
    }
    let before = last + 1 - scene.rulebook.figures.crusade_ground_years;
    if scene.world.crusades.grievances.iter().any(|one| one.year < before) {
        effects.change(Effect::Crusade(CrusadeChange::WrongsForgotten { before })); // rule:23.5
    }
    effects.extend(note_losses(scene));
    effects
}
