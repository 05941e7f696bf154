//! Reminders before a deadline: each goes out once, however many servers run and whenever one is killed.

use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

use super::due::due_for;
use super::schedule;
use super::schedule::Reminding;
use crate::crash;
use crate::desk::absent::foretold;
use crate::desk::letters::{self, Post, Reminded};
use crate::desk::views::{PentadeState, When};
use crate::desk::{Desk, DeskError, Table, time_zone};
use crate::postal::chronicle::SideId;
use crate::store::absence::Custom;
use crate::store::games::{self, GameStatus, Seat, SeatPlayer};
use crate::store::sheets::SheetRow;
use crate::store::wishes::Vacation;
use crate::store::{PgConnection, StoreError, audit, calendars, sheets, wishes};

/// Who is reminded of what.
struct Reminder<'a> {
    of: Reminding,
    seats: &'a [Seat],
    /// Who is away when orders are due, with his side.
    away: Vec<(String, Vacation)>,
    grace_hours: i32,
    custom: Custom,
}

impl Desk {
    /// Games whose deadline is near enough for a reminder.
    pub async fn near_deadline(&self, now: Timestamp) -> Result<Vec<String>, DeskError> {
        let mut db = self.store.reader().await?;
        Ok(calendars::near_deadline(&mut db, now).await?)
    }

    /// Sends the reminder of a game that is due at `now`, if one is; how many letters it was. After a time without a server
    /// only the latest of several goes out.
    pub async fn remind(&self, slug: &str, now: Timestamp) -> Result<usize, DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        let is_played = table.pentade.state == PentadeState::Open && table.row.status == GameStatus::Running;
        if !is_played || now >= table.pentade.deadline {
            return Ok(0);
        }
        let calendar = calendars::of(&mut tx, table.row.id).await?;
        let set_at = calendars::scheduled_at(&mut tx, table.pentade.id).await?;
        let due = due_reminders(&mut tx, &table, (set_at, table.pentade.deadline), now).await?;
        let Some(latest) = due.last().copied() else { return Ok(0) };
        let seats = games::seats(&mut tx, table.row.id).await?;
        let sent = sheets::all_in_force(&mut tx, table.pentade.id).await?;
        let ready = calendars::ready(&mut tx, table.pentade.id).await?;
        let away = away_at(&mut tx, &table, &seats).await?;
        let reminder = Reminder {
            of: latest,
            seats: &seats,
            away,
            grace_hours: calendar.grace_hours,
            custom: calendar.missing_orders,
        };
        let mut count = 0;
        for seat in seats.iter().filter(|seat| seat.playable) {
            let sheet = sent.iter().find(|sheet| sheet.side == seat.side);
            let is_missing = sheet.is_none() && !ready.contains(&seat.side);
            if calendar.reminds_all || is_missing {
                count += self.remind_side(&mut tx, &table, &reminder, seat, sheet).await?;
            }
        }
        note_reminders(&mut tx, &table, &due, count).await?;
        self.tell_gm_of_reminder(&mut tx, &table, &reminder, &sent, count).await?;
        let detail = format!("{} days before {}: {count} letters", latest.days, table.pentade.deadline);
        audit::note(&mut tx, None, "remind", Some(table.row.id), &detail).await?;
        crash::point("reminding");
        tx.commit().await.map_err(StoreError::from)?;
        crash::point("reminded");
        Ok(count)
    }

    /// Reminds whoever holds a side or stands in for its player; how many letters it was.
    async fn remind_side(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        reminder: &Reminder<'_>,
        seat: &Seat,
        sheet: Option<&SheetRow>,
    ) -> Result<usize, DeskError> {
        let missing = table.game.missing(&table.world(), &seat.side, sheet.map(|row| &row.sheet))?;
        let own_due = due_for(db, table, &seat.side).await?;
        let grace = table.pentade.deadline + reminder.grace_hours.hours();
        let mut count = 0;
        for person in seat.persons() {
            let told = Reminded {
                slug: &table.row.slug,
                side: &seat.side,
                side_name: &seat.name,
                name: &person.name,
                span: table.span(),
                deadline: &When::new(table.pentade.deadline, &person.zone),
                own_due: (own_due > grace).then(|| When::new(own_due, &person.zone)),
                grace_hours: reminder.grace_hours,
                version: sheet.map(|row| row.version),
                foretold: foretold(reminder.custom),
                missing: &missing,
                away: &reminder.others_away(person, &seat.side),
                own_vacation: reminder.own_vacation(person),
                stand_in: seat.stand_in.as_ref().map(|one| one.name.as_str()),
            };
            let words = letters::reminder(&self.settings, &told)?;
            let (year, stamp) = (table.pentade.first_year, reminder.of.at.as_second());
            let key = format!("{year}.reminder.{stamp}.{}{}", seat.side, seat.mark_of(person.account));
            let to = (person.name.as_str(), person.email.as_str());
            let post = Post::of_game(&self.settings, "reminder", (&table.row, Some(&seat.side)), &key, to);
            count += usize::from(letters::write(&self.settings, db, post, words).await?);
        }
        Ok(count)
    }

    async fn tell_gm_of_reminder(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        reminder: &Reminder<'_>,
        sent: &[SheetRow],
        count: usize,
    ) -> Result<(), DeskError> {
        let is_silent =
            |seat: &&Seat| seat.player.is_some() && !sent.iter().any(|sheet| sheet.side == seat.side);
        let silent: Vec<&str> =
            reminder.seats.iter().filter(is_silent).map(|seat| seat.name.as_str()).collect();
        let mut detail = match silent.is_empty() {
            true => "every player has sent orders".to_owned(),
            false => format!("no orders have come for {}", silent.join(", ")),
        };
        detail.push_str(&format!("; {count} letters went out"));
        for (side_name, away) in &reminder.away {
            detail.push_str(&format!("; {} ({side_name}) is away until {}", away.name, away.last_day));
        }
        let headline = format!("reminder {} days before the deadline", reminder.of.days);
        let name = format!("{}.gm.reminder.{}", table.pentade.first_year, reminder.of.at.as_second());
        self.tell_gm(db, (&table.row, table.span()), &name, (&headline, &detail)).await
    }
}

