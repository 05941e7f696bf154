//! Words of a case for what is given of parleys, Papacy, schism, patriarchates (20, 22.1, 23.1, 23.2, 27, 29).

use pentade::empires::terms::Motion;
use pentade::empires::world::{DueParley, ParleyDue, World};

use crate::names::Names;

/// Puts one fact on the board; none for words that mean nothing here.
pub fn say(names: &Names, world: &mut World, subject: &str, fact: &str) -> Option<()> {
    parley(names, world, subject, fact)
}

/// `Lombardy: parley of Denmark in 976`, `Lombardy: claims parley of Denmark in 976`.
fn parley(names: &Names, world: &mut World, subject: &str, fact: &str) -> Option<()> {
    let (what, year) = fact.rsplit_once(" in ")?;
    let year = year.parse().ok()?;
    if let Some(empire) = what.strip_prefix("parley of ") {
        let (area, empire) = (names.area(subject)?.clone(), names.empire(empire)?.clone());
        world.parleys_due.push(ParleyDue { year, area, empire });
        return Some(());
    }
    let empire = names.empire(what.strip_prefix("claims parley of ")?)?.clone();
    let motion = Motion::Claim { of: Some(empire.clone()), area: Some(names.area(subject)?.clone()) };
    world.church.due.insert(DueParley { year, motion, caller: Some(empire) });
    Some(())
}
