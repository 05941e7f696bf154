//! Signing in by a link that came by mail. Opening the link shows a button; only the button signs in, since mail
//! scanners open links too.

use askama::Template;
use askama_web::WebTemplate;
use axum::Form;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use tokio::time::{Duration, Instant, sleep_until};

use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Visitor;

/// What an answer takes at least, so that the time it takes does not tell whether a letter was written.
pub const LEAST_TIME: Duration = Duration::from_millis(400);

/// The filled form.
#[derive(Deserialize)]
pub struct Filled {
    email: String,
}

#[derive(Template, WebTemplate)]
#[template(path = "web/sign_in/asked.html")]
struct AskedPage {
    frame: Frame,
    email: String,
}

#[derive(Template, WebTemplate)]
#[template(path = "web/sign_in/link.html")]
struct LinkPage {
    frame: Frame,
    token: String,
    good: bool,
}

/// `POST /sign-in/link`: the same words whether or not anybody has that address.
pub async fn ask(State(app): State<App>, Form(filled): Form<Filled>) -> Result<Response, WebError> {
    let until = Instant::now() + LEAST_TIME;
    app.desk.ask_link(&filled.email).await?;
    sleep_until(until).await;
    Ok(AskedPage { frame: Frame::bare(Part::SignIn), email: filled.email }.into_response())
}

/// `GET /sign-in/link/{token}`
pub async fn show(State(app): State<App>, Path(token): Path<String>) -> Result<Response, WebError> {
    let good = app.desk.link_is_good(&token).await?;
    let status = if good { StatusCode::OK } else { StatusCode::NOT_FOUND };
    Ok((status, LinkPage { frame: Frame::bare(Part::SignIn), token, good }).into_response())
}

/// `POST /sign-in/link/{token}`
pub async fn enter(
    State(app): State<App>,
    visitor: Visitor,
    Path(token): Path<String>,
) -> Result<Response, WebError> {
    match app.desk.use_link(&token).await? {
        Some(account) => {
            visitor.enter_by_link(account.id).await?;
            Ok(Redirect::to("/my").into_response())
        }
        None => {
            let page = LinkPage { frame: Frame::bare(Part::SignIn), token, good: false };
            Ok((StatusCode::NOT_FOUND, page).into_response())
        }
    }
}
