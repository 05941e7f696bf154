//! Religions, their relations and distance, and languages (2.6 to 2.10).

use std::collections::{BTreeMap, BTreeSet};

use super::fault::Faults;
use super::table::{Row, Table};
use super::words::closed_list;
use crate::empires::terms::{ById, EmpireId, LanguageId, ReligionId};

pub(super) const FILE: &str = "rules/tables/religions.csv";
pub(super) const RELATED_FILE: &str = "rules/tables/related_religions.csv";
pub(super) const CIVILISED_FILE: &str = "rules/tables/civilised_muslims.csv";
pub(super) const LANGUAGES_FILE: &str = "rules/tables/languages.csv";

/// Code of the Roman Catholic church (2.7).
pub const CATHOLIC: &str = "RC";

/// Id of the empire that the rules name for the Eastern church and its coinage (19.16, 20.2, 23.4, 29.2).
pub const BYZANTIUM: &str = "byzantium";

/// Code of the Eastern Orthodox church (2.7).
pub const ORTHODOX: &str = "EO";

closed_list! {
    /// A group of religions (2.7, 2.9).
    Group, "group" {
        /// Christian churches.
        Christian = "christian",
        /// Sects that arise as underlying groups; their distance group is Christian.
        Sect = "sect",
        /// Islam.
        Muslim = "muslim",
        /// Judaism.
        Jewish = "jewish",
        /// Pagans.
        Pagan = "pagan",
    }
}

/// A religion or sect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Religion {
    /// Its code.
    pub id: ReligionId,
    /// Its name.
    pub name: String,
    /// What it is.
    pub group: Group,
    /// The group within which the distance is 2 (2.9).
    pub distance_group: Group,
    /// Proselytic ability (22.3).
    pub proselytic_ability: i32,
    /// Convictional strength (22.3).
    pub convictional_strength: i32,
    /// The religions to which it is heretical (2.10).
    pub heretical_to: BTreeSet<ReligionId>,
    /// The religion it counts as outside the table of relations (2.8).
    pub counts_as: Option<ReligionId>,
    /// How it may come to rule an area: yes, or by what.
    pub may_rule_an_area: String,
}

/// A language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Language {
    /// Its code.
    pub id: LanguageId,
    /// Its name.
    pub name: String,
    /// The religion of pagans who speak it (2.9).
    pub pagans: ReligionId,
}

/// Whose leader the list of civilised Muslims means (2.6).
#[derive(Debug, Clone, PartialEq, Eq)]
enum Civilised {
    Empire(EmpireId),
    Religion(ReligionId),
}

/// Every religion with its relations.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Religions {
    all: ById<ReligionId, Religion>,
    /// Distances by the places of both in the order of codes (2.9).
    distances: Vec<Vec<i32>>,
    related: BTreeSet<(ReligionId, ReligionId)>,
    civilised: Vec<(Civilised, i32, i32)>,
}

impl Religions {
    /// The religion with this code, if there is one.
    pub fn get(&self, religion: &ReligionId) -> Option<&Religion> {
        self.all.get(religion)
    }

    /// Every religion in order of codes.
    pub fn iter(&self) -> impl Iterator<Item = &Religion> {
        self.all.values()
    }

    /// The name of a religion; the code itself when there is none.
    pub fn name<'a>(&'a self, religion: &'a ReligionId) -> &'a str {
        self.all.get(religion).map_or(religion.as_str(), |found| &found.name)
    }

    /// Whether two religions are related (2.8). The relation is symmetric and never inferred.
    pub fn related(&self, a: &ReligionId, b: &ReligionId) -> bool {
        self.related.contains(&(a.clone(), b.clone()))
    }

    /// Religious distance: 0 the same, 1 related, 2 unrelated in one group, 3 across groups (2.9).
    pub fn distance(&self, a: &ReligionId, b: &ReligionId) -> i32 {
        match (self.all.place(a), self.all.place(b)) {
            (Some(a), Some(b)) => self.distances[a][b],
            _ => self.reckon_distance(a, b),
        }
    }

