//! A whole game as one file: out, in under another name, and every file that is not sound refused.

use std::io::{Read, Write};

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{Request, StatusCode};
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use pentade::desk::transfer::Choice;
use pentade::postal::chronicle::SideId;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::PgPool;

use super::{ANNA, Answer, BORIS, GRETA, Reader, Site};

/// Part and row of each line behind the first.
type Lines = Vec<(String, Value)>;

fn lines(file: &[u8]) -> (Value, Lines) {
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text).expect("gzip");
    let mut all = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let manifest = all.next().expect("a manifest");
    let mut rows = Vec::new();
    for part in manifest["parts"].as_array().expect("parts") {
        for _ in 0..part["rows"].as_u64().expect("a number") {
            rows.push((part["part"].as_str().expect("a name").to_owned(), all.next().expect("a row")));
        }
    }
    (manifest, rows)
}

/// The file of these rows, with hashes that are right.
fn packed(mut manifest: Value, rows: &Lines) -> Vec<u8> {
    let mut body = String::new();
    for part in manifest["parts"].as_array_mut().expect("parts") {
        let of_part: Vec<&Value> =
            rows.iter().filter(|(name, _)| part["part"] == *name).map(|(_, row)| row).collect();
        let text: String = of_part.iter().map(|row| format!("{row}\n")).collect();
        part["rows"] = json!(of_part.len());
        part["sha256"] = json!(hex::encode(Sha256::digest(text.as_bytes())));
        body.push_str(&text);
    }
    let mut packed = GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(format!("{manifest}\n{body}").as_bytes()).expect("in memory");
    packed.finish().expect("in memory")
}

pub async fn import(reader: &mut Reader, file: &[u8], slug: &str) -> Answer {
    let mut body = format!(
        "--part\r\nContent-Disposition: form-data; name=\"slug\"\r\n\r\n{slug}\r\n--part\r\n\
         Content-Disposition: form-data; name=\"file\"; filename=\"../../g.gz\"\r\n\r\n"
    )
    .into_bytes();
    body.extend_from_slice(file);
    body.extend_from_slice(b"\r\n--part--\r\n");
    let request = Request::post("/gm/import").header(CONTENT_TYPE, "multipart/form-data; boundary=part");
    reader.send(request.body(Body::from(body)).expect("a request")).await
}

impl Site {
    async fn exported(&self, private: bool, letters: bool) -> Vec<u8> {
        let greta = self.account(GRETA).await;
        self.desk.export_game(Some(greta), "g1", Choice { private, letters }).await.expect("exported")
    }

    /// How many rows every table has that an import writes to.
    async fn state(&self) -> Vec<i64> {
        let mut counts = Vec::new();
        for table in [
            "game", "seat", "game_gm", "stand_in", "pentade", "sheet", "letter", "account", "ruling",
            "press", "audit", "outbox",
        ] {
            let count = sqlx::AssertSqlSafe(format!("select count(*) from {table}"));
            counts.push(sqlx::query_scalar(count).fetch_one(&self.pool).await.expect("counted"));
        }
        counts
    }
}

/// A played game with a GM beside its owner, and somebody who stands in for a player.
async fn helped(pool: PgPool) -> (Site, Reader, Reader) {
    let (site, mut greta, mut anna) = Site::played(pool).await;
    let otto = [("name", "Otto"), ("email", "otto@example.com"), ("role", "observer")];
    assert_eq!(greta.post("/gm/g/g1/gms", &otto).await.status, StatusCode::SEE_OTHER);
    let last =
        (jiff::Timestamp::now() + jiff::SignedDuration::from_hours(480)).strftime("%Y-%m-%d").to_string();
    let stand_in = [("email", "cleo@example.com"), ("last", last.as_str())];
    let asked = anna.post("/g/g1/my/stand-in?side=red", &stand_in).await;
    assert_eq!(asked.status, StatusCode::SEE_OTHER, "{}", asked.text);
    (site, greta, anna)
}

