//! Corrections on the GM's desk: choosing what was wrong, the difference that it makes, publishing.

use askama::Template;
use askama_web::WebTemplate;
use axum::Form;
use axum::extract::{Path, Query, State};
use axum::response::Redirect;
use serde::Deserialize;

use super::filter::item;
use crate::desk::correct::{NewAmendment, Publication};
use crate::desk::views::{AmendPage, AmendmentView, CorrectionPage, CorrectionRow, CorrectionView, Outcome};
use crate::postal::chronicle::{Reader, SideId};
use crate::postal::document::{Document, Item};
use crate::web::App;
use crate::web::document::Blocks;
use crate::web::error::WebError;
use crate::web::frame::Frame;
use crate::web::sheet::{ComplaintView, sorted};
use crate::web::visitor::Member;

/// The page on which an amendment is chosen.
#[derive(Template, WebTemplate)]
#[template(path = "web/gm/amend.html")]
pub struct Choose {
    frame: Frame,
    page: AmendPage,
}

impl Choose {
    fn item(&self, one: &Item) -> String {
        item(one)
    }

    /// Lines that a box of orders shows.
    fn rows(&self, words: &str) -> usize {
        (words.lines().count() + 2).clamp(4, 24)
    }

    /// Whether the entry is about a side, so that its orders stand open.
    fn is_about(&self, side: &SideId) -> bool {
        self.page.entry.as_ref().is_some_and(|entry| entry.sides.contains(side))
    }

    fn is_chosen(&self, chosen: &Option<i32>, year: &i32) -> bool {
        chosen.as_ref() == Some(year)
    }

    /// The year of the entry: a figure that is set right before it takes effect at its start.
    fn year(&self) -> Option<i32> {
        self.page.entry.as_ref().and_then(|entry| entry.year)
    }
}

/// Which entry is wrong.
#[derive(Deserialize)]
pub struct Which {
    entry: Option<usize>,
}

/// `GET /gm/g/{slug}/turns/{first_year}/amend`
pub async fn choose(
    State(app): State<App>,
    member: Member,
    Path((slug, first_year)): Path<(String, i32)>,
    Query(which): Query<Which>,
) -> Result<Choose, WebError> {
    let page = app.desk.amend_page(member.id(), &slug, first_year, which.entry).await?;
    Ok(Choose { frame: member.desk_frame(&app, &slug).await?, page })
}

/// An amendment as a form sends it: `kind` says which of the other fields count.
#[derive(Deserialize)]
pub struct Filled {
    kind: String,
    reason: String,
    #[serde(default)]
    side: String,
    #[serde(default)]
    key: String,
    #[serde(default)]
    year: String,
    #[serde(default)]
    words: String,
    public: Option<String>,
    revision: Option<i32>,
}

impl Filled {
    fn year(&self) -> Result<Option<i32>, WebError> {
        match self.year.trim() {
            "" => Ok(None),
            year => year.parse().map(Some).map_err(|_| WebError::BadForm(format!("{year:?} is no year"))),
        }
    }
}

/// `POST /gm/g/{slug}/turns/{first_year}/amend`
pub async fn amend(
    State(app): State<App>,
    member: Member,
    Path((slug, first_year)): Path<(String, i32)>,
    Form(filled): Form<Filled>,
) -> Result<Redirect, WebError> {
    let side = SideId::new(&filled.side);
    let (year, words) = (filled.year()?, filled.words.as_str());
    let amendment = match filled.kind.as_str() {
        "orders" => NewAmendment::Orders { side: &side, words },
        "answer" => NewAmendment::Answer { key: &filled.key, answer: words },
        "ruling" => NewAmendment::Ruling { year, words, public: filled.public.is_some() },
        "take-back" => NewAmendment::TakeBack { year, words },
        "revision" => NewAmendment::Revision(filled.revision.unwrap_or(1)),
        other => return Err(WebError::BadForm(format!("{other:?} is no kind of amendment"))),
    };
    app.desk.amend(member.id(), &slug, first_year, &amendment, &filled.reason).await?;
    Ok(Redirect::to(&format!("/gm/g/{slug}/correction")))
}

/// The correction under way, and those that are published.
#[derive(Template, WebTemplate)]
#[template(path = "web/gm/correction.html")]
pub struct Page {
    frame: Frame,
    slug: String,
    page: Option<CorrectionPage>,
    published: Vec<CorrectionRow>,
}

