//! An example of every kind of entry that has a part of its own.

use crate::empires::chronicle::Happening;

mod cards;
mod church;
mod crusades;
mod gm;
mod heresies;
mod outsiders;
mod parleys;
mod people;
mod regencies;
mod scores;

/// All of them.
pub(super) fn of_parts() -> Vec<Happening> {
    let parts = [
        cards::examples(),
        church::examples(),
        crusades::examples(),
        gm::examples(),
        heresies::examples(),
        outsiders::examples(),
        parleys::examples(),
        people::examples(),
        regencies::examples(),
        scores::examples(),
    ];
    parts.concat()
}
