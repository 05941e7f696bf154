//! What is held of the reader: as a file, and its erasure.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_DISPOSITION;
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Form, Json};
use serde::Deserialize;

use crate::desk::DeskError;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/sign_in/personal.html")]
pub struct Page {
    frame: Frame,
    is_fresh: bool,
    refused: Option<String>,
}

/// `GET /settings/personal`
pub async fn show(member: Member) -> Result<Page, WebError> {
    let is_fresh = member.visitor.is_fresh().await?;
    Ok(Page { frame: member.visitor.frame(Part::Settings).await?, is_fresh, refused: None })
}

/// `POST /settings/personal/data`: a file, which is noted.
pub async fn data(State(app): State<App>, member: Member) -> Result<Response, WebError> {
    let held = app.desk.personal_data(member.id()).await?;
    let head = [(CONTENT_DISPOSITION, "attachment; filename=\"pentade-personal-data.json\"")];
    Ok((head, Json(held)).into_response())
}

/// The address typed to be sure.
#[derive(Deserialize)]
pub struct Typed {
    address: String,
}

/// `POST /settings/personal/erase`
pub async fn erase(
    State(app): State<App>,
    member: Member,
    Form(typed): Form<Typed>,
) -> Result<Response, WebError> {
    let is_fresh = member.visitor.is_fresh().await?;
    match app.desk.erase_person(member.id(), &typed.address, is_fresh).await {
        Ok(()) => {
            member.visitor.leave().await?;
            Ok(Redirect::to("/").into_response())
        }
        Err(DeskError::Refused(why)) => {
            let frame = member.visitor.frame(Part::Settings).await?;
            let page = Page { frame, is_fresh, refused: Some(why) };
            Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
        }
        Err(error) => Err(error.into()),
    }
}
