//! Words of a case for what is expected of heresies (19.4, 19.5, 31).

use pentade::empires::world::World;

use super::Judged;
use crate::names::Names;

/// Judges one fact; none for words that mean nothing here.
pub fn judge(_names: &Names, _world: &World, _subject: &str, _fact: &str) -> Judged {
    None
}
