//! What the desk shows of a game's whole past, as everyone may read it.

use super::When;
use crate::postal::chronicle::{SideId, Subject, TurnEntry};
use crate::postal::document::words;
use crate::postal::game::Span;
use crate::postal::standing::Standing;

/// The past of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Past {
    /// Short name of the game.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// Published pentades, oldest first.
    pub turns: Vec<PastTurn>,
}

/// The subjects that a game's entries tell of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subjects {
    /// Short name of the game.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// Each with how many entries tell of it, and the last pentade in which one does.
    pub subjects: Vec<(Subject, i64, Option<Span>)>,
}

/// A page of the entries of one subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Events {
    /// Short name of the game.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// Pentades with such entries and no others, oldest first.
    pub turns: Vec<PastTurn>,
    /// The year before which older ones stand.
    pub older: Option<i32>,
    /// How many such entries there are in all.
    pub count: i64,
    /// The sides that entries of this subject are about, with their names.
    pub sides: Vec<(SideId, String)>,
}

/// One published pentade.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastTurn {
    /// Its years.
    pub span: Span,
    /// The revision in force.
    pub revision: i32,
    /// When that was published.
    pub published_at: When,
    /// What everyone may read of it, as far as it was asked for.
    pub entries: Vec<TurnEntry>,
}

impl PastTurn {
    /// Its entries in words.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.entries.iter().map(told)
    }
}

/// An event with its year.
fn told(entry: &TurnEntry) -> String {
    let said = words(&entry.item.spans);
    entry.year.map_or_else(|| said.clone(), |year| format!("{year}: {said}"))
}

/// How sides have stood through a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moments {
    /// Short name of the game.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// First year of each pentade, and how every side stood at its beginning; oldest first, now last.
    pub moments: Vec<(i32, Vec<Standing>)>,
}

/// What was found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// Short name of the game.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// The words.
    pub sought: String,
    /// Areas: id and name.
    pub areas: Vec<(String, String)>,
    /// Sides under every name they bore.
    pub sides: Vec<(SideId, String)>,
    /// Rulers: name, side, and since when.
    pub rulers: Vec<(String, SideId, i32)>,
    /// Events, the newest pentade first: its years, the event's year and words.
    pub events: Vec<(Span, Option<i32>, String)>,
    /// How many events there are; the list ends before them all.
    pub count: usize,
}
