//! Points of a row: a sign, perhaps a factor, and a number or one quantity.

use super::fault::Faults;
use super::table::{Row, Table};
use super::words::Word;

/// What a row of a rating adds: `coefficient` times the quantity, or `coefficient` itself where no quantity is
/// named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Points<Q> {
    /// Signed factor.
    pub coefficient: i32,
    /// What it multiplies; none for a plain number.
    pub quantity: Option<Q>,
}

impl<Q: Copy> Points<Q> {
    /// The points when `figure` tells what a quantity is.
    pub fn worth(&self, figure: impl FnOnce(Q) -> i32) -> i32 {
        self.coefficient * self.quantity.map_or(1, figure)
    }
}

/// Reads `+2`, `-ss`, `+3*advance_originals`.
pub(super) fn points<Q: Word>(row: &Row<'_>, column: &'static str) -> Option<Points<Q>> {
    let cell = row.text(column);
    let (sign, rest) = match (cell.strip_prefix('+'), cell.strip_prefix('-')) {
        (Some(rest), _) => (1, rest),
        (_, Some(rest)) => (-1, rest),
        _ => {
            row.fault(format!("{column} \"{cell}\" must begin with + or -"));
            return None;
        }
    };
    let (factor, word) = match rest.split_once('*') {
        Some((factor, word)) => (factor, Some(word)),
        None if rest.parse::<i32>().is_ok() => (rest, None),
        None => ("1", Some(rest)),
    };
    let coefficient = match factor.parse::<i32>() {
        Ok(number) if (0..=99).contains(&number) => Some(sign * number),
        _ => {
            row.fault(format!("{column} \"{cell}\" has no factor from 0 to 99"));
            None
        }
    };
    let quantity = word.map(|word| row.word_in::<Q>(word));
    match quantity {
        Some(found) => Some(Points { coefficient: coefficient?, quantity: Some(found?) }),
        None => Some(Points { coefficient: coefficient?, quantity: None }),
    }
}

/// A fault for each word of a closed list that no row of a table uses.
pub(super) fn all_used<W: Word>(table: &Table<'_>, used: impl Iterator<Item = W> + Clone, faults: &Faults) {
    for (word, meaning) in W::LIST {
        if !used.clone().any(|one| one == *meaning) {
            faults.of(table.file, format!("{} \"{word}\" is used by no row", W::WHAT));
        }
    }
}
