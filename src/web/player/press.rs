//! Press: what a side wrote and was written, and the form for a message.

use askama::Template;
use askama_web::WebTemplate;
use axum::Form;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Redirect, Response};

use super::Which;
use crate::desk::commands::{Addressees, NewMessage, PressPage};
use crate::postal::chronicle::SideId;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/player/press.html")]
pub struct Page {
    frame: Frame,
    slug: String,
    side: SideId,
    page: PressPage,
    /// An unsigned message that its writer looks at once more.
    preview: Option<NewMessage>,
}

impl Page {
    fn is_named(&self, side: &SideId) -> bool {
        self.preview.as_ref().is_some_and(|message| message.to.sides.contains(side))
    }

    fn typed(&self) -> &str {
        self.preview.as_ref().map_or("", |message| message.text.as_str())
    }
}

/// `GET /g/{slug}/my/press`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Query(which): Query<Which>,
) -> Result<Page, WebError> {
    let side = which.side(&app, &member, &slug).await?;
    let page = app.desk.press_page(member.id(), &slug, &side).await?;
    Ok(Page { frame: member.visitor.frame(Part::My).await?, slug, side, page, preview: None })
}

/// `POST /g/{slug}/my/press`: an unsigned message is shown once more before it goes.
pub async fn send(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Query(which): Query<Which>,
    Form(filled): Form<Vec<(String, String)>>,
) -> Result<Response, WebError> {
    let side = which.side(&app, &member, &slug).await?;
    let message = read(&filled);
    let is_seen = filled.iter().any(|(name, _)| name == "seen");
    if message.anonymous && !is_seen {
        let page = app.desk.press_page(member.id(), &slug, &side).await?;
        let frame = member.visitor.frame(Part::My).await?;
        return Ok(Page { frame, slug, side, page, preview: Some(message) }.into_response());
    }
    let sent = app.desk.send_press(member.id(), &slug, &side, &message).await?;
    member.visitor.tell(format!("Sent to {}.", sent.to.join(", "))).await?;
    Ok(Redirect::to(&format!("/g/{slug}/my/press?side={side}")).into_response())
}

fn read(filled: &[(String, String)]) -> NewMessage {
    let values =
        |name: &'static str| filled.iter().filter(move |(field, _)| field == name).map(|(_, value)| value);
    let mut to = Addressees::default();
    for value in values("to") {
        match value.as_str() {
            "*" => to.everybody = true,
            "@" => to.gm = true,
            side => to.sides.push(SideId::new(side)),
        }
    }
    let text = values("text").next().map_or_else(String::new, |text| text.replace("\r\n", "\n"));
    NewMessage { to, anonymous: values("anonymous").next().is_some(), text }
}
