//! Raiders and magnates (24).

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::Rulebook;
use super::expressions::{Strength, faces, strength};
use super::fault::Faults;
use super::known::Places;
use super::points::all_used;
use super::table::{Row, Table};
use super::words::closed_list;
use crate::empires::terms::{AreaId, EmpireId, LanguageId, ReligionId, RuleId, SeaId};

pub(super) const RAIDERS_FILE: &str = "rules/tables/raiders.csv";
pub(super) const MAGNATES_FILE: &str = "rules/tables/magnates.csv";

closed_list! {
    /// How raiders behave (24.1 to 24.4).
    Behaviour, "behaviour" {
        /// They pillage.
        Pillage = "pillage",
        /// They pillage until it is impossible, then conquer (24.3).
        PillageThenConquer = "pillage_then_conquer",
        /// As the Pechenegs (24.4).
        Pecheneg = "pecheneg",
    }
}

closed_list! {
    /// What part of a dice result brings a magnate (24.6).
    Share, "share" {
        /// All of it.
        Whole = "1",
        /// One of two.
        Half = "1/2",
        /// One of those whose years have come.
        OfThoseInDate = "of_those_in_date",
    }
}

/// Where raiders can go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// This area.
    Area(AreaId),
    /// Areas within so many land steps of this one.
    LandSteps {
        /// Steps.
        steps: i32,
        /// From here.
        from: AreaId,
    },
}

/// What ends raiders for good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RaidersEnd {
    /// Only their years.
    Never,
    /// All these areas are Christian.
    Christian(Vec<AreaId>),
    /// The area is owned by a player or Christian.
    OwnedByPlayerOrChristian(Vec<AreaId>),
    /// All these areas have Christian owners.
    ChristianOwner(Vec<AreaId>),
}

/// One people of raiders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raider {
    /// Their id.
    pub id: String,
    /// Their name.
    pub name: String,
    /// Years in which they may come.
    pub years: RangeInclusive<i32>,
    /// Years in which they are at their peak.
    pub peak: Option<RangeInclusive<i32>>,
    /// Faces of the opening die that bring them in peak years.
    pub active_in_peak: RangeInclusive<i32>,
    /// Faces that bring them in other years.
    pub active_otherwise: RangeInclusive<i32>,
    /// Faces that make them pause after an active pentade.
    pub pause: Option<RangeInclusive<i32>>,
    /// Year cards of an active pentade.
    pub cards: i32,
    /// Their religion.
    pub religion: ReligionId,
    /// Their language.
    pub language: LanguageId,
    /// Combat stature.
    pub combat: Strength,
    /// Added to it in peak years.
    pub combat_in_peak: i32,
    /// Social state of their base off the map.
    pub base_social_state: i32,
    /// Seas whose coasts they reach.
    pub reach_seas: Vec<SeaId>,
    /// Areas they reach.
    pub reach_areas: Vec<Reach>,
    /// How they behave.
    pub behaviour: Behaviour,
    /// What ends them for good.
    pub ends: RaidersEnd,
    /// Their rule.
    pub rule: RuleId,
}

/// One magnate of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Magnate {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Sums of two dice that bring it.
    pub dice: Vec<i32>,
    /// What part of the result.
    pub share: Share,
    /// Years in which it may come.
    pub years: RangeInclusive<i32>,
    /// Its court; none for a horde.
    pub court: Option<AreaId>,
    /// Strength.
    pub strength: Strength,
    /// Language; none for that of the area.
    pub language: Option<LanguageId>,
    /// Religion; none for that of the area.
    pub religion: Option<ReligionId>,
    /// Year cards a pentade.
    pub cards: i32,
    /// Social state of its base off the map.
    pub off_board_social_state: i32,
    /// Areas that base lies beside.
    pub off_board_beside: Vec<AreaId>,
    /// Its rule.
    pub rule: RuleId,
}

