//! What the GM decides for a pentade: answers, who waits, who gets a seat.

use axum::Form;
use axum::extract::{Path, State};
use axum::response::Redirect;
use serde::Deserialize;

use crate::desk::views::{PentadeState, PentadeView};
use crate::postal::chronicle::SideId;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::visitor::Member;

/// `POST /gm/g/{slug}/answers`: a field for each open answer; those left empty stay open.
pub async fn answer(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Form(filled): Form<Vec<(String, String)>>,
) -> Result<Redirect, WebError> {
    let given: Vec<(String, String)> = filled.into_iter().filter(|(_, answer)| !answer.is_empty()).collect();
    let pentade = app.desk.answer_questions(member.id(), &slug, &given).await?;
    on(&member, &slug, &pentade).await
}

/// `POST /gm/g/{slug}/defaults`: what stands by default answers everything, and all that is asked after it.
pub async fn take_defaults(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
) -> Result<Redirect, WebError> {
    let pentade = app.desk.take_defaults(member.id(), &slug).await?;
    on(&member, &slug, &pentade).await
}

async fn on(member: &Member, slug: &str, pentade: &PentadeView) -> Result<Redirect, WebError> {
    if pentade.state == PentadeState::Draft {
        let told = format!("Everything is answered, and the draft of {} is made.", pentade.span);
        member.visitor.tell(told).await?;
        return Ok(Redirect::to(&format!("/gm/g/{slug}/draft")));
    }
    let open: usize = pentade.questions.iter().map(|question| question.electorate.len().max(1)).sum();
    member.visitor.tell(format!("Kept. Still open: {open}.")).await?;
    Ok(Redirect::to(&format!("/gm/g/{slug}")))
}

/// How many players wait.
#[derive(Deserialize)]
pub struct Waiting {
    count: i32,
}

/// `POST /gm/g/{slug}/waiting`
pub async fn set_waiting(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Form(filled): Form<Waiting>,
) -> Result<Redirect, WebError> {
    app.desk.set_waiting(member.id(), &slug, filled.count).await?;
    Ok(Redirect::to(&format!("/gm/g/{slug}#seats")))
}

/// Who gets a seat.
#[derive(Deserialize)]
pub struct Seat {
    side: String,
    name: String,
    email: String,
}

/// `POST /gm/g/{slug}/seats`
pub async fn give_seat(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Form(filled): Form<Seat>,
) -> Result<Redirect, WebError> {
    let side = SideId::new(&filled.side);
    app.desk.give_seat(member.id(), &slug, &side, (&filled.name, &filled.email)).await?;
    member.visitor.tell(format!("{} has the seat, and a letter is on its way.", filled.name.trim())).await?;
    Ok(Redirect::to(&format!("/gm/g/{slug}#seats")))
}
