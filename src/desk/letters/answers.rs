//! Answers to commands, messages between players, and notices of a few sentences.

use askama::Template;

use super::{Words, answer_to, compose, fill, wrapped_at};
use crate::desk::DeskError;
use crate::desk::commands::Answer;
use crate::mail::render::WIDTH;
use crate::postal::document::{Block, Document};
use crate::settings::Settings;

/// Columns by which the words of players are set in.
const INDENT: usize = 6;

#[derive(Template)]
#[template(path = "mail/answer/subject.txt")]
struct AnswerSubject<'a> {
    slug: &'a str,
    answer: Option<String>,
}

#[derive(Template)]
#[template(path = "mail/answer/before.txt")]
struct AnswerBefore<'a> {
    player: &'a str,
}

/// What a letter's commands gave.
pub fn answer(
    settings: &Settings,
    slug: &str,
    player: &str,
    subject: &str,
    answer: Answer,
) -> Result<Words, DeskError> {
    let head = AnswerSubject { slug, answer: Some(subject).filter(|s| !s.trim().is_empty()).map(answer_to) };
    let before = fill(&AnswerBefore { player })?;
    let words = compose(settings, &fill(&head)?, &before, Some(&answer.document), "")?;
    Ok(Words { attachments: answer.attachments, ..words })
}

#[derive(Template)]
#[template(path = "mail/told/subject.txt")]
struct ToldSubject<'a> {
    slug: &'a str,
    headline: &'a str,
}

#[derive(Template)]
#[template(path = "mail/told/body.txt")]
struct ToldBody<'a> {
    name: &'a str,
    sentences: &'a [String],
}

/// A notice of a few sentences.
pub fn told(
    settings: &Settings,
    slug: &str,
    name: &str,
    headline: &str,
    sentences: &[String],
) -> Result<Words, DeskError> {
    let (head, body) = (ToldSubject { slug, headline }, ToldBody { name, sentences });
    compose(settings, &fill(&head)?, &fill(&body)?, None, "")
}

/// What a message's letter tells.
#[derive(Debug, Clone, Copy)]
pub struct Pressed<'a> {
    pub slug: &'a str,
    /// Who signs; empty for nobody.
    pub from: &'a str,
    /// Whom it is for, in words.
    pub to: &'a str,
    /// The words.
    pub text: &'a str,
    /// The command that writes a message.
    pub press: &'a str,
}

#[derive(Template)]
#[template(path = "mail/press/subject.txt")]
struct PressSubject<'a> {
    slug: &'a str,
    from: &'a str,
}

#[derive(Template)]
#[template(path = "mail/press/before.txt")]
struct PressBefore<'a> {
    name: &'a str,
    from: &'a str,
    to: &'a str,
}

#[derive(Template)]
#[template(path = "mail/press/after.txt")]
struct PressAfter<'a> {
    from: &'a str,
    press: &'a str,
    address: String,
}

/// A message on its way to one reader. Nothing of its writer is in it but what he wrote and how he signs.
pub fn press(settings: &Settings, name: &str, told: &Pressed<'_>) -> Result<Words, DeskError> {
    let Pressed { slug, from, to, text, press } = *told;
    let mut document = Document::default();
    document.blocks.push(Block::Verbatim(lines(text)));
    let before = fill(&PressBefore { name, from, to })?;
    let after = fill(&PressAfter { from, press, address: settings.orders_address(slug) })?;
    compose(settings, &fill(&PressSubject { slug, from })?, &before, Some(&document), &after)
}

/// The words of a player as lines that fit into a letter, set in.
pub fn lines(text: &str) -> Vec<String> {
    wrapped_at(text, WIDTH - INDENT).lines().map(str::to_owned).collect()
}
