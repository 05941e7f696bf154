//! What every world keeps. Checked after every pentade, in release builds too.

use std::collections::BTreeSet;
use std::fmt::Display;

use super::{Area, CardPlace, Empire, EmpireKind, World};
use crate::empires::terms::{AreaId, Bounds, EmpireId, Point, ReligionId};

/// One invariant that a world breaks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Breach {
    /// What is kept of a magnate or an exile is not so (21.1, 24.6).
    #[error("{empire}: {why}")]
    Outsider {
        /// Whose.
        empire: EmpireId,
        /// What is wrong.
        why: &'static str,
    },
    /// The social state of an area is out of bounds (2.3).
    #[error("social state of {area} is {value}, outside {lowest} to {highest}")]
    SocialState {
        /// Where.
        area: AreaId,
        /// What it is.
        value: i32,
        /// Least allowed.
        lowest: i32,
        /// Most allowed.
        highest: i32,
    },
    /// The population of an area is out of bounds (2.2).
    #[error("population of {area} is {value}, outside {lowest} to {highest}")]
    Population {
        /// Where.
        area: AreaId,
        /// What it is.
        value: i32,
        /// Least allowed.
        lowest: i32,
        /// Most allowed.
        highest: i32,
    },
    /// The fortification of an area is out of bounds (14.1).
    #[error("fortification of {area} is {value}, outside 0 to {highest}")]
    Fortification {
        /// Where.
        area: AreaId,
        /// What it is.
        value: i32,
        /// Most allowed.
        highest: i32,
    },
    /// An underlying religious group has no strength that it may have, or is the dominant religion (32.1).
    #[error("the group {religion} in {area} has the strength {strength}, and {dominant} is dominant")]
    Group {
        /// Where.
        area: AreaId,
        /// Which.
        religion: ReligionId,
        /// What it is.
        strength: i32,
        /// The dominant religion.
        dominant: ReligionId,
    },
    /// A conversion or colonisation is under way that cannot be (22, 25).
    #[error("{empire} {what} {area}: {why}")]
    UnderWay {
        /// Whose.
        empire: EmpireId,
        /// `converts` or `colonises`.
        what: &'static str,
        /// Where.
        area: AreaId,
        /// What is wrong.
        why: &'static str,
    },
    /// A treasury is negative (6.7).
    #[error("treasury of {empire} is {gold}")]
    NegativeGold {
        /// Whose.
        empire: EmpireId,
        /// How much.
        gold: i32,
    },
    /// An id is used that nothing bears.
    #[error("{used_by} names the unknown {what} {id}")]
    Unknown {
        /// `area` or `empire`.
        what: &'static str,
        /// The id.
        id: String,
        /// Where it is used.
        used_by: String,
    },
    /// A court lies in an area that the empire does not own (7.4).
    #[error("the court of {empire} is in {court}, which it does not own")]
    CourtNotOwn {
        /// Whose.
        empire: EmpireId,
        /// Where.
        court: AreaId,
    },
    /// An empire owns areas but has no court (7.4).
    #[error("{empire} owns areas and has no court")]
    NoCourt {
        /// Whose.
        empire: EmpireId,
    },
    /// Two empires share a seat, and with it a hand of year cards (9.2).
    #[error("seat {seat} is held by {empire} and by another")]
    SharedSeat {
        /// The seat.
        seat: u32,
        /// One of them.
        empire: EmpireId,
    },
    /// C results are not positive, are the owner's own, or come from a base that the attacker does not own (10.7).
    #[error("C results of {attacker} against {area} from {base}: {why}")]
    Results {
        /// Against.
        area: AreaId,
        /// Whose.
        attacker: EmpireId,
        /// From.
        base: String,
        /// What is wrong.
        why: &'static str,
    },
    /// Event cards were lost or came from nowhere (19.2): their numbers do not run from 1.
    #[error("event card {card} is missing")]
    MissingCard {
        /// The first number that is missing.
        card: u32,
    },
    /// Something is dated outside the years that have been played.
    #[error("{what} is dated {year}, and the pentade {pentade} is not played")]
    Date {
        /// What.
        what: String,
        /// Its year.
        year: i32,
        /// First year of the pentade before which the world stands.
        pentade: i32,
    },
}

/// Every invariant that the world breaks, in a fixed order; empty when it is sound.
///
/// One owner per area and one place for a treasury hold by the types. Year cards return to their deck at the end of
/// every pentade, so that a hand is in one place as long as no two empires share a seat. An event card is one entry with one
/// place; none is lost as long as their numbers have no gap.
pub fn breaches(bounds: &Bounds, world: &World) -> Vec<Breach> {
    let mut found = BTreeSet::new();
    for (id, area) in &world.areas {
        figures(bounds, id, area, &mut found);
        groups(bounds, id, area, &mut found);
        bonds(world, id, area, &mut found);
        results(world, id, area, &mut found);
    }
    let mut seats = BTreeSet::new();
    for (id, empire) in &world.empires {
        courts(world, id, empire, &mut found);
        if let Some(seat) = empire.seat
            && !seats.insert(seat)
        {
            found.insert(Breach::SharedSeat { seat, empire: id.clone() });
        }
    }
    under_way(world, &mut found);
    papers(world, &mut found);
    outsiders(world, &mut found);
    super::crusades::known(world, &mut found);
    super::map::known(world, &mut found);
    cards(world, &mut found);
    world.church.empires().for_each(|empire| known_empire(world, empire, "the church", &mut found));
    world.church.areas().for_each(|area| known_area(world, area, "the church", &mut found));
    dates(world, &mut found);
    found.into_iter().collect()
}

