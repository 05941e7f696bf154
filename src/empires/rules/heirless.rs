//! Rule 19.9: a leader dies heirless.
//!
//! Dice: two for each stature of the new leader, one for each area of his own people, those of the checks.

use super::communications::own_areas;
use super::leaders::new_statures;
use super::scene::{Effects, Scene};
use super::unrest_and_rebellion::{CheckCause, HeldArea, unrest_then_check};
use super::{diplomacy, event_cards, regencies};
use crate::empires::chronicle::{Entry, Happening, RegencyHappening};
use crate::empires::terms::EmpireId;
use crate::empires::world::{Effect, Empire, Fact, FactEvent, Leader, RegencyChange};

/// Rule 19.9: the dynasty ends and a new leader rules; demesnes go (19.6), so do ties to areas that are not owned (12.3),
/// and many areas are shaken. In a regency the regent usurps instead (30.5).
///
/// Cases: 19.K.
pub fn dies_heirless(scene: &Scene<'_>, id: &EmpireId) -> Effects {
    let mut effects = Effects::default();
    let Some(empire) = scene.world.empires.get(id) else { return effects };
    let year = scene.year_or_first();
    let event = FactEvent::DiedHeirless(id.clone());
    effects.change(Effect::Remembered(Fact { year, event }));
    let dynasty = format!("{} house of {year}", empire.adjective); // rule:19.9
    effects.change(Effect::Regency(RegencyChange::DynastyBegan { empire: id.clone(), dynasty }));
    effects.extend(event_cards::lose_demesnes(scene, id)); // rule:19.6
    effects.extend(diplomacy::ties_after_dynasty(scene.world, id)); // rule:12.3
    if let Some(regency) = scene.world.regencies.by_empire.get(id) {
        let shaken = shaken(scene, id, empire);
        effects.extend(regencies::usurped(scene, id, regency, &shaken)); // rule:30.5
        effects.extend(shaken);
    } else {
        let leader = Leader { excommunicated: false, ..empire.leader.clone() }; // rule:22.1
        effects.extend(new_dynasty(scene, id, empire));
        effects.extend(shaken(scene, id, &Empire { leader, ..empire.clone() }));
    }
    effects
}

/// A new leader of the old court's language and religion (8.3, 2.5). Nobody's heir, so that no name was laid down for him.
fn new_dynasty(scene: &Scene<'_>, id: &EmpireId, empire: &Empire) -> Effects {
    let mut effects = Effects::default();
    let (statures, chance) = new_statures(scene, id, 0); // rule:8.3
    let former = &empire.leader;
    let died = RegencyHappening::DiedHeirless { leader: former.name.clone() };
    effects.tell(Entry::new(&["19.9"], Happening::Regency(died)).of(id));
    let event = FactEvent::LeaderDied(id.clone());
    effects.change(Effect::Remembered(Fact { year: scene.year_or_first(), event }));
    let leader = Leader {
        name: format!("{} ruler of {}?", empire.adjective, scene.year_or_first()), // rule:8.3
        accession: scene.year_or_first(),
        statures,
        language: former.language.clone(), // rule:2.5
        religion: former.religion.clone(), // rule:2.5
        has_risen: false,
        has_adopted_religion: false,
        excommunicated: false, // rule:22.1
        heir_name: None,
    };
    let happening = Happening::Succeeded { name: leader.name.clone(), statures };
    effects.tell(Entry { chance, ..Entry::new(&["19.9", "8.3"], happening).of(id) });
    effects.change(Effect::LeaderChanged { empire: id.clone(), leader: Box::new(leader) });
    effects
}

/// Areas of another language or religion, and of the others those whose die says so, go into unrest and check under the
/// ruler of `empire`; the court does not.
fn shaken(scene: &Scene<'_>, id: &EmpireId, empire: &Empire) -> Effects {
    let mut effects = Effects::default();
    let leader = &empire.leader;
    for (area, state) in own_areas(scene.world, id) {
        let Some(held) = HeldArea::of(scene.world, area).filter(|held| !held.is_court()) else { continue }; // rule:19.9
        let held = HeldArea { owner: empire, ..held };
        let of_faith = scene.rulebook.religions.count_as_one(&state.religion, &leader.religion); // rule:2.8
        let foreign = state.language != leader.language || !of_faith;
        if foreign || stirs(scene, &held, &mut effects) {
            effects.extend(unrest_then_check(scene, &held, CheckCause::Heirless)); // rule:19.9
        }
    }
    effects
}

fn stirs(scene: &Scene<'_>, held: &HeldArea<'_>, effects: &mut Effects) -> bool {
    let die = scene.dice.d6(scene.key("heirless", held.id.as_str(), 0));
    let stirs = die.total() <= scene.rulebook.figures.heirless_other_areas_up_to; // rule:19.9
    let happening = RegencyHappening::Stirred { stirs };
    let entry = Entry::new(&["19.9"], Happening::Regency(happening)).of(held.owner_id).at(held.id);
    effects.tell(entry.with_chance(die));
    stirs
}
