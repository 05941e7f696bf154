//! The letters the desk writes. Each has a subject and a body in `templates/mail/<letter>/`; what a game has to
//! say stands in them as a document.

mod acknowledgement;
mod answers;
mod corrected;
mod early;
mod finished;
mod form;
mod map;
mod notices;
mod reminder;

use askama::Template;

pub use acknowledgement::{Acknowledged, acknowledgement};
pub use answers::{Pressed, answer, lines, press, told};
pub use corrected::{CorrectedTold, corrected};
pub use early::{Early, Late, early, late};
pub use finished::{write, write_all, write_to_answer_at};
pub use form::OrderForm;
use map::MapInMail;
pub(super) use map::draw_files;
pub use map::{MapFiles, Maps};
pub use notices::{
    Asked, Asking, Opened, Reported, address, ballot, confirm, deadline_moved, follow, gm_notice, link,
    opening, public_report, report, self_test, unread,
};

pub use reminder::{Reminded, reminder};

use super::{DeskError, paths};
use crate::mail::outgoing::Attachment;
use crate::mail::render::{self, WIDTH};
use crate::postal::chronicle::SideId;
use crate::postal::document::{Block, Document};
use crate::settings::Settings;
use crate::store::games::GameRow;

/// A letter in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    pub subject: String,
    pub plain: String,
    /// None for readers who want plain text alone.
    pub html: Option<String>,
    /// A link that ends letters of this kind with one click.
    pub unsubscribe: Option<String>,
    /// Pictures that the HTML shows.
    pub inline: Vec<Attachment>,
    /// Files that go with it.
    pub attachments: Vec<Attachment>,
    /// The drawing that its first picture and its first file stand for until it is sent.
    pub drawing: Option<i64>,
}

impl Words {
    /// The same for a reader who wants plain text alone. A map that was asked for goes along as files; one that only
    /// adorns the letter stays out.
    fn plainly(mut self) -> Self {
        self.html = None;
        match self.drawing.take() {
            // Its first file stands for the drawing.
            Some(_) => {
                self.attachments.remove(0);
                self.inline.clear();
            }
            None => self.attachments.splice(..0, self.inline.drain(..)).for_each(drop),
        }
        self
    }
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
    /// `acknowledgement`, `answer`, `press`, `report`, `link`, `notice`.
    pub kind: &'static str,
    /// Without angle brackets.
    pub message_id: String,
    /// Name and address.
    pub to: (String, String),
    pub game: Option<&'a GameRow>,
    pub side: Option<&'a SideId>,
    pub answers: Option<Answered>,
}

impl<'a> Post<'a> {
    /// A letter of a game to one person, by name and address, that answers none. `key` tells it from every other letter of
    /// the game: a second one of the same key is not sent.
    pub fn of_game(
        settings: &Settings,
        kind: &'static str,
        (row, side): (&'a GameRow, Option<&'a SideId>),
        key: &str,
        (name, address): (&str, &str),
    ) -> Self {
        Self {
            kind,
            message_id: format!("{}.{key}@{}", row.slug, settings.mail_domain),
            to: (name.to_owned(), address.to_owned()),
            game: Some(row),
            side,
            answers: None,
        }
    }
}

#[derive(Template)]
#[template(path = "mail/frame.html")]
struct Frame<'a> {
    subject: &'a str,
    before: Vec<Paragraph>,
    /// Escaped by the renderer of documents.
    document: &'a str,
    after: Vec<Paragraph>,
    picture: Option<&'a MapInMail>,
}

/// Lines of words.
type Paragraph = Vec<Vec<Word>>;

struct Word {
    text: String,
    is_link: bool,
}

/// Words as an HTML part sets them: paragraphs at empty lines, and addresses of pages as links.
fn paragraphs(text: &str) -> Vec<Paragraph> {
    let word = |text: &str| Word {
        text: text.to_owned(),
        is_link: text.starts_with("http://") || text.starts_with("https://"),
    };
    let mut all = vec![Paragraph::new()];
    for line in text.trim().lines() {
        match (line.trim(), all.last_mut()) {
            ("", _) => all.push(Paragraph::new()),
            (line, Some(last)) => {
                last.push(render::set_apart(line).split_whitespace().map(word).collect());
            }
            (_, None) => {}
        }
    }
    all.retain(|paragraph| !paragraph.is_empty());
    all
}

