//! The button that confirms what was asked for by letter.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, Query, State};
use axum::response::Redirect;

use super::Which;
use crate::desk::commands::PendingPage;
use crate::postal::chronicle::SideId;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/player/confirm.html")]
pub struct Page {
    frame: Frame,
    slug: String,
    side: SideId,
    code: String,
    page: PendingPage,
}

/// `GET /g/{slug}/my/confirm/{code}`: changes nothing.
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path((slug, code)): Path<(String, String)>,
    Query(which): Query<Which>,
) -> Result<Page, WebError> {
    let side = which.side(&app, &member, &slug).await?;
    let page = app.desk.pending_page(member.id(), &slug, &side, &code).await?;
    Ok(Page { frame: member.visitor.frame(Part::My).await?, slug, side, code, page })
}

/// `POST /g/{slug}/my/confirm/{code}`
pub async fn send(
    State(app): State<App>,
    member: Member,
    Path((slug, code)): Path<(String, String)>,
    Query(which): Query<Which>,
) -> Result<Redirect, WebError> {
    let side = which.side(&app, &member, &slug).await?;
    let done = app.desk.confirm(member.id(), &slug, &side, &code).await?;
    member.visitor.tell(done).await?;
    Ok(Redirect::to("/my"))
}
