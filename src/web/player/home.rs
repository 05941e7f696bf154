//! Everything the signed-in person plays or runs.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::State;

use crate::desk::views::{Home, PentadeState};
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/player/home.html")]
pub struct Page {
    frame: Frame,
    home: Home,
}

/// `GET /my`
pub async fn show(State(app): State<App>, member: Member) -> Result<Page, WebError> {
    let home = app.desk.home(member.id()).await?;
    Ok(Page { frame: member.visitor.frame(Part::My).await?, home })
}
