//! One side's orders as the GM sees them.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, State};

use crate::desk::views::{GmPage, GmSeat};
use crate::postal::chronicle::SideId;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::sheet::{ComplaintView, complaints};
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/gm/sheet.html")]
pub struct Page {
    frame: Frame,
    page: GmPage,
    seat: GmSeat,
    complaints: Vec<ComplaintView>,
}

/// `GET /gm/g/{slug}/sheets/{side}`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path((slug, side)): Path<(String, String)>,
) -> Result<Page, WebError> {
    let page = app.desk.gm_page(member.id(), &slug).await?;
    let seat = page.seats.iter().find(|seat| seat.side == SideId::new(&side)).cloned();
    let seat = seat.ok_or_else(|| WebError::NotFound(format!("side {side} in game {slug}")))?;
    let complaints = seat.sheet.as_ref().map(complaints).unwrap_or_default();
    Ok(Page { frame: member.visitor.frame(Part::Gm).await?, page, seat, complaints })
}
