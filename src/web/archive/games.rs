//! Every game.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::State;

use crate::desk::views::{GameCard, GameStatus, PentadeState};
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Visitor;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/archive/games.html")]
pub struct GamesPage {
    frame: Frame,
    played: Vec<GameCard>,
    over: Vec<GameCard>,
}

/// `GET /`
pub async fn show(State(app): State<App>, visitor: Visitor) -> Result<GamesPage, WebError> {
    let games = app.desk.games(visitor.id()).await?;
    let (over, played) =
        games.into_iter().partition(|game| matches!(game.status, GameStatus::Over | GameStatus::Archived));
    Ok(GamesPage { frame: visitor.frame(Part::Archive).await?, played, over })
}
