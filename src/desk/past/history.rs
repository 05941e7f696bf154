//! The past of one name, as its reader may see it.

use super::ids;
use crate::desk::archive::{Kept, check_reader, published, role};
use crate::desk::{AccountId, Desk, DeskError, Table};
use crate::postal::chronicle::{Reader, SideId};
use crate::postal::document::{Document, Lookup};
use crate::postal::past::{MOST_ENTRIES, Named, Naming, Past};
use crate::store::PgConnection;
use crate::store::pentades::PublishedRow;
use crate::store::told::{self, Sought};

/// Longest name that is looked up, in letters.
const LONGEST_NAME: usize = 100;

impl Desk {
    /// The past of a name, for a page. A side's own eyes see more than the public's.
    ///
    /// Errors: not allowed when the viewer is not that reader.
    pub async fn history(
        &self,
        viewer: Option<AccountId>,
        slug: &str,
        name: &str,
        side: Option<&SideId>,
    ) -> Result<(String, Lookup), DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        let reader = side.map_or(Reader::Public, |side| Reader::Side(side.clone()));
        check_reader(&role(&mut db, &table.row, viewer).await?, &reader)?;
        let title = table.row.title.clone();
        let name: String = name.trim().chars().take(LONGEST_NAME).collect();
        if name.is_empty() {
            return Ok((title, Lookup::Unknown(Vec::new())));
        }
        Ok((title, self.look_up(&mut db, &table, &name, &reader).await?))
    }

    /// The past of a place or side by its id, as everyone may read it, under the name that it bears.
    ///
    /// Errors: not found when there is no such game.
    pub async fn history_of(&self, slug: &str, named: &Named, name: &str) -> Result<Document, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        let rows = self.made(&mut db, &table).await?;
        self.told_of(&mut db, &table, &rows, (named, name), &Reader::Public).await
    }

    /// The past of a name in the published pentades of a game, as `reader` may see it. The name of one who has ruled stands
    /// for his side.
    pub(in crate::desk) async fn look_up(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        name: &str,
        reader: &Reader,
    ) -> Result<Lookup, DeskError> {
        let rows = self.made(db, table).await?;
        let meant = match table.game.named(&table.world(), name)? {
            Naming::Meant(meant) => meant,
            Naming::NotKept => return Ok(Lookup::NotKept),
            Naming::Near(near) => match led_by(db, table, &rows, name).await? {
                Some(meant) => vec![meant],
                None => return Ok(Lookup::Unknown(near)),
            },
        };
        let mut whole: Option<Document> = None;
        for (named, name) in &meant {
            let told = self.told_of(db, table, &rows, (named, name), reader).await?;
            match &mut whole {
                None => whole = Some(told),
                Some(document) => {
                    document.heading(2, told.title);
                    document.blocks.extend(told.blocks);
                }
            }
        }
        Ok(whole.map_or(Lookup::Unknown(Vec::new()), Lookup::Told))
    }

    async fn told_of(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        rows: &[PublishedRow],
        (named, name): (&Named, &str),
        reader: &Reader,
    ) -> Result<Document, DeskError> {
        let now = table.game.states(&table.world())?;
        let mut past = match reader {
            Reader::Public => everyones(db, table, rows, named).await?,
            Reader::Side(_) | Reader::Gm => seen_by(db, table, rows, (named, reader)).await?,
        };
        let kind = match named {
            Named::Place(id) => ("places", id.as_str()),
            Named::Side(side) => ("sides", side.as_str()),
        };
        let states = told::states(db, &ids(rows), kind).await?;
        let year = |pentade: i64| rows.iter().find(|row| row.id == pentade).map(|row| row.first_year);
        past.states =
            states.into_iter().filter_map(|(pentade, figures)| Some((year(pentade)?, figures))).collect();
        past.states.sort_by_key(|(year, _)| *year);
        past.states.extend(now.of(named).map(|figures| (table.pentade.first_year, figures.clone())));
        Ok(past.document(name, now.head(named)))
    }
}

/// The side that one of this name has ruled, and its latest name.
async fn led_by(
    db: &mut PgConnection,
    table: &Table<'_>,
    rows: &[PublishedRow],
    name: &str,
) -> Result<Option<(Named, String)>, DeskError> {
    let name = name.trim().to_lowercase();
    let all = super::moments(db, table, rows).await?;
    let standings = || all.iter().rev().flat_map(|(_, standings)| standings);
    let ruled = standings().find(|one| !name.is_empty() && one.ruler.to_lowercase() == name);
    Ok(ruled.map(|one| (Named::Side(one.side.clone()), one.name.clone())))
}

/// What everyone may read of a place or side.
async fn everyones(
    db: &mut PgConnection,
    table: &Table<'_>,
    rows: &[PublishedRow],
    named: &Named,
) -> Result<Past, DeskError> {
    let sought = match named {
        Named::Place(id) => Sought { place: Some(id), ..Sought::default() },
        Named::Side(side) => Sought { side: Some(side.as_str()), ..Sought::default() },
    };
    let most = i64::try_from(MOST_ENTRIES).unwrap_or(i64::MAX);
    let (turns, count) = super::turns(db, table, rows, sought, Some(most)).await?;
    let mut past = Past::default();
    for turn in turns.into_iter().rev() {
        past.add(turn.span, turn.entries);
    }
    past.left_out = count - past.told();
    Ok(past)
}

/// What a side or the GM may read of it.
async fn seen_by(
    db: &mut PgConnection,
    table: &Table<'_>,
    rows: &[PublishedRow],
    (named, reader): (&Named, &Reader),
) -> Result<Past, DeskError> {
    let mut kept: Vec<Kept> = Vec::with_capacity(rows.len());
    for row in rows {
        kept.push(published(db, &table.row, row.first_year, Some(row.revision)).await?.1);
    }
    let spans: Vec<_> = rows.iter().map(super::span).collect();
    let (game, named, reader) = (table.game.clone(), named.clone(), reader.clone());
    let told = tokio::task::spawn_blocking(move || {
        let mut past = Past::default();
        for (span, kept) in spans.into_iter().zip(&kept) {
            let mut entries = game.entries(kept.turn(), &reader)?;
            entries.retain(|entry| entry.is_about(&named));
            past.add(span, entries);
        }
        Ok::<_, DeskError>(past)
    });
    told.await.map_err(|error| DeskError::Letter(error.to_string()))?
}
