//! What the GM's pages show.

use super::{
    AccountId, GameCard, GameStatus, LetterState, OpenBallot, OtherEdition, PentadeState, PostRow,
    RevisionView, Sealing, SheetView, TurnRow, When,
};
pub use crate::desk::commands::{DayRow, MessageRow};
use crate::postal::chronicle::{SideId, TurnEntry};
use crate::postal::document::{Block, Document, Item};
use crate::postal::game::Span;
use crate::postal::picture::Picture;
use crate::postal::question::Question;
pub use crate::store::decisions::NewRuling;
pub use crate::store::gms::GmRole;
pub use crate::store::wishes::Customs;

/// One side as the GM sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GmSeat {
    /// The side.
    pub side: SideId,
    /// Its name.
    pub name: String,
    /// Whether a player may hold it.
    pub playable: bool,
    /// Name and address of its player.
    pub player: Option<(String, String)>,
    /// Whether the GM holds it himself.
    pub is_mine: bool,
    /// Whether its orders are closed to a GM who plays: of the sheet only version and time are told.
    pub is_closed: bool,
    /// The sheet in force.
    pub sheet: Option<SheetView>,
    /// What could still be ordered.
    pub missing: Vec<String>,
}

/// A letter that came, in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LetterRow {
    /// Its number.
    pub id: i64,
    /// When we took it.
    pub received_at: When,
    /// Envelope sender, empty for a bounce.
    pub envelope_from: String,
    /// Who wrote it, by its own head.
    pub from: Option<String>,
    /// Subject.
    pub subject: Option<String>,
    /// Received, read, held or ignored.
    pub state: LetterState,
    /// Orders, auto-reply, bounce and the like.
    pub kind: Option<String>,
    /// Why it is held or ignored.
    pub reason: Option<String>,
    /// Side it was read for.
    pub side: Option<SideId>,
}

/// A letter that came, as a whole. For the GM only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LetterPage {
    /// The letter.
    pub row: LetterRow,
    /// Its words as read.
    pub body: Option<String>,
    /// Its bytes, read as UTF-8 with marks for what is not.
    pub raw: String,
}

/// One act in the game's diary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditRow {
    /// When.
    pub at: When,
    /// Who; none for the server itself.
    pub who: Option<String>,
    /// What, as it is kept: `publish`.
    pub action: String,
    /// The same as people read it: `published the pentade`.
    pub words: String,
    /// More words.
    pub detail: String,
}

/// The pentade now played, as the GM sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PentadeView {
    /// Its years.
    pub span: Span,
    /// Its revision, from 1.
    pub revision: i32,
    /// How far it is.
    pub state: PentadeState,
    /// When orders are due.
    pub deadline: When,
    /// When orders were closed.
    pub closed_at: Option<When>,
    /// Why it waits for the GM.
    pub held_reason: Option<String>,
    /// What the game asked.
    pub questions: Vec<Question>,
    /// Until when players may answer.
    pub answers_due: Option<When>,
    /// The promise about its seed.
    pub commitment: String,
    /// Hash of the inputs, once closed.
    pub inputs_hash: Option<String>,
    /// Hash of the draft.
    pub result_hash: Option<String>,
}

/// A ruling of the GM.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulingView {
    /// Its number.
    pub id: i64,
    /// The year at whose start it takes effect; none for the opening of the pentade.
    pub year: Option<i32>,
    /// What is laid down.
    pub words: String,
    /// Why.
    pub reason: String,
    /// Whether everybody may read it.
    pub public: bool,
    /// When it was made.
    pub made_at: When,
    /// When it was withdrawn, if it was.
    pub withdrawn_at: Option<When>,
}

/// The GM's desk for one game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GmPage {
    /// What the reader is on this desk.
    pub role: GmRole,
    /// The game.
    pub game: GameCard,
    /// The pentade now played.
    pub pentade: PentadeView,
    /// The open ballots of that pentade, with what was answered so far.
    pub ballots: Vec<OpenBallot>,
    /// What the GM laid down for it, in the order it was made.
    pub rulings: Vec<RulingView>,
    /// How it stands with his own orders, if he plays too.
    pub sealing: Option<Sealing>,
    /// How many players wait for a side that may arise, beside those on the list.
    pub waiting_players: i32,
    /// Who waits for a seat, by name.
    pub waiting: Vec<WaitingRow>,
    /// What the players ask for beside orders.
    pub wishes: GmWishes,
    /// Every side.
    pub seats: Vec<GmSeat>,
    /// Letters that want the GM's eye: held or ignored, newest first.
    pub held: Vec<LetterRow>,
    /// The latest letters of any kind, newest first.
    pub letters: Vec<LetterRow>,
    /// The latest letters we wrote, newest first.
    pub post: Vec<PostRow>,
    /// The game's diary, newest first.
    pub audit: Vec<AuditRow>,
    /// Published pentades, newest first.
    pub turns: Vec<TurnRow>,
    /// Where the server's rules are not the game's.
    pub other_edition: Option<OtherEdition>,
}

impl GmPage {
    /// Whether the reader may act on the desk: nobody does while the game is put away.
    pub fn may_run(&self) -> bool {
        self.role != GmRole::Observer && self.game.status != GameStatus::Archived
    }

