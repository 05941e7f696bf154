//! Every game the signed-in person runs, on one screen.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Query, State};
use axum::response::Redirect;
use serde::Deserialize;

use crate::desk::screen::{GameOnScreen, Way};
use crate::desk::views::{GmRole, PentadeState};
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/gm/games.html")]
pub struct Page {
    frame: Frame,
    games: Vec<GameOnScreen>,
    is_operator: bool,
    may_begin: bool,
}

impl Page {
    /// How many games want the reader.
    fn wanting(&self) -> usize {
        self.games.iter().filter(|one| !one.wants.is_empty()).count()
    }
}

/// `GET /gm`
pub async fn show(State(app): State<App>, member: Member) -> Result<Page, WebError> {
    let games = app.desk.screen(member.id()).await?;
    let is_operator = app.desk.is_operator(member.id()).await?;
    let may_begin = app.desk.may_begin(member.id()).await?;
    Ok(Page { frame: member.visitor.frame(Part::Gm).await?, games, is_operator, may_begin })
}

/// Where the reader is.
#[derive(Deserialize)]
pub struct Here {
    #[serde(default)]
    game: String,
}

/// `GET /gm/next`: to what is most pressing in the next game that wants the reader.
pub async fn next(
    State(app): State<App>,
    member: Member,
    Query(here): Query<Here>,
) -> Result<Redirect, WebError> {
    lead(&app, &member, &here, Way::Onward).await
}

/// `GET /gm/previous`
pub async fn previous(
    State(app): State<App>,
    member: Member,
    Query(here): Query<Here>,
) -> Result<Redirect, WebError> {
    lead(&app, &member, &here, Way::Back).await
}

async fn lead(app: &App, member: &Member, here: &Here, way: Way) -> Result<Redirect, WebError> {
    let Some(other) = app.desk.wanting(member.id(), &here.game, way).await? else {
        member.visitor.tell("No other game wants you.").await?;
        return Ok(Redirect::to("/gm"));
    };
    let place = other.wants.first().map_or("", |want| want.words().1);
    Ok(Redirect::to(&format!("/gm/g/{}{place}", other.game.slug)))
}
