//! How a game takes what its players ask for, and the GM's word on stand-ins.

use axum::Form;
use axum::extract::{Path, State};
use axum::response::Redirect;
use serde::Deserialize;

use crate::desk::views::Customs;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::visitor::Member;

/// The boxes that are ticked.
#[derive(Deserialize)]
pub struct Ticked {
    anonymous_press: Option<String>,
    gm_confirms: Option<String>,
    withdraws: Option<String>,
    opens_waiting: Option<String>,
    members_only: Option<String>,
}

/// `POST /gm/g/{slug}/customs`
pub async fn set_customs(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Form(ticked): Form<Ticked>,
) -> Result<Redirect, WebError> {
    let customs = Customs {
        anonymous_press: ticked.anonymous_press.is_some(),
        gm_confirms_stand_ins: ticked.gm_confirms.is_some(),
        withdraws_departed: ticked.withdraws.is_some(),
        opens_waiting: ticked.opens_waiting.is_some(),
        members_only: ticked.members_only.is_some(),
    };
    app.desk.set_customs(member.id(), &slug, customs).await?;
    member.visitor.tell("Set.").await?;
    Ok(Redirect::to(&format!("/gm/g/{slug}#wishes")))
}

/// The button pressed.
#[derive(Deserialize)]
pub struct Word {
    agrees: String,
}

/// `POST /gm/g/{slug}/stand-ins/{id}`
pub async fn settle_stand_in(
    State(app): State<App>,
    member: Member,
    Path((slug, id)): Path<(String, i64)>,
    Form(word): Form<Word>,
) -> Result<Redirect, WebError> {
    app.desk.settle_stand_in(member.id(), &slug, id, word.agrees == "yes").await?;
    member.visitor.tell("Settled; both have been told.").await?;
    Ok(Redirect::to(&format!("/gm/g/{slug}#wishes")))
}
