//! Words of a case for what is given of regencies (30).

use pentade::empires::terms::EmpireId;
use pentade::empires::world::{Regency, World};

use super::statures;
use crate::names::Names;

/// Puts one fact on the board; none for words that mean nothing here.
///
/// `Germany: dynasty Otto`, `Germany: ward Otto III of age in 985` first, then `ward's statures 5-5-2`, `ward's religion EO`,
/// `ward's accession 970`, `regency held by France`, `regency betrayed`.
pub fn say(names: &Names, world: &mut World, subject: &str, fact: &str) -> Option<()> {
    let id = names.empire(subject)?;
    if let Some(name) = fact.strip_prefix("dynasty ") {
        world.empires.get_mut(id)?.dynasty = name.to_owned();
        return Some(());
    }
    if let Some((name, year)) = fact.strip_prefix("ward ").and_then(|rest| rest.split_once(" of age in ")) {
        let regency = regency(world, id, name, year.parse().ok()?)?;
        world.regencies.by_empire.insert(id.clone(), regency);
        return Some(());
    }
    let held = fact.strip_prefix("regency held by ").map(|name| names.empire(name));
    let regency = world.regencies.by_empire.get_mut(id)?;
    match (held, fact.strip_prefix("ward's ").and_then(|rest| rest.split_once(' '))) {
        (Some(regent), _) => regency.regent = Some(regent?.clone()),
        (_, Some(("statures", three))) => regency.ward.statures = statures(three)?,
        (_, Some(("religion", code))) => regency.ward.religion = names.religion(code)?.clone(),
        (_, Some(("accession", year))) => regency.ward.accession = year.parse().ok()?,
        _ if fact == "regency betrayed" => regency.betrayed = true,
        _ => return None,
    }
    Some(())
}

/// A regency of the empire's own player for an heir like its leader.
fn regency(world: &World, id: &EmpireId, name: &str, majority: i32) -> Option<Regency> {
    let mut ward = world.empires.get(id)?.leader.clone();
    ward.name = name.to_owned();
    let since = world.pentade.first_year() - 5;
    Some(Regency { ward, regent: None, since, majority, betrayed: false })
}
