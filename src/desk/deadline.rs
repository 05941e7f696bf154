//! Moves a deadline: by the GM, or after an outage that lasted over it.

use crate::store::PgConnection;
use jiff::{SignedDuration, Timestamp};

use super::gm::pentade_view;
use super::letters::{self, Post};
use super::views::{PentadeState, PentadeView, When};
use super::{AccountId, Desk, DeskError, Table, may_run, zone_of};
use crate::store::pentades;
use crate::store::{StoreError, accounts, audit, games, jobs};

/// An outage shorter than this is none.
const SHORTEST_OUTAGE: SignedDuration = SignedDuration::from_mins(2);

impl Desk {
    /// Sets the deadline of the open pentade and tells the players.
    ///
    /// Errors: refused when orders are closed, or the time is not after now.
    pub async fn set_deadline(
        &self,
        account: AccountId,
        slug: &str,
        deadline: Timestamp,
    ) -> Result<PentadeView, DeskError> {
        let mut tx = self.store.begin().await?;
        let mut table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        if table.pentade.state != PentadeState::Open {
            return Err(DeskError::Refused("orders are closed: there is no deadline to move".to_owned()));
        }
        if deadline <= Timestamp::now() {
            return Err(DeskError::Refused("the new deadline lies in the past".to_owned()));
        }
        self.move_deadline(&mut tx, &table, deadline, Some(account), "the GM has moved it").await?;
        let zone = zone_of(&mut tx, Some(account)).await?;
        tx.commit().await.map_err(StoreError::from)?;
        table.pentade.deadline = deadline;
        pentade_view(&table.pentade, &zone)
    }

    /// Shows that the server lives, and gives grace to every pentade whose deadline passed while it did not.
    ///
    /// The grace is as long as the outage, up to the operator's bound. Returns the games that got one.
    pub async fn beat(&self, now: Timestamp) -> Result<Vec<String>, DeskError> {
        let mut tx = self.store.begin().await?;
        let last = jobs::last_heartbeat(&mut tx).await?;
        let mut moved = Vec::new();
        if let Some(last) = last.filter(|last| now.duration_since(*last) >= SHORTEST_OUTAGE) {
            let most = SignedDuration::from_hours(self.settings.outage_grace_hours);
            let grace = now.duration_since(last).min(most);
            for overdue in pentades::overdue(&mut tx, now).await? {
                if overdue.closes_at < last || overdue.closes_at > now || grace.is_zero() {
                    continue;
                }
                let table = self.locked_table(&mut tx, &overdue.slug).await?;
                if table.pentade.state == PentadeState::Open && table.pentade.deadline == overdue.deadline {
                    let reason = "the server was down when orders were due";
                    self.move_deadline(&mut tx, &table, now + grace, None, reason).await?;
                    moved.push(overdue.slug);
                }
            }
        }
        jobs::beat(&mut tx, now).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(moved)
    }

    async fn move_deadline(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        deadline: Timestamp,
        account: Option<AccountId>,
        reason: &str,
    ) -> Result<(), DeskError> {
        pentades::set_deadline(db, table.pentade.id, deadline).await?;
        let detail = format!("from {} to {deadline}: {reason}", table.pentade.deadline);
        audit::note(db, account, "move-deadline", Some(table.row.id), &detail).await?;
        let mut readers = Vec::new();
        if let Some(gm) = accounts::by_id(db, table.row.gm).await? {
            readers.push((None, "gm".to_owned(), gm.name, gm.email, gm.zone));
        }
        for seat in games::seats(db, table.row.id).await? {
            for person in seat.persons() {
                let key = format!("{}{}", seat.side, seat.mark_of(person.account));
                let (name, email, zone) = (person.name.clone(), person.email.clone(), person.zone.clone());
                readers.push((Some(seat.side.clone()), key, name, email, zone));
            }
        }
        for (side, whom, name, email, zone) in readers {
            let when = When::new(deadline, &zone);
            let slug = &table.row.slug;
            let words = letters::deadline_moved(&self.settings, slug, &name, table.span(), &when, reason)?;
            let (year, stamp) = (table.pentade.first_year, deadline.as_second());
            let key = format!("{year}.deadline.{stamp}.{whom}");
            let about = (&table.row, side.as_ref());
            let post = Post::of_game(&self.settings, "notice", about, &key, (&name, &email));
            letters::write(&self.settings, db, post, words).await?;
        }
        Ok(())
    }
}
