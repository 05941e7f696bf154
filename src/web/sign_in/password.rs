//! Signing in by password.

use axum::Form;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::{Back, SignInPage};
use crate::web::App;
use crate::web::error::WebError;
use crate::web::visitor::Visitor;

/// The filled form.
#[derive(Deserialize)]
pub struct Filled {
    email: String,
    password: String,
    #[serde(flatten)]
    back: Back,
}

/// `POST /sign-in/password`
pub async fn enter(
    State(app): State<App>,
    visitor: Visitor,
    Form(filled): Form<Filled>,
) -> Result<Response, WebError> {
    match app.desk.sign_in(&filled.email, &filled.password).await? {
        Some(account) => {
            visitor.enter(account.id).await?;
            Ok(Redirect::to(filled.back.address()).into_response())
        }
        None => {
            let known = app.desk.knows_passkeys();
            let page =
                SignInPage { wrong: true, email: filled.email, ..SignInPage::new(&filled.back, known) };
            Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
        }
    }
}
