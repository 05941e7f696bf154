//! The archive as JSON, with an OpenAPI document that describes it.
//!
//! Everything is what anyone may read; who asks decides only whether he sees a game for its members alone.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::found::{NotHere, or_near};
use crate::desk::views::{GameCard, TurnRow, When};
use crate::postal::chronicle::TurnEntry;
use crate::postal::document::words;
use crate::postal::game::Span;
use crate::postal::standing::Standing;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::visitor::Visitor;

const DOCUMENT: &str = include_str!("../../../static/openapi.json");

/// `GET /api/openapi.json`
pub async fn document() -> Response {
    ([(CONTENT_TYPE, "application/json")], DOCUMENT).into_response()
}

/// A game.
#[derive(Serialize)]
pub struct Game {
    slug: String,
    title: String,
    kind: String,
    status: &'static str,
    first_year: i32,
    last_year: i32,
    state: &'static str,
    deadline: String,
    published: u32,
}

impl From<GameCard> for Game {
    fn from(card: GameCard) -> Self {
        Self {
            status: card.status.as_str(),
            first_year: card.span.first_year,
            last_year: card.span.last_year,
            state: card.state.as_str(),
            deadline: card.deadline.at.to_string(),
            published: card.published,
            slug: card.slug,
            title: card.title,
            kind: card.kind,
        }
    }
}

/// `GET /api/games`
pub async fn games(State(app): State<App>, visitor: Visitor) -> Result<Json<Vec<Game>>, WebError> {
    let games = app.desk.games(visitor.id()).await?;
    Ok(Json(games.into_iter().map(Game::from).collect()))
}

/// A game with its pentades and how its sides stand.
#[derive(Serialize)]
pub struct GameInFull {
    #[serde(flatten)]
    game: Game,
    pentades: Vec<Pentade>,
    standings: Vec<Stood>,
}

/// A published pentade.
#[derive(Serialize)]
pub struct Pentade {
    first_year: i32,
    last_year: i32,
    revision: i32,
    published_at: String,
}

impl Pentade {
    fn of(span: Span, revision: i32, published_at: &When) -> Self {
        Self {
            first_year: span.first_year,
            last_year: span.last_year,
            revision,
            published_at: published_at.at.to_string(),
        }
    }
}

/// How a side stands.
#[derive(Serialize)]
pub struct Stood {
    side: String,
    name: String,
    ruler: String,
    since: Option<i32>,
    figures: Vec<StoodFigure>,
}

/// One figure of it.
#[derive(Serialize)]
pub struct StoodFigure {
    name: String,
    hundredths: i32,
    words: String,
}

impl From<&Standing> for Stood {
    fn from(standing: &Standing) -> Self {
        let figures = standing.figures.iter().map(|figure| StoodFigure {
            name: figure.name.clone(),
            hundredths: figure.hundredths,
            words: figure.words.clone(),
        });
        Self {
            side: standing.side.to_string(),
            name: standing.name.clone(),
            ruler: standing.ruler.clone(),
            since: standing.since,
            figures: figures.collect(),
        }
    }
}

/// `GET /api/games/{slug}`
pub async fn game(
    State(app): State<App>,
    visitor: Visitor,
    Path(slug): Path<String>,
) -> Result<Json<GameInFull>, WebError> {
    let page = or_near(&app, &visitor, &slug, app.desk.game(None, &slug).await).await?;
    let standings = app.desk.standings(&slug).await?;
    let pentade = |turn: &TurnRow| Pentade::of(turn.span, turn.revision, &turn.published_at);
    Ok(Json(GameInFull {
        game: page.game.into(),
        pentades: page.turns.iter().rev().map(pentade).collect(),
        standings: standings.iter().map(Stood::from).collect(),
    }))
}

/// A pentade with its chronicle.
#[derive(Serialize)]
pub struct PentadeInFull {
    #[serde(flatten)]
    pentade: Pentade,
    entries: Vec<Event>,
    standings: Vec<Stood>,
}

/// One thing that happened.
#[derive(Serialize)]
pub struct Event {
    year: Option<i32>,
    words: String,
    details: Vec<String>,
    rules: Vec<String>,
    sides: Vec<String>,
    places: Vec<String>,
    headline: bool,
    subject: Option<&'static str>,
}

impl From<&TurnEntry> for Event {
    fn from(entry: &TurnEntry) -> Self {
        Self {
            year: entry.year,
            words: words(&entry.item.spans),
            details: entry.item.details.iter().map(|line| words(line)).collect(),
            rules: entry.rules.iter().map(ToString::to_string).collect(),
            sides: entry.sides.iter().map(ToString::to_string).collect(),
            places: entry.places.iter().map(|(id, _)| id.clone()).collect(),
            headline: entry.is_headline,
            subject: entry.subject,
        }
    }
}

/// `GET /api/games/{slug}/pentades/{first_year}`
pub async fn pentade(
    State(app): State<App>,
    visitor: Visitor,
    Path((slug, first_year)): Path<(String, String)>,
) -> Result<Json<PentadeInFull>, WebError> {
    let found = match first_year.parse() {
        Ok(year) => or_near(&app, &visitor, &slug, app.desk.past_of(&slug, year).await).await?,
        Err(_) => None,
    };
    let Some((turn, standings)) = found else {
        return Err(NotHere::Year(first_year).told(&app, &visitor, &slug).await?);
    };
    Ok(Json(PentadeInFull {
        pentade: Pentade::of(turn.span, turn.revision, &turn.published_at),
        entries: turn.entries.iter().map(Event::from).collect(),
        standings: standings.iter().map(Stood::from).collect(),
    }))
}

/// How the sides stood at one moment.
#[derive(Serialize)]
pub struct StoodThen {
    before: i32,
    standings: Vec<Stood>,
}

/// `GET /api/games/{slug}/standings`
pub async fn standings(
    State(app): State<App>,
    visitor: Visitor,
    Path(slug): Path<String>,
) -> Result<Json<Vec<StoodThen>>, WebError> {
    let moments = or_near(&app, &visitor, &slug, app.desk.moments(&slug).await).await?;
    let then = |(before, standings): &(i32, Vec<Standing>)| StoodThen {
        before: *before,
        standings: standings.iter().map(Stood::from).collect(),
    };
    Ok(Json(moments.moments.iter().map(then).collect()))
}
