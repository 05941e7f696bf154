//! A letter we wrote, for the player it is about and for the GM.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, State};
use axum::response::Redirect;

use crate::desk::views::PostPage;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/player/post.html")]
pub struct Page {
    frame: Frame,
    slug: String,
    page: PostPage,
}

/// `POST /g/{slug}/post/{id}/again`: the letter once more.
pub async fn again(
    State(app): State<App>,
    member: Member,
    Path((slug, id)): Path<(String, i64)>,
) -> Result<Redirect, WebError> {
    app.desk.send_again(member.id(), &slug, id).await?;
    member.visitor.tell("The letter goes out once more.").await?;
    Ok(Redirect::to(&format!("/g/{slug}/post/{id}")))
}

/// `GET /g/{slug}/post/{id}`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path((slug, id)): Path<(String, i64)>,
) -> Result<Page, WebError> {
    let page = app.desk.post_page(member.id(), &slug, id).await?;
    Ok(Page { frame: member.visitor.frame(Part::My).await?, slug, page })
}
