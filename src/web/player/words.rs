//! Orders in one box, as they would stand in a letter.

use askama::Template;
use askama_web::WebTemplate;
use axum::Form;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::Which;
use crate::desk::views::{FormAnswer, PlayerPage, SheetView};
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::sheet::{ComplaintView, complaints};
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/player/words.html")]
pub struct Page {
    frame: Frame,
    page: PlayerPage,
    typed: String,
    taken: Option<SheetView>,
    late: bool,
    complaints: Vec<ComplaintView>,
}

/// The filled form.
#[derive(Deserialize)]
pub struct Filled {
    words: String,
}

/// `GET /g/{slug}/my/words`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Query(which): Query<Which>,
) -> Result<Page, WebError> {
    let page = which.page(&app, &member, &slug).await?;
    let frame = member.visitor.frame(Part::My).await?;
    Ok(Page { frame, page, typed: String::new(), taken: None, late: false, complaints: Vec::new() })
}

/// `POST /g/{slug}/my/words`
pub async fn send(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Query(which): Query<Which>,
    Form(filled): Form<Filled>,
) -> Result<Response, WebError> {
    let side = which.side(&app, &member, &slug).await?;
    let answer = app.desk.take_words(member.id(), &slug, &side, &filled.words).await?;
    let page = which.page(&app, &member, &slug).await?;
    let frame = member.visitor.frame(Part::My).await?;
    let typed = filled.words.replace("\r\n", "\n");
    Ok(match answer {
        FormAnswer::Taken(sheet) => {
            let complaints = complaints(&sheet);
            Page { frame, page, typed, taken: Some(sheet), late: false, complaints }.into_response()
        }
        FormAnswer::Late => {
            let page = Page { frame, page, typed, taken: None, late: true, complaints: Vec::new() };
            (StatusCode::CONFLICT, page).into_response()
        }
    })
}
