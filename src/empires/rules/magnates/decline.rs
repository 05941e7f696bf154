//! The end of a magnate (24.6).

use super::super::communications::own_areas;
use super::super::scene::{Effects, Scene};
use super::player::{self, Seats};
use crate::empires::chronicle::{Entry, Happening, OutsiderHappening};
use crate::empires::terms::EmpireId;
use crate::empires::world::{Effect, Empire, OutsiderChange, Rising};

/// Rule 24.6: magnates whose years are over, or who have no area of their court's language and religion left, are no
/// more, and their areas become independent. Just before, they may become player empires (24.7).
///
/// The first court of one who came with his own language and religion counts as of them. One who rose in a revolt of this opening may become a player empire too. One who is still beyond the map lasts until his years are over. Cases: 24.G.1 to 24.G.6.
pub fn end(scene: &Scene<'_>, seats: &mut Seats) -> Effects {
    let mut effects = Effects::default();
    for (id, rising) in &scene.world.outsiders.magnates {
        let Some(magnate) = scene.world.empires.get(id) else { continue };
        let Some(cause) = cause(scene, id, magnate, rising) else {
            if magnate.leader.accession == scene.pentade().first_year() {
                effects.extend(player::try_to_become(scene, id, magnate, 0, seats)); // rule:24.7 rule:19.11
            }
            continue;
        };
        let landed = own_areas(scene.world, id).next().is_some();
        if landed {
            let tried = player::try_to_become(scene, id, magnate, 0, seats); // rule:24.7
            let became = tried
                .effects
                .iter()
                .any(|effect| matches!(effect, Effect::Outsider(OutsiderChange::BecamePlayer { .. })));
            effects.extend(tried);
            if became {
                continue;
            }
        }
        effects.extend(gone(scene, id, cause));
    }
    effects
}

fn cause(scene: &Scene<'_>, id: &EmpireId, magnate: &Empire, rising: &Rising) -> Option<&'static str> {
    let stranger = scene.rulebook.magnates.iter().any(|row| row.id == rising.row && row.language.is_some());
    let home = rising.home.as_ref().filter(|_| stranger); // ruling:R24.6
    let akin = own_areas(scene.world, id).any(|(area_id, area)| {
        let religions = &scene.rulebook.religions;
        let same = area.language == magnate.leader.language
            && religions.count_as_one(&area.religion, &magnate.leader.religion); // rule:2.8
        same || home == Some(area_id)
    });
    if scene.pentade().first_year() >= rising.until {
        return Some("the years are over"); // rule:24.6
    }
    (magnate.off_board.is_none() && !akin).then_some("no area of the court's language and religion is left") // rule:24.6
}

fn gone(scene: &Scene<'_>, id: &EmpireId, cause: &str) -> Effects {
    let mut effects = Effects::default();
    let happening = OutsiderHappening::MagnateGone { cause: cause.to_owned() };
    effects.tell(Entry::new(&["24.6"], Happening::Outsider(happening)).of(id));
    effects.change(Effect::Outsider(OutsiderChange::MagnateGone(id.clone())));
    for (area, _) in own_areas(scene.world, id) {
        effects.change(Effect::OwnerChanged { area: area.clone(), owner: None }); // rule:24.6
        let freed = Happening::Outsider(OutsiderHappening::AreaFreed);
        effects.tell(Entry::new(&["24.6"], freed).of(id).at(area));
    }
    effects
}
