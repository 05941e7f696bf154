//! The map with all that a reader may choose on it: any published pentade, what changed, what befell each area, and
//! whose every area was through the whole game.

use std::collections::BTreeMap;

use super::archive::published;
use super::views::{Holder, MapPage, Moment, Ownership};
use super::{Desk, DeskError, past};
use crate::postal::chronicle::{Reader, TurnEntry};
use crate::postal::document::words;
use crate::postal::game::{Span, WorldText};
use crate::postal::picture::{Picture, ShapeKind, Tint};
use crate::store::pentades;

/// Things that befell an area, as many as its card tells.
const MOST_EVENTS: usize = 5;

impl Desk {
    /// The map as everyone may see it: after a published pentade, or before the one now played when no year is given.
    ///
    /// Errors: not found when there is no such game, or no such published pentade.
    pub async fn map_page(&self, slug: &str, turn: Option<(i32, Option<i32>)>) -> Result<MapPage, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        let all = pentades::published(&mut db, table.row.id).await?;
        let latest = all.first().map(|turn| (turn.first_year, None));
        let told = match turn.or(latest) {
            Some((year, revision)) => Some(published(&mut db, &table.row, year, revision).await?.1),
            None => None,
        };
        let picture = |world: &WorldText| table.game.picture(world, &Reader::Public);
        let (before, events) = match &told {
            Some(kept) => {
                let entries = table.game.entries(kept.turn(), &Reader::Public)?;
                (Some(picture(kept.turn().before)?), by_place(&entries))
            }
            None => (None, BTreeMap::new()),
        };
        let now = match (&told, turn) {
            (Some(kept), Some(_)) => picture(&kept.after)?,
            _ => picture(&table.world())?,
        };
        Ok(MapPage {
            slug: table.row.slug.clone(),
            title: table.row.title.clone(),
            picture: now,
            before,
            events,
            years: all
                .iter()
                .rev()
                .map(|turn| Span { first_year: turn.first_year, last_year: turn.last_year })
                .collect(),
        })
    }

    /// Whose every area was when each published pentade began, and is now; oldest first.
    ///
    /// Errors: not found when there is no such game.
    pub async fn ownership(&self, slug: &str) -> Result<Ownership, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        let rows = pentades::published(&mut db, table.row.id).await?;
        self.make(&mut db, &table, &rows).await?;
        let mut ownership = Ownership { title: table.row.title.clone(), ..Ownership::default() };
        for (year, land) in past::land(&mut db, &rows).await? {
            ownership.add(year, &land);
        }
        let now = table.game.picture(&table.world(), &Reader::Public)?;
        ownership.add(table.pentade.first_year, &held(&now));
        Ok(ownership)
    }
}

/// An area and its holder; none where it is nobody's.
pub(super) type Held = (String, Option<Holder>);

/// Whose every area of a map is.
pub(super) fn held(picture: &Picture) -> Vec<Held> {
    let lands = picture.shapes.iter().filter(|shape| shape.kind == ShapeKind::Land);
    let holder = |tint: Tint| {
        let row = picture.legend.iter().find(|row| row.tint == tint).filter(|_| tint != Tint(0))?;
        Some(Holder { tint, name: row.label.clone(), side: row.side.clone() })
    };
    lands.map(|shape| (shape.id.clone(), holder(shape.tint))).collect()
}

/// The last things that befell each place, oldest first.
fn by_place(entries: &[TurnEntry]) -> BTreeMap<String, Vec<String>> {
    let mut events: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for entry in entries {
        let year = entry.year.map_or_else(String::new, |year| format!("{year}: "));
        for (id, _) in &entry.places {
            events.entry(id.clone()).or_default().push(format!("{year}{}", words(&entry.item.spans)));
        }
    }
    for told in events.values_mut() {
        told.drain(..told.len().saturating_sub(MOST_EVENTS));
    }
    events
}

impl Ownership {
    /// Adds how the land was held at the beginning of a year.
    fn add(&mut self, year: i32, land: &[Held]) {
        let mut owners = BTreeMap::new();
        for (id, holder) in land {
            let area = self.place_of(id);
            let holder = holder.as_ref().map_or(0, |holder| self.number_of(holder));
            owners.insert(area, holder);
        }
        let former = self.latest.clone();
        let changed = owners.iter().filter(|(area, holder)| former.get(area) != Some(holder));
        self.moments.push(Moment { year, changes: changed.map(|(area, holder)| (*area, *holder)).collect() });
        self.latest = owners;
    }

    fn place_of(&mut self, id: &str) -> usize {
        self.areas.iter().position(|one| one == id).unwrap_or_else(|| {
            self.areas.push(id.to_owned());
            self.areas.len() - 1
        })
    }

    /// Number of a holder from 1; 0 is nobody.
    fn number_of(&mut self, holder: &Holder) -> usize {
        let found = self.holders.iter().position(|one| one.tint == holder.tint && one.name == holder.name);
        1 + found.unwrap_or_else(|| {
            self.holders.push(holder.clone());
            self.holders.len() - 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postal::picture::{LegendRow, Shape};

    fn picture(lands: &[(&str, u8)]) -> Picture {
        let shape =
            |(id, tint): &(&str, u8)| Shape { id: (*id).to_owned(), tint: Tint(*tint), ..Shape::default() };
        let row = |tint: u8| LegendRow { tint: Tint(tint), label: format!("side {tint}"), side: None };
        Picture {
            shapes: lands.iter().map(shape).collect(),
            legend: (0..4).map(row).collect(),
            ..Picture::default()
        }
    }

    #[test]
    fn only_what_changes_hands_is_kept_after_the_first_year() {
        let mut ownership = Ownership::default();
        ownership.add(976, &held(&picture(&[("a", 1), ("b", 2), ("c", 0)])));
        ownership.add(981, &held(&picture(&[("a", 1), ("b", 2), ("c", 0)])));
        ownership.add(986, &held(&picture(&[("a", 1), ("b", 1), ("c", 3), ("d", 0)])));
        let changes: Vec<(i32, Vec<(usize, usize)>)> =
            ownership.moments.iter().map(|moment| (moment.year, moment.changes.clone())).collect();
        let wanted =
            [(976, vec![(0, 1), (1, 2), (2, 0)]), (981, vec![]), (986, vec![(1, 1), (2, 3), (3, 0)])];
        assert_eq!(changes, wanted);
        assert_eq!(ownership.areas, ["a", "b", "c", "d"]);
        assert_eq!(ownership.holders.len(), 3);
    }
}
