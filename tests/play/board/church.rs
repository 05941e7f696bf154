//! Words of a case for what is given of parleys, Papacy, schism, patriarchates (20, 22.1, 23.1, 23.2, 27, 29).

use pentade::empires::world::World;

use crate::names::Names;

/// Puts one fact on the board; none for words that mean nothing here.
pub fn say(_names: &Names, _world: &mut World, _subject: &str, _fact: &str) -> Option<()> {
    None
}
