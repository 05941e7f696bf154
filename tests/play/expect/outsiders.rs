//! Words of a case for what is expected of raiders, magnates, exiles (21, 24).

use pentade::empires::world::{Empire, World};

use super::{Judged, so};
use crate::names::Names;

/// Judges one fact; none for words that mean nothing here. `Vikings: ended`, `Pechenegs: beyond the map`.
pub fn judge(names: &Names, world: &World, subject: &str, fact: &str) -> Judged {
    let id = names.empire(subject)?;
    let empire = world.empires.get(id);
    let raiding = world.outsiders.raiders.get(id).copied().unwrap_or_default();
    match fact {
        "ended" => so(raiding.ended, || format!("{raiding:?}")),
        "not ended" => so(!raiding.ended, || format!("{raiding:?}")),
        "beyond the map" => so(empire.is_some_and(is_beyond), || format!("{empire:?}")),
        "on the map" => so(empire.is_some_and(|empire| !is_beyond(empire)), || format!("{empire:?}")),
        _ => {
            let year = fact.strip_prefix("last active ")?.parse().ok()?;
            so(raiding.last_active == Some(year), || format!("{raiding:?}"))
        }
    }
}

fn is_beyond(empire: &Empire) -> bool {
    empire.off_board.is_some()
}
