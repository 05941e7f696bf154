//! The blank board and what a case gives on it.
//!
//! The blank board is the map with the empires and areas of the Millennium scenario, and everything else plain: population
//! 1, social state 0 over base 0, one language (OHG) and one religion (RC) for areas and leaders, no unrest, walls, claims
//! or ties; every leader is 3-3-3, every treasury 10 gold; the event deck has Quiet Years enough for everyone.

use std::collections::BTreeMap;

use pentade::empires::pentade::begin;
use pentade::empires::rulebook::Rulebook;
use pentade::empires::rules::gm::ruled;
use pentade::empires::terms::{
    AreaId, Bounds, EmpireId, EventKind, LanguageId, Pentade, Point, ReligionId, Statures,
};
use pentade::empires::world::{
    Area, Cards, Empire, Fact, FactEvent, PartialConquest, Scores, Tie, Treaty, World, apply, lay_away,
};

use crate::names::{BOARD, Names};

mod cards;
mod church;
mod crusades;
mod heresies;
mod outsiders;
mod people;
mod regencies;
pub mod scores;

pub use outsiders::quiet;

/// How a part of the board says one fact about one subject; none for words that mean nothing to it.
type Say = fn(&Names, &mut World, &str, &str) -> Option<()>;

/// The board with everything that `given` says of it.
///
/// Errors: the words that mean nothing.
pub fn laid_out(bounds: &Bounds, mut world: World, names: &Names, given: &[String]) -> Result<World, String> {
    for line in given {
        let (subject, facts) =
            line.split_once(": ").ok_or_else(|| format!("given \"{line}\" has no colon"))?;
        for fact in facts.split(", ") {
            let said = say(names, &mut world, subject.trim(), fact.trim());
            said.ok_or_else(|| format!("given \"{line}\": \"{fact}\" means nothing"))?;
        }
    }
    lay_away(bounds, &mut world);
    Ok(world)
}

/// Quiet Years beside those of the deck, so that every empire may draw one.
const MORE_QUIET_YEARS: usize = 80;

/// The blank board with areas that were added to it, in the words of rulings.
///
/// Errors: why a ruling is refused.
pub fn blank(rulebook: &Rulebook, year: i32, adds: &[String]) -> Result<World, String> {
    let mut world = plain(rulebook, year);
    for words in adds {
        let effects =
            ruled(rulebook, &world, year, words).map_err(|why| format!("adds \"{words}\": {why}"))?;
        apply(&rulebook.bounds(), &mut world, &effects);
    }
    Ok(world)
}

fn plain(rulebook: &Rulebook, year: i32) -> World {
    let mut world = begin(rulebook, &rulebook.scenarios[BOARD]);
    world.pentade = Pentade::of(year);
    world.scores = Scores::default();
    let (language, religion) = (LanguageId::new("OHG"), ReligionId::new("RC"));
    for area in world.areas.values_mut() {
        *area = Area {
            population: 1,
            base_social_state: 0,
            social_state: 0,
            language: language.clone(),
            religion: religion.clone(),
            owner: area.owner.clone(),
            fortification: 0,
            in_unrest: false,
            urgs: BTreeMap::new(),
            claims: std::collections::BTreeSet::new(),
            ties: BTreeMap::new(),
            partial_conquests: Vec::new(),
            diplomatic_results: BTreeMap::new(),
            taxed: false,
            plundered: false,
            undisputed_since: None,
        };
    }
    let quiet = std::iter::repeat_n(EventKind::QuietYears, MORE_QUIET_YEARS);
    world.cards = Cards::laid_out(rulebook.event_deck().chain(quiet));
    for empire in world.empires.values_mut() {
        empire.treasury = 10;
        empire.leader.statures = Statures { combat: 3, administrative: 3, diplomatic: 3 };
        empire.leader.accession = year - 1;
        empire.leader.language = language.clone();
        empire.leader.religion = religion.clone();
    }
    world
}

