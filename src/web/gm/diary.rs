//! The audit of a game, by kind of act and by person.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, Query, State};
use serde::Deserialize;

use crate::desk::diary::{DiaryPage, Wanted};
use crate::desk::views::AccountId;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/gm/diary.html")]
pub struct Page {
    frame: Frame,
    page: DiaryPage,
    action: String,
    who: String,
}

impl Page {
    /// The address of older rows.
    fn older(&self, before: &i64) -> String {
        let (slug, action, who) = (&self.page.game.slug, &self.action, &self.who);
        format!("/gm/g/{slug}/audit?action={action}&who={who}&before={before}")
    }
}

/// What is looked for; empty for all.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Sought {
    #[serde(default)]
    action: String,
    #[serde(default)]
    who: String,
    before: Option<i64>,
}

/// `GET /gm/g/{slug}/audit`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Query(sought): Query<Sought>,
) -> Result<Page, WebError> {
    let who = match sought.who.as_str() {
        "" => None,
        id => Some(id.parse().map(AccountId).map_err(|_| WebError::BadForm(format!("{id:?} is nobody")))?),
    };
    let action = Some(sought.action.clone()).filter(|action| !action.is_empty());
    let wanted = Wanted { action, who, before: sought.before };
    let page = app.desk.diary(member.id(), &slug, &wanted).await?;
    // A kind that is in the list is a word of ours: what else was asked for finds nothing, and is not shown again.
    let action =
        if page.actions.iter().any(|(one, _)| *one == sought.action) { sought.action } else { String::new() };
    Ok(Page { frame: member.visitor.frame(Part::Gm).await?, page, action, who: sought.who })
}
