//! Words of a case for what is expected of parleys, Papacy, schism, patriarchates (20, 22.1, 23.1, 23.2, 27, 29).

use pentade::empires::world::World;

use super::{Judged, so};
use crate::names::Names;

/// Judges one fact; none for words that mean nothing here.
///
/// `Denmark: excommunicated`, `Denmark: not excommunicated`, `Kiev: patriarchate`.
pub fn judge(names: &Names, world: &World, subject: &str, fact: &str) -> Judged {
    if fact == "patriarchate" {
        let area = names.area(subject.strip_prefix("area ").unwrap_or(subject))?;
        return so(world.church.patriarchates.contains_key(area), || {
            format!("{:?}", world.church.patriarchates)
        });
    }
    let id = names.empire(subject)?;
    let leader = &world.empires.get(id)?.leader;
    let since = || format!("{:?}", world.church.excommunicated_since.get(id));
    match fact {
        "excommunicated" => so(leader.excommunicated, since),
        "not excommunicated" => so(!leader.excommunicated, since),
        _ => None,
    }
}
