//! What a player's pages show.

use super::{GameCard, SheetSource, TurnRow, When};
use crate::postal::chronicle::SideId;
use crate::postal::document::Document;
use crate::postal::game::{FormPart, Span};
use crate::postal::picture::Picture;
use crate::postal::question::Question;
use crate::postal::reading::{Complaint, Forecast};

/// A sheet as its writer and the GM see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetView {
    /// Counts from 1 within the pentade.
    pub version: i32,
    /// How it came.
    pub source: SheetSource,
    /// The former version that it brings back, if it does.
    pub restores: Option<i32>,
    /// Name of who sent it, if that is known.
    pub author: Option<String>,
    /// When it came.
    pub received_at: When,
    /// The text as it was sent.
    pub text: String,
    /// The whole sheet in force from then on, in canonical words.
    pub words: String,
    /// What could not be taken.
    pub complaints: Vec<Complaint>,
    /// Orders that this text gave.
    pub orders_read: i32,
}

/// A line in which two versions of a sheet differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Whether the later version has it; else the earlier one.
    pub is_new: bool,
    /// The heading it stands under; empty for none.
    pub under: String,
    /// Its words.
    pub words: String,
}

/// A version of a sheet with what it changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionRow {
    /// The version.
    pub sheet: SheetView,
    /// What differs from the version before it.
    pub changes: Vec<Change>,
}

/// Orders that came before their pentade is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EarlyView {
    /// The pentade they are for.
    pub span: Span,
    /// When the last of them came.
    pub received_at: When,
    /// All of them, in canonical words.
    pub words: String,
}

/// What orders would come to that were read and not kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// The text as it was read.
    pub text: String,
    /// The whole sheet as it would stand.
    pub words: String,
    /// What could not be taken.
    pub complaints: Vec<Complaint>,
    /// Orders that the text gave.
    pub orders_read: u32,
    /// What would differ from the sheet in force.
    pub changes: Vec<Change>,
    /// What could still be ordered.
    pub missing: Vec<String>,
    /// What can be told beforehand.
    pub forecast: Forecast,
    /// The boxes of the order form as they would be filled.
    pub form: Vec<FormPart>,
}

/// A letter we wrote, in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostRow {
    /// Its number.
    pub id: i64,
    /// `acknowledgement`, `answer`, `press`, `report`, `link` or `notice`.
    pub kind: String,
    /// Side it is for, if it is about one.
    pub side: Option<SideId>,
    /// Addressee.
    pub to: String,
    /// Subject.
    pub subject: String,
    /// When it was written.
    pub created_at: When,
    /// When the next server took it.
    pub sent_at: Option<When>,
    /// When it was given up.
    pub failed_at: Option<When>,
    /// Tries so far.
    pub attempts: i32,
    /// What the last failed try said.
    pub last_error: Option<String>,
}

/// The page of one side, for its player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerPage {
    /// The game.
    pub game: GameCard,
    /// The side.
    pub side: SideId,
    /// Its name.
    pub side_name: String,
    /// Whether orders are taken now.
    pub takes_orders: bool,
    /// Whether it is ready, where that is asked; none where orders are closed.
    pub ready: Option<Readiness>,
    /// Until when its own orders count, where that is later than for the others.
    pub own_due: Option<When>,
    /// What the side holds and may do.
    pub situation: Document,
    /// The map as this side may see it.
    pub picture: Picture,
    /// The order form, with the sheet in force in it.
    pub form: Vec<FormPart>,
    /// The sheet in force.
    pub sheet: Option<SheetView>,
    /// What could still be ordered.
    pub missing: Vec<String>,
    /// What can be told beforehand of the sheet in force.
    pub forecast: Forecast,
    /// Orders for the pentade after this one, if any came.
    pub early: Option<EarlyView>,
    /// What this side is asked and has not answered.
    pub questions: Vec<Question>,
    /// The open ballots among what it was asked, answered by it or not.
    pub ballots: Vec<OpenBallot>,
    /// Until when it may answer.
    pub answers_due: Option<When>,
    /// Every version sent for this pentade, newest first, with what it changed.
    pub sent: Vec<VersionRow>,
    /// What we wrote about this side, newest first.
    pub post: Vec<PostRow>,
    /// Where order letters go.
    pub letters_to: String,
    /// Subject that an order letter may bear.
    pub letter_subject: String,
    /// Published pentades, newest first.
    pub turns: Vec<TurnRow>,
}

/// Whether a side is ready, and what that does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Readiness {
    /// Whether its player has said so.
    pub is_ready: bool,
    /// Whether the pentade is closed when everybody is.
    pub closes: bool,
}

/// What came of a filled form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormAnswer {
    /// Stored as a new version.
    Taken(SheetView),
    /// Too late: orders of this pentade are closed.
    Late,
}

/// A question that is answered in the open, as everyone who is asked it sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenBallot {
    /// The question.
    pub question: Question,
    /// Those who are asked, by name, each with what he has answered so far.
    pub votes: Vec<(String, Option<String>)>,
}

impl OpenBallot {
    /// Who has answered what: `Germany: yes; France: not yet`.
    pub fn words(&self) -> String {
        let votes = self.votes.iter().map(|(name, answer)| {
            let answer = answer.as_deref().unwrap_or("not yet");
            format!("{name}: {answer}")
        });
        votes.collect::<Vec<_>>().join("; ")
    }
}
