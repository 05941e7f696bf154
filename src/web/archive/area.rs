//! The page of one area: what it has gone through, for anyone.

use axum::extract::{Path, State};

use super::found::or_near;
use super::history::Page;
use super::map::encoded;
use crate::postal::document::Lookup;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::visitor::Visitor;

/// `GET /g/{slug}/areas/{area}`
pub async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path((slug, area)): Path<(String, String)>,
) -> Result<Page, WebError> {
    let found = app.desk.history(visitor.id(), &slug, &area, None).await;
    let (title, told) = or_near(&app, &visitor, &slug, found).await?;
    if let Lookup::Unknown(near) = &told {
        let near = near.iter().map(|name| (name.clone(), format!("/g/{slug}/areas/{}", encoded(name))));
        return Err(WebError::NotQuite { what: format!("area {area}"), near: near.collect() });
    }
    Page::new(&visitor, slug, (title, area), None, told).await
}
