//! Every version of a sheet, and the differences between any two.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, Query, State};
use serde::Deserialize;

use super::Which;
use crate::desk::changes::changes;
use crate::desk::views::{Change, PlayerPage};
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Member;

/// Which two versions are compared, if any are.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Compared {
    #[serde(default)]
    from: Option<i32>,
    #[serde(default)]
    to: Option<i32>,
}

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/player/versions.html")]
pub struct Page {
    frame: Frame,
    page: PlayerPage,
    from: i32,
    to: i32,
    /// What differs between the two; none when there is nothing to compare.
    differences: Option<Vec<Change>>,
}

/// `GET /g/{slug}/my/sheets`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Query(which): Query<Which>,
    Query(compared): Query<Compared>,
) -> Result<Page, WebError> {
    let page = which.page(&app, &member, &slug).await?;
    let last = page.sent.first().map_or(0, |row| row.sheet.version);
    let to = compared.to.unwrap_or(last);
    let from = compared.from.unwrap_or(to - 1);
    let words = |version: i32| {
        let found = page.sent.iter().find(|row| row.sheet.version == version);
        found.map(|row| row.sheet.words.as_str()).or((version == 0).then_some(""))
    };
    let differences = match (words(from), words(to)) {
        _ if page.sent.is_empty() => None,
        (Some(from), Some(to)) => Some(changes(from, to)),
        _ => return Err(WebError::NotFound(format!("versions {from} and {to} of your orders"))),
    };
    Ok(Page { frame: member.visitor.frame(Part::My).await?, page, from, to, differences })
}