impl Reminder<'_> {
    /// Others who are away, a sentence each.
    fn others_away(&self, reader: &SeatPlayer, side: &SideId) -> Vec<String> {
        let own = self.seats.iter().find(|seat| seat.side == *side).and_then(|seat| seat.player.as_ref());
        let others = self.away.iter().filter(|(_, away)| {
            away.account != reader.account && own.is_none_or(|own| own.account != away.account)
        });
        let sentence = |(side_name, away): &(String, Vacation)| {
            format!("{} ({side_name}) is away from {} to {}", away.name, away.first_day, away.last_day)
        };
        others.map(sentence).collect()
    }

    fn own_vacation(&self, reader: &SeatPlayer) -> Option<(String, String)> {
        let own = self.away.iter().find(|(_, away)| away.account == reader.account);
        own.map(|(_, away)| (away.first_day.to_string(), away.last_day.to_string()))
    }
}

/// The reminders of a moment set at `set_at` that are due at `now` and were not sent, the earliest first: the last one goes
/// out, the others are passed over.
pub(super) async fn due_reminders(
    db: &mut PgConnection,
    table: &Table<'_>,
    (set_at, moment): (Timestamp, Timestamp),
    now: Timestamp,
) -> Result<Vec<Reminding>, DeskError> {
    let former = calendars::reminders(db, table.pentade.id).await?;
    let mut due = schedule(db, table.row.id).await?.reminders(moment);
    due.retain(|one| {
        !one.is_void(set_at) && one.at <= now && !former.iter().any(|sent| sent.due_at == one.at)
    });
    Ok(due)
}

/// Keeps that the last of these reminders was so many letters, and that the others were passed over.
pub(super) async fn note_reminders(
    db: &mut PgConnection,
    table: &Table<'_>,
    due: &[Reminding],
    letters: usize,
) -> Result<(), DeskError> {
    for (nth, one) in due.iter().rev().enumerate() {
        let letters = if nth == 0 { i32::try_from(letters).unwrap_or(i32::MAX) } else { 0 };
        calendars::add_reminder(db, table.pentade.id, (one.days, one.at), letters).await?;
    }
    Ok(())
}

/// Players who are away on the day of the deadline, each on the clocks of his own zone.
async fn away_at(
    db: &mut PgConnection,
    table: &Table<'_>,
    seats: &[Seat],
) -> Result<Vec<(String, Vacation)>, DeskError> {
    let earliest = table.pentade.deadline.to_zoned(TimeZone::UTC).date();
    let earliest = earliest.yesterday().unwrap_or(earliest);
    let all = wishes::vacations(db, table.row.id, earliest).await?;
    let mut away = Vec::new();
    for seat in seats {
        let Some(player) = &seat.player else { continue };
        let day = table.pentade.deadline.to_zoned(time_zone(&player.zone)).date();
        let of_player = all.iter().filter(|one| one.account == player.account);
        let holds = of_player.filter(|one| one.first_day <= day && day <= one.last_day);
        away.extend(holds.map(|one| (seat.name.clone(), one.clone())));
    }
    Ok(away)
}
