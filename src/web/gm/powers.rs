//! Powers that nobody plays: what they would do, and orders for them.

use askama::Template;
use askama_web::WebTemplate;
use axum::Form;
use axum::extract::{Path, State};
use axum::response::Redirect;
use serde::Deserialize;

use super::filter::item;
use crate::desk::views::{PentadeState, PowerRow, PowersPage};
use crate::postal::chronicle::SideId;
use crate::postal::document::Item;
use crate::web::App;
use crate::web::document::Foreseen;
use crate::web::error::WebError;
use crate::web::frame::Frame;
use crate::web::sheet::{ComplaintView, complaints};
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/gm/powers.html")]
pub struct Page {
    frame: Frame,
    page: PowersPage,
}

impl Page {
    fn item(&self, one: &Item) -> String {
        item(one)
    }

    fn foreseen(&self, row: &PowerRow) -> Foreseen {
        Foreseen::new(&row.forecast)
    }

    fn complaints(&self, row: &PowerRow) -> Vec<ComplaintView> {
        row.sheet.as_ref().map(complaints).unwrap_or_default()
    }

    /// What stands in the box: the GM's own words, or what is suggested.
    fn words<'a>(&self, row: &'a PowerRow) -> &'a str {
        row.sheet.as_ref().map_or(row.suggested.as_str(), |sheet| sheet.text.as_str())
    }

    fn takes_orders(&self) -> bool {
        self.frame.runs && self.page.pentade.state == PentadeState::Open
    }
}

/// `GET /gm/g/{slug}/powers`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
) -> Result<Page, WebError> {
    let page = app.desk.powers_page(member.id(), &slug).await?;
    Ok(Page { frame: member.desk_frame(&app, &slug).await?, page })
}

/// Orders as the form sends them.
#[derive(Deserialize)]
pub struct Filled {
    words: String,
    /// Pressed to let it play of its own.
    own: Option<String>,
}

/// `POST /gm/g/{slug}/powers/{side}`
pub async fn order(
    State(app): State<App>,
    member: Member,
    Path((slug, side)): Path<(String, String)>,
    Form(filled): Form<Filled>,
) -> Result<Redirect, WebError> {
    let words = if filled.own.is_some() { "" } else { filled.words.as_str() };
    let sheet = app.desk.order_power(member.id(), &slug, &SideId::new(&side), words).await?;
    let told = match (sheet.orders_read, sheet.complaints.len()) {
        (0, 0) => "It plays of its own.".to_owned(),
        (read, 0) => format!("Orders read: {read}, nothing to complain of."),
        (read, wrong) => format!("Orders read: {read}; complaints: {wrong}, beside the orders."),
    };
    member.visitor.tell(told).await?;
    Ok(Redirect::to(&format!("/gm/g/{slug}/powers#power-{side}")))
}
