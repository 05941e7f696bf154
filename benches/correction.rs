//! A correction four pentades back in a late game of twelve empires, through the pages and a real database: from pressing
//! the button to the page that shows the difference.
//!
//! Needs a database: `pentade with-database -- cargo bench --bench correction`.

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
use pentade::desk::Desk;
use pentade::desk::views::{NewGame, NewPlayer};
use pentade::empires::policy::{self, Policy};
use pentade::empires::rulebook::Rulebook;
use pentade::empires::world::World;
use pentade::games::{self, Games};
use pentade::postal::chronicle::SideId;
use pentade::postal::dice::{Dice, Seed};
use pentade::postal::game::{Game, Inputs, Outcome, Side, WorldText, result_hash};
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

const SCENARIO: &str = "postal-grand-771";
const GM: &str = "gm@gm.example";
const PASSWORD: &str = "a castle on a hill";

fn main() {
    let Ok(url) = std::env::var("DATABASE_URL") else {
        println!("a correction {BACK} pentades back: no DATABASE_URL, not measured");
        return;
    };
    let texts = ConfigTexts::read(Path::new("config")).expect("config/ can be read");
    let rulebook = Rulebook::parse(&texts.files).expect("config/ has no fault");
    let games = games::load(&texts.files).expect("the shipped tables are sound");
    let history = history(&rulebook, games.get("empires").expect("the game").as_ref());
    tokio::runtime::Runtime::new().expect("a runtime").block_on(measure(&url, games, &history));
}

/// A late part of a long game, as the policies play it.
fn history(rulebook: &Rulebook, game: &dyn Game) -> Vec<Played> {
    let mut world = game.begin(SCENARIO).expect("the scenario");
    let mut history = Vec::new();
    for nth in 0..BEFORE + BACK {
        let played = played(rulebook, game, &world);
        world = played.after.clone();
        if nth >= BEFORE {
            history.push(played);
        }
    }
    history
}

fn played(rulebook: &Rulebook, game: &dyn Game, before: &WorldText) -> Played {
    let span = game.span(before).expect("a world");
    let seed = Seed::derive(&[7; 32], span.first_year);
    let world: World = serde_json::from_str(before.as_str()).expect("a world");
    let sheets = policy::sheets(rulebook, &world, &Dice::new(seed.clone()), Policy::Mixed);
    let sheets = sheets.into_iter().map(|(empire, sheet)| {
        (SideId::new(empire.as_str()), serde_json::to_string(&sheet).expect("a sheet"))
    });
    let mut inputs = Inputs { sheets: sheets.collect(), ..Inputs::default() };
    loop {
        match game.adjudicate(before, &inputs, &seed).expect("a sound world") {
            Outcome::Complete { world: after, chronicle } => {
                let set_aside = BTreeMap::new();
                return Played { span, before: before.clone(), inputs, set_aside, seed, after, chronicle };
            }
            Outcome::Undecided { questions } => {
                for question in questions {
                    let answer = question.stands_by_default().to_owned();
                    inputs.answers.extend(question.keys().into_iter().map(|key| (key, answer.clone())));
                }
            }
        }
    }
}

async fn measure(url: &str, games: Games, history: &[Played]) {
    let store = Store::open(url, 5).await.expect("the database opens");
    let pool = PgPool::connect(url).await.expect("the database");
    let settings = Settings::parse("server.toml", "", &BTreeMap::new()).expect("the defaults are lawful");
    let game = games.get("empires").expect("the game").clone();
    let desk = Desk::new(store, games, Arc::new(settings));
    let players = sides_to_play(&desk, game.as_ref());
    let played_by = |side: &&SideId| players.iter().any(|player| player.side == **side);
    let side = history[0].inputs.sheets.keys().find(played_by).expect("a player who is left").clone();
    begin(&desk, &pool, players, history).await;
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

/// A begun game with the history laid in as published.
async fn begin(desk: &Desk, pool: &PgPool, players: Vec<NewPlayer>, history: &[Played]) {
    let new = NewGame {
        slug: "g1".to_owned(),
        kind: "empires".to_owned(),
        scenario: SCENARIO.to_owned(),
        title: "The long game".to_owned(),
        gm: ("Greta".to_owned(), GM.to_owned()),
        customs: pentade::desk::views::Customs::default(),
        players,
        calendar: pentade::desk::views::Calendar::every(14),
        invites: false,
    };
    desk.create_game(&new).await.expect("the game begins");
    let gm = desk.account_of(GM).await.expect("the accounts").expect("the GM");
    desk.set_password(gm.id, None, PASSWORD).await.expect("the password is set");
    for played in history {
        let hash = result_hash(&played.after, &played.chronicle);
        sqlx::query(
            "insert into pentade (game, first_year, last_year, state, deadline, closed_at, world_before, inputs,
                                  inputs_hash, seed, commitment, world_after, chronicle, result_hash, published_at,
                                  edition_name, edition_hash)
             select id, $1, $2, 'published', now(), now(), $3, $4, 'hash', $5, $6, $7, $8, $9, now(), edition_name,
                    edition_hash
             from game where slug = 'g1'",
        )
        .bind(played.span.first_year)
        .bind(played.span.last_year)
        .bind(played.before.as_str())
        .bind(serde_json::to_string(&played.inputs).expect("inputs"))
        .bind(played.seed.to_hex())
        .bind(played.seed.commitment())
        .bind(played.after.as_str())
        .bind(played.chronicle.as_str())
        .bind(hash)
        .execute(pool)
        .await
        .expect("laid in");
    }
    let last = history.last().expect("a history");
    sqlx::query("update pentade set first_year = $1, last_year = $2, world_before = $3 where state = 'open'")
        .bind(last.span.last_year + 1)
        .bind(last.span.last_year + 5)
        .bind(last.after.as_str())
        .execute(pool)
        .await
        .expect("the present");
}

/// As many players as the scenario allows, for sides that a player may hold.
fn sides_to_play(desk: &Desk, game: &dyn Game) -> Vec<NewPlayer> {
    let scenarios = desk.offers().into_iter().flat_map(|offer| offer.scenarios);
    let scenario = scenarios.into_iter().find(|one| one.id == SCENARIO).expect("the scenario");
    let count = usize::try_from(scenario.players.1).expect("few");
    let opening = game.begin(SCENARIO).expect("the scenario");
    let sides = game.sides(&opening).expect("a world").into_iter().filter(|side| side.playable);
    let player = |(nth, side): (usize, Side)| NewPlayer {
        side: side.id,
        name: format!("Player {nth}"),
        email: format!("player{nth}@example.org"),
    };
    sides.enumerate().take(count).map(player).collect()
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