    fn reckon_distance(&self, a: &ReligionId, b: &ReligionId) -> i32 {
        if a == b {
            return 0;
        }
        if self.related(a, b) {
            return 1;
        }
        let group = |religion: &ReligionId| self.get(religion).map(|found| found.distance_group);
        if group(a) == group(b) { 2 } else { 3 } // rule:2.9
    }

    /// Whether `religion` is heretical to `other` (2.10).
    pub fn heretical(&self, religion: &ReligionId, other: &ReligionId) -> bool {
        self.get(religion).is_some_and(|found| found.heretical_to.contains(other)) // rule:2.10
    }

    /// The religion that this one counts as: Sunni for Iberian Muslims, itself for any other (2.8).
    pub fn counts_as<'a>(&'a self, religion: &'a ReligionId) -> &'a ReligionId {
        self.get(religion).and_then(|found| found.counts_as.as_ref()).unwrap_or(religion) // rule:2.8
    }

    /// Whether two religions count as one (2.8).
    pub fn count_as_one(&self, a: &ReligionId, b: &ReligionId) -> bool {
        self.counts_as(a) == self.counts_as(b)
    }

    /// The group of a religion, if it is known.
    pub fn group(&self, religion: &ReligionId) -> Option<Group> {
        self.get(religion).map(|found| found.group)
    }

    /// Whether an empire whose leader has this religion is civilised Muslim in `year` (2.6).
    pub fn civilised_muslim(&self, empire: &EmpireId, religion: &ReligionId, year: i32) -> bool {
        self.group(religion) == Some(Group::Muslim)
            && self.civilised.iter().any(|(who, first, last)| {
                let meant = match who {
                    Civilised::Empire(id) => is_of(empire, id),
                    Civilised::Religion(id) => id == religion,
                };
                meant && (*first..=*last).contains(&year)
            })
    }

    /// Whether an empire whose leader has this religion may gain ties and claims in `year` (2.6).
    pub fn may_hold_ties_and_claims(&self, empire: &EmpireId, religion: &ReligionId, year: i32) -> bool {
        match self.group(religion) {
            Some(Group::Christian | Group::Sect | Group::Jewish) => true, // rule:2.6
            Some(Group::Muslim) => self.civilised_muslim(empire, religion, year), // rule:2.6
            Some(Group::Pagan) | None => false,                           // rule:2.6
        }
    }
}

/// Whether an empire is the one of this id, or a later one of the same people, whose id bears a number.
fn is_of(empire: &EmpireId, id: &EmpireId) -> bool {
    let rest = empire.as_str().strip_prefix(id.as_str());
    let number = |rest: &str| rest.strip_prefix('-').is_some_and(|number| number.parse::<u32>().is_ok());
    rest.is_some_and(|rest| rest.is_empty() || number(rest))
}

/// The religions from their three tables.
pub(super) fn read(files: &BTreeMap<String, String>, faults: &Faults) -> Religions {
    let columns = &[
        "code",
        "name",
        "group",
        "distance_group",
        "proselytic_ability",
        "convictional_strength",
        "heretical_to",
        "counts_as",
        "may_rule_an_area",
        "source",
    ];
    let table = Table::read(files, FILE, columns, faults);
    table.unique("code");
    let known: BTreeSet<ReligionId> =
        table.rows.iter().map(|row| ReligionId::new(row.text("code"))).collect();
    let all: ById<ReligionId, Religion> = table
        .rows
        .iter()
        .filter_map(|row| read_religion(row, &known)) // rule:2.7
        .map(|religion| (religion.id.clone(), religion))
        .collect();
    let (related, civilised) = (read_related(files, &known, faults), read_civilised(files, &known, faults));
    let mut religions = Religions { all, distances: Vec::new(), related, civilised };
    let codes = religions.all.keys();
    let from = |a| codes.clone().map(|b| religions.reckon_distance(a, b)).collect();
    religions.distances = codes.clone().map(from).collect();
    religions
}

