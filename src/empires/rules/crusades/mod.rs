//! Chapter 23.3 to 23.6 and 23.8: crusades and jihads. Crusader States (23.7) stand in their own file.
//!
//! Reads `holy_cities`, the figures of 23 and what parleys decide. No dice: every choice follows from ratings, and equals
//! go by wealth, then name.

mod army;
mod causes;
mod close;
mod play;
mod taken;

pub use army::{led, way};
pub use causes::{decided, may_call, open, special_parleys, tell_shirkers};
pub use close::close;
pub use play::endeavours;
pub use taken::settle_year;

use super::papacy::is_pope;
use super::scene::Scene;
use crate::empires::rulebook::{FreedTo, HolyCause, HolyCity, LostWhen};
use crate::empires::terms::{AreaId, EmpireId, ReligionId};
use crate::empires::world::{Area, Empire, EmpireKind};

/// Id of the army of a crusade (23.3).
pub const CRUSADE: &str = "crusade";

/// Id of the army of a jihad (23.8).
pub const JIHAD: &str = "jihad";

/// Whose hold of Jerusalem calls no crusade (23.4).
const ABBASIDS: &str = "abbasids";

/// The area that a crusade is to free beside Jerusalem (18.7).
const SYRIA: &str = "syria";

/// The area of Jerusalem, whose freeing is the success that 18.7 rewards.
const JERUSALEM: &str = "jerusalem";

/// The religion that a jihad fights for (23.8).
pub const SUNNI: &str = "MUS";

/// Whether an id is that of an army, which arises with its first crusade or jihad.
pub fn is_army(id: &EmpireId) -> bool {
    [CRUSADE, JIHAD].contains(&id.as_str())
}

/// The army of what the loss of a holy city starts.
fn army_of(city: &HolyCity) -> EmpireId {
    EmpireId::new(match city.cause {
        HolyCause::Crusade => CRUSADE,
        HolyCause::Jihad | HolyCause::JihadMust => JIHAD,
    })
}

/// The row of a holy city for an army.
fn city_of<'a>(scene: &Scene<'a>, army: &EmpireId, area: &AreaId) -> Option<&'a HolyCity> {
    scene.rulebook.holy_cities.iter().find(|city| city.area == *area && army_of(city) == *army)
}

/// Rules 23.4 and 23.8: whether a holy city is lost as the world stands. An area that nobody owns is not.
fn is_lost(scene: &Scene<'_>, city: &HolyCity) -> bool {
    let Some(area) = scene.world.areas.get(&city.area) else { return false };
    let Some(owner) = area.owner.as_ref() else { return false }; // rule:23.4
    let Some(empire) = scene.world.empires.get(owner) else { return false };
    let religion = &empire.leader.religion;
    match city.lost_when {
        LostWhen::OwnerMuslim => is_muslim(scene, religion), // rule:23.4
        LostWhen::OwnerMuslimButNotAbbasid => is_muslim(scene, religion) && !owner.is(ABBASIDS), // rule:23.4
        LostWhen::OwnerNotSunni => {
            !is_sunni(scene, religion) && empire.kind != EmpireKind::Crusade || owner.is(CRUSADE)
        } // rule:23.8
    }
}

fn is_muslim(scene: &Scene<'_>, religion: &ReligionId) -> bool {
    scene.rulebook.religions.group(religion) == Some(crate::empires::rulebook::Group::Muslim)
}

/// Whether a religion is Sunni; Iberian Muslims are (2.8).
pub fn is_sunni(scene: &Scene<'_>, religion: &ReligionId) -> bool {
    scene.rulebook.religions.count_as_one(religion, &ReligionId::new(SUNNI)) // rule:2.8
}

/// The Pope, if there is one.
fn pope<'a>(scene: &Scene<'a>) -> Option<(&'a EmpireId, &'a Empire)> {
    scene.world.empires.iter().find(|(id, empire)| is_pope(id, empire))
}

/// Whether an area is one that a crusade for a city may take beside it: a Muslim's (23.4).
fn is_muslims(scene: &Scene<'_>, area: &Area) -> bool {
    let owner = area.owner.as_ref().and_then(|owner| scene.world.empires.get(owner));
    owner.is_some_and(|owner| owner.kind != EmpireKind::Crusade && is_muslim(scene, &owner.leader.religion))
}

/// Whether freeing a city founds a Crusader State (23.4).
fn founds_state(city: &HolyCity) -> bool {
    city.freed_to == FreedTo::CrusaderState
}

/// Cards that an army has of its own: none, it plays what it is given (23.3).
pub fn cards(_scene: &Scene<'_>, _id: &EmpireId) -> i32 {
    0 // rule:23.3
}
