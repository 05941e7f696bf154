//! The year cards (9.6).

use std::collections::BTreeMap;

use super::fault::Faults;
use super::figures::Figures;
use super::table::{Row, Table, is_source};
use crate::empires::terms::EndeavourSort;

pub(super) const FILE: &str = "cards/year_cards.csv";

/// What one cell of a year card says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// Nothing.
    Blank,
    /// It happens whatever the rating.
    Always,
    /// It happens when the rating is this or more.
    AtLeast(i32),
    /// It happens when the rating is below this.
    Below(i32),
}

impl Field {
    /// Whether it happens at this effectiveness rating (9.6).
    pub fn happens(self, rating: i32) -> bool {
        match self {
            Self::Blank => false,
            Self::Always => true,
            Self::AtLeast(threshold) => rating >= threshold, // rule:9.6
            Self::Below(threshold) => rating < threshold,    // rule:9.6
        }
    }
}

impl std::fmt::Display for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Blank => f.write_str("\u{2013}"),
            Self::Always => f.write_str("always"),
            Self::AtLeast(threshold) => write!(f, "{threshold} or more"),
            Self::Below(threshold) => write!(f, "below {threshold}"),
        }
    }
}

/// One year card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YearCard {
    /// From 1.
    pub number: u32,
    /// Whether the leader who uses it is tested (8.4).
    pub leader_check: bool,
    /// Conquest: a C result (10.2).
    pub conquest_c: Field,
    /// Conquest: the target loses social state.
    pub conquest_target_loss: Field,
    /// Conquest: the base loses social state.
    pub conquest_base_loss: Field,
    /// Pillage: a G result (11.1).
    pub pillage_gold: Field,
    /// Pillage: the target loses social state.
    pub pillage_target_loss: Field,
    /// Pillage: the base loses social state.
    pub pillage_base_loss: Field,
    /// Diplomacy: a tie (12.1).
    pub diplomacy_tie: Field,
    /// Diplomacy: a diplomatic C result (12.1).
    pub diplomacy_c: Field,
    /// Fortification: one level more (14.1).
    pub fortification_gain: Field,
    /// Ruling and conversion: success (15.1, 22.2).
    pub ruling_gain: Field,
    /// Ruling and conversion: the area loses social state.
    pub ruling_area_loss: Field,
    /// Defence: the own area loses social state (13.1).
    pub defence_area_loss: Field,
}

impl YearCard {
    /// The field that gives an endeavour its main gain; a defence has none.
    pub fn main_gain(&self, sort: EndeavourSort) -> Field {
        match sort {
            EndeavourSort::Conquest => self.conquest_c,
            EndeavourSort::Pillage => self.pillage_gold,
            EndeavourSort::Diplomacy => self.diplomacy_tie,
            EndeavourSort::Fortification => self.fortification_gain,
            EndeavourSort::Ruling | EndeavourSort::Conversion => self.ruling_gain,
            EndeavourSort::Defence => Field::Blank,
        }
    }
}

/// The deck, in order of numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct YearCards(Vec<YearCard>);

impl YearCards {
    /// The card with this number, from 1.
    pub fn card(&self, number: u32) -> Option<&YearCard> {
        usize::try_from(number.checked_sub(1)?).ok().and_then(|index| self.0.get(index))
    }

    /// Cards in the deck.
    pub fn count(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    /// Every card.
    pub fn iter(&self) -> impl Iterator<Item = &YearCard> {
        self.0.iter()
    }

    /// How many cards of the deck let `field` happen at `rating`: the chance of one card, out of
    /// [`YearCards::count`].
    pub fn happening(&self, field: impl Fn(&YearCard) -> Field, rating: i32) -> u32 {
        let cards = self.0.iter().filter(|card| field(card).happens(rating)).count();
        u32::try_from(cards).unwrap_or(u32::MAX)
    }
}

/// Whether a field tells of a gain or of a loss of one's own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sense {
    Gain,
    OwnLoss,
}

