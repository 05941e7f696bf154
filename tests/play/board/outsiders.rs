//! Words of a case for what is given of raiders, magnates, exiles (21, 24), and the dice that keep them away.

use pentade::empires::rulebook::Rulebook;
use pentade::empires::rules::actors::{beyond, leader};
use pentade::empires::terms::{EmpireId, LanguageId, ReligionId};
use pentade::empires::world::{Empire, EmpireKind, Rising, World};

use crate::names::Names;

/// The draws by which no raiders come and no magnate appears.
pub fn quiet(rulebook: &Rulebook, first: i32) -> Vec<(String, Vec<u32>)> {
    let mut quiet = Vec::new();
    for row in &rulebook.raiders {
        let asleep =
            (1..=6).find(|face| !row.active_in_peak.contains(face) && !row.active_otherwise.contains(face));
        let face = asleep.and_then(|face| u32::try_from(face).ok()).unwrap_or(6);
        quiet.push((format!("{first}/-/raiders/{}/0", row.id), vec![face]));
    }
    quiet.push((format!("{first}/-/magnate/map/0"), vec![1, 1]));
    quiet
}

/// A power without a player that has nothing yet.
fn waiting(kind: EmpireKind, name: &str, (language, religion): (LanguageId, ReligionId)) -> Empire {
    Empire {
        name: name.to_owned(),
        adjective: name.to_owned(),
        kind,
        seat: None,
        court: None,
        leader: leader(name.to_owned(), 900, 5, (language, religion)),
        dynasty: String::new(),
        treasury: 0,
        off_board: None,
    }
}

/// Puts one fact on the board; none for words that mean nothing here. `Vikings: last active 971`, `Vikings: ended`,
/// `Vikings: stand by` for raiders who came before.
pub fn say(names: &Names, world: &mut World, subject: &str, fact: &str) -> Option<()> {
    let id = names.empire(subject)?.clone();
    match fact.rsplit_once(' ') {
        Some(("last active", year)) => {
            world.outsiders.raiders.entry(id).or_default().last_active = Some(year.parse().ok()?);
        }
        Some(("stand", "by")) => {
            let people = (LanguageId::new("TUR"), ReligionId::new("PAG_NI"));
            world.empires.insert(id, waiting(EmpireKind::Raider, subject, people));
        }
        None if fact == "ended" => world.outsiders.raiders.entry(id).or_default().ended = true,
        _ => return rises(world, subject, id.clone(), names, fact),
    }
    Some(())
}

/// `holds Lithuania`, `waits beyond Lithuania`, `until 1000`, `in exile since 971`.
fn rises(world: &mut World, subject: &str, id: EmpireId, names: &Names, fact: &str) -> Option<()> {
    if let Some(year) = fact.strip_prefix("in exile since ") {
        world.outsiders.exiles.insert(id.clone(), year.parse().ok()?);
        world
            .areas
            .values_mut()
            .filter(|area| area.owner.as_ref() == Some(&id))
            .for_each(|area| area.owner = None);
        world.empires.get_mut(&id)?.court = None;
    } else if fact == "became a player empire" {
        world.outsiders.magnates.remove(&id);
        let realm = world.empires.get_mut(&id)?;
        (realm.kind, realm.seat) = (EmpireKind::Player, Some(7));
    } else if let Some(year) = fact.strip_prefix("until ") {
        world.outsiders.magnates.get_mut(&id)?.until = year.parse().ok()?;
    } else if let Some(area) = fact.strip_prefix("holds ") {
        magnate(world, subject, id.clone()).court = Some(names.area(area)?.clone());
        world.outsiders.magnates.get_mut(&id)?.home = Some(names.area(area)?.clone());
        world.areas.get_mut(names.area(area)?)?.owner = Some(id);
    } else if let Some(area) = fact.strip_prefix("waits beyond ") {
        magnate(world, subject, id).off_board = Some(beyond(0, [names.area(area)?.clone()]));
    } else {
        return None;
    }
    Some(())
}

/// A magnate of strength 5 for long, of the people of the board.
fn magnate<'w>(world: &'w mut World, name: &str, id: EmpireId) -> &'w mut Empire {
    let row = id.as_str().trim_start_matches("magnate-").to_owned();
    let cards = if row.starts_with("mongols") { 2 } else { 1 };
    world.outsiders.magnates.insert(id.clone(), Rising { row, cards, until: 2000, home: None });
    let people = (LanguageId::new("OHG"), ReligionId::new("RC"));
    world.empires.get_or_insert_with(id, || waiting(EmpireKind::Magnate, name, people))
}
