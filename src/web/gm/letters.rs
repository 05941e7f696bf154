//! One letter that came, as it came.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, State};

use crate::desk::views::LetterPage;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/gm/letter.html")]
pub struct Page {
    frame: Frame,
    slug: String,
    page: LetterPage,
}

/// `GET /gm/g/{slug}/letters/{id}`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path((slug, id)): Path<(String, i64)>,
) -> Result<Page, WebError> {
    let page = app.desk.letter(member.id(), &slug, id).await?;
    Ok(Page { frame: member.visitor.frame(Part::Gm).await?, slug, page })
}
