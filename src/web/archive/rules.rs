//! The rulebook's contents: every rule by chapter, and how far it is in force.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, State};

use crate::desk::views::Rulebook;
use crate::postal::game::RuleRow;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Visitor;

/// The rules of one chapter.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Chapter {
    number: String,
    rows: Vec<RuleRow>,
}

impl Chapter {
    /// Title of the chapter: that of the row that bears its bare number.
    fn title(&self) -> &str {
        let own = self.rows.iter().find(|row| row.id.as_str() == self.number);
        own.map_or("", |row| row.title.as_str())
    }
}

/// One game's rulebook.
#[derive(Debug, Clone, PartialEq, Eq)]
struct BookView {
    title: String,
    edition: String,
    chapters: Vec<Chapter>,
    /// How many rules stand at each status, in the order in which a rule ripens.
    counts: Vec<(&'static str, usize)>,
}

impl From<Rulebook> for BookView {
    fn from(book: Rulebook) -> Self {
        let counts = ["done", "partial", "planned", "switched", "not-played"]
            .map(|status| (status, book.rows.iter().filter(|row| row.status == status).count()));
        let mut chapters: Vec<Chapter> = Vec::new();
        for row in book.rows {
            match chapters.iter_mut().find(|chapter| chapter.number == row.id.chapter()) {
                Some(chapter) => chapter.rows.push(row),
                None => chapters.push(Chapter { number: row.id.chapter().to_owned(), rows: vec![row] }),
            }
        }
        let counts = counts.into_iter().filter(|(_, count)| *count > 0).collect();
        Self { title: book.title, edition: book.edition, chapters, counts }
    }
}

/// The contents page.
#[derive(Template, WebTemplate)]
#[template(path = "web/archive/rules.html")]
pub struct RulesPage {
    frame: Frame,
    books: Vec<BookView>,
}

/// `GET /rules`
pub async fn index(State(app): State<App>, visitor: Visitor) -> Result<RulesPage, WebError> {
    let books = app.desk.rulebooks(visitor.id()).await?.into_iter().map(BookView::from).collect();
    Ok(RulesPage { frame: visitor.frame(Part::Rules).await?, books })
}

/// One rule.
#[derive(Template, WebTemplate)]
#[template(path = "web/archive/rule.html")]
pub struct RulePage {
    frame: Frame,
    id: String,
    /// The rule itself in every rulebook that has it, with the rules beside it in its chapter.
    found: Vec<(String, RuleRow, Vec<RuleRow>)>,
}

/// `GET /rules/{id}`
pub async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<RulePage, WebError> {
    let mut found = Vec::new();
    for book in app.desk.rulebooks(visitor.id()).await? {
        if let Some(row) = book.rows.iter().find(|row| row.id.as_str() == id).cloned() {
            let beside =
                book.rows.into_iter().filter(|other| other.id.chapter() == row.id.chapter()).collect();
            found.push((book.title, row, beside));
        }
    }
    if found.is_empty() {
        return Err(WebError::NotFound(format!("rule {id}")));
    }
    Ok(RulePage { frame: visitor.frame(Part::Rules).await?, id, found })
}
