//! The program itself, as a mail server or an operator runs it.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use pentade::desk::views::{Bundle, EntryMark, PublicBundle};
use pentade::postal::chronicle::SideId;
use pentade::postal::seal::Seal;
use sqlx::PgPool;

const LETTER: &str = "From: anna@example.org\r\nSubject: g1\r\n\r\nguess 7\r\n";

/// The address of the test's own database.
pub fn url(pool: &PgPool) -> String {
    let base = std::env::var("DATABASE_URL").expect("tests run with DATABASE_URL");
    let name = pool.connect_options().get_database().expect("a named database").to_owned();
    let (server, options) = base.split_once('?').unwrap_or((&base, ""));
    let (server, _) = server.rsplit_once('/').expect("an address names a database");
    format!("{server}/{name}?{options}")
}

fn pentade(database: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pentade"));
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("DATABASE_URL", database)
        .env("PENTADE_WEB_LISTEN", "127.0.0.1:0")
        .env("PENTADE_MAIL_IN_LISTEN", "127.0.0.1:0")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn fed(mut command: Command, input: &[u8]) -> Output {
    let mut child = command.spawn().expect("the program runs");
    // The program may end without having read it all.
    let _ = child.stdin.take().expect("its input").write_all(input);
    child.wait_with_output().expect("it ends")
}

fn words(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout)
}

async fn deliver(pool: &PgPool, to: &'static str, letter: &'static str) -> Output {
    let mut command = pentade(&url(pool));
    command.args(["deliver", "--from", "anna@example.org", "--to", to]);
    tokio::task::spawn_blocking(move || fed(command, letter.as_bytes())).await.expect("it ran")
}

#[sqlx::test]
async fn deliver_stores_the_letter_and_speaks_the_mail_servers_codes(pool: PgPool) {
    crate::hall::desk(&pool).create_game(&crate::hall::new_game("g1")).await.expect("the game begins");
    for (to, letter, code) in [
        ("orders+g1@gm.example", LETTER, 0),
        ("orders+g1@gm.example", LETTER, 0),
        ("orders+g9@gm.example", LETTER, 67),
        ("orders+g1@gm.example", "", 65),
    ] {
        let output = deliver(&pool, to, letter).await;
        assert_eq!(output.status.code(), Some(code), "{to}: {}", words(&output));
    }
    let raw: Vec<Vec<u8>> =
        sqlx::query_scalar("select raw from letter").fetch_all(&pool).await.expect("kept");
    assert_eq!(raw, [LETTER.as_bytes()], "twice delivered is once stored");
}

#[test]
fn deliver_asks_for_another_try_when_it_is_not_the_letters_fault() {
    let nowhere = "postgres:///pentade?host=/nonexistent-folder";
    for (variable, value) in [("PENTADE_DATABASE_CONNECTIONS", "2"), ("PENTADE_MAIL_IN_DOMAIN", "no domain")]
    {
        let mut command = pentade(nowhere);
        command.env(variable, value).args([
            "deliver",
            "--from",
            "a@example.org",
            "--to",
            "orders+g1@gm.example",
        ]);
        let output = fed(command, LETTER.as_bytes());
        assert_eq!(output.status.code(), Some(75), "{variable}: {}", words(&output));
    }
}

#[sqlx::test]
async fn begin_makes_the_game_of_a_file_once(pool: PgPool) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.toml");
    let game = "slug = \"g8\"\nkind = \"empires\"\nscenario = \"millennium-976\"\ntitle = \"Millennium\"\n\
        pentade_days = 14\n[[players]]\nside = \"germany\"\nname = \"Anna\"\nemail = \"anna@example.org\"\n\
        [[players]]\nside = \"france\"\nname = \"Ben\"\nemail = \"ben@example.org\"\n";
    std::fs::write(&file, game).expect("written");
    for (code, said) in [(0, "begins with 2 players"), (1, "there is a game g8 already")] {
        let mut command = pentade(&url(&pool));
        command.arg("begin").arg(&file);
        let output = tokio::task::spawn_blocking(move || fed(command, b"")).await.expect("it ran");
        assert_eq!(output.status.code(), Some(code), "{}", words(&output));
        assert!(words(&output).contains(said), "{}", words(&output));
    }
    let written_to: Vec<String> = sqlx::query_scalar("select envelope_to from outbox order by envelope_to")
        .fetch_all(&pool)
        .await
        .expect("letters");
    assert_eq!(written_to, ["anna@example.org", "ben@example.org"]);
}

