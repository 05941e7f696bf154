//! Words of a case for what is expected of parleys, Papacy, schism, patriarchates (20, 22.1, 23.1, 23.2, 27, 29).

use pentade::empires::world::World;

use super::Judged;
use crate::names::Names;

/// Judges one fact; none for words that mean nothing here.
pub fn judge(_names: &Names, _world: &World, _subject: &str, _fact: &str) -> Judged {
    None
}
