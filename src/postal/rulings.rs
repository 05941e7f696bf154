//! Rulings as a form: kinds of effect with typed fields, and what was filled in.
//!
//! The server shows and sends back what the game describes here; it knows no kind and no field by name.

use super::game::WorldText;
use super::inputs::Ruling;

/// What a ruling is read on.
#[derive(Debug, Clone, Copy)]
pub struct RulingGround<'a> {
    /// The world that the pentade begins with.
    pub world: &'a WorldText,
    /// The year at whose start it takes effect; none for the opening of the pentade.
    pub year: Option<i32>,
    /// The other rulings of the pentade that are in force.
    pub others: &'a [Ruling],
}

/// A kind of effect that a GM may lay down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulingKind {
    /// Its id, fit for a form.
    pub id: String,
    /// What it is about: `Areas`. Kinds of one group follow each other.
    pub group: String,
    /// What it is called: `Social state`.
    pub title: String,
    /// Its fields, in the order of its words.
    pub fields: Vec<RulingField>,
}

/// One field of a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulingField {
    /// Its id, unique in its kind.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// What may stand in it.
    pub input: FieldInput,
    /// Whether it must be filled.
    pub needed: bool,
    /// How many times it may be filled, from 1.
    pub most: usize,
}

/// What may stand in a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldInput {
    /// One of a few: value and label.
    Few(Vec<(String, String)>),
    /// One of many names.
    Many(Vec<String>),
    /// A whole number within these bounds, both included.
    Number {
        /// Lowest.
        lowest: i32,
        /// Highest.
        highest: i32,
    },
    /// Words of the GM's own.
    Words {
        /// Characters at most.
        longest: usize,
    },
}

/// One effect as it was filled in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LaidEffect {
    /// Id of its kind.
    pub kind: String,
    /// Ids of fields and what stands in them; a field that is filled several times is there several times.
    pub filled: Vec<(String, String)>,
}

impl LaidEffect {
    /// What stands in a field, once for each time it is filled; what is empty is left out.
    pub fn values<'a>(&'a self, field: &'a str) -> impl Iterator<Item = &'a str> {
        let of_field = self.filled.iter().filter(move |(id, _)| id == field);
        of_field.map(|(_, value)| value.trim()).filter(|value| !value.is_empty())
    }
}

/// What is wrong with a ruling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulingFault {
    /// Which of its effects, from 0; none for the ruling as a whole.
    pub effect: Option<usize>,
    /// The field; none for the effect as a whole.
    pub field: Option<String>,
    /// What is wrong: lower case, no final stop.
    pub reason: String,
}

impl RulingFault {
    /// A fault of the ruling as a whole.
    pub fn of_all(reason: impl Into<String>) -> Self {
        Self { effect: None, field: None, reason: reason.into() }
    }
}
