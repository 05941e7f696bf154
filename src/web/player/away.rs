//! Away: days, who stands in, and giving the seat up.

use askama::Template;
use askama_web::WebTemplate;
use axum::Form;
use axum::extract::{Path, Query, State};
use axum::response::Redirect;
use serde::Deserialize;

use super::Which;
use crate::desk::commands::AwayPage;
use crate::postal::chronicle::SideId;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/player/away.html")]
pub struct Page {
    frame: Frame,
    slug: String,
    side: SideId,
    page: AwayPage,
}

/// `GET /g/{slug}/my/away`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Query(which): Query<Which>,
) -> Result<Page, WebError> {
    let side = which.side(&app, &member, &slug).await?;
    let page = app.desk.away_page(member.id(), &slug, &side).await?;
    Ok(Page { frame: member.visitor.frame(Part::My).await?, slug, side, page })
}

/// Two days; or that none are meant.
#[derive(Deserialize)]
pub struct Days {
    #[serde(default)]
    first: String,
    #[serde(default)]
    last: String,
    none: Option<String>,
}

/// `POST /g/{slug}/my/vacation`
pub async fn vacation(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Query(which): Query<Which>,
    Form(days): Form<Days>,
) -> Result<Redirect, WebError> {
    let side = which.side(&app, &member, &slug).await?;
    let named = days.none.is_none().then_some((days.first.as_str(), days.last.as_str()));
    let told = app.desk.set_vacation(member.id(), &slug, &side, named).await?;
    back(&member, &slug, &side, told).await
}

/// An address and a last day; or that nobody is meant.
#[derive(Deserialize)]
pub struct Named {
    #[serde(default)]
    email: String,
    #[serde(default)]
    last: String,
    none: Option<String>,
}

/// `POST /g/{slug}/my/stand-in`
pub async fn stand_in(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Query(which): Query<Which>,
    Form(named): Form<Named>,
) -> Result<Redirect, WebError> {
    let side = which.side(&app, &member, &slug).await?;
    let who = named.none.is_none().then_some((named.email.as_str(), named.last.as_str()));
    let told = app.desk.set_stand_in(member.id(), &slug, &side, who).await?;
    back(&member, &slug, &side, told).await
}

/// That it is meant.
#[derive(Deserialize)]
pub struct Sure {
    sure: Option<String>,
}

/// `POST /g/{slug}/my/resign`
pub async fn resign(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Query(which): Query<Which>,
    Form(sure): Form<Sure>,
) -> Result<Redirect, WebError> {
    let side = which.side(&app, &member, &slug).await?;
    if sure.sure.is_none() {
        let told = "Tick the box if you want to give your seat up: nothing was done.".to_owned();
        return back(&member, &slug, &side, told).await;
    }
    app.desk.resign(member.id(), &slug, &side).await?;
    member.visitor.tell("The seat is no longer yours. The GM has been told. Thank you for playing.").await?;
    Ok(Redirect::to("/my"))
}

async fn back(member: &Member, slug: &str, side: &SideId, told: String) -> Result<Redirect, WebError> {
    member.visitor.tell(told).await?;
    Ok(Redirect::to(&format!("/g/{slug}/my/away?side={side}")))
}
