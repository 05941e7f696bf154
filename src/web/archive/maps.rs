//! Maps as files of their own.

use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use super::Revision;
use crate::postal::chronicle::Reader;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::map::{Place, draw};
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

async fn file(
    app: &App,
    visitor: &Visitor,
    slug: &str,
    turn: Option<(i32, Option<i32>)>,
) -> Result<Response, WebError> {
    let picture = app.desk.picture_of(visitor.id(), slug, turn, &Reader::Public).await?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], draw(&picture, Place::File)?).into_response())
}