impl Rulebook {
    /// The raiders and the magnates of the table, as empires of their kind: id and name.
    pub fn outsiders(&self) -> Vec<(EmpireId, String)> {
        let raiders = self.raiders.iter().map(|row| (EmpireId::new(&row.id), row.name.clone()));
        let magnates = self.magnates.iter().map(|row| (row.empire(), self.name_of_magnate(row)));
        raiders.chain(magnates).collect()
    }

    /// `Seljuks`; of a row that bears the name of its area, `Magnate of Lithuania`.
    pub fn name_of_magnate(&self, row: &Magnate) -> String {
        match &row.court {
            Some(court) if self.atlas.name(court) == row.name => format!("Magnate of {}", row.name),
            _ => row.name.clone(),
        }
    }
}

impl Magnate {
    /// The id of the first magnate of this row.
    pub fn empire(&self) -> EmpireId {
        EmpireId::new(&format!("magnate-{}", self.id))
    }
}

/// The raiders in table order.
pub(super) fn read_raiders(
    files: &BTreeMap<String, String>,
    places: &Places<'_>,
    faults: &Faults,
) -> Vec<Raider> {
    let columns = &[
        "id",
        "name",
        "first_year",
        "last_year",
        "peak_first",
        "peak_last",
        "active_die_peak",
        "active_die_other",
        "pause_die",
        "cards",
        "religion",
        "language",
        "combat",
        "combat_peak_bonus",
        "base_ss",
        "reach_seas",
        "reach_areas",
        "behaviour",
        "ends_when",
        "rule",
        "source",
    ];
    let table = Table::read(files, RAIDERS_FILE, columns, faults);
    table.unique("id");
    let raiders: Vec<Raider> = table.rows.iter().filter_map(|row| read_raider(row, places)).collect();
    all_used(&table, raiders.iter().map(|raider| raider.behaviour), faults);
    raiders
}

fn read_raider(row: &Row<'_>, places: &Places<'_>) -> Option<Raider> {
    let (id, name) = (row.filled("id"), row.filled("name"));
    let years = years(row, "first_year", "last_year");
    let peak = if row.text("peak_first").is_empty() {
        Some(None)
    } else {
        self::years(row, "peak_first", "peak_last").map(Some)
    };
    let (in_peak, otherwise) = (faces(row, "active_die_peak"), faces(row, "active_die_other"));
    let (pause, cards) = (faces(row, "pause_die"), row.whole("cards", 1..=9));
    let (religion, language) = (places.religion(row, "religion"), places.language(row, "language"));
    let (combat, bonus) = (strength(row, "combat"), row.whole("combat_peak_bonus", 0..=9));
    let (base, behaviour) = (row.whole("base_ss", -9..=9), row.word("behaviour"));
    let reach: Vec<Option<Reach>> =
        row.list("reach_areas").into_iter().map(|word| reach(row, places, word)).collect();
    let (reach_seas, ends, rule) = (places.seas(row, "reach_seas"), ends(row, places), row.rule());
    if reach.is_empty() && reach_seas.is_empty() {
        row.fault("they reach no sea and no area");
    }
    Some(Raider {
        id: id?.to_owned(),
        name: name?.to_owned(),
        years: years?,
        peak: peak?,
        active_in_peak: in_peak??,
        active_otherwise: otherwise??,
        pause: pause?,
        cards: cards?,
        religion: religion?,
        language: language?,
        combat: combat?,
        combat_in_peak: bonus?,
        base_social_state: base?,
        reach_seas,
        reach_areas: reach.into_iter().collect::<Option<Vec<Reach>>>()?,
        behaviour: behaviour?,
        ends: ends?,
        rule: rule?,
    })
}

/// First to last year; a blank last year is without end.
fn years(row: &Row<'_>, first: &'static str, last: &'static str) -> Option<RangeInclusive<i32>> {
    let (from, to) = (row.whole(first, 1..=2000), row.whole_or_blank(last, 1..=2000));
    let (from, to) = (from?, to?.unwrap_or(i32::MAX));
    if to < from {
        row.fault(format!("{last} {to} is before {first} {from}"));
        return None;
    }
    Some(from..=to)
}

