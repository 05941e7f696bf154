//! The whole past of a game as everyone may read it: its timeline, how sides have stood, and words found in it.
//!
//! Everything here is made for [`Reader::Public`](crate::postal::chronicle::Reader::Public): what a game does not open to
//! everybody never comes this far.

mod history;
mod made;

pub(super) use made::land;

use std::collections::BTreeMap;

use super::views::{Events, Found, Moments, Past, PastTurn, Subjects, When};
use super::{Desk, DeskError, Table, span_of};
use crate::postal::chronicle::{Reader, SideId, Subject, TurnEntry};
use crate::postal::document::words;
use crate::postal::game::Span;
use crate::postal::picture::ShapeKind;
use crate::postal::standing::Standing;
use crate::store::PgConnection;
use crate::store::pentades::{self, PublishedRow};
use crate::store::told::{self, Sought};

/// Events that a search finds at most.
const MOST_FOUND: i64 = 100;

/// Longest words that are searched for, in letters.
const LONGEST_SOUGHT: usize = 100;

/// Events on one page of a subject, about: a pentade is not torn apart.
const A_PAGE: i64 = 100;

/// What of the past is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which<'a> {
    /// What was great.
    Headlines,
    /// What is told of one side.
    About(&'a SideId),
}

/// The numbers of pentades.
fn ids(rows: &[PublishedRow]) -> Vec<i64> {
    rows.iter().map(|row| row.id).collect()
}

impl Desk {
    /// The published pentades of a game, newest first, of each of which there is kept what everyone may read.
    async fn made(&self, db: &mut PgConnection, table: &Table<'_>) -> Result<Vec<PublishedRow>, DeskError> {
        let rows = pentades::published(db, table.row.id).await?;
        self.make(db, table, &rows).await?;
        Ok(rows)
    }

    /// The past of a game: its newest published pentades, at most so many, oldest first, each with what is asked for.
    ///
    /// Errors: not found when there is no such game.
    pub async fn past(&self, slug: &str, which: Which<'_>, newest: Option<usize>) -> Result<Past, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        let mut rows = self.made(&mut db, &table).await?;
        rows.truncate(newest.unwrap_or(rows.len()));
        let sought = match which {
            Which::Headlines => Sought { headlines: true, ..Sought::default() },
            Which::About(side) => Sought { side: Some(side.as_str()), ..Sought::default() },
        };
        let (turns, _) = turns(&mut db, &table, &rows, sought, None).await?;
        Ok(Past { slug: table.row.slug.clone(), title: table.row.title.clone(), turns })
    }

    /// The subjects that a game's entries tell of, with how many tell of each, and the last pentade that does.
    ///
    /// Errors: not found when there is no such game.
    pub async fn subjects(&self, slug: &str) -> Result<Subjects, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        let rows = self.made(&mut db, &table).await?;
        let counts = told::subjects(&mut db, &ids(&rows)).await?;
        let of = |subject: &Subject| {
            let its = || counts.iter().filter(|(_, id, _)| id == subject.id);
            let latest = rows.iter().find(|row| its().any(|(pentade, ..)| *pentade == row.id)).map(span);
            (*subject, its().map(|(_, _, count)| count).sum(), latest)
        };
        let subjects = table.game.subjects().iter().map(of).collect();
        Ok(Subjects { slug: table.row.slug.clone(), title: table.row.title.clone(), subjects })
    }

    /// A page of the entries of one subject, of one side if one is given, of pentades before a year if one is given.
    ///
    /// Errors: not found when there is no such game.
    pub async fn events(
        &self,
        slug: &str,
        subject: &str,
        (side, before): (Option<&SideId>, Option<i32>),
    ) -> Result<Events, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        let rows = self.made(&mut db, &table).await?;
        let all = ids(&rows);
        let side = side.map(SideId::as_str);
        let counts: BTreeMap<i64, i64> =
            told::counts(&mut db, &all, (subject, side)).await?.into_iter().collect();
        let with_any: Vec<(PublishedRow, i64)> =
            rows.into_iter().filter_map(|row| counts.get(&row.id).map(|count| (row, *count))).collect();
        let (page, older) = a_page(&with_any, before);
        let sought = Sought { subject: Some(subject), side, ..Sought::default() };
        let standings = table.game.careers(&table.world())?;
        let named = |id: String| {
            let standing = standings.iter().find(|one| one.side.as_str() == id);
            let name = standing.map_or_else(|| id.clone(), |one| one.name.clone());
            (SideId::new(&id), name)
        };
        let about = told::sides(&mut db, &all, subject).await?.into_iter().map(named);
        let mut sides: Vec<(SideId, String)> = about.collect();
        sides.sort_by(|one, other| one.1.cmp(&other.1));
        let (turns, _) = turns(&mut db, &table, &page, sought, None).await?;
        Ok(Events {
            slug: table.row.slug.clone(),
            title: table.row.title.clone(),
            turns,
            older,
            count: counts.values().sum(),
            sides,
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
        let rows: Vec<PublishedRow> = rows.into_iter().filter(|row| row.first_year == first_year).collect();
        self.make(&mut db, &table, &rows).await?;
        let (mut turns, _) = turns(&mut db, &table, &rows, Sought::default(), None).await?;
        let Some(turn) = turns.pop() else { return Ok(None) };
        let (_, kept) =
            super::archive::published(&mut db, &table.row, first_year, Some(turn.revision)).await?;
        Ok(Some((turn, table.game.careers(&kept.after)?)))
    }

    /// How every side stands now.
    ///
    /// Errors: not found when there is no such game.
    pub async fn standings(&self, slug: &str) -> Result<Vec<Standing>, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        Ok(table.game.careers(&table.world())?)
    }

    /// How every side stood when each published pentade began, and stands now; oldest first.
    ///
    /// Errors: not found when there is no such game.
    pub async fn moments(&self, slug: &str) -> Result<Moments, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        let rows = self.made(&mut db, &table).await?;
        let moments = moments(&mut db, &table, &rows).await?;
        Ok(Moments { slug: table.row.slug.clone(), title: table.row.title.clone(), moments })
    }

    /// Names and events of a game that hold some words, as everyone may read them.
    ///
    /// Errors: not found when there is no such game.
    pub async fn search(&self, slug: &str, sought: &str) -> Result<Found, DeskError> {
        let sought: String = sought.trim().chars().take(LONGEST_SOUGHT).collect();
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        let (slug, title) = (table.row.slug.clone(), table.row.title.clone());
        let mut found = Found { slug, title, sought, ..Found::default() };
        if found.sought.chars().count() < 2 {
            return Ok(found);
        }
        let rows = self.made(&mut db, &table).await?;
        let asked = found.sought.to_lowercase();
        let holds = |words: &str| words.to_lowercase().contains(&asked);
        let picture = table.game.picture(&table.world(), &Reader::Public)?;
        let lands = picture.shapes.iter().filter(|shape| shape.kind == ShapeKind::Land);
        let named = lands.filter_map(|shape| Some((shape.id.clone(), shape.hover.first()?.clone())));
        found.areas = named.filter(|(_, name)| holds(name)).collect();
        for (year, standings) in moments(&mut db, &table, &rows).await? {
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
        let sought = Sought { words: Some(&asked), ..Sought::default() };
        let (events, count) = told::entries(&mut db, &ids(&rows), sought, Some(MOST_FOUND)).await?;
        found.count = count;
        for event in events {
            let Some(row) = rows.iter().find(|row| row.id == event.pentade) else { continue };
            let entry = made::entry(event, table.game.subjects())?;
            found.events.push((span(row), entry.year, words(&entry.item.spans)));
        }
        Ok(found)
    }
}

