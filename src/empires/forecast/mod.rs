//! What can be told an empire beforehand of its orders: what will be refused, its gold year by year, the rating of each
//! endeavour with the chance of each result.
//!
//! Nothing is reckoned here that the rules do not reckon: their own steps are played with this one sheet, on the world as
//! the empire knows it, with dice that always show 1. What others do, event cards, raiders and the results of the
//! empire's own endeavours are left out, so that later years stand on the same ground as the first.

use super::terms::{AreaId, Condition, Endeavour, Order, RuleId};
use crate::empires::rules::endeavours::CardResult;
use crate::postal::chronicle::Breakdown;

mod endeavours;
mod foresight;
mod offer_words;
mod offers;
mod veil;
mod words;

pub use foresight::forecast;
pub use offer_words::{every_year_menu, standing_menu, year_menu};
pub use offers::{YearOffers, year_offers};
pub use words::document;

/// The forecast of one sheet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Forecast {
    /// Orders that the pentade would not carry out as the world stands.
    pub refused: Vec<Refused>,
    /// The years of the pentade.
    pub years: Vec<ForecastYear>,
    /// What the close of the pentade brings or takes: colonisation (25.1). Whole gold.
    pub close_gold: i32,
    /// Cards of the year deck (9.2).
    pub deck: u32,
}

/// An order that would not be carried out (6.9), or a gift or sum that would be cut (6.7).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The order.
    pub order: Order,
    /// The area it is about, where an order names several.
    pub area: Option<AreaId>,
    /// The rule behind it.
    pub rule: RuleId,
    /// Why, in words: lower case, no final stop.
    pub reason: String,
    /// The years concerned; empty for the opening and the close.
    pub years: Vec<i32>,
    /// An area that the empire would have to win before, as earlier orders of the same sheet try to.
    pub awaits: Option<AreaId>,
}

/// One year of a forecast. All sums are whole gold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForecastYear {
    /// Which.
    pub year: i32,
    /// The treasury at its beginning.
    pub treasury: i32,
    /// What comes and goes before the endeavours, in the order of the sequence of play.
    pub movements: Vec<(Movement, i32)>,
    /// Areas taxed and plundered, with their yield.
    pub levied: Vec<(AreaId, Movement, i32)>,
    /// The rebellion checks that taxation and plunder call for (17.2).
    pub checks: Vec<ForecastCheck>,
    /// The endeavours that may be carried out, in the order they are tried.
    pub endeavours: Vec<Expected>,
    /// What the endeavours cost that would be carried out as things stand.
    pub spent: i32,
    /// The treasury at its end.
    pub left: i32,
}

/// Why gold comes or goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Movement {
    /// Taxation (16.1).
    Taxes,
    /// Plunder (16.3).
    Plunder,
    /// Demesnes (16.2).
    Demesnes,
    /// Gifts and treaties (16.4, 16.5).
    Gifts,
    /// Cards and penance (19, 22.1).
    Other,
}

/// A rebellion check that is to come (17.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForecastCheck {
    /// Where.
    pub area: AreaId,
    /// The rebellion value, without the dice.
    pub value: i32,
    /// Throws of the dice that bring unrest.
    pub unrest: u32,
    /// Throws that bring rebellion.
    pub rebellion: u32,
    /// Throws there are.
    pub throws: u32,
}

/// An endeavour that may be carried out in a year.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expected {
    /// Place of its order in the sheet, from 0.
    pub order_index: usize,
    /// What it waits on: all of these.
    pub conditions: Vec<Condition>,
    /// Whether another alternative of the same year stands before it.
    pub is_alternative: bool,
    /// Whether it would be carried out.
    pub standing: Standing,
    /// The endeavour.
    pub endeavour: Endeavour,
    /// What it would come to; none where it would be refused, which stands with the refusals.
    pub outlook: Option<Outlook>,
}

/// Whether an endeavour would be carried out as things stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It would.
    Sure,
    /// It hangs on what is not known yet: who attacks, what earlier years bring.
    Open,
    /// What it waits on does not hold now.
    Unmet,
}

/// What an endeavour would come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outlook {
    /// Gold for ships or walls (9.8, 14.1).
    pub price: i32,
    /// Gold that adds to the rating.
    pub gold: i32,
    /// The rating, line by line (9.5); for a defence what it takes off its attackers' (13.2).
    pub rating: Breakdown,
    /// How many cards of the deck bring which results together (9.6), the most frequent first.
    pub results: Vec<(Vec<CardResult>, u32)>,
    /// On how many cards it has the result it is made for; none for a defence.
    pub succeeds: Option<u32>,
    /// Whether a diplomatic coup makes the result (19.7).
    pub by_coup: bool,
    /// C results that the target needs, and those scored so far (10.3, 12.1).
    pub needs: Option<(i32, i32)>,
}
