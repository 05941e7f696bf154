//! The account's further addresses.

use askama::Template;
use askama_web::WebTemplate;
use axum::Form;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::settings::answer;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Member;

#[derive(Template, WebTemplate)]
#[template(path = "web/sign_in/address.html")]
struct LinkPage {
    frame: Frame,
    address: Option<String>,
    done: bool,
}

/// An address.
#[derive(Deserialize)]
pub struct Filled {
    address: String,
}

/// `POST /settings/addresses`
pub async fn add(
    State(app): State<App>,
    member: Member,
    Form(filled): Form<Filled>,
) -> Result<Response, WebError> {
    let done = app.desk.add_address(member.id(), &filled.address).await;
    answer(
        &app,
        &member,
        "address",
        done,
        "A link is mailed to that address. Letters go there once you followed it.",
    )
    .await
}

/// `POST /settings/addresses/link`
pub async fn link(
    State(app): State<App>,
    member: Member,
    Form(filled): Form<Filled>,
) -> Result<Response, WebError> {
    let done = app.desk.mail_address_link(member.id(), &filled.address).await;
    answer(&app, &member, "address", done, "A link is mailed to that address.").await
}

/// `POST /settings/addresses/remove`
pub async fn remove(
    State(app): State<App>,
    member: Member,
    Form(filled): Form<Filled>,
) -> Result<Response, WebError> {
    let done = app.desk.remove_address(member.id(), &filled.address).await;
    answer(&app, &member, "address", done, "The address is removed.").await
}

fn page(address: Option<String>, done: bool) -> Response {
    let status = if address.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    (status, LinkPage { frame: Frame::bare(Part::Settings), address, done }).into_response()
}

/// `GET /address/{token}`
pub async fn show(State(app): State<App>, Path(token): Path<String>) -> Result<Response, WebError> {
    Ok(page(app.desk.address_of_link(&token).await?, false))
}

/// `POST /address/{token}`
pub async fn confirm(State(app): State<App>, Path(token): Path<String>) -> Result<Response, WebError> {
    Ok(page(app.desk.confirm_address(&token).await?, true))
}