fn figures(bounds: &Bounds, id: &AreaId, area: &Area, found: &mut BTreeSet<Breach>) {
    let lowest = bounds.lowest_social_state;
    let highest = bounds.maximum_social_state(area.base_social_state).max(lowest);
    if !(lowest..=highest).contains(&area.social_state) {
        found.insert(Breach::SocialState { area: id.clone(), value: area.social_state, lowest, highest });
    }
    let (lowest, highest) = (bounds.lowest_population, bounds.highest_population);
    if !(lowest..=highest).contains(&area.population) {
        found.insert(Breach::Population { area: id.clone(), value: area.population, lowest, highest });
    }
    let highest = bounds.highest_fortification;
    if !(0..=highest).contains(&area.fortification) {
        found.insert(Breach::Fortification { area: id.clone(), value: area.fortification, highest });
    }
}

fn groups(bounds: &Bounds, id: &AreaId, area: &Area, found: &mut BTreeSet<Breach>) {
    for (religion, strength) in &area.urgs {
        if !(1..=bounds.highest_group).contains(strength) || *religion == area.religion {
            let (area, dominant) = (id.clone(), area.religion.clone());
            found.insert(Breach::Group { area, religion: religion.clone(), strength: *strength, dominant });
        }
    }
}

/// Magnates who are about are of their kind, and exiles have no court (21.1, 24.6).
fn outsiders(world: &World, found: &mut BTreeSet<Breach>) {
    for id in world.outsiders.empires() {
        known_empire(world, id, "raiders, magnates and exiles", found);
    }
    let empire = |id| world.empires.get(id);
    let of_kind = |id| empire(id).is_none_or(|magnate| magnate.kind == EmpireKind::Magnate);
    let misplaced = world.outsiders.magnates.keys().filter(|id| !of_kind(*id));
    let misplaced = misplaced.map(|id| (id, "no magnate is kept as one"));
    let at_home =
        world.outsiders.exiles.keys().filter(|id| empire(*id).is_some_and(|one| one.court.is_some()));
    for (id, why) in misplaced.chain(at_home.map(|id| (id, "an exile has a court"))) {
        found.insert(Breach::Outsider { empire: id.clone(), why });
    }
}

/// Conversions and colonisations go on in own areas only, and have not come to their end (22.2, 25.1).
fn under_way(world: &World, found: &mut BTreeSet<Breach>) {
    let mut check = |empire: &EmpireId, what, id: &AreaId, sound: fn(&Area, i32) -> bool, far: i32| {
        let area = world.areas.get(id);
        let why = match area.filter(|area| area.owner.as_ref() == Some(empire)) {
            None => "the area is not its own",
            Some(area) if !sound(area, far) => "it has not begun or is over",
            Some(_) => return,
        };
        found.insert(Breach::UnderWay { empire: empire.clone(), what, area: id.clone(), why });
    };
    for (id, conversion) in &world.people.conversions {
        check(&conversion.converter, "converts", id, |_, successes| successes > 0, conversion.successes);
    }
    for (id, colonisation) in &world.people.colonisations {
        check(&colonisation.empire, "colonises", id, |_, level| level >= 0, colonisation.level);
    }
    let mut active = BTreeSet::new();
    for (id, colonisation) in world.people.colonisations.iter().filter(|(_, one)| !one.resting) {
        if !active.insert(&colonisation.empire) {
            let (empire, area) = (colonisation.empire.clone(), id.clone());
            let why = "it colonises another already";
            found.insert(Breach::UnderWay { empire, what: "colonises", area, why });
        }
    }
}

fn bonds(world: &World, id: &AreaId, area: &Area, found: &mut BTreeSet<Breach>) {
    let named = area
        .owner
        .iter()
        .chain(&area.claims)
        .chain(area.ties.keys())
        .chain(area.diplomatic_results.keys())
        .chain(area.partial_conquests.iter().map(|partial| &partial.attacker));
    for empire in named {
        known_empire(world, empire, id, found);
    }
}

pub(super) fn known_empire(world: &World, id: &EmpireId, by: impl Display, found: &mut BTreeSet<Breach>) {
    if !world.empires.contains_key(id) {
        let used_by = by.to_string();
        found.insert(Breach::Unknown { what: "empire", id: id.to_string(), used_by });
    }
}

pub(super) fn known_area(world: &World, area: &AreaId, used_by: impl Display, found: &mut BTreeSet<Breach>) {
    if !world.areas.contains_key(area) {
        found.insert(Breach::Unknown { what: "area", id: area.to_string(), used_by: used_by.to_string() });
    }
}

