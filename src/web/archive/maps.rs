//! Maps as files of their own: SVG, and PNG for programs that show no SVG.

use std::sync::LazyLock;

use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use tokio::sync::Semaphore;

use super::Revision;
use crate::postal::chronicle::Reader;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::map::{PNG_WIDTH, Place, draw, png};
use crate::web::visitor::Visitor;

/// `GET /g/{slug}/map.svg`
pub async fn current(
    State(app): State<App>,
    visitor: Visitor,
    Path(slug): Path<String>,
) -> Result<Response, WebError> {
    file(&app, &visitor, &slug, None).await
}

/// `GET /g/{slug}/{first_year}/map.svg`
pub async fn after(
    State(app): State<App>,
    visitor: Visitor,
    Path((slug, first_year)): Path<(String, i32)>,
    Query(which): Query<Revision>,
) -> Result<Response, WebError> {
    file(&app, &visitor, &slug, Some((first_year, which.revision))).await
}

/// PNGs drawn at once: each takes a processor for a while.
static DRAWING: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(2));

/// `GET /g/{slug}/map.png`
pub async fn current_png(
    State(app): State<App>,
    visitor: Visitor,
    Path(slug): Path<String>,
) -> Result<Response, WebError> {
    png_file(&app, &visitor, &slug, None).await
}

/// `GET /g/{slug}/{first_year}/map.png`
pub async fn after_png(
    State(app): State<App>,
    visitor: Visitor,
    Path((slug, first_year)): Path<(String, i32)>,
    Query(which): Query<Revision>,
) -> Result<Response, WebError> {
    png_file(&app, &visitor, &slug, Some((first_year, which.revision))).await
}

async fn png_file(
    app: &App,
    visitor: &Visitor,
    slug: &str,
    turn: Option<(i32, Option<i32>)>,
) -> Result<Response, WebError> {
    let picture = app.desk.picture_of(visitor.id(), slug, turn, &Reader::Public).await?;
    let _turn = DRAWING.acquire().await;
    let drawn = tokio::task::spawn_blocking(move || png(&picture, PNG_WIDTH)).await;
    let bytes = drawn.map_err(|error| WebError::Drawing(error.to_string()))?;
    let bytes = bytes.map_err(|error| WebError::Drawing(error.to_string()))?;
    Ok(([(CONTENT_TYPE, "image/png")], bytes).into_response())
}

async fn file(
    app: &App,
    visitor: &Visitor,
    slug: &str,
    turn: Option<(i32, Option<i32>)>,
) -> Result<Response, WebError> {
    let picture = app.desk.picture_of(visitor.id(), slug, turn, &Reader::Public).await?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], draw(&picture, Place::File)?).into_response())
}
