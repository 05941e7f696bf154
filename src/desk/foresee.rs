//! What can be told beforehand of a sheet. A forecast that cannot be made stops nothing.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{DeskError, Table};
use crate::postal::chronicle::SideId;
use crate::postal::document::{Block, Span};
use crate::postal::reading::{Forecast, Sheet};

/// The game's forecast of a sheet. One that stops the game's own program is told as none, and logged.
///
/// Errors: a kept world or sheet that cannot be read.
pub(super) fn foresee(
    table: &Table<'_>,
    side: &SideId,
    sheet: Option<&Sheet>,
) -> Result<Forecast, DeskError> {
    let world = table.world();
    let made = unless_it_stops(table, side, || table.game.forecast(&world, side, sheet));
    let Some(forecast) = made else {
        let words = "No forecast could be made of these orders. They stand all the same.".to_owned();
        return Ok(Forecast {
            blocks: vec![Block::Paragraph(vec![Span::Text(words)])],
            ..Forecast::default()
        });
    };
    Ok(forecast?)
}

/// What a game tells beforehand; none, and logged, when that stops the game's own program.
pub(super) fn unless_it_stops<T>(table: &Table<'_>, side: &SideId, tell: impl FnOnce() -> T) -> Option<T> {
    let made = catch_unwind(AssertUnwindSafe(tell));
    if made.is_err() {
        tracing::error!(game = table.row.slug, %side, "the forecast of a sheet stopped the program");
    }
    made.ok()
}
