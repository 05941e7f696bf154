//! Heresies: which the cards mean (19.4) and those of a date (31).

use std::collections::BTreeMap;

use super::fault::Faults;
use super::known::Places;
use super::religions::Group;
use super::table::{Row, Table};
use crate::empires::terms::{AreaId, LanguageId, ReligionId, RuleId};

pub(super) const CARD_FILE: &str = "rules/tables/card_heresies.csv";
pub(super) const DATED_FILE: &str = "rules/tables/dated_heresies.csv";

/// Which heresy the cards mean in areas of one religion (19.4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardHeresy {
    /// Religion of the area.
    pub religion: ReligionId,
    /// From this year on; the last row that has begun holds.
    pub from_year: Option<i32>,
    /// The heresy.
    pub heresy: ReligionId,
    /// Its rule.
    pub rule: RuleId,
}

/// One word of the areas that a dated heresy is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    /// Areas of this religion.
    Religion(ReligionId),
    /// Areas of this language.
    Language(LanguageId),
    /// Areas of a religion of this group.
    Group(Group),
    /// Areas in Europe.
    Europe,
    /// This area.
    Area(AreaId),
    /// All but this area.
    Except(AreaId),
    /// Areas with a group of this religion.
    HasUrg(ReligionId),
    /// Areas beside one with a group of this religion, or of this religion.
    AdjacentTo(ReligionId),
    /// At least one of these.
    AnyOf(Vec<Scope>),
}

/// What a heresy does to an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeresyResult {
    /// A group of this level arises.
    Urg(i32),
    /// The level of the group rises by this.
    UrgLevelRises(i32),
    /// The area converts.
    Convert,
    /// The area rebels.
    Rebel,
}

/// A heresy of a date (31).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatedHeresy {
    /// Its id.
    pub id: String,
    /// What it is.
    pub heresy: ReligionId,
    /// When it begins.
    pub first_year: i32,
    /// At what distance it returns, if it does.
    pub every_years: Option<i32>,
    /// All of these must hold of an area.
    pub scope: Vec<Scope>,
    /// What the result U does.
    pub on_unrest: Vec<HeresyResult>,
    /// What the result R does.
    pub on_rebellion: Vec<HeresyResult>,
    /// Its rule.
    pub rule: RuleId,
}

/// The heresies that the cards mean.
pub(super) fn read_card(
    files: &BTreeMap<String, String>,
    places: &Places<'_>,
    faults: &Faults,
) -> Vec<CardHeresy> {
    let table = Table::read(files, CARD_FILE, &["religion", "from_year", "heresy", "rule", "source"], faults);
    let rows = table.rows.iter().filter_map(|row| {
        let (religion, heresy) = (places.religion(row, "religion"), places.religion(row, "heresy"));
        let (from_year, rule) = (row.whole_or_blank("from_year", 1..=2000), row.rule());
        if let (Some(religion), Some(heresy)) = (&religion, &heresy)
            && !places.religions.heretical(heresy, religion)
        {
            row.fault(format!("{heresy} is not heretical to {religion}"));
        }
        Some(CardHeresy { religion: religion?, from_year: from_year?, heresy: heresy?, rule: rule? })
    });
    rows.collect()
}

/// The heresies of a date.
pub(super) fn read_dated(
    files: &BTreeMap<String, String>,
    places: &Places<'_>,
    faults: &Faults,
) -> Vec<DatedHeresy> {
    let columns =
        &["id", "heresy", "first_year", "every_years", "scope", "result_u", "result_r", "rule", "source"];
    let table = Table::read(files, DATED_FILE, columns, faults);
    table.unique("id");
    table.rows.iter().filter_map(|row| read_row(row, places)).collect()
}

fn read_row(row: &Row<'_>, places: &Places<'_>) -> Option<DatedHeresy> {
    let (id, heresy) = (row.filled("id"), places.religion(row, "heresy"));
    let (first_year, every) = (row.whole("first_year", 1..=2000), row.whole_or_blank("every_years", 1..=500));
    let scope: Vec<Option<Scope>> =
        row.list("scope").into_iter().map(|word| scope(row, places, word)).collect();
    if scope.is_empty() {
        row.fault("scope is blank");
    }
    let (on_unrest, on_rebellion) = (results(row, "result_u"), results(row, "result_r"));
    let rule = row.rule();
    Some(DatedHeresy {
        id: id?.to_owned(),
        heresy: heresy?,
        first_year: first_year?,
        every_years: every?,
        scope: scope.into_iter().collect::<Option<Vec<Scope>>>()?,
        on_unrest: on_unrest?,
        on_rebellion: on_rebellion?,
        rule: rule?,
    })
}

fn scope(row: &Row<'_>, places: &Places<'_>, word: &str) -> Option<Scope> {
    match word.split_once(':') {
        None if word == "europe" => Some(Scope::Europe),
        Some(("religion", code)) => places.religion_of(row, code).map(Scope::Religion),
        Some(("language", code)) => places.language_of(row, code).map(Scope::Language),
        Some(("group", group)) => row.word_in(group).map(Scope::Group),
        Some(("area", id)) => places.area(row, id).map(Scope::Area),
        Some(("except", id)) => places.area(row, id).map(Scope::Except),
        Some(("has_urg", code)) => places.religion_of(row, code).map(Scope::HasUrg),
        Some(("adjacent_to_urg_or_religion", code)) => places.religion_of(row, code).map(Scope::AdjacentTo),
        Some(("any_of", rest)) => {
            let parts: Vec<Option<Scope>> = rest.split('|').map(|part| scope(row, places, part)).collect();
            parts.into_iter().collect::<Option<Vec<Scope>>>().map(Scope::AnyOf)
        }
        _ => {
            row.fault(format!("unknown scope \"{word}\""));
            None
        }
    }
}

fn results(row: &Row<'_>, column: &'static str) -> Option<Vec<HeresyResult>> {
    let read = |word: &str| {
        let number = |text: &str| text.parse::<i32>().ok().filter(|level| (1..=5).contains(level));
        let found = match word.split_once(':') {
            None if word == "convert" => Some(HeresyResult::Convert),
            None if word == "rebel" => Some(HeresyResult::Rebel),
            Some(("urg", level)) => number(level).map(HeresyResult::Urg),
            Some(("urg_level", rise)) => number(rise).map(HeresyResult::UrgLevelRises),
            _ => None,
        };
        if found.is_none() {
            row.fault(format!("unknown result \"{word}\""));
        }
        found
    };
    let results: Vec<Option<HeresyResult>> = row.list(column).into_iter().map(read).collect();
    results.into_iter().collect()
}
