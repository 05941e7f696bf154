//! Rulings of the GM (19.20, 26.5), planned: typed effects in words, which replay with the pentade.

use super::scene::{Effects, Scene};

/// What the GM laid down for the opening of the pentade, planned.
pub fn opening(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}

/// What the GM laid down for this year, planned.
pub fn of_the_year(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}
