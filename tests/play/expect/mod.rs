//! What a case expects of the world afterwards.

use pentade::empires::terms::AreaId;
use pentade::empires::world::{Area, Empire, World};

use crate::board;
use crate::names::Names;

mod cards;
mod church;
mod crusades;
mod heresies;
mod outsiders;
mod people;
mod regencies;
mod scores;

/// The differences between a line such as `Lombardy: independent, social state +1` and the world.
pub fn difference(names: &Names, world: &World, line: &str) -> Vec<String> {
    let Some((subject, facts)) = line.split_once(": ") else {
        return vec![format!("expect \"{line}\" has no colon")];
    };
    let subject = subject.trim();
    let judged = facts.split(", ").filter_map(|fact| {
        let fact = fact.trim();
        match judge(names, world, subject, fact) {
            None => Some(format!("expect \"{line}\": \"{fact}\" means nothing")),
            Some(Ok(())) => None,
            Some(Err(found)) => Some(format!("{subject}: expected {fact}, found {found}")),
        }
    });
    judged.collect()
}

/// None for words that mean nothing, an error with what was found for words that are not so.
pub(crate) type Judged = Option<Result<(), String>>;

/// How a part of the board judges one fact about one subject.
type Judge = fn(&Names, &World, &str, &str) -> Judged;

pub(crate) fn so(holds: bool, found: impl FnOnce() -> String) -> Judged {
    Some(if holds { Ok(()) } else { Err(found()) })
}

fn judge(names: &Names, world: &World, subject: &str, fact: &str) -> Judged {
    if let Some(empire) = names.empire(subject).and_then(|id| world.empires.get(id))
        && let Some(judged) = of_empire(names, empire, fact)
    {
        return Some(judged);
    }
    let of_parts: [Judge; 8] = [
        cards::judge,
        church::judge,
        crusades::judge,
        heresies::judge,
        outsiders::judge,
        people::judge,
        regencies::judge,
        scores::judge,
    ];
    if let Some(judged) = of_parts.iter().find_map(|judge| judge(names, world, subject, fact)) {
        return Some(judged);
    }
    let id = names.area(subject.strip_prefix("area ").unwrap_or(subject))?;
    parley(names, world, id, fact).or_else(|| of_area(names, world.areas.get(id)?, fact))
}

/// `parley of Denmark in 977`, `no parley`.
fn parley(names: &Names, world: &World, area: &AreaId, fact: &str) -> Judged {
    let due: Vec<_> = world.parleys_due.iter().filter(|due| due.area == *area).collect();
    let found = || format!("{due:?}");
    if fact == "no parley" {
        return so(due.is_empty(), found);
    }
    let (empire, year) = fact.strip_prefix("parley of ")?.split_once(" in ")?;
    let (empire, year) = (names.empire(empire)?, year.parse::<i32>().ok()?);
    so(due.iter().any(|due| due.empire == *empire && due.year == year), found)
}

fn of_empire(names: &Names, empire: &Empire, fact: &str) -> Judged {
    let leader = &empire.leader;
    match fact.split_once(' ') {
        Some(("gold", number)) => {
            so(empire.treasury == number.parse::<i32>().ok()?, || format!("gold {}", empire.treasury))
        }
        Some(("seat", number)) => {
            so(empire.seat == Some(number.parse::<u32>().ok()?), || format!("seat {:?}", empire.seat))
        }
        Some(("court", "nowhere")) => so(empire.court.is_none(), || format!("court {:?}", empire.court)),
        Some(("court", area)) => {
            so(empire.court.as_ref() == Some(names.area(area)?), || format!("court {:?}", empire.court))
        }
        Some(("statures", three)) => {
            so(leader.statures == board::statures(three)?, || format!("statures {}", leader.statures))
        }
        Some(("leader", name)) => so(leader.name == name, || format!("leader {}", leader.name)),
        Some(("accession", year)) => {
            so(leader.accession == year.parse::<i32>().ok()?, || format!("accession {}", leader.accession))
        }
        Some(("heir", name)) => {
            so(leader.heir_name.as_deref() == Some(name), || format!("heir {:?}", leader.heir_name))
        }
        Some(("leader's", rest)) => match rest.split_once(' ')? {
            ("religion", code) => {
                so(leader.religion == *names.religion(code)?, || format!("religion {}", leader.religion))
            }
            ("language", code) => {
                so(leader.language == *names.language(code)?, || format!("language {}", leader.language))
            }
            _ => None,
        },
        _ => None,
    }
}

