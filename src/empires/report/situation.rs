//! A side's situation: what it holds, and what others hold against it.

use super::areas::{area_table, elsewhere_table};
use super::words::{Names, counted, plain, points, signed, years};
use crate::empires::rulebook::Rulebook;
use crate::empires::terms::{AreaId, EmpireId, Point};
use crate::empires::world::{AwardCause, Empire, EmpireKind, Treaty, World};
use crate::postal::document::{Block, Document, Item};

/// What an empire holds before the pentade.
///
/// Errors: none is returned when the world has no such empire.
pub fn situation(rulebook: &Rulebook, world: &World, empire: &EmpireId) -> Option<Document> {
    let rulebook = &*rulebook.of_world(world);
    let names = Names { rulebook, world };
    let found = world.empires.get(empire)?;
    let mut document = Document::new(format!("{} before {}", found.name, years(world.pentade)));
    document.blocks = blocks(names, empire, found);
    Some(document)
}

/// The situation as parts of a longer document.
pub(super) fn blocks(names: Names<'_>, id: &EmpireId, empire: &Empire) -> Vec<Block> {
    let mut document = Document::default();
    document.paragraph(ruler(names, id, empire));
    document.paragraph(treasury(names, id, empire));
    document.paragraph(victory_points(names, id));
    document.blocks.extend(area_table(names, id));
    document.blocks.extend(elsewhere_table(names, id));
    document.blocks.extend(advances(names, id));
    document.blocks.extend(awards(names, id));
    document.blocks.extend(event_cards(names, id));
    document.blocks.extend(under_way(names, id));
    document.blocks.extend(treaties(names, id));
    document.blocks
}

fn ruler(names: Names<'_>, id: &EmpireId, empire: &Empire) -> String {
    let leader = &empire.leader;
    let language = names.rulebook.languages.get(&leader.language);
    let language = language.map_or(leader.language.as_str(), |found| &found.name);
    let religion = names.rulebook.religions.name(&leader.religion);
    let court = match (&empire.court, &empire.off_board, empire.kind) {
        (Some(court), ..) => format!("court in {}", names.area(court)),
        (None, Some(_), _) => "beyond the map".to_owned(),
        (None, None, EmpireKind::Player) => "in exile".to_owned(),
        (None, None, _) => "without a court".to_owned(),
    };
    let statures = leader.statures;
    let mut words = format!(
        "{} rules since {}: combat {}, administrative {}, diplomatic {}; {language}, {religion}; {court}.",
        leader.name, leader.accession, statures.combat, statures.administrative, statures.diplomatic
    );
    if let Some(regency) = names.world.regencies.by_empire.get(id) {
        words.push_str(&format!(" He is regent for {}, who is under age.", regency.ward.name)); // rule:30.2
        if let Some(regent) = &regency.regent {
            words.push_str(&format!(" The regency is with {}, whose orders count.", names.empire(regent))); // rule:30.4
        }
    }
    if leader.excommunicated {
        words.push_str(" He is excommunicated.");
    }
    if let Some(heir) = &leader.heir_name {
        words.push_str(&format!(" His heir is to be called {heir}."));
    }
    words
}

fn treasury(names: Names<'_>, id: &EmpireId, empire: &Empire) -> String {
    let own = || names.world.areas.values().filter(|area| area.owner.as_ref() == Some(id));
    let wealth: i32 = own().map(crate::empires::world::Area::wealth).sum();
    let unrest = own().filter(|area| area.in_unrest).count();
    format!(
        "Treasury: {} gold. {} with a wealth of {}, {unrest} in unrest.",
        empire.treasury,
        counted(own().count(), "area", "areas"),
        plain(wealth)
    )
}

/// What an empire's victory points are made of (26.2).
fn victory_points(names: Names<'_>, id: &EmpireId) -> String {
    let world = names.world;
    let gold = world.quarters_of_gold(id, names.rulebook.figures.gold_per_point);
    format!(
        "Victory points: {} of areas and {} of awards, together {}; its gold would be {} more at the end of the game.",
        points(world.quarters_of_areas(id)),
        points(world.quarters_awarded(id)),
        points(world.quarters_of(id)),
        points(gold)
    )
}

