//! Orders in one box, as they would stand in a letter.

use askama::Template;
use askama_web::WebTemplate;
use axum::Form;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::{Which, orders};
use crate::desk::take_form::Typed;
use crate::desk::views::{Checked, FormAnswer, PlayerPage, SheetView};
use crate::web::App;
use crate::web::document::Foreseen;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::sheet::{ComplaintView, complaints, sorted};
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/player/words.html")]
pub struct Page {
    frame: Frame,
    page: PlayerPage,
    typed: String,
    taken: Option<SheetView>,
    checked: Option<Checked>,
    late: bool,
    complaints: Vec<ComplaintView>,
}

impl Page {
    /// What the orders would come to: those just checked, else those in force.
    fn foreseen(&self) -> Foreseen {
        let checked = self.checked.as_ref().map(|checked| &checked.forecast);
        Foreseen::new(checked.unwrap_or(&self.page.forecast))
    }
}

/// The filled form.
#[derive(Deserialize)]
pub struct Filled {
    words: String,
    /// Pressed to see what the orders would come to, without sending them.
    #[serde(rename = "form-check")]
    check: Option<String>,
    /// Pressed to go on choosing in the form year by year.
    #[serde(rename = "form-menus")]
    menus: Option<String>,
}

/// `GET /g/{slug}/my/words`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Query(which): Query<Which>,
) -> Result<Page, WebError> {
    let page = which.page(&app, &member, &slug).await?;
    let frame = member.visitor.frame(Part::My).await?;
    Ok(Page {
        frame,
        page,
        typed: String::new(),
        taken: None,
        checked: None,
        late: false,
        complaints: Vec::new(),
    })
}

/// `POST /g/{slug}/my/words`
pub async fn send(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Query(which): Query<Which>,
    Form(filled): Form<Filled>,
) -> Result<Response, WebError> {
    let side = which.side(&app, &member, &slug).await?;
    if filled.check.is_some() || filled.menus.is_some() {
        let typed = Typed::Words(&filled.words);
        let checked = app.desk.check_orders(member.id(), &slug, &side, typed).await?;
        let page = which.page(&app, &member, &slug).await?;
        let frame = member.visitor.frame(Part::My).await?;
        let complaints = sorted(&checked.complaints);
        let typed = filled.words.replace("\r\n", "\n");
        if filled.menus.is_some() {
            return Ok(orders::Page::from_box(frame, page, checked, typed).into_response());
        }
        let checked = Some(checked);
        return Ok(Page { frame, page, typed, taken: None, checked, late: false, complaints }.into_response());
    }
    let answer = app.desk.take_words(member.id(), &slug, &side, &filled.words).await?;
    let page = which.page(&app, &member, &slug).await?;
    let frame = member.visitor.frame(Part::My).await?;
    let typed = filled.words.replace("\r\n", "\n");
    Ok(match answer {
        FormAnswer::Taken(sheet) => {
            let complaints = complaints(&sheet);
            Page { frame, page, typed, taken: Some(sheet), checked: None, late: false, complaints }
                .into_response()
        }
        FormAnswer::Late => {
            let page =
                Page { frame, page, typed, taken: None, checked: None, late: true, complaints: Vec::new() };
            (StatusCode::CONFLICT, page).into_response()
        }
    })
}
