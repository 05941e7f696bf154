//! What the account did.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Query, State};
use serde::Deserialize;

use crate::desk::diary::OwnDiaryPage;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/sign_in/diary.html")]
pub struct Page {
    frame: Frame,
    page: OwnDiaryPage,
}

/// From where on.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct From {
    before: Option<i64>,
}

/// `GET /settings/audit`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Query(from): Query<From>,
) -> Result<Page, WebError> {
    let page = app.desk.own_diary(member.id(), from.before).await?;
    Ok(Page { frame: member.visitor.frame(Part::Settings).await?, page })
}
