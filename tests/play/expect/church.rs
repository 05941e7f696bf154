//! Words of a case for what is expected of parleys, Papacy, schism, patriarchates (20, 22.1, 23.1, 23.2, 27, 29).

use pentade::empires::world::World;

use super::{Judged, so};
use crate::names::Names;

/// Judges one fact; none for words that mean nothing here.
///
/// `Denmark: excommunicated`, `Denmark: not excommunicated`, `Kiev: patriarchate`.
pub fn judge(names: &Names, world: &World, subject: &str, fact: &str) -> Judged {
    if subject == "schism" {
        return schism(names, world, fact);
    }
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
        "follows the anti-Pope" | "follows the Pope" => {
            let followers = world.church.schism.as_ref().map(|schism| &schism.followers);
            let follows = followers.is_some_and(|followers| followers.contains(id));
            so(follows == (fact == "follows the anti-Pope"), || format!("{followers:?}"))
        }
        "not excommunicated" => so(!leader.excommunicated, since),
        _ => None,
    }
}

/// `schism: none`, `schism: of Denmark`, `schism: in Scania`, `schism: for good`.
fn schism(names: &Names, world: &World, fact: &str) -> Judged {
    let schism = world.church.schism.as_ref();
    let found = || format!("{schism:?}");
    if let Some(founder) = fact.strip_prefix("of ") {
        let founder = names.empire(founder)?;
        return so(schism.is_some_and(|schism| schism.founder == *founder), found);
    }
    if let Some(seat) = fact.strip_prefix("in ") {
        let seat = names.area(seat)?;
        return so(schism.is_some_and(|schism| schism.seat == *seat), found);
    }
    match fact {
        "none" => so(schism.is_none(), found),
        "for good" => so(schism.is_some_and(|schism| schism.permanent), found),
        "not for good" => so(schism.is_some_and(|schism| !schism.permanent), found),
        _ => None,
    }
}
