//! A published pentade for the GM: the full chronicle, and at each entry the way to say that it is wrong.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, Query, State};

use super::filter::{Chronicle, Filter, item};
use crate::desk::views::GmTurnPage;
use crate::postal::document::Item;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::Frame;
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/gm/turn.html")]
pub struct Page {
    frame: Frame,
    page: GmTurnPage,
    chronicle: Chronicle,
    /// Where the form of the filter leads.
    action: String,
}

impl Page {
    fn item(&self, one: &Item) -> String {
        item(one)
    }

    /// Whether the shown revision is the one in force.
    fn is_in_force(&self) -> bool {
        self.page.revisions.first().is_none_or(|newest| newest.revision == self.page.turn.revision)
    }

    /// Where an entry is said to be wrong; nowhere when it cannot be put right.
    fn wrong(&self, nth: &usize) -> Option<String> {
        let (slug, year) = (&self.page.game.slug, self.page.turn.span.first_year);
        let correctable = self.frame.runs && self.page.too_old.is_none() && self.is_in_force();
        correctable.then(|| format!("/gm/g/{slug}/turns/{year}/amend?entry={nth}"))
    }
}

/// `GET /gm/g/{slug}/turns/{first_year}`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path((slug, first_year)): Path<(String, i32)>,
    Query(filter): Query<Filter>,
) -> Result<Page, WebError> {
    let mut page = app.desk.gm_turn(member.id(), &slug, (first_year, filter.revision)).await?;
    let entries = std::mem::take(&mut page.entries);
    let names = page.names.clone();
    let chronicle = Chronicle::new(entries, filter, |side| {
        names.iter().find(|(id, _)| id == side).map_or_else(|| side.to_string(), |(_, name)| name.clone())
    });
    let action = format!("/gm/g/{slug}/turns/{first_year}");
    Ok(Page { frame: member.desk_frame(&app, &slug).await?, page, chronicle, action })
}
