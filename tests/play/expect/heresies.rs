//! Words of a case for what is expected of heresies (19.4, 19.5, 31).

use pentade::empires::world::World;

use super::{Judged, so};
use crate::names::Names;

/// Judges one fact; none for words that mean nothing here.
///
/// `a heresy abroad: CHP from 981 until 990`, `a heresy abroad: no CHP`.
pub fn judge(names: &Names, world: &World, subject: &str, fact: &str) -> Judged {
    if subject != "a heresy abroad" {
        return None;
    }
    let mut abroad = world.heresies.abroad.iter();
    let found = || format!("{:?}", world.heresies.abroad);
    if let Some(heresy) = fact.strip_prefix("no ") {
        let heresy = names.religion(heresy)?;
        return so(!abroad.any(|one| one.heresy == *heresy), found);
    }
    let (heresy, years) = fact.split_once(" from ")?;
    let (from, until) = years.split_once(" until ")?;
    let (heresy, from, until) =
        (names.religion(heresy)?, from.parse::<i32>().ok()?, until.parse::<i32>().ok()?);
    so(abroad.any(|one| one.heresy == *heresy && (one.from_year, one.until) == (from, until)), found)
}
