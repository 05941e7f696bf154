//! Corrections (chapter 34): the GM amends what people decided in a published pentade, sees at once what comes of it, and
//! publishes the amended pentade and all later ones as new revisions. A game has at most one correction under way.

mod amend;
mod current;
mod look;
mod publish;
mod replay;
mod told;

pub use amend::NewAmendment;
pub(super) use look::revision_views;
pub use publish::Publication;

use std::sync::Arc;

use super::archive::card;
use super::views::{AmendmentView, CorrectionPage, CorrectionRow, Outcome, PentadeState, When};
use super::{AccountId, Desk, DeskError, Table, may_look, may_run, zone_of};
use crate::postal::chronicle::Reader;
use crate::postal::game::Span;
use crate::postal::history::Played;
use crate::store::corrections::{self, AmendmentRow};
use crate::store::{PgConnection, StoreError, audit};
use replay::{Past, Replayed, amendments, replay, sum};

impl Desk {
    /// The correction under way with the difference that it makes; none when none is.
    pub async fn correction_page(
        &self,
        account: AccountId,
        slug: &str,
    ) -> Result<Option<CorrectionPage>, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        may_look(&table.row, account)?;
        let zone = zone_of(&mut db, Some(account)).await?;
        let Some(open) = corrections::open(&mut db, table.row.id).await? else { return Ok(None) };
        let rows = corrections::amendments(&mut db, open.id).await?;
        let game = card(&mut db, &table, &zone).await?;
        let (outcome, seen) = self.outcome(&mut db, &table, &rows).await?;
        let span = |first_year: i32| Span { first_year, last_year: first_year + span_years(&table) };
        let view = |row: AmendmentRow| AmendmentView {
            id: row.id,
            span: span(row.first_year),
            told: row.told,
            sent: row.sent,
            complaints: row.complaints,
            reason: row.reason,
            author: row.author,
        };
        Ok(Some(CorrectionPage {
            game,
            id: open.id,
            amendments: rows.into_iter().map(view).collect(),
            outcome,
            seen,
            reopens: match table.pentade.state {
                PentadeState::Published => None,
                _ => Some(When::new(current::deadline_after(&mut db, &table).await?, &zone)),
            },
        }))
    }

    /// Lets the correction under way be. Its amendments stay readable in the database.
    ///
    /// Errors: not found when it is not open.
    pub async fn drop_correction(&self, account: AccountId, slug: &str, id: i64) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        let open = corrections::open(&mut tx, table.row.id).await?.filter(|open| open.id == id);
        let open = open.ok_or_else(|| DeskError::NotFound(format!("open correction {id}")))?;
        corrections::drop_open(&mut tx, open.id).await?;
        audit::note(&mut tx, Some(account), "drop-correction", Some(table.row.id), &id.to_string()).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    /// The published corrections of a game, newest first, as anyone may know of them.
    pub async fn corrections(
        &self,
        viewer: Option<AccountId>,
        slug: &str,
    ) -> Result<Vec<CorrectionRow>, DeskError> {
        let mut db = self.store.reader().await?;
        let row = super::find_game(&mut db, slug).await?;
        let zone = zone_of(&mut db, viewer).await?;
        let rows = corrections::published(&mut db, row.id).await?;
        Ok(rows.into_iter().filter_map(|row| correction_row(row, &zone)).collect())
    }

    /// What the amendments bring about, for the GM, with the sum of what he sees.
    async fn outcome(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        rows: &[AmendmentRow],
    ) -> Result<(Outcome, String), DeskError> {
        let Some(first) = rows.iter().map(|row| row.first_year).min() else {
            return Ok((Outcome::Nothing, String::new()));
        };
        let past = Arc::new(Past::from(db, table, first).await?);
        let game = table.game.clone();
        match replay(game.clone(), past.clone(), amendments(rows)?).await {
            Replayed::Asks { span, questions } => Ok((Outcome::Asks { span, questions }, String::new())),
            Replayed::Impossible(reason) => Ok((Outcome::Impossible(reason), String::new())),
            Replayed::Done { amended, drifted } => {
                let seen = sum(&past, rows, &amended);
                let mut pentades = Vec::new();
                for (was, is) in past.played.iter().zip(&amended).filter(|(was, is)| was != is) {
                    pentades.push((was.span, game.compare(was.turn(), is.turn(), &Reader::Gm)?));
                }
                let ends_otherwise = last_world_differs(&past, &amended);
                Ok((Outcome::Differs { pentades, drifted, ends_otherwise }, seen))
            }
        }
    }
}

/// Whether the world that the current pentade begins with is another one.
fn last_world_differs(past: &Past, amended: &[Played]) -> bool {
    past.played.last().map(|played| &played.after) != amended.last().map(|played| &played.after)
}

fn span_years(table: &Table<'_>) -> i32 {
    table.pentade.last_year - table.pentade.first_year
}

fn correction_row(row: corrections::CorrectionRow, zone: &str) -> Option<CorrectionRow> {
    Some(CorrectionRow {
        id: row.id,
        first_year: row.first_year?,
        explanation: row.explanation?,
        published_at: When::new(row.published_at?, zone),
    })
}
