//! The answer to orders: complaints first, then the orders as understood, what is missing, the deadline.

use askama::Template;

use super::{Words, answer_to, compose, fill};
use crate::desk::views::When;
use crate::desk::{DeskError, paths};
use crate::postal::document::{Block, Document, Item, Span as Run};
use crate::postal::game::Span;
use crate::postal::reading::{Complaint, Reading, Weight};
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
    pub reading: &'a Reading,
    /// Notes on how the letter was read: quoted lines and the like.
    pub notes: &'a [String],
    pub missing: &'a [String],
    pub deadline: When,
    /// Subject of the letter that is answered; none for a form.
    pub subject: Option<&'a str>,
}

use crate::postal::chronicle::SideId;

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
    version: i32,
    by_form: bool,
}

#[derive(Template)]
#[template(path = "mail/acknowledgement/after.txt")]
struct After<'a> {
    page: String,
    address: String,
    deadline: &'a When,
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
    let before =
        Before { player: told.player, set_aside, version: told.version, by_form: told.subject.is_none() };
    let after = After {
        page: settings.link(&paths::my(told.slug, told.side)),
        address: settings.orders_address(told.slug),
        deadline: &told.deadline,
    };
    compose(settings, &fill(&subject)?, &fill(&before)?, Some(&document(told)), &fill(&after)?)
}

fn document(told: &Acknowledged<'_>) -> Document {
    let mut document =
        Document::new(format!("Orders of {} for {}, version {}", told.side_name, told.span, told.version));
    let of_weight = |weight| told.reading.complaints.iter().filter(move |c| c.weight == weight);
    for (weight, heading) in
        [(Weight::SetAside, "Set aside"), (Weight::Note, "Please check how this was read")]
    {
        let complaints: Vec<_> = of_weight(weight).collect();
        if !complaints.is_empty() {
            document.heading(2, heading);
            complaints.into_iter().for_each(|complaint| complain(&mut document, complaint));
        }
    }
    document.heading(2, "Your orders as they now stand");
    if told.reading.sheet.words.trim().is_empty() {
        document.paragraph("None.");
    } else {
        let lines = told.reading.sheet.words.lines().map(str::to_owned).collect();
        document.blocks.push(Block::Verbatim(lines));
    }
    listed(&mut document, "What you could still order", told.missing);
    listed(&mut document, "How your letter was read", told.notes);
    document
}

fn complain(document: &mut Document, complaint: &Complaint) {
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

fn listed(document: &mut Document, heading: &str, lines: &[String]) {
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
