//! Every game the signed-in person runs, on one screen.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::State;

use crate::desk::screen::GameOnScreen;
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
