//! Following a game by mail. Opening a link shows a button, since mail scanners open links too; the POST needs nothing
//! but the link, as RFC 8058 asks of one-click unsubscribing.

use askama::Template;
use askama_web::WebTemplate;
use axum::Form;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::App;
use super::error::WebError;
use super::frame::{Frame, Part};
use crate::desk::views::FollowPage;

#[derive(Template, WebTemplate)]
#[template(path = "web/follow/link.html")]
struct LinkPage {
    frame: Frame,
    page: Option<FollowPage>,
    ending: bool,
}

#[derive(Template, WebTemplate)]
#[template(path = "web/follow/asked.html")]
struct AskedPage {
    frame: Frame,
    slug: String,
    address: String,
}

/// The filled form.
#[derive(Deserialize)]
pub struct Filled {
    email: String,
}

/// `POST /g/{slug}/follow`: the same words whether or not anybody follows from there.
pub async fn ask(
    State(app): State<App>,
    Path(slug): Path<String>,
    Form(filled): Form<Filled>,
) -> Result<Response, WebError> {
    app.desk.ask_to_follow(&slug, &filled.email).await?;
    let address = filled.email.trim().to_owned();
    Ok(AskedPage { frame: Frame::bare(Part::Archive), slug, address }.into_response())
}

fn shown(page: Option<FollowPage>, ending: bool) -> Response {
    let status = if page.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    (status, LinkPage { frame: Frame::bare(Part::Archive), page, ending }).into_response()
}

/// `GET /follow/{token}`
pub async fn show(State(app): State<App>, Path(token): Path<String>) -> Result<Response, WebError> {
    Ok(shown(app.desk.follow_page("follow", &token).await?, false))
}

/// `POST /follow/{token}`
pub async fn confirm(State(app): State<App>, Path(token): Path<String>) -> Result<Response, WebError> {
    Ok(shown(app.desk.confirm_follow(&token).await?, false))
}

/// `GET /unfollow/{token}`
pub async fn show_end(State(app): State<App>, Path(token): Path<String>) -> Result<Response, WebError> {
    Ok(shown(app.desk.follow_page("unfollow", &token).await?, true))
}

/// `POST /unfollow/{token}`: the button of the page, or the one click of a mail program.
pub async fn end(State(app): State<App>, Path(token): Path<String>) -> Result<Response, WebError> {
    Ok(shown(app.desk.unfollow(&token).await?, true))
}
