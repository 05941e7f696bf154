//! Words of a case for what is given of heresies (19.4, 19.5, 31).

use pentade::empires::terms::Pentade;
use pentade::empires::world::{Abroad, World};

use crate::names::Names;

/// Puts one fact on the board; none for words that mean nothing here.
///
/// `a heresy abroad: CHP until 980`: it spreads at the closes of two pentades, the last of which ends in that year.
pub fn say(names: &Names, world: &mut World, subject: &str, fact: &str) -> Option<()> {
    if subject != "a heresy abroad" {
        return None;
    }
    let (heresy, until) = fact.split_once(" until ")?;
    let until: i32 = until.parse().ok()?;
    let heresy = names.religion(heresy)?.clone();
    world.heresies.abroad.insert(Abroad { heresy, from_year: until + 1 - 2 * Pentade::YEARS, until });
    Some(())
}
