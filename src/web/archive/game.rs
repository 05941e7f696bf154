//! One game: what is played now, the standings, the map, and every published pentade.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, State};

use super::found::or_near;
use crate::desk::views::{GamePage, PentadeState};
use crate::web::App;
use crate::web::document::Blocks;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::map::{Links, MapView, Sheet};
use crate::web::visitor::Visitor;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/archive/game.html")]
pub struct Page {
    frame: Frame,
    page: GamePage,
    map: MapView,
    preview: String,
    opens_waiting: bool,
}

impl Page {
    fn standings(&self) -> Blocks<'_> {
        Blocks::under(&self.page.standings)
    }

    fn takes_orders(&self) -> bool {
        self.page.game.state == PentadeState::Open
    }
}

/// `GET /g/{slug}`
pub async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(slug): Path<String>,
) -> Result<Page, WebError> {
    let found = app.desk.game(visitor.id(), &slug).await;
    let page = or_near(&app, &visitor, &slug, found).await?;
    let links = Links { before: format!("/g/{slug}/areas/"), after: String::new() };
    let sheet = Sheet { links, ..Sheet::default() };
    let map = MapView::of(&page.picture, sheet, format!("/g/{slug}/map.svg"))?;
    let preview = app.desk.settings().link(&map.png_file());
    let (_, opens_waiting) = app.desk.opens_waiting(&slug).await?;
    Ok(Page { frame: visitor.frame(Part::Archive).await?, page, map, preview, opens_waiting })
}