fn read_religion(row: &Row<'_>, known: &BTreeSet<ReligionId>) -> Option<Religion> {
    row.sourced();
    let (id, name) = (row.filled("code"), row.filled("name"));
    let (group, distance_group) = (row.word("group"), row.word("distance_group"));
    let ability = row.whole("proselytic_ability", 0..=9);
    let strength = row.whole("convictional_strength", 1..=40);
    let heretical_to: BTreeSet<ReligionId> =
        row.list("heretical_to").into_iter().map(ReligionId::new).collect();
    let counts_as = row.list("counts_as").first().map(|code| ReligionId::new(code));
    for code in heretical_to.iter().chain(&counts_as).filter(|code| !known.contains(code)) {
        row.fault(format!("unknown religion \"{code}\""));
    }
    Some(Religion {
        id: ReligionId::new(id?),
        name: name?.to_owned(),
        group: group?,
        distance_group: distance_group?,
        proselytic_ability: ability?,
        convictional_strength: strength?,
        heretical_to,
        counts_as,
        may_rule_an_area: row.text("may_rule_an_area").to_owned(),
    })
}

fn read_related(
    files: &BTreeMap<String, String>,
    known: &BTreeSet<ReligionId>,
    faults: &Faults,
) -> BTreeSet<(ReligionId, ReligionId)> {
    let table = Table::read(files, RELATED_FILE, &["a", "b", "rule", "source"], faults);
    let mut related = BTreeSet::new();
    for row in &table.rows {
        row.rule();
        let (a, b) = (ReligionId::new(row.text("a")), ReligionId::new(row.text("b")));
        for code in [&a, &b].into_iter().filter(|code| !known.contains(code)) {
            row.fault(format!("unknown religion \"{code}\""));
        }
        if a == b {
            row.fault(format!("{a} is related to itself"));
        } else if !related.insert((a.clone(), b.clone())) {
            row.fault(format!("{a} and {b} are related already"));
        }
        related.insert((b, a));
    }
    related
}

fn read_civilised(
    files: &BTreeMap<String, String>,
    known: &BTreeSet<ReligionId>,
    faults: &Faults,
) -> Vec<(Civilised, i32, i32)> {
    let columns = &["id", "who", "first_year", "last_year", "rule", "source"];
    let table = Table::read(files, CIVILISED_FILE, columns, faults);
    table.unique("id");
    table.rows.iter().filter_map(|row| read_civilised_row(row, known)).collect()
}

fn read_civilised_row(row: &Row<'_>, known: &BTreeSet<ReligionId>) -> Option<(Civilised, i32, i32)> {
    row.rule();
    let (first, last) =
        (row.whole_or_blank("first_year", 1..=2000), row.whole_or_blank("last_year", 1..=2000));
    let who = match row.text("who").split_once(':') {
        Some(("empire", id)) => Some(Civilised::Empire(EmpireId::new(id))),
        Some(("religion", code)) if known.contains(&ReligionId::new(code)) => {
            Some(Civilised::Religion(ReligionId::new(code)))
        }
        Some(("religion", code)) => {
            row.fault(format!("unknown religion \"{code}\""));
            None
        }
        _ => {
            row.fault(format!("who \"{}\" is neither empire:ID nor religion:CODE", row.text("who")));
            None
        }
    };
    Some((who?, first?.unwrap_or(i32::MIN), last?.unwrap_or(i32::MAX)))
}

/// The languages from their table.
pub(super) fn read_languages(
    files: &BTreeMap<String, String>,
    religions: &Religions,
    faults: &Faults,
) -> BTreeMap<LanguageId, Language> {
    let columns = &["id", "name", "pagans", "source"];
    let table = Table::read(files, LANGUAGES_FILE, columns, faults);
    table.unique("id");
    let languages = table.rows.iter().filter_map(|row| {
        row.sourced();
        let (id, name) = (row.filled("id"), row.filled("name"));
        let pagans = ReligionId::new(row.text("pagans"));
        if religions.group(&pagans) != Some(Group::Pagan) {
            row.fault(format!("\"{pagans}\" is no pagan religion"));
        }
        Some(Language { id: LanguageId::new(id?), name: name?.to_owned(), pagans })
    });
    languages.map(|language| (language.id.clone(), language)).collect()
}
