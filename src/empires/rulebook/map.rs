//! The map's tables.

use std::collections::{BTreeMap, BTreeSet};

use super::fault::Faults;
use super::figures::Figures;
use super::religions::{Group, Language, Religions};
use super::table::{Row, Table};
use super::words::closed_list;
use crate::empires::atlas::{Area, Atlas, Border, Outlines, SeaArea, fold};
use crate::empires::terms::{AreaId, LanguageId, ReligionId, SeaId};

pub(super) const AREAS_FILE: &str = "map/areas.csv";
pub(super) const SEAS_FILE: &str = "map/sea_areas.csv";
pub(super) const BORDERS_FILE: &str = "map/borders.csv";
pub(super) const OUTLINES_FILE: &str = "map/outlines.json";

closed_list! {
    /// What a row of the table of borders joins.
    BorderKind, "border" {
        /// Two land areas.
        Land = "land",
        /// Two land areas across a strait.
        Strait = "strait",
        /// A land area and a sea.
        Coast = "coast",
        /// Two seas.
        Sea = "sea",
    }
}

/// What an area may speak and believe.
pub(super) struct Peoples<'a> {
    pub(super) religions: &'a Religions,
    pub(super) languages: &'a BTreeMap<LanguageId, Language>,
}

impl Peoples<'_> {
    /// What is wrong with a language and religion of one area, if anything.
    pub(super) fn faults_of(&self, language: &LanguageId, religion: &ReligionId) -> Vec<String> {
        let (spoken, believed) = (self.languages.get(language), self.religions.get(religion));
        let mut faults = Vec::new();
        if spoken.is_none() {
            faults.push(format!("unknown language \"{language}\""));
        }
        if believed.is_none() {
            faults.push(format!("unknown religion \"{religion}\""));
        }
        if let (Some(spoken), Some(believed)) = (spoken, believed)
            && believed.group == Group::Pagan
            && believed.id != spoken.pagans
        {
            faults.push(format!("pagans who speak {} are {}, not {religion}", spoken.name, spoken.pagans));
        }
        faults
    }
}

/// The atlas from its four files.
pub(super) fn read(
    files: &BTreeMap<String, String>,
    peoples: &Peoples<'_>,
    figures: &Figures,
    faults: &Faults,
) -> Atlas {
    let areas = read_areas(files, peoples, figures, faults);
    let seas = read_seas(files, faults);
    let land: BTreeSet<&str> = areas.iter().map(|area| area.id.as_str()).collect();
    let sea: BTreeSet<&str> = seas.iter().map(|sea| sea.id.as_str()).collect();
    for id in land.intersection(&sea) {
        faults.of(SEAS_FILE, format!("\"{id}\" is a land area too"));
    }
    let borders = read_borders(files, &land, &sea, faults);
    let outlines = read_outlines(files, &land, &sea, faults);
    check_islands(&areas, &borders, faults);
    Atlas::new(areas, seas, &borders, outlines)
}

fn read_areas(
    files: &BTreeMap<String, String>,
    peoples: &Peoples<'_>,
    figures: &Figures,
    faults: &Faults,
) -> Vec<Area> {
    let columns = &[
        "id",
        "name",
        "region",
        "population",
        "base_social_state",
        "language",
        "religion",
        "seafaring",
        "europe",
        "source",
        "note",
    ];
    let table = Table::read(files, AREAS_FILE, columns, faults);
    table.unique("id");
    let mut names = BTreeMap::new();
    for row in &table.rows {
        if let Some(line) = names.insert(fold(row.text("name")), row.line) {
            row.fault(format!("name \"{}\" reads like the one in line {line}", row.text("name")));
        }
    }
    table.rows.iter().filter_map(|row| read_area(row, peoples, figures)).collect()
}

fn read_area(row: &Row<'_>, peoples: &Peoples<'_>, figures: &Figures) -> Option<Area> {
    row.sourced();
    let (id, name, region) = (area_id(row), row.filled("name"), row.filled("region"));
    let population = row.whole("population", figures.population_lowest..=figures.population_highest); // rule:2.2
    let states = figures.social_state_lowest..=figures.social_state_highest;
    let base_social_state = row.whole("base_social_state", states);
    let (language, religion) = (LanguageId::new(row.text("language")), ReligionId::new(row.text("religion")));
    let (seafaring, in_europe) = (row.yes("seafaring"), row.yes("europe"));
    for fault in peoples.faults_of(&language, &religion) {
        row.fault(fault);
    }
    Some(Area {
        id: AreaId::new(id?),
        name: name?.to_owned(),
        region: region?.to_owned(),
        population: population?,
        base_social_state: base_social_state?,
        language,
        religion,
        seafaring: seafaring?,
        in_europe: in_europe?,
    })
}

