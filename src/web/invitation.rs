//! An invitation, and a wish to wait for a seat, as the links of letters open them. A page shows buttons; only a button
//! decides, since mail scanners open links too.

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
use super::visitor::Visitor;
use crate::desk::invitations::{InvitationState, Invited};
use crate::desk::join::Joining;
use crate::desk::views::PentadeState;

#[derive(Template, WebTemplate)]
#[template(path = "web/invitation.html")]
struct Page {
    frame: Frame,
    token: String,
    invited: Option<Invited>,
}

fn page(token: String, invited: Option<Invited>) -> Response {
    let status = if invited.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    (status, Page { frame: Frame::bare(Part::Archive), token, invited }).into_response()
}

/// `GET /invitation/{token}`
pub async fn show(State(app): State<App>, Path(token): Path<String>) -> Result<Response, WebError> {
    let invited = app.desk.invited(&token).await?;
    Ok(page(token, invited))
}

/// The button pressed.
#[derive(Deserialize)]
pub struct Answer {
    answer: String,
}

/// `POST /invitation/{token}`
pub async fn answer(
    State(app): State<App>,
    Path(token): Path<String>,
    Form(given): Form<Answer>,
) -> Result<Response, WebError> {
    let accepts = match given.answer.as_str() {
        "accept" => true,
        "decline" => false,
        other => return Err(WebError::BadForm(format!("{other:?} is no answer"))),
    };
    let invited = app.desk.answer_invitation(&token, accepts).await?;
    Ok(page(token, invited))
}

#[derive(Template, WebTemplate)]
#[template(path = "web/join.html")]
struct JoinPage {
    frame: Frame,
    slug: String,
    title: String,
    opens: bool,
    asked: Option<String>,
}

/// `GET /g/{slug}/waiting`
pub async fn join_form(
    State(app): State<App>,
    visitor: Visitor,
    Path(slug): Path<String>,
) -> Result<Response, WebError> {
    let (title, opens) = app.desk.opens_waiting(&slug).await?;
    let frame = visitor.frame(Part::Archive).await?;
    Ok(JoinPage { frame, slug, title, opens, asked: None }.into_response())
}

/// Who wants to play.
#[derive(Deserialize)]
pub struct Person {
    name: String,
    email: String,
}

/// `POST /g/{slug}/waiting`
pub async fn ask_to_join(
    State(app): State<App>,
    visitor: Visitor,
    Path(slug): Path<String>,
    Form(person): Form<Person>,
) -> Result<Response, WebError> {
    app.desk.ask_to_join(&slug, (&person.name, &person.email)).await?;
    let (title, opens) = app.desk.opens_waiting(&slug).await?;
    let asked = Some(person.email.trim().to_owned());
    let frame = visitor.frame(Part::Archive).await?;
    Ok(JoinPage { frame, slug, title, opens, asked }.into_response())
}

#[derive(Template, WebTemplate)]
#[template(path = "web/joining.html")]
struct JoiningPage {
    frame: Frame,
    joining: Option<Joining>,
}

fn joining_page(joining: Option<Joining>) -> Response {
    let status = if joining.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    (status, JoiningPage { frame: Frame::bare(Part::Archive), joining }).into_response()
}

/// `GET /join/{token}`
pub async fn joining(State(app): State<App>, Path(token): Path<String>) -> Result<Response, WebError> {
    Ok(joining_page(app.desk.joining(&token).await?))
}

/// What the GM should know.
#[derive(Deserialize)]
pub struct Note {
    #[serde(default)]
    note: String,
}

/// `POST /join/{token}`
pub async fn join(
    State(app): State<App>,
    Path(token): Path<String>,
    Form(note): Form<Note>,
) -> Result<Response, WebError> {
    Ok(joining_page(app.desk.join(&token, &note.note).await?))
}
