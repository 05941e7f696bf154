//! Small expressions in cells: ranges of a die, strengths.

use std::ops::RangeInclusive;

use super::table::Row;

/// A strength: a number, dice, or a throw as for a new leader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// This much.
    Fixed(i32),
    /// A die of so many faces and so much added.
    Die {
        /// Faces.
        faces: i32,
        /// Added.
        added: i32,
    },
    /// A stature as of a new leader, but at least this (8.3).
    NewLeaderAtLeast(i32),
}

/// `20+d20` as 20 and 20; `50` as 50 and none.
pub(super) fn years_and_die(text: &str) -> Option<(i32, Option<i32>)> {
    match text.split_once("+d") {
        Some((years, die)) => Some((years.parse().ok()?, Some(positive(die)?))),
        None => Some((text.parse().ok()?, None)),
    }
}

/// A strength: `5`, `d6+4`, `8.3 at least 3`.
pub(super) fn strength(row: &Row<'_>, column: &'static str) -> Option<Strength> {
    let cell = row.text(column);
    let die = || {
        let (faces, added) = cell.strip_prefix('d')?.split_once('+')?;
        Some(Strength::Die { faces: positive(faces)?, added: added.parse().ok()? })
    };
    let as_leader = || cell.strip_prefix("8.3 at least ")?.parse().ok().map(Strength::NewLeaderAtLeast);
    let found = cell.parse().ok().map(Strength::Fixed).or_else(die).or_else(as_leader);
    if found.is_none() {
        row.fault(format!("{column} \"{cell}\" is no strength: a number, dN+n, or 8.3 at least n"));
    }
    found
}

/// Faces of a die: `6` or `1-4`. A blank cell is none.
pub(super) fn faces(row: &Row<'_>, column: &'static str) -> Option<Option<RangeInclusive<i32>>> {
    let cell = row.text(column);
    if cell.is_empty() {
        return Some(None);
    }
    let (from, to) = cell.split_once('-').unwrap_or((cell, cell));
    match (from.parse::<i32>(), to.parse::<i32>()) {
        (Ok(from), Ok(to)) if 1 <= from && from <= to && to <= 6 => Some(Some(from..=to)),
        _ => {
            row.fault(format!("{column} \"{cell}\" is no face or range of faces of a die"));
            None
        }
    }
}

fn positive(text: &str) -> Option<i32> {
    text.parse().ok().filter(|number| *number > 0)
}
