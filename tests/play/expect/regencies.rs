//! Words of a case for what is expected of regencies (30).

use pentade::empires::world::World;

use super::{Judged, so};
use crate::board::statures;
use crate::names::Names;

/// Judges one fact; none for words that mean nothing here.
///
/// `Germany: ward Otto III`, `no ward`, `ward of age in 987`, `ward's statures 5-5-2`, `regency held by France`, `regency held by
/// nobody else`, `regency betrayed`, `no betrayal`, `dynasty Otto`.
pub fn judge(names: &Names, world: &World, subject: &str, fact: &str) -> Judged {
    let id = names.empire(subject)?;
    let found = || format!("{:?}", world.regencies.by_empire.get(id));
    if let Some(name) = fact.strip_prefix("dynasty ") {
        let dynasty = &world.empires.get(id)?.dynasty;
        return so(dynasty == name, || format!("dynasty {dynasty}"));
    }
    if fact == "no ward" {
        return so(!world.regencies.by_empire.contains_key(id), found);
    }
    let known = ["ward", "regency", "no betrayal"].iter().any(|word| fact.starts_with(word));
    let Some(regency) = world.regencies.by_empire.get(id).filter(|_| known) else {
        return if known { so(false, found) } else { None };
    };
    if let Some(year) = fact.strip_prefix("ward of age in ") {
        return so(regency.majority == year.parse::<i32>().ok()?, found);
    }
    if let Some(three) = fact.strip_prefix("ward's statures ") {
        return so(regency.ward.statures == statures(three)?, found);
    }
    if let Some(name) = fact.strip_prefix("ward ") {
        return so(regency.ward.name == name, found);
    }
    match fact.strip_prefix("regency held by ") {
        Some("nobody else") => so(regency.regent.is_none(), found),
        Some(name) => so(regency.regent.as_ref() == Some(names.empire(name)?), found),
        None if fact == "regency betrayed" => so(regency.betrayed, found),
        None if fact == "no betrayal" => so(!regency.betrayed, found),
        None => None,
    }
}
