//! The event cards (19.2).

use std::collections::BTreeMap;

use super::expressions::years_and_die;
use super::fault::Faults;
use super::figures::Figures;
use super::points::all_used;
use super::table::{Row, Table};
use super::words::{Word, closed_list};
pub use crate::empires::terms::EventKind;
use crate::empires::terms::RuleId;

pub(super) const FILE: &str = "cards/event_cards.csv";

impl Word for EventKind {
    const WHAT: &'static str = "event card";
    const LIST: &'static [(&'static str, Self)] = &[
        ("famine", Self::Famine),
        ("plenty", Self::Plenty),
        ("minor_heresy", Self::MinorHeresy),
        ("major_heresy", Self::MajorHeresy),
        ("demesne", Self::Demesne),
        ("diplomatic_coup", Self::DiplomaticCoup),
        ("influence", Self::Influence),
        ("recognition", Self::Recognition),
        ("dynastic_single", Self::DynasticSingle),
        ("dynastic_multi", Self::DynasticMulti),
        ("epidemic", Self::Epidemic),
        ("heirless", Self::Heirless),
        ("revolt_marches", Self::RevoltInTheMarches),
        ("civil_war", Self::CivilWar),
        ("major_unrest", Self::MajorUnrest),
        ("uprising", Self::Uprising),
        ("advisor_1", Self::AdvisorOne),
        ("advisor_2", Self::AdvisorTwo),
        ("advisor_3", Self::AdvisorThree),
        ("missionary_fervour", Self::MissionaryFervour),
        ("weapons_advance", Self::WeaponsAdvance),
        ("tactical_systems", Self::TacticalSystems),
        ("siege_advance", Self::SiegeAdvance),
        ("fortification_advance", Self::FortificationAdvance),
        ("debased_coinage", Self::DebasedCoinage),
        ("wildcard", Self::Wildcard),
        ("quiet_years", Self::QuietYears),
    ];
}

closed_list! {
    /// When a card is played (19.1).
    EventMode, "mode" {
        /// As it is drawn.
        Immediate = "immediate",
        /// When its holder wishes.
        Hold = "hold",
    }
}

/// What ends a card's stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expiry {
    /// Being played.
    Played,
    /// The heirless death of the leader.
    Heirless,
    /// So many years, with a die of so many faces added if one is named.
    Years {
        /// Fixed years.
        years: i32,
        /// Faces of the die.
        die: Option<i32>,
    },
    /// So many pentades.
    Pentades(i32),
    /// A stature check with this result of the die.
    LeaderCheck(i32),
    /// At least half of the player empires hold a copy.
    HalfHoldCopies,
}

/// One kind of event card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventCard {
    /// What it is.
    pub kind: EventKind,
    /// Its name.
    pub name: String,
    /// How many are in the deck.
    pub count: i32,
    /// When it is played.
    pub mode: EventMode,
    /// Whether it stays in play after it is played or drawn.
    pub lasts: bool,
    /// What ends its stay.
    pub expiry: Vec<Expiry>,
    /// Whether copies of it may be given away.
    pub copyable: bool,
    /// Its rule.
    pub rule: RuleId,
}

/// The kinds of event card in table order.
pub(super) fn read(files: &BTreeMap<String, String>, figures: &Figures, faults: &Faults) -> Vec<EventCard> {
    let columns = &["id", "name", "count", "mode", "lasts", "expiry", "copyable", "rule", "source"];
    let table = Table::read(files, FILE, columns, faults);
    table.unique("id");
    let cards: Vec<EventCard> = table.rows.iter().filter_map(read_card).collect();
    all_used(&table, cards.iter().map(|card| card.kind), faults);
    let quiet = |card: &&EventCard| card.kind == EventKind::QuietYears;
    let quiet_years: i32 = cards.iter().filter(quiet).map(|card| card.count).sum();
    let others = cards.iter().map(|card| card.count).sum::<i32>() - quiet_years;
    if (others, quiet_years) != (figures.event_cards, figures.quiet_years) {
        let (wanted, fillers) = (figures.event_cards, figures.quiet_years);
        faults.of(FILE, format!("{others} and {quiet_years} quiet cards, {wanted} and {fillers} wanted"));
    }
    cards
}

fn read_card(row: &Row<'_>) -> Option<EventCard> {
    let (kind, name, count) = (row.word("id"), row.filled("name"), row.whole("count", 1..=99));
    let (mode, lasts, copyable) = (row.word("mode"), row.yes("lasts"), row.yes("copyable"));
    let expiry: Vec<Option<Expiry>> = row.list("expiry").into_iter().map(|word| expiry(row, word)).collect();
    let rule = row.rule();
    let is_spent = expiry.contains(&Some(Expiry::Played));
    if let (Some(mode), Some(lasts)) = (mode, lasts)
        && is_spent != (mode == EventMode::Hold && !lasts)
    {
        row.fault("a hold card that does not last, and no other, expires by being played");
    }
    Some(EventCard {
        kind: kind?,
        name: name?.to_owned(),
        count: count?,
        mode: mode?,
        lasts: lasts?,
        expiry: expiry.into_iter().collect::<Option<Vec<Expiry>>>()?,
        copyable: copyable?,
        rule: rule?,
    })
}

fn expiry(row: &Row<'_>, word: &str) -> Option<Expiry> {
    let number = |text: &str| text.parse::<i32>().ok();
    let found = match word.split_once(':') {
        None if word == "played" => Some(Expiry::Played),
        None if word == "heirless" => Some(Expiry::Heirless),
        None if word == "half_hold_copies" => Some(Expiry::HalfHoldCopies),
        Some(("pentades", text)) => number(text).map(Expiry::Pentades),
        Some(("leader_check", text)) => number(text).map(Expiry::LeaderCheck),
        Some(("years", text)) => years_and_die(text).map(|(years, die)| Expiry::Years { years, die }),
        _ => None,
    };
    if found.is_none() {
        row.fault(format!("unknown expiry \"{word}\""));
    }
    found
}
