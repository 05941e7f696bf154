//! The seam: what the server asks of a game.
//!
//! Worlds, sheets and chronicles cross it as text which only the game can read. The same text in gives the same
//! bytes out, on any machine.

use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::chronicle::{Reader, SideId, Subject, TurnEntry};
pub use super::contents::{CaseRow, RuleRow, RulingRow};
use super::dice::Seed;
use super::document::{Block, Document, Item};
pub use super::form::FormPart;
use super::form::Menu;
pub use super::game_error::GameError;
pub use super::inputs::{Inputs, Ruling};
use super::past::{Naming, States};
use super::picture::Picture;
use super::question::Question;
use super::reading::{Forecast, Reading, Sheet};
use super::rulings::{LaidEffect, RulingFault, RulingGround, RulingKind};
use super::standing::Standing;
use super::switches::{ReadingFault, Readings, Switch};
pub use super::texts::{ChronicleText, WorldText};
pub use super::trial::Trial;

/// Something a game offers to begin with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scenario {
    /// Id, as in the name of its file.
    pub id: String,
    /// Name for people.
    pub title: String,
    /// Fewest and most players.
    pub players: (u32, u32),
}

/// One side of a game as the server knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    /// Its id.
    pub id: SideId,
    /// Its full name: `German Empire`.
    pub name: String,
    /// Words that mean it in a subject line, lower case.
    pub aliases: Vec<String>,
    /// Whether a player may hold it.
    pub playable: bool,
}

/// The five years that are played together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// First year; the pentade's number.
    pub first_year: i32,
    /// Last year.
    pub last_year: i32,
}

impl std::fmt::Display for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}\u{2013}{}", self.first_year, self.last_year)
    }
}

/// The rules a game was begun under.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edition {
    /// Its name.
    pub name: String,
    /// SHA-256 of every table and text of the rulebook, in hexadecimal.
    pub hash: String,
}

/// What came of a pentade.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// All decided.
    Complete {
        /// The world afterwards.
        world: WorldText,
        /// What happened.
        chronicle: ChronicleText,
    },
    /// These must be answered first.
    Undecided {
        /// The open questions.
        questions: Vec<Question>,
    },
}

/// The hash of a result: SHA-256 over the bytes of world and chronicle, parted by a line feed.
pub fn result_hash(world: &WorldText, chronicle: &ChronicleText) -> String {
    let mut hash = Sha256::new();
    hash.update(world.as_str().as_bytes());
    hash.update(b"\n");
    hash.update(chronicle.as_str().as_bytes());
    hex::encode(hash.finalize())
}

/// One adjudicated pentade, as the server hands it back for reports and pages.
#[derive(Debug, Clone, Copy)]
pub struct Turn<'a> {
    /// The world it began with.
    pub before: &'a WorldText,
    /// The world it ended with.
    pub after: &'a WorldText,
    /// What happened.
    pub chronicle: &'a ChronicleText,
}

/// A postal game.
///
/// Every method is pure: no clock, no file, no network, no unkeyed chance.
pub trait Game: Send + Sync {
    /// Its id in addresses and in the database: `empires`.
    fn id(&self) -> &'static str;

    /// Its name: `Empires of the Middle Ages`.
    fn title(&self) -> &str;

    /// The rules now loaded.
    fn edition(&self) -> Edition;

    /// The switches of its rules, and how it reads them. Empty in a game without any.
    fn switches(&self) -> Vec<Switch>;

    /// The same game and edition, with these switches read otherwise than the edition does and all others as it does.
    ///
    /// Errors: everything that [`switches::faults`](super::switches::faults) finds.
    fn with_readings(&self, readings: &Readings) -> Result<Arc<dyn Game>, Vec<ReadingFault>>;

    /// What can be begun.
    fn scenarios(&self) -> Vec<Scenario>;

    /// The first world of a scenario.
    fn begin(&self, scenario: &str) -> Result<WorldText, GameError>;

    /// The sides of a world, in their fixed order.
    fn sides(&self, world: &WorldText) -> Result<Vec<Side>, GameError>;

    /// The pentade that the world stands before.
    fn span(&self, world: &WorldText) -> Result<Span, GameError>;

    /// Whether the game is over.
    fn is_over(&self, world: &WorldText) -> Result<bool, GameError>;

    /// Reads the words of one side and puts them into the sheet in force.
    ///
    /// Errors: only when the world or the former sheet cannot be read. No text is an error.
    fn read(
        &self,
        world: &WorldText,
        side: &SideId,
        text: &str,
        former: Option<&Sheet>,
    ) -> Result<Reading, GameError>;

