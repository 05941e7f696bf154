//! A letter that waits for its writer's word. Opening the page shows a button; only the button says yes, since mail
//! scanners open links too.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::App;
use super::error::WebError;
use super::frame::{Frame, Part};
use crate::desk::confirm::Unconfirmed;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/confirm.html")]
struct Page {
    frame: Frame,
    token: String,
    letter: Option<Unconfirmed>,
    is_done: bool,
}

impl Page {
    async fn answer(app: &App, token: String, is_done: bool) -> Result<Response, WebError> {
        let letter = app.desk.unconfirmed(&token).await?;
        let status = if letter.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
        Ok((status, Self { frame: Frame::bare(Part::SignIn), token, letter, is_done }).into_response())
    }
}

/// `GET /letters/confirm/{token}`
pub async fn show(State(app): State<App>, Path(token): Path<String>) -> Result<Response, WebError> {
    Page::answer(&app, token, false).await
}

/// `POST /letters/confirm/{token}`
pub async fn confirm(State(app): State<App>, Path(token): Path<String>) -> Result<Response, WebError> {
    let is_done = app.desk.confirm_letter(&token).await?;
    Page::answer(&app, token, is_done).await
}
