//! One game on the GM's desk: who has sent orders, what letters wait, what is due.

use askama::Template;
use askama_web::WebTemplate;
use axum::Form;
use axum::extract::{Path, State};
use axum::response::Redirect;
use jiff::tz::TimeZone;
use serde::Deserialize;

use super::calendar::{no_time, on_clock};
use crate::desk::game_file::readings;
use crate::desk::views::{GmPage, GmSeat, PentadeState};
use crate::desk::{decide, time_zone};
use crate::postal::chronicle::SideId;
use crate::postal::question::Question;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/gm/desk.html")]
pub struct Page {
    frame: Frame,
    page: GmPage,
    /// The deadline on the clock of the GM's zone, as a form writes it.
    deadline_on_clock: String,
    zone: String,
}

impl Page {
    /// Seats that can send orders, those still silent first.
    fn players(&self) -> Vec<&GmSeat> {
        let mut seats: Vec<&GmSeat> = self.page.seats.iter().filter(|seat| seat.playable).collect();
        seats.sort_by_key(|seat| seat.sheet.is_some());
        seats
    }

    /// Sides that players may hold and nobody does, or only the GM.
    fn vacant(&self) -> Vec<&GmSeat> {
        let is_vacant = |seat: &&GmSeat| seat.playable && (seat.player.is_none() || seat.is_mine);
        self.page.seats.iter().filter(is_vacant).collect()
    }

    /// The same, those that the GM holds first.
    fn adoptable(&self) -> Vec<&GmSeat> {
        let mut seats = self.vacant();
        seats.sort_by_key(|seat| !seat.is_mine);
        seats
    }

    /// The keys of what is open in a question, with who is asked.
    fn open(&self, question: &Question) -> Vec<(String, String)> {
        let name = |side: &SideId| {
            let seat = self.page.seats.iter().find(|seat| seat.side == *side);
            seat.map_or_else(|| side.to_string(), |seat| seat.name.clone())
        };
        let names: Vec<String> = match question.electorate.as_slice() {
            [] => vec!["You".to_owned()],
            sides => sides.iter().map(name).collect(),
        };
        decide::keys(question).into_iter().zip(names).collect()
    }

    fn silent(&self) -> usize {
        self.page.seats.iter().filter(|seat| seat.player.is_some() && seat.sheet.is_none()).count()
    }
}

/// `GET /gm/g/{slug}`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
) -> Result<Page, WebError> {
    let page = app.desk.gm_page(member.id(), &slug).await?;
    let clock = page.pentade.deadline.at.to_zoned(zone_of(&member)).strftime("%Y-%m-%dT%H:%M").to_string();
    Ok(Page {
        frame: member.visitor.frame(Part::Gm).await?,
        page,
        deadline_on_clock: clock,
        zone: member.account.zone.clone(),
    })
}

fn zone_of(member: &Member) -> TimeZone {
    time_zone(&member.account.zone)
}

/// A new deadline.
#[derive(Deserialize)]
pub struct Deadline {
    deadline: String,
}

/// `POST /gm/g/{slug}/edition`: the game goes on under the edition that is loaded, read as the form says.
pub async fn take_edition(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Form(filled): Form<Vec<(String, String)>>,
) -> Result<Redirect, WebError> {
    app.desk.take_edition(member.id(), &slug, &readings(&filled)).await?;
    member.visitor.tell("The game goes on under the edition that is loaded, and everybody is told.").await?;
    Ok(Redirect::to(&format!("/gm/g/{slug}")))
}

/// `POST /gm/g/{slug}/deadline`: a time on the clock of the GM's own zone.
pub async fn move_deadline(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Form(filled): Form<Deadline>,
) -> Result<Redirect, WebError> {
    let clock = on_clock(&filled.deadline)?;
    let at = clock.to_zoned(zone_of(&member)).map_err(|_| no_time(&filled.deadline))?.timestamp();
    let pentade = app.desk.set_deadline(member.id(), &slug, at).await?;
    member.visitor.tell(format!("Orders are now due {}.", pentade.deadline.utc)).await?;
    Ok(Redirect::to(&format!("/gm/g/{slug}")))
}
