//! The past of a place or a side: its figures where they changed, and what happened to it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::chronicle::{SideId, TurnEntry};
use super::document::{Block, Document, Item, Span as Run};
use super::game::Span;

/// Entries that are told of one thing; older ones are left out.
pub const MOST_ENTRIES: usize = 200;

/// What a name stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Named {
    /// A place, by its id.
    Place(String),
    /// A side.
    Side(SideId),
}

/// What a game makes of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Naming {
    /// These bear it, each with the name that it bears now.
    Meant(Vec<(Named, String)>),
    /// Nothing bears it; these names are like it.
    Near(Vec<String>),
    /// The game tells no past.
    NotKept,
}

/// The figures of every place and side in one world, as anyone may know them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct States {
    /// What the figures of a place are.
    pub place_head: Vec<String>,
    /// Those of each place, by its id; each as long as `place_head`.
    pub places: BTreeMap<String, Vec<String>>,
    /// What the figures of a side are.
    pub side_head: Vec<String>,
    /// Those of each side; each as long as `side_head`.
    pub sides: BTreeMap<SideId, Vec<String>>,
}

impl States {
    /// The figures of one thing, if this world has it.
    pub fn of(&self, named: &Named) -> Option<&Vec<String>> {
        match named {
            Named::Place(id) => self.places.get(id),
            Named::Side(side) => self.sides.get(side),
        }
    }

    /// What they are.
    pub fn head(&self, named: &Named) -> &[String] {
        match named {
            Named::Place(_) => &self.place_head,
            Named::Side(_) => &self.side_head,
        }
    }
}

impl TurnEntry {
    /// Whether it tells of this.
    pub fn is_about(&self, named: &Named) -> bool {
        match named {
            Named::Place(id) => self.places.iter().any(|(place, _)| place == id),
            Named::Side(side) => self.sides.contains(side),
        }
    }
}

/// What is told of one thing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Past {
    /// First year of each pentade and the figures before it, oldest first.
    pub states: Vec<(i32, Vec<String>)>,
    /// The entries about it by pentade, newest first; in a pentade in their order.
    pub turns: Vec<(Span, Vec<TurnEntry>)>,
    /// How many more entries there are.
    pub left_out: usize,
}

impl Past {
    /// How many entries are told.
    pub fn told(&self) -> usize {
        self.turns.iter().map(|(_, entries)| entries.len()).sum()
    }

    /// Adds the entries of an older pentade, the last ones as far as there is room.
    pub fn add(&mut self, span: Span, mut entries: Vec<TurnEntry>) {
        let fit = entries.len().min(MOST_ENTRIES.saturating_sub(self.told()));
        self.left_out += entries.len() - fit;
        let last = entries.split_off(entries.len() - fit);
        if !last.is_empty() {
            self.turns.push((span, last));
        }
    }

    /// The past of what bears this name, under these heads of figures.
    pub fn document(&self, name: &str, head: &[String]) -> Document {
        let mut document = Document::new(format!("History of {name}"));
        let mut rows: Vec<Vec<String>> = Vec::new();
        for (year, figures) in &self.states {
            if rows.last().is_none_or(|last| last[1..] != figures[..]) {
                rows.push([vec![year.to_string()], figures.clone()].concat());
            }
        }
        if !rows.is_empty() {
            let head = std::iter::once("Before".to_owned()).chain(head.iter().cloned()).collect();
            document.blocks.push(Block::Table { caption: "States".to_owned(), head, rows });
        }
        for (span, entries) in &self.turns {
            document.heading(3, span.to_string());
            document.blocks.push(Block::List(entries.iter().map(dated).collect()));
        }
        if self.turns.is_empty() {
            document.paragraph("Nothing is told of it in the pentades published so far.");
        }
        match self.left_out {
            0 => {}
            1 => document.paragraph("1 older entry is left out."),
            more => document.paragraph(format!("{more} older entries are left out.")),
        }
        document
    }
}

/// An event with its year before it, and nothing beneath.
fn dated(entry: &TurnEntry) -> Item {
    let year = entry.year.map(|year| Run::Text(format!("{year}: ")));
    let spans = year.into_iter().chain(entry.item.spans.iter().cloned());
    Item { spans: spans.collect(), details: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(nth: usize, place: &str) -> TurnEntry {
        TurnEntry {
            nth,
            year: Some(976),
            part: "976".to_owned(),
            sides: vec![SideId::new("red")],
            places: vec![(place.to_owned(), place.to_owned())],
            rules: Vec::new(),
            is_headline: false,
            subject: None,
            item: Item { spans: vec![Run::Text(format!("event {nth}"))], details: vec![vec![]] },
        }
    }

    fn span(first_year: i32) -> Span {
        Span { first_year, last_year: first_year + 4 }
    }

    #[test]
    fn the_newest_entries_are_told_and_the_others_counted() {
        let mut past = Past::default();
        past.add(span(981), (0..150).map(|nth| entry(nth, "rome")).collect());
        past.add(span(976), (0..150).map(|nth| entry(nth, "rome")).collect());
        past.add(span(971), (0..3).map(|nth| entry(nth, "rome")).collect());
        let told: Vec<(i32, usize, usize)> =
            past.turns.iter().map(|(span, all)| (span.first_year, all[0].nth, all.len())).collect();
        assert_eq!((told, past.left_out), (vec![(981, 0, 150), (976, 100, 50)], 103));
    }

    #[test]
    fn figures_stand_where_they_changed() {
        let figures = |words: &str| vec![words.to_owned()];
        let states = vec![
            (976, figures("Otto")),
            (981, figures("Otto")),
            (986, figures("Henry")),
            (991, figures("Otto")),
        ];
        let document = Past { states, ..Past::default() }.document("Rome", &figures("Ruler"));
        let Some(Block::Table { head, rows, .. }) = document.blocks.first() else { panic!("{document:?}") };
        assert_eq!(head, &["Before", "Ruler"]);
        assert_eq!(rows, &[["976", "Otto"], ["986", "Henry"], ["991", "Otto"]]);
        assert_eq!(document.blocks.len(), 2, "nothing else is told, and that is said");
    }

    #[test]
    fn an_entry_is_about_its_sides_and_places() {
        let one = entry(0, "rome");
        for (named, is_about) in [
            (Named::Place("rome".to_owned()), true),
            (Named::Place("red".to_owned()), false),
            (Named::Side(SideId::new("red")), true),
            (Named::Side(SideId::new("rome")), false),
        ] {
            assert_eq!(one.is_about(&named), is_about, "{named:?}");
        }
    }
}
