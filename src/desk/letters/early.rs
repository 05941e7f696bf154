//! Answers to orders that came too early or too late.

use askama::Template;

use super::acknowledgement::{complained, in_force, kept_early, listed};
use super::{Words, answer_to, compose, fill};
use crate::desk::views::When;
use crate::desk::{DeskError, paths};
use crate::postal::chronicle::SideId;
use crate::postal::document::Document;
use crate::postal::game::Span;
use crate::postal::reading::{Reading, Weight};
use crate::settings::Settings;

/// What the answer to early orders tells.
#[derive(Debug, Clone)]
pub struct Early<'a> {
    pub slug: &'a str,
    pub side: &'a SideId,
    pub player: &'a str,
    /// The pentade that is played.
    pub span: Span,
    /// The one that the orders are for.
    pub next: Span,
    /// The version in force for the pentade that is played.
    pub version: Option<i32>,
    pub reading: &'a Reading,
    pub notes: &'a [String],
    /// Subject of the letter that is answered; none for a form.
    pub subject: Option<&'a str>,
}

#[derive(Template)]
#[template(path = "mail/early/subject.txt")]
struct EarlySubject<'a> {
    slug: &'a str,
    next: Span,
    answer: Option<String>,
}

#[derive(Template)]
#[template(path = "mail/early/before.txt")]
struct EarlyBefore<'a> {
    player: &'a str,
    span: Span,
    next: Span,
    version: Option<i32>,
}

#[derive(Template)]
#[template(path = "mail/early/after.txt")]
struct EarlyAfter {
    next: Span,
    page: String,
}

/// Orders came before their pentade is open.
pub fn early(settings: &Settings, told: &Early<'_>) -> Result<Words, DeskError> {
    let answer = told.subject.filter(|subject| !subject.trim().is_empty()).map(answer_to);
    let subject = EarlySubject { slug: told.slug, next: told.next, answer };
    let before = EarlyBefore { player: told.player, span: told.span, next: told.next, version: told.version };
    let after = EarlyAfter { next: told.next, page: settings.link(&paths::my(told.slug, told.side)) };
    let mut document = Document::new(format!("Early orders for {}", told.next));
    complained(&mut document, Weight::SetAside, "Set aside", &told.reading.complaints);
    let check = "Please check how this was read";
    complained(&mut document, Weight::Note, check, &told.reading.complaints);
    kept_early(&mut document, told.next, told.reading);
    let mut notes = told.notes.to_vec();
    if !told.reading.press.is_empty() {
        notes.push(
            "words to other players go with the orders of the present pentade; these did not go out"
                .to_owned(),
        );
    }
    listed(&mut document, "How your letter was read", &notes);
    compose(settings, &fill(&subject)?, &fill(&before)?, Some(&document), &fill(&after)?)
}

/// What the answer to late orders tells.
#[derive(Debug, Clone)]
pub struct Late<'a> {
    pub slug: &'a str,
    pub player: &'a str,
    pub span: Span,
    pub received_at: &'a When,
    pub deadline: &'a When,
    /// The version that counts instead, with its words; none if none came in time.
    pub counted: Option<(i32, &'a str)>,
    pub subject: &'a str,
}

#[derive(Template)]
#[template(path = "mail/late/subject.txt")]
struct LateSubject<'a> {
    slug: &'a str,
    span: Span,
    answer: Option<String>,
}

#[derive(Template)]
#[template(path = "mail/late/before.txt")]
struct LateBefore<'a> {
    player: &'a str,
    span: Span,
    received_at: &'a When,
    deadline: &'a When,
    version: Option<i32>,
}

/// Orders came after they were due, or after the pentade was closed.
pub fn late(settings: &Settings, told: &Late<'_>) -> Result<Words, DeskError> {
    let answer = Some(told.subject).filter(|subject| !subject.trim().is_empty()).map(answer_to);
    let subject = LateSubject { slug: told.slug, span: told.span, answer };
    let before = LateBefore {
        player: told.player,
        span: told.span,
        received_at: told.received_at,
        deadline: told.deadline,
        version: told.counted.map(|(version, _)| version),
    };
    let document = told.counted.map(|(version, words)| {
        let mut document = Document::new(format!("What counts for {}: version {version}", told.span));
        in_force(&mut document, words);
        document
    });
    let after = "Your letter is kept, and the GM can see it.";
    compose(settings, &fill(&subject)?, &fill(&before)?, document.as_ref(), after)
}