impl Page {
    fn blocks<'a>(&self, document: &'a Document) -> Blocks<'a> {
        Blocks::under(&document.blocks)
    }

    fn complaints(&self, amendment: &AmendmentView) -> Vec<ComplaintView> {
        sorted(&amendment.complaints)
    }

    fn headline<'a>(&self, told: &'a str) -> &'a str {
        told.lines().next().unwrap_or_default()
    }

    fn below(&self, told: &str) -> String {
        told.lines().skip(1).collect::<Vec<_>>().join("\n")
    }
}

/// `GET /gm/g/{slug}/correction`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
) -> Result<Page, WebError> {
    let page = app.desk.correction_page(member.id(), &slug).await?;
    let published = app.desk.corrections(Some(member.id()), &slug).await?;
    Ok(Page { frame: member.desk_frame(&app, &slug).await?, slug, page, published })
}

/// `POST /gm/g/{slug}/correction/amendments/{id}/withdraw`
pub async fn withdraw(
    State(app): State<App>,
    member: Member,
    Path((slug, id)): Path<(String, i64)>,
) -> Result<Redirect, WebError> {
    app.desk.withdraw_amendment(member.id(), &slug, id).await?;
    Ok(Redirect::to(&format!("/gm/g/{slug}/correction")))
}

/// `POST /gm/g/{slug}/corrections/{id}/drop`
pub async fn drop_open(
    State(app): State<App>,
    member: Member,
    Path((slug, id)): Path<(String, i64)>,
) -> Result<Redirect, WebError> {
    app.desk.drop_correction(member.id(), &slug, id).await?;
    member.visitor.tell("The correction is let be; nothing has changed.").await?;
    Ok(Redirect::to(&format!("/gm/g/{slug}")))
}

/// `POST /gm/g/{slug}/corrections/{id}/take-back`
pub async fn take_back(
    State(app): State<App>,
    member: Member,
    Path((slug, id)): Path<(String, i64)>,
) -> Result<Redirect, WebError> {
    app.desk.take_correction_back(member.id(), &slug, id).await?;
    Ok(Redirect::to(&format!("/gm/g/{slug}/correction")))
}

/// What is published.
#[derive(Deserialize)]
pub struct What {
    seen: String,
    explanation: String,
    drift: Option<String>,
}

/// `POST /gm/g/{slug}/corrections/{id}/publish`
pub async fn publish(
    State(app): State<App>,
    member: Member,
    Path((slug, id)): Path<(String, i64)>,
    Form(what): Form<What>,
) -> Result<Redirect, WebError> {
    member.must_be_fresh(format!("/gm/g/{slug}/correction")).await?;
    let publication =
        Publication { seen: &what.seen, explanation: &what.explanation, takes_drift: what.drift.is_some() };
    let done = app.desk.publish_correction(member.id(), &slug, id, &publication).await?;
    let words = match (done.is_new, done.told) {
        (false, _) => "The correction was published already; nothing was sent twice.".to_owned(),
        (true, 0) => "The correction is published. Nobody\u{2019}s view has changed.".to_owned(),
        (true, 1) => "The correction is published. One letter is on its way.".to_owned(),
        (true, many) => format!("The correction is published. {many} letters are on their way."),
    };
    member.visitor.tell(words).await?;
    Ok(Redirect::to(&format!("/gm/g/{slug}/corrections/{id}")))
}

/// A published correction as the GM sees it.
#[derive(Template, WebTemplate)]
#[template(path = "web/gm/corrected.html")]
pub struct Published {
    frame: Frame,
    page: CorrectionView,
}

impl Published {
    fn blocks<'a>(&self, document: &'a Document) -> Blocks<'a> {
        Blocks::under(&document.blocks)
    }
}

/// `GET /gm/g/{slug}/corrections/{id}`
pub async fn published(
    State(app): State<App>,
    member: Member,
    Path((slug, id)): Path<(String, i64)>,
) -> Result<Published, WebError> {
    let page = app.desk.correction(Some(member.id()), &slug, id, &Reader::Gm).await?;
    Ok(Published { frame: member.desk_frame(&app, &slug).await?, page })
}
