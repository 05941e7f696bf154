//! The whole past of a game as everyone may read it: its timeline, how sides have stood, and words found in it.
//!
//! Everything here is made for [`Reader::Public`]: what a game does not open to everybody never comes this far.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use super::archive::published;
use super::views::{Found, Moments, Past, PastTurn, When};
use super::{Desk, DeskError, Table, span_of};
use crate::postal::chronicle::{Reader, TurnEntry};
use crate::postal::document::words;
use crate::postal::game::Span;
use crate::postal::picture::ShapeKind;
use crate::postal::standing::Standing;
use crate::store::pentades;
use crate::store::pentades::PublishedRow;

/// Pentades whose entries are kept at hand.
const AT_HAND: usize = 300;

/// Events that a search finds at most.
const MOST_FOUND: usize = 100;

/// Longest words that are searched for, in letters.
const LONGEST_SOUGHT: usize = 100;

type Key = (String, i32, String);

/// The public entries of published pentades that were read of late. They never change: a corrected pentade has another
/// hash.
#[derive(Debug, Default)]
pub(super) struct AtHand(Mutex<VecDeque<(Key, Arc<Vec<TurnEntry>>)>>);

impl AtHand {
    fn get(&self, key: &Key) -> Option<Arc<Vec<TurnEntry>>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(other, _)| other == key).map(|(_, entries)| entries.clone())
    }

    fn keep(&self, key: Key, entries: Arc<Vec<TurnEntry>>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= AT_HAND {
            kept.pop_front();
        }
        kept.push_back((key, entries));
    }
}

impl Desk {
    /// The past of a game: every published pentade with what everyone may read of it, oldest first.
    ///
    /// Errors: not found when there is no such game.
    pub async fn past(&self, slug: &str) -> Result<Past, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        let rows = pentades::published(&mut db, table.row.id).await?;
        drop(db);
        let mut turns = Vec::with_capacity(rows.len());
        for row in rows.iter().rev() {
            turns.push(self.past_turn(&table, row).await?);
        }
        Ok(Past {
            slug: table.row.slug.clone(),
            title: table.row.title.clone(),
            kind: table.game.title().to_owned(),
            now: span_of(&table.pentade),
            subjects: table.game.subjects(),
            turns,
        })
    }

    /// One published pentade with what everyone may read of it, and how every side stood after it; none where that year
    /// begins no published pentade.
    ///
    /// Errors: not found when there is no such game.
    pub async fn past_of(
        &self,
        slug: &str,
        first_year: i32,
    ) -> Result<Option<(PastTurn, Vec<Standing>)>, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        let rows = pentades::published(&mut db, table.row.id).await?;
        let Some(row) = rows.iter().find(|row| row.first_year == first_year) else { return Ok(None) };
        let (_, kept) = published(&mut db, &table.row, first_year, Some(row.revision)).await?;
        drop(db);
        Ok(Some((self.past_turn(&table, row).await?, table.game.careers(&kept.after)?)))
    }

    /// How every side stands now.
    ///
    /// Errors: not found when there is no such game.
    pub async fn standings(&self, slug: &str) -> Result<Vec<Standing>, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        Ok(table.game.careers(&table.world())?)
    }

    async fn past_turn(&self, table: &Table<'_>, row: &PublishedRow) -> Result<PastTurn, DeskError> {
        Ok(PastTurn {
            span: Span { first_year: row.first_year, last_year: row.last_year },
            revision: row.revision,
            published_at: When::new(row.published_at, "UTC"),
            entries: self.public_entries(table, row).await?,
        })
    }

    async fn public_entries(
        &self,
        table: &Table<'_>,
        row: &PublishedRow,
    ) -> Result<Arc<Vec<TurnEntry>>, DeskError> {
        let key = (table.row.slug.clone(), row.first_year, row.result_hash.clone());
        if let Some(entries) = self.at_hand.get(&key) {
            return Ok(entries);
        }
        let mut db = self.store.reader().await?;
        let (_, kept) = published(&mut db, &table.row, row.first_year, Some(row.revision)).await?;
        let entries = Arc::new(table.game.entries(kept.turn(), &Reader::Public)?);
        self.at_hand.keep(key, entries.clone());
        Ok(entries)
    }

    /// How every side stood when each published pentade began, and stands now; oldest first.
    ///
    /// Errors: not found when there is no such game.
    pub async fn moments(&self, slug: &str) -> Result<Moments, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        let mut moments: Vec<(i32, Vec<Standing>)> = Vec::new();
        for (year, world) in self.worlds(&mut db, &table).await? {
            moments.push((year, table.game.careers(&world)?));
        }
        Ok(Moments { slug: table.row.slug.clone(), title: table.row.title.clone(), moments })
    }

    /// Names and events of a game that hold some words, as everyone may read them.
    ///
    /// Errors: not found when there is no such game.
    pub async fn search(&self, slug: &str, sought: &str) -> Result<Found, DeskError> {
        let sought: String = sought.trim().chars().take(LONGEST_SOUGHT).collect();
        let past = self.past(slug).await?;
        let mut found = Found { slug: past.slug, title: past.title, sought, ..Found::default() };
        if found.sought.chars().count() < 2 {
            return Ok(found);
        }
        let page = self.map_page(slug, None).await?;
        let asked = found.sought.to_lowercase();
        let holds = |words: &str| words.to_lowercase().contains(&asked);
        let lands = page.picture.shapes.iter().filter(|shape| shape.kind == ShapeKind::Land);
        let named = lands.filter_map(|shape| Some((shape.id.clone(), shape.hover.first()?.clone())));
        found.areas = named.filter(|(_, name)| holds(name)).collect();
        for (year, standings) in self.moments(slug).await?.moments {
            for standing in standings {
                let (side, name) = (standing.side, standing.name);
                if holds(&name) && !found.sides.iter().any(|(known, of)| *known == side && *of == name) {
                    found.sides.push((side.clone(), name));
                }
                let is_new = !found.rulers.iter().any(|ruler| ruler.0 == standing.ruler && ruler.1 == side);
                if holds(&standing.ruler) && is_new {
                    found.rulers.push((standing.ruler, side, standing.since.unwrap_or(year)));
                }
            }
        }
        for turn in past.turns.iter().rev() {
            for entry in turn.entries.iter() {
                let told = words(&entry.item.spans);
                if holds(&told) {
                    found.count += 1;
                    if found.events.len() < MOST_FOUND {
                        found.events.push((turn.span, entry.year, told));
                    }
                }
            }
        }
        Ok(found)
    }
}
