//! What a player answers in the middle of a pentade.

use axum::Form;
use axum::extract::{Path, Query, State};
use axum::response::Redirect;

use super::Which;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::visitor::Member;

/// `POST /g/{slug}/my/votes`: a field for each question; those left empty stay open.
pub async fn send(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Query(which): Query<Which>,
    Form(filled): Form<Vec<(String, String)>>,
) -> Result<Redirect, WebError> {
    let side = which.side(&app, &member, &slug).await?;
    let given: Vec<(String, String)> = filled.into_iter().filter(|(_, answer)| !answer.is_empty()).collect();
    app.desk.vote(member.id(), &slug, &side, &given).await?;
    member
        .visitor
        .tell("Your answer is kept. Until all have answered you may be asked for nothing more.")
        .await?;
    Ok(Redirect::to(&format!("/g/{slug}/my?side={side}")))
}
