//! A thousand games due in the same minute: how many pentades a second are closed, adjudicated and published, every report
//! rendered and queued, by 1, 2 and 4 processes of `pentade serve` on one durable database. Budget: 100 pentades/s.
//!
//! The games are of millennium-976, with five players who have all sent the orders of the demonstration; eight different
//! ones, each in 125 copies. Time runs from the first that is closed to the last that is published. A map is drawn when its
//! letter is sent, and sending has a pace of its own: `cargo bench --bench outbox`.
//!
//! Needs a database: `pentade with-database -- cargo bench --bench due_games`.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use pentade::desk::Desk;
use pentade::desk::views::{Calendar, Customs, NewGame, NewPlayer, Publishes};
use pentade::games;
use pentade::postal::chronicle::SideId;
use pentade::settings::Settings;
use pentade::settings::texts::ConfigTexts;
use pentade::store::Store;
use sqlx::PgPool;

const GAMES: i32 = 1_000;
const TEMPLATES: i32 = 8;
const LEAST_A_SECOND: f64 = 100.0;
/// Letters and maps of the past, as on a server that has been running; and the domains have had the minute's letters, so that
/// nothing is sent meanwhile.
const PAST: &str = "
    insert into drawing (pentade, is_after, png, svg, drawn_at)
    select min(pentade.id), true, 'png', 'svg', now() from pentade, generate_series(1, 1000) nth group by nth;
    insert into outbox (message_id, kind, envelope_from, envelope_to, subject, plain, bytes, due_at, sent_at)
    select 'past.' || nth || '.' || id, kind, envelope_from, envelope_to, subject, plain, bytes, due_at, now()
    from outbox, generate_series(1, 100) nth";
const SIDES: [&str; 5] = ["germany", "france", "burgundy", "byzantium", "poland"];

/// One server; it ends with the measurement.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended before.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn main() {
    let Ok(url) = std::env::var("DATABASE_URL") else {
        println!("due games: no DATABASE_URL, not measured");
        return;
    };
    tokio::runtime::Runtime::new().expect("a runtime").block_on(measure(&url));
}

async fn measure(url: &str) {
    let texts = ConfigTexts::read(Path::new("config")).expect("config/ can be read");
    let games = games::load(&texts.files).expect("the shipped tables are sound");
    let settings = Settings::parse("server.toml", "", &BTreeMap::new()).expect("the defaults are lawful");
    let desk = Desk::new(Store::open(url, 5).await.expect("the database opens"), games, Arc::new(settings));
    let pool = PgPool::connect(url).await.expect("the database");
    for nth in 0..TEMPLATES {
        begin(&desk, &format!("t{nth}")).await;
    }
    run(&pool, "update game set status = 'paused', paused_at = now()").await;
    run(&pool, PAST).await;
    for processes in [1, 2, 4] {
        copy(&pool).await;
        let a_second = publish_all(&pool, url, processes).await;
        let verdict = if a_second >= LEAST_A_SECOND { "within" } else { "OVER" };
        println!(
            "due games, {processes} process{}: {a_second:.0} published pentades/s of millennium-976, five players with \
             orders; budget {LEAST_A_SECOND} pentades/s: {verdict}",
            if processes == 1 { "" } else { "es" }
        );
    }
}

async fn begin(desk: &Desk, slug: &str) {
    let player = |side: &&str| NewPlayer {
        side: SideId::new(side),
        name: format!("Player of {side}"),
        email: format!("{side}@example.org"),
    };
    let new = NewGame {
        slug: slug.to_owned(),
        kind: "empires".to_owned(),
        scenario: "millennium-976".to_owned(),
        invites: false,
        readings: BTreeMap::new(),
        title: "Millennium".to_owned(),
        gm: ("Greta".to_owned(), "gm@gm.example".to_owned()),
        customs: Customs::default(),
        players: SIDES.iter().map(player).collect(),
        calendar: Calendar { publishes: Publishes::AtOnce, ..Calendar::every(14) },
    };
    desk.create_game(&new).await.expect("the game begins");
    for side in SIDES {
        let letter = std::fs::read_to_string(format!("config/demo/letters/{side}.txt")).expect("its letter");
        let words = letter.split_once("\n\n").expect("a head").1;
        let account =
            desk.account_of(&format!("{side}@example.org")).await.expect("looked up").expect("he has one");
        desk.take_words(account.id, slug, &SideId::new(side), words).await.expect("taken");
    }
}

async fn run(pool: &PgPool, what: &'static str) {
    sqlx::raw_sql(what).execute(pool).await.unwrap_or_else(|error| panic!("{what}: {error}"));
}

