//! The answer to orders: the deadline and what is wrong first, then what changed and the orders as understood, then what
//! they would come to.

use askama::Template;

use super::{Words, answer_to, compose, fill};
use crate::desk::views::{Change, SheetSource, When};
use crate::desk::{DeskError, paths};
use crate::mail::letter::form;
use crate::postal::chronicle::SideId;
use crate::postal::commands::Kind;
use crate::postal::document::{Block, Document, Item, Span as Run};
use crate::postal::game::Span;
use crate::postal::question::Question;
use crate::postal::reading::{Complaint, Forecast, Reading, Weight};
use crate::settings::Settings;

/// What an acknowledgement tells.
#[derive(Debug, Clone)]
pub struct Acknowledged<'a> {
    pub slug: &'a str,
    pub side: &'a SideId,
    pub side_name: &'a str,
    pub player: &'a str,
    pub span: Span,
    pub version: i32,
    /// The version that was in force before.
    pub former: Option<i32>,
    pub source: SheetSource,
    /// The former version that this one brings back.
    pub restores: Option<i32>,
    /// What differs from the version before.
    pub changes: &'a [Change],
    pub reading: &'a Reading,
    pub forecast: &'a Forecast,
    /// What the player is asked and has not answered.
    pub questions: &'a [Question],
    /// What the same text orders for the next pentade, and which that is.
    pub early: Option<(Span, &'a Reading)>,
    /// Notes on how the letter was read: quoted lines and the like.
    pub notes: &'a [String],
    pub missing: &'a [String],
    pub deadline: When,
    /// Whether the pentade is closed as soon as everybody has said that he is ready.
    pub closes_when_ready: bool,
    /// Subject of the letter that is answered; none for a form.
    pub subject: Option<&'a str>,
}

#[derive(Template)]
#[template(path = "mail/acknowledgement/subject.txt")]
struct Subject<'a> {
    slug: &'a str,
    side_name: &'a str,
    span: Span,
    answer: Option<String>,
}

#[derive(Template)]
#[template(path = "mail/acknowledgement/before.txt")]
struct Before<'a> {
    player: &'a str,
    set_aside: usize,
    refused: usize,
    asked: usize,
    version: i32,
    span: Span,
    source: SheetSource,
    restores: Option<i32>,
    deadline: &'a When,
}

#[derive(Template)]
#[template(path = "mail/acknowledgement/after.txt")]
struct After<'a> {
    /// The command that says so, where it closes the pentade.
    ready: Option<&'a str>,
    page: String,
    versions: String,
    address: String,
}

/// The acknowledgement in words.
pub fn acknowledgement(settings: &Settings, told: &Acknowledged<'_>) -> Result<Words, DeskError> {
    let subject = Subject {
        slug: told.slug,
        side_name: told.side_name,
        span: told.span,
        answer: told.subject.filter(|subject| !subject.trim().is_empty()).map(answer_to),
    };
    let set_aside = told.reading.complaints.iter().filter(|c| c.weight == Weight::SetAside).count();
    let before = Before {
        player: told.player,
        set_aside,
        refused: told.forecast.refusals.len(),
        asked: told.questions.len(),
        version: told.version,
        span: told.span,
        source: told.source,
        restores: told.restores,
        deadline: &told.deadline,
    };
    let after = After {
        ready: told.closes_when_ready.then(|| settings.command_words.name(Kind::Ready)),
        page: settings.link(&paths::my(told.slug, told.side)),
        versions: settings.link(&paths::versions(told.slug, told.side)),
        address: settings.orders_address(told.slug),
    };
    compose(settings, &fill(&subject)?, &fill(&before)?, Some(&document(told)), &fill(&after)?)
}

fn document(told: &Acknowledged<'_>) -> Document {
    let mut document =
        Document::new(format!("Orders of {} for {}, version {}", told.side_name, told.span, told.version));
    complained(&mut document, Weight::SetAside, "Set aside", &told.reading.complaints);
    if !told.forecast.refusals.is_empty() {
        document.heading(2, "Will be refused as things stand");
        document.blocks.push(Block::List(told.forecast.refusals.clone()));
    }
    let check = "Please check how this was read";
    complained(&mut document, Weight::Note, check, &told.reading.complaints);
    asked(&mut document, told.questions);
    changed(&mut document, told);
    document.heading(2, "Your orders as they now stand");
    in_force(&mut document, &told.reading.sheet.words);
    if let Some((span, reading)) = told.early {
        kept_early(&mut document, span, reading);
    }
    listed(&mut document, "What you could still order", told.missing);
    if !told.forecast.blocks.is_empty() && !told.reading.sheet.words.trim().is_empty() {
        document.heading(2, "What they would come to");
        document.blocks.extend(told.forecast.blocks.iter().cloned());
    }
    listed(&mut document, "How your letter was read", told.notes);
    document
}

/// The words of a whole sheet.
pub(super) fn in_force(document: &mut Document, words: &str) {
    if words.trim().is_empty() {
        document.paragraph("None.");
    } else {
        let lines: Vec<String> = words.lines().map(str::to_owned).collect();
        document.blocks.push(Block::Verbatim(form::sheet(&lines)));
    }
}

/// The complaints of one weight, under their heading.
pub(super) fn complained(document: &mut Document, weight: Weight, heading: &str, complaints: &[Complaint]) {
    let complaints: Vec<_> = complaints.iter().filter(|complaint| complaint.weight == weight).collect();
    if !complaints.is_empty() {
        document.heading(2, heading);
        complaints.into_iter().for_each(|complaint| complain(document, complaint));
    }
}