fn span(row: &PublishedRow) -> Span {
    Span { first_year: row.first_year, last_year: row.last_year }
}

/// Pentades, oldest first, each with those of its entries that are sought: in all at most `limit`, the latest; and how many
/// there are.
async fn turns(
    db: &mut PgConnection,
    table: &Table<'_>,
    rows: &[PublishedRow],
    sought: Sought<'_>,
    limit: Option<i64>,
) -> Result<(Vec<PastTurn>, usize), DeskError> {
    let (found, count) = told::entries(db, &ids(rows), sought, limit).await?;
    let mut entries: BTreeMap<i64, Vec<TurnEntry>> = BTreeMap::new();
    for row in found.into_iter().rev() {
        entries.entry(row.pentade).or_default().push(made::entry(row, table.game.subjects())?);
    }
    let turn = |row: &PublishedRow| PastTurn {
        span: span(row),
        revision: row.revision,
        published_at: When::new(row.published_at, "UTC"),
        entries: entries.remove(&row.id).unwrap_or_default(),
    };
    Ok((rows.iter().rev().map(turn).collect(), count))
}

/// How every side stood when each of these pentades began, and stands now; oldest first.
async fn moments(
    db: &mut PgConnection,
    table: &Table<'_>,
    rows: &[PublishedRow],
) -> Result<Vec<(i32, Vec<Standing>)>, DeskError> {
    let mut moments = made::standings(db, rows).await?;
    moments.push((span_of(&table.pentade).first_year, table.game.careers(&table.world())?));
    Ok(moments)
}

/// The pentades of one page, newest first, of those that have entries, and the year before which older ones stand.
fn a_page(all: &[(PublishedRow, i64)], before: Option<i32>) -> (Vec<PublishedRow>, Option<i32>) {
    let (mut page, mut told) = (Vec::new(), 0);
    for (row, count) in all.iter().filter(|(row, _)| before.is_none_or(|year| row.first_year < year)) {
        if told >= A_PAGE {
            return (page, Some(row.last_year + 1));
        }
        told += count;
        page.push(row.clone());
    }
    (page, None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::Timestamp;

    fn row(nth: i32) -> PublishedRow {
        PublishedRow {
            id: i64::from(nth),
            first_year: 976 + 5 * nth,
            last_year: 980 + 5 * nth,
            revision: 1,
            published_at: Timestamp::UNIX_EPOCH,
            result_hash: String::new(),
        }
    }

    #[test]
    fn pages_follow_one_another_without_gap_and_tear_no_pentade() {
        let all: Vec<(PublishedRow, i64)> = (0..10).rev().map(|nth| (row(nth), 30)).collect();
        let (mut seen, mut before) = (Vec::new(), None);
        loop {
            let (page, older) = a_page(&all, before);
            assert!(page.len() <= 4, "a page ends with the pentade that fills it");
            seen.extend(page.iter().map(|row| row.id));
            before = older;
            if older.is_none() {
                break;
            }
        }
        assert_eq!(seen, (0..10).rev().collect::<Vec<_>>());
        assert_eq!(a_page(&[], None), (Vec::new(), None));
    }
}