    /// Reads the orders in a text that are for the pentade after the one that the world stands before, and puts them into
    /// those that came before their time already. A letter that is `whole` is for that pentade altogether.
    ///
    /// None when it orders nothing for it. A game that takes no early orders never finds any.
    fn read_early(
        &self,
        _world: &WorldText,
        _side: &SideId,
        _text: &str,
        _former: Option<&Sheet>,
        _whole: bool,
    ) -> Result<Option<Reading>, GameError> {
        Ok(None)
    }

    /// What a side could still order, one line each: `978: no endeavour`.
    fn missing(
        &self,
        world: &WorldText,
        side: &SideId,
        sheet: Option<&Sheet>,
    ) -> Result<Vec<String>, GameError>;

    /// What can be told beforehand of a sheet: what will be refused as things stand, and what the rest would bring.
    ///
    /// It tells nothing that the side may not know. A game without forecasts has an empty one.
    fn forecast(
        &self,
        _world: &WorldText,
        _side: &SideId,
        _sheet: Option<&Sheet>,
    ) -> Result<Forecast, GameError> {
        Ok(Forecast::default())
    }

    /// The order form with the sheet in force in it. [`Game::form_text`] turns it back into one text.
    fn form(
        &self,
        world: &WorldText,
        side: &SideId,
        sheet: Option<&Sheet>,
    ) -> Result<Vec<FormPart>, GameError>;

    /// What a side could order in one box of the form, beside the orders of this sheet.
    ///
    /// It tells nothing that the side may not know. Each line of it is read as one order. Empty in a game that offers
    /// nothing, and for a field that it does not have. Errors: as for [`Game::form`].
    fn menu(
        &self,
        _world: &WorldText,
        _side: &SideId,
        _sheet: Option<&Sheet>,
        _field: &str,
    ) -> Result<Menu, GameError> {
        Ok(Menu::default())
    }

    /// One text of a filled form, which replaces the whole sheet when it is read.
    ///
    /// `filled` holds field names and words. Unknown fields are passed over.
    fn form_text(&self, world: &WorldText, filled: &[(String, String)]) -> Result<String, GameError>;

    /// The order form of a side as lines of a letter, nothing ordered yet. A player writes below them; what is left as it
    /// is orders nothing and withdraws nothing. Empty for a game without such a form.
    ///
    /// Errors: as for [`Game::form`].
    fn form_lines(&self, _world: &WorldText, _side: &SideId) -> Result<Vec<String>, GameError> {
        Ok(Vec::new())
    }

    /// The other sides that the player of a side orders for by the rules, in the same letter.
    ///
    /// Errors: the world cannot be read.
    fn wards(&self, _world: &WorldText, _side: &SideId) -> Result<Vec<SideId>, GameError> {
        Ok(Vec::new())
    }

    /// What stands for a side that has sent no orders: its `former` ones, of the years named with them, read anew for the
    /// pentade that the world stands before. None where they give none, or in a game without standing orders.
    ///
    /// Errors: when the world or the former sheet cannot be read.
    fn standing(
        &self,
        _world: &WorldText,
        _side: &SideId,
        _former: (&Sheet, Span),
    ) -> Result<Option<Sheet>, GameError> {
        Ok(None)
    }

    /// What the game's caretaker orders for a side that has sent no orders. The same seed gives the same sheet, and no draw
    /// of the pentade depends on it. None in a game without one.
    ///
    /// Errors: when the world cannot be read.
    fn caretaker(
        &self,
        _world: &WorldText,
        _side: &SideId,
        _seed: &Seed,
    ) -> Result<Option<Sheet>, GameError> {
        Ok(None)
    }

    /// What a side that nobody plays did of its own in a pentade, as orders for that pentade. None where it did nothing, where
    /// no orders could say it, or in a game without such sides. Errors: the pentade cannot be read.
    fn acted(&self, _turn: Turn<'_>, _side: &SideId) -> Result<Option<Sheet>, GameError> {
        Ok(None)
    }

    /// The kinds of effect that a GM may lay down through a form, with what may stand in each field. Empty in a game whose
    /// rulings are words alone. Errors: the world cannot be read.
    fn ruling_kinds(&self, _ground: RulingGround<'_>) -> Result<Vec<RulingKind>, GameError> {
        Ok(Vec::new())
    }

    /// The canonical words of effects chosen in a form.
    ///
    /// Errors: the outer one when the world cannot be read; the inner ones name what is wrong in which field.
    fn ruling_words(
        &self,
        _ground: RulingGround<'_>,
        _effects: &[LaidEffect],
    ) -> Result<Result<String, Vec<RulingFault>>, GameError> {
        Ok(Err(vec![RulingFault::of_all("this game lays down rulings in words")]))
    }

