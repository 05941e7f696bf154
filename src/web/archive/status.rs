//! How the server is, for whoever runs it.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::State;

use crate::desk::views::StatusPage;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/archive/status.html")]
pub struct Page {
    frame: Frame,
    page: StatusPage,
}

/// `GET /status`
pub async fn show(State(app): State<App>, member: Member) -> Result<Page, WebError> {
    let page = app.desk.status(member.id()).await?;
    Ok(Page { frame: member.visitor.frame(Part::Gm).await?, page })
}
