//! The player's own pages.

pub mod away;
pub mod confirm;
pub mod correction;
pub mod empire;
pub mod home;
pub mod orders;
mod picker;
pub mod post;
pub mod press;
pub mod ready;
pub mod reply_address;
pub mod report;
pub mod sent;
pub mod versions;
pub mod votes;
pub mod words;

use axum::Router;
use axum::routing::{get, post};
use serde::Deserialize;

use super::App;
use super::error::WebError;
use super::visitor::Member;
use crate::desk::views::PlayerPage;
use crate::postal::chronicle::SideId;

/// The player's addresses.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/my", get(home::show))
        .route("/g/{slug}/my", get(empire::show))
        .route("/g/{slug}/my/orders", get(orders::show).post(orders::send))
        .route("/g/{slug}/my/words", get(words::show).post(words::send))
        .route("/g/{slug}/my/sheets", get(versions::show))
        .route("/g/{slug}/my/sheets/{version}", get(sent::show))
        .route("/g/{slug}/my/sheets/{version}/back", post(sent::bring_back))
        .route("/g/{slug}/my/votes", post(votes::send))
        .route("/g/{slug}/my/corrections/{id}", get(correction::show))
        .route("/g/{slug}/my/reply-address", get(reply_address::show).post(reply_address::renew))
        .route("/g/{slug}/my/press", get(press::show).post(press::send))
        .route("/g/{slug}/my/away", get(away::show))
        .route("/g/{slug}/my/vacation", post(away::vacation))
        .route("/g/{slug}/my/stand-in", post(away::stand_in))
        .route("/g/{slug}/my/resign", post(away::resign))
        .route("/g/{slug}/my/ready", post(ready::say))
        .route("/g/{slug}/my/confirm/{code}", get(confirm::show).post(confirm::send))
        .route("/g/{slug}/post/{id}", get(post::show))
        .route("/g/{slug}/post/{id}/again", post(post::again))
        .route("/g/{slug}/my/reports/{first_year}", get(report::show))
}

/// Which of the player's sides a page is about, if that must be said.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Which {
    #[serde(default)]
    side: Option<String>,
    /// Which revision of a published pentade; the one in force when none is named.
    revision: Option<i32>,
}

impl Which {
    /// The side: the one named, else the first that the player holds in the game.
    async fn side(&self, app: &App, member: &Member, slug: &str) -> Result<SideId, WebError> {
        if let Some(side) = &self.side {
            return Ok(SideId::new(side));
        }
        let home = app.desk.home(member.id()).await?;
        let seat = home.seats.into_iter().find(|seat| seat.game.slug == slug);
        seat.map(|seat| seat.side)
            .ok_or_else(|| WebError::NotFound(format!("empire of yours in game {slug}")))
    }

    /// The page of that side.
    async fn page(&self, app: &App, member: &Member, slug: &str) -> Result<PlayerPage, WebError> {
        let side = self.side(app, member, slug).await?;
        Ok(app.desk.player_page(member.id(), slug, &side).await?)
    }
}
