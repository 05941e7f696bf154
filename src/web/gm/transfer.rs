//! A game as a file, and from one.

use askama::Template;
use askama_web::WebTemplate;
use axum::Form;
use axum::extract::{Multipart, Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::desk::DeskError;
use crate::desk::transfer::Choice;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Member;

/// What goes into the file.
#[derive(Deserialize)]
pub struct Ticked {
    private: Option<String>,
    letters: Option<String>,
}

/// `POST /gm/g/{slug}/export`: the file.
pub async fn export(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Form(ticked): Form<Ticked>,
) -> Result<Response, WebError> {
    let choice = Choice { private: ticked.private.is_some(), letters: ticked.letters.is_some() };
    let file = app.desk.export_game(Some(member.id()), &slug, choice).await?;
    let name = format!("attachment; filename=\"{slug}.pentade.gz\"");
    Ok(([(CONTENT_TYPE, "application/gzip".to_owned()), (CONTENT_DISPOSITION, name)], file).into_response())
}

/// The page on which a file is chosen.
#[derive(Template, WebTemplate)]
#[template(path = "web/gm/import.html")]
pub struct Page {
    frame: Frame,
    slug: String,
    refused: Option<String>,
}

async fn page(
    app: &App,
    member: &Member,
    slug: String,
    refused: Option<String>,
) -> Result<Response, WebError> {
    if !app.desk.may_begin(member.id()).await? {
        return Err(DeskError::NotAllowed("games are begun by those who run one here already").into());
    }
    let status = if refused.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let frame = member.visitor.frame(Part::Gm).await?;
    Ok((status, Page { frame, slug, refused }).into_response())
}

/// `GET /gm/import`
pub async fn choose(State(app): State<App>, member: Member) -> Result<Response, WebError> {
    page(&app, &member, String::new(), None).await
}

/// `POST /gm/import`
pub async fn import(
    State(app): State<App>,
    member: Member,
    mut sent: Multipart,
) -> Result<Response, WebError> {
    let bad = |error: axum::extract::multipart::MultipartError| WebError::BadForm(error.body_text());
    let (mut slug, mut bytes) = (String::new(), Vec::new());
    while let Some(field) = sent.next_field().await.map_err(bad)? {
        match field.name() {
            Some("slug") => slug = field.text().await.map_err(bad)?,
            Some("file") => bytes = field.bytes().await.map_err(bad)?.to_vec(),
            _ => {}
        }
    }
    match app.desk.import_game(Some(member.id()), bytes, Some(&slug)).await {
        Ok(slug) => {
            member.visitor.tell("The game is here. Its clock stands until you let it run.").await?;
            Ok(Redirect::to(&format!("/gm/g/{slug}")).into_response())
        }
        Err(DeskError::Refused(why)) => page(&app, &member, slug, Some(why)).await,
        Err(error) => Err(error.into()),
    }
}
