//! The archive of 500 games of 140 pentades each: server time of every kind of page, made anew and kept; and how many
//! requests a second are answered for one pentade's page that is kept. `PENTADE_BENCH_GAMES` sets another number of games;
//! 500 take about 10 GB of disk.
//!
//! Needs a database: `pentade with-database -- cargo bench --bench archive`.

mod past;

use std::collections::BTreeMap;
use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::header::ACCEPT_ENCODING;
use axum::http::{Request, StatusCode};
use flate2::Compression;
use flate2::write::GzEncoder;
use pentade::desk::Desk;
use pentade::empires::rulebook::Rulebook;
use pentade::games::{self, Games};
use pentade::postal::history::Played;
use pentade::settings::Settings;
use pentade::settings::texts::ConfigTexts;
use pentade::store::Store;
use pentade::web::{App, router, serve};
use sqlx::PgPool;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;

/// Median server time of any page.
const BUDGET: Duration = Duration::from_millis(15);
/// Requests a second for a page that is kept.
const LEAST_A_SECOND: u64 = 2_000;
/// Largest page without its map, packed. Units: bytes.
const LARGEST: usize = 100 * 1024;

const GAMES: usize = 500;
const PENTADES: usize = 140;
/// Times that each page is asked for, each time of another game.
const TIMES: usize = 31;
const CONNECTIONS: usize = 16;
const SECONDS: u64 = 5;

/// Kinds of page behind `/g/<game>`; `YEAR` is a pentade's first year.
const PAGES: [&str; 16] = [
    "",
    "/YEAR",
    "/timeline",
    "/map?year=YEAR",
    "/map?year=YEAR&layer=change",
    "/YEAR/map.svg",
    "/ownership.json",
    "/empires/byzantium",
    "/areas/rome",
    "/rulers",
    "/events",
    "/events/wars",
    "/standings.csv",
    "/feed.atom",
    "/search?q=Rome",
    "/YEAR?revision=1",
];

fn main() {
    let Ok(url) = std::env::var("DATABASE_URL") else {
        println!("the archive: no DATABASE_URL, not measured");
        return;
    };
    let count = match std::env::var("PENTADE_BENCH_GAMES") {
        Ok(words) => words.parse().expect("PENTADE_BENCH_GAMES is a number"),
        Err(_) => GAMES,
    };
    let texts = ConfigTexts::read(Path::new("config")).expect("config/ can be read");
    let rulebook = Rulebook::parse(&texts.files).expect("config/ has no fault");
    let games = games::load(&texts.files).expect("the shipped tables are sound");
    let game = games.get("empires").expect("the game").clone();
    let history = past::history(&rulebook, game.as_ref(), (0, PENTADES));
    tokio::runtime::Runtime::new().expect("a runtime").block_on(measure(&url, games, &history, count));
}

async fn measure(url: &str, games: Games, history: &[Played], count: usize) {
    let store = Store::open(url, 8).await.expect("the database opens");
    let pool = PgPool::connect(url).await.expect("the database");
    let settings = Settings::parse("server.toml", "", &BTreeMap::new()).expect("the defaults are lawful");
    let game = games.get("empires").expect("the game").clone();
    let desk = Desk::new(store, games, Arc::new(settings));
    let players = past::sides_to_play(&desk, game.as_ref());
    past::begin(&desk, &pool, players, history).await;
    println!("the archive: {count} games of {} pentades are laid in", history.len());
    let router = router(App::new(desk.clone()));
    // What everyone may read of a game is made when it is first asked for, here once for all copies.
    ask(&router, "/g/g1/timeline").await;
    copy(&pool, count).await;
    let years: Vec<i32> = history.iter().map(|played| played.span.first_year).collect();
    for page in PAGES {
        time_page(&router, page, &years, count).await;
    }
    let address = format!("/g/c2/{}", years[years.len() / 2]);
    time_kept(desk, &address).await;
}

