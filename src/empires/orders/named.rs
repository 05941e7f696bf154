//! A name that stands alone: what it means, or what it may have been meant for.

use super::suggest::{Reach, nearest, nearest_two};
use super::vocabulary::{Sort, Vocabulary, parts};
use crate::empires::terms::{AreaId, EmpireId};

/// What a name means.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Named {
    /// An area.
    Area(AreaId),
    /// An empire.
    Empire(EmpireId),
}

/// Everything that bears a name, or is clearly meant by it; an area and an empire may bear the same one.
///
/// Errors: nothing does; then the nearest names.
pub fn named(vocabulary: &Vocabulary, name: &str) -> Result<Vec<Named>, Vec<String>> {
    let parts = parts(name);
    let bare = parts.strip_prefix(&["the".into()]).filter(|rest| !rest.is_empty()).unwrap_or(&parts);
    let word = bare.join(" ");
    let of_row = |sort: Sort, row: u16| match sort {
        Sort::Area => Named::Area(vocabulary.area(row).clone()),
        _ => Named::Empire(vocabulary.empire(row).clone()),
    };
    let sorts = [Sort::Area, Sort::Empire];
    let exact = |sort: Sort| {
        let same = vocabulary.spellings(sort).iter().filter(|(spelling, _)| *spelling == word);
        same.map(move |(_, row)| of_row(sort, *row)).collect::<Vec<_>>()
    };
    let mut found: Vec<Named> = sorts.iter().flat_map(|sort| exact(*sort)).collect();
    if found.is_empty() {
        let meant = |sort: Sort| nearest(vocabulary, sort, &word, |_| true).map(|row| of_row(sort, row));
        found = sorts.iter().filter_map(|sort| meant(*sort)).collect();
    }
    found.sort();
    found.dedup();
    if !found.is_empty() {
        return Ok(found);
    }
    let near = sorts.iter().flat_map(|sort| {
        let rows = nearest_two(vocabulary, *sort, &word, Reach::Far, |_| true);
        rows.into_iter().map(|row| of_row(*sort, row)).collect::<Vec<_>>()
    });
    let name_of = |one: Named| match one {
        Named::Area(id) => vocabulary.area_name(&id).to_owned(),
        Named::Empire(id) => vocabulary.empire_name(&id).to_owned(),
    };
    Err(near.map(name_of).collect())
}
