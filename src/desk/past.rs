//! The whole past of a game as everyone may read it: its timeline, how sides have stood, and words found in it.
//!
//! Everything here is made for [`Reader::Public`]: what a game does not open to everybody never comes this far.

use std::sync::Arc;

use moka::sync::Cache;

use super::archive::published;
use super::map::{Held, held};
use super::views::{Found, Moments, Past, PastTurn, When};
use super::{Desk, DeskError, Table, span_of};
use crate::postal::chronicle::{Reader, TurnEntry};
use crate::postal::document::{Span as Run, words};
use crate::postal::game::Span;
use crate::postal::picture::ShapeKind;
use crate::postal::standing::Standing;
use crate::store::pentades;
use crate::store::pentades::PublishedRow;

/// Events that a search finds at most.
const MOST_FOUND: usize = 100;

/// Longest words that are searched for, in letters.
const LONGEST_SOUGHT: usize = 100;

/// What all pentades that are kept at hand weigh at most, as far as their words tell. Units: bytes.
const MOST_AT_HAND: u64 = 256 * 1024 * 1024;

/// What one row of a list takes besides its words. Units: bytes.
const BESIDES: usize = 160;

/// Game, first year, hash of the result.
type Key = (String, i32, String);

/// What everyone may read of a published pentade, as pages that tell of a whole game need it.
#[derive(Debug)]
pub(super) struct Told {
    /// What happened in it.
    entries: Arc<Vec<TurnEntry>>,
    /// How every side stood when it began.
    standings: Vec<Standing>,
    /// Whose every area was when it began.
    pub land: Vec<Held>,
}

impl Told {
    fn weight(&self) -> u32 {
        let line = |spans: &Vec<Run>| BESIDES + words(spans).len();
        let entry = |entry: &TurnEntry| {
            4 * BESIDES + line(&entry.item.spans) + entry.item.details.iter().map(line).sum::<usize>()
        };
        let rows = self.standings.iter().map(|one| (1 + one.figures.len()) * BESIDES).sum::<usize>();
        let all = self.entries.iter().map(entry).sum::<usize>() + rows + self.land.len() * BESIDES;
        u32::try_from(all).unwrap_or(u32::MAX)
    }
}

/// What was read of late of published pentades. It never changes: a corrected pentade has another hash.
#[derive(Debug, Clone)]
pub(super) struct AtHand(Cache<Key, Arc<Told>>);

impl Default for AtHand {
    fn default() -> Self {
        let weigh = |_: &Key, told: &Arc<Told>| told.weight();
        Self(Cache::builder().max_capacity(MOST_AT_HAND).weigher(weigh).build())
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
            entries: self.told(table, row).await?.entries.clone(),
        })
    }

    /// What everyone may read of a published pentade.
    pub(super) async fn told(&self, table: &Table<'_>, row: &PublishedRow) -> Result<Arc<Told>, DeskError> {
        let key = (table.row.slug.clone(), row.first_year, row.result_hash.clone());
        if let Some(told) = self.at_hand.0.get(&key) {
            return Ok(told);
        }
        let mut db = self.store.reader().await?;
        let (_, kept) = published(&mut db, &table.row, row.first_year, Some(row.revision)).await?;
        drop(db);
        let (game, turn) = (table.game.as_ref(), kept.turn());
        let told = Arc::new(Told {
            entries: Arc::new(game.entries(turn, &Reader::Public)?),
            standings: game.careers(turn.before)?,
            land: held(&game.picture(turn.before, &Reader::Public)?),
        });
        self.at_hand.0.insert(key, told.clone());
        Ok(told)
    }

    /// How every side stood when each published pentade began, and stands now; oldest first.
    ///
    /// Errors: not found when there is no such game.
    pub async fn moments(&self, slug: &str) -> Result<Moments, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        let rows = pentades::published(&mut db, table.row.id).await?;
        drop(db);
        let mut moments: Vec<(i32, Vec<Standing>)> = Vec::with_capacity(rows.len() + 1);
        for row in rows.iter().rev() {
            moments.push((row.first_year, self.told(&table, row).await?.standings.clone()));
        }
        moments.push((table.pentade.first_year, table.game.careers(&table.world())?));
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
