//! The table `[calendar]` of a file that describes a game.

use jiff::civil::Time;
use serde::{Deserialize, Serialize};

use super::Fault;
use crate::desk::views::{AbsentVotes, Calendar, Custom, Publishes};

/// What the table says; what it leaves out is as in [`Calendar::every`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CalendarFile {
    at: Option<String>,
    zone: Option<String>,
    grace_hours: Option<i32>,
    reminders: Option<Vec<i32>>,
    remind: Option<Remind>,
    close_when_ready: Option<bool>,
    days_off: Option<Vec<String>>,
    missing_orders: Option<Custom>,
    vacant_orders: Option<Custom>,
    answer_days: Option<i32>,
    absent_votes: Option<AbsentVotes>,
    gm_votes: Option<GmVotes>,
    publish: Option<Publishes>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum GmVotes {
    /// Whenever the GM likes.
    Anytime,
    /// When the players' time is over.
    Late,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum Remind {
    /// Those whose orders are missing.
    Missing,
    /// Everybody.
    All,
}

impl CalendarFile {
    /// A calendar that names its zone alone.
    pub fn on(zone: &str) -> Self {
        Self { zone: Some(zone.to_owned()), ..Self::default() }
    }

    /// The calendar of a game that is due every `days` days.
    ///
    /// Errors: a time of day that cannot be read. What else may be wrong is found when the game begins.
    pub fn over(&self, days: i32) -> Result<Calendar, Fault> {
        let usual = Calendar::every(days);
        let clock = match &self.at {
            Some(at) => at
                .parse::<Time>()
                .map_err(|_| Fault::of("at", format!("{at:?} is no time of day such as 20:00")))?,
            None => usual.clock,
        };
        Ok(Calendar {
            days,
            clock,
            zone: self.zone.clone().unwrap_or(usual.zone),
            grace_hours: self.grace_hours.unwrap_or(usual.grace_hours),
            reminder_days: self.reminders.clone().unwrap_or(usual.reminder_days),
            reminds_all: self.remind.map_or(usual.reminds_all, |remind| remind == Remind::All),
            closes_when_ready: self.close_when_ready.unwrap_or(usual.closes_when_ready),
            blackouts: self.days_off.clone().unwrap_or(usual.blackouts),
            missing_orders: self.missing_orders.unwrap_or(usual.missing_orders),
            vacant_orders: self.vacant_orders.unwrap_or(usual.vacant_orders),
            answer_days: self.answer_days.unwrap_or(usual.answer_days),
            absent_votes: self.absent_votes.unwrap_or(usual.absent_votes),
            publishes: self.publish.unwrap_or(usual.publishes),
            gm_votes_late: self.gm_votes.map_or(usual.gm_votes_late, |votes| votes == GmVotes::Late),
        })
    }

    /// The same as a form shows it.
    pub fn typed(&self) -> Vec<(String, String)> {
        let usual = Calendar::every(7);
        let days = self.reminders.as_ref().unwrap_or(&usual.reminder_days);
        let days: Vec<String> = days.iter().map(ToString::to_string).collect();
        let off = self.days_off.as_ref().unwrap_or(&usual.blackouts);
        let late = self.gm_votes.map_or(usual.gm_votes_late, |votes| votes == GmVotes::Late);
        let all = self.remind.map_or(usual.reminds_all, |remind| remind == Remind::All);
        let ready = self.close_when_ready.unwrap_or(usual.closes_when_ready);
        let at = self.at.clone().unwrap_or_else(|| usual.clock.strftime("%H:%M").to_string());
        let mut fields = vec![
            ("at", at),
            ("zone", self.zone.clone().unwrap_or(usual.zone)),
            ("grace_hours", self.grace_hours.unwrap_or(usual.grace_hours).to_string()),
            ("reminders", days.join(", ")),
            ("remind", if all { "all" } else { "missing" }.to_owned()),
            ("days_off", off.join("\n")),
            ("missing_orders", self.missing_orders.unwrap_or(usual.missing_orders).as_str().to_owned()),
            ("vacant_orders", self.vacant_orders.unwrap_or(usual.vacant_orders).as_str().to_owned()),
            ("answer_days", self.answer_days.unwrap_or(usual.answer_days).to_string()),
            ("absent_votes", self.absent_votes.unwrap_or(usual.absent_votes).as_str().to_owned()),
            ("publish", self.publish.unwrap_or(usual.publishes).as_str().to_owned()),
            ("gm_votes", if late { "late" } else { "anytime" }.to_owned()),
        ];
        if ready {
            fields.push(("close_when_ready", "yes".to_owned()));
        }
        fields.into_iter().map(|(key, text)| (key.to_owned(), text)).collect()
    }
}
