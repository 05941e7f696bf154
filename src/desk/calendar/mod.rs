//! The calendar of a game: when orders are due, and for whom; who is reminded; when the clock stands.

mod blackout;
mod due;
mod page;
mod pause;
mod ready;
mod remind;
mod schedule;
mod votes;

pub(super) use due::{Closing, due_for, own_due};
pub use page::{CalendarPage, CalendarSeat, ReminderRow};
pub(super) use ready::ready_view;
pub use schedule::Schedule;

use jiff::Timestamp;
use jiff::civil::DateTime;

use super::views::{PentadeState, When};
use super::{AccountId, Desk, DeskError, may_run, no_side};
use crate::postal::chronicle::SideId;
use crate::store::calendars::{AbsentVotes, Calendar, Publishes};
use crate::store::games::{self, GameId};
use crate::store::{PgConnection, StoreError, audit, calendars};

/// The deadline of a pentade of a game that opens at `opens`.
pub(super) async fn next_deadline(
    db: &mut PgConnection,
    game: GameId,
    opens: Timestamp,
) -> Result<Timestamp, DeskError> {
    schedule(db, game).await?.deadline(opens)
}

pub(super) async fn schedule(db: &mut PgConnection, game: GameId) -> Result<Schedule, DeskError> {
    Schedule::of(&calendars::of(db, game).await?)
}

impl Desk {
    /// Sets the calendar of a game. The deadline that is set stays as it is; grace and reminders count at once.
    ///
    /// Errors: refused with what is wrong in it.
    pub async fn set_calendar(
        &self,
        account: AccountId,
        slug: &str,
        calendar: &Calendar,
    ) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        let calendar = tidied(calendar)?;
        calendars::set(&mut tx, table.row.id, &calendar).await?;
        audit::note(&mut tx, Some(account), "calendar", Some(table.row.id), &in_words(&calendar)).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    /// Gives one side time of its own until `until`, on the clocks of the game's zone, or takes it back. Its player is told.
    /// The pentade waits for it.
    ///
    /// Errors: refused when orders are closed, nobody holds the side, or the time is over or not behind the deadline.
    pub async fn extend(
        &self,
        account: AccountId,
        slug: &str,
        side: &SideId,
        until: Option<DateTime>,
    ) -> Result<(), DeskError> {
        let refuse = |reason: &str| Err(DeskError::Refused(reason.to_owned()));
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        if table.pentade.state != PentadeState::Open {
            return refuse("orders are closed: there is no time to give");
        }
        let seats = games::seats(&mut tx, table.row.id).await?;
        let seat = seats.iter().find(|seat| seat.side == *side && seat.playable);
        let seat = seat.ok_or_else(|| no_side(side))?;
        if seat.player.is_none() {
            return refuse("nobody plays this side");
        }
        let schedule = schedule(&mut tx, table.row.id).await?;
        let until = until.map(|clock| schedule.on_clock(clock)).transpose()?;
        if until.is_some_and(|until| until <= table.pentade.deadline || until <= Timestamp::now()) {
            return refuse("time of its own ends behind the deadline, and not in the past");
        }
        calendars::extend(&mut tx, table.pentade.id, side, until, account).await?;
        let detail = match until {
            Some(until) => format!("{side} until {until}"),
            None => format!("{side}: taken back"),
        };
        audit::note(&mut tx, Some(account), "extension", Some(table.row.id), &detail).await?;
        for person in seat.persons() {
            let deadline = When::new(until.unwrap_or(table.pentade.deadline), &person.zone);
            let told = match until {
                Some(_) => format!("The GM gives {} more time: orders count until {deadline}.", seat.name),
                None => {
                    format!("{} has no more time than the others: orders are due on {deadline}.", seat.name)
                }
            };
            let key = format!(
                "extension.{}.{side}{}.{}",
                table.pentade.first_year,
                seat.mark_of(person.account),
                Timestamp::now().as_millisecond()
            );
            let to = (person.name.as_str(), person.email.as_str());
            self.write_note(&mut tx, &table, (&key, Some(side)), to, ("more time", &[told])).await?;
        }
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    /// A clock in the game's zone as an instant.
    ///
    /// Errors: refused beyond the years that can be reckoned with.
    pub async fn on_game_clock(&self, slug: &str, clock: DateTime) -> Result<Timestamp, DeskError> {
        let mut db = self.store.reader().await?;
        let row = super::find_game(&mut db, slug).await?;
        schedule(&mut db, row.id).await?.on_clock(clock)
    }
}

/// A calendar with its lists in order, if it is sound.
///
/// Errors: refused with what is wrong in it.
pub(super) fn tidied(calendar: &Calendar) -> Result<Calendar, DeskError> {
    let mut tidied = calendar.clone();
    tidied.zone = tidied.zone.trim().to_owned();
    tidied.reminder_days.sort_unstable_by(|one, other| other.cmp(one));
    tidied.reminder_days.dedup();
    let schedule = Schedule::of(&tidied)?;
    schedule.deadline(Timestamp::now())?;
    tidied.blackouts = schedule.blackouts().iter().map(ToString::to_string).collect();
    Ok(tidied)
}

fn in_words(calendar: &Calendar) -> String {
    let reminders: Vec<String> = calendar.reminder_days.iter().map(ToString::to_string).collect();
    format!(
        "every {} days at {} {}, grace {} hours, reminders {} days before to {}, days off: {}, {}, without orders {}, \
         without a player {}, {} days for answers, then {}, the GM answers {}, {}",
        calendar.days,
        calendar.clock,
        calendar.zone,
        calendar.grace_hours,
        if reminders.is_empty() { "no".to_owned() } else { reminders.join(", ") },
        if calendar.reminds_all { "all" } else { "those whose orders are missing" },
        if calendar.blackouts.is_empty() { "none".to_owned() } else { calendar.blackouts.join(", ") },
        if calendar.closes_when_ready { "closed when all are ready" } else { "closed at the deadline" },
        calendar.missing_orders.as_str(),
        calendar.vacant_orders.as_str(),
        calendar.answer_days,
        match calendar.absent_votes {
            AbsentVotes::Gm => "the GM decides",
            AbsentVotes::Default => "defaults stand",
        },
        if calendar.gm_votes_late { "only after that" } else { "at any time" },
        match calendar.publishes {
            Publishes::Review => "published by the GM",
            Publishes::AtOnce => "published at once",
        }
    )
}
