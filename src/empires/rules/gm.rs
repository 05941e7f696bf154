//! Rulings of the GM (19.20, 26.5), planned: typed effects in words, which replay with the pentade.

use super::scene::{Effects, Scene};
use crate::empires::rulebook::Rulebook;
use crate::empires::world::World;

/// Whether the words of a ruling can be read, planned: none can yet.
///
/// Errors: what is wrong with them.
pub fn check(_rulebook: &Rulebook, _world: &World, _words: &str) -> Result<(), String> {
    Err("rulings are not in force yet".to_owned())
}

/// What the GM laid down for the opening of the pentade, planned.
pub fn opening(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}

/// What the GM laid down for this year, planned.
pub fn of_the_year(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}
