//! When orders of a game are due: its calendar, time that one side has for itself, who is ready, reminders that went out.

use jiff::Timestamp;
use jiff::civil::Time;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::StoreError;
use super::absence::Custom;
use super::accounts::AccountId;
use super::games::GameId;
use crate::postal::chronicle::SideId;

/// How the deadlines of a game are set, and what goes with them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Calendar {
    /// Days from the opening of a pentade to its deadline, 1 to 366.
    pub days: i32,
    /// The time of day at which orders are due, on the clocks of `zone`.
    pub clock: Time,
    /// The game's time zone, an IANA name.
    pub zone: String,
    /// Hours behind the deadline in which missing orders still count, 0 to 336.
    pub grace_hours: i32,
    /// Days before the deadline on which reminders go out, each 1 to 60, the most first.
    pub reminder_days: Vec<i32>,
    /// Whether reminders go to everybody; else to those whose orders are missing.
    pub reminds_all: bool,
    /// Whether the pentade is closed as soon as everybody has said that he is ready.
    pub closes_when_ready: bool,
    /// Days on which no orders are due, in words: `sunday`, `12-24`, `2026-12-24 to 2027-01-02`.
    pub blackouts: Vec<String>,
    /// What is done for a player's side without orders.
    pub missing_orders: Custom,
    /// What is done for a side that nobody plays.
    pub vacant_orders: Custom,
    /// Days that players have for an answer in the middle of a pentade, 1 to 60.
    pub answer_days: i32,
    /// What is done for those who have not answered when that time is over.
    pub absent_votes: AbsentVotes,
    /// Whether the GM may answer for a player only when that time is over.
    pub gm_votes_late: bool,
    /// What becomes of a pentade that the deadline's job has adjudicated.
    pub publishes: Publishes,
}

/// What becomes of a pentade that was adjudicated without its GM.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type, serde::Deserialize, serde::Serialize)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum Publishes {
    /// It waits as a draft for the GM's review.
    Review,
    /// It is published at once.
    AtOnce,
}

impl Publishes {
    /// As pages and the database write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Review => "review",
            Self::AtOnce => "at_once",
        }
    }
}

/// What is done for players who have not answered in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type, serde::Deserialize, serde::Serialize)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum AbsentVotes {
    /// The GM decides.
    Gm,
    /// What stands by default stands.
    Default,
}

impl AbsentVotes {
    /// As pages and the database write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Gm => "gm",
            Self::Default => "default",
        }
    }
}

impl Calendar {
    /// A deadline every so many days at 20:00 UTC, with reminders three days and one day before.
    pub fn every(days: i32) -> Self {
        Self {
            days,
            clock: Time::constant(20, 0, 0, 0),
            zone: "UTC".to_owned(),
            grace_hours: 0,
            reminder_days: vec![3, 1],
            reminds_all: false,
            closes_when_ready: false,
            blackouts: Vec::new(),
            missing_orders: Custom::Hold,
            vacant_orders: Custom::Hold,
            answer_days: 3,
            absent_votes: AbsentVotes::Gm,
            gm_votes_late: false,
            publishes: Publishes::Review,
        }
    }
}

/// The calendar of a game.
pub async fn of(db: &mut PgConnection, game: GameId) -> Result<Calendar, StoreError> {
    let row = sqlx::query!(
        r#"select pentade_days, due_clock as "due_clock: jiff_sqlx::Time", due_zone, grace_hours, reminder_days,
                  reminds_all, closes_when_ready, blackouts, missing_orders as "missing_orders: Custom",
                  vacant_orders as "vacant_orders: Custom", answer_days,
                  absent_votes as "absent_votes: AbsentVotes", gm_votes, publishes as "publishes: Publishes"
           from game where id = $1"#,
        game.0
    )
    .fetch_one(db)
    .await?;
    Ok(Calendar {
        days: row.pentade_days,
        clock: row.due_clock.to_jiff(),
        zone: row.due_zone,
        grace_hours: row.grace_hours,
        reminder_days: row.reminder_days,
        reminds_all: row.reminds_all,
        closes_when_ready: row.closes_when_ready,
        blackouts: row.blackouts,
        missing_orders: row.missing_orders,
        vacant_orders: row.vacant_orders,
        answer_days: row.answer_days,
        absent_votes: row.absent_votes,
        gm_votes_late: row.gm_votes == "late",
        publishes: row.publishes,
    })
}

