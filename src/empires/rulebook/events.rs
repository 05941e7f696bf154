//! The event cards (19.2).

use std::collections::BTreeMap;

use super::expressions::years_and_die;
use super::fault::Faults;
use super::figures::Figures;
use super::points::all_used;
use super::table::{Row, Table};
use super::words::closed_list;
use crate::empires::terms::RuleId;

pub(super) const FILE: &str = "cards/event_cards.csv";

closed_list! {
    /// The kinds of event card (19.2).
    EventKind, "event card" {
        /// Year of Famine (19.3).
        Famine = "famine",
        /// Year of Plenty (19.3).
        Plenty = "plenty",
        /// Minor Heresy (19.4).
        MinorHeresy = "minor_heresy",
        /// Major Heresy (19.5).
        MajorHeresy = "major_heresy",
        /// Enlargement of the King's Personal Demesne (19.6).
        Demesne = "demesne",
        /// Diplomatic Coup (19.7).
        DiplomaticCoup = "diplomatic_coup",
        /// Influence in Religious Hierarchy (19.19).
        Influence = "influence",
        /// Recognition of Claim (19.8).
        Recognition = "recognition",
        /// Single-Area Dynastic Influence (19.18).
        DynasticSingle = "dynastic_single",
        /// Multi-Area Dynastic Influence (19.18).
        DynasticMulti = "dynastic_multi",
        /// Epidemic (19.17).
        Epidemic = "epidemic",
        /// Leader Dies Heirless (19.9).
        Heirless = "heirless",
        /// Revolt in the Marches (19.11).
        RevoltInTheMarches = "revolt_marches",
        /// Civil War (19.10).
        CivilWar = "civil_war",
        /// Major Unrest (19.11).
        MajorUnrest = "major_unrest",
        /// Uprising (19.11).
        Uprising = "uprising",
        /// Advisor (1) (19.12).
        AdvisorOne = "advisor_1",
        /// Advisor (2) (19.12).
        AdvisorTwo = "advisor_2",
        /// Advisor (3) (19.12).
        AdvisorThree = "advisor_3",
        /// Missionary Fervour (19.13).
        MissionaryFervour = "missionary_fervour",
        /// Weapons Advance (19.14).
        WeaponsAdvance = "weapons_advance",
        /// Tactical Systems (19.14).
        TacticalSystems = "tactical_systems",
        /// Siege Advance (19.15).
        SiegeAdvance = "siege_advance",
        /// Fortification Advance (19.15).
        FortificationAdvance = "fortification_advance",
        /// Debased Coinage (19.16).
        DebasedCoinage = "debased_coinage",
        /// Wildcard (19.20).
        Wildcard = "wildcard",
        /// Quiet Years, without effect (19.2).
        QuietYears = "quiet_years",
    }
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
