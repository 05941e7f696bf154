//! What the desk shows: rows and pages, each already cut to what its reader may see.
//!
//! Times are instants; [`When`] writes one in UTC and in a reader's own zone.

use jiff::Timestamp;

mod bundle;
mod corrections;
mod edition;
mod gm;
mod leaf;
mod map;
mod past;
mod player;
mod powers;
mod rulings;
mod sealing;

use crate::postal::chronicle::{Reader, SideId};
use crate::postal::document::{Block, Document};
use crate::postal::game::{RuleRow, Scenario, Span};
use crate::postal::picture::Picture;
use crate::postal::seal::Seal;
use crate::postal::switches::{Readings, Switch};

pub use bundle::{Bundle, EntryMark, PUBLIC_FORMAT, PublicBundle, PublicEntry};
pub use corrections::{
    AmendPage, AmendSide, AmendmentView, AskedView, Corrected, CorrectionPage, CorrectionRow, CorrectionView,
    Outcome, RevisionView,
};
pub use edition::{OtherEdition, ReadingsPage};
pub use gm::{
    AuditRow, Customs, DayRow, DeadLettersPage, DeadRow, DraftLetter, DraftLetterRow, DraftLettersPage,
    DraftPage, GmPage, GmRole, GmRow, GmSeat, GmTurnPage, GmWishes, GmsPage, LetterPage, LetterRow,
    MessageRow, NewRuling, PentadeView, RulingView, StandInRow, WaitingRow,
};

pub use leaf::Leaf;
pub use map::{Holder, MapPage, Moment, Ownership};
pub use past::{Events, Found, Moments, Past, PastTurn, Subjects};
pub use player::{
    Change, Checked, EarlyView, FormAnswer, OpenBallot, PlayerPage, PostRow, Readiness, SheetView, VersionRow,
};
pub use powers::{PowerRow, PowersPage};
pub use rulings::{RulingAnswer, RulingSaid, RulingsPage};
pub use sealing::{SealView, Sealing};

pub use crate::store::absence::Custom;
pub use crate::store::accounts::{Account, AccountId};
pub use crate::store::calendars::{AbsentVotes, Calendar, Publishes};
pub use crate::store::games::GameStatus;
pub use crate::store::letters::LetterState;
pub use crate::store::pentades::PentadeState;
pub use crate::store::sheets::SheetSource;

/// An instant as people read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct When {
    /// The instant.
    pub at: Timestamp,
    /// `Friday 4 December 2026, 20:00 UTC`.
    pub utc: String,
    /// The same in the reader's zone, with the zone's name; none when that zone is UTC.
    pub local: Option<String>,
}

/// One game in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameCard {
    /// Its short name in addresses: `g7`.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// Name of what is played: `Empires of the Middle Ages`.
    pub kind: String,
    /// Running, paused or over.
    pub status: GameStatus,
    /// The pentade that is played now.
    pub span: Span,
    /// How far that pentade is.
    pub state: PentadeState,
    /// When its orders are due.
    pub deadline: When,
    /// Published pentades.
    pub published: u32,
    /// Name of the GM.
    pub gm: String,
    /// Whether it is for its members alone.
    pub members_only: bool,
}

/// A seat of the signed-in player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MySeat {
    /// The game.
    pub game: GameCard,
    /// The side held.
    pub side: SideId,
    /// Its name.
    pub side_name: String,
    /// Version of the sheet in force for the pentade now played; none when nothing came yet.
    pub sheet_version: Option<i32>,
}

/// What a signed-in person has to do with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Home {
    /// Sides held.
    pub seats: Vec<MySeat>,
    /// Games run as GM.
    pub running: Vec<GameCard>,
}

/// What a reader is to a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Role {
    /// Whether the reader is the game's GM.
    pub is_gm: bool,
    /// Sides the reader holds.
    pub sides: Vec<SideId>,
}

/// One side in a public list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatRow {
    /// The side.
    pub side: SideId,
    /// Its name.
    pub name: String,
    /// Whether a player may hold it.
    pub playable: bool,
    /// The player's name, if it is held.
    pub player: Option<String>,
}

/// One published pentade in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnRow {
    /// Its years.
    pub span: Span,
    /// Its revision, from 1.
    pub revision: i32,
    /// When it was published.
    pub published_at: When,
    /// Hash of the result.
    pub result_hash: String,
}

