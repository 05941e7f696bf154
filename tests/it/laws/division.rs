//! The long game's division, laid on a realm of the Millennium map (8.7).

use std::collections::{BTreeMap, BTreeSet};

use pentade::empires::rulebook::{Division, Rulebook};
use pentade::empires::rules::year_cards::Hands;
use pentade::empires::rules::{CardsInPlay, Effects, Scene, Unanswered, YearOpening, division};
use pentade::empires::terms::{AreaId, EmpireId};
use pentade::empires::world::World;
use pentade::postal::dice::Dice;

/// The shipped rulebook with the division of `realm` from a year.
pub fn rulebook(realm: &EmpireId, from_year: i32) -> Rulebook {
    let mut rulebook = crate::shipped::rulebook().clone();
    let shipped =
        rulebook.scenarios["postal-grand-771"].division.clone().expect("the long game divides a realm");
    let division = Division { empire: realm.clone(), from_year, ..shipped };
    rulebook.scenarios.get_mut("millennium-976").expect("the scenario").division = Some(division);
    rulebook
}

/// What the step brings about in the first year of the pentade.
pub fn brought_about(rulebook: &Rulebook, world: &World, waiting_players: u32, dice: &Dice) -> Effects {
    division::divide_realm(&Scene {
        rulebook,
        world,
        sheets: &BTreeMap::new(),
        year: Some(world.pentade.first_year()),
        dice,
        hands: &Hands::new(),
        year_opening: &YearOpening::of(world),
        in_play: &CardsInPlay::default(),
        turned: &[],
        answers: &BTreeMap::new(),
        unanswered: Unanswered::TakesDefault,
        rulings: &[],
        waiting_players,
    })
}

/// Every area that is somebody's.
pub fn owned(world: &World) -> BTreeSet<AreaId> {
    let owned = world.areas.iter().filter(|(_, area)| area.owner.is_some());
    owned.map(|(id, _)| id.clone()).collect()
}
