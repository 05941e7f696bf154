//! Words of a case for what is given of parleys, Papacy, schism, patriarchates (20, 22.1, 23.1, 23.2, 27, 29).

use pentade::empires::terms::{Ground, Motion};
use pentade::empires::world::{DueParley, Influence, InfluenceUse, Offence, ParleyDue, Schism, World};

use crate::names::Names;

/// Puts one fact on the board; none for words that mean nothing here.
pub fn say(names: &Names, world: &mut World, subject: &str, fact: &str) -> Option<()> {
    parley(names, world, subject, fact)
        .or_else(|| influence(names, world, subject, fact))
        .or_else(|| offence(names, world, subject, fact))
        .or_else(|| church(names, world, subject, fact))
}

/// `Denmark: excommunicated since 951`; `Kiev: patriarchate of Poland` of an area; `Pope: not in the game`.
fn church(names: &Names, world: &mut World, subject: &str, fact: &str) -> Option<()> {
    if let Some(founder) = fact.strip_prefix("patriarchate of ") {
        let area = names.area(subject.strip_prefix("area ").unwrap_or(subject))?;
        world.church.patriarchates.insert(area.clone(), names.empire(founder)?.clone());
        return Some(());
    }
    if subject == "schism" {
        return schism(names, world, fact);
    }
    let id = names.empire(subject)?;
    if let Some(seat) = fact.strip_prefix("seat ") {
        world.church.papal_seat = Some(names.area(seat)?.clone());
        return Some(());
    }
    if fact == "not in the game" {
        world
            .areas
            .values_mut()
            .filter(|area| area.owner.as_ref() == Some(id))
            .for_each(|area| area.owner = None);
        return world.empires.remove(id).map(|_| ());
    }
    if fact == "follows the anti-Pope" {
        world.church.schism.as_mut()?.followers.insert(id.clone());
        return Some(());
    }
    let year = fact.strip_prefix("excommunicated since ")?.parse().ok()?;
    world.church.excommunicated_since.insert(id.clone(), year);
    world.empires.get_mut(id)?.leader.excommunicated = true;
    Some(())
}

/// `schism: of Denmark since 900 in Scania`, `schism: for good`.
fn schism(names: &Names, world: &mut World, fact: &str) -> Option<()> {
    if fact == "for good" {
        world.church.schism.as_mut()?.permanent = true;
        return Some(());
    }
    let (founder, rest) = fact.strip_prefix("of ")?.split_once(" since ")?;
    let (since, seat) = rest.split_once(" in ")?;
    let founder = names.empire(founder)?.clone();
    world.church.schism = Some(Schism {
        since: since.parse().ok()?,
        seat: names.area(seat)?.clone(),
        followers: [founder.clone()].into(),
        founder,
        permanent: false,
    });
    Some(())
}

/// `France: influence to call against Denmark`, `France: influence in the excommunication of Denmark`, `France: influence to
/// attend the excommunication of Denmark`: a card played for the first year.
fn influence(names: &Names, world: &mut World, subject: &str, fact: &str) -> Option<()> {
    let empire = names.empire(subject)?.clone();
    let words = fact.strip_prefix("influence ")?;
    let trial = |name: &str| Some(Motion::Excommunication { of: Some(names.empire(name)?.clone()) });
    let serves = if let Some(against) = words.strip_prefix("to call against ") {
        InfluenceUse::Call { against: names.empire(against)?.clone() }
    } else if let Some(of) = words.strip_prefix("in the excommunication of ") {
        InfluenceUse::Votes(trial(of)?)
    } else {
        InfluenceUse::Attendance(trial(words.strip_prefix("to attend the excommunication of ")?)?)
    };
    world.church.influence.push(Influence { empire, serves });
    Some(())
}

/// `in 974: Denmark broke a treaty with France`.
fn offence(names: &Names, world: &mut World, subject: &str, fact: &str) -> Option<()> {
    let year = subject.strip_prefix("in ")?.parse().ok()?;
    let (by, ground) = if let Some(by) = fact.strip_suffix(" gave nothing to the crusade") {
        (by, Ground::RefusedCrusade)
    } else if let Some((by, of)) = fact.split_once(" attacked the crusaders of ") {
        (by, Ground::AttackOnCrusader { of: names.empire(of)?.clone() })
    } else {
        let (by, with) = fact.split_once(" broke a treaty with ")?;
        (by, Ground::BrokenTreaty { with: names.empire(with)?.clone() })
    };
    world.church.offences.insert(Offence { year, by: names.empire(by)?.clone(), ground });
    Some(())
}

/// `Lombardy: parley of Denmark in 976`, `Lombardy: claims parley of Denmark in 976`, `Denmark: wildcard parley in 976`.
fn parley(names: &Names, world: &mut World, subject: &str, fact: &str) -> Option<()> {
    let (what, year) = fact.rsplit_once(" in ")?;
    let year = year.parse().ok()?;
    if let Some(empire) = what.strip_prefix("parley of ") {
        let (area, empire) = (names.area(subject)?.clone(), names.empire(empire)?.clone());
        world.parleys_due.push(ParleyDue { year, area, empire });
        return Some(());
    }
    if what == "wildcard parley" {
        let empire = Some(names.empire(subject)?.clone());
        let motion = Motion::Wildcard { of: empire.clone() };
        world.church.due.insert(DueParley { year, motion, caller: empire });
        return Some(());
    }
    let empire = names.empire(what.strip_prefix("claims parley of ")?)?.clone();
    let motion = Motion::Claim { of: Some(empire.clone()), area: Some(names.area(subject)?.clone()) };
    world.church.due.insert(DueParley { year, motion, caller: Some(empire) });
    Some(())
}
