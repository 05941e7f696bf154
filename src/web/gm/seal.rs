//! The buttons of a GM who plays too: seal, take the seal back, open the orders of others.

use axum::extract::{Path, State};
use axum::response::Redirect;

use crate::web::App;
use crate::web::error::WebError;
use crate::web::visitor::Member;

/// `POST /gm/g/{slug}/seal`
pub async fn seal(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
) -> Result<Redirect, WebError> {
    let hash = app.desk.seal_orders(member.id(), &slug).await?;
    back(&member, &slug, format!("Your orders are sealed, and everybody is told their hash: {hash}.")).await
}

/// `POST /gm/g/{slug}/seal/back`
pub async fn take_back(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
) -> Result<Redirect, WebError> {
    app.desk.take_seal_back(member.id(), &slug).await?;
    back(&member, &slug, "The seal is taken back, and everybody is told.".to_owned()).await
}

/// `POST /gm/g/{slug}/seal/open`
pub async fn open(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
) -> Result<Redirect, WebError> {
    app.desk.open_others(member.id(), &slug).await?;
    back(&member, &slug, "The orders of others are open to you. Yours stay as you sealed them.".to_owned())
        .await
}

async fn back(member: &Member, slug: &str, told: String) -> Result<Redirect, WebError> {
    member.visitor.tell(told).await?;
    Ok(Redirect::to(&format!("/gm/g/{slug}#seal")))
}
