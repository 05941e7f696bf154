//! The chronicle as each reader may see it: turn letters, public pages, the GM's full chronicle, situations, standings
//! and the map.
//!
//! Documents and pictures only, no prose of rules and no rule: every figure stands in an entry or in a world. Whatever
//! tells of entries takes them from [`seen`], which alone decides who sees what.

mod areas;
mod careers;
mod chronicle_page;
mod difference;
mod endeavour;
mod entries;
mod highlights;
mod layers;
mod ledger;
mod letter;
mod order_words;
mod picture;
mod sentence;
mod situation;
mod standings;
mod states;
mod subjects;
mod taxes;
mod words;

use super::chronicle::Entry;
use super::rulebook::Rulebook;
use super::terms::EmpireId;
use super::world::World;
use crate::postal::chronicle::Reader;
use crate::postal::document::Document;

pub use careers::careers;
pub use difference::difference;
pub use entries::entries;
pub use highlights::highlights;
pub use picture::picture;
pub use situation::situation;
pub use standings::standings;
pub use states::states;
pub use subjects::SUBJECTS;

/// One adjudicated pentade.
#[derive(Debug, Clone, Copy)]
pub struct Told<'a> {
    /// Tables and names.
    pub rulebook: &'a Rulebook,
    /// The world it began with.
    pub before: &'a World,
    /// The world it ended with.
    pub after: &'a World,
    /// What happened, in order.
    pub chronicle: &'a [Entry],
}

/// The turn report of a reader: a side's own letter, everyone's page, or the GM's full chronicle.
pub fn turn(told: Told<'_>, reader: &Reader) -> Document {
    let rulebook = &*told.rulebook.of_world(told.after);
    let told = Told { rulebook, ..told };
    match reader {
        Reader::Side(side) => letter::letter(told, &EmpireId::new(side.as_str()), reader),
        Reader::Public | Reader::Gm => chronicle_page::page(told, reader),
    }
}

/// The entries that a reader may see, in order. Nothing else looks at an entry's visibility to hide it.
fn seen<'a>(chronicle: &'a [Entry], reader: &Reader) -> Vec<&'a Entry> {
    chronicle.iter().filter(|entry| entry.visibility.allows(reader)).collect()
}

#[cfg(test)]
mod tests;