/// The awards of an empire so far (26.3, 26.4).
fn awards(names: Names<'_>, id: &EmpireId) -> Option<Block> {
    let own = names.world.scores.awards.iter().filter(|award| award.empire == *id);
    let rows = own.map(|award| {
        let area = award.area.as_ref().map_or("", |area| names.area(area));
        vec![
            award.year.to_string(),
            cause_words(names, &award.cause),
            area.to_owned(),
            points(award.quarters),
        ]
    });
    table("Your awards", &["Year", "For", "Area", "Victory points"], rows.collect())
}

fn cause_words(names: Names<'_>, cause: &AwardCause) -> String {
    match cause {
        AwardCause::Converted => "conversion".to_owned(),
        AwardCause::Colonised => "colonisation".to_owned(),
        AwardCause::MassConverted => "conversion with the court".to_owned(),
        AwardCause::ImprovedEmpire => "improvement of the empire".to_owned(),
        AwardCause::ImprovedReligion(religion) => {
            format!("improvement of {}", names.rulebook.religions.name(religion))
        }
        // Its words may be the GM's alone.
        AwardCause::Ruling(_) => "ruling of the GM".to_owned(),
    }
}

/// Partial conquests and diplomatic results of this empire.
fn advances(names: Names<'_>, id: &EmpireId) -> Option<Block> {
    let mut rows = Vec::new();
    for (target, area) in &names.world.areas {
        let cells = |from: &str, results: i32| {
            let owner = names.owner(area.owner.as_ref());
            let population = plain(area.population);
            [names.area(target), owner, from, &results.to_string(), &population].map(str::to_owned).to_vec()
        };
        let military = area.partial_conquests.iter().filter(|partial| partial.attacker == *id);
        rows.extend(military.map(|partial| cells(names.area(&partial.base), partial.results)));
        rows.extend(area.diplomatic_results.get(id).map(|results| cells("diplomacy", *results)));
    }
    let head = ["Target", "Owner", "From", "C results", "Population"];
    table("Your partial conquests", &head, rows)
}

/// Conversions and colonisations of this empire (22.2, 25.1).
fn under_way(names: Names<'_>, id: &EmpireId) -> Option<Block> {
    let people = &names.world.people;
    let mut rows = Vec::new();
    for (area, one) in people.conversions.iter().filter(|(_, one)| one.converter == *id) {
        let what = format!("conversion to {}", names.rulebook.religions.name(&one.religion));
        rows.push([
            names.area(area).to_owned(),
            what,
            format!("{} of {} successes", one.successes, one.needed),
        ]);
    }
    for (id, one) in people.colonisations.iter().filter(|(_, one)| one.empire == *id) {
        let Some(area) = names.world.areas.get(id) else { continue };
        let goal = names.rulebook.figures.colonisation_goal_of(area.population);
        let language = names.rulebook.languages.get(&one.language);
        let what = format!("colonisation to {}", language.map_or(one.language.as_str(), |found| &found.name));
        let rests = if one.resting { ", at rest" } else { "" };
        rows.push([names.area(id).to_owned(), what, format!("level {} of {goal}{rests}", one.level)]);
    }
    table("Under way", &["Area", "What", "How far"], rows.into_iter().map(|row| row.to_vec()).collect())
}

/// A table, unless it has no row.
pub(super) fn table(caption: &str, head: &[&str], rows: Vec<Vec<String>>) -> Option<Block> {
    let head = head.iter().map(|word| (*word).to_owned()).collect();
    (!rows.is_empty()).then(|| Block::Table { caption: caption.to_owned(), head, rows })
}

