//! What everyone may read of a published pentade, made once and kept in rows that a page can ask for.
//!
//! It is made for [`Reader::Public`]: what a game does not open to everybody never comes into these rows.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::ids;
use crate::desk::archive::{Kept, published};
use crate::desk::kept::{read, text_of};
use crate::desk::map::{Held, held};
use crate::desk::views::Holder;
use crate::desk::{Desk, DeskError, Table};
use crate::postal::chronicle::{Reader, RuleId, SideId, Subject, TurnEntry};
use crate::postal::document::{Item, words};
use crate::postal::game::Game;
use crate::postal::standing::Standing;
use crate::store::pentades::{self, PublishedRow};
use crate::store::told::{self, EntryRow, NewTold};
use crate::store::{PgConnection, StoreError};

/// What it is called in a fault.
const WHAT: &str = "what is told of a pentade";

/// The form of what is kept: with another one, everything is made anew.
const FORM: &str = "2";

/// Pentades of the past that are made in one go by the jobs.
const AT_ONCE: i64 = 20;

/// Whose the land was; areas name their holder by its place in the list.
#[derive(Debug, Serialize, Deserialize)]
struct Land {
    holders: Vec<Holder>,
    areas: Vec<(String, Option<usize>)>,
}

/// An entry as it is kept, but its pentade.
#[derive(Debug, Serialize)]
struct NewEntry<'a> {
    nth: usize,
    year: Option<i32>,
    part: &'a str,
    subject: Option<&'a str>,
    is_headline: bool,
    sides: &'a [SideId],
    places: Vec<&'a str>,
    place_names: Vec<&'a str>,
    rules: &'a [RuleId],
    words: String,
    item: String,
}

impl Desk {
    /// Sees to it that of each of these pentades of a game there is kept what everyone may read of it.
    pub(in crate::desk) async fn make(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        rows: &[PublishedRow],
    ) -> Result<(), DeskError> {
        let made_by = format!("{FORM}/{}/{}", env!("CARGO_PKG_VERSION"), table.game.edition().hash);
        let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
        for id in told::missing(db, &ids, &made_by).await? {
            let Some(row) = rows.iter().find(|row| row.id == id) else { continue };
            let (_, kept) = published(db, &table.row, row.first_year, Some(row.revision)).await?;
            let game = table.game.clone();
            let made = tokio::task::spawn_blocking(move || Made::of(game.as_ref(), &kept));
            let made = made.await.map_err(|error| DeskError::Letter(error.to_string()))??;
            let (standings, land, states, entries) =
                (&made.standings, &made.land, &made.states, &made.entries);
            told::keep(db, id, &made_by, &NewTold { standings, land, states, entries }).await?;
        }
        Ok(())
    }

    /// Makes what everyone may read of some of the pentades published of late; whether there may be more.
    ///
    /// Errors: the database. A pentade that its game cannot read is noted in the log and left to be made when it is asked for.
    pub async fn make_past(&self) -> Result<bool, DeskError> {
        let (_, editions) = self.editions();
        let mut db = self.store.reader().await?;
        let unmade = told::unmade(&mut db, &editions, AT_ONCE).await?;
        let mut made = 0;
        for (slug, first_year) in &unmade {
            let table = self.table(&mut db, slug).await?;
            let mut rows = pentades::published(&mut db, table.row.id).await?;
            rows.retain(|row| row.first_year == *first_year);
            match self.make(&mut db, &table, &rows).await {
                Ok(()) => made += 1,
                Err(error) => tracing::error!(slug, first_year, %error, "a published pentade cannot be told"),
            }
        }
        Ok(made == AT_ONCE)
    }
}

/// What is kept of a pentade, as text.
struct Made {
    standings: String,
    land: String,
    states: String,
    entries: String,
}