#[sqlx::test]
async fn a_game_is_exported_and_imported(pool: PgPool) {
    let folder = tempfile::tempdir().expect("a folder");
    let (game, file) = (folder.path().join("game.toml"), folder.path().join("g8.pentade.gz"));
    let text = "slug = \"g8\"\nkind = \"empires\"\nscenario = \"millennium-976\"\ntitle = \"Millennium\"\n\
        pentade_days = 14\n[[players]]\nside = \"germany\"\nname = \"Anna\"\nemail = \"anna@example.org\"\n\
        [[players]]\nside = \"france\"\nname = \"Ben\"\nemail = \"ben@example.org\"\n";
    std::fs::write(&game, text).expect("written");
    let steps: [(&[&str], i32, &str); 6] = [
        (&["begin", game.to_str().expect("plain")], 0, "begins with 2 players"),
        (&["export", "g8", file.to_str().expect("plain")], 0, "game g8: "),
        (&["export", "g8", file.to_str().expect("plain")], 1, "exists"),
        (&["import", file.to_str().expect("plain")], 1, "there is a game g8 already"),
        (&["import", file.to_str().expect("plain"), "--slug", "g9"], 0, "game g9 is imported"),
        (&["import", game.to_str().expect("plain"), "--slug", "g10"], 1, "is no exported game"),
    ];
    for (arguments, code, said) in steps {
        let mut command = pentade(&url(&pool));
        command.args(arguments);
        let output = tokio::task::spawn_blocking(move || fed(command, b"")).await.expect("it ran");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", words(&output));
        assert!(words(&output).contains(said), "{arguments:?}: {}", words(&output));
    }
    let worlds: Vec<String> =
        sqlx::query_scalar("select world_before from pentade").fetch_all(&pool).await.expect("both");
    assert!(worlds.len() == 2 && worlds[0] == worlds[1]);
}

#[test]
fn check_names_every_fault_at_once() {
    let mut command = pentade("mysql://x");
    command.env("PENTADE_WEB_LISTEN", "here").env("PENTADE_GM_EMAIL", "nobody").arg("check");
    let output = fed(command, b"");
    assert_eq!(output.status.code(), Some(1));
    let words = words(&output);
    for key in ["DATABASE_URL", "PENTADE_WEB_LISTEN", "PENTADE_GM_EMAIL", "3 faults"] {
        assert!(words.contains(key), "{key}: {words}");
    }
    let mut sound = pentade("postgres:///pentade");
    sound.arg("check");
    let output = fed(sound, b"");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8_lossy(&output.stdout);
    let switch = "  switch R16.1, rule 16.1: check_only (as the edition), lowers_social_state, raises_rebellion_value\n";
    assert!(said.contains(switch), "{said}");
}

#[test]
fn rules_tells_what_proves_them_and_what_is_missing() {
    let mut command = pentade("postgres:///nowhere");
    command.args(["rules", "--coverage"]);
    let output = fed(command, b"");
    assert!(output.status.success(), "{}", words(&output));
    let said = String::from_utf8(output.stdout).expect("words");
    let first = said.lines().next().unwrap_or_default();
    assert!(first.starts_with("Empires of the Middle Ages: ") && first.contains(" cases, "), "{said}");
}

fn simulate(arguments: &[&str]) -> Output {
    let mut command = pentade("postgres:///nowhere");
    command.arg("simulate").args(arguments);
    fed(command, b"")
}

#[test]
fn simulate_plays_the_same_games_from_the_same_seed() {
    let few = ["--scenario", "charlemagne-771", "--games", "2", "--pentades", "3", "--policy", "mixed"];
    let said = |more: &[&str]| {
        let output = simulate(&[few.as_slice(), more].concat());
        assert!(output.status.success(), "{}", words(&output));
        String::from_utf8(output.stdout).expect("words")
    };
    let tables = said(&[]);
    for words in
        ["2 games of charlemagne-771 by mixed, seed 1", "By centuries", "Endeavours", "rebellions a century"]
    {
        assert!(tables.contains(words), "{words}: {tables}");
    }
    assert_eq!(tables, said(&["--threads", "1"]), "the number of threads changes nothing");
    let json: serde_json::Value = serde_json::from_str(&said(&["--json"])).expect("JSON");
    assert_eq!(json.as_array().map(Vec::len), Some(2));
    assert_eq!(json[0]["pentades"], 3);
    assert_ne!(json[0]["fingerprint"], json[1]["fingerprint"]);
    assert_ne!(tables, said(&["--seed", "2"]));
    points_are_those_of_the_games(&tables, &json);
}

