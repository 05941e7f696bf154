//! What the desk shows of a game's whole past, as everyone may read it.

use std::sync::Arc;

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
    /// What is played.
    pub kind: String,
    /// The pentade now played.
    pub now: Span,
    /// The subjects that its entries tell of.
    pub subjects: &'static [Subject],
    /// Published pentades, oldest first.
    pub turns: Vec<PastTurn>,
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
    /// What everyone may read of it.
    pub entries: Arc<Vec<TurnEntry>>,
}

impl PastTurn {
    /// What was great in it, in words.
    pub fn headlines(&self) -> impl Iterator<Item = String> {
        self.entries.iter().filter(|entry| entry.is_headline).map(told)
    }

    /// What befell a side, in words.
    pub fn about(&self, side: &SideId) -> impl Iterator<Item = String> {
        self.entries.iter().filter(|entry| entry.sides.contains(side)).map(told)
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
