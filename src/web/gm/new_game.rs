//! Beginning a game: its scenario or its file, then one form for all the rest, which keeps what was typed.

use askama::Template;
use askama_web::WebTemplate;
use axum::Form;
use axum::extract::{Multipart, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};

use crate::desk::game_file::{Fault, GameFile, SWITCH, Typed, typed_of};
use crate::desk::new_game::NewGamePage;
use crate::desk::views::Offer;
use crate::postal::game::Side;
use crate::postal::switches::Switch;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Member;

/// The page on which a scenario is chosen.
#[derive(Template, WebTemplate)]
#[template(path = "web/gm/new.html")]
pub struct ChoicePage {
    frame: Frame,
    offers: Vec<Offer>,
    may_begin: bool,
    refused: Option<String>,
}

/// The form.
#[derive(Template, WebTemplate)]
#[template(path = "web/gm/new_game.html")]
pub struct Page {
    frame: Frame,
    page: NewGamePage,
    typed: Typed,
    faults: Vec<Fault>,
}

impl Page {
    /// What is wrong in a field.
    fn faults_of(&self, field: &str) -> Vec<&str> {
        let of_field = self.faults.iter().filter(|fault| fault.field == field);
        of_field.map(|fault| fault.why.as_str()).collect()
    }

    /// What is wrong with the name or address of a side's player.
    fn player_faults(&self, what: &str, side: &Side) -> Vec<&str> {
        self.faults_of(&format!("{what}.{}", side.id))
    }

    /// The name or address of a side's player as it was typed.
    fn player_text(&self, what: &str, side: &Side) -> &str {
        self.typed.text(&format!("{what}.{}", side.id))
    }

    /// What is wrong with the reading of a switch.
    fn faults_of_switch(&self, switch: &Switch) -> Vec<&str> {
        self.faults_of(&format!("{SWITCH}{}", switch.id))
    }

    /// The reading of a switch that is chosen: the one that was typed, where it is one.
    fn chosen<'a>(&'a self, switch: &'a Switch) -> &'a str {
        let typed = self.typed.get(&format!("{SWITCH}{}", switch.id));
        let known = typed.filter(|typed| switch.readings.iter().any(|reading| reading.word == *typed));
        known.unwrap_or(&switch.in_force)
    }

    /// What is wrong and stands beside no field of the form.
    fn others(&self) -> Vec<&Fault> {
        let is_switch = |field: &str| {
            let id = field.strip_prefix(SWITCH);
            id.is_some_and(|id| self.page.switches.iter().any(|switch| switch.id == id))
        };
        let sides = |field: &str| {
            self.page.sides.iter().any(|side| {
                field.strip_prefix("name.").or_else(|| field.strip_prefix("email.")) == Some(side.id.as_str())
            })
        };
        self.faults
            .iter()
            .filter(|fault| !FIELDS.contains(&fault.field.as_str()))
            .filter(|fault| !sides(&fault.field) && !is_switch(&fault.field))
            .collect()
    }
}

/// Fields of the form, but the players'.
const FIELDS: [&str; 11] = [
    "slug",
    "title",
    "players",
    "pentade_days",
    "at",
    "zone",
    "grace_hours",
    "reminders",
    "days_off",
    "answer_days",
    "scenario",
];

async fn choice(app: &App, member: &Member, refused: Option<String>) -> Result<Response, WebError> {
    let may_begin = app.desk.may_begin(member.id()).await?;
    let status = match (may_begin, refused.is_some()) {
        (false, _) => StatusCode::FORBIDDEN,
        (true, true) => StatusCode::UNPROCESSABLE_ENTITY,
        (true, false) => StatusCode::OK,
    };
    let offers = if may_begin { app.desk.offers() } else { Vec::new() };
    let frame = member.visitor.frame(Part::Gm).await?;
    Ok((status, ChoicePage { frame, offers, may_begin, refused }).into_response())
}

/// `GET /gm/new`
pub async fn choose(State(app): State<App>, member: Member) -> Result<Response, WebError> {
    choice(&app, &member, None).await
}

/// `GET /gm/new/{kind}/{scenario}`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path((kind, scenario)): Path<(String, String)>,
) -> Result<Response, WebError> {
    let page = app.desk.new_game_page(member.id(), &kind, &scenario).await?;
    let typed = Typed::new(typed_of(&page.usual));
    form(&member, page, typed, Vec::new()).await
}

async fn form(
    member: &Member,
    page: NewGamePage,
    typed: Typed,
    faults: Vec<Fault>,
) -> Result<Response, WebError> {
    let status = if faults.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    let frame = member.visitor.frame(Part::Gm).await?;
    Ok((status, Page { frame, page, typed, faults }).into_response())
}

/// `POST /gm/new/{kind}/{scenario}`
pub async fn begin(
    State(app): State<App>,
    member: Member,
    Path((kind, scenario)): Path<(String, String)>,
    Form(fields): Form<Vec<(String, String)>>,
) -> Result<Response, WebError> {
    let page = app.desk.new_game_page(member.id(), &kind, &scenario).await?;
    let typed = Typed::new(fields);
    let file = match GameFile::typed(&kind, &scenario, &typed) {
        Ok(file) => file,
        Err(faults) => return form(&member, page, typed, faults).await,
    };
    match app.desk.begin_game(member.id(), &file).await? {
        Ok(()) => {
            member.visitor.tell(format!("{} has begun; its players are written to.", file.title)).await?;
            Ok(Redirect::to(&format!("/gm/g/{}", file.slug)).into_response())
        }
        Err(faults) => form(&member, page, typed, faults).await,
    }
}

/// `POST /gm/new`: the form filled in from a file, to be looked over.
pub async fn from_file(
    State(app): State<App>,
    member: Member,
    mut sent: Multipart,
) -> Result<Response, WebError> {
    let bad = |error: axum::extract::multipart::MultipartError| WebError::BadForm(error.body_text());
    let mut text = None;
    while let Some(field) = sent.next_field().await.map_err(bad)? {
        if field.name() == Some("file") {
            text = Some(field.text().await.map_err(bad)?);
        }
    }
    let text = text.unwrap_or_default();
    let file = match GameFile::read(&text) {
        Ok(file) => file,
        Err(fault) => return choice(&app, &member, Some(fault.why)).await,
    };
    let page = match app.desk.new_game_page(member.id(), &file.kind, &file.scenario).await {
        Ok(page) => page,
        Err(crate::desk::DeskError::NotFound(what)) => {
            return choice(&app, &member, Some(format!("there is no {what}"))).await;
        }
        Err(error) => return Err(error.into()),
    };
    let faults = app.desk.faults_of_file(member.id(), &file).await?;
    form(&member, page, Typed::new(typed_of(&file)), faults).await
}