/// A thousand games like the first ones, and none beside them; none is due.
async fn copy(pool: &PgPool) {
    run(
        pool,
        "update game set status = 'over' where slug like 'c%';
         update outbox set sent_at = now() where sent_at is null;
         update outbox set tried_at = null where tried_at is not null;
         update outbox set tried_at = now() where id in (select min(id) from outbox group by domain);
         create table if not exists copies (id uuid, template uuid, slug text);
         truncate copies;
         insert into copies select gen_random_uuid(), id, 'c' || nextval('audit_id_seq')
         from (select id, row_number() over (order by slug) as nth from game where slug like 't%') template,
              generate_series(1, 125);
         insert into game select (jsonb_populate_record(game, jsonb_build_object('id', copies.id, 'slug', copies.slug,
                                      'status', 'running', 'paused_at', null))).*
         from game join copies on copies.template = game.id;
         insert into seat select (jsonb_populate_record(seat, jsonb_build_object('game', copies.id))).*
         from seat join copies on copies.template = seat.game;
         insert into pentade overriding system value
         select (jsonb_populate_record(pentade, jsonb_build_object('id', nextval('pentade_id_seq'), 'game', copies.id,
                                       'deadline', now() + interval '1 day'))).*
         from pentade join copies on copies.template = pentade.game;
         insert into sheet overriding system value
         select (jsonb_populate_record(sheet, jsonb_build_object('id', nextval('sheet_id_seq'), 'pentade', new.id))).*
         from sheet join pentade old on old.id = sheet.pentade join copies on copies.template = old.game
                    join pentade new on new.game = copies.id;
         analyze;
         checkpoint;",
    )
    .await;
}

fn serve(url: &str, folder: &Path) -> Server {
    let log = std::fs::File::create(folder.join("log")).expect("a log");
    let mut command = Command::new(env!("CARGO_BIN_EXE_pentade"));
    command
        .arg("serve")
        .env("DATABASE_URL", url)
        .env("NO_COLOR", "1")
        .env("PENTADE_WEB_LISTEN", "127.0.0.1:0")
        .env("PENTADE_MAIL_IN_LISTEN", "127.0.0.1:0")
        .env("PENTADE_DATA_DIR", folder)
        .env("PENTADE_MAIL_OUT_HOST", "127.0.0.1")
        .env("PENTADE_MAIL_OUT_PORT", "1")
        .env("PENTADE_MAIL_OUT_TLS", "none")
        .env("PENTADE_MAIL_OUT_SELF_TEST", "false")
        .env("PENTADE_MAIL_OUT_LETTERS_A_MINUTE", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log);
    Server(command.spawn().expect("the program runs"))
}

/// Pentades a second.
async fn publish_all(pool: &PgPool, url: &str, processes: usize) -> f64 {
    let folders: Vec<_> = (0..processes).map(|_| tempfile::tempdir().expect("a folder")).collect();
    let servers: Vec<Server> = folders.iter().map(|folder| serve(url, folder.path())).collect();
    let said =
        |folder: &tempfile::TempDir| std::fs::read_to_string(folder.path().join("log")).unwrap_or_default();
    while !folders.iter().all(|folder| said(folder).contains("serving")) {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    run(
        pool,
        "update pentade set deadline = now() - make_interval(secs => 1 + random())
         from game where game.id = pentade.game and game.status = 'running' and game.slug like 'c%'",
    )
    .await;
    let left = "select count(*) from pentade join game on game.id = pentade.game
                where status = 'running' and slug like 'c%' and first_year = 976 and state <> 'published'";
    let mut before = i64::from(GAMES);
    let mut idle = 0;
    while idle < 60 {
        tokio::time::sleep(Duration::from_millis(500)).await;
        let now: i64 = sqlx::query_scalar(left).fetch_one(pool).await.expect("counted");
        if now == 0 {
            break;
        }
        idle = if now < before { 0 } else { idle + 1 };
        before = now;
    }
    drop(servers);
    let (published, seconds): (i64, f64) = sqlx::query_as(
        "select count(*), extract(epoch from max(published_at) - min(closed_at))::float8
         from pentade join game on game.id = pentade.game
         where status = 'running' and slug like 'c%' and first_year = 976 and state = 'published'",
    )
    .fetch_one(pool)
    .await
    .expect("counted");
    assert_eq!(published, i64::from(GAMES), "{}", said(&folders[0]));
    let reports: i64 =
        sqlx::query_scalar("select count(*) from outbox where kind = 'report' and sent_at is null")
            .fetch_one(pool)
            .await
            .expect("counted");
    assert_eq!(reports, i64::from(GAMES) * 5, "every report is queued");
    published as f64 / seconds
}
