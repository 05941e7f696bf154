//! My empire: where it stands, what is due, what was sent.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, Query, State};

use super::Which;
use crate::desk::views::{PentadeState, PlayerPage};
use crate::postal::question::Ballot;
use crate::web::App;
use crate::web::document::{Blocks, Foreseen};
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::map::MapView;
use crate::web::sheet::{ComplaintView, complaints};
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/player/empire.html")]
pub struct Page {
    frame: Frame,
    page: PlayerPage,
    map: MapView,
    complaints: Vec<ComplaintView>,
}

impl Page {
    fn foreseen(&self) -> Foreseen {
        Foreseen::new(&self.page.forecast)
    }

    fn situation(&self) -> Blocks<'_> {
        Blocks::new(&self.page.situation.blocks)
    }
}

/// `GET /g/{slug}/my`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Query(which): Query<Which>,
) -> Result<Page, WebError> {
    let page = which.page(&app, &member, &slug).await?;
    let map = MapView::new(&page.picture, "", format!("/g/{slug}/map.svg"))?;
    let complaints = page.sheet.as_ref().map(complaints).unwrap_or_default();
    Ok(Page { frame: member.visitor.frame(Part::My).await?, page, map, complaints })
}
