//! How a game reads the switches of its rules.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, State};

use super::found::or_near;
use crate::desk::views::ReadingsPage;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Visitor;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/archive/readings.html")]
pub struct Page {
    frame: Frame,
    page: ReadingsPage,
}

/// `GET /g/{slug}/rules`
pub async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(slug): Path<String>,
) -> Result<Page, WebError> {
    let found = app.desk.readings(&slug).await;
    let page = or_near(&app, &visitor, &slug, found).await?;
    Ok(Page { frame: visitor.frame(Part::Archive).await?, page })
}