#[sqlx::test]
async fn a_game_goes_out_and_comes_in_the_same(pool: PgPool) {
    let (site, mut greta, mut anna) = helped(pool).await;
    assert_eq!(anna.post("/gm/g/g1/export", &[]).await.status, StatusCode::FORBIDDEN);
    let answer = greta.post("/gm/g/g1/export", &[("letters", "yes")]).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.heads["content-disposition"], "attachment; filename=\"g1.pentade.gz\"");
    assert!(greta.page("/gm/g/g1/whole").await.contains("/gm/g/g1/export"));

    let file = site.exported(false, true).await;
    let posts = site.count_of("select count(*) from outbox").await;
    let brought = import(&mut greta, &file, "g2").await;
    assert_eq!(brought.to.as_deref(), Some("/gm/g/g2"), "{}", brought.text);
    assert_eq!(site.count_of("select count(*) from outbox").await, posts, "nobody is written to");
    for page in [
        "/g/{}/100",
        "/g/{}/timeline",
        "/g/{}/empires/red",
        "/g/{}/100/map.svg",
        "/api/games/{}/pentades/100",
    ] {
        let (one, other) = (page.replace("{}", "g1"), page.replace("{}", "g2"));
        let (one, other) = (site.stranger().page(&one).await, site.stranger().page(&other).await);
        assert_eq!(one.replace("/g1", "/g2").replace("\"g1\"", "\"g2\""), other, "{page}");
    }
    let (one, other) = (greta.page("/g/g1/100/bundle.json").await, greta.page("/g/g2/100/bundle.json").await);
    assert_eq!(one.replace("\"g1\"", "\"g2\""), other, "world, inputs, seed and result");
    let mut boris = site.signed_in(BORIS).await;
    assert!(anna.page("/g/g2/my/reports/100?side=red").await.contains("The secret guess of red was 7."));
    assert_eq!(boris.get("/g/g2/my/reports/100?side=red").await.status, StatusCode::FORBIDDEN);
    let gms = "select count(*) from game_gm join game on game.id = game_gm.game
               where slug = 'g2' and role = 'observer' and added_by = gm";
    assert_eq!(site.count_of(gms).await, 1, "who helps to run it still does");
    assert!(
        greta.page("/gm/g/g2").await.contains("cleo@example.com"),
        "and the stand-in waits for the GM's word"
    );
    let kept = "select count(*) from game where slug = 'g2' and status = 'paused'";
    assert_eq!(site.count_of(kept).await, 1, "its clock stands");

    let again = site.desk.export_game(
        Some(site.account(GRETA).await),
        "g2",
        Choice { private: false, letters: true },
    );
    let ((_, first), (_, second)) = (lines(&file), lines(&again.await.expect("exported")));
    let without_clock = |rows: Lines| -> Lines {
        rows.into_iter()
            .map(|(part, mut row)| {
                if part == "game" {
                    row["status"] = Value::Null;
                }
                if part == "letters" {
                    row["recipient"] = Value::Null;
                }
                (part, row)
            })
            .collect()
    };
    assert_eq!(without_clock(first), without_clock(second), "what came in goes out the same");
    let verified = greta.post("/gm/g/g2/resume", &[]).await;
    assert_eq!(verified.status, StatusCode::SEE_OTHER);
    greta.post("/gm/g/g2/adjudicate", &[]).await;
    let published = greta.post("/gm/g/g2/publish", &[("first_year", "105")]).await;
    assert_eq!(published.to.as_deref(), Some("/g/g2/105"), "it is played on: {}", published.text);
}

#[sqlx::test]
async fn only_a_private_file_holds_what_is_not_public(pool: PgPool) {
    let (site, mut greta, _) = Site::played(pool).await;
    greta.post("/gm/g/g1/adjudicate", &[]).await;
    let (master, seed): (String, String) = sqlx::query_as(
        "select encode(master_secret, 'hex'), seed from game join pentade on pentade.game = game.id
         where state = 'draft'",
    )
    .fetch_one(&site.pool)
    .await
    .expect("the secrets");
    let open = site.exported(false, true).await;
    let (manifest, rows) = lines(&open);
    assert_eq!((&manifest["private"], &manifest["version"]), (&json!(false), &json!(2)));
    let text = format!("{rows:?}");
    assert!(!text.contains(&master) && !text.contains(&seed), "secrets");
    let of_pentade =
        |year: i32| rows.iter().find(|(part, row)| part == "pentades" && row["first_year"] == year);
    assert_eq!(of_pentade(105).expect("the draft").1["state"], "open", "as it was opened");
    assert!(of_pentade(100).expect("the public one").1["seed"].is_string());
    assert!(
        !format!("{:?}", lines(&site.exported(false, false).await)).contains("From: boris"),
        "no letters"
    );

    let private = site.exported(true, false).await;
    let text = format!("{:?}", lines(&private));
    assert!(text.contains(&master) && text.contains(&seed));
    assert_eq!(import(&mut greta, &private, "g2").await.to.as_deref(), Some("/gm/g/g2"));
    assert!(greta.page("/gm/g/g2/draft").await.contains("The secret guess"), "the draft came with it");
}

