//! Who waits for a seat, and seats that the GM plays himself.

use axum::Form;
use axum::extract::{Path, State};
use axum::response::Redirect;
use serde::Deserialize;

use crate::postal::chronicle::SideId;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::visitor::Member;

/// Somebody who wants to play.
#[derive(Deserialize)]
pub struct Person {
    name: String,
    email: String,
    #[serde(default)]
    note: String,
}

/// `POST /gm/g/{slug}/waiting-list`
pub async fn add(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Form(person): Form<Person>,
) -> Result<Redirect, WebError> {
    let told = (person.name.as_str(), person.email.as_str(), person.note.as_str());
    app.desk.add_waiting(member.id(), &slug, told).await?;
    back(&member, &slug, format!("{} is on the waiting list.", person.name.trim())).await
}

/// `POST /gm/g/{slug}/waiting-list/{id}/end`
pub async fn end(
    State(app): State<App>,
    member: Member,
    Path((slug, id)): Path<(String, i64)>,
) -> Result<Redirect, WebError> {
    app.desk.end_waiting(member.id(), &slug, id).await?;
    back(&member, &slug, "Taken off the waiting list.".to_owned()).await
}

/// A side, and whether the GM wants it.
#[derive(Deserialize)]
pub struct Adoption {
    side: String,
    adopts: String,
}

/// `POST /gm/g/{slug}/adopt`
pub async fn adopt(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Form(filled): Form<Adoption>,
) -> Result<Redirect, WebError> {
    let adopts = filled.adopts == "yes";
    app.desk.adopt(member.id(), &slug, &SideId::new(&filled.side), adopts).await?;
    let told = if adopts { "It is yours, until you leave it or give it away." } else { "The seat is free." };
    back(&member, &slug, told.to_owned()).await
}

async fn back(member: &Member, slug: &str, told: String) -> Result<Redirect, WebError> {
    member.visitor.tell(told).await?;
    Ok(Redirect::to(&format!("/gm/g/{slug}#seats")))
}
