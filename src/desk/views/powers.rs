//! What the page of powers without a player shows.

use super::{GameCard, PentadeView, SheetView};
use crate::postal::chronicle::{SideId, TurnEntry};
use crate::postal::reading::Forecast;

/// The sides that nobody plays, with what they would do. For the GM only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PowersPage {
    /// The game.
    pub game: GameCard,
    /// The pentade.
    pub pentade: PentadeView,
    /// The sides, in their fixed order.
    pub rows: Vec<PowerRow>,
    /// Why nothing is suggested, when nothing is: lower case, no final stop.
    pub closed: Option<String>,
}

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PowerRow {
    /// The side.
    pub side: SideId,
    /// Its name.
    pub name: String,
    /// Whether a player could hold it.
    pub playable: bool,
    /// What it would do of its own, as orders; empty when no orders say it.
    pub suggested: String,
    /// What came of it in a dry run with the orders so far, all powers playing of their own.
    pub told: Vec<TurnEntry>,
    /// What can be told beforehand of the orders that the GM has given it, or else of those suggested.
    pub forecast: Forecast,
    /// What the GM has ordered for it.
    pub sheet: Option<SheetView>,
    /// Why this GM may order nothing for it, when he may not because he plays or another does: lower case, no final stop.
    pub bound: Option<String>,
}
