//! Chapter 24.6 to 24.10: magnates. Who appears, how long he lasts, and when he becomes a player empire.
//!
//! Reads `magnates.csv` and the figures of 24.6 to 24.8. Dice at the opening: two for an appearance, two for the table,
//! one among several rows; of a magnate, keyed by its id, strength, years, the religion of a group, percent to become a
//! player empire.

use super::scene::{Effects, Scene};
use crate::empires::chronicle::{Entry, Happening, OutsiderHappening};
use crate::empires::rulebook::{Magnate, Share};
use crate::empires::terms::EmpireId;
use crate::postal::dice::Draw;

mod conduct;
mod decline;
mod khan;
mod player;
mod rise;

pub use conduct::endeavours;
pub use khan::fall_due;
pub use player::at_the_decade;
pub use rise::appears_at;

/// What the draws of an appearance are about: no one in particular.
const MAP: &str = "map";

/// Rule 6.2 (d): magnates whose time is over go, and the dice may bring a new one.
///
/// Cases: 24.F.1 to 24.H.9.
pub fn activate(scene: &Scene<'_>) -> Effects {
    let mut seats = player::Seats::of(scene);
    let mut effects = decline::end(scene, &mut seats); // rule:24.6
    let figures = &scene.rulebook.figures;
    let appears = scene.dice.two_d6(scene.key("magnate", MAP, 0));
    if appears.total() < figures.magnate_appears_from {
        effects.tell(told(OutsiderHappening::NoMagnate).with_chance(appears)); // rule:24.6
        return effects;
    }
    let mut chance = vec![appears];
    match called(scene, &mut chance) {
        Some(row) if !rise::is_about(scene, &row.id) => {
            effects.extend(rise::by_table(scene, row, chance, &mut seats)); // rule:24.6
        }
        _ => effects.tell(Entry { chance, ..told(OutsiderHappening::NoMagnate) }),
    }
    effects
}

fn told(happening: OutsiderHappening) -> Entry {
    Entry::new(&["24.6"], Happening::Outsider(happening))
}

/// Rules 24.6, 24.9: the row that two dice call; none when its years have not come or are over.
fn called<'a>(scene: &Scene<'a>, chance: &mut Vec<Draw>) -> Option<&'a Magnate> {
    let dice = scene.dice.two_d6(scene.key("magnate table", MAP, 0));
    let sum = dice.total();
    chance.push(dice);
    let year = scene.pentade().first_year();
    let in_date = |row: &Magnate| row.years.contains(&year);
    let rows = scene.rulebook.magnates.iter().filter(|row| row.dice.contains(&sum));
    let rows: Vec<&Magnate> = rows.filter(|row| row.share != Share::OfThoseInDate || in_date(row)).collect(); // rule:24.9
    let faces = u32::try_from(rows.len()).unwrap_or(u32::MAX);
    let die = (faces > 1).then(|| scene.dice.roll(scene.key("which magnate", MAP, 0), 1, faces)); // rule:24.9 rule:24.10
    let place = die.as_ref().map_or(0, |die| usize::try_from(die.total() - 1).unwrap_or(0));
    chance.extend(die);
    rows.get(place.min(rows.len().saturating_sub(1))).copied().filter(|row| in_date(row))
}

/// How many year cards a magnate has in this pentade (24.6, 24.10).
pub fn cards(scene: &Scene<'_>, id: &EmpireId) -> i32 {
    scene.world.outsiders.magnates.get(id).map_or(0, |rising| rising.cards)
}