impl Made {
    fn of(game: &dyn Game, kept: &Kept) -> Result<Self, DeskError> {
        let turn = kept.turn();
        let entries = game.entries(turn, &Reader::Public)?;
        let entries: Vec<NewEntry<'_>> = entries.iter().map(new_entry).collect::<Result<_, _>>()?;
        Ok(Self {
            standings: text_of(WHAT, &game.careers(turn.before)?)?,
            land: text_of(WHAT, &Land::of(&held(&game.picture(turn.before, &Reader::Public)?)))?,
            states: text_of(WHAT, &game.states(turn.before)?)?,
            entries: text_of(WHAT, &entries)?,
        })
    }
}

fn new_entry(entry: &TurnEntry) -> Result<NewEntry<'_>, DeskError> {
    Ok(NewEntry {
        nth: entry.nth,
        year: entry.year,
        part: &entry.part,
        subject: entry.subject,
        is_headline: entry.is_headline,
        sides: &entry.sides,
        places: entry.places.iter().map(|(id, _)| id.as_str()).collect(),
        place_names: entry.places.iter().map(|(_, name)| name.as_str()).collect(),
        rules: &entry.rules,
        words: words(&entry.item.spans).to_lowercase(),
        item: text_of(WHAT, &entry.item)?,
    })
}

impl Land {
    fn of(land: &[Held]) -> Self {
        let mut holders: Vec<Holder> = Vec::new();
        let mut number = |holder: &Holder| {
            holders.iter().position(|one| one == holder).unwrap_or_else(|| {
                holders.push(holder.clone());
                holders.len() - 1
            })
        };
        let areas = land.iter().map(|(id, holder)| (id.clone(), holder.as_ref().map(&mut number))).collect();
        Self { areas, holders }
    }
}

/// How every side stood when each of these pentades began; oldest first.
pub(super) async fn standings(
    db: &mut PgConnection,
    rows: &[PublishedRow],
) -> Result<Vec<(i32, Vec<Standing>)>, DeskError> {
    in_order(rows, told::standings(db, &ids(rows)).await?, |text| Ok(read(WHAT, text)?))
}

/// Whose the land was when each of these pentades began; oldest first.
pub(in crate::desk) async fn land(
    db: &mut PgConnection,
    rows: &[PublishedRow],
) -> Result<Vec<(i32, Vec<Held>)>, DeskError> {
    in_order(rows, told::land(db, &ids(rows)).await?, |text| {
        let Land { holders, areas } = read(WHAT, text)?;
        let holder = |number: Option<usize>| number.and_then(|number| holders.get(number).cloned());
        Ok(areas.into_iter().map(|(area, number)| (area, holder(number))).collect())
    })
}

/// What was read of each of these pentades, newest first, with its first year; oldest first.
fn in_order<T>(
    rows: &[PublishedRow],
    texts: Vec<(i64, String)>,
    read: impl Fn(&str) -> Result<T, DeskError>,
) -> Result<Vec<(i32, T)>, DeskError> {
    let texts: BTreeMap<i64, String> = texts.into_iter().collect();
    let one = |row: &PublishedRow| {
        let text = texts.get(&row.id).ok_or_else(|| StoreError::Unreadable {
            what: WHAT,
            reason: format!("that of {} is gone", row.first_year),
        })?;
        Ok((row.first_year, read(text)?))
    };
    rows.iter().rev().map(one).collect()
}

/// An entry as pages show it.
pub(super) fn entry(row: EntryRow, subjects: &'static [Subject]) -> Result<TurnEntry, DeskError> {
    let item: Item = read(WHAT, &row.item)?;
    let subject = |id: &String| subjects.iter().find(|subject| subject.id == id).map(|subject| subject.id);
    let no_place =
        |error: std::num::TryFromIntError| StoreError::Unreadable { what: WHAT, reason: error.to_string() };
    Ok(TurnEntry {
        nth: usize::try_from(row.nth).map_err(no_place)?,
        year: row.year,
        part: row.part,
        sides: row.sides.iter().map(|side| SideId::new(side)).collect(),
        places: row.places.into_iter().zip(row.place_names).collect(),
        rules: row.rules.iter().map(|rule| RuleId::new(rule)).collect(),
        is_headline: row.is_headline,
        subject: row.subject.as_ref().and_then(subject),
        item,
    })
}
