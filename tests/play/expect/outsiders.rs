//! Words of a case for what is expected of raiders, magnates, exiles (21, 24).

use pentade::empires::terms::EmpireId;
use pentade::empires::world::{Empire, EmpireKind, World};

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
        "magnate" => so(empire.is_some_and(|one| one.kind == EmpireKind::Magnate), || format!("{empire:?}")),
        "player empire" => {
            so(empire.is_some_and(|one| one.kind == EmpireKind::Player), || format!("{empire:?}"))
        }
        "gone" => so(!world.outsiders.magnates.contains_key(id), || "still about".to_owned()),
        "no exile" => so(!world.outsiders.exiles.contains_key(id), || "in exile".to_owned()),
        _ => dated(world, id, fact),
    }
}

/// `last active 976`, `until 1006`, `exile since 976`.
fn dated(world: &World, id: &EmpireId, fact: &str) -> Judged {
    let (what, year) = fact.rsplit_once(' ')?;
    let year: i32 = year.parse().ok()?;
    let found = match what {
        "last active" => world.outsiders.raiders.get(id).and_then(|raiding| raiding.last_active),
        "until" => world.outsiders.magnates.get(id).map(|rising| rising.until),
        "exile since" => world.outsiders.exiles.get(id).copied(),
        _ => return None,
    };
    so(found == Some(year), || format!("{what} {found:?}"))
}

fn is_beyond(empire: &Empire) -> bool {
    empire.off_board.is_some()
}
