//! One published pentade, as anyone may read it.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, State};

use crate::desk::views::TurnPage;
use crate::postal::chronicle::Reader;
use crate::web::App;
use crate::web::document::Blocks;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::map::MapView;
use crate::web::visitor::Visitor;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/archive/turn.html")]
pub struct Page {
    frame: Frame,
    page: TurnPage,
    map: MapView,
    before: MapView,
}

impl Page {
    fn report(&self) -> Blocks<'_> {
        Blocks::under(&self.page.report.blocks)
    }

    fn standings(&self) -> Blocks<'_> {
        Blocks::under(&self.page.standings)
    }

    /// Whether the report shows the standings itself.
    fn tells_standings(&self) -> bool {
        self.page.standings.iter().all(|block| self.page.report.blocks.contains(block))
    }
}

/// `GET /g/{slug}/{first_year}`
pub async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path((slug, first_year)): Path<(String, i32)>,
) -> Result<Page, WebError> {
    let page = app.desk.turn(visitor.id(), &slug, first_year, &Reader::Public).await?;
    let map = MapView::new(&page.picture, "", format!("/g/{slug}/{first_year}/map.svg"))?;
    let file = page.previous.map_or_else(String::new, |year| format!("/g/{slug}/{year}/map.svg"));
    let before = MapView::small(&page.picture_before, "before-", file)?;
    Ok(Page { frame: visitor.frame(Part::Archive).await?, page, map, before })
}
