//! Pages for everyone.

pub mod bundle;
pub mod game;
pub mod games;
pub mod health;
pub mod maps;
pub mod rules;
pub mod status;
pub mod turn;

use axum::Router;
use axum::routing::get;

use super::App;

/// The archive's addresses.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/", get(games::show))
        .route("/g/{slug}", get(game::show))
        .route("/g/{slug}/map.svg", get(maps::current))
        .route("/g/{slug}/{first_year}", get(turn::show))
        .route("/g/{slug}/{first_year}/map.svg", get(maps::after))
        .route("/g/{slug}/{first_year}/bundle.json", get(bundle::load))
        .route("/status", get(status::show))
        .route("/rules", get(rules::index))
        .route("/rules/{id}", get(rules::show))
}
