//! Words of a case for what is given of crusades, jihads, Crusader States, religious orders (23, 28).

use pentade::empires::terms::{AreaId, EmpireId, ReligionId, Statures};
use pentade::empires::world::{
    Campaign, CampaignCause, Colony, Empire, EmpireKind, Foundation, GivenCard, Grievance, LostCity, World,
};

use crate::names::Names;

/// Puts one fact on the board; none for words that mean nothing here.
pub fn say(names: &Names, world: &mut World, subject: &str, fact: &str) -> Option<()> {
    if let Some(card) = fact.strip_prefix("extra card ") {
        let (to, card) = (names.empire(subject)?.clone(), card.parse().ok()?);
        let year = world.pentade.first_year();
        world.crusades.given.push(GivenCard { to, giver: None, year, card, used: None });
        world.crusades.given.sort();
        return Some(());
    }
    if let Some(name) = fact.strip_prefix("holds ") {
        let kind = match subject {
            _ if subject.starts_with("Crusader State of ") => EmpireKind::CrusaderState,
            _ if subject.starts_with("Order of ") => EmpireKind::ReligiousOrder,
            _ => return None,
        };
        return holds(names.empire(subject)?, subject, world, kind, names.area(name)?.clone());
    }
    founded(names, world, subject, fact)
        .or_else(|| campaign(names, world, subject, fact))
        .or_else(|| past(names, world, subject, fact))
}

/// A power of this kind with an area, which is its court when it is its first.
fn holds(id: &EmpireId, name: &str, world: &mut World, kind: EmpireKind, area: AreaId) -> Option<()> {
    let pope = world.empires.values().find(|empire| empire.kind == EmpireKind::Pope)?;
    let founded = Empire {
        name: name.to_owned(),
        adjective: name.to_owned(),
        kind,
        seat: None,
        court: Some(area.clone()),
        treasury: 0,
        ..pope.clone()
    };
    world.empires.get_or_insert_with(id.clone(), || founded);
    let year = world.pentade.first_year() - 5;
    let foundation = Foundation { year, language: None, colony: None };
    world.crusades.foundations.entry(id.clone()).or_insert(foundation);
    world.areas.get_mut(&area)?.owner = Some(id.clone());
    Some(())
}

/// `Crusader State of Jerusalem: founded in 970`, `colonises to FRA`, `has settled Syria to 7`.
fn founded(names: &Names, world: &mut World, subject: &str, fact: &str) -> Option<()> {
    let foundation = world.crusades.foundations.get_mut(names.empire(subject)?)?;
    if let Some(year) = fact.strip_prefix("founded in ") {
        foundation.year = year.parse().ok()?;
    } else if let Some(code) = fact.strip_prefix("colonises to ") {
        foundation.language = Some(names.language(code)?.clone());
    } else if let Some(rest) = fact.strip_prefix("has settled ") {
        let (area, level) = rest.rsplit_once(" to ")?;
        let (area, level) = (names.area(area)?.clone(), level.parse().ok()?);
        foundation.colony = Some(Colony { area, level });
    } else {
        return None;
    }
    Some(())
}

/// `crusade for Jerusalem: since 976`, `crusade against Byzantium: since 971`, `jihad for Jerusalem: since 976, called by Kiev`.
fn campaign(names: &Names, world: &mut World, subject: &str, fact: &str) -> Option<()> {
    let (army, rest) = subject.split_once(' ')?;
    let army = names.empire(army)?.clone();
    let last = world.pentade.last_year();
    let cause = if let Some(city) = rest.strip_prefix("for ") {
        CampaignCause::HolyCity(names.area(city)?.clone())
    } else {
        CampaignCause::Offender(names.empire(rest.strip_prefix("against ")?)?.clone())
    };
    if let Some(year) = fact.strip_prefix("since ") {
        raise(world, &army)?;
        let until = matches!(cause, CampaignCause::HolyCity(_)).then_some(last);
        if let CampaignCause::HolyCity(city) = &cause {
            let (army, city) = (army.clone(), city.clone());
            world.crusades.lost.insert(LostCity { army, city, called_for: last - 4, fought: true });
        }
        let since = year.parse().ok()?;
        world.crusades.campaigns.insert(Campaign { army, cause, since, until, caller: None });
        return Some(());
    }
    let caller = names.empire(fact.strip_prefix("called by ")?)?.clone();
    let campaigns = &world.crusades.campaigns;
    let mut campaign = campaigns.iter().find(|one| one.army == army && one.cause == cause)?.clone();
    world.crusades.campaigns.remove(&campaign);
    campaign.caller = Some(caller);
    world.crusades.campaigns.insert(campaign);
    Some(())
}

fn raise(world: &mut World, army: &EmpireId) -> Option<()> {
    let pope = world.empires.values().find(|empire| empire.kind == EmpireKind::Pope)?;
    let mut raised = Empire {
        name: army.to_string(),
        adjective: army.to_string(),
        kind: EmpireKind::Crusade,
        court: None,
        treasury: 0,
        ..pope.clone()
    };
    if army.as_str() == "jihad" {
        raised.leader.religion = ReligionId::new("MUS");
    }
    raised.leader.statures = Statures { combat: 1, administrative: 1, diplomatic: 1 };
    world.empires.get_or_insert_with(army.clone(), || raised);
    Some(())
}

/// `France: wronged by Byzantium in 974`, `… robbed by …`; `Jerusalem: last Sunni owner Kiev`, `crusade called for 976`.
fn past(names: &Names, world: &mut World, subject: &str, fact: &str) -> Option<()> {
    for (word, lost) in [("wronged by ", false), ("robbed by ", true)] {
        if let Some(rest) = fact.strip_prefix(word) {
            let (by, year) = rest.split_once(" in ")?;
            let (wronged, by) = (names.empire(subject)?.clone(), names.empire(by)?.clone());
            world.crusades.grievances.insert(Grievance { wronged, by, year: year.parse().ok()?, lost });
            return Some(());
        }
    }
    let city = || names.area(subject.strip_prefix("area ").unwrap_or(subject)).cloned();
    if let Some(owner) = fact.strip_prefix("last Sunni owner ") {
        world.crusades.last_sunni.insert(city()?, names.empire(owner)?.clone());
        return Some(());
    }
    if let Some(year) = fact.strip_prefix("crusade called for ") {
        let (army, city) = (names.empire("crusade")?.clone(), city()?);
        let called_for = year.parse().ok()?;
        world.crusades.lost.insert(LostCity { army, city, called_for, fought: false });
        return Some(());
    }
    if fact == "freed by a crusade before" {
        world.crusades.successes = 1;
        return Some(());
    }
    None
}
