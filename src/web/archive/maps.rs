//! Maps as files of their own: SVG, and PNG for programs that show no SVG.

use std::sync::LazyLock;

use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use tokio::sync::Semaphore;

use super::found::or_near;
use super::map::{Asked, not_there};
use crate::desk::views::MapPage;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::map::{PNG_WIDTH, Place, draw_as, png_as};
use crate::web::visitor::Visitor;

/// `GET /g/{slug}/map.svg`
pub async fn current(
    State(app): State<App>,
    visitor: Visitor,
    Path(slug): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<Response, WebError> {
    file(&app, &visitor, &slug, None, asked).await
}

/// `GET /g/{slug}/{first_year}/map.svg`
pub async fn after(
    State(app): State<App>,
    visitor: Visitor,
    Path((slug, first_year)): Path<(String, i32)>,
    Query(asked): Query<Asked>,
) -> Result<Response, WebError> {
    file(&app, &visitor, &slug, Some((first_year, asked.revision)), asked).await
}

/// `GET /g/{slug}/{first_year}/before.svg`: the map with which a pentade began.
pub async fn before(
    State(app): State<App>,
    visitor: Visitor,
    Path((slug, first_year)): Path<(String, i32)>,
    Query(asked): Query<Asked>,
) -> Result<Response, WebError> {
    let page = found(&app, &visitor, &slug, Some((first_year, asked.revision)), &asked).await?;
    let picture = page.before.ok_or_else(|| WebError::NotFound(format!("map before {first_year}")))?;
    Ok(svg(draw_as(&picture, None, &Place::File, &asked.look())?))
}

/// PNGs drawn at once: each takes a processor for a while.
static DRAWING: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(2));

/// `GET /g/{slug}/map.png`
pub async fn current_png(
    State(app): State<App>,
    visitor: Visitor,
    Path(slug): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<Response, WebError> {
    png_file(&app, &visitor, &slug, None, asked).await
}

/// `GET /g/{slug}/{first_year}/map.png`
pub async fn after_png(
    State(app): State<App>,
    visitor: Visitor,
    Path((slug, first_year)): Path<(String, i32)>,
    Query(asked): Query<Asked>,
) -> Result<Response, WebError> {
    png_file(&app, &visitor, &slug, Some((first_year, asked.revision)), asked).await
}

/// A year of a pentade and a revision; none for the map as it is now.
type Turn = Option<(i32, Option<i32>)>;

/// The map, if it has all that is asked for.
async fn found(
    app: &App,
    visitor: &Visitor,
    slug: &str,
    turn: Turn,
    asked: &Asked,
) -> Result<MapPage, WebError> {
    let page = or_near(app, visitor, slug, app.desk.map_page(slug, turn).await).await?;
    let checked = asked.look().check(&page.picture, page.before.as_ref());
    checked.map_err(|fault| not_there(slug, asked, fault))?;
    Ok(page)
}

async fn png_file(
    app: &App,
    visitor: &Visitor,
    slug: &str,
    turn: Turn,
    asked: Asked,
) -> Result<Response, WebError> {
    let page = found(app, visitor, slug, turn, &asked).await?;
    let _turn = DRAWING.acquire().await;
    let look = asked.look();
    let draw = move || png_as(&page.picture, page.before.as_ref(), &look, PNG_WIDTH);
    let drawn = tokio::task::spawn_blocking(draw).await;
    let bytes = drawn.map_err(|error| WebError::Drawing(error.to_string()))?;
    let bytes = bytes.map_err(|error| WebError::Drawing(error.to_string()))?;
    Ok(([(CONTENT_TYPE, "image/png")], bytes).into_response())
}

async fn file(
    app: &App,
    visitor: &Visitor,
    slug: &str,
    turn: Turn,
    asked: Asked,
) -> Result<Response, WebError> {
    let page = found(app, visitor, slug, turn, &asked).await?;
    let drawn = draw_as(&page.picture, page.before.as_ref(), &Place::File, &asked.look())?;
    Ok(svg(drawn))
}

fn svg(drawn: String) -> Response {
    ([(CONTENT_TYPE, "image/svg+xml")], drawn).into_response()
}