/// Sets the calendar of a game. Deadlines that are set stay as they are.
pub async fn set(db: &mut PgConnection, game: GameId, calendar: &Calendar) -> Result<(), StoreError> {
    sqlx::query!(
        "update game set pentade_days = $2, due_clock = $3, due_zone = $4, grace_hours = $5, reminder_days = $6,
                         reminds_all = $7, closes_when_ready = $8, blackouts = $9, missing_orders = $10, vacant_orders = $11,
                         answer_days = $12, absent_votes = $13, gm_votes = $14, publishes = $15
         where id = $1",
        game.0,
        calendar.days,
        calendar.clock.to_sqlx() as _,
        calendar.zone,
        calendar.grace_hours,
        &calendar.reminder_days,
        calendar.reminds_all,
        calendar.closes_when_ready,
        &calendar.blackouts,
        calendar.missing_orders.as_str(),
        calendar.vacant_orders.as_str(),
        calendar.answer_days,
        calendar.absent_votes.as_str(),
        if calendar.gm_votes_late { "late" } else { "anytime" },
        calendar.publishes.as_str()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Stops the clock of a running game at `at`, or lets it run again. False when it is so already, or the game is over.
pub async fn set_paused(
    db: &mut PgConnection,
    game: GameId,
    at: Option<Timestamp>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update game set status = case when $2::timestamptz is null then 'running' else 'paused' end, paused_at = $2
         where id = $1 and status = case when $2::timestamptz is null then 'paused' else 'running' end",
        game.0,
        at.map(|at| at.to_sqlx()) as _
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Since when the clock of a game stands; none while it runs.
pub async fn paused_at(db: &mut PgConnection, game: GameId) -> Result<Option<Timestamp>, StoreError> {
    let at = sqlx::query_scalar!("select paused_at from game where id = $1", game.0).fetch_one(db).await?;
    Ok(at.map(|at| at.to_jiff()))
}

/// Time that one side has for itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extension {
    /// The side.
    pub side: SideId,
    /// Until when its orders count.
    pub until: Timestamp,
}

/// The extensions of a pentade that stand, by side.
pub async fn extensions(db: &mut PgConnection, pentade: i64) -> Result<Vec<Extension>, StoreError> {
    let rows = sqlx::query!(
        "select distinct on (side) side, until_at from extension where pentade = $1 order by side, id desc",
        pentade
    )
    .fetch_all(db)
    .await?;
    let standing = rows.into_iter().filter_map(|row| {
        row.until_at.map(|until| Extension { side: SideId::new(&row.side), until: until.to_jiff() })
    });
    Ok(standing.collect())
}

/// Gives a side time until `until`, or takes it back.
pub async fn extend(
    db: &mut PgConnection,
    pentade: i64,
    side: &SideId,
    until: Option<Timestamp>,
    account: AccountId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into extension (pentade, side, until_at, account) values ($1, $2, $3, $4)",
        pentade,
        side.as_str(),
        until.map(|until| until.to_sqlx()) as _,
        account.0
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The sides that have said that they are ready.
pub async fn ready(db: &mut PgConnection, pentade: i64) -> Result<Vec<SideId>, StoreError> {
    let rows = sqlx::query_scalar!("select side from ready where pentade = $1 order by side", pentade)
        .fetch_all(db)
        .await?;
    Ok(rows.iter().map(|side| SideId::new(side)).collect())
}

/// Notes that a side is ready, or not after all. False when that was so before.
pub async fn set_ready(
    db: &mut PgConnection,
    pentade: i64,
    side: &SideId,
    account: AccountId,
    is_ready: bool,
) -> Result<bool, StoreError> {
    let done = if is_ready {
        sqlx::query!(
            "insert into ready (pentade, side, account) values ($1, $2, $3) on conflict do nothing",
            pentade,
            side.as_str(),
            account.0
        )
        .execute(db)
        .await?
    } else {
        sqlx::query!("delete from ready where pentade = $1 and side = $2", pentade, side.as_str())
            .execute(db)
            .await?
    };
    Ok(done.rows_affected() == 1)
}

/// Nobody is ready any more.
pub async fn forget_ready(db: &mut PgConnection, pentade: i64) -> Result<(), StoreError> {
    sqlx::query!("delete from ready where pentade = $1", pentade).execute(db).await?;
    Ok(())
}

/// A reminder that went out, or was passed over with no letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reminder {
    /// When it was due.
    pub due_at: Timestamp,
    /// How many letters it was.
    pub letters: i32,
}

/// The reminders of a pentade, in their order.
pub async fn reminders(db: &mut PgConnection, pentade: i64) -> Result<Vec<Reminder>, StoreError> {
    let rows =
        sqlx::query!("select due_at, letters from reminder where pentade = $1 order by due_at", pentade)
            .fetch_all(db)
            .await?;
    Ok(rows.into_iter().map(|row| Reminder { due_at: row.due_at.to_jiff(), letters: row.letters }).collect())
}

/// Notes a reminder. False when it is there already.
pub async fn add_reminder(
    db: &mut PgConnection,
    pentade: i64,
    (days, due_at): (i32, Timestamp),
    letters: i32,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "insert into reminder (pentade, due_at, days, letters) values ($1, $2, $3, $4) on conflict do nothing",
        pentade,
        due_at.to_sqlx() as _,
        days,
        letters
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// When the deadline of a pentade was set.
pub async fn scheduled_at(db: &mut PgConnection, pentade: i64) -> Result<Timestamp, StoreError> {
    let at = sqlx::query_scalar!("select scheduled_at from pentade where id = $1", pentade);
    Ok(at.fetch_one(db).await?.to_jiff())
}

/// Running games whose deadline is near enough for a reminder. A day is added, as days in a zone are not all of a length.
pub async fn near_deadline(db: &mut PgConnection, now: Timestamp) -> Result<Vec<String>, StoreError> {
    let rows = sqlx::query_scalar!(
        "select game.slug from game join pentade on pentade.game = game.id and pentade.state = 'open'
         where game.status = 'running' and pentade.deadline > $1
               and pentade.deadline <= $1 + make_interval(days => 1 + (select max(day) from unnest(reminder_days) day))
               and (select count(*) from reminder
                    where reminder.pentade = pentade.id and reminder.due_at > pentade.scheduled_at
                          and reminder.due_at < pentade.deadline) < cardinality(reminder_days)
         order by pentade.deadline, game.slug",
        now.to_sqlx() as _
    )
    .fetch_all(db)
    .await?;
    Ok(rows)
}

/// Sets until when players may answer what a held pentade asks; none where it asks them nothing.
pub async fn set_answers_due(
    db: &mut PgConnection,
    pentade: i64,
    asked: Option<(Timestamp, Timestamp)>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "update pentade set asked_at = $2, answers_due = $3 where id = $1",
        pentade,
        asked.map(|(at, _)| at.to_sqlx()) as _,
        asked.map(|(_, due)| due.to_sqlx()) as _
    )
    .execute(db)
    .await?;
    Ok(())
}

/// When players were asked, and until when they may answer.
pub async fn asked(
    db: &mut PgConnection,
    pentade: i64,
) -> Result<Option<(Timestamp, Timestamp)>, StoreError> {
    let row = sqlx::query!("select asked_at, answers_due from pentade where id = $1", pentade)
        .fetch_one(db)
        .await?;
    Ok(row.asked_at.zip(row.answers_due).map(|(at, due)| (at.to_jiff(), due.to_jiff())))
}

/// Running games whose players are asked something.
pub async fn asking(db: &mut PgConnection) -> Result<Vec<String>, StoreError> {
    let rows = sqlx::query_scalar!(
        "select game.slug from game join pentade on pentade.game = game.id and pentade.state = 'held'
         where game.status = 'running' and pentade.answers_due is not null
         order by pentade.answers_due, game.slug"
    )
    .fetch_all(db)
    .await?;
    Ok(rows)
}
