//! Publishing a draft: a page that asks, and the act.

use askama::Template;
use askama_web::WebTemplate;
use axum::Form;
use axum::extract::{Path, State};
use axum::response::Redirect;
use serde::Deserialize;

use crate::desk::views::{GmPage, PentadeState};
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::Frame;
use crate::web::visitor::Member;

/// The page that asks.
#[derive(Template, WebTemplate)]
#[template(path = "web/gm/publish.html")]
pub struct Page {
    frame: Frame,
    page: GmPage,
}

impl Page {
    fn is_draft(&self) -> bool {
        self.page.pentade.state == PentadeState::Draft
    }

    fn readers(&self) -> usize {
        self.page.seats.iter().filter(|seat| seat.player.is_some()).count()
    }
}

/// `GET /gm/g/{slug}/publish`
pub async fn confirm(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
) -> Result<Page, WebError> {
    let page = app.desk.gm_page(member.id(), &slug).await?;
    Ok(Page { frame: member.desk_frame(&app, &slug).await?, page })
}

/// What is to be published, so that a second press or an old tab publishes nothing else.
#[derive(Deserialize)]
pub struct What {
    first_year: i32,
}

/// `POST /gm/g/{slug}/publish`
pub async fn publish(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Form(what): Form<What>,
) -> Result<Redirect, WebError> {
    member.must_be_fresh(format!("/gm/g/{slug}/publish")).await?;
    let published = app.desk.publish(member.id(), &slug, what.first_year).await?;
    let words = if published.is_new {
        format!("{} is published. The reports are on their way.", published.span)
    } else {
        format!("{} was published already; nothing was sent twice.", published.span)
    };
    member.visitor.tell(words).await?;
    Ok(Redirect::to(&format!("/g/{slug}/{}", what.first_year)))
}