fn reach(row: &Row<'_>, places: &Places<'_>, word: &str) -> Option<Reach> {
    match word.strip_prefix("land_steps:").map(|rest| rest.split_once(':')) {
        None => places.area(row, word).map(Reach::Area),
        Some(Some((steps, from))) if steps.parse::<i32>().is_ok() => {
            Some(Reach::LandSteps { steps: steps.parse().ok()?, from: places.area(row, from)? })
        }
        Some(_) => {
            row.fault(format!("unknown reach \"{word}\""));
            None
        }
    }
}

fn ends(row: &Row<'_>, places: &Places<'_>) -> Option<RaidersEnd> {
    let cell = row.text("ends_when");
    if cell.is_empty() {
        return Some(RaidersEnd::Never);
    }
    let (word, ids) = cell.split_once(':').unwrap_or((cell, ""));
    let areas: Vec<AreaId> = ids.split(';').filter_map(|id| places.area(row, id.trim())).collect();
    match word {
        "christian" => Some(RaidersEnd::Christian(areas)),
        "owned_by_player_or_christian" => Some(RaidersEnd::OwnedByPlayerOrChristian(areas)),
        "christian_owner" => Some(RaidersEnd::ChristianOwner(areas)),
        _ => {
            row.fault(format!("unknown end \"{word}\""));
            None
        }
    }
}

/// The magnates in table order. Every sum of two dice brings one (24.6).
pub(super) fn read_magnates(
    files: &BTreeMap<String, String>,
    places: &Places<'_>,
    faults: &Faults,
) -> Vec<Magnate> {
    let columns = &[
        "id",
        "name",
        "dice",
        "share",
        "first_year",
        "last_year",
        "court",
        "strength",
        "language",
        "religion",
        "cards",
        "off_board_ss",
        "off_board_beside",
        "rule",
        "source",
    ];
    let table = Table::read(files, MAGNATES_FILE, columns, faults);
    table.unique("id");
    let magnates: Vec<Magnate> = table.rows.iter().filter_map(|row| read_magnate(row, places)).collect();
    for sum in (2..=12).filter(|sum| !magnates.iter().any(|magnate| magnate.dice.contains(sum))) {
        faults.of(MAGNATES_FILE, format!("no row holds the roll {sum}"));
    }
    magnates
}

fn read_magnate(row: &Row<'_>, places: &Places<'_>) -> Option<Magnate> {
    let (id, name, share) = (row.filled("id"), row.filled("name"), row.word("share"));
    let dice: Vec<i32> = row.list("dice").iter().filter_map(|sum| sum.parse().ok()).collect();
    if dice.len() != row.list("dice").len() || dice.iter().any(|sum| !(2..=12).contains(sum)) {
        row.fault(format!("dice \"{}\" are not sums of two dice", row.text("dice")));
    }
    let (years, strength) = (years(row, "first_year", "last_year"), strength(row, "strength"));
    let court =
        if row.text("court").is_empty() { Some(None) } else { places.area(row, row.text("court")).map(Some) };
    let of_area = |column| row.text(column) == "of_area";
    let language = if of_area("language") { Some(None) } else { places.language(row, "language").map(Some) };
    let religion = if of_area("religion") { Some(None) } else { places.religion(row, "religion").map(Some) };
    let (cards, state) = (row.whole("cards", 1..=9), row.whole("off_board_ss", -9..=9));
    let rule = row.rule();
    Some(Magnate {
        id: id?.to_owned(),
        name: name?.to_owned(),
        dice,
        share: share?,
        years: years?,
        court: court?,
        strength: strength?,
        language: language?,
        religion: religion?,
        cards: cards?,
        off_board_social_state: state?,
        off_board_beside: places.areas(row, "off_board_beside"),
        rule: rule?,
    })
}
