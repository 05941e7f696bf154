//! Words of a case for what is expected of victory points (26).

use pentade::empires::world::World;

use super::{Judged, so};
use crate::board::scores::quarters;
use crate::names::Names;

/// Judges one fact; none for words that mean nothing here.
///
/// `Germany: 40 1/4 points`, `Germany: awarded 5`, `the game: over`, `the game: not over`.
pub fn judge(names: &Names, world: &World, subject: &str, fact: &str) -> Judged {
    if subject == "the game" {
        return match fact {
            "over" => so(world.is_over(), || format!("last year {}", world.last_year)),
            "not over" => so(!world.is_over(), || format!("last year {}", world.last_year)),
            _ => None,
        };
    }
    let empire = names.empire(subject)?;
    if let Some(number) = fact.strip_suffix(" points at the period's start") {
        let start = world.scores.period.as_ref().and_then(|start| start.empires.get(empire));
        return so(start == Some(&quarters(number)?), || format!("{start:?} quarters"));
    }
    if let Some(number) = fact.strip_suffix(" points") {
        let found = world.quarters_of(empire);
        return so(found == quarters(number)?, || format!("{found} quarters"));
    }
    let found = world.quarters_awarded(empire);
    so(found == quarters(fact.strip_prefix("awarded ")?)?, || format!("{found} quarters awarded"))
}
