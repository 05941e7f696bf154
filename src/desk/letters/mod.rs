//! The letters the desk writes. Each has a subject and a body in `templates/mail/<letter>/`; what a game has to
//! say stands in them as a document.

mod acknowledgement;
mod notices;

use askama::Template;
use jiff::Timestamp;

pub use acknowledgement::{Acknowledged, acknowledgement};
pub use notices::{Opened, Reported, ballot, deadline_moved, gm_notice, late, link, opening, report, unread};

use super::{DeskError, paths};
use crate::mail::correspondent::Correspondent;
use crate::mail::outgoing::{AutoSubmitted, Outgoing, OutgoingError};
use crate::mail::render::{self, WIDTH};
use crate::postal::chronicle::SideId;
use crate::postal::document::Document;
use crate::settings::Settings;
use crate::store::games::GameRow;
use crate::store::outbox::{self, NewPost};
use crate::store::{PgConnection, audit};

/// A letter in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    pub subject: String,
    pub plain: String,
    pub html: String,
}

/// The letter that is answered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answered {
    pub message_id: Option<String>,
    pub references: Vec<String>,
}

/// Everything about a letter but its words.
#[derive(Debug, Clone)]
pub struct Post<'a> {
    /// `acknowledgement`, `report`, `link`, `notice`.
    pub kind: &'static str,
    /// Without angle brackets.
    pub message_id: String,
    /// Name and address.
    pub to: (String, String),
    pub game: Option<&'a GameRow>,
    pub side: Option<&'a SideId>,
    pub answers: Option<Answered>,
}

#[derive(Template)]
#[template(path = "mail/frame.html")]
struct Frame<'a> {
    subject: &'a str,
    /// Escaped by the renderer of documents.
    before: &'a str,
    document: &'a str,
    after: &'a str,
}

/// Puts words around a document: the same letter as plain text and as HTML.
fn compose(
    settings: &Settings,
    subject: &str,
    before: &str,
    document: Option<&Document>,
    after: &str,
) -> Result<Words, DeskError> {
    let subject = subject.trim().to_owned();
    let middle = document.map_or_else(String::new, |document| render::plain_text(document, WIDTH));
    let parts = [wrapped(before.trim()), middle.trim_end().to_owned(), wrapped(after.trim())];
    let filled: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let rules = settings.link(paths::RULES);
    let page = document.map_or_else(String::new, |document| render::html(document, &rules));
    let frame = Frame { subject: &subject, before: before.trim(), document: &page, after: after.trim() };
    let html = frame.render().map_err(|error| DeskError::Letter(error.to_string()))?;
    Ok(Words { subject, plain: filled.join("\n\n") + "\n", html })
}

/// Lines of at most [`WIDTH`] columns; a longer word, such as a link, stays whole.
fn wrapped(text: &str) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut rest = String::new();
        for word in line.split_whitespace() {
            if !rest.is_empty() && rest.chars().count() + 1 + word.chars().count() > WIDTH {
                lines.push(std::mem::take(&mut rest));
            }
            if !rest.is_empty() {
                rest.push(' ');
            }
            rest.push_str(word);
        }
        lines.push(rest);
    }
    lines.join("\n")
}

/// Fills a template.
fn fill(template: &impl Template) -> Result<String, DeskError> {
    template.render().map_err(|error| DeskError::Letter(error.to_string()))
}

/// Writes a letter into the outbox. False when it is there already, or cannot be addressed; the latter is noted
/// in the diary, as a letter in must not be lost because its answer cannot be sent.
pub async fn write(
    settings: &Settings,
    db: &mut PgConnection,
    post: Post<'_>,
    words: Words,
) -> Result<bool, DeskError> {
    let now = Timestamp::now();
    let our_address = match post.game {
        Some(game) => settings.orders_address(&game.slug),
        None => format!("postmaster@{}", settings.mail_domain),
    };
    let our_name = post.game.map_or("Pentade", |game| game.title.as_str());
    let is_answer = post.answers.is_some();
    let answers = post.answers.unwrap_or_default();
    let mut references = answers.references;
    references.extend(answers.message_id.clone());
    let outgoing = Outgoing {
        message_id: post.message_id.clone(),
        date: now,
        from: Correspondent::named(our_name, &our_address),
        to: Correspondent::named(&post.to.0, &post.to.1),
        reply_to: None,
        subject: words.subject.clone(),
        text: words.plain.clone(),
        html: Some(words.html),
        in_reply_to: answers.message_id,
        references,
        list_id: post.game.map(|game| format!("{}.{}", game.slug, settings.mail_domain)),
        auto: if is_answer { AutoSubmitted::Replied } else { AutoSubmitted::Generated },
        attachments: Vec::new(),
    };
    let bytes = match outgoing.bytes() {
        Ok(bytes) => bytes,
        Err(error @ OutgoingError::Address { .. }) => {
            let detail = format!("{}: {error}", post.message_id);
            audit::note(db, None, "letter-not-written", post.game.map(|game| game.id), &detail).await?;
            return Ok(false);
        }
        Err(error) => return Err(DeskError::Letter(error.to_string())),
    };
    let new = NewPost {
        message_id: &post.message_id,
        kind: post.kind,
        game: post.game.map(|game| game.id),
        side: post.side,
        // RFC 3834: an answer has no return path, so that nothing can answer it in turn.
        envelope_from: if is_answer { "" } else { &our_address },
        envelope_to: &post.to.1,
        subject: &words.subject,
        plain: &words.plain,
        bytes: &bytes,
    };
    Ok(outbox::add(db, &new, now).await?)
}

/// `subject` as an answer's subject.
fn answer_to(subject: &str) -> String {
    let mut rest = subject.trim();
    while let Some(shorter) = ["re:", "aw:", "sv:", "antw:"].iter().find_map(|mark| {
        let head = rest.get(..mark.len())?;
        head.eq_ignore_ascii_case(mark).then(|| rest[mark.len()..].trim_start())
    }) {
        rest = shorter;
    }
    format!("Re: {rest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_and_links_stay_whole() {
        let link = format!("http://gm.example/{}", "x".repeat(90));
        let text = format!("one {} {link} end\n\nnext", "word ".repeat(30));
        let lines: Vec<String> = wrapped(&text).lines().map(str::to_owned).collect();
        assert!(lines.iter().all(|line| line.chars().count() <= WIDTH || *line == link), "{lines:?}");
        assert_eq!(lines[lines.len() - 2..], ["", "next"]);
    }

    #[test]
    fn an_answer_has_one_re() {
        assert_eq!(answer_to("g7 976-980"), "Re: g7 976-980");
        assert_eq!(answer_to("Re: AW: re: g7"), "Re: g7");
        assert_eq!(answer_to("Rückzug"), "Re: Rückzug");
    }
}
