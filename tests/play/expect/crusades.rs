//! Words of a case for what is expected of crusades, jihads, Crusader States, religious orders (23, 28).

use pentade::empires::terms::{EmpireId, Ground};
use pentade::empires::world::{CampaignCause, EmpireKind, World};

use super::{Judged, so};
use crate::names::Names;

/// Judges one fact; none for words that mean nothing here.
pub fn judge(names: &Names, world: &World, subject: &str, fact: &str) -> Judged {
    if fact == "no extra card" {
        let to = names.empire(subject)?;
        let given = &world.crusades.given;
        return so(!given.iter().any(|card| card.to == *to), || format!("{given:?}"));
    }
    campaign(names, world, subject, fact)
        .or_else(|| city(names, world, subject, fact))
        .or_else(|| power(names, world, subject, fact))
}

/// `crusade for Jerusalem: on`, `crusade against Byzantium: over`.
fn campaign(names: &Names, world: &World, subject: &str, fact: &str) -> Judged {
    let (army, rest) = subject.split_once(' ')?;
    let army: &EmpireId = names.empire(army)?;
    let cause = if let Some(city) = rest.strip_prefix("for ") {
        CampaignCause::HolyCity(names.area(city)?.clone())
    } else {
        CampaignCause::Offender(names.empire(rest.strip_prefix("against ")?)?.clone())
    };
    let campaigns = &world.crusades.campaigns;
    let on = campaigns.iter().any(|one| one.army == *army && one.cause == cause);
    match fact {
        "on" => so(on, || format!("{campaigns:?}")),
        "over" => so(!on, || format!("{campaigns:?}")),
        _ => None,
    }
}

/// `Jerusalem: crusade called for 981`, `no call`, `last Sunni owner Kiev`.
fn city(names: &Names, world: &World, subject: &str, fact: &str) -> Judged {
    let city = names.area(subject.strip_prefix("area ").unwrap_or(subject))?;
    let lost = || world.crusades.lost.iter().filter(|lost| lost.city == *city);
    let found = || format!("{:?}", world.crusades.lost);
    if let Some((army, year)) = fact.split_once(" called for ") {
        let (army, year) = (names.empire(army)?, year.parse::<i32>().ok()?);
        return so(lost().any(|one| one.army == *army && !one.fought && one.called_for == year), found);
    }
    if let Some(owner) = fact.strip_prefix("last Sunni owner ") {
        let owner = names.empire(owner)?;
        let last = world.crusades.last_sunni.get(city);
        return so(last == Some(owner), || format!("{last:?}"));
    }
    (fact == "no call").then(|| so(lost().next().is_none(), found))?
}

/// `Order of Prussia: a player`, `settles Syria at 7`, `refused the crusade`, `attacked the crusader France`.
fn power(names: &Names, world: &World, subject: &str, fact: &str) -> Judged {
    let id = names.empire(subject)?;
    let empire = world.empires.get(id);
    let accused =
        |ground: Ground| world.church.offences.iter().any(|one| one.by == *id && one.ground == ground);
    if let Some(rest) = fact.strip_prefix("settles ") {
        let (area, level) = rest.rsplit_once(" at ")?;
        let (area, level) = (names.area(area)?, level.parse::<i32>().ok()?);
        let colony = world.crusades.foundations.get(id).and_then(|one| one.colony.as_ref());
        return so(colony.is_some_and(|one| one.area == *area && one.level == level), || {
            format!("{:?}", world.crusades.foundations)
        });
    }
    if let Some(crusader) = fact.strip_prefix("attacked the crusader ") {
        let crusader = names.empire(crusader)?.clone();
        return so(accused(Ground::AttackOnCrusader { of: crusader }), || "not remembered".to_owned());
    }
    match fact {
        "a player" => {
            let player = empire.is_some_and(|one| one.kind == EmpireKind::Player && one.seat.is_some());
            so(player, || format!("{empire:?}"))
        }
        "refused the crusade" => so(accused(Ground::RefusedCrusade), || "not remembered".to_owned()),
        "supported the crusade" => so(!accused(Ground::RefusedCrusade), || "refused".to_owned()),
        _ => None,
    }
}
