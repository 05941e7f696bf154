//! Maps as files of their own.

use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

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
) -> Result<Response, WebError> {
    file(&app, &visitor, &slug, Some(first_year)).await
}

async fn file(app: &App, visitor: &Visitor, slug: &str, year: Option<i32>) -> Result<Response, WebError> {
    let picture = app.desk.picture(visitor.id(), slug, year, &Reader::Public).await?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], draw(&picture, Place::File)?).into_response())
}
