//! When a side's orders are too late, and when a pentade closes.

use jiff::{Timestamp, ToSpan};

use crate::desk::sealing::is_sealed;
use crate::desk::views::{PentadeState, When};
use crate::desk::{Desk, DeskError, Table};
use crate::postal::chronicle::SideId;
use crate::store::games::{self, GameStatus, Seat};
use crate::store::{PgConnection, calendars, sheets};

/// What a pentade waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::desk) enum Closing {
    /// Its deadline, or somebody's orders.
    NotYet,
    /// Nothing more: its time is over.
    Due,
    /// Nothing more: everybody has said that he is ready.
    AllReady,
}

impl Desk {
    /// Whether orders of a side that come at `at` count. While the clock stands, all do.
    pub(in crate::desk) async fn takes_orders(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        side: &SideId,
        at: Timestamp,
    ) -> Result<bool, DeskError> {
        if is_sealed(db, table, side).await? {
            return Ok(false);
        }
        Ok(match (table.pentade.state, table.row.status) {
            (PentadeState::Open, GameStatus::Paused) => true,
            (PentadeState::Open, GameStatus::Running) => at < due_for(db, table, side).await?,
            _ => false,
        })
    }

    /// Whether the current pentade is to be closed at `now`.
    pub(in crate::desk) async fn closing(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        now: Timestamp,
    ) -> Result<Closing, DeskError> {
        if table.pentade.state != PentadeState::Open || table.row.status != GameStatus::Running {
            return Ok(Closing::NotYet);
        }
        let calendar = calendars::of(db, table.row.id).await?;
        let is_due = now >= table.pentade.deadline;
        if !is_due && !calendar.closes_when_ready {
            return Ok(Closing::NotYet);
        }
        let closes_at = table.pentade.deadline + calendar.grace_hours.hours();
        let extensions = calendars::extensions(db, table.pentade.id).await?;
        if now >= closes_at && extensions.iter().all(|one| one.until <= now) {
            return Ok(Closing::Due);
        }
        let seats = games::seats(db, table.row.id).await?;
        let ready = calendars::ready(db, table.pentade.id).await?;
        let played: Vec<&Seat> = seats.iter().filter(|seat| seat.playable && seat.player.is_some()).collect();
        let all_ready = !played.is_empty() && played.iter().all(|seat| ready.contains(&seat.side));
        if calendar.closes_when_ready && all_ready {
            return Ok(Closing::AllReady);
        }
        let sent = sheets::all_in_force(db, table.pentade.id).await?;
        let is_awaited = |seat: &&Seat| {
            let own = extensions.iter().any(|one| one.side == seat.side && now < one.until);
            let has_sent = sent.iter().any(|sheet| sheet.side == seat.side);
            !ready.contains(&seat.side) && (own || (now < closes_at && !has_sent))
        };
        Ok(if !is_due || played.iter().any(is_awaited) { Closing::NotYet } else { Closing::Due })
    }
}

/// When the orders of a side are too late: behind grace, or behind the time that it has for itself.
pub(in crate::desk) async fn due_for(
    db: &mut PgConnection,
    table: &Table<'_>,
    side: &SideId,
) -> Result<Timestamp, DeskError> {
    let grace_hours = calendars::of(db, table.row.id).await?.grace_hours;
    let extensions = calendars::extensions(db, table.pentade.id).await?;
    let own = extensions.into_iter().find(|one| one.side == *side).map(|one| one.until);
    let closes_at = table.pentade.deadline + grace_hours.hours();
    Ok(own.map_or(closes_at, |own| own.max(closes_at)))
}

/// Until when the orders of a side count, where it has time of its own; for its page.
pub(in crate::desk) async fn own_due(
    db: &mut PgConnection,
    table: &Table<'_>,
    side: &SideId,
    zone: &str,
) -> Result<Option<When>, DeskError> {
    let extensions = calendars::extensions(db, table.pentade.id).await?;
    let own = extensions.into_iter().find(|one| one.side == *side && one.until > table.pentade.deadline);
    Ok(own.map(|own| When::new(own.until, zone)))
}
