//! The contents page of a rulebook: each rule with its state, how it is read, and the cases that show it.

use super::chronicle::RuleId;

/// A row of the rulebook's contents page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleRow {
    /// The rule.
    pub id: RuleId,
    /// Our own title.
    pub title: String,
    /// `done`, `partial`, `planned`, `switched` or `not-played`.
    pub status: String,
    /// Whether only the GM may see the row.
    pub gm_only: bool,
    /// Where it comes from, in words.
    pub source: String,
    /// The part of the source that carries it, for those who look; empty while there is none.
    pub file: String,
    /// How the server reads it where it can be read in more than one way.
    pub rulings: Vec<RulingRow>,
    /// What proves it: each case plays it and is checked whenever the server is built.
    pub cases: Vec<CaseRow>,
}

/// One reading of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulingRow {
    /// Its id: `R17.5`.
    pub id: String,
    /// What could be read in more than one way.
    pub question: String,
    /// The reading in force.
    pub reading: String,
    /// The other ones.
    pub other: Vec<String>,
    /// Why.
    pub why: String,
    /// Whether an edition, or a game of its own, may choose another reading.
    pub switch: bool,
}

/// One case of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseRow {
    /// Its id: `17.B.4`.
    pub id: String,
    /// What it shows.
    pub title: String,
}
