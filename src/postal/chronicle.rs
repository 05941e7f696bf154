//! What happened, with the numbers, the draws and who may see it.
//!
//! Generic over the game's own kinds of happening; [`Entry::visibility`] is the only thing that decides who
//! sees an entry.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::dice::Draw;
use super::document::Item;

/// The id of a rule as the game's rulebook numbers it: `17.1`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RuleId(SmolStr);

impl RuleId {
    /// The id written as the rulebook writes it.
    pub fn new(id: &str) -> Self {
        Self(SmolStr::new(id))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The chapter the rule stands in: `17` of `17.1`.
    pub fn chapter(&self) -> &str {
        self.0.split('.').next().unwrap_or(&self.0)
    }
}

impl std::fmt::Display for RuleId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// The id of one side of a game: what a player holds. An empire in Empires of the Middle Ages.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SideId(SmolStr);

impl SideId {
    /// A side by its id.
    pub fn new(id: &str) -> Self {
        Self(SmolStr::new(id))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for SideId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Who may see an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Everybody, in the archive too.
    Public,
    /// Only these sides and the GM.
    Sides(BTreeSet<SideId>),
    /// The GM alone.
    Gm,
}

/// Who reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reader {
    /// Anyone, signed in or not.
    Public,
    /// The player of one side.
    Side(SideId),
    /// The game's GM.
    Gm,
}

impl Visibility {
    /// Whether `reader` may see what bears this mark.
    pub fn allows(&self, reader: &Reader) -> bool {
        match (self, reader) {
            (_, Reader::Gm) | (Self::Public, _) => true,
            (Self::Sides(sides), Reader::Side(side)) => sides.contains(side),
            (Self::Sides(_) | Self::Gm, _) => false,
        }
    }

    /// Visible to one side and the GM.
    pub fn only(side: SideId) -> Self {
        Self::Sides(BTreeSet::from([side]))
    }
}

/// One addend of a computed rating, with the rule it comes from.
///
/// Units: `points` are whole points and may be negative.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// What the points are for, in the reader's words: `in unrest`.
    pub label: String,
    /// Points added.
    pub points: i32,
    /// The rule that adds them.
    pub rule: RuleId,
}

/// A computed figure with the addends that make it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Breakdown {
    /// What was computed: `rebellion value`.
    pub name: String,
    /// The addends, in table order.
    pub lines: Vec<Line>,
    /// The figure.
    pub total: i32,
}

/// One thing that happened. The chronicle is a list of these and the only source of every report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry<Kind> {
    /// Game year it belongs to; none for the opening and close of a pentade.
    pub year: Option<i32>,
    /// The step of the sequence of play that made it.
    pub step: SmolStr,
    /// The rules it follows from, most telling first.
    pub rules: Vec<RuleId>,
    /// Side it is about, if one.
    pub who: Option<SideId>,
    /// Id of the place it is about, if one.
    pub place: Option<SmolStr>,
    /// What happened, in the game's own types.
    pub kind: Kind,
    /// Every computed figure, addend by addend.
    pub numbers: Vec<Breakdown>,
    /// Every die and card.
    pub chance: Vec<Draw>,
    /// Who may see it.
    pub visibility: Visibility,
}

/// A heading that entries of a whole game are gathered under: wars, parleys, treaties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subject {
    /// Short name, as in addresses.
    pub id: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// What belongs to it: a noun phrase without a full stop.
    pub about: &'static str,
}

/// One entry of a chronicle as a reader may see it, with what it can be found by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnEntry {
    /// Its place in the chronicle, from 0: the same for every reader.
    pub nth: usize,
    /// Its year; none for the opening and close of the pentade.
    pub year: Option<i32>,
    /// Heading of the part of the pentade that it stands in: `976`, `Opening of the pentade`.
    pub part: String,
    /// Sides it is about.
    pub sides: Vec<SideId>,
    /// Places it is about: id and name.
    pub places: Vec<(String, String)>,
    /// The rules it follows from.
    pub rules: Vec<RuleId>,
    /// Whether it is great enough to be told when much is left out.
    pub is_headline: bool,
    /// Of which of the game's subjects it tells; none for what stands under no heading.
    pub subject: Option<&'static str>,
    /// Its words, with the arithmetic, cards and dice beneath.
    pub item: Item,
}
