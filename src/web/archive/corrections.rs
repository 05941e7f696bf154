//! A published correction as anyone may read it.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, State};

use crate::desk::views::CorrectionView;
use crate::postal::chronicle::{Reader, SideId};
use crate::postal::document::Document;
use crate::web::App;
use crate::web::document::Blocks;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Visitor;

/// The page, for everyone or for one side.
#[derive(Template, WebTemplate)]
#[template(path = "web/archive/correction.html")]
pub struct Page {
    frame: Frame,
    page: CorrectionView,
    side: Option<SideId>,
}

impl Page {
    /// The page in its frame.
    pub fn new(frame: Frame, page: CorrectionView) -> Self {
        let side = match &page.reader {
            Reader::Side(side) => Some(side.clone()),
            Reader::Public | Reader::Gm => None,
        };
        Self { frame, page, side }
    }

    fn blocks<'a>(&self, document: &'a Document) -> Blocks<'a> {
        Blocks::under(&document.blocks)
    }
}

/// `GET /g/{slug}/corrections/{id}`
pub async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path((slug, id)): Path<(String, i64)>,
) -> Result<Page, WebError> {
    let page = app.desk.correction(visitor.id(), &slug, id, &Reader::Public).await?;
    Ok(Page::new(visitor.frame(Part::Archive).await?, page))
}