/// An id: small letters, digits and hyphens, so that it fits addresses and HTML ids.
fn area_id<'r>(row: &'r Row<'_>) -> Option<&'r str> {
    let id = row.filled("id")?;
    if id.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-') {
        return Some(id);
    }
    row.fault(format!("id \"{id}\" has more than small letters, digits and hyphens"));
    None
}

fn read_seas(files: &BTreeMap<String, String>, faults: &Faults) -> Vec<SeaArea> {
    let table = Table::read(files, SEAS_FILE, &["id", "name", "source", "note"], faults);
    table.unique("id");
    let seas = table.rows.iter().filter_map(|row| {
        row.sourced();
        let (id, name) = (area_id(row), row.filled("name"));
        Some(SeaArea { id: SeaId::new(id?), name: name?.to_owned() })
    });
    seas.collect()
}

fn read_borders(
    files: &BTreeMap<String, String>,
    land: &BTreeSet<&str>,
    sea: &BTreeSet<&str>,
    faults: &Faults,
) -> Vec<Border> {
    let table = Table::read(files, BORDERS_FILE, &["a", "b", "kind", "source", "reason"], faults);
    let mut seen = BTreeMap::new();
    let mut borders = Vec::new();
    for row in &table.rows {
        row.sourced();
        let (a, b) = (row.text("a"), row.text("b"));
        let pair = if a < b { (a, b) } else { (b, a) };
        if a == b {
            row.fault(format!("{a} borders itself"));
        } else if let Some(line) = seen.insert(pair, row.line) {
            row.fault(format!("the border of {a} and {b} stands in line {line} already"));
        }
        let Some(kind) = row.word::<BorderKind>("kind") else { continue };
        let known = |set: &BTreeSet<&str>, id: &str, what: &str| {
            if !set.contains(id) {
                row.fault(format!("unknown {what} \"{id}\""));
            }
        };
        match kind {
            BorderKind::Land | BorderKind::Strait => [a, b].map(|id| known(land, id, "land area")),
            BorderKind::Sea => [a, b].map(|id| known(sea, id, "sea area")),
            BorderKind::Coast => [known(land, a, "land area"), known(sea, b, "sea area")],
        };
        borders.push(border(kind, a, b));
    }
    borders
}

fn border(kind: BorderKind, a: &str, b: &str) -> Border {
    match kind {
        BorderKind::Land => Border::Land(AreaId::new(a), AreaId::new(b)),
        BorderKind::Strait => Border::Strait(AreaId::new(a), AreaId::new(b)),
        BorderKind::Coast => Border::Coast(AreaId::new(a), SeaId::new(b)),
        BorderKind::Sea => Border::Sea(SeaId::new(a), SeaId::new(b)),
    }
}

/// An area that nothing touches, or a seafaring one without a coast, is a slip.
fn check_islands(areas: &[Area], borders: &[Border], faults: &Faults) {
    let coastal = |id: &AreaId| borders.iter().any(|one| matches!(one, Border::Coast(area, _) if area == id));
    let touched = |id: &AreaId| {
        borders
            .iter()
            .any(|one| matches!(one, Border::Land(a, b) | Border::Strait(a, b) if a == id || b == id))
    };
    for area in areas {
        let on_coast = coastal(&area.id);
        if !on_coast && !touched(&area.id) {
            faults.of(BORDERS_FILE, format!("{} borders nothing", area.id));
        }
        if area.seafaring && !on_coast {
            faults.of(BORDERS_FILE, format!("{} is seafaring but has no coast", area.id));
        }
    }
}

fn read_outlines(
    files: &BTreeMap<String, String>,
    land: &BTreeSet<&str>,
    sea: &BTreeSet<&str>,
    faults: &Faults,
) -> Outlines {
    let Some(text) = files.get(OUTLINES_FILE) else {
        faults.of(OUTLINES_FILE, "the file is missing");
        return Outlines::default();
    };
    let outlines: Outlines = match serde_json::from_str(text) {
        Ok(outlines) => outlines,
        Err(error) => {
            let line = u32::try_from(error.line()).unwrap_or(u32::MAX);
            faults.at(OUTLINES_FILE, line, format!("cannot be read: {error}"));
            return Outlines::default();
        }
    };
    let mut drawn = BTreeSet::new();
    for outline in &outlines.areas {
        let id = outline.id.as_str();
        if !land.contains(id) && !sea.contains(id) {
            faults.of(OUTLINES_FILE, format!("unknown area \"{id}\""));
        }
        if !drawn.insert(id) {
            faults.of(OUTLINES_FILE, format!("{id} is drawn twice"));
        }
    }
    for id in land.union(sea).filter(|id| !drawn.contains(**id)) {
        faults.of(OUTLINES_FILE, format!("{id} is not drawn"));
    }
    outlines
}
