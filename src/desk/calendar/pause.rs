//! The clock of a game stands, and runs again with the time that was left.

use jiff::{SignedDuration, Timestamp};

use super::schedule;
use crate::desk::views::{PentadeState, When};
use crate::desk::{AccountId, Desk, DeskError, Table, may_run};
use crate::store::{PgConnection, StoreError, accounts, audit, calendars, games, pentades};

/// The least time that is left when a clock runs again, so that nobody is surprised.
const LEAST_LEFT: SignedDuration = SignedDuration::from_hours(24);

impl Desk {
    /// Stops the clock of a game: no deadline passes, nobody is reminded, orders are taken all the same. Everybody is told.
    ///
    /// Errors: refused when it stands already or the game is over.
    pub async fn pause(&self, account: AccountId, slug: &str, reason: &str) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        if !calendars::set_paused(&mut tx, table.row.id, Some(Timestamp::now())).await? {
            return Err(DeskError::Refused("the clock of this game does not run".to_owned()));
        }
        let reason = reason.trim();
        audit::note(&mut tx, Some(account), "pause", Some(table.row.id), reason).await?;
        let mut told = vec![
            "The GM has stopped the clock of this game. No deadline passes until it runs again; \
                             orders are taken all the same."
                .to_owned(),
        ];
        if !reason.is_empty() {
            told.push(format!("The reason: {reason}"));
        }
        self.tell_all(&mut tx, &table, "the clock stands", |_| told.clone()).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    /// Lets the clock of a game run again. The open pentade has the time that was left when it was stopped, at least a
    /// day, and is due at the next time that the calendar allows; so is what single sides had for themselves. Everybody is
    /// told. The new deadline, where one is running.
    ///
    /// Errors: refused when the clock does not stand.
    pub async fn resume(&self, account: AccountId, slug: &str) -> Result<Option<When>, DeskError> {
        let mut tx = self.store.begin().await?;
        let mut table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        let stopped_at = calendars::paused_at(&mut tx, table.row.id).await?;
        let now = Timestamp::now();
        let stood = calendars::set_paused(&mut tx, table.row.id, None).await?;
        let Some(stopped_at) = stopped_at.filter(|_| stood) else {
            return Err(DeskError::Refused("the clock of this game does not stand".to_owned()));
        };
        // A deadline that was set while the clock stood has all of its time left.
        let stopped_at = stopped_at.max(calendars::scheduled_at(&mut tx, table.pentade.id).await?);
        let is_open = table.pentade.state == PentadeState::Open;
        if is_open {
            table.pentade.deadline = self.run_on(&mut tx, &table, account, (stopped_at, now)).await?;
        }
        if table.pentade.state == PentadeState::Held
            && let Some((asked_at, due)) = calendars::asked(&mut tx, table.pentade.id).await?
        {
            let left = due.duration_since(stopped_at.max(asked_at)).max(LEAST_LEFT);
            let due = schedule(&mut tx, table.row.id).await?.first_slot(moved(now, left)?)?;
            calendars::set_answers_due(&mut tx, table.pentade.id, Some((asked_at, due))).await?;
        }
        let deadline = table.pentade.deadline;
        audit::note(&mut tx, Some(account), "resume", Some(table.row.id), &format!("due {deadline}")).await?;
        let span = table.span();
        self.tell_all(&mut tx, &table, "the clock runs again", |zone| {
            let due = format!("Orders for {span} are now due on {}.", When::new(deadline, zone));
            let runs = "The clock of this game runs again.".to_owned();
            if is_open { vec![runs, due] } else { vec![runs] }
        })
        .await?;
        let zone = crate::desk::zone_of(&mut tx, Some(account)).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(is_open.then(|| When::new(deadline, &zone)))
    }

    /// Moves what was due by the time that the clock stood; the new deadline.
    async fn run_on(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        account: AccountId,
        (stopped_at, now): (Timestamp, Timestamp),
    ) -> Result<Timestamp, DeskError> {
        let schedule = schedule(db, table.row.id).await?;
        let later = |at: Timestamp| {
            let left = at.duration_since(stopped_at).max(LEAST_LEFT);
            moved(now, left)
        };
        let deadline = schedule.first_slot(later(table.pentade.deadline)?)?;
        pentades::set_deadline(db, table.pentade.id, deadline).await?;
        for one in calendars::extensions(db, table.pentade.id).await? {
            let until = schedule.first_slot(later(one.until)?)?;
            calendars::extend(db, table.pentade.id, &one.side, Some(until), account).await?;
        }
        Ok(deadline)
    }

    /// Writes a few sentences to the GM, every player and every stand-in, each by his own zone.
    pub(in crate::desk) async fn tell_all(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        headline: &str,
        told: impl Fn(&str) -> Vec<String>,
    ) -> Result<(), DeskError> {
        let stamp = Timestamp::now().as_millisecond();
        if let Some(gm) = accounts::by_id(db, table.row.gm).await? {
            let to = (gm.name.as_str(), gm.email.as_str());
            let id = format!("all.{stamp}.gm");
            self.write_note(db, table, (&id, None), to, (headline, &told(&gm.zone))).await?;
        }
        for seat in games::seats(db, table.row.id).await? {
            for person in seat.persons() {
                let id = format!("all.{stamp}.{}{}", seat.side, seat.mark_of(person.account));
                let to = (person.name.as_str(), person.email.as_str());
                let sentences = told(&person.zone);
                self.write_note(db, table, (&id, Some(&seat.side)), to, (headline, &sentences)).await?;
            }
        }
        Ok(())
    }
}

fn moved(now: Timestamp, left: SignedDuration) -> Result<Timestamp, DeskError> {
    now.checked_add(left).map_err(|error| DeskError::Refused(format!("no calendar reaches so far: {error}")))
}