/// The public page of one game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GamePage {
    /// The game.
    pub game: GameCard,
    /// Its sides, in their fixed order.
    pub seats: Vec<SeatRow>,
    /// Published pentades, newest first.
    pub turns: Vec<TurnRow>,
    /// Standings of the current world.
    pub standings: Vec<Block>,
    /// Map of the current world, as anyone may see it.
    pub picture: Picture,
    /// Name of the edition it was begun under.
    pub edition_name: String,
    /// Hash of that edition.
    pub edition_hash: String,
    /// Whether the rules now loaded are still that edition.
    pub edition_is_loaded: bool,
    /// The switches that it reads otherwise than that edition.
    pub own_readings: Vec<Switch>,
    /// The promise about the seed of the pentade now played.
    pub commitment: String,
    /// The sealed orders for it of GMs who play too.
    pub seals: Vec<SealView>,
    /// What the reader is to this game.
    pub role: Role,
}

/// One published pentade for one reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnPage {
    /// Short name of the game.
    pub slug: String,
    /// Title of the game.
    pub title: String,
    /// The years.
    pub turn: TurnRow,
    /// Whose eyes the page is made for.
    pub reader: Reader,
    /// The report.
    pub report: Document,
    /// Standings at its end.
    pub standings: Vec<Block>,
    /// Map at its end.
    pub picture: Picture,
    /// Map at its beginning.
    pub picture_before: Picture,
    /// Hash of the inputs.
    pub inputs_hash: String,
    /// The seed, in hexadecimal: revealed with publication.
    pub seed: String,
    /// The promise that was made before orders were due: SHA-256 of the seed.
    pub commitment: String,
    /// The orders of GMs who play too, as they sealed them before they could see others'.
    pub seals: Vec<Seal>,
    /// Every revision, newest first.
    pub revisions: Vec<RevisionView>,
    /// First year of the published pentade before this one.
    pub previous: Option<i32>,
    /// First year of the published pentade after this one.
    pub next: Option<i32>,
    /// What the reader is to this game.
    pub role: Role,
}

/// What came of publishing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Published {
    /// The pentade.
    pub span: Span,
    /// Hash of its result.
    pub result_hash: String,
    /// Whether this very call did it; false when it was public already.
    pub is_new: bool,
}

/// A player of a game about to begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPlayer {
    /// Side to hold.
    pub side: SideId,
    /// Name.
    pub name: String,
    /// Address.
    pub email: String,
}

/// A game about to begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewGame {
    /// Short name: a lower-case letter, then up to 19 letters or digits.
    pub slug: String,
    /// What is played: the id of a game of [`crate::games`].
    pub kind: String,
    /// Scenario of it.
    pub scenario: String,
    /// Title.
    pub title: String,
    /// Name and address of the GM.
    pub gm: (String, String),
    /// Who holds what.
    pub players: Vec<NewPlayer>,
    /// How it takes what its players ask for.
    pub customs: Customs,
    /// When its orders are due.
    pub calendar: Calendar,
    /// Whether its players are invited, and hold their seats when they accept.
    pub invites: bool,
    /// How it reads the switches of its rules; those that it leaves out as its edition does.
    pub readings: Readings,
}

/// What can be begun: the game's id and name with its scenarios.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// Id of the game.
    pub kind: String,
    /// Its name.
    pub title: String,
    /// Its scenarios.
    pub scenarios: Vec<Scenario>,
}

/// What a link to follow a game, or to end that, is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowPage {
    /// The game's short name.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// The address.
    pub address: String,
    /// Whether the reports go there.
    pub is_active: bool,
}

/// How the server is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Health {
    /// Letters taken and not yet read.
    pub letters_waiting: i64,
    /// Letters to be sent.
    pub post_waiting: i64,
    /// Letters given up.
    pub post_failed: i64,
    /// Pentades held for a GM.
    pub pentades_held: i64,
    /// Version of the program.
    pub version: &'static str,
}

/// How the server is, for whoever runs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusPage {
    /// What waits.
    pub health: Health,
    /// Version and build of the program.
    pub build: String,
    /// Each game's title, edition and the edition's hash.
    pub rules: Vec<(String, String, String)>,
    /// When the jobs last showed that they live.
    pub heartbeat: Option<When>,
    /// When the last letter from us to us was written.
    pub self_test_sent: Option<When>,
    /// When it came back.
    pub self_test_returned: Option<When>,
    /// Whether it should have come back by now.
    pub self_test_overdue: bool,
    /// Letters about no game that did not arrive.
    pub strays: Vec<DeadRow>,
    /// Whether our letters are signed here.
    pub signs: bool,
}

/// A letter we wrote, as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostPage {
    /// The letter.
    pub row: PostRow,
    /// Its plain text.
    pub plain: String,
    /// Whether the reader may have it sent once more.
    pub may_repeat: bool,
}

/// The register of one game's rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rulebook {
    /// Name of the game.
    pub title: String,
    /// Name of the edition now loaded.
    pub edition: String,
    /// Its rules, in the rulebook's order.
    pub rows: Vec<RuleRow>,
}
