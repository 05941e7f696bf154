//! Words of a case for what is expected of conversion, colonisation, groups, the land (22, 25, 32, 33).

use pentade::empires::world::{Area, World};

use super::{Judged, so};
use crate::names::Names;

/// Judges one fact; none for words that mean nothing here.
///
/// `CAT URG 3`, `no CAT URG`, `no URG`, `language ITA`.
pub fn judge(names: &Names, world: &World, subject: &str, fact: &str) -> Judged {
    let id = names.area(subject.strip_prefix("area ").unwrap_or(subject))?;
    of_area(names, world.areas.get(id)?, fact)
}

fn of_area(names: &Names, area: &Area, fact: &str) -> Judged {
    let groups = || format!("{:?}", area.urgs);
    if fact == "no URG" {
        return so(area.urgs.is_empty(), groups);
    }
    if let Some(group) = fact.strip_prefix("no ").and_then(|rest| rest.strip_suffix(" URG")) {
        return so(!area.urgs.contains_key(names.religion(group)?), groups);
    }
    if let Some((group, strength)) = fact.split_once(" URG ") {
        let found = area.urgs.get(names.religion(group)?).copied();
        return so(found == Some(strength.parse::<i32>().ok()?), groups);
    }
    let code = fact.strip_prefix("language ")?;
    so(area.language == *names.language(code)?, || format!("language {}", area.language))
}