fn say(names: &Names, world: &mut World, subject: &str, fact: &str) -> Option<()> {
    if let Some(year) = subject.strip_prefix("in ") {
        let year = year.parse().ok()?;
        return remember(names, world, year, fact).or_else(|| church::say(names, world, subject, fact));
    }
    if subject.starts_with("treaty of ") {
        return treaty(names, world, subject, fact);
    }
    // An empire goes before an area of the same name, unless the fact is one of areas only.
    if let Some(id) = names.empire(subject)
        && let Some(empire) = world.empires.get_mut(id)
        && of_empire(names, empire, fact).is_some()
    {
        return Some(());
    }
    let of_parts: [Say; 8] = [
        cards::say,
        church::say,
        crusades::say,
        heresies::say,
        outsiders::say,
        people::say,
        regencies::say,
        scores::say,
    ];
    if of_parts.iter().any(|say| say(names, world, subject, fact).is_some()) {
        return Some(());
    }
    let id = names.area(subject.strip_prefix("area ").unwrap_or(subject))?.clone();
    of_area(names, world.areas.get_mut(&id)?, fact)
}

fn of_empire(names: &Names, empire: &mut Empire, fact: &str) -> Option<()> {
    match fact.split_once(' ') {
        Some(("gold", number)) => empire.treasury = number.parse().ok()?,
        Some(("court", "nowhere")) => empire.court = None,
        Some(("court", area)) => empire.court = Some(names.area(area)?.clone()),
        Some(("statures", three)) => empire.leader.statures = statures(three)?,
        Some(("leader", name)) => empire.leader.name = name.to_owned(),
        Some(("heir", name)) => empire.leader.heir_name = Some(name.to_owned()),
        Some(("accession", year)) => empire.leader.accession = year.parse().ok()?,
        Some(("leader's", rest)) => match rest.split_once(' ')? {
            ("language", code) => empire.leader.language = names.language(code)?.clone(),
            ("religion", code) => empire.leader.religion = names.religion(code)?.clone(),
            _ => return None,
        },
        Some(("seat", number)) => empire.seat = Some(number.parse().ok()?),
        Some(("has", "risen")) => empire.leader.has_risen = true,
        Some(("has", "adopted a religion")) => empire.leader.has_adopted_religion = true,
        None if fact == "excommunicated" => empire.leader.excommunicated = true,
        _ => return None,
    }
    Some(())
}

/// `5-3-2`.
pub fn statures(text: &str) -> Option<Statures> {
    let mut three = text.split('-').map(|one| one.parse::<i32>().ok());
    let statures =
        Statures { combat: three.next()??, administrative: three.next()??, diplomatic: three.next()?? };
    three.next().is_none().then_some(statures)
}

fn of_area(names: &Names, area: &mut Area, fact: &str) -> Option<()> {
    if let Some(owner) = names.empire(fact) {
        area.owner = Some(owner.clone());
        return Some(());
    }
    match fact {
        "independent" => area.owner = None,
        "in unrest" => area.in_unrest = true,
        "taxed" => area.taxed = true,
        "plundered" => area.plundered = true,
        _ => return figures(area, fact).or_else(|| bonds(names, area, fact)),
    }
    Some(())
}

fn figures(area: &mut Area, fact: &str) -> Option<()> {
    let (what, number) = fact.rsplit_once(' ')?;
    let number: i32 = number.parse().ok()?;
    match what {
        "social state" => area.social_state = number,
        "base social state" => area.base_social_state = number,
        "population" => area.population = number,
        "fortification" => area.fortification = number,
        "undisputed since" => area.undisputed_since = Some(number),
        _ => return None,
    }
    Some(())
}

fn bonds(names: &Names, area: &mut Area, fact: &str) -> Option<()> {
    if let Some(holder) = fact.strip_prefix("tie of ") {
        area.ties.insert(names.empire(holder)?.clone(), Tie { waived: false });
    } else if let Some(holder) = fact.strip_prefix("waived tie of ") {
        area.ties.insert(names.empire(holder)?.clone(), Tie { waived: true });
    } else if let Some(holder) = fact.strip_prefix("claim of ") {
        area.claims.insert(names.empire(holder)?.clone());
    } else if let Some(code) = fact.strip_prefix("language ") {
        area.language = names.language(code)?.clone();
    } else if let Some(code) = fact.strip_prefix("religion ") {
        area.religion = names.religion(code)?.clone();
    } else if let Some((group, level)) = fact.split_once(" URG ") {
        area.urgs.insert(names.religion(group)?.clone(), level.parse().ok()?);
    } else if let Some((number, empire)) = fact.split_once(" diplomatic C of ") {
        area.diplomatic_results.insert(names.empire(empire)?.clone(), number.parse().ok()?);
    } else if let Some((number, rest)) = fact.split_once(" C of ") {
        let (attacker, base) = rest.split_once(" from ")?;
        area.partial_conquests.push(PartialConquest {
            attacker: names.empire(attacker)?.clone(),
            base: names.area(base)?.clone(),
            results: number.parse().ok()?,
        });
        area.partial_conquests.sort();
    } else {
        return None;
    }
    Some(())
}

