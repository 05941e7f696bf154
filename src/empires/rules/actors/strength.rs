//! The strength of raiders and magnates, as the tables write it.
//!
//! Dice: one, or two as for a new leader (8.3), keyed by the power.

use super::super::scene::Scene;
use crate::empires::rulebook::Strength;
use crate::empires::terms::{LanguageId, ReligionId, Statures};
use crate::empires::world::Leader;
use crate::postal::dice::Draw;

/// Throws for a strength.
///
/// Units: points of a stature; any number from 1.
pub fn strength(scene: &Scene<'_>, subject: &str, strength: Strength) -> (i32, Option<Draw>) {
    match strength {
        Strength::Fixed(points) => (points, None),
        Strength::Die { faces, added } => {
            let faces = u32::try_from(faces).unwrap_or(1);
            let die = scene.dice.roll(scene.key("strength", subject, 0), 1, faces);
            (die.total() + added, Some(die))
        }
        Strength::NewLeaderAtLeast(least) => {
            let roll = scene.dice.two_d6(scene.key("strength", subject, 0));
            let thrown = scene.rulebook.new_leaders.stature(roll.total()).unwrap_or(least); // rule:8.3
            (thrown.max(least), Some(roll))
        }
    }
}

/// The leader of a power without a player: of one strength in everything.
pub fn leader(
    name: String,
    year: i32,
    strength: i32,
    (language, religion): (LanguageId, ReligionId),
) -> Leader {
    Leader {
        name,
        accession: year,
        statures: Statures { combat: strength, administrative: strength, diplomatic: strength },
        language,
        religion,
        has_risen: false,
        has_adopted_religion: false,
        excommunicated: false,
        heir_name: None,
    }
}
