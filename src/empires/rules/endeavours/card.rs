//! Reading a year card (9.6).

use crate::empires::rulebook::{Field, YearCard};
use crate::empires::terms::EndeavourSort;

/// What a field of a year card says when its threshold is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CardResult {
    /// C in a conquest (10.2).
    PartialConquest,
    /// G in a pillage (11.1).
    Gold,
    /// T in a diplomacy (12.1).
    Tie,
    /// C in a diplomacy (12.1).
    DiplomaticConquest,
    /// A level more (14.1).
    Fortified,
    /// Success in ruling or conversion (15.1, 22.2).
    Ruled,
    /// The target's social state falls.
    TargetLoss,
    /// The social state of the own area used falls.
    OwnLoss,
}

impl CardResult {
    /// What a report calls it.
    pub fn words(self, sort: EndeavourSort) -> &'static str {
        match self {
            Self::PartialConquest | Self::DiplomaticConquest => "C",
            Self::Gold => "G",
            Self::Tie => "T",
            Self::Fortified => "level +1",
            Self::Ruled => "success",
            Self::TargetLoss => "target \u{2212}1",
            Self::OwnLoss if is_foreign(sort) => "base \u{2212}1",
            Self::OwnLoss => "area \u{2212}1",
        }
    }

    /// Whether an endeavour of this sort is made for it.
    pub fn is_gain(self, sort: EndeavourSort) -> bool {
        match self {
            Self::OwnLoss => false,
            Self::TargetLoss => sort == EndeavourSort::Pillage,
            _ => true,
        }
    }
}

/// Whether an endeavour has a base and a target (9.1).
fn is_foreign(sort: EndeavourSort) -> bool {
    matches!(sort, EndeavourSort::Conquest | EndeavourSort::Pillage | EndeavourSort::Diplomacy) // rule:9.1
}

/// 9.6: what a card says to an endeavour of this sort at this effectiveness rating, in the order of its fields.
pub fn read_card(card: &YearCard, sort: EndeavourSort, rating: i32) -> Vec<CardResult> {
    fields(card, sort)
        .into_iter()
        .filter(|(field, _)| field.happens(rating))
        .map(|(_, result)| result)
        .collect()
}

fn fields(card: &YearCard, sort: EndeavourSort) -> Vec<(Field, CardResult)> {
    match sort {
        EndeavourSort::Conquest => vec![
            (card.conquest_c, CardResult::PartialConquest), // rule:10.2
            (card.conquest_target_loss, CardResult::TargetLoss),
            (card.conquest_base_loss, CardResult::OwnLoss),
        ],
        EndeavourSort::Pillage => vec![
            (card.pillage_gold, CardResult::Gold), // rule:11.1
            (card.pillage_target_loss, CardResult::TargetLoss),
            (card.pillage_base_loss, CardResult::OwnLoss),
        ],
        EndeavourSort::Diplomacy => vec![
            (card.diplomacy_tie, CardResult::Tie), // rule:12.1
            (card.diplomacy_c, CardResult::DiplomaticConquest),
        ],
        EndeavourSort::Defence => vec![(card.defence_area_loss, CardResult::OwnLoss)], // rule:13.1
        EndeavourSort::Fortification => vec![(card.fortification_gain, CardResult::Fortified)], // rule:14.1
        EndeavourSort::Ruling | EndeavourSort::Conversion => {
            vec![(card.ruling_gain, CardResult::Ruled), (card.ruling_area_loss, CardResult::OwnLoss)] // rule:15.1
        }
    }
}
