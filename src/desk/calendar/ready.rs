//! A player says that he is ready: where all have, the pentade need not wait for its deadline.

use crate::desk::views::{PentadeState, Readiness};
use crate::desk::{AccountId, Desk, DeskError, Table, own_seat};
use crate::postal::chronicle::SideId;
use crate::store::games::Seat;
use crate::store::{PgConnection, StoreError, audit, calendars, sheets};

impl Desk {
    /// Notes on a page that a side is ready, or not after all; the words for its player.
    ///
    /// Errors: not allowed for another's side; refused when orders are closed.
    pub async fn set_ready(
        &self,
        account: AccountId,
        slug: &str,
        side: &SideId,
        is_ready: bool,
    ) -> Result<String, DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        let seat = own_seat(&mut tx, &table.row, side, account).await?;
        let words = self.note_ready(&mut tx, &table, (&seat, account), is_ready).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(words)
    }

    /// The same on a locked table.
    pub(in crate::desk) async fn note_ready(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (seat, account): (&Seat, AccountId),
        is_ready: bool,
    ) -> Result<String, DeskError> {
        if table.pentade.state != PentadeState::Open {
            return Err(DeskError::Refused(format!("orders for {} are closed", table.span())));
        }
        let closes = calendars::of(db, table.row.id).await?.closes_when_ready;
        let is_new = calendars::set_ready(db, table.pentade.id, &seat.side, account, is_ready).await?;
        if is_new {
            let what = if is_ready { "ready" } else { "not-ready" };
            audit::note(db, Some(account), what, Some(table.row.id), seat.side.as_str()).await?;
        }
        if !is_ready {
            return Ok(format!("{} is not ready: the pentade waits for its deadline.", seat.name));
        }
        let mut words = match closes {
            true => format!(
                "{} is ready. When everybody is, the pentade is adjudicated without waiting for its deadline; until then your \
                 orders can still be changed.",
                seat.name
            ),
            false => format!(
                "{} is ready. The GM sees it; in this game the pentade waits for its deadline all the same.",
                seat.name
            ),
        };
        if sheets::in_force(db, table.pentade.id, &seat.side).await?.is_none() {
            words.push_str(" No orders have come from you.");
        }
        Ok(words)
    }
}

/// Whether a side is ready, while orders are open.
pub(in crate::desk) async fn ready_view(
    db: &mut PgConnection,
    table: &Table<'_>,
    side: &SideId,
) -> Result<Option<Readiness>, DeskError> {
    if table.pentade.state != PentadeState::Open {
        return Ok(None);
    }
    let is_ready = calendars::ready(db, table.pentade.id).await?.contains(side);
    let closes = calendars::of(db, table.row.id).await?.closes_when_ready;
    Ok(Some(Readiness { is_ready, closes }))
}