/// The table of victory points against the figures of every game (26.2): who had the most, and how often.
fn points_are_those_of_the_games(tables: &str, games: &serde_json::Value) {
    let (_, table) = tables.split_once("Victory points at the end").expect("a table of victory points");
    let (table, _) = table.split_once("What was told").expect("the next table");
    let games: Vec<_> = games.as_array().expect("games").iter().map(|game| &game["standings"]).collect();
    let quarters = |standing: &serde_json::Value| standing["quarters"].as_i64().expect("quarters");
    let standings =
        |game: &serde_json::Value| game.as_object().expect("standings").values().cloned().collect::<Vec<_>>();
    let mut empires = std::collections::BTreeMap::<String, (u32, u32, i64)>::new();
    for game in &games {
        let stood = standings(game);
        let most = stood.iter().map(quarters).max();
        for one in &stood {
            let name = one["name"].as_str().expect("a name").to_owned();
            let (played, won, least) = empires.entry(name).or_insert((0, 0, i64::MAX));
            (*played, *least) = (*played + 1, (*least).min(quarters(one)));
            *won += u32::from(Some(quarters(one)) == most);
        }
    }
    assert!(empires.len() > 3 && empires.values().any(|(_, won, _)| *won > 0), "{empires:?}");
    for (name, (played, won, least)) in empires {
        let row =
            table.lines().find(|line| line.contains(&name)).unwrap_or_else(|| panic!("{name}: {table}"));
        let (_, cells) = row.split_once(&name).expect("its name");
        let cells: Vec<&str> = cells.split_whitespace().filter(|cell| *cell != "|").collect();
        let least = format!("{}.{}", least / 4, least % 4 * 10 / 4);
        assert_eq!(cells[..3], [played.to_string(), won.to_string(), least], "{row}");
    }
}

#[test]
fn simulate_names_what_it_does_not_know() {
    for (arguments, said) in [
        (["--scenario", "atlantis"], "there is no scenario atlantis"),
        (["--policy", "chaos"], "there are builder"),
    ] {
        let output = simulate(&arguments);
        assert_eq!(output.status.code(), Some(1));
        assert!(words(&output).contains(said), "{}", words(&output));
    }
}

/// Ends with the test, whatever happens.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn serve(database: &str, log: &Path) -> Server {
    let mut command = pentade(database);
    let log = std::fs::File::create(log).expect("a log");
    Server(command.arg("serve").env("NO_COLOR", "1").stderr(log).spawn().expect("the program runs"))
}

