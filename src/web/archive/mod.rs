//! Pages for everyone.

pub mod api;
pub mod area;
pub mod bundle;
pub mod corrections;
pub mod empire;
pub mod feed;
pub mod found;
pub mod game;
pub mod games;
pub mod health;
pub mod history;
pub mod map;
pub mod maps;
pub mod readings;
pub mod rulers;
pub mod rules;
pub mod search;
pub mod status;
pub mod subject;
pub mod timeline;
pub mod turn;

use axum::Router;
use axum::routing::get;

use serde::Deserialize;

use super::App;
use crate::desk::paths;

/// Which revision of a published pentade; the one in force when none is named.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
pub struct Revision {
    /// Its number, from 1.
    pub revision: Option<i32>,
}

/// The archive's addresses.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/", get(games::show))
        .route("/g/{slug}", get(game::show))
        .route("/g/{slug}/map", get(map::show))
        .route("/g/{slug}/ownership.json", get(map::ownership))
        .route("/g/{slug}/map.svg", get(maps::current))
        .route("/g/{slug}/history", get(history::show))
        .route("/g/{slug}/areas/{area}", get(area::show))
        .route("/g/{slug}/empires/{side}", get(empire::show))
        .route("/g/{slug}/empires/{side}/feed.atom", get(feed::empire))
        .route("/g/{slug}/feed.atom", get(feed::game))
        .route("/g/{slug}/timeline", get(timeline::show))
        .route("/g/{slug}/events", get(subject::index))
        .route("/g/{slug}/events/{subject}", get(subject::show))
        .route("/g/{slug}/rulers", get(rulers::show))
        .route("/g/{slug}/rules", get(readings::show))
        .route("/g/{slug}/standings.csv", get(rulers::csv))
        .route("/g/{slug}/search", get(search::show))
        .route("/api/openapi.json", get(api::document))
        .route("/api/games", get(api::games))
        .route("/api/games/{slug}", get(api::game))
        .route("/api/games/{slug}/pentades/{first_year}", get(api::pentade))
        .route("/api/games/{slug}/standings", get(api::standings))
        .route("/api/games/{slug}/ownership", get(map::ownership))
        .route("/g/{slug}/map.png", get(maps::current_png))
        .route("/g/{slug}/{first_year}", get(turn::show))
        .route("/g/{slug}/{first_year}/map.svg", get(maps::after))
        .route("/g/{slug}/{first_year}/map.png", get(maps::after_png))
        .route("/g/{slug}/{first_year}/before.svg", get(maps::before))
        .route("/g/{slug}/{first_year}/bundle.json", get(bundle::load))
        .route("/g/{slug}/{first_year}/public-bundle.json", get(bundle::load_public))
        .route(paths::STATUS, get(status::show))
        .route("/g/{slug}/corrections/{id}", get(corrections::show))
        .route("/rules", get(rules::index))
        .route("/rules/{id}", get(rules::show))
}
