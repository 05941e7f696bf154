//! Holy cities, seats of the Pope, patriarchates (23, 27, 29).

use std::collections::BTreeMap;

use super::fault::Faults;
use super::known::Places;
use super::table::Table;
use super::words::closed_list;
use crate::empires::terms::{AreaId, EmpireId, ReligionId, RuleId};

pub(super) const HOLY_FILE: &str = "rules/tables/holy_cities.csv";
pub(super) const PAPAL_FILE: &str = "rules/tables/papal_seats.csv";
pub(super) const PATRIARCHATES_FILE: &str = "rules/tables/patriarchates.csv";

closed_list! {
    /// What the loss of a holy city starts.
    HolyCause, "cause" {
        /// A crusade (23.4).
        Crusade = "crusade",
        /// A jihad may be called (23.8).
        Jihad = "jihad",
        /// A jihad must be called (23.8).
        JihadMust = "jihad_must",
    }
}

closed_list! {
    /// When a holy city counts as lost.
    LostWhen, "loss" {
        /// Its owner is Muslim.
        OwnerMuslim = "owner_muslim",
        /// Its owner is Muslim, but not Abbasid.
        OwnerMuslimButNotAbbasid = "owner_muslim_but_not_abbasid",
        /// Its owner is not Sunni.
        OwnerNotSunni = "owner_not_sunni",
    }
}

closed_list! {
    /// Who gets a holy city that is freed.
    FreedTo, "heir" {
        /// The Pope.
        Pope = "pope",
        /// A Crusader State with an adjacent area, or nobody.
        CrusaderState = "crusader_state_with_an_adjacent_area_else_independent",
        /// Its last Sunni owner.
        LastSunniOwner = "last_sunni_owner",
    }
}

closed_list! {
    /// Whose diplomatic stature a patriarchate raises (29).
    Patron, "patron" {
        /// Eastern Orthodox rulers.
        EoRulers = "eo_rulers",
        /// Eastern Orthodox rulers but the Byzantine.
        EoRulersButByzantium = "eo_rulers_but_byzantium",
        /// Eastern Orthodox rulers but the one who founded it.
        EoRulersButItsFounder = "eo_rulers_but_its_founder",
        /// The Byzantine ruler.
        Byzantium = "byzantium",
    }
}

closed_list! {
    /// What a patriarchate needs.
    PatriarchateCondition, "condition" {
        /// No underlying religious group.
        NoUrg = "no_urg",
        /// Declared by an Eastern Orthodox conqueror of Constantinople.
        DeclaredByConqueror = "declared_by_eo_conqueror_of_constantinople",
    }
}

/// A holy city (23.4, 23.8).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HolyCity {
    /// Its name.
    pub city: String,
    /// The area it lies in.
    pub area: AreaId,
    /// What its loss starts.
    pub cause: HolyCause,
    /// When it is lost.
    pub lost_when: LostWhen,
    /// Who gets it when freed.
    pub freed_to: FreedTo,
    /// Its rule.
    pub rule: RuleId,
}

impl HolyCity {
    /// Id of the Crusader State that arises where this city is freed; none where none does (23.4).
    pub fn crusader_state(&self) -> Option<EmpireId> {
        (self.freed_to == FreedTo::CrusaderState)
            .then(|| EmpireId::new(&format!("crusader-state-{}", self.area))) // rule:23.4
    }

    /// What that Crusader State is called.
    pub fn crusader_state_name(&self) -> String {
        format!("Crusader State of {}", self.city)
    }
}

/// A seat of the Pope (27.1), used while its area has a religion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PapalSeat {
    /// Its name.
    pub city: String,
    /// The area it lies in.
    pub area: AreaId,
    /// The religion that the area must have.
    pub while_religion: ReligionId,
    /// Its rule.
    pub rule: RuleId,
}

/// A patriarchate (29).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Patriarchate {
    /// Its id.
    pub id: String,
    /// The area it lies in; none for one yet to be declared.
    pub area: Option<AreaId>,
    /// Whose stature it raises.
    pub patron: Patron,
    /// By how much.
    pub diplomatic: i32,
    /// What it needs, if anything.
    pub condition: Option<PatriarchateCondition>,
    /// Its rule.
    pub rule: RuleId,
}

/// The holy cities.
pub(super) fn read_holy(
    files: &BTreeMap<String, String>,
    places: &Places<'_>,
    faults: &Faults,
) -> Vec<HolyCity> {
    let columns = &["city", "area", "cause", "lost_when", "freed_to", "rule", "source"];
    let table = Table::read(files, HOLY_FILE, columns, faults);
    let rows = table.rows.iter().filter_map(|row| {
        let (city, area) = (row.filled("city"), places.area(row, row.text("area")));
        let (cause, lost_when, freed_to) = (row.word("cause"), row.word("lost_when"), row.word("freed_to"));
        let rule = row.rule();
        Some(HolyCity {
            city: city?.to_owned(),
            area: area?,
            cause: cause?,
            lost_when: lost_when?,
            freed_to: freed_to?,
            rule: rule?,
        })
    });
    rows.collect()
}

/// The seats of the Pope in their order.
pub(super) fn read_papal(
    files: &BTreeMap<String, String>,
    places: &Places<'_>,
    faults: &Faults,
) -> Vec<PapalSeat> {
    let table = Table::read(files, PAPAL_FILE, &["order", "city", "area", "while", "rule", "source"], faults);
    table.unique("order");
    let rows = table.rows.iter().zip(1_i32..).filter_map(|(row, place)| {
        row.whole("order", place..=place);
        let (city, area, rule) = (row.filled("city"), places.area(row, row.text("area")), row.rule());
        let religion = match row.text("while").strip_prefix("area_religion:") {
            Some(code) => places.religion_of(row, code),
            None => {
                row.fault(format!("while \"{}\" is not area_religion:CODE", row.text("while")));
                None
            }
        };
        Some(PapalSeat { city: city?.to_owned(), area: area?, while_religion: religion?, rule: rule? })
    });
    rows.collect()
}

/// The patriarchates.
pub(super) fn read_patriarchates(
    files: &BTreeMap<String, String>,
    places: &Places<'_>,
    faults: &Faults,
) -> Vec<Patriarchate> {
    let columns = &["id", "area", "for", "diplomatic", "condition", "rule", "source"];
    let table = Table::read(files, PATRIARCHATES_FILE, columns, faults);
    table.unique("id");
    let blank = |text: &str| text.is_empty();
    let rows = table.rows.iter().filter_map(|row| {
        let (id, patron, rule) = (row.filled("id"), row.word("for"), row.rule());
        let (area, condition) = (row.text("area"), row.text("condition"));
        let area = if blank(area) { Some(None) } else { places.area(row, area).map(Some) };
        let condition = if blank(condition) { Some(None) } else { row.word("condition").map(Some) };
        let diplomatic = row.whole("diplomatic", 0..=9);
        Some(Patriarchate {
            id: id?.to_owned(),
            area: area?,
            patron: patron?,
            diplomatic: diplomatic?,
            condition: condition?,
            rule: rule?,
        })
    });
    rows.collect()
}