/// A change to a sound file, and what is said of it.
type Wrong = (&'static str, fn(&mut Value, &mut Lines), &'static str);

fn first<'r>(rows: &'r mut Lines, part: &str) -> &'r mut Value {
    &mut rows.iter_mut().find(|(name, _)| name == part).expect("such a row").1
}

const WRONG: [Wrong; 25] = [
    ("newer", |manifest, _| manifest["version"] = json!(3), "a newer Pentade wrote it"),
    ("older", |manifest, _| manifest["version"] = json!(0), "read no more"),
    ("a foreign word", |manifest, _| manifest["more"] = json!(1), "unknown field"),
    ("another game", |_, rows| first(rows, "game")["kind"] = json!("chess"), "does not know the game chess"),
    ("no title", |_, rows| first(rows, "game")["title"] = json!(""), "a title has 1 to 200 characters"),
    ("a foreign zone", |_, rows| first(rows, "game")["due_zone"] = json!("Europe/Nowhere"), "no time zone"),
    ("no readings", |_, rows| first(rows, "game")["readings"] = Value::Null, "line 2, part game: readings: "),
    (
        "an unknown switch",
        |_, rows| first(rows, "game")["readings"] = json!({"S2": "farthest"}),
        "line 2, part game: readings: there is no switch",
    ),
    (
        "an unknown reading",
        |_, rows| first(rows, "game")["readings"] = json!({"S1": "farthist"}),
        "did you mean farthest?",
    ),
    (
        "played by an unknown reading",
        |_, rows| {
            let inputs = "{\"sheets\":{},\"answers\":{},\"readings\":{\"S1\":\"middle\"}}";
            let pentade = first(rows, "pentades");
            pentade["inputs"] = json!(inputs);
            pentade["inputs_hash"] = json!(hex::encode(Sha256::digest(inputs)));
        },
        "part pentades: it was played by unknown readings: S1 has no reading",
    ),
    ("no settings", |_, rows| rows.retain(|(part, _)| part != "game"), "part game: it has 0 rows"),
    (
        "no word of who may read it",
        |_, rows| {
            first(rows, "game").as_object_mut().expect("a row").remove("members_only");
        },
        "part game",
    ),
    ("no pentade", |_, rows| rows.retain(|(part, _)| part != "pentades"), "part pentades: there is none"),
    ("no address", |_, rows| first(rows, "people")["email"] = json!("no\r\nBcc: x@y"), "part people"),
    ("a stranger", |_, rows| first(rows, "seats")["person"] = json!(99), "there is no person 99"),
    (
        "a GM who plays",
        |_, rows| {
            let player = first(rows, "seats")["person"].clone();
            first(rows, "gms")["person"] = player;
        },
        "plays, and the desk shows what others order",
    ),
    ("a strange role", |_, rows| first(rows, "gms")["role"] = json!("owner"), "part gms"),
    ("a huge number", |_, rows| first(rows, "sheets")["version"] = json!(99_999_999_999_i64), "part sheets"),
    ("a wrong word", |_, rows| first(rows, "sheets")["source"] = json!("pigeon"), "part sheets"),
    ("a sheet of no side", |_, rows| first(rows, "sheets")["side"] = json!("../red"), "what it belongs to"),
    ("a nul", |_, rows| first(rows, "press")["text"] = json!("a\u{0}b"), "part press"),
    (
        "another world",
        |_, rows| first(rows, "pentades")["world_after"] = json!("{}"),
        "not those of the result",
    ),
    (
        "another seed",
        |_, rows| first(rows, "pentades")["seed"] = json!("00".repeat(32)),
        "not the one that was promised",
    ),
    (
        "other orders",
        |_, rows| first(rows, "pentades")["inputs"] = json!("{}"),
        "its inputs are not those of their hash",
    ),
    ("another year", |_, rows| first(rows, "pentades")["first_year"] = json!(7), "its world stands before"),
];

