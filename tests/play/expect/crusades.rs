//! Words of a case for what is expected of crusades, jihads, Crusader States, religious orders (23, 28).

use pentade::empires::world::World;

use super::Judged;
use crate::names::Names;

/// Judges one fact; none for words that mean nothing here.
pub fn judge(_names: &Names, _world: &World, _subject: &str, _fact: &str) -> Judged {
    None
}
