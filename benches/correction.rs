//! A correction four pentades back in a late game of twelve empires, through the pages and a real database: from pressing
//! the button to the page that shows the difference.
//!
//! Needs a database: `pentade with-database -- cargo bench --bench correction`.

mod past;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::header::{CONTENT_TYPE, COOKIE, LOCATION, SET_COOKIE};
use axum::http::{Request, StatusCode};
use axum::{Router, response::Response};
use past::GM;
use pentade::desk::Desk;
use pentade::empires::rulebook::Rulebook;
use pentade::games::{self, Games};
use pentade::postal::chronicle::SideId;
use pentade::postal::history::Played;
use pentade::settings::Settings;
use pentade::settings::texts::ConfigTexts;
use pentade::store::Store;
use pentade::web::{App, router};
use sqlx::PgPool;
use tower::ServiceExt;

/// From pressing to the difference shown, server time.
const BUDGET: Duration = Duration::from_millis(150);

/// Pentades that are played before the kept ones, so that the world is a late one.
const BEFORE: usize = 60;

/// Pentades that are played again.
const BACK: usize = 4;

/// Times that it is pressed.
const PRESSES: usize = 15;

const PASSWORD: &str = "a castle on a hill";

fn main() {
    let Ok(url) = std::env::var("DATABASE_URL") else {
        println!("a correction {BACK} pentades back: no DATABASE_URL, not measured");
        return;
    };
    let texts = ConfigTexts::read(Path::new("config")).expect("config/ can be read");
    let rulebook = Rulebook::parse(&texts.files).expect("config/ has no fault");
    let games = games::load(&texts.files).expect("the shipped tables are sound");
    let game = games.get("empires").expect("the game").clone();
    let history = past::history(&rulebook, game.as_ref(), (BEFORE, BACK));
    tokio::runtime::Runtime::new().expect("a runtime").block_on(measure(&url, games, &history));
}

async fn measure(url: &str, games: Games, history: &[Played]) {
    let store = Store::open(url, 5).await.expect("the database opens");
    let pool = PgPool::connect(url).await.expect("the database");
    let settings = Settings::parse("server.toml", "", &BTreeMap::new()).expect("the defaults are lawful");
    let game = games.get("empires").expect("the game").clone();
    let desk = Desk::new(store, games, Arc::new(settings));
    let players = past::sides_to_play(&desk, game.as_ref());
    let played_by = |side: &&SideId| players.iter().any(|player| player.side == **side);
    let side = history[0].inputs.sheets.keys().find(played_by).expect("a player who is left").clone();
    past::begin(&desk, &pool, players, history).await;
    let gm = desk.account_of(GM).await.expect("the accounts").expect("the GM");
    desk.set_password(gm.id, None, PASSWORD).await.expect("the password is set");
    let router = router(App::new(desk));
    let cookie = sign_in(&router).await;
    let year = history[0].span.first_year;
    let address = format!("/gm/g/g1/turns/{year}/amend");
    let mut times = Vec::new();
    let mut length = 0;
    for nth in 0..PRESSES {
        let words = if nth % 2 == 0 { String::new() } else { format!("{year}: no endeavour") };
        let form = format!("kind=orders&side={side}&reason=misread&words={}", words.replace(' ', "+"));
        let started = Instant::now();
        let pressed = send(&router, Some(&cookie), Some(form), &address).await;
        let to =
            pressed.headers().get(LOCATION).expect("a page to go to").to_str().expect("plain").to_owned();
        let shown = send(&router, Some(&cookie), None, &to).await;
        assert_eq!(shown.status(), StatusCode::OK);
        let page = to_bytes(shown.into_body(), usize::MAX).await.expect("the whole page");
        times.push(started.elapsed());
        let page = String::from_utf8(page.to_vec()).expect("UTF-8");
        assert!(page.contains("It can be played to the present"), "{page}");
        length = page.len();
    }
    times.sort_unstable();
    let (median, most) = (times[times.len() / 2], times[times.len() - 1]);
    let verdict = if median <= BUDGET { "within" } else { "OVER" };
    println!(
        "a correction {BACK} pentades back, from pressing to the difference ({} KiB of page): median {median:?}, at most \
         {most:?}, {verdict} the budget of {BUDGET:?}",
        length / 1024
    );
}

async fn sign_in(router: &Router) -> String {
    let form = format!("email={}&password={}", GM.replace('@', "%40"), PASSWORD.replace(' ', "+"));
    let answer = send(router, None, Some(form), "/sign-in/password").await;
    let cookie = answer.headers().get(SET_COOKIE).expect("a session").to_str().expect("plain");
    cookie.split(';').next().expect("one part").to_owned()
}

async fn send(router: &Router, cookie: Option<&str>, form: Option<String>, address: &str) -> Response {
    let request = match form {
        Some(form) => Request::post(address)
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Body::from(form)),
        None => Request::get(address).body(Body::empty()),
    };
    let mut request = request.expect("a request");
    if let Some(cookie) = cookie {
        request.headers_mut().insert(COOKIE, cookie.parse().expect("a cookie"));
    }
    request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([192, 0, 2, 1], 4000))));
    router.clone().oneshot(request).await.expect("the router always answers")
}
