//! One version of what a player sent.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, Query, State};
use axum::response::Redirect;

use super::Which;
use crate::desk::views::{FormAnswer, PlayerPage, VersionRow};
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::sheet::{ComplaintView, complaints};
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/player/sent.html")]
pub struct Page {
    frame: Frame,
    page: PlayerPage,
    row: VersionRow,
    complaints: Vec<ComplaintView>,
}

impl Page {
    fn in_force(&self) -> bool {
        self.page.sent.first().is_some_and(|last| last.sheet.version == self.row.sheet.version)
    }
}

/// `GET /g/{slug}/my/sheets/{version}`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path((slug, version)): Path<(String, i32)>,
    Query(which): Query<Which>,
) -> Result<Page, WebError> {
    let page = which.page(&app, &member, &slug).await?;
    let row = page.sent.iter().find(|row| row.sheet.version == version).cloned();
    let row = row.ok_or_else(|| WebError::NotFound(format!("version {version} of your orders")))?;
    let complaints = complaints(&row.sheet);
    Ok(Page { frame: member.visitor.frame(Part::My).await?, page, row, complaints })
}

/// `POST /g/{slug}/my/sheets/{version}/back`: a former version is in force again, as a new one.
pub async fn bring_back(
    State(app): State<App>,
    member: Member,
    Path((slug, version)): Path<(String, i32)>,
    Query(which): Query<Which>,
) -> Result<Redirect, WebError> {
    let side = which.side(&app, &member, &slug).await?;
    let words = match app.desk.bring_back(member.id(), &slug, &side, version).await? {
        FormAnswer::Taken(sheet) => {
            format!("Version {version} is in force again, as version {}.", sheet.version)
        }
        FormAnswer::Late => {
            "Too late: orders of that pentade are closed, and nothing has changed.".to_owned()
        }
    };
    member.visitor.tell(&words).await?;
    Ok(Redirect::to(&format!("/g/{slug}/my/sheets?side={side}")))
}
