//! One version of what a player sent.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, Query, State};

use super::Which;
use crate::desk::views::{PlayerPage, SheetView};
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::sheet::{ComplaintView, complaints};
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/player/sent.html")]
pub struct Page {
    frame: Frame,
    page: PlayerPage,
    sheet: SheetView,
    complaints: Vec<ComplaintView>,
}

/// `GET /g/{slug}/my/sheets/{version}`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path((slug, version)): Path<(String, i32)>,
    Query(which): Query<Which>,
) -> Result<Page, WebError> {
    let page = which.page(&app, &member, &slug).await?;
    let sheet = page.sent.iter().find(|sheet| sheet.version == version).cloned();
    let sheet = sheet.ok_or_else(|| WebError::NotFound(format!("version {version} of your orders")))?;
    let complaints = complaints(&sheet);
    Ok(Page { frame: member.visitor.frame(Part::My).await?, page, sheet, complaints })
}
