//! Rules 19.10 and 19.11: civil war, major unrest, uprising, revolt in the marches, planned.

use super::scene::{Effects, Scene};
use crate::empires::terms::EmpireId;

/// Rule 19.10: the empire's card of civil war, planned.
pub fn civil_war(_scene: &Scene<'_>, _empire: &EmpireId) -> Effects {
    Effects::default()
}

/// Rule 19.11: the empire's card of major unrest, planned.
pub fn major_unrest(_scene: &Scene<'_>, _empire: &EmpireId) -> Effects {
    Effects::default()
}

/// Rule 19.11: the empire's card of an uprising, planned.
pub fn uprising(_scene: &Scene<'_>, _empire: &EmpireId) -> Effects {
    Effects::default()
}

/// Rule 19.11: the empire's card of a revolt in the marches, planned.
pub fn in_the_marches(_scene: &Scene<'_>, _empire: &EmpireId) -> Effects {
    Effects::default()
}