/// Puts words around a document: the same letter as plain text and as HTML.
fn compose(
    settings: &Settings,
    subject: &str,
    before: &str,
    document: Option<&Document>,
    after: &str,
) -> Result<Words, DeskError> {
    compose_with(settings, subject, (before, after), document, None)
}

/// The same with a map: the HTML part shows it, and its drawing goes with the letter. `page` tells it in words.
fn compose_with(
    settings: &Settings,
    subject: &str,
    (before, after): (&str, &str),
    document: Option<&Document>,
    map: Option<(&MapFiles, &str)>,
) -> Result<Words, DeskError> {
    let subject = subject.trim().to_owned();
    let middle = document.map_or_else(String::new, |document| render::plain_text(document, WIDTH));
    let parts = [wrapped(before.trim()), middle.trim_end().to_owned(), wrapped(after.trim())];
    let filled: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let rules = settings.link(paths::RULES);
    let page = document.map_or_else(String::new, |document| render::mail_html(document, &rules));
    let (before, after) = (paragraphs(before), paragraphs(after));
    let picture = map.map(|(map, page)| map.shown(page));
    let frame = Frame { subject: &subject, before, document: &page, after, picture: picture.as_ref() };
    let html = frame.render().map_err(|error| DeskError::Letter(error.to_string()))?;
    Ok(Words {
        subject,
        plain: filled.join("\n\n") + "\n",
        html: Some(html),
        unsubscribe: None,
        inline: map.iter().map(|(map, _)| map.png.clone()).collect(),
        attachments: map.iter().map(|(map, _)| map.svg.clone()).collect(),
        drawing: map.and_then(|(map, _)| map.drawing),
    })
}

/// Largest HTML part: Gmail cuts off what is behind 102 kB. Units: bytes.
const LONGEST_HTML: usize = 90_000;
/// Largest plain text that is still read in a letter. Units: bytes.
const LONGEST_PLAIN: usize = 120_000;
/// What is left in the letter of a report that is longer. Units: bytes of plain text.
const ESSENCE: usize = 16_000;

/// A report, and what belongs to its letter.
#[derive(Debug, Clone, Copy)]
struct Report<'a> {
    document: &'a Document,
    /// What stands behind it, however long it is.
    last: &'a [Block],
    /// The file that holds a report which is too large for a letter.
    file: &'a str,
    /// Where it is on the web.
    link: &'a str,
    /// The map, and the page that tells it in words.
    map: Option<(&'a MapFiles, &'a str)>,
}

/// A letter around a report. When the report is too large for a letter, its beginning stands in it, and the whole goes
/// with it as a text file and is on the web.
fn compose_report(
    settings: &Settings,
    subject: &str,
    around: (&str, &str),
    report: &Report<'_>,
) -> Result<Words, DeskError> {
    let Report { document, last, file, link, map } = *report;
    let mut whole = document.clone();
    whole.blocks.extend_from_slice(last);
    let whole = compose_with(settings, subject, around, Some(&whole), map)?;
    if whole.html.as_ref().is_none_or(|html| html.len() <= LONGEST_HTML) && whole.plain.len() <= LONGEST_PLAIN
    {
        return Ok(whole);
    }
    let mut short = Document::new(document.title.clone());
    short.paragraph(format!(
        "This report is long. Here is its beginning; the whole of it is in the file {file} that comes with this letter, \
         and at {link}"
    ));
    let mut length = 0;
    for block in &document.blocks {
        let alone = Document { title: String::new(), blocks: vec![block.clone()] };
        length += render::plain_text(&alone, WIDTH).len();
        if length > ESSENCE {
            break;
        }
        short.blocks.push(block.clone());
    }
    short.paragraph(format!("It goes on in the file {file}."));
    short.blocks.extend_from_slice(last);
    let mut words = compose_with(settings, subject, around, Some(&short), map)?;
    let content_type = "text/plain; charset=utf-8".to_owned();
    words.attachments.push(Attachment {
        name: file.to_owned(),
        content_type,
        bytes: whole.plain.into_bytes(),
    });
    Ok(words)
}

