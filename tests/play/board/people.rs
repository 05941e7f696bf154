//! Words of a case for what is given of conversion, colonisation, groups, the land (22, 25, 32, 33).

use pentade::empires::world::World;

use crate::names::Names;

/// Puts one fact on the board; none for words that mean nothing here.
pub fn say(_names: &Names, _world: &mut World, _subject: &str, _fact: &str) -> Option<()> {
    None
}
