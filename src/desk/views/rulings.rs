//! What the page of rulings shows.

use super::{GameCard, PentadeView, RulingView};
use crate::postal::rulings::{LaidEffect, RulingFault, RulingKind};

/// The rulings of the pentade now played, and the form for another. For the GM only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulingsPage {
    /// The game.
    pub game: GameCard,
    /// The pentade.
    pub pentade: PentadeView,
    /// The kinds of effect that the form offers; empty in a game whose rulings are words alone.
    pub kinds: Vec<RulingKind>,
    /// What was laid down for it, in the order it was made, withdrawn ones included.
    pub rulings: Vec<RulingView>,
}

impl RulingsPage {
    /// Whether the reader may act on it: nobody else is shown the page.
    pub fn may_run(&self) -> bool {
        true
    }
}

/// How a ruling is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RulingSaid<'a> {
    /// In words.
    Words(&'a str),
    /// Through the form.
    Effects(&'a [LaidEffect]),
}

/// What came of a ruling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RulingAnswer {
    /// It is kept.
    LaidDown {
        /// Its words.
        words: String,
        /// Why it would not be taken as things stand, if so: it takes effect later, when things may be otherwise.
        doubt: Option<String>,
    },
    /// Nothing of it is kept.
    Refused(Vec<RulingFault>),
}
