//! Words of a case for what is expected of conversion, colonisation, groups, the land (22, 25, 32, 33).

use pentade::empires::terms::AreaId;
use pentade::empires::world::{Area, World};

use super::{Judged, so};
use crate::names::Names;

/// Judges one fact; none for words that mean nothing here.
///
/// `CAT URG 3`, `no CAT URG`, `no URG`, `language ITA`, `2 successes of conversion by Germany`, `no conversion`,
/// `colonisation by Germany at 3`, `no colonisation`.
pub fn judge(names: &Names, world: &World, subject: &str, fact: &str) -> Judged {
    let id = names.area(subject.strip_prefix("area ").unwrap_or(subject))?;
    conversion(names, world, id, fact)
        .or_else(|| colonisation(names, world, id, fact))
        .or_else(|| of_area(names, world.areas.get(id)?, fact))
}

fn conversion(names: &Names, world: &World, id: &AreaId, fact: &str) -> Judged {
    let kept = world.people.conversions.get(id);
    let found = || format!("{kept:?}");
    if fact == "no conversion" {
        return so(kept.is_none(), found);
    }
    let (successes, converter) = fact.split_once(" successes of conversion by ")?;
    let (successes, converter) = (successes.parse::<i32>().ok()?, names.empire(converter)?);
    so(kept.is_some_and(|kept| kept.converter == *converter && kept.successes == successes), found)
}

fn colonisation(names: &Names, world: &World, id: &AreaId, fact: &str) -> Judged {
    let kept = world.people.colonisations.get(id);
    let found = || format!("{kept:?}");
    if fact == "no colonisation" {
        return so(kept.is_none(), found);
    }
    let (empire, level) = fact.strip_prefix("colonisation by ")?.split_once(" at ")?;
    let (empire, level) = (names.empire(empire)?, level.parse::<i32>().ok()?);
    so(kept.is_some_and(|kept| kept.empire == *empire && kept.level == level), found)
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