/// Waits until the log says the words.
fn wait_for(log: &Path, what: &str) -> String {
    let until = Instant::now() + Duration::from_secs(30);
    loop {
        let said = std::fs::read_to_string(log).unwrap_or_default();
        if said.contains(what) {
            return said;
        }
        assert!(Instant::now() < until, "not said: {what}\n{said}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[sqlx::test]
async fn serve_reads_what_was_delivered_and_stops_when_told(pool: PgPool) {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let database = url(&pool);
    let mut server = serve(&database, &log);
    let heard = log.clone();
    tokio::task::spawn_blocking(move || wait_for(&heard, "serving")).await.expect("it serves");
    let letter = deliver(&pool, "postmaster@gm.example", LETTER).await;
    assert!(letter.status.success(), "{}", words(&letter));
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        let read: i64 = sqlx::query_scalar("select count(*) from letter where state = 'held'")
            .fetch_one(&pool)
            .await
            .expect("counted");
        if read == 1 {
            break;
        }
        assert!(Instant::now() < until, "the letter is not read: {:?}", std::fs::read_to_string(&log));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let id = nix::unistd::Pid::from_raw(i32::try_from(server.0.id()).expect("an id"));
    nix::sys::signal::kill(id, nix::sys::signal::Signal::SIGTERM).expect("told");
    let status =
        tokio::task::spawn_blocking(move || server.0.wait()).await.expect("waited").expect("it ends");
    assert!(status.success(), "{status}: {:?}", std::fs::read_to_string(&log));
}

#[sqlx::test]
async fn a_taken_port_is_said_with_the_setting_that_chooses_another(pool: PgPool) {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("bound").to_string();
    let mut command = pentade(&url(&pool));
    command.env("PENTADE_MAIL_IN_LISTEN", &address).arg("serve");
    let output = tokio::task::spawn_blocking(move || fed(command, b"")).await.expect("it ran");
    assert_eq!(output.status.code(), Some(1));
    let words = words(&output);
    assert!(words.contains(&address) && words.contains("PENTADE_MAIL_IN_LISTEN"), "{words}");
}

/// A desk on the shipped games.
fn shipped_desk(pool: &PgPool) -> pentade::desk::Desk {
    let config = Path::new(env!("CARGO_MANIFEST_DIR")).join("config");
    let place = pentade::program::Place { config, environment: std::collections::BTreeMap::new() };
    let (settings, games) = place.read().expect("the shipped configuration is sound");
    pentade::desk::Desk::new(pentade::store::Store::new(pool.clone()), games, settings.into())
}

async fn demo_once(pool: &PgPool, data: &Path) -> String {
    let mut command = pentade(&url(pool));
    command.args(["demo", "--once", "--data"]).arg(data);
    let output = tokio::task::spawn_blocking(move || fed(command, b"")).await.expect("it ran");
    assert!(output.status.success(), "{}", words(&output));
    words(&output)
}

fn hash_in(said: &str) -> String {
    let hash = said.lines().find_map(|line| line.strip_prefix("result hash: "));
    hash.unwrap_or_else(|| panic!("no hash: {said}")).to_owned()
}

#[sqlx::test]
async fn the_demonstration_plays_a_pentade_once_and_anyone_can_verify_it(pool: PgPool) {
    let folder = tempfile::tempdir().expect("a folder");
    let said = demo_once(&pool, folder.path()).await;
    let again = demo_once(&pool, folder.path()).await;
    assert_eq!(hash_in(&said), hash_in(&again));
    assert!(again.contains("was published before"), "{again}");

    let count = |kind: &'static str| {
        let query = "select count(*) from outbox where kind = $1 and sent_at is not null";
        sqlx::query_scalar::<_, i64>(query).bind(kind).fetch_one(&pool)
    };
    assert_eq!(count("acknowledgement").await.expect("counted"), 7);
    assert_eq!(count("report").await.expect("counted"), 7);
    let files = std::fs::read_dir(folder.path().join("outbox")).expect("the folder").count();
    assert_eq!(files, 21, "an opening letter, an acknowledgement and a report for each of seven players");

    let desk = shipped_desk(&pool);
    let gm = desk.account_of("gm@gm.example").await.expect("looked up").expect("the GM").id;
    let bundle = desk.bundle(gm, "g7", 976).await.expect("the bundle");
    let file = folder.path().join("bundle.json");
    let honest = serde_json::to_string(&bundle).expect("written");
    let (code, said) = verified(&file, &honest).await;
    assert!(code == Some(0) && said.contains("they are the same"), "{said}");
    let amended = Bundle { seals: vec![foreign_seal()], revision: 2, ..bundle.clone() };
    let (code, said) = verified(&file, &serde_json::to_string(&amended).expect("written")).await;
    assert!(code == Some(0) && said.contains("they are the same"), "{said}");
    assert!(said.contains("note: revision 2 amends the sealed orders of germany"), "{said}");
    for (tampered, place) in tampered(&bundle) {
        let (code, said) = verified(&file, &serde_json::to_string(&tampered).expect("written")).await;
        assert_eq!(code, Some(1), "{place}: {said}");
        assert!(said.contains(place) && !said.contains("they are the same"), "{place}: {said}");
    }

    let public = desk.public_bundle("g7", (976, None)).await.expect("the public bundle");
    let text = serde_json::to_string(&public).expect("written");
    for (_, entry) in public.entries.iter().filter_map(|entry| entry.open.as_ref()) {
        let entry: serde_json::Value = serde_json::from_str(entry).expect("an entry");
        assert_eq!(entry["visibility"], "public", "{entry}");
    }
    let fields = serde_json::to_value(&public).expect("written");
    let fields: Vec<&String> = fields.as_object().expect("an object").keys().collect();
    assert!(
        !fields.iter().any(|field| ["world", "inputs", "world_after", "chronicle"].contains(&field.as_str()))
    );
    let (code, said) = verified(&file, &text).await;
    assert!(code == Some(0) && said.contains("entries are open"), "{said}");
    let hashes = public.entries.iter().map(|entry| &entry.hash);
    assert!(hashes.eq(bundle.entries.iter().map(|entry| &entry.hash)), "the two files say the same");
    let closed = public.entries.iter().filter(|entry| entry.open.is_none()).count();
    assert!(closed > 0 && closed < public.entries.len(), "{closed} of {}", public.entries.len());
    for (tampered, place) in tampered_public(&public) {
        let (code, said) = verified(&file, &serde_json::to_string(&tampered).expect("written")).await;
        assert!(code == Some(1) && said.contains(place), "{place}: {said}");
    }
}

/// What `pentade verify` says of a file, and its exit code.
pub async fn verified(file: &std::path::Path, text: &str) -> (Option<i32>, String) {
    std::fs::write(file, text).expect("written");
    let mut command = pentade("postgres:///nowhere");
    command.arg("verify").arg(file);
    let output = tokio::task::spawn_blocking(move || fed(command, b"")).await.expect("it ran");
    (output.status.code(), words(&output))
}

/// A seal over other orders of Germany than it has played.
fn foreign_seal() -> Seal {
    Seal::new([(SideId::new("germany"), "x".to_owned())].into(), "ab".repeat(32))
}

/// A bundle tampered with in each way, and what must be said of it.
fn tampered(bundle: &Bundle) -> Vec<(Bundle, &'static str)> {
    let first = |text: &str, from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    };
    let chronicle: serde_json::Value = serde_json::from_str(&bundle.chronicle).expect("a chronicle");
    let entries = chronicle.as_array().expect("entries");
    let mut no_first = entries.clone();
    no_first.remove(0);
    let thrown = entries.iter().flat_map(|entry| entry["chance"].as_array().expect("draws"));
    let die = thrown.into_iter().find(|draw| draw["of"] == 6).expect("a die");
    let shown = serde_json::to_string(&die["values"]).expect("written");
    let key = format!("\"key\":{}", die["key"]);
    let at = bundle.chronicle.find(&key).expect("the die");
    let (head, tail) = bundle.chronicle.split_at(at);
    let other = if shown == "[6]" { "[5]" } else { "[6]" };
    let other_die = format!("{head}{}", tail.replacen(&shown, other, 1));
    let world: serde_json::Value = serde_json::from_str(&bundle.world_after).expect("a world");
    let mut other_world = world.clone();
    other_world["areas"]["lombardy"]["social_state"] = serde_json::json!(-99);
    let mut worse: serde_json::Value = serde_json::from_str(&bundle.world).expect("a world");
    let social_state = worse["areas"]["lombardy"]["social_state"].as_i64().expect("a social state");
    worse["areas"]["lombardy"]["social_state"] = serde_json::json!(social_state - 1);
    vec![
        (Bundle { seed: "00".repeat(32), ..bundle.clone() }, "the seed is not the one that was promised"),
        (Bundle { world: worse.to_string(), ..bundle.clone() }, "the recomputed result is another"),
        (
            Bundle { inputs: first(&bundle.inputs, "{", "{ "), ..bundle.clone() },
            "the inputs are not those of the stated hash",
        ),
        (
            Bundle { chronicle: serde_json::to_string(&no_first).expect("written"), ..bundle.clone() },
            "entry 0 (",
        ),
        (Bundle { chronicle: other_die, ..bundle.clone() }, "the draw "),
        (
            Bundle { world_after: other_world.to_string(), ..bundle.clone() },
            "the world after / areas / lombardy / social_state: stated -99",
        ),
        (Bundle { result_hash: "0".repeat(64), ..bundle.clone() }, "the stated result is not the hash"),
        (
            Bundle { seals: vec![Seal { nonce: "ac".repeat(32), ..foreign_seal() }], ..bundle.clone() },
            "is not the hash of the sealed orders",
        ),
        (
            Bundle { seals: vec![foreign_seal()], ..bundle.clone() },
            "the sealed orders of germany are not those",
        ),
    ]
}

/// The same of a public bundle.
fn tampered_public(bundle: &PublicBundle) -> Vec<(PublicBundle, &'static str)> {
    let mut other_entry = bundle.clone();
    let open = other_entry.entries.iter_mut().find_map(|entry| entry.open.as_mut()).expect("an open entry");
    open.1.push(' ');
    let mut other_die = bundle.clone();
    let with_die = other_die
        .entries
        .iter_mut()
        .find(|entry| entry.open.as_ref().is_some_and(|(_, text)| text.contains("\"of\":6,\"values\":[")));
    let entry = with_die.expect("an entry with a die");
    let (salt, text) = entry.open.clone().expect("open");
    let (head, tail) = text.split_once("\"of\":6,\"values\":[").expect("a die");
    let die = if tail.starts_with('6') { "5" } else { "6" };
    let text = format!("{head}\"of\":6,\"values\":[{die}{}", &tail[1..]);
    entry.hash = EntryMark::new(salt.clone(), &text).hash;
    entry.open = Some((salt, text));
    vec![
        (
            PublicBundle { seed: "00".repeat(32), ..bundle.clone() },
            "the seed is not the one that was promised",
        ),
        (other_entry, "is not the one of its hash"),
        (other_die, "the seed does not give"),
    ]
}