fn asked(document: &mut Document, questions: &[Question]) {
    if questions.is_empty() {
        return;
    }
    document.heading(2, "You are asked, and have not answered");
    let item = |question: &Question| {
        let year = question.year.map_or_else(String::new, |year| format!("{year}: "));
        let options = match question.options.is_empty() {
            true => String::new(),
            false => format!(" ({})", question.options.join(", ")),
        };
        let words = format!("{year}{}{options} ", question.why);
        Item { spans: vec![Run::Text(words), Run::Rule(question.rule.clone())], details: Vec::new() }
    };
    document.blocks.push(Block::List(questions.iter().map(item).collect()));
}

/// What differs from the version before; the first version is new altogether.
fn changed(document: &mut Document, told: &Acknowledged<'_>) {
    let Some(former) = told.former else { return };
    document.heading(2, format!("What changed since version {former}"));
    if told.changes.is_empty() {
        document.paragraph("Nothing.");
        return;
    }
    let item = |change: &Change| {
        let what = if change.is_new { "new" } else { "gone" };
        let under = match change.under.as_str() {
            "" => String::new(),
            under => format!("{under}: "),
        };
        let words = format!("{what}: {under}{}", change.words);
        Item { spans: vec![Run::Text(words)], details: Vec::new() }
    };
    document.blocks.push(Block::List(told.changes.iter().map(item).collect()));
}

/// Orders that came before their pentade is open.
pub(super) fn kept_early(document: &mut Document, span: Span, reading: &Reading) {
    document.heading(2, format!("Kept for {span}"));
    let words = "These came early. When that pentade opens they are read again against the world as it then stands, \
                 and acknowledged.";
    document.paragraph(words);
    in_force(document, &reading.sheet.words);
}

/// Sets a complaint below a document, with its place.
pub(super) fn complain(document: &mut Document, complaint: &Complaint) {
    let place = if complaint.line == 0 { String::new() } else { format!("Line {}: ", complaint.line) };
    let mut runs = vec![Run::Text(format!("{place}{}", complaint.message))];
    if let Some(suggestion) = &complaint.suggestion {
        runs.push(Run::Text(format!(". Try: {suggestion}")));
    }
    if let Some(rule) = &complaint.rule {
        runs.push(Run::Text(" ".to_owned()));
        runs.push(Run::Rule(rule.clone()));
    }
    document.blocks.push(Block::Paragraph(runs));
    if complaint.line > 0 && !complaint.quoted.trim().is_empty() {
        document.blocks.push(Block::Verbatim(marked(complaint)));
    }
}

/// Columns of a quoted line that a letter shows.
const SHOWN: usize = 68;

/// Stands where a shown line goes on.
const CUT: char = '\u{2026}';

/// The line as it was written, with carets below the offending words. Of a long line the part around them.
fn marked(complaint: &Complaint) -> Vec<String> {
    let line: Vec<char> = complaint.quoted.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let column = usize::try_from(complaint.column).unwrap_or(usize::MAX).min(line.len());
    let length = usize::try_from(complaint.length).unwrap_or(usize::MAX).min(line.len() - column);
    let start = if column + length > SHOWN { column.saturating_sub(SHOWN / 4) } else { 0 };
    let mut shown: Vec<char> = line.iter().skip(start).take(SHOWN).copied().collect();
    if start > 0 {
        shown[0] = CUT;
    }
    if start + SHOWN < line.len() {
        shown[SHOWN - 1] = CUT;
    }
    let shown: String = shown.into_iter().collect();
    let carets = length.min(SHOWN - (column - start).min(SHOWN));
    let mut lines = vec![format!("> {shown}")];
    if carets > 0 {
        lines.push(format!("  {}{}", " ".repeat(column - start), "^".repeat(carets)));
    }
    lines
}

pub(super) fn listed(document: &mut Document, heading: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    document.heading(2, heading);
    let item = |line: &String| Item { spans: vec![Run::Text(line.clone())], details: Vec::new() };
    document.blocks.push(Block::List(lines.iter().map(item).collect()));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(quoted: &str, column: u32, length: u32) -> Complaint {
        Complaint {
            line: 3,
            column,
            length,
            quoted: quoted.to_owned(),
            message: "no order".to_owned(),
            suggestion: None,
            rule: None,
            weight: Weight::SetAside,
        }
    }

    #[test]
    fn the_caret_stands_below_the_words() {
        let lines = marked(&complaint("  conqer Köln from Swabia", 2, 6));
        assert_eq!(lines, [">   conqer Köln from Swabia", "    ^^^^^^"]);
    }

    #[test]
    fn a_long_line_is_shown_around_its_fault() {
        let long = format!("{}conqer Saxony", "x".repeat(5_000));
        let lines = marked(&complaint(&long, 5_000, 6));
        assert!(lines.iter().all(|line| line.chars().count() <= SHOWN + 2), "{lines:?}");
        let at = lines[1].find('^').expect("a caret");
        let above: String = lines[0].chars().skip(at).collect();
        assert!(above.starts_with("conqer"), "{lines:?}");
        assert!(lines[0].contains(CUT), "{lines:?}");
    }

    #[test]
    fn a_place_outside_the_line_is_no_panic() {
        for (column, length) in [(u32::MAX, u32::MAX), (4, u32::MAX), (90, 1), (0, 0)] {
            assert!(!marked(&complaint("rule", column, length)).is_empty());
        }
    }
}
