//! What a cell may name: areas, seas, languages, religions of the other tables.

use std::collections::BTreeMap;

use super::religions::{Language, Religions};
use super::table::Row;
use crate::empires::atlas::Atlas;
use crate::empires::terms::{AreaId, LanguageId, ReligionId, SeaId};

/// The places and peoples that other tables define.
pub(super) struct Places<'a> {
    pub(super) atlas: &'a Atlas,
    pub(super) religions: &'a Religions,
    pub(super) languages: &'a BTreeMap<LanguageId, Language>,
}

impl Places<'_> {
    /// A land area, or a fault.
    pub(super) fn area(&self, row: &Row<'_>, id: &str) -> Option<AreaId> {
        let area = AreaId::new(id);
        if self.atlas.area(&area).is_some() {
            return Some(area);
        }
        row.fault(format!("unknown area \"{id}\""));
        None
    }

    /// The land areas of a list; a fault for each that is unknown.
    pub(super) fn areas(&self, row: &Row<'_>, column: &'static str) -> Vec<AreaId> {
        row.list(column).into_iter().filter_map(|id| self.area(row, id)).collect()
    }

    /// The sea areas of a list; a fault for each that is unknown.
    pub(super) fn seas(&self, row: &Row<'_>, column: &'static str) -> Vec<SeaId> {
        let ids = row.list(column).into_iter().map(SeaId::new);
        ids.filter(|sea| {
            let known = self.atlas.sea(sea).is_some();
            if !known {
                row.fault(format!("unknown sea area \"{sea}\""));
            }
            known
        })
        .collect()
    }

    /// A religion, or a fault.
    pub(super) fn religion(&self, row: &Row<'_>, column: &'static str) -> Option<ReligionId> {
        self.religion_of(row, row.text(column))
    }

    /// The religion with this code, or a fault.
    pub(super) fn religion_of(&self, row: &Row<'_>, code: &str) -> Option<ReligionId> {
        let religion = ReligionId::new(code);
        if self.religions.get(&religion).is_some() {
            return Some(religion);
        }
        row.fault(format!("unknown religion \"{code}\""));
        None
    }

    /// A language, or a fault.
    pub(super) fn language(&self, row: &Row<'_>, column: &'static str) -> Option<LanguageId> {
        self.language_of(row, row.text(column))
    }

    /// The language with this code, or a fault.
    pub(super) fn language_of(&self, row: &Row<'_>, code: &str) -> Option<LanguageId> {
        let language = LanguageId::new(code);
        if self.languages.contains_key(&language) {
            return Some(language);
        }
        row.fault(format!("unknown language \"{code}\""));
        None
    }
}