/// The event cards in the empire's hand, and what it has in play or holds copies of (19.1).
fn event_cards(names: Names<'_>, id: &EmpireId) -> Vec<Block> {
    let year = names.world.pentade.first_year();
    let name = |kind| names.rulebook.event_card(kind).map_or("a card", |card| card.name.as_str());
    let hand = names.world.cards.hand(id).map(|(_, kind)| format!("{}: in hand, unseen.", name(kind)));
    let play = names.world.cards.in_play(year).filter_map(|(_, kind, play)| {
        let until = play.until.map_or_else(String::new, |year| format!(" until {year}"));
        if play.empire == *id {
            Some(format!("{}: in play{until}.", name(kind)))
        } else {
            let owner = names.empire(&play.empire);
            play.copies.contains(id).then(|| format!("{}: a copy of {owner}'s{until}.", name(kind)))
        }
    });
    let items =
        hand.chain(play).map(|words| Item { spans: vec![super::words::text(words)], details: Vec::new() });
    let items: Vec<Item> = items.collect();
    if items.is_empty() {
        return Vec::new();
    }
    vec![Block::Heading { level: 3, text: "Event cards".to_owned() }, Block::List(items)]
}

/// Treaties to which this empire is a party, and offers it may sign.
fn treaties(names: Names<'_>, id: &EmpireId) -> Vec<Block> {
    let kept = names.world.treaties.iter().map(|treaty| (treaty, "in force"));
    let offered = names.world.offers.iter().map(|treaty| (treaty, "offered"));
    let own = kept.chain(offered).filter(|(treaty, _)| treaty.parties.contains(id));
    let items: Vec<Item> = own.map(|(treaty, state)| treaty_item(names, id, treaty, state)).collect();
    if items.is_empty() {
        return Vec::new();
    }
    vec![Block::Heading { level: 3, text: "Treaties".to_owned() }, Block::List(items)]
}

fn treaty_item(names: Names<'_>, id: &EmpireId, treaty: &Treaty, state: &str) -> Item {
    let others = names.empires(treaty.parties.iter().filter(|party| *party != id));
    let binding = if treaty.binding { "binding" } else { "not binding" };
    let until = treaty.until.map_or_else(String::new, |year| format!(" until {year}"));
    let signed = match treaty.parties.difference(&treaty.signed).collect::<Vec<_>>() {
        open if open.is_empty() => String::new(),
        open => format!(", still to be signed by {}", names.empires(open)),
    };
    let words = format!("With {others}: {state}, {binding}, from {}{until}{signed}.", treaty.from_year);
    let details = treaty.points.iter().map(|point| vec![super::words::text(point_words(names, point))]);
    Item { spans: vec![super::words::text(words)], details: details.collect() }
}

/// One promise of a treaty in words.
pub(super) fn point_words(names: Names<'_>, point: &Point) -> String {
    let all = |areas: &[AreaId], from: &EmpireId| {
        if areas.is_empty() { format!("all areas of {}", names.empire(from)) } else { names.areas(areas) }
    };
    match point {
        Point::NoAttack { until: None } => "no attack on one another".to_owned(),
        Point::NoAttack { until: Some(year) } => format!("no attack on one another until {year}"),
        Point::Gold { from, to, gold, year } => {
            format!("{} pays {gold} gold to {} in {year}", names.empire(from), names.empire(to))
        }
        Point::Passage { from, to, areas } => {
            format!("{} may pass through {}", names.empire(to), all(areas, from))
        }
        Point::Area { from, to, area, year, condition } => {
            let when = if condition.is_some() { ", on a condition" } else { "" };
            let (from, to, area) = (names.empire(from), names.empire(to), names.area(area));
            format!("{from} cedes {area} to {to} in {year}{when}")
        }
        Point::WaiveTie { by, area } => {
            format!("{} waives its tie to {}", names.empire(by), names.area(area))
        }
    }
}

/// `+1 of +4`: a social state and its maximum.
pub(super) fn state_words(state: i32, maximum: i32) -> String {
    format!("{} of {}", signed(state), signed(maximum))
}
