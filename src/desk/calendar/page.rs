//! The calendar as its GM sees it.

use jiff::Timestamp;

use super::Schedule;
use crate::desk::archive::card;
use crate::desk::commands::today;
use crate::desk::views::{DayRow, GameCard, GameStatus, PentadeState, When};
use crate::desk::{AccountId, Desk, DeskError, may_look, zone_of};
use crate::postal::chronicle::SideId;
use crate::store::calendars::{self, Calendar};
use crate::store::{games, sheets, wishes};

/// The page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalendarPage {
    /// The game.
    pub game: GameCard,
    /// How its deadlines are set.
    pub calendar: Calendar,
    /// Since when the clock stands; none while it runs.
    pub paused_at: Option<When>,
    /// The deadline on the clocks of the game's zone, as a form writes it.
    pub deadline_on_clock: String,
    /// When a pentade that is published now would be due.
    pub next: When,
    /// Reminders of the current deadline.
    pub reminders: Vec<ReminderRow>,
    /// The sides that players hold.
    pub seats: Vec<CalendarSeat>,
}

/// A reminder in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReminderRow {
    /// Days before the deadline.
    pub days: i32,
    /// When it is due.
    pub at: When,
    /// How many letters it was, once it went out.
    pub letters: Option<i32>,
    /// Whether it lies before the deadline was set, so that it does not go out.
    pub is_void: bool,
}

/// One side with what its deadline depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalendarSeat {
    /// The side.
    pub side: SideId,
    /// Its name.
    pub name: String,
    /// Its player.
    pub player: String,
    /// Version of the sheet in force.
    pub version: Option<i32>,
    /// Whether it has said that it is ready.
    pub is_ready: bool,
    /// Until when it has time of its own.
    pub extension: Option<When>,
    /// Days on which its player is away.
    pub away: Option<DayRow>,
}

impl Desk {
    /// The page on which the GM sets when orders are due.
    pub async fn calendar_page(&self, account: AccountId, slug: &str) -> Result<CalendarPage, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        may_look(&table.row, account)?;
        let zone = zone_of(&mut db, Some(account)).await?;
        let calendar = calendars::of(&mut db, table.row.id).await?;
        let schedule = Schedule::of(&calendar)?;
        let set_at = calendars::scheduled_at(&mut db, table.pentade.id).await?;
        let sent = calendars::reminders(&mut db, table.pentade.id).await?;
        let is_running = table.pentade.state == PentadeState::Open && table.row.status == GameStatus::Running;
        let reminders = schedule.reminders(table.pentade.deadline).into_iter().map(|one| ReminderRow {
            days: one.days,
            at: When::new(one.at, &zone),
            letters: sent.iter().find(|sent| sent.due_at == one.at).map(|sent| sent.letters),
            is_void: one.is_void(set_at),
        });
        Ok(CalendarPage {
            game: card(&mut db, &table, &zone).await?,
            paused_at: calendars::paused_at(&mut db, table.row.id).await?.map(|at| When::new(at, &zone)),
            deadline_on_clock: schedule.clock_of(table.pentade.deadline),
            next: When::new(schedule.deadline(Timestamp::now())?, &zone),
            reminders: reminders.filter(|_| is_running).collect(),
            seats: self.calendar_seats(&mut db, &table, &zone).await?,
            calendar,
        })
    }

    async fn calendar_seats(
        &self,
        db: &mut crate::store::PgConnection,
        table: &crate::desk::Table<'_>,
        zone: &str,
    ) -> Result<Vec<CalendarSeat>, DeskError> {
        let sheets = sheets::all_in_force(db, table.pentade.id).await?;
        let ready = calendars::ready(db, table.pentade.id).await?;
        let extensions = calendars::extensions(db, table.pentade.id).await?;
        let away = wishes::vacations(db, table.row.id, today(zone)).await?;
        let seats = games::seats(db, table.row.id).await?;
        let played = seats.into_iter().filter(|seat| seat.playable).filter_map(|seat| {
            let player = seat.player?;
            let away = away.iter().find(|one| one.account == player.account);
            Some(CalendarSeat {
                version: sheets.iter().find(|sheet| sheet.side == seat.side).map(|sheet| sheet.version),
                is_ready: ready.contains(&seat.side),
                extension: extensions
                    .iter()
                    .find(|one| one.side == seat.side)
                    .map(|one| When::new(one.until, zone)),
                away: away.map(|one| DayRow {
                    who: one.name.clone(),
                    first: one.first_day.to_string(),
                    last: one.last_day.to_string(),
                }),
                player: player.name,
                side: seat.side,
                name: seat.name,
            })
        });
        Ok(played.collect())
    }
}
