//! When orders are due: the game's calendar, more time for one side, a clock that stands.

use askama::Template;
use askama_web::WebTemplate;
use axum::Form;
use axum::extract::{Path, State};
use axum::response::Redirect;
use jiff::civil::{DateTime, Time};
use serde::Deserialize;

use crate::desk::calendar::CalendarPage;
use crate::desk::views::{AbsentVotes, Calendar, Custom, PentadeState, Publishes};
use crate::postal::chronicle::SideId;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::Frame;
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/gm/calendar.html")]
pub struct Page {
    frame: Frame,
    page: CalendarPage,
    /// The time of day as a form writes it.
    clock: String,
    reminders: String,
    days_off: String,
}

impl Page {
    fn is_open(&self) -> bool {
        self.page.game.state == PentadeState::Open
    }

    fn is_paused(&self) -> bool {
        self.page.game.status.as_str() == "paused"
    }

    fn is_over(&self) -> bool {
        self.page.game.status.as_str() == "over"
    }
}

/// `GET /gm/g/{slug}/calendar`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
) -> Result<Page, WebError> {
    let page = app.desk.calendar_page(member.id(), &slug).await?;
    let reminders: Vec<String> = page.calendar.reminder_days.iter().map(ToString::to_string).collect();
    Ok(Page {
        frame: member.desk_frame(&app, &slug).await?,
        clock: page.calendar.clock.strftime("%H:%M:%S").to_string(),
        reminders: reminders.join(", "),
        days_off: page.calendar.blackouts.join("\n"),
        page,
    })
}

/// The form.
#[derive(Deserialize)]
pub struct Filled {
    days: String,
    clock: String,
    zone: String,
    grace_hours: String,
    reminders: String,
    #[serde(default)]
    days_off: String,
    reminds_all: Option<String>,
    closes_when_ready: Option<String>,
    missing_orders: String,
    vacant_orders: String,
    answer_days: String,
    absent_votes: String,
    gm_votes_late: Option<String>,
    publishes: String,
}

impl Filled {
    fn calendar(&self) -> Result<Calendar, WebError> {
        let clock = self.clock.trim();
        let bad_clock = |_| WebError::BadForm(format!("{clock:?} is no time of day such as 20:00"));
        let reminders = self.reminders.split([',', ' ', ';']).filter(|day| !day.trim().is_empty());
        let days_off = self.days_off.lines().map(str::trim).filter(|line| !line.is_empty());
        Ok(Calendar {
            days: number("days between pentades", &self.days)?,
            clock: clock.parse::<Time>().map_err(bad_clock)?,
            zone: self.zone.clone(),
            grace_hours: number("hours of grace", &self.grace_hours)?,
            reminder_days: reminders
                .map(|day| number("days before the deadline", day))
                .collect::<Result<_, _>>()?,
            reminds_all: self.reminds_all.is_some(),
            closes_when_ready: self.closes_when_ready.is_some(),
            blackouts: days_off.map(str::to_owned).collect(),
            missing_orders: custom(&self.missing_orders)?,
            vacant_orders: custom(&self.vacant_orders)?,
            answer_days: number("days for an answer", &self.answer_days)?,
            absent_votes: match self.absent_votes.as_str() {
                "gm" => AbsentVotes::Gm,
                "default" => AbsentVotes::Default,
                other => {
                    return Err(WebError::BadForm(format!(
                        "{other:?} is nothing that is done for the silent"
                    )));
                }
            },
            gm_votes_late: self.gm_votes_late.is_some(),
            publishes: match self.publishes.as_str() {
                "review" => Publishes::Review,
                "at_once" => Publishes::AtOnce,
                other => {
                    return Err(WebError::BadForm(format!(
                        "{other:?} is nothing that is done with a pentade that was adjudicated"
                    )));
                }
            },
        })
    }
}

fn custom(word: &str) -> Result<Custom, WebError> {
    let known = Custom::ALL.into_iter().find(|custom| custom.as_str() == word);
    known.ok_or_else(|| WebError::BadForm(format!("{word:?} is nothing that is done for want of orders")))
}

fn number(what: &str, text: &str) -> Result<i32, WebError> {
    text.trim().parse().map_err(|_| WebError::BadForm(format!("{what}: {text:?} is no whole number")))
}

/// `POST /gm/g/{slug}/calendar`
pub async fn set(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Form(filled): Form<Filled>,
) -> Result<Redirect, WebError> {
    app.desk.set_calendar(member.id(), &slug, &filled.calendar()?).await?;
    back(&member, &slug, "The calendar is set.").await
}

/// A new deadline for all.
#[derive(Deserialize)]
pub struct Deadline {
    deadline: String,
}

/// `POST /gm/g/{slug}/calendar/deadline`: a time on the clocks of the game's zone.
pub async fn move_deadline(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Form(filled): Form<Deadline>,
) -> Result<Redirect, WebError> {
    let at = app.desk.on_game_clock(&slug, on_clock(&filled.deadline)?).await?;
    let pentade = app.desk.set_deadline(member.id(), &slug, at).await?;
    back(&member, &slug, &format!("Orders are now due {}; everybody is told.", pentade.deadline)).await
}

/// A time on a clock as a form gives it.
pub(super) fn on_clock(text: &str) -> Result<DateTime, WebError> {
    text.trim().parse().map_err(|_| no_time(text))
}

/// The error for a text that is no time.
pub(super) fn no_time(text: &str) -> WebError {
    WebError::BadForm(format!("{text:?} is no date and time such as 2026-12-04T20:00"))
}

/// More time for one side; none when it is taken back.
#[derive(Deserialize)]
pub struct Extension {
    side: String,
    #[serde(default)]
    until: String,
}

/// `POST /gm/g/{slug}/calendar/extension`
pub async fn extend(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Form(filled): Form<Extension>,
) -> Result<Redirect, WebError> {
    let until = match filled.until.trim() {
        "" => None,
        until => Some(on_clock(until)?),
    };
    app.desk.extend(member.id(), &slug, &SideId::new(&filled.side), until).await?;
    let told = if until.is_some() {
        "The player has more time, and is told."
    } else {
        "Taken back; the player is told."
    };
    back(&member, &slug, told).await
}

/// Why the clock stands.
#[derive(Deserialize)]
pub struct Why {
    #[serde(default)]
    reason: String,
}

/// `POST /gm/g/{slug}/pause`
pub async fn pause(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Form(why): Form<Why>,
) -> Result<Redirect, WebError> {
    app.desk.pause(member.id(), &slug, &why.reason).await?;
    back(&member, &slug, "The clock stands; everybody is told.").await
}

/// `POST /gm/g/{slug}/resume`
pub async fn resume(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
) -> Result<Redirect, WebError> {
    let told = match app.desk.resume(member.id(), &slug).await? {
        Some(due) => format!("The clock runs again: orders are due {due}. Everybody is told."),
        None => "The clock runs again; everybody is told.".to_owned(),
    };
    back(&member, &slug, &told).await
}

async fn back(member: &Member, slug: &str, told: &str) -> Result<Redirect, WebError> {
    member.visitor.tell(told.to_owned()).await?;
    Ok(Redirect::to(&format!("/gm/g/{slug}/calendar")))
}
