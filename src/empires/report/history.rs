//! What an area or an empire has gone through: its states where they changed, and what happened to it.

use super::seen;
use super::sentence::item;
use super::situation::{state_words, table};
use super::words::{Names, counted, plain, points, years};
use crate::empires::chronicle::Entry;
use crate::empires::rulebook::Rulebook;
use crate::empires::terms::{AreaId, EmpireId};
use crate::empires::world::{Area, World};
use crate::postal::chronicle::Reader;
use crate::postal::document::{Block, Document, Item};

/// Entries that are told of one thing; older ones are left out.
const MOST_ENTRIES: usize = 200;

/// One published pentade.
#[derive(Debug, Clone, Copy)]
pub struct Past<'a> {
    /// The world it began with.
    pub before: &'a World,
    /// The world it ended with.
    pub after: &'a World,
    /// What happened, in order.
    pub chronicle: &'a [Entry],
}

/// The past of an area; none when the map has no such area.
pub fn area_history(
    rulebook: &Rulebook,
    now: &World,
    turns: &[Past<'_>],
    (area, reader): (&AreaId, &Reader),
) -> Option<Document> {
    now.areas.get(area)?;
    let mut document = Document::new(format!("History of {}", rulebook.atlas.name(area)));
    let cells = |world: &World| {
        let found = world.areas.get(area)?;
        let names = Names { rulebook, world };
        Some(vec![
            names.owner(found.owner.as_ref()).to_owned(),
            state(names, found),
            plain(found.population),
            names.language(found).to_owned(),
            rulebook.religions.name(&found.religion).to_owned(),
            if found.fortification > 0 { found.fortification.to_string() } else { String::new() },
        ])
    };
    let head = ["Before", "Owner", "Social state", "Population", "Language", "Religion", "Walls"];
    document.blocks.extend(table("States", &head, changes(now, turns, cells)));
    let is_here = |entry: &Entry| entry.place.as_ref().is_some_and(|place| place.as_str() == area.as_str());
    tell(&mut document, rulebook, turns, reader, &is_here);
    Some(document)
}

/// The past of an empire; none when there is none of this id.
pub fn empire_history(
    rulebook: &Rulebook,
    now: &World,
    turns: &[Past<'_>],
    (empire, reader): (&EmpireId, &Reader),
) -> Option<Document> {
    let name = &now.empires.get(empire)?.name;
    let mut document = Document::new(format!("History of {name}"));
    let cells = |world: &World| {
        let found = world.empires.get(empire)?;
        let own: Vec<_> = world.areas.values().filter(|area| area.owner.as_ref() == Some(empire)).collect();
        let wealth: i32 = own.iter().map(|area| area.wealth()).sum();
        let court = found.court.as_ref().map_or("", |court| rulebook.atlas.name(court));
        let scored = points(world.quarters_of(empire));
        let (areas, ruler) = (own.len().to_string(), found.leader.name.clone());
        Some(vec![ruler, court.to_owned(), areas, plain(wealth), scored])
    };
    let head = ["Before", "Ruler", "Court", "Areas", "Wealth", "Victory points"];
    document.blocks.extend(table("States", &head, changes(now, turns, cells)));
    let is_about = |entry: &Entry| entry.who.as_ref().is_some_and(|who| who.as_str() == empire.as_str());
    tell(&mut document, rulebook, turns, reader, &is_about);
    Some(document)
}

fn state(names: Names<'_>, area: &Area) -> String {
    let unrest = if area.in_unrest { ", in unrest" } else { "" };
    format!("{}{unrest}", state_words(area.social_state, names.maximum(area)))
}

/// The cells of each world that differ from those of the world before it, with the year.
fn changes(
    now: &World,
    turns: &[Past<'_>],
    cells: impl Fn(&World) -> Option<Vec<String>>,
) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for world in turns.iter().map(|turn| turn.before).chain([now]) {
        let Some(found) = cells(world) else { continue };
        if rows.last().is_none_or(|last| last[1..] != found[..]) {
            rows.push([vec![world.pentade.first_year().to_string()], found].concat());
        }
    }
    rows
}

/// What happened, by pentade, newest first.
fn tell(
    document: &mut Document,
    rulebook: &Rulebook,
    turns: &[Past<'_>],
    reader: &Reader,
    is_of: &dyn Fn(&Entry) -> bool,
) {
    let (mut shown, mut left_out) = (0, 0);
    for turn in turns.iter().rev() {
        let entries: Vec<&Entry> =
            seen(turn.chronicle, reader).into_iter().filter(|one| is_of(one)).collect();
        let fit = entries.len().min(MOST_ENTRIES - shown);
        left_out += entries.len() - fit;
        shown += fit;
        if fit == 0 {
            continue;
        }
        let names = Names { rulebook, world: turn.after };
        document.heading(3, years(turn.before.pentade));
        let items = entries[entries.len() - fit..].iter().map(|entry| dated(names, entry, reader));
        document.blocks.push(Block::List(items.collect()));
    }
    if shown == 0 {
        document.paragraph("Nothing is told of it in the pentades published so far.");
    }
    if left_out > 0 {
        document.paragraph(format!("{} left out.", counted(left_out, "older entry is", "older entries are")));
    }
}

fn dated(names: Names<'_>, entry: &Entry, reader: &Reader) -> Item {
    let mut spans = item(names, entry, reader).spans;
    if let Some(year) = entry.year {
        spans.insert(0, super::words::text(format!("{year}: ")));
    }
    Item { spans, details: Vec::new() }
}