fn of_area(names: &Names, area: &Area, fact: &str) -> Judged {
    let owner = || area.owner.as_ref().map_or("independent".to_owned(), ToString::to_string);
    if let Some(expected) = names.empire(fact) {
        return so(area.owner.as_ref() == Some(expected), owner);
    }
    match fact {
        "independent" => so(area.owner.is_none(), owner),
        "in unrest" => so(area.in_unrest, || "not in unrest".to_owned()),
        "not in unrest" => so(!area.in_unrest, || "in unrest".to_owned()),
        "no C" => so(area.partial_conquests.is_empty(), || format!("{:?}", area.partial_conquests)),
        "no diplomatic C" => {
            so(area.diplomatic_results.is_empty(), || format!("{:?}", area.diplomatic_results))
        }
        "no ties" => so(area.ties.is_empty(), || format!("{:?}", area.ties)),
        "no claims" => so(area.claims.is_empty(), || format!("{:?}", area.claims)),
        "disputed" => so(area.undisputed_since.is_none(), || format!("{:?}", area.undisputed_since)),
        _ => figure(area, fact).or_else(|| bond(names, area, fact)),
    }
}

fn figure(area: &Area, fact: &str) -> Judged {
    let (what, number) = fact.rsplit_once(' ')?;
    let number: i32 = number.parse().ok()?;
    let found = match what {
        "social state" => area.social_state,
        "base social state" => area.base_social_state,
        "population" => area.population,
        "fortification" => area.fortification,
        "undisputed since" => {
            return so(area.undisputed_since == Some(number), || format!("{:?}", area.undisputed_since));
        }
        _ => return None,
    };
    so(found == number, || format!("{what} {found:+}"))
}

fn bond(names: &Names, area: &Area, fact: &str) -> Judged {
    let ties = || format!("ties {:?}", area.ties);
    let claims = || format!("claims {:?}", area.claims);
    if let Some(holder) = fact.strip_prefix("tie of ") {
        return so(area.ties.get(names.empire(holder)?).is_some_and(|tie| !tie.waived), ties);
    }
    if let Some(holder) = fact.strip_prefix("waived tie of ") {
        return so(area.ties.get(names.empire(holder)?).is_some_and(|tie| tie.waived), ties);
    }
    if let Some(holder) = fact.strip_prefix("no tie of ") {
        return so(!area.ties.contains_key(names.empire(holder)?), ties);
    }
    if let Some(holder) = fact.strip_prefix("claim of ") {
        return so(area.claims.contains(names.empire(holder)?), claims);
    }
    if let Some(holder) = fact.strip_prefix("no claim of ") {
        return so(!area.claims.contains(names.empire(holder)?), claims);
    }
    if let Some(code) = fact.strip_prefix("religion ") {
        return so(area.religion == *names.religion(code)?, || format!("religion {}", area.religion));
    }
    results(names, area, fact)
}

fn results(names: &Names, area: &Area, fact: &str) -> Judged {
    if let Some((number, empire)) = fact.split_once(" diplomatic C of ") {
        let found = area.diplomatic_results.get(names.empire(empire)?).copied().unwrap_or(0);
        return so(found == number.parse::<i32>().ok()?, || format!("{:?}", area.diplomatic_results));
    }
    let (number, rest) = fact.split_once(" C of ")?;
    let (attacker, base) = rest.split_once(" from ")?;
    let (attacker, base) = (names.empire(attacker)?, names.area(base)?);
    let border = area.partial_conquests.iter().find(|one| one.attacker == *attacker && one.base == *base);
    let found = border.map_or(0, |one| one.results);
    so(found == number.parse::<i32>().ok()?, || format!("{:?}", area.partial_conquests))
}
