//! The player's own address for a game.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, Query, State};
use axum::response::Redirect;

use super::Which;
use crate::postal::chronicle::SideId;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/player/reply_address.html")]
pub struct Page {
    frame: Frame,
    slug: String,
    side: SideId,
    address: String,
}

/// `GET /g/{slug}/my/reply-address`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Query(which): Query<Which>,
) -> Result<Page, WebError> {
    let side = which.side(&app, &member, &slug).await?;
    let address = app.desk.my_reply_address(member.id(), &slug, &side).await?;
    Ok(Page { frame: member.visitor.frame(Part::My).await?, slug, side, address })
}

/// `POST /g/{slug}/my/reply-address`: a new one; the former proves nothing any more.
pub async fn renew(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Query(which): Query<Which>,
) -> Result<Redirect, WebError> {
    let side = which.side(&app, &member, &slug).await?;
    app.desk.renew_reply_address(member.id(), &slug, &side).await?;
    member
        .visitor
        .tell("You have a new address. Letters to the former one are asked about from now on.")
        .await?;
    Ok(Redirect::to(&format!("/g/{slug}/my/reply-address?side={side}")))
}
