//! One published pentade, as anyone may read it.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, Query, State};

use super::Revision;
use super::found::or_near;
use crate::desk::views::TurnPage;
use crate::postal::chronicle::Reader;
use crate::web::App;
use crate::web::document::Blocks;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::map::{Links, MapView, Sheet};
use crate::web::visitor::Visitor;

/// The map with which the pentade began: a picture of its own, which comes when a reader comes near it.
pub struct Before {
    title: String,
    width: i32,
    height: i32,
    file: String,
}

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/archive/turn.html")]
pub struct Page {
    frame: Frame,
    page: TurnPage,
    map: MapView,
    before: Before,
    preview: String,
}

impl Page {
    fn report(&self) -> Blocks<'_> {
        Blocks::under(&self.page.report.blocks)
    }

    fn standings(&self) -> Blocks<'_> {
        Blocks::under(&self.page.standings)
    }

    /// Whether the shown revision is the one in force.
    fn is_in_force(&self) -> bool {
        self.page.revisions.first().is_none_or(|newest| newest.revision == self.page.turn.revision)
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
    Query(which): Query<Revision>,
) -> Result<Page, WebError> {
    let turn = (first_year, which.revision);
    let found = app.desk.revision(visitor.id(), &slug, turn, &Reader::Public).await;
    let page = or_near(&app, &visitor, &slug, found).await?;
    let of_revision = which.revision.map_or_else(String::new, |revision| format!("?revision={revision}"));
    let file = format!("/g/{slug}/{first_year}/map.svg{of_revision}");
    let links = Links { before: format!("/g/{slug}/areas/"), after: String::new() };
    let map = MapView::of(&page.picture, Sheet { links, ..Sheet::default() }, file)?;
    let preview = app.desk.settings().link(&map.png_file());
    let [_, _, width, height] = page.picture_before.view_box;
    let before = Before {
        title: page.picture_before.title.clone(),
        file: format!("/g/{slug}/{first_year}/before.svg{of_revision}"),
        width,
        height,
    };
    Ok(Page { frame: visitor.frame(Part::Archive).await?, page, map, before, preview })
}