/// The deck from its table.
pub(super) fn read(files: &BTreeMap<String, String>, figures: &Figures, faults: &Faults) -> YearCards {
    let table = Table::read(
        files,
        FILE,
        &[
            "number",
            "leader_check",
            "conquest_c",
            "conquest_target_loss",
            "conquest_base_loss",
            "pillage_gold",
            "pillage_target_loss",
            "pillage_base_loss",
            "diplomacy_tie",
            "diplomacy_c",
            "fortification_gain",
            "ruling_gain",
            "ruling_area_loss",
            "defence_area_loss",
            "source",
        ],
        faults,
    );
    table.unique("number");
    for (row, number) in table.rows.iter().zip(1_u32..) {
        if row.text("number") != number.to_string() {
            row.fault(format!("card {} stands where card {number} should", row.text("number")));
        }
    }
    if i64::try_from(table.rows.len()) != Ok(i64::from(figures.year_cards)) {
        let (count, wanted) = (table.rows.len(), figures.year_cards);
        faults.of(FILE, format!("{count} cards, {wanted} wanted")); // rule:9.2
    }
    YearCards(table.rows.iter().filter_map(card).collect())
}

fn card(row: &Row<'_>) -> Option<YearCard> {
    if !is_source(row.text("source")) {
        row.fault("source must begin with S, P or R");
    }
    let gain = |column| field(row, column, Sense::Gain);
    let loss = |column| field(row, column, Sense::OwnLoss);
    let (number, leader_check) = (row.whole("number", 1..=999), row.yes("leader_check"));
    let (conquest_c, conquest_target_loss) = (gain("conquest_c"), gain("conquest_target_loss"));
    let (pillage_gold, pillage_target_loss) = (gain("pillage_gold"), gain("pillage_target_loss"));
    let (conquest_base_loss, pillage_base_loss) = (loss("conquest_base_loss"), loss("pillage_base_loss"));
    let (diplomacy_tie, diplomacy_c) = (gain("diplomacy_tie"), gain("diplomacy_c"));
    let (fortification_gain, ruling_gain) = (gain("fortification_gain"), gain("ruling_gain"));
    let (ruling_area_loss, defence_area_loss) = (loss("ruling_area_loss"), loss("defence_area_loss"));
    Some(YearCard {
        number: u32::try_from(number?).ok()?,
        leader_check: leader_check?,
        conquest_c: conquest_c?,
        conquest_target_loss: conquest_target_loss?,
        conquest_base_loss: conquest_base_loss?,
        pillage_gold: pillage_gold?,
        pillage_target_loss: pillage_target_loss?,
        pillage_base_loss: pillage_base_loss?,
        diplomacy_tie: diplomacy_tie?,
        diplomacy_c: diplomacy_c?,
        fortification_gain: fortification_gain?,
        ruling_gain: ruling_gain?,
        ruling_area_loss: ruling_area_loss?,
        defence_area_loss: defence_area_loss?,
    })
}

/// A blank cell, `any`, `>=n` for a gain, `<n` for a loss of one's own (9.6).
fn field(row: &Row<'_>, column: &'static str, sense: Sense) -> Option<Field> {
    let cell = row.text(column);
    let threshold = |sign: &str| cell.strip_prefix(sign).and_then(|number| number.parse::<i32>().ok());
    let field = match (cell, sense) {
        ("", _) => Some(Field::Blank),
        ("any", _) => Some(Field::Always),
        (_, Sense::Gain) => threshold(">=").map(Field::AtLeast),
        (_, Sense::OwnLoss) => threshold("<").map(Field::Below),
    };
    if field.is_none() {
        let wanted = if sense == Sense::Gain { ">=n" } else { "<n" };
        row.fault(format!("{column} \"{cell}\" is neither blank nor any nor {wanted}"));
    }
    field
}
