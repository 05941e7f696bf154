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

/// One rule or one chapter, in one rulebook.
struct Found {
    book: String,
    /// The rule itself; none when a whole chapter was asked for that has no row of its own.
    row: Option<RuleRow>,
    chapter: String,
    /// Every rule of the chapter.
    beside: Vec<RuleRow>,
}

impl Found {
    fn new(id: &str, book: Rulebook) -> Option<Self> {
        let row = book.rows.iter().find(|row| row.id.as_str() == id).cloned();
        let chapter = row.as_ref().map_or(id, |row| row.id.chapter()).to_owned();
        let beside: Vec<_> = book.rows.into_iter().filter(|other| other.id.chapter() == chapter).collect();
        (!beside.is_empty()).then_some(Self { book: book.title, row, chapter, beside })
    }
}

/// One rule.
#[derive(Template, WebTemplate)]
#[template(path = "web/archive/rule.html")]
pub struct RulePage {
    frame: Frame,
    id: String,
    /// The rule in every rulebook that has it.
    found: Vec<Found>,
}

/// `GET /rules/{id}`
pub async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<RulePage, WebError> {
    let books = app.desk.rulebooks(visitor.id()).await?;
    let found: Vec<Found> = books.into_iter().filter_map(|book| Found::new(&id, book)).collect();
    if found.is_empty() {
        return Err(WebError::NotFound(format!("rule {id}")));
    }
    Ok(RulePage { frame: visitor.frame(Part::Rules).await?, id, found })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postal::chronicle::RuleId;

    fn book() -> Rulebook {
        let row = |id: &str| RuleRow {
            id: RuleId::new(id),
            title: format!("title of {id}"),
            status: "done".to_owned(),
            gm_only: false,
            source: String::new(),
            file: String::new(),
            rulings: Vec::new(),
            cases: Vec::new(),
        };
        Rulebook {
            title: "A Game".into(),
            edition: "first".into(),
            rows: ["17.1", "17.2", "18"].map(row).to_vec(),
        }
    }

    #[test]
    fn a_chapter_without_a_row_of_its_own_has_a_page() {
        let found = Found::new("17", book()).expect("chapter 17 is there");
        assert_eq!((found.row, found.beside.len()), (None, 2));
        let found = Found::new("17.2", book()).expect("rule 17.2 is there");
        assert_eq!(found.row.expect("itself").title, "title of 17.2");
        assert!(Found::new("17.3", book()).is_none() && Found::new("1", book()).is_none());
    }

    #[test]
    fn rules_are_told_by_chapter_and_counted_by_status() {
        let view = BookView::from(book());
        let chapters: Vec<_> =
            view.chapters.iter().map(|chapter| (chapter.number.as_str(), chapter.title())).collect();
        assert_eq!(chapters, [("17", ""), ("18", "title of 18")]);
        assert_eq!(view.counts, [("done", 3)]);
    }
}