#[sqlx::test]
async fn what_is_not_sound_is_refused_and_changes_nothing(pool: PgPool) {
    let (site, mut greta, mut anna) = helped(pool).await;
    let file = site.exported(false, true).await;
    assert_eq!(import(&mut anna, &file, "g9").await.status, StatusCode::FORBIDDEN);
    assert_eq!(anna.get("/gm/import").await.status, StatusCode::FORBIDDEN);
    let before = site.state().await;
    let (manifest, rows) = lines(&file);
    for (name, change, why) in WRONG {
        let (mut manifest, mut rows) = (manifest.clone(), rows.clone());
        change(&mut manifest, &mut rows);
        let answer = import(&mut greta, &packed(manifest, &rows), "g9").await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}: {}", answer.text);
        assert!(answer.text.contains(why), "{name}: {}", answer.text);
    }
    for (bytes, slug, why) in [
        (&file[..], "g1", "there is a game g1 already"),
        (&file[..], "../etc", "cannot be a short name"),
        (&file[..file.len() / 2], "g9", "damaged or cut off"),
        (&b"PK\x03\x04"[..], "g9", "is no exported game"),
        (&b""[..], "g9", "is no exported game"),
    ] {
        let answer = import(&mut greta, bytes, slug).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{why}: {}", answer.text);
        assert!(answer.text.contains(why), "{why}: {}", answer.text);
    }
    let large = import(&mut greta, &vec![0; 17 * 1024 * 1024], "g9").await;
    assert_eq!(large.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(site.state().await, before, "nothing has changed");
    let (mut older, mut without) = (manifest.clone(), rows.clone());
    older["version"] = json!(1);
    for later in ["readings", "members_only"] {
        first(&mut without, "game").as_object_mut().expect("a row").remove(later).expect("it is there now");
    }
    let former = import(&mut greta, &packed(older, &without), "g8").await;
    assert_eq!(former.to.as_deref(), Some("/gm/g/g8"), "a file of version 1 is read: {}", former.text);
    assert_eq!(site.stranger().get("/g/g8").await.status, StatusCode::OK, "and its game is for everyone");
    let sound = import(&mut greta, &packed(manifest, &rows), "g9").await;
    assert_eq!(sound.to.as_deref(), Some("/gm/g/g9"), "the file itself is sound: {}", sound.text);
    assert!(anna.page("/g/g9/my?side=red").await.contains("The Reds"), "{ANNA} plays on");
}

#[sqlx::test]
async fn sealed_orders_go_with_their_game(pool: PgPool) {
    let site = Site::begin(pool).await;
    let (blue, gm) = (SideId::new("blue"), site.account(GRETA).await);
    site.desk.resign(site.account(BORIS).await, "g1", &blue).await.expect("gone");
    let mut greta = site.signed_in(GRETA).await;
    greta.post("/gm/g/g1/adopt", &[("side", "blue"), ("adopts", "yes")]).await;
    greta.post("/g/g1/my/words?side=blue", &[("words", "guess 3")]).await;
    let choice = Choice { private: false, letters: true };
    assert!(site.desk.export_game(Some(gm), "g1", choice).await.is_err(), "it would show what others order");
    greta.post("/gm/g/g1/seal", &[]).await;
    greta.post("/gm/g/g1/adjudicate", &[]).await;
    greta.post("/gm/g/g1/publish", &[("first_year", "100")]).await;
    greta.post("/gm/g/g1/adopt", &[("side", "blue"), ("adopts", "no")]).await;

    let (manifest, mut rows) = lines(&site.exported(false, false).await);
    let brought = import(&mut greta, &packed(manifest.clone(), &rows), "g2").await;
    assert_eq!(brought.to.as_deref(), Some("/gm/g/g2"), "{}", brought.text);
    let bundle = async |slug: &str| site.stranger().page(&format!("/g/{slug}/100/public-bundle.json")).await;
    let (one, other) = (bundle("g1").await, bundle("g2").await);
    assert!(one.contains("\"nonce\""), "{one}");
    assert_eq!(one.replace("\"g1\"", "\"g2\""), other);
    first(&mut rows, "seals")["nonce"] = json!("ab".repeat(32));
    let wrong = import(&mut greta, &packed(manifest, &rows), "g3").await;
    assert!(wrong.text.contains("part seals: it is not the hash of its sheets and nonce"), "{}", wrong.text);
}
