//! Letters of ours that did not arrive, may have arrived twice, or are held back.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Redirect, Response};

use crate::desk::dead_letters::DeadAct;
use crate::desk::views::DeadLettersPage;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::Frame;
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/gm/dead_letters.html")]
pub struct Page {
    frame: Frame,
    page: DeadLettersPage,
}

/// `GET /gm/g/{slug}/dead-letters`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
) -> Result<Page, WebError> {
    let page = app.desk.dead_letters(member.id(), &slug).await?;
    Ok(Page { frame: member.desk_frame(&app, &slug).await?, page })
}

/// `GET /gm/g/{slug}/dead-letters/{id}/raw`: the letter byte by byte.
pub async fn raw(
    State(app): State<App>,
    member: Member,
    Path((slug, id)): Path<(String, i64)>,
) -> Result<Response, WebError> {
    let raw = app.desk.raw_post(member.id(), &slug, id).await?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], raw).into_response())
}

/// `POST /gm/g/{slug}/dead-letters/{id}/{act}`: `again`, `done`, `hold`, `release`.
pub async fn decide(
    State(app): State<App>,
    member: Member,
    Path((slug, id, act)): Path<(String, i64, String)>,
) -> Result<Redirect, WebError> {
    let (act, words) = match act.as_str() {
        "again" => (DeadAct::Again, "The letter is sent again."),
        "done" => (DeadAct::Done, "The letter is off the list."),
        "hold" => (DeadAct::Hold, "The letter is held back."),
        "release" => (DeadAct::Release, "The letter goes out."),
        other => return Err(WebError::NotFound(format!("way to do {other} with a letter"))),
    };
    app.desk.decide_dead_letter(member.id(), &slug, id, act).await?;
    member.visitor.tell(words).await?;
    Ok(Redirect::to(&format!("/gm/g/{slug}/dead-letters")))
}
