//! What the pages of corrections show.

use super::{GameCard, Role, SheetView, When};
use crate::postal::chronicle::{Reader, SideId, TurnEntry};
use crate::postal::document::Document;
use crate::postal::game::{Ruling, Span};
use crate::postal::question::Question;
use crate::postal::reading::Complaint;

/// A published correction in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorrectionRow {
    /// Its number.
    pub id: i64,
    /// First year of the first pentade that it corrected.
    pub first_year: i32,
    /// What everybody was told.
    pub explanation: String,
    /// When it was published.
    pub published_at: When,
}

/// A revision of a pentade in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevisionView {
    /// Its number, from 1.
    pub revision: i32,
    /// When it was published.
    pub published_at: When,
    /// Hash of its result.
    pub result_hash: String,
    /// The correction that made it, with what everybody was told; none for the first.
    pub correction: Option<(i64, String)>,
}

/// A published correction for one reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorrectionView {
    /// Short name of the game.
    pub slug: String,
    /// Title of the game.
    pub title: String,
    /// The correction.
    pub correction: CorrectionRow,
    /// Whose eyes the page is made for.
    pub reader: Reader,
    /// What differs for this reader, pentade by pentade.
    pub pentades: Vec<(Span, Document)>,
    /// For the GM: year, words and reason of each amendment.
    pub amendments: Vec<(i32, String, String)>,
    /// What the viewer is to the game.
    pub role: Role,
}

/// An amendment of the correction under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AmendmentView {
    /// Its number.
    pub id: i64,
    /// The pentade.
    pub span: Span,
    /// What is to be other than it was: a headline, and lines of orders below it.
    pub told: String,
    /// The orders as they were typed in.
    pub sent: Option<String>,
    /// What of them could not be taken.
    pub complaints: Vec<Complaint>,
    /// Why.
    pub reason: String,
    /// Who made it.
    pub author: String,
}

/// What comes of the correction under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing is amended.
    Nothing,
    /// It can be played to the end.
    Differs {
        /// What differs in each pentade; none where nothing does.
        pentades: Vec<(Span, Document)>,
        /// Pentades that the rules of today play otherwise even without an amendment.
        drifted: Vec<Span>,
        /// Whether the current pentade begins with another world.
        ends_otherwise: bool,
    },
    /// Something must be answered first.
    Asks {
        /// The pentade.
        span: Span,
        /// What it asks.
        questions: Vec<Question>,
    },
    /// It cannot be played.
    Impossible(String),
}

/// The correction under way. For the GM only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorrectionPage {
    /// The game.
    pub game: GameCard,
    /// Its number.
    pub id: i64,
    /// What is amended, in the order it was made.
    pub amendments: Vec<AmendmentView>,
    /// What comes of it.
    pub outcome: Outcome,
    /// The sum of what is shown: publishing asks for it.
    pub seen: String,
    /// When orders of the current pentade would be due; none when there is no current pentade.
    pub reopens: Option<When>,
}

/// One side's orders in a published pentade.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AmendSide {
    /// The side.
    pub side: SideId,
    /// Its name.
    pub name: String,
    /// Its orders in canonical words, as amended so far.
    pub words: String,
    /// Every version that was sent, newest first.
    pub sent: Vec<SheetView>,
}

/// One answer that a published pentade asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedView {
    /// The question.
    pub question: Question,
    /// The key of the answer.
    pub key: String,
    /// Who was asked.
    pub elector: String,
    /// What was answered, as amended so far.
    pub answer: Option<String>,
}

/// What an amendment of a published pentade is chosen from. For the GM only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AmendPage {
    /// The game.
    pub game: GameCard,
    /// The pentade.
    pub span: Span,
    /// The entry that is said to be wrong.
    pub entry: Option<TurnEntry>,
    /// The orders of each side.
    pub sides: Vec<AmendSide>,
    /// What was asked and answered.
    pub asked: Vec<AskedView>,
    /// Answers to nothing that it asked: key and answer.
    pub other_answers: Vec<(String, String)>,
    /// What the GM laid down.
    pub rulings: Vec<Ruling>,
    /// Every revision, newest first.
    pub revisions: Vec<RevisionView>,
    /// Whether a correction is under way.
    pub is_under_way: bool,
}

/// What came of publishing a correction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Corrected {
    /// The correction.
    pub id: i64,
    /// First year of the first corrected pentade.
    pub first_year: i32,
    /// Whether this very call did it; false when it was public already.
    pub is_new: bool,
    /// Letters written.
    pub told: usize,
}
