//! Letters that belong to no game, for whoever runs the server.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, State};

use crate::desk::views::{LetterPage, LetterRow};
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Member;

/// The list.
#[derive(Template, WebTemplate)]
#[template(path = "web/gm/postmaster.html")]
pub struct Page {
    frame: Frame,
    letters: Vec<LetterRow>,
}

/// One letter.
#[derive(Template, WebTemplate)]
#[template(path = "web/gm/postmaster_letter.html")]
pub struct OnePage {
    frame: Frame,
    page: LetterPage,
}

/// `GET /gm/postmaster`
pub async fn show(State(app): State<App>, member: Member) -> Result<Page, WebError> {
    let letters = app.desk.postmaster_letters(member.id()).await?;
    Ok(Page { frame: member.visitor.frame(Part::Gm).await?, letters })
}

/// `GET /gm/postmaster/{id}`
pub async fn one(State(app): State<App>, member: Member, Path(id): Path<i64>) -> Result<OnePage, WebError> {
    let page = app.desk.postmaster_letter(member.id(), id).await?;
    Ok(OnePage { frame: member.visitor.frame(Part::Gm).await?, page })
}
