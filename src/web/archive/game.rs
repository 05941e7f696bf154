//! One game: what is played now, the standings, the map, and every published pentade.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, State};

use crate::desk::views::{GamePage, PentadeState};
use crate::web::App;
use crate::web::document::Blocks;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::map::MapView;
use crate::web::visitor::Visitor;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/archive/game.html")]
pub struct Page {
    frame: Frame,
    page: GamePage,
    map: MapView,
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
    let page = app.desk.game(visitor.id(), &slug).await?;
    let map = MapView::new(&page.picture, "", format!("/g/{slug}/map.svg"))?;
    Ok(Page { frame: visitor.frame(Part::Archive).await?, page, map })
}
