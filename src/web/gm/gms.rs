//! Who runs a game.

use askama::Template;
use askama_web::WebTemplate;
use axum::Form;
use axum::extract::{Path, State};
use axum::response::Redirect;
use serde::Deserialize;

use crate::desk::views::{AccountId, GmRole, GmsPage};
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/gm/gms.html")]
pub struct Page {
    frame: Frame,
    page: GmsPage,
}

impl Page {
    fn is_owner(&self) -> bool {
        self.page.role == GmRole::Owner
    }
}

/// `GET /gm/g/{slug}/gms`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
) -> Result<Page, WebError> {
    let page = app.desk.gms_page(member.id(), &slug).await?;
    Ok(Page { frame: member.visitor.frame(Part::Gm).await?, page })
}

/// Somebody to be let in.
#[derive(Deserialize)]
pub struct Person {
    name: String,
    email: String,
    role: String,
}

/// `POST /gm/g/{slug}/gms`
pub async fn add(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Form(person): Form<Person>,
) -> Result<Redirect, WebError> {
    let role = [GmRole::Assistant, GmRole::Observer].into_iter().find(|role| role.as_str() == person.role);
    let role = role.ok_or_else(|| WebError::BadForm(format!("there is no role {:?}", person.role)))?;
    app.desk.add_gm(member.id(), &slug, (&person.name, &person.email), role).await?;
    member.visitor.tell(format!("{} has been written to.", person.name.trim())).await?;
    Ok(Redirect::to(&format!("/gm/g/{slug}/gms")))
}

/// Who is to go.
#[derive(Deserialize)]
pub struct Leaver {
    account: AccountId,
}

/// `POST /gm/g/{slug}/gms/remove`
pub async fn remove(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Form(leaver): Form<Leaver>,
) -> Result<Redirect, WebError> {
    app.desk.remove_gm(member.id(), &slug, leaver.account).await?;
    let is_self = leaver.account == member.id();
    member.visitor.tell(if is_self { "You have left that desk." } else { "Removed, and told." }).await?;
    Ok(Redirect::to(&if is_self { "/gm".to_owned() } else { format!("/gm/g/{slug}/gms") }))
}