    /// Whether the reader only looks.
    pub fn is_observer(&self) -> bool {
        self.role == GmRole::Observer
    }

    /// Whether the game is the reader's.
    pub fn is_owner(&self) -> bool {
        self.role == GmRole::Owner
    }
}

/// Who runs a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GmsPage {
    /// The game.
    pub game: GameCard,
    /// What the reader is on its desk.
    pub role: GmRole,
    /// The owner first.
    pub gms: Vec<GmRow>,
}

/// One of those who run a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GmRow {
    /// The account.
    pub account: AccountId,
    /// Name.
    pub name: String,
    /// Address.
    pub email: String,
    /// What he may do.
    pub role: GmRole,
    /// Since when; none for the owner.
    pub added_at: Option<When>,
    /// Whether it is the reader himself.
    pub is_reader: bool,
}

/// A published pentade for its GM.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GmTurnPage {
    /// The game.
    pub game: GameCard,
    /// The revision shown.
    pub turn: TurnRow,
    /// The full chronicle, entry by entry.
    pub entries: Vec<TurnEntry>,
    /// What is unusual, the gravest first.
    pub highlights: Vec<Item>,
    /// What sides are called.
    pub names: Vec<(SideId, String)>,
    /// Every revision, newest first.
    pub revisions: Vec<RevisionView>,
    /// Why it can no longer be corrected, if so.
    pub too_old: Option<String>,
}

/// The draft of a pentade. For the GM only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftPage {
    /// The game.
    pub game: GameCard,
    /// The pentade.
    pub pentade: PentadeView,
    /// The full chronicle, entry by entry.
    pub entries: Vec<TurnEntry>,
    /// What is unusual, the gravest first.
    pub highlights: Vec<Item>,
    /// What sides are called.
    pub names: Vec<(SideId, String)>,
    /// What was asked and answered by default; only of a dry run.
    pub asked: Vec<Question>,
    /// Whether it is a dry run with the orders so far.
    pub is_look_ahead: bool,
    /// The full chronicle as a report.
    pub chronicle: Document,
    /// The page the archive would show.
    pub public: Document,
    /// The report each player would get: side, name, report.
    pub reports: Vec<(SideId, String, Document)>,
    /// Standings after it.
    pub standings: Vec<Block>,
    /// Map after it.
    pub picture: Picture,
}

/// The letters that publishing a draft writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftLettersPage {
    /// The game.
    pub game: GameCard,
    /// The letters, in the order they are written.
    pub rows: Vec<DraftLetterRow>,
}

/// One of them in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftLetterRow {
    /// What it is held back by.
    pub key: String,
    /// Name of the addressee; empty for who only follows the game.
    pub to_name: String,
    /// His address.
    pub to: String,
    /// The side it is for.
    pub side: Option<SideId>,
    /// Subject.
    pub subject: String,
    /// Lines of its plain text.
    pub lines: usize,
    /// Files that go with it.
    pub files: Vec<String>,
    /// Whether it is to be held back.
    pub is_held: bool,
}

/// One of them as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftLetter {
    /// The letter.
    pub row: DraftLetterRow,
    /// Title of the game.
    pub title: String,
    /// Its plain text.
    pub plain: String,
}

/// Letters of a game that somebody should look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadLettersPage {
    /// The game's short name.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// The letters, newest first.
    pub rows: Vec<DeadRow>,
}

/// A letter that did not arrive, may have arrived twice, or is held back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadRow {
    /// Its number.
    pub id: i64,
    /// Its Message-ID.
    pub message_id: String,
    /// What kind.
    pub kind: String,
    /// Side it is for.
    pub side: Option<SideId>,
    /// Addressee.
    pub to: String,
    /// Subject.
    pub subject: String,
    /// Tries so far.
    pub attempts: i32,
    /// Since when it stands here.
    pub at: Option<When>,
    /// Why it stands here.
    pub why: Vec<String>,
    /// Whether it can be sent again.
    pub may_repeat: bool,
    /// Whether it can be taken off the list.
    pub may_close: bool,
    /// Whether it can be held back.
    pub may_hold: bool,
    /// Whether it is.
    pub is_held: bool,
}

/// What the players of a game ask for beside orders, and how it is taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GmWishes {
    /// How it is taken.
    pub customs: Customs,
    /// Who stands in for whom, or is to do so.
    pub stand_ins: Vec<StandInRow>,
    /// Who is or will be away.
    pub away: Vec<DayRow>,
    /// The latest messages, newest first, with their writers.
    pub messages: Vec<MessageRow>,
}

/// Somebody who waits for a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingRow {
    /// His number.
    pub id: i64,
    /// His name.
    pub name: String,
    /// His address.
    pub email: String,
    /// What the GM noted about him.
    pub note: String,
    /// Since when he waits.
    pub added_at: When,
}

/// A stand-in in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandInRow {
    /// Its number.
    pub id: i64,
    /// For which side.
    pub side_name: String,
    /// His address.
    pub email: String,
    /// His last day.
    pub last_day: String,
    /// Whether it is settled.
    pub is_confirmed: bool,
}
