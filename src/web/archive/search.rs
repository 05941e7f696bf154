//! Names and events of a game that hold some words.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, Query, State};
use serde::Deserialize;

use super::found::or_near;
use crate::desk::views::Found;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Visitor;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/archive/search.html")]
pub struct Page {
    frame: Frame,
    found: Found,
}

impl Page {
    fn has_asked(&self) -> bool {
        self.found.sought.chars().count() > 1
    }

    fn has_names(&self) -> bool {
        !(self.found.areas.is_empty() && self.found.sides.is_empty() && self.found.rulers.is_empty())
    }
}

/// What is sought.
#[derive(Debug, Deserialize)]
pub struct Asked {
    /// Words.
    #[serde(default)]
    q: String,
}

/// `GET /g/{slug}/search`
pub async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(slug): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<Page, WebError> {
    let found = or_near(&app, &visitor, &slug, app.desk.search(&slug, &asked.q).await).await?;
    Ok(Page { frame: visitor.frame(Part::Archive).await?, found })
}