/// The first game again and again, under the names `c2`, `c3` and so on.
async fn copy(pool: &PgPool, count: usize) {
    let last = i32::try_from(count).expect("few");
    sqlx::query("create table copies as select gen_random_uuid() as id, 'c' || nth as slug from generate_series(2, $1) nth")
        .bind(last)
        .execute(pool)
        .await
        .expect("named");
    sqlx::raw_sql(
        "insert into game select (jsonb_populate_record(game, jsonb_build_object('id', copies.id, 'slug', copies.slug))).*
         from game, copies where game.slug = 'g1';
         insert into seat select (jsonb_populate_record(seat, jsonb_build_object('game', copies.id))).*
         from seat, copies where seat.game = (select id from game where slug = 'g1');",
    )
    .execute(pool)
    .await
    .expect("copied");
    let columns = "first_year, last_year, revision, state, deadline, closed_at, world_before, inputs, inputs_hash, seed,
                   commitment, world_after, chronicle, result_hash, published_at, edition_name, edition_hash";
    let copy = format!(
        "insert into pentade (game, {columns}) select copies.id, {columns} from pentade, copies
         where pentade.game = (select id from game where slug = 'g1') order by copies.id, first_year"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(copy)).execute(pool).await.expect("copied");
    let told = "pentade_of.new, made_by, standings, land, states from told";
    let entry = "pentade_of.new, nth, year, part, subject, is_headline, sides, places, place_names, rules, words, item
                 from told_entry";
    let of = "create table pentade_of as select old.id as old, new.id as new from pentade old join game on game.id = old.game
              join pentade new on new.first_year = old.first_year and new.game <> old.game where game.slug = 'g1'";
    let join = "join pentade_of on pentade_of.old = pentade";
    // Those of one pentade lie together, as they do where pentades are published.
    let told = format!(
        "{of}; insert into told select {told} {join} order by new; insert into told_entry select {entry} {join} order by new, nth"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(told)).execute(pool).await.expect("copied");
    sqlx::raw_sql("analyze; checkpoint").execute(pool).await.expect("settled");
    let size: String = sqlx::query_scalar("select pg_size_pretty(pg_database_size(current_database()))")
        .fetch_one(pool)
        .await
        .expect("weighed");
    println!("the archive: {size} of database");
}

/// A page of many games, each made anew; then the last one again, kept.
async fn time_page(router: &Router, page: &str, years: &[i32], count: usize) {
    let address = |nth: usize| {
        let year = years[(nth * 37 + 11) % years.len()];
        format!("/g/c{}{}", 2 + nth % (count - 1), page.replace("YEAR", &year.to_string()))
    };
    let mut times = Vec::new();
    let mut largest = 0;
    for nth in 0..TIMES {
        let started = Instant::now();
        let length = ask(router, &address(nth)).await;
        times.push(started.elapsed());
        largest = largest.max(length);
    }
    times.sort_unstable();
    let median = times[times.len() / 2];
    let started = Instant::now();
    ask(router, &address(TIMES - 1)).await;
    let kept = started.elapsed();
    let verdict = if median <= BUDGET { "within" } else { "OVER" };
    let bare = without_map(router, &address(0)).await;
    let weight = if bare <= LARGEST { "within" } else { "OVER" };
    println!(
        "/g/<game>{page}: median {median:.1?}, at most {:.1?}, {verdict} {BUDGET:?}; kept {kept:.1?}; {} KiB packed, {} \
         without its map, {weight} {} KiB",
        times[times.len() - 1],
        largest / 1024,
        bare / 1024,
        LARGEST / 1024
    );
}

async fn ask(router: &Router, address: &str) -> usize {
    answer(router, address, "gzip").await.len()
}

/// What a page weighs, packed, when its maps are left out. Units: bytes.
async fn without_map(router: &Router, address: &str) -> usize {
    let page = answer(router, address, "identity").await;
    let mut bare = Vec::with_capacity(page.len());
    let mut rest = page.as_slice();
    while let Some(begin) = find(rest, b"<svg xmlns") {
        let end = find(&rest[begin..], b"</svg>").map_or(rest.len(), |end| begin + end);
        bare.extend_from_slice(&rest[..begin]);
        rest = &rest[end..];
    }
    bare.extend_from_slice(rest);
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(&bare).expect("in memory");
    packed.finish().expect("in memory").len()
}

fn find(text: &[u8], sought: &[u8]) -> Option<usize> {
    text.windows(sought.len()).position(|window| window == sought)
}

async fn answer(router: &Router, address: &str, takes: &'static str) -> Vec<u8> {
    let mut request =
        Request::get(address).header(ACCEPT_ENCODING, takes).body(Body::empty()).expect("a request");
    request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([192, 0, 2, 1], 4000))));
    let response = router.clone().oneshot(request).await.expect("the router always answers");
    assert_eq!(response.status(), StatusCode::OK, "{address}");
    to_bytes(response.into_body(), usize::MAX).await.expect("the whole page").to_vec()
}

/// Requests a second over real connections, server and readers on the same machine.
async fn time_kept(desk: Desk, address: &str) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let server = listener.local_addr().expect("its address");
    tokio::spawn(serve(listener, App::new(desk), std::future::pending()));
    let answered = Arc::new(AtomicU64::new(0));
    let until = Instant::now() + Duration::from_secs(SECONDS);
    let readers =
        (0..CONNECTIONS).map(|_| tokio::spawn(read_on(server, address.to_owned(), answered.clone(), until)));
    for reader in readers.collect::<Vec<_>>() {
        reader.await.expect("a reader");
    }
    let a_second = answered.load(Ordering::Relaxed) / SECONDS;
    let verdict = if a_second >= LEAST_A_SECOND { "within" } else { "OVER" };
    println!(
        "a kept page over {CONNECTIONS} connections: {a_second} requests/s, budget {LEAST_A_SECOND}: {verdict}"
    );
}

/// One reader: asks, reads the whole answer, and asks again.
async fn read_on(server: SocketAddr, address: String, answered: Arc<AtomicU64>, until: Instant) {
    let mut stream = TcpStream::connect(server).await.expect("connected");
    let ask = format!("GET {address} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n");
    let mut heard = Vec::new();
    while Instant::now() < until {
        stream.write_all(ask.as_bytes()).await.expect("asked");
        let length = loop {
            if let Some(length) = whole(&heard) {
                break length;
            }
            assert!(stream.read_buf(&mut heard).await.expect("heard") > 0, "the server hung up");
        };
        heard.drain(..length);
        answered.fetch_add(1, Ordering::Relaxed);
    }
}

/// The length of the answer at the beginning of what was heard; none while it is not whole.
fn whole(heard: &[u8]) -> Option<usize> {
    let head = heard.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
    let text = std::str::from_utf8(&heard[..head]).expect("a head");
    assert!(text.starts_with("HTTP/1.1 200"), "{text}");
    let line = text.lines().find_map(|line| line.strip_prefix("content-length: ")).expect("its length");
    let length = head + line.parse::<usize>().expect("a number");
    (heard.len() >= length).then_some(length)
}