/// Lines of at most [`WIDTH`] columns; a longer word, such as a link, stays whole.
fn wrapped(text: &str) -> String {
    wrapped_at(text, WIDTH)
}

/// Lines of at most `width` columns.
fn wrapped_at(text: &str, width: usize) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let (mut rest, mut taken) = (String::new(), 0);
        for word in line.split_whitespace() {
            let long = word.chars().count();
            if !rest.is_empty() && taken + 1 + long > width {
                lines.push(std::mem::take(&mut rest));
                taken = 0;
            }
            if !rest.is_empty() {
                rest.push(' ');
                taken += 1;
            }
            rest.push_str(word);
            taken += long;
        }
        lines.push(rest);
    }
    let apart: Vec<_> = lines.iter().map(render::set_apart).collect();
    apart.join("\n")
}

/// Fills a template.
fn fill(template: &impl Template) -> Result<String, DeskError> {
    template.render().map_err(|error| DeskError::Letter(error.to_string()))
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

    fn report_of(items: usize) -> (Words, Document) {
        let settings = Settings::parse("", "", &std::collections::BTreeMap::new()).expect("lawful");
        let mut document = Document::new("Report <of> \"France\"");
        for nth in 0..items {
            document.heading(2, format!("Year {nth}"));
            document.paragraph("Köln rebels & <script>alert(1)</script> goes on. ".repeat(4));
            document.blocks.push(Block::Table {
                caption: "Treasury".to_owned(),
                head: vec!["empire".to_owned(), "gold".to_owned()],
                rows: vec![vec!["France".to_owned(), "7".to_owned()]; 3],
            });
        }
        let around = ("Anna,\n\nhere it is: http://gm.example/a?b=1&c=2", "The end.");
        let last = form::part(&OrderForm {
            span: crate::postal::game::Span { first_year: 981, last_year: 985 },
            lines: vec!["Year 981:".to_owned()],
        });
        let (file, link) = ("g7-france-976.txt", "http://gm.example/g/g7/my");
        let report = Report { document: &document, last: &last, file, link, map: None };
        (compose_report(&settings, "g7", around, &report).expect("composed"), document)
    }

    #[test]
    fn a_report_that_is_too_large_for_a_letter_goes_along_as_a_file() {
        let (small, _) = report_of(3);
        assert!(small.attachments.is_empty());
        let (large, document) = report_of(400);
        let html = large.html.as_deref().expect("HTML").len();
        assert!(html < LONGEST_HTML && large.plain.len() < LONGEST_PLAIN, "{html}");
        assert!(large.plain.contains("Year 1\n") && large.plain.contains("g7-france-976.txt"));
        assert!(large.plain.contains("http://gm.example/g/g7/my"));
        for letter in [&small, &large] {
            assert!(
                letter.plain.contains("Year 981:\n")
                    && letter.html.as_ref().is_some_and(|html| html.contains("\nYear 981:\n")),
                "the order form"
            );
        }
        let file = String::from_utf8(large.attachments[0].bytes.clone()).expect("text");
        assert!(file.contains(render::plain_text(&document, WIDTH).trim_end()), "the whole report is in it");
    }

    #[test]
    fn the_html_part_asks_nothing_of_the_mail_program() {
        let (words, _) = report_of(3);
        let html = words.html.expect("HTML");
        for never in
            ["<script", "<style", "<link", "<details", "class=", "src=\"http", "url(", "<form", "<svg"]
        {
            assert!(!html.contains(never), "{never} in {html}");
        }
        assert!(html.contains("&#60;script&#62;") && html.contains("Report &#60;of&#62;"));
        assert!(html.contains("<a href=\"http://gm.example/a?b=1&#38;c=2\""), "{}", html);
        let wide: Vec<_> = words.plain.lines().filter(|line| line.chars().count() > WIDTH).collect();
        assert!(wide.is_empty(), "{wide:?}");
    }

    #[test]
    fn an_answer_has_one_re() {
        assert_eq!(answer_to("g7 976-980"), "Re: g7 976-980");
        assert_eq!(answer_to("Re: AW: re: g7"), "Re: g7");
        assert_eq!(answer_to("Rückzug"), "Re: Rückzug");
    }
}
