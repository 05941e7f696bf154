//! A player says that he is ready.

use axum::Form;
use axum::extract::{Path, Query, State};
use axum::response::Redirect;
use serde::Deserialize;

use super::Which;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::visitor::Member;

/// The button pressed.
#[derive(Deserialize)]
pub struct Said {
    ready: String,
}

/// `POST /g/{slug}/my/ready`
pub async fn say(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Query(which): Query<Which>,
    Form(said): Form<Said>,
) -> Result<Redirect, WebError> {
    let side = which.side(&app, &member, &slug).await?;
    let told = app.desk.set_ready(member.id(), &slug, &side, said.ready == "yes").await?;
    member.visitor.tell(told).await?;
    Ok(Redirect::to(&format!("/g/{slug}/my?side={side}")))
}
