//! A published pentade as one side's own report tells it.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, Query, State};

use super::Which;
use crate::desk::views::TurnPage;
use crate::postal::chronicle::{Reader, SideId};
use crate::web::App;
use crate::web::document::Blocks;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::map::MapView;
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/player/report.html")]
pub struct Page {
    frame: Frame,
    page: TurnPage,
    side: SideId,
    map: MapView,
}

impl Page {
    fn report(&self) -> Blocks<'_> {
        Blocks::new(&self.page.report.blocks)
    }
}

/// `GET /g/{slug}/my/reports/{first_year}`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path((slug, first_year)): Path<(String, i32)>,
    Query(which): Query<Which>,
) -> Result<Page, WebError> {
    let side = which.side(&app, &member, &slug).await?;
    let (turn, reader) = ((first_year, which.revision), Reader::Side(side.clone()));
    let page = app.desk.revision(Some(member.id()), &slug, turn, &reader).await?;
    let map = MapView::new(
        &page.picture,
        "",
        format!("/g/{slug}/{first_year}/map.svg?revision={}", page.turn.revision),
    )?;
    Ok(Page { frame: member.visitor.frame(Part::My).await?, page, side, map })
}
