//! Pages: axum routes and askama views. A page parses, calls the desk and renders; it decides nothing.
//!
//! | folder | for whom |
//! |---|---|
//! | `archive/` | everyone: games, published pentades, maps, the rulebook |
//! | `player/` | the player of a side |
//! | `gm/` | the GM |
//! | `sign_in/` | coming in, going out, the account's own page |
//! | `invitation` | who is invited to a seat, or wants to wait for one |
//! | `members` | before all pages of a game: one for its members alone is not there for others |
//! | `confirm`, `letters_in` | a writer's word for a held letter; letters that a provider posts |
//!
//! Every page works without a script; the map has one of its own for those who have it run. A GET changes nothing. A POST from another site is refused by what the
//! browser says about its origin, so forms carry no token.

mod archive;
mod chart;
mod confirm;
mod document;
mod error;
mod follow;
mod frame;
mod gm;
mod guard;
mod invitation;
mod letters_in;
mod members;
mod player;
mod sheet;
mod shelf;
mod sign_in;
mod visitor;

use std::net::SocketAddr;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{Response, StatusCode};
use axum::middleware::{Next, from_fn, from_fn_with_state, map_response};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use tokio::net::TcpListener;
use tower::ServiceBuilder;
use tower_governor::GovernorLayer;
use tower_governor::governor::GovernorConfigBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tower_http::csrf::CsrfLayer;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;
use tower_sessions::cookie::SameSite;
use tower_sessions::{Expiry, SessionManagerLayer};

use crate::desk::Desk;
pub use crate::mail::render::map;

/// What the pages work with.
#[derive(Clone)]
pub struct App {
    /// Every use case.
    pub desk: Desk,
    /// Whether browsers reach us over HTTPS, so that cookies are kept to it.
    pub https: bool,
    /// Whether every request comes through a proxy of ours, whose word is taken for the reader's address.
    pub behind_proxy: bool,
}

impl App {
    /// The pages of a desk. Where the public address begins with `https`, a proxy of ours stands before us, since
    /// we speak plain HTTP.
    pub fn new(desk: Desk) -> Self {
        let https = desk.settings().is_https();
        Self { desk, https, behind_proxy: https }
    }
}

/// Days that a session lasts after its last use.
const SESSION_DAYS: i64 = 30;

/// Tries to sign in that one address has at once, and the seconds after which it gets another.
const SIGN_IN_TRIES: u32 = 8;
const SIGN_IN_SECONDS: u64 = 8;

/// How hard pages are packed, while their reader waits.
const PACKING: CompressionLevel = CompressionLevel::Precise(4);

/// All pages.
pub fn router(app: App) -> Router {
    let sessions = SessionManagerLayer::new(app.desk.sessions())
        .with_name("pentade")
        .with_http_only(true)
        .with_same_site(SameSite::Lax)
        .with_secure(app.https)
        .with_expiry(Expiry::OnInactivity(time::Duration::days(SESSION_DAYS)));
    let https = guard::OverHttps(app.https);
    let shelf = from_fn_with_state((app.clone(), shelf::Shelf::new()), shelf::serve);
    let everyones = archive::routes().layer(map_response(shelf::mark));
    let pages = everyones.merge(player::routes()).merge(gm::routes()).merge(account_routes(&app));
    let inner = ServiceBuilder::new()
        .layer(CatchPanicLayer::custom(panicked))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, guard::TIME_LIMIT))
        .layer(CsrfLayer::new())
        .layer(from_fn(guard::gather))
        .layer(DefaultBodyLimit::disable());
    let outer = ServiceBuilder::new()
        .layer(SetRequestIdLayer::x_request_id(MakeRequestUuid))
        .layer(TraceLayer::new_for_http())
        .layer(PropagateRequestIdLayer::x_request_id())
        .layer(shelf)
        .layer(CompressionLayer::new().quality(PACKING))
        .layer(from_fn(move |request: Request, next: Next| guard::heads(https, request, next)))
        .layer(from_fn(error::dress));
    pages
        .layer(from_fn_with_state(app.clone(), members::gate))
        .layer(sessions)
        .route("/static/{name}", get(frame::asset))
        .route("/health", get(archive::health::show))
        .fallback(|| async { StatusCode::NOT_FOUND })
        .layer(inner)
        .route("/in/letters", post(letters_in::take))
        .layer(outer)
        .with_state(app)
}

