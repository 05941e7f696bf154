//! An endeavour in words, and what its card could have said.

use super::words::Names;
use crate::empires::rulebook::{Field, YearCard};
use crate::empires::terms::{AreaId, EndeavourSort};

/// What was tried: `tries to conquer Saxony from Thuringia`.
pub(super) fn tried(names: Names<'_>, sort: EndeavourSort, target: &str, base: Option<&AreaId>) -> String {
    let from = base.map_or_else(String::new, |base| format!(" from {}", names.area(base)));
    match sort {
        EndeavourSort::Conquest => format!("tries to conquer {target}{from}"),
        EndeavourSort::Pillage => format!("raids {target}{from}"),
        EndeavourSort::Diplomacy => format!("sends envoys to {target}{from}"),
        EndeavourSort::Defence => format!("turns a card for the defence of {target}"),
        EndeavourSort::Fortification => format!("builds walls in {target}"),
        EndeavourSort::Ruling => format!("sees to the order of {target}"),
        EndeavourSort::Conversion => format!("preaches in {target}"),
    }
}

/// What the fields of a year card ask for: `year card 12: C 3 or more, target −1 never, base −1 below 2`.
pub(super) fn card_words(names: Names<'_>, number: u32, sort: EndeavourSort) -> String {
    let Some(card) = names.rulebook.year_cards.card(number) else { return format!("year card {number}") };
    let fields: Vec<String> = fields(card, sort)
        .into_iter()
        .map(|(name, field)| match field {
            Field::Blank => format!("{name} never"),
            Field::Always | Field::AtLeast(_) | Field::Below(_) => format!("{name} {field}"),
        })
        .collect();
    let mark = if card.leader_check { "; bears the mark of the stature check" } else { "" };
    format!("year card {number}: {}{mark}", fields.join(", "))
}

fn fields(card: &YearCard, sort: EndeavourSort) -> Vec<(&'static str, Field)> {
    match sort {
        EndeavourSort::Conquest => vec![
            ("C", card.conquest_c),
            ("target \u{2212}1", card.conquest_target_loss),
            ("base \u{2212}1", card.conquest_base_loss),
        ],
        EndeavourSort::Pillage => vec![
            ("G", card.pillage_gold),
            ("target \u{2212}1", card.pillage_target_loss),
            ("base \u{2212}1", card.pillage_base_loss),
        ],
        EndeavourSort::Diplomacy => vec![("T", card.diplomacy_tie), ("C", card.diplomacy_c)],
        EndeavourSort::Defence => vec![("area \u{2212}1", card.defence_area_loss)],
        EndeavourSort::Fortification => vec![("level +1", card.fortification_gain)],
        EndeavourSort::Ruling | EndeavourSort::Conversion => {
            vec![("success", card.ruling_gain), ("area \u{2212}1", card.ruling_area_loss)]
        }
    }
}
