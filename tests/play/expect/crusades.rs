//! Words of a case for what is expected of crusades, jihads, Crusader States, religious orders (23, 28).

use pentade::empires::world::World;

use super::{Judged, so};
use crate::names::Names;

/// Judges one fact; none for words that mean nothing here.
pub fn judge(names: &Names, world: &World, subject: &str, fact: &str) -> Judged {
    if fact == "no extra card" {
        let to = names.empire(subject)?;
        let given = &world.crusades.given;
        return so(!given.iter().any(|card| card.to == *to), || format!("{given:?}"));
    }
    None
}
