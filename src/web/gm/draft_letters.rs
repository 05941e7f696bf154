//! The letters of a draft, before they go out.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, State};
use axum::response::Redirect;

use crate::desk::views::{DraftLetter, DraftLettersPage};
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::Frame;
use crate::web::visitor::Member;

/// The list.
#[derive(Template, WebTemplate)]
#[template(path = "web/gm/draft_letters.html")]
pub struct Page {
    frame: Frame,
    page: DraftLettersPage,
}

impl Page {
    fn held(&self) -> usize {
        self.page.rows.iter().filter(|row| row.is_held).count()
    }
}

/// `GET /gm/g/{slug}/draft/letters`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
) -> Result<Page, WebError> {
    let page = app.desk.draft_letters(member.id(), &slug).await?;
    Ok(Page { frame: member.desk_frame(&app, &slug).await?, page })
}

/// One letter.
#[derive(Template, WebTemplate)]
#[template(path = "web/gm/draft_letter.html")]
pub struct One {
    frame: Frame,
    slug: String,
    letter: DraftLetter,
}

/// `GET /gm/g/{slug}/draft/letters/{key}`
pub async fn one(
    State(app): State<App>,
    member: Member,
    Path((slug, key)): Path<(String, String)>,
) -> Result<One, WebError> {
    let letter = app.desk.draft_letter(member.id(), &slug, &key).await?;
    Ok(One { frame: member.desk_frame(&app, &slug).await?, slug, letter })
}

/// `POST /gm/g/{slug}/draft/letters/{key}/{act}`: `hold` or `release`.
pub async fn decide(
    State(app): State<App>,
    member: Member,
    Path((slug, key, act)): Path<(String, String, String)>,
) -> Result<Redirect, WebError> {
    let holds = match act.as_str() {
        "hold" => true,
        "release" => false,
        other => return Err(WebError::NotFound(format!("way to do {other} with a letter"))),
    };
    app.desk.hold_draft_letter(member.id(), &slug, &key, holds).await?;
    let told = match holds {
        true => {
            "The letter will be held back. After publishing it waits among the dead letters until you let it go."
        }
        false => "The letter goes out with the others.",
    };
    member.visitor.tell(told).await?;
    Ok(Redirect::to(&format!("/gm/g/{slug}/draft/letters")))
}