/// `in 974: Verona rebelled`, `in 974: France paid Germany 3`.
fn remember(names: &Names, world: &mut World, year: i32, fact: &str) -> Option<()> {
    let area = |name: &str| names.area(name).cloned();
    let empire = |name: &str| names.empire(name).cloned();
    let event = if let Some(name) = fact.strip_suffix(" rebelled") {
        FactEvent::Rebelled(area(name)?)
    } else if let Some(name) = fact.strip_suffix(" went into unrest") {
        FactEvent::WentIntoUnrest(area(name)?)
    } else if let Some(who) = fact.strip_prefix("the leader died of ") {
        FactEvent::LeaderDied(empire(who)?)
    } else if let Some(who) = fact.strip_suffix(" died heirless") {
        FactEvent::DiedHeirless(empire(who)?)
    } else if let Some(who) = fact.strip_suffix(" succeeded") {
        FactEvent::Succeeded(empire(who)?)
    } else if let Some((by, what)) = fact.split_once(" took ") {
        FactEvent::Taken { area: area(what)?, by: empire(by)? }
    } else if let Some((by, what)) = fact.split_once(" attacked ") {
        FactEvent::Attacked { area: area(what)?, by: empire(by)? }
    } else if let Some((from, rest)) = fact.split_once(" paid ") {
        let (to, gold) = rest.rsplit_once(' ')?;
        FactEvent::Paid { from: empire(from)?, to: empire(to)?, gold: gold.parse().ok()? }
    } else {
        return None;
    };
    world.facts.insert(Fact { year, event });
    Some(())
}

/// `treaty of Germany and France: binding`, then `passage from France to Germany`, `no attack until 980`, `until 978`.
fn treaty(names: &Names, world: &mut World, subject: &str, fact: &str) -> Option<()> {
    let (a, b) = subject.strip_prefix("treaty of ")?.split_once(" and ")?;
    let parties = std::collections::BTreeSet::from([names.empire(a)?.clone(), names.empire(b)?.clone()]);
    let from_year = world.pentade.first_year() - 5;
    let place = world.treaties.iter().position(|treaty| treaty.parties == parties).unwrap_or_else(|| {
        world.treaties.push(Treaty {
            signed: parties.clone(),
            parties,
            binding: false,
            from_year,
            until: None,
            points: Vec::new(),
        });
        world.treaties.len() - 1
    });
    let treaty = &mut world.treaties[place];
    if fact == "binding" {
        treaty.binding = true;
    } else if let Some(year) = fact.strip_prefix("until ") {
        treaty.until = Some(year.parse().ok()?);
    } else if fact == "no attack" {
        treaty.points.push(Point::NoAttack { until: None });
    } else if let Some(year) = fact.strip_prefix("no attack until ") {
        treaty.points.push(Point::NoAttack { until: Some(year.parse().ok()?) });
    } else if let Some(rest) = fact.strip_prefix("passage from ") {
        treaty.points.push(passage(names, rest)?);
    } else {
        return None;
    }
    Some(())
}

/// `France to Germany`, `France to Germany through Champagne`.
fn passage(names: &Names, rest: &str) -> Option<Point> {
    let (from, rest) = rest.split_once(" to ")?;
    let (to, areas): (&str, Vec<AreaId>) = match rest.split_once(" through ") {
        Some((to, area)) => (to, vec![names.area(area)?.clone()]),
        None => (rest, Vec::new()),
    };
    let empire = |name: &str| -> Option<EmpireId> { names.empire(name).cloned() };
    Some(Point::Passage { from: empire(from)?, to: empire(to)?, areas })
}
