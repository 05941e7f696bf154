//! The chronicle by year: everyone's page, and the GM's with all that is hidden from others.

use super::standings::standings;
use super::taxes::items;
use super::words::{Names, years};
use super::{Told, seen};
use crate::empires::chronicle::Entry;
use crate::empires::world::World;
use crate::postal::chronicle::Reader;
use crate::postal::document::{Block, Document};

/// The page of a reader who is no side.
pub(super) fn page(told: Told<'_>, reader: &Reader) -> Document {
    let span = years(told.before.pentade);
    let title = match reader {
        Reader::Gm => format!("Full chronicle of {span}, for the GM"),
        Reader::Public | Reader::Side(_) => format!("Chronicle of {span}"),
    };
    let names = Names { rulebook: told.rulebook, world: told.after };
    let mut document = Document::new(title);
    document.paragraph(changed_hands(names, told.before));
    let added = told.after.added.keys().filter(|id| !told.before.areas.contains_key(*id));
    let added: Vec<&str> = added.map(|id| names.area(id)).collect();
    if !added.is_empty() {
        document.paragraph(format!("New on the map: {}.", added.join(", ")));
    }
    document.blocks.extend(by_year(names, &seen(told.chronicle, reader), reader, 2));
    document.heading(2, "Standings");
    document.blocks.extend(standings(told.rulebook, told.after));
    document
}

/// Which areas have another owner than before.
fn changed_hands(names: Names<'_>, before: &World) -> String {
    let changes = names.world.areas.iter().filter_map(|(id, area)| {
        let former = before.areas.get(id).and_then(|area| area.owner.as_ref());
        let (from, to) = (names.owner(former), names.owner(area.owner.as_ref()));
        (former != area.owner.as_ref()).then(|| format!("{} from {from} to {to}", names.area(id)))
    });
    let changes: Vec<String> = changes.collect();
    if changes.is_empty() {
        return "No area has changed hands.".to_owned();
    }
    format!("Areas that have changed hands: {}.", changes.join("; "))
}

/// Entries under a heading for each year, with the opening before and the close after.
pub(super) fn by_year(names: Names<'_>, entries: &[&Entry], reader: &Reader, level: u8) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut dated = false;
    for run in entries.chunk_by(|a, b| a.year == b.year) {
        let Some(first) = run.first() else { continue };
        let heading = match first.year {
            Some(year) => {
                dated = true;
                year.to_string()
            }
            None if dated => "Close of the pentade".to_owned(),
            None => "Opening of the pentade".to_owned(),
        };
        blocks.push(Block::Heading { level, text: heading });
        blocks.push(Block::List(items(names, run, reader)));
    }
    if blocks.is_empty() {
        blocks.push(Block::Paragraph(vec![super::words::text("Nothing happened that is told.")]));
    }
    blocks
}