/// Coming in and going out. What lets somebody in is let through only so often.
fn account_routes(app: &App) -> Router<App> {
    let key = guard::ByAddress { behind_proxy: app.behind_proxy };
    let mut attempts = GovernorConfigBuilder::default();
    let attempts = attempts.per_second(SIGN_IN_SECONDS).burst_size(SIGN_IN_TRIES).key_extractor(key).finish();
    let attempts = std::sync::Arc::new(attempts.expect("neither number is zero"));
    let limiter = attempts.limiter().clone();
    let forget = from_fn(move |request: Request, next: Next| {
        // Addresses that have been quiet long enough are forgotten, or the list would grow for ever.
        if limiter.len() > 10_000 {
            limiter.retain_recent();
        }
        next.run(request)
    });
    let limited = Router::new()
        .route("/sign-in/password", post(sign_in::password::enter))
        .route("/sign-in/link", post(sign_in::link::ask))
        .route("/sign-in/link/{token}", post(sign_in::link::enter))
        .route("/sign-in/passkey", post(sign_in::passkeys::enter))
        .route("/sign-in/passkey/begin", post(sign_in::passkeys::ask))
        .route("/settings/passkeys", post(sign_in::passkeys::add))
        .route("/settings/passkeys/begin", post(sign_in::passkeys::begin))
        .route("/g/{slug}/follow", post(follow::ask))
        .route("/settings/password", post(sign_in::settings::password))
        .route("/settings/addresses", post(sign_in::address::add))
        .route("/settings/addresses/link", post(sign_in::address::link))
        .route("/letters/confirm/{token}", post(confirm::confirm))
        .route("/invitation/{token}", post(invitation::answer))
        .route("/g/{slug}/waiting", post(invitation::ask_to_join))
        .route("/join/{token}", post(invitation::join))
        .layer(GovernorLayer::new(attempts))
        .layer(forget);
    Router::new()
        .route("/sign-in", get(sign_in::show))
        .route("/sign-in/link/{token}", get(sign_in::link::show))
        .route("/letters/confirm/{token}", get(confirm::show))
        .route("/invitation/{token}", get(invitation::show))
        .route("/g/{slug}/waiting", get(invitation::join_form))
        .route("/join/{token}", get(invitation::joining))
        .route("/sign-out", post(sign_in::leave))
        .route("/follow/{token}", get(follow::show).post(follow::confirm))
        .route("/unfollow/{token}", get(follow::show_end).post(follow::end))
        .route("/address/{token}", get(sign_in::address::show).post(sign_in::address::confirm))
        .route("/settings/addresses/remove", post(sign_in::address::remove))
        .route("/settings", get(sign_in::settings::show))
        .route("/settings/audit", get(sign_in::diary::show))
        .route("/settings/personal", get(sign_in::personal::show))
        .route("/settings/personal/data", post(sign_in::personal::data))
        .route("/settings/personal/erase", post(sign_in::personal::erase))
        .route("/settings/name", post(sign_in::settings::name))
        .route("/settings/passkeys/remove", post(sign_in::passkeys::remove))
        .route("/settings/zone", post(sign_in::settings::zone))
        .route("/settings/letters", post(sign_in::settings::letters))
        .route("/settings/sessions/end", post(sign_in::settings::end_sessions))
        .merge(limited)
}

fn panicked(what: Box<dyn std::any::Any + Send>) -> Response<axum::body::Body> {
    let words =
        what.downcast_ref::<String>().map(String::as_str).or_else(|| what.downcast_ref::<&str>().copied());
    tracing::error!(panic = words.unwrap_or("no words"), "a page panicked");
    StatusCode::INTERNAL_SERVER_ERROR.into_response()
}

/// Serves all pages until `stop` ends, then lets what is under way finish.
///
/// Errors: when the listener fails.
pub async fn serve(
    listener: TcpListener,
    app: App,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let service = router(app).into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, service).with_graceful_shutdown(stop).await
}
