//! The files from which a published pentade can be checked: the GM’s, which holds every side’s orders, and everyone’s.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_DISPOSITION;
use axum::response::{IntoResponse, Response};

use super::Revision;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::visitor::Member;

/// `GET /g/{slug}/{first_year}/bundle.json`
pub async fn load(
    State(app): State<App>,
    member: Member,
    Path((slug, first_year)): Path<(String, i32)>,
    Query(which): Query<Revision>,
) -> Result<Response, WebError> {
    let bundle = app.desk.bundle_of(member.id(), &slug, (first_year, which.revision)).await?;
    let name = format!("attachment; filename=\"{}-{}.json\"", bundle.slug, bundle.first_year);
    Ok(([(CONTENT_DISPOSITION, name)], Json(bundle)).into_response())
}

/// `GET /g/{slug}/{first_year}/public-bundle.json`
pub async fn load_public(
    State(app): State<App>,
    Path((slug, first_year)): Path<(String, i32)>,
    Query(which): Query<Revision>,
) -> Result<Response, WebError> {
    let bundle = app.desk.public_bundle(&slug, (first_year, which.revision)).await?;
    let name = format!("attachment; filename=\"{}-{}-public.json\"", bundle.slug, bundle.first_year);
    Ok(([(CONTENT_DISPOSITION, name)], Json(bundle)).into_response())
}