/// Whether C results can come from a base: an own area, the own base beyond the map (24), or any area for a crusade,
/// which owns none (23.3).
fn may_start_from(world: &World, attacker: &EmpireId, base: &AreaId) -> bool {
    let Some(empire) = world.empires.get(attacker) else { return false };
    let own = world
        .areas
        .get(base)
        .is_some_and(|area| area.owner.as_ref() == Some(attacker) || empire.kind == EmpireKind::Crusade);
    own || empire.off_board.as_ref().is_some_and(|beyond| beyond.base == *base)
}

fn results(world: &World, id: &AreaId, area: &Area, found: &mut BTreeSet<Breach>) {
    for partial in &area.partial_conquests {
        let why = if partial.results < 1 {
            Some("fewer than one")
        } else if area.owner.as_ref() == Some(&partial.attacker) {
            Some("the area is its own")
        } else if !may_start_from(world, &partial.attacker, &partial.base) {
            Some("the base is not its own")
        } else {
            None
        };
        if let Some(why) = why {
            let (attacker, base) = (partial.attacker.clone(), partial.base.to_string());
            found.insert(Breach::Results { area: id.clone(), attacker, base, why });
        }
    }
    for (attacker, count) in &area.diplomatic_results {
        if *count < 1 {
            let (attacker, base) = (attacker.clone(), "its court".to_owned());
            found.insert(Breach::Results { area: id.clone(), attacker, base, why: "fewer than one" });
        }
    }
}

fn courts(world: &World, id: &EmpireId, empire: &Empire, found: &mut BTreeSet<Breach>) {
    if empire.treasury < 0 {
        found.insert(Breach::NegativeGold { empire: id.clone(), gold: empire.treasury });
    }
    match &empire.court {
        Some(court) => {
            known_area(world, court, id, found);
            if world.areas.get(court).and_then(|area| area.owner.as_ref()) != Some(id) {
                found.insert(Breach::CourtNotOwn { empire: id.clone(), court: court.clone() });
            }
        }
        None => {
            if world.areas.values().any(|area| area.owner.as_ref() == Some(id)) {
                found.insert(Breach::NoCourt { empire: id.clone() });
            }
        }
    }
}

fn papers(world: &World, found: &mut BTreeSet<Breach>) {
    for treaty in world.treaties.iter().chain(&world.offers) {
        for party in treaty.parties.iter().chain(&treaty.signed) {
            known_empire(world, party, "a treaty", found);
        }
        for area in treaty.points.iter().flat_map(areas_of) {
            known_area(world, area, "a treaty", found);
        }
    }
    let regencies = world.regencies.by_empire.iter();
    let ruling = regencies.flat_map(|(empire, regency)| std::iter::once(empire).chain(&regency.regent));
    ruling.for_each(|empire| known_empire(world, empire, "a regency", found));
    world.heresies.heretical.values().flatten().for_each(|area| known_area(world, area, "a heresy", found));
    for award in &world.scores.awards {
        known_empire(world, &award.empire, "an award", found);
        award.area.iter().for_each(|area| known_area(world, area, "an award", found));
    }
    for due in &world.parleys_due {
        known_area(world, &due.area, "a parley", found);
        known_empire(world, &due.empire, "a parley", found);
    }
}

fn cards(world: &World, found: &mut BTreeSet<Breach>) {
    for empire in world.cards.empires() {
        known_empire(world, empire, "an event card", found);
    }
    if let Some((card, _)) = (1..).zip(world.cards.cards.keys()).find(|(wanted, kept)| wanted != *kept) {
        found.insert(Breach::MissingCard { card });
    }
}

fn areas_of(point: &Point) -> Vec<&AreaId> {
    match point {
        Point::Passage { areas, .. } => areas.iter().collect(),
        Point::Area { area, .. } | Point::WaiveTie { area, .. } => vec![area],
        Point::NoAttack { .. } | Point::Gold { .. } => Vec::new(),
    }
}

fn dates(world: &World, found: &mut BTreeSet<Breach>) {
    let pentade = world.pentade.first_year();
    let mut late = |what: &str, id: &dyn Display, year: i32, limit: i32| {
        if year >= limit {
            found.insert(Breach::Date { what: format!("{what}{id}"), year, pentade });
        }
    };
    for (id, area) in &world.areas {
        if let Some(since) = area.undisputed_since {
            // A run of control may begin with the pentade itself: that of an opening world does.
            late("the control of ", id, since, pentade + 1);
        }
    }
    for fact in &world.facts {
        late("a fact", &"", fact.year, pentade);
    }
    for (empire, regency) in &world.regencies.by_empire {
        late("the regency of ", empire, regency.since, pentade);
    }
    world.scores.awards.iter().for_each(|award| late("an award", &"", award.year, pentade));
    for play in world.cards.cards.values().filter_map(|card| match &card.place {
        CardPlace::InPlay(play) => Some(play),
        _ => None,
    }) {
        late("a card in play", &"", play.since, pentade);
    }
    for (id, empire) in &world.empires {
        late("the accession of the leader of ", id, empire.leader.accession, pentade + 1);
    }
}
