//! Passkeys: adding one, removing one, and signing in by one. A script asks the device; without it there are links and passwords.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Form, Json};
use serde::Deserialize;
use serde_json::Value;

use super::settings::answer;
use super::{Back, SignInPage};
use crate::desk::DeskError;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::visitor::{Member, Visitor};

/// What a device has answered, and for which of the two it was asked.
const ADDING: &str = "adds-passkey";
const ENTERING: &str = "enters-by-passkey";

/// `POST /settings/passkeys/begin`: what the browser is to ask a device for.
pub async fn begin(State(app): State<App>, member: Member) -> Result<Json<Value>, WebError> {
    member.must_be_fresh("/settings".to_owned()).await?;
    let challenge = app.desk.ask_for_passkey(&member.account).await?;
    member.visitor.keep_question(ADDING, &challenge.kept).await?;
    Ok(Json(challenge.asked))
}

/// A new passkey as the form sends it.
#[derive(Deserialize)]
pub struct Filled {
    name: String,
    /// The device's answer, JSON.
    answer: String,
}

/// `POST /settings/passkeys`
pub async fn add(
    State(app): State<App>,
    member: Member,
    Form(filled): Form<Filled>,
) -> Result<Response, WebError> {
    member.must_be_fresh("/settings".to_owned()).await?;
    let done = match (said(&filled.answer), member.visitor.take_question(ADDING).await?) {
        (Ok(said), Some(kept)) => app.desk.add_passkey(member.id(), &filled.name, (said, kept)).await,
        (Err(error), _) => Err(error),
        (_, None) => {
            Err(DeskError::Refused("the device took too long, or was not asked: try again".to_owned()))
        }
    };
    answer(&app, &member, "passkey", done, "The passkey is added: you can sign in by it from now on.").await
}

/// Which one goes.
#[derive(Deserialize)]
pub struct Gone {
    id: String,
}

/// `POST /settings/passkeys/remove`
pub async fn remove(
    State(app): State<App>,
    member: Member,
    Form(gone): Form<Gone>,
) -> Result<Response, WebError> {
    let done = app.desk.remove_passkey(member.id(), &gone.id).await;
    answer(&app, &member, "passkey", done, "The passkey is removed: nobody signs in by it any more.").await
}

/// `POST /sign-in/passkey/begin`: what the browser is to ask any device for. It is the same for everyone.
pub async fn ask(State(app): State<App>, visitor: Visitor) -> Result<Json<Value>, WebError> {
    let challenge = app.desk.ask_by_passkey()?;
    visitor.keep_question(ENTERING, &challenge.kept).await?;
    Ok(Json(challenge.asked))
}

/// A device's answer as the form sends it.
#[derive(Deserialize)]
pub struct Entering {
    answer: String,
    #[serde(flatten)]
    back: Back,
}

/// `POST /sign-in/passkey`
pub async fn enter(
    State(app): State<App>,
    visitor: Visitor,
    Form(filled): Form<Entering>,
) -> Result<Response, WebError> {
    let account = match (said(&filled.answer), visitor.take_question(ENTERING).await?) {
        (Ok(said), Some(kept)) => app.desk.sign_in_by_passkey((said, kept)).await,
        (Err(error), _) => Err(error),
        (_, None) => Ok(None),
    };
    match account {
        Ok(Some(account)) => {
            visitor.enter(account.id).await?;
            Ok(axum::response::Redirect::to(filled.back.address()).into_response())
        }
        Ok(None) | Err(DeskError::Refused(_)) => {
            let known = app.desk.knows_passkeys();
            let page = SignInPage { unknown_passkey: true, ..SignInPage::new(&filled.back, known) };
            Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
        }
        Err(other) => Err(other.into()),
    }
}

fn said(answer: &str) -> Result<Value, DeskError> {
    serde_json::from_str(answer).map_err(|_| DeskError::Refused("this is no answer of a device".to_owned()))
}