    /// The words of a ruling as effects of the form; none where the form cannot say them. Errors: the world cannot be read.
    fn ruling_effects(
        &self,
        _ground: RulingGround<'_>,
        _words: &str,
    ) -> Result<Option<Vec<LaidEffect>>, GameError> {
        Ok(None)
    }

    /// Whether a GM's ruling can be read, and whether what it lays down can be so: at the opening of the pentade that must
    /// stand, for a later year the reason against it as things stand is told, and the ruling may be kept.
    ///
    /// Errors: the outer one when the world cannot be read; the inner one says what is wrong.
    fn check_ruling(
        &self,
        ground: RulingGround<'_>,
        words: &str,
    ) -> Result<Result<Option<String>, RulingFault>, GameError>;

    /// Plays the pentade, by the readings of the inputs whichever this game has.
    ///
    /// Errors: only for a world or inputs that cannot be read, an unknown reading, or a world that breaks an invariant.
    fn adjudicate(&self, world: &WorldText, inputs: &Inputs, seed: &Seed) -> Result<Outcome, GameError>;

    /// Whether the pentade that begins with `first_year` may still be corrected when the one that begins with `now` is
    /// current.
    ///
    /// Errors: why not, with rule and dates.
    fn may_correct(&self, first_year: i32, now: i32) -> Result<(), String>;

    /// What differs between a pentade as it was played and as it was played again after a correction, for a reader.
    ///
    /// Errors: when either cannot be read.
    fn compare(&self, former: Turn<'_>, amended: Turn<'_>, reader: &Reader) -> Result<Document, GameError>;

    /// The turn report of a reader: a side's own letter, the archive's page, or the GM's full chronicle.
    fn report(&self, turn: Turn<'_>, reader: &Reader) -> Result<Document, GameError>;

    /// The chronicle entry by entry, as a reader may see it.
    ///
    /// Errors: when it cannot be read.
    fn entries(&self, turn: Turn<'_>, reader: &Reader) -> Result<Vec<TurnEntry>, GameError>;

    /// The subjects that its entries tell of, in the order of their headings.
    fn subjects(&self) -> &'static [Subject] {
        &[]
    }

    /// The chronicle entry by entry as it is kept, each with whether `reader` may see it. Errors: when it cannot be read.
    fn kept_entries(
        &self,
        chronicle: &ChronicleText,
        reader: &Reader,
    ) -> Result<Vec<(String, bool)>, GameError>;

    /// What is unusual in a pentade, for its GM: sides that lost their seat or die, large swings, refused orders. The
    /// gravest first; empty when nothing is.
    ///
    /// Errors: when the pentade cannot be read.
    fn highlights(&self, turn: Turn<'_>) -> Result<Vec<Item>, GameError>;

    /// A side's situation: what it holds, what it may do.
    fn situation(&self, world: &WorldText, side: &SideId) -> Result<Document, GameError>;

    /// The standings, as anyone may see them: usually one table.
    fn standings(&self, world: &WorldText) -> Result<Vec<Block>, GameError>;

    /// How every side that counts stands, in figures that anyone may know, in a fixed order.
    fn careers(&self, _world: &WorldText) -> Result<Vec<Standing>, GameError> {
        Ok(Vec::new())
    }

    /// The map as a reader may see it.
    fn picture(&self, world: &WorldText, reader: &Reader) -> Result<Picture, GameError>;

    /// Whether every reader sees the same map.
    fn has_one_map(&self) -> bool {
        false
    }

    /// What a name stands for in a world: places and sides whose past can be told. Errors: when the world cannot be read.
    fn named(&self, _world: &WorldText, _name: &str) -> Result<Naming, GameError> {
        Ok(Naming::NotKept)
    }

    /// The figures that the past of places and sides is told by. Errors: when the world cannot be read.
    fn states(&self, _world: &WorldText) -> Result<States, GameError> {
        Ok(States::default())
    }

    /// The rulebook's contents.
    fn rules(&self) -> Vec<RuleRow>;

    /// The built-in players, by name; none where a game has none.
    fn policies(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Plays a whole trial game and returns its figures as text for [`Game::trial_report`]. `told` is called after each
    /// pentade.
    ///
    /// Errors: no such scenario or policy, or a world that breaks an invariant, with the year.
    fn trial(&self, trial: &Trial, _told: &dyn Fn()) -> Result<String, GameError> {
        Err(GameError::NoPolicy(trial.policy.clone()))
    }

    /// Tables of the figures of several trial games.
    fn trial_report(&self, title: &str, _trials: &[String]) -> Result<Document, GameError> {
        Ok(Document::new(title))
    }
}
