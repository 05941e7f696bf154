//! A published correction with what differs for one side.

use axum::extract::{Path, Query, State};

use super::Which;
use crate::postal::chronicle::Reader;
use crate::web::App;
use crate::web::archive::corrections::Page;
use crate::web::error::WebError;
use crate::web::frame::Part;
use crate::web::visitor::Member;

/// `GET /g/{slug}/my/corrections/{id}`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path((slug, id)): Path<(String, i64)>,
    Query(which): Query<Which>,
) -> Result<Page, WebError> {
    let side = which.side(&app, &member, &slug).await?;
    let page = app.desk.correction(Some(member.id()), &slug, id, &Reader::Side(side)).await?;
    Ok(Page::new(member.visitor.frame(Part::My).await?, page))
}
