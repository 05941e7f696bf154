//! A game as a whole: put away, begun anew, deleted.

use askama::Template;
use askama_web::WebTemplate;
use axum::Form;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::desk::game_file::Fault;
use crate::desk::whole::{NewClone, WholePage};
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/gm/whole.html")]
pub struct Page {
    frame: Frame,
    page: WholePage,
    is_fresh: bool,
    clone: CloneForm,
    faults: Vec<Fault>,
}

impl Page {
    fn is_away(&self) -> bool {
        self.page.game.status.as_str() == "archived"
    }

    fn faults_of(&self, field: &str) -> Vec<&str> {
        let of_field = self.faults.iter().filter(|fault| fault.field == field);
        of_field.map(|fault| fault.why.as_str()).collect()
    }
}

async fn page(
    app: &App,
    member: &Member,
    slug: &str,
    clone: CloneForm,
    faults: Vec<Fault>,
) -> Result<Response, WebError> {
    let page = app.desk.whole_page(member.id(), slug).await?;
    let status = if faults.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    let (frame, is_fresh) = (member.visitor.frame(Part::Gm).await?, member.visitor.is_fresh().await?);
    Ok((status, Page { frame, page, is_fresh, clone, faults }).into_response())
}

/// `GET /gm/g/{slug}/whole`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
) -> Result<Response, WebError> {
    page(&app, &member, &slug, CloneForm::default(), Vec::new()).await
}

/// `POST /gm/g/{slug}/archive`
pub async fn archive(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
) -> Result<Redirect, WebError> {
    app.desk.put_away(member.id(), &slug).await?;
    member.visitor.tell("The game is put away; its players are told.").await?;
    Ok(Redirect::to(&format!("/gm/g/{slug}/whole")))
}

/// `POST /gm/g/{slug}/unarchive`
pub async fn unarchive(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
) -> Result<Redirect, WebError> {
    app.desk.take_out(member.id(), &slug).await?;
    member.visitor.tell("The game is back. If it was played, its clock stands until you let it run.").await?;
    Ok(Redirect::to(&format!("/gm/g/{slug}/whole")))
}

/// The form that begins another game.
#[derive(Debug, Default, Deserialize)]
pub struct CloneForm {
    slug: String,
    title: String,
    /// The pentade that it follows, empty for the scenario's beginning.
    after: String,
    players: Option<String>,
}

/// `POST /gm/g/{slug}/clone`
pub async fn clone_game(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Form(filled): Form<CloneForm>,
) -> Result<Response, WebError> {
    let after = match filled.after.as_str() {
        "" => None,
        year => Some(year.parse().map_err(|_| WebError::BadForm(format!("{year:?} is no year")))?),
    };
    let new = NewClone {
        slug: filled.slug.clone(),
        title: filled.title.clone(),
        after,
        keeps_players: filled.players.is_some(),
    };
    match app.desk.clone_game(member.id(), &slug, &new).await? {
        Ok(()) => {
            member.visitor.tell(format!("{} has begun.", new.title.trim())).await?;
            Ok(Redirect::to(&format!("/gm/g/{}", new.slug)).into_response())
        }
        Err(faults) => page(&app, &member, &slug, filled, faults).await,
    }
}

/// The name typed to be sure.
#[derive(Deserialize)]
pub struct Typed {
    name: String,
}

/// `POST /gm/g/{slug}/delete`
pub async fn delete(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Form(typed): Form<Typed>,
) -> Result<Redirect, WebError> {
    let is_fresh = member.visitor.is_fresh().await?;
    app.desk.delete_game(member.id(), &slug, &typed.name, is_fresh).await?;
    member.visitor.tell(format!("{slug} is deleted; everybody in it is told.")).await?;
    Ok(Redirect::to("/gm"))
}
