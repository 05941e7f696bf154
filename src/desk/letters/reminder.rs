//! The reminder before a deadline.

use askama::Template;

use super::{Words, compose, fill};
use crate::desk::views::When;
use crate::desk::{DeskError, paths};
use crate::postal::chronicle::SideId;
use crate::postal::commands::Kind;
use crate::postal::game::Span;
use crate::settings::Settings;

/// What a reminder tells.
#[derive(Debug, Clone)]
pub struct Reminded<'a> {
    pub slug: &'a str,
    pub side: &'a SideId,
    pub side_name: &'a str,
    pub name: &'a str,
    pub span: Span,
    pub deadline: &'a When,
    /// Until when the side's own orders count, where it has more time than others.
    pub own_due: Option<When>,
    pub grace_hours: i32,
    /// The sheet in force.
    pub version: Option<i32>,
    /// What is done if no orders come.
    pub foretold: &'a str,
    /// What could still be ordered.
    pub missing: &'a [String],
    /// Others who are away on that day, a sentence each.
    pub away: &'a [String],
    /// The days on which the reader himself has said that he is away.
    pub own_vacation: Option<(String, String)>,
    /// Who stands in for the side's player.
    pub stand_in: Option<&'a str>,
}

#[derive(Template)]
#[template(path = "mail/reminder/subject.txt")]
struct Subject<'a> {
    told: &'a Reminded<'a>,
}

#[derive(Template)]
#[template(path = "mail/reminder/body.txt")]
struct Body<'a> {
    told: &'a Reminded<'a>,
    address: String,
    page: String,
    ready: &'a str,
}

/// Orders are due soon.
pub fn reminder(settings: &Settings, told: &Reminded<'_>) -> Result<Words, DeskError> {
    let body = Body {
        told,
        address: settings.orders_address(told.slug),
        page: settings.link(&paths::my(told.slug, told.side)),
        ready: settings.command_words.name(Kind::Ready),
    };
    compose(settings, &fill(&Subject { told })?, &fill(&body)?, None, "")
}
