//! The account's own page: name, time zone, how letters are written, password, passkeys, addresses.

use askama::Template;
use askama_web::WebTemplate;
use axum::Form;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::desk::addresses::Address;
use crate::desk::passkeys::MyPasskey;
use crate::desk::views::Account;
use crate::desk::{DeskError, MySession};
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Member;

#[derive(Template, WebTemplate)]
#[template(path = "web/sign_in/settings.html")]
struct SettingsPage {
    frame: Frame,
    account: Account,
    addresses: Vec<Address>,
    zones: Vec<String>,
    sessions: Vec<MySession>,
    passkeys: Vec<MyPasskey>,
    /// Whether passkeys can be had here.
    knows_passkeys: bool,
    /// Whether the former password must be given to set a new one.
    asks_former: bool,
    /// Field that was refused, and why.
    refused: Option<(&'static str, String)>,
}

impl SettingsPage {
    async fn new(app: &App, member: &Member) -> Result<Self, WebError> {
        let mut zones: Vec<String> = jiff::tz::db().available().map(|zone| zone.to_string()).collect();
        zones.sort_unstable();
        Ok(Self {
            frame: member.visitor.frame(Part::Settings).await?,
            account: member.account.clone(),
            sessions: app.desk.my_sessions(member.id(), &member.visitor.session_id()).await?,
            passkeys: app.desk.my_passkeys(member.id()).await?,
            knows_passkeys: app.desk.knows_passkeys(),
            addresses: app.desk.my_addresses(member.id()).await?,
            asks_former: member.account.password_hash.is_some() && !member.visitor.reads_mail().await?,
            zones,
            refused: None,
        })
    }

    fn refusal(&self, field: &str) -> Option<&String> {
        self.refused.as_ref().filter(|(refused, _)| *refused == field).map(|(_, why)| why)
    }
}

/// `GET /settings`
pub async fn show(State(app): State<App>, member: Member) -> Result<Response, WebError> {
    Ok(SettingsPage::new(&app, &member).await?.into_response())
}

/// Goes back to the page with a word of success, or shows it with the reason beside the field.
pub(super) async fn answer(
    app: &App,
    member: &Member,
    field: &'static str,
    done: Result<(), DeskError>,
    words: &str,
) -> Result<Response, WebError> {
    match done {
        Ok(()) => {
            member.visitor.tell(words).await?;
            Ok(Redirect::to("/settings").into_response())
        }
        Err(DeskError::Refused(why)) => {
            let page = SettingsPage { refused: Some((field, why)), ..SettingsPage::new(app, member).await? };
            Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
        }
        Err(other) => Err(other.into()),
    }
}

/// A new name.
#[derive(Deserialize)]
pub struct Name {
    name: String,
}

/// `POST /settings/name`
pub async fn name(
    State(app): State<App>,
    member: Member,
    Form(filled): Form<Name>,
) -> Result<Response, WebError> {
    let done = app.desk.set_name(member.id(), &filled.name).await;
    answer(&app, &member, "name", done, "Your name is changed.").await
}

/// A new time zone.
#[derive(Deserialize)]
pub struct Zone {
    zone: String,
}

/// `POST /settings/zone`
pub async fn zone(
    State(app): State<App>,
    member: Member,
    Form(filled): Form<Zone>,
) -> Result<Response, WebError> {
    let done = app.desk.set_zone(member.id(), &filled.zone).await;
    answer(&app, &member, "zone", done, "Your time zone is changed. Deadlines are shown in it and in UTC.")
        .await
}

/// How letters are to be written.
#[derive(Deserialize)]
pub struct Letters {
    letters: String,
}

/// `POST /settings/letters`
pub async fn letters(
    State(app): State<App>,
    member: Member,
    Form(filled): Form<Letters>,
) -> Result<Response, WebError> {
    let done = match filled.letters.as_str() {
        "plain" => app.desk.set_plain_letters(member.id(), true).await,
        "html" => app.desk.set_plain_letters(member.id(), false).await,
        other => Err(DeskError::Refused(format!("letters are written plain or with HTML, not {other:?}"))),
    };
    answer(&app, &member, "letters", done, "Your letters will be written so.").await
}

/// Which session is to end; every other one when none is named.
#[derive(Deserialize)]
pub struct Ending {
    session: Option<String>,
}

/// `POST /settings/sessions/end`
pub async fn end_sessions(
    State(app): State<App>,
    member: Member,
    Form(ending): Form<Ending>,
) -> Result<Response, WebError> {
    let (done, words) = match &ending.session {
        Some(name) => (app.desk.end_session(member.id(), name).await, "You are signed out there."),
        None => {
            let done = app.desk.end_other_sessions(member.id(), &member.visitor.session_id()).await;
            (done, "You are signed out everywhere else.")
        }
    };
    answer(&app, &member, "sessions", done, words).await
}

/// A new password.
#[derive(Deserialize)]
pub struct Password {
    #[serde(default)]
    former: String,
    password: String,
}

/// `POST /settings/password`
pub async fn password(
    State(app): State<App>,
    member: Member,
    Form(filled): Form<Password>,
) -> Result<Response, WebError> {
    let former = (!filled.former.is_empty()).then_some(filled.former.as_str());
    let done = if member.visitor.reads_mail().await? {
        app.desk.replace_password(member.id(), &filled.password).await
    } else {
        app.desk.set_password(member.id(), former, &filled.password).await
    };
    if done.is_ok() {
        app.desk.end_other_sessions(member.id(), &member.visitor.session_id()).await?;
    }
    answer(&app, &member, "password", done, "Your password is set. You are signed out everywhere else.").await
}
