//! Seats that are offered by letter.

use askama::Template;
use askama_web::WebTemplate;
use axum::Form;
use axum::extract::{Path, State};
use axum::response::Redirect;
use serde::Deserialize;
use uuid::Uuid;

use crate::desk::invitations::{InvitationState, InvitationsPage};
use crate::desk::views::{GameStatus, GmRole};
use crate::postal::chronicle::SideId;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/gm/invitations.html")]
pub struct Page {
    frame: Frame,
    page: InvitationsPage,
}

impl Page {
    fn may_run(&self) -> bool {
        self.page.role != GmRole::Observer && self.page.game.status != GameStatus::Archived
    }
}

/// `GET /gm/g/{slug}/invitations`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
) -> Result<Page, WebError> {
    let page = app.desk.invitations_page(member.id(), &slug).await?;
    Ok(Page { frame: member.visitor.frame(Part::Gm).await?, page })
}

/// Who is invited to what.
#[derive(Deserialize)]
pub struct Offer {
    side: String,
    name: String,
    email: String,
}

/// `POST /gm/g/{slug}/invitations`
pub async fn invite(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Form(offer): Form<Offer>,
) -> Result<Redirect, WebError> {
    let person = (offer.name.as_str(), offer.email.as_str());
    app.desk.invite(member.id(), &slug, &SideId::new(&offer.side), person).await?;
    back(&member, &slug, format!("{} is invited.", offer.name.trim())).await
}

/// `POST /gm/g/{slug}/invitations/{id}/{act}`
pub async fn act(
    State(app): State<App>,
    member: Member,
    Path((slug, id, act)): Path<(String, Uuid, String)>,
) -> Result<Redirect, WebError> {
    let told = match act.as_str() {
        "again" => {
            app.desk.invite_again(member.id(), &slug, id).await?;
            "The letter goes out once more, with a new link."
        }
        "withdraw" => {
            app.desk.withdraw_invitation(member.id(), &slug, id).await?;
            "Taken back; the person is told."
        }
        other => return Err(WebError::NotFound(format!("act {other}"))),
    };
    back(&member, &slug, told.to_owned()).await
}

async fn back(member: &Member, slug: &str, told: String) -> Result<Redirect, WebError> {
    member.visitor.tell(told).await?;
    Ok(Redirect::to(&format!("/gm/g/{slug}/invitations")))
}
