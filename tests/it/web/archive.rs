//! The archive: timeline, empires, areas, search, feeds and JSON; nobody reads in it what is not for everyone.

use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use serde_json::Value;
use sqlx::PgPool;

use super::empires::millennium;
use super::{ANNA, BORIS, GRETA, Reader, Site};

/// A game of the second kind with one published pentade, in which both sides guessed in secret.
pub async fn guessed(pool: PgPool) -> Site {
    let site = Site::begin(pool).await;
    for (email, side, guess) in [(ANNA, "red", "guess 7"), (BORIS, "blue", "guess 18")] {
        let mut player = site.signed_in(email).await;
        player.post(&format!("/g/g1/my/words?side={side}"), &[("words", guess)]).await;
    }
    publish(&site, "100").await;
    site
}

pub async fn publish(site: &Site, year: &str) {
    let mut greta = site.signed_in(GRETA).await;
    greta.post("/gm/g/g1/adjudicate", &[]).await;
    greta.post("/gm/g/g1/defaults", &[]).await;
    let done = greta.post("/gm/g/g1/publish", &[("first_year", year)]).await;
    assert!(done.status.is_redirection(), "{}", done.text);
}

async fn json(reader: &mut Reader, address: &str) -> Value {
    let answer = reader.get(address).await;
    assert_eq!(answer.status, StatusCode::OK, "{address}: {}", answer.text);
    assert_eq!(answer.heads[CONTENT_TYPE], "application/json", "{address}");
    serde_json::from_str(&answer.text).expect("JSON")
}

/// Every address of the archive that tells of events.
const TELLING: [&str; 9] = [
    "/g/g1/timeline",
    "/g/g1/empires/red",
    "/g/g1/empires/red/feed.atom",
    "/g/g1/feed.atom",
    "/g/g1/search?q=guess",
    "/g/g1/map",
    "/g/g1/map?year=100&layer=change",
    "/api/games/g1",
    "/api/games/g1/pentades/100",
];

#[sqlx::test]
async fn nobody_reads_in_the_archive_what_is_for_one_side_alone(pool: PgPool) {
    let site = guessed(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    assert!(
        anna.page("/g/g1/my/reports/100?side=red").await.contains("secret guess of red"),
        "it is told to her"
    );
    for reader in [&mut site.stranger(), &mut anna, &mut site.signed_in(GRETA).await] {
        for address in TELLING {
            let page = reader.page(address).await;
            assert!(!page.contains("secret guess"), "{address}: {page}");
        }
    }
    let found = site.stranger().page("/g/g1/search?q=secret").await;
    assert!(found.contains("Nothing that is published holds"), "{found}");
    let told = site.stranger().page("/g/g1/timeline").await;
    assert!(told.contains("gets a point"), "what is public is told: {told}");
}

#[sqlx::test]
async fn what_the_archive_has_not_is_told_with_what_is_like_it(pool: PgPool) {
    let site = guessed(pool).await;
    let mut reader = site.stranger();
    let unknown = [
        ("/g/g1/empires/reds", "/g/g1/empires/red"),
        ("/g/g2/timeline", "/g/g1"),
        ("/g/g2/feed.atom", "/g/g1"),
        ("/g/g1/map?year=101", "/g/g1/100"),
        ("/g/g2/search?q=red", "/g/g1"),
    ];
    for (address, offered) in unknown {
        let answer = reader.get(address).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{address}");
        assert!(answer.text.contains(&format!("href=\"{offered}\"")), "{address}: {}", answer.text);
    }
    for (address, offered) in [("/api/games/g2", "/g/g1"), ("/api/games/g1/pentades/99", "/g/g1/100")] {
        let answer = reader.get(address).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND);
        assert_eq!(answer.heads[CONTENT_TYPE], "application/problem+json");
        let problem: Value = serde_json::from_str(&answer.text).expect("JSON");
        assert_eq!(problem["near"][0]["address"], offered, "{problem}");
    }
    let nothing = reader.page("/g/g1/search?q=%3Cscript%3E").await;
    assert!(nothing.contains("&#60;script&#62;") && !nothing.contains("<script"), "{nothing}");
}

/// Whether a value is what a schema of the OpenAPI document says, as far as that document goes.
fn fits(value: &Value, schema: &Value, document: &Value) -> Result<(), String> {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().expect("a name");
        return fits(value, &document["components"]["schemas"][name], document);
    }
    for part in schema["allOf"].as_array().into_iter().flatten() {
        fits(value, part, document)?;
    }
    let is = |kind: &str| match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("no such type: {other}"),
    };
    let kinds = match &schema["type"] {
        Value::String(kind) => vec![kind.as_str()],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if !kinds.is_empty() && !kinds.iter().any(|kind| is(kind)) {
        return Err(format!("{value} is no {kinds:?}"));
    }
    if let Some(allowed) = schema["enum"].as_array()
        && !allowed.contains(value)
    {
        return Err(format!("{value} is none of {allowed:?}"));
    }
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        let held = value.get(name).ok_or_else(|| format!("{name} is missing in {value}"))?;
        fits(held, &schema["properties"][name], document)?;
    }
    for item in value.as_array().into_iter().flatten() {
        fits(item, &schema["items"], document)?;
    }
    Ok(())
}

#[sqlx::test]
async fn the_api_is_as_its_document_says(pool: PgPool) {
    let site = millennium(pool).await;
    publish(&site, "976").await;
    let mut reader = site.stranger();
    let document = json(&mut reader, "/api/openapi.json").await;
    let paths = document["paths"].as_object().expect("paths");
    assert!(paths.len() >= 5);
    for (path, methods) in paths {
        let address = path.replace("{slug}", "g1").replace("{first_year}", "976");
        let answer = json(&mut reader, &address).await;
        let schema = &methods["get"]["responses"]["200"]["content"]["application/json"]["schema"];
        if let Err(fault) = fits(&answer, schema, &document) {
            panic!("{address}: {fault}");
        }
    }
    let stood = json(&mut reader, "/api/games/g1/standings").await;
    assert_eq!((&stood[0]["before"], &stood[1]["before"]), (&976.into(), &981.into()));
    let pentade = json(&mut reader, "/api/games/g1/pentades/976").await;
    let entries = pentade["entries"].as_array().expect("entries");
    assert!(entries.len() > 10, "{pentade}");
    let game = json(&mut reader, "/api/games/g1").await;
    assert_eq!(game["pentades"][0]["first_year"], 976, "{game}");
    assert_eq!(game["standings"], pentade["standings"], "the last pentade ended as it is now");
    assert!(game["standings"].as_array().is_some_and(|all| all.len() > 5), "{game}");
}

#[sqlx::test]
async fn what_happened_is_gathered_by_subject(pool: PgPool) {
    let site = millennium(pool).await;
    publish(&site, "976").await;
    let mut reader = site.stranger();
    let index = reader.page("/g/g1/events").await;
    assert!(index.contains("<a href=\"/g/g1/events/wars\">Wars</a>"), "{index}");
    // Every subject's page shows as many events as the list counts and the JSON tells.
    let pentade = json(&mut reader, "/api/games/g1/pentades/976").await;
    let told = pentade["entries"].as_array().expect("entries");
    let mut subjects: Vec<&str> = told.iter().filter_map(|entry| entry["subject"].as_str()).collect();
    subjects.sort_unstable();
    subjects.dedup();
    assert!(subjects.len() > 1, "{subjects:?}");
    for subject in subjects {
        let of_it = || told.iter().filter(|entry| entry["subject"] == subject);
        let (count, dated) = (of_it().count(), of_it().filter(|entry| entry["year"].is_number()).count());
        let page = reader.page(&format!("/g/g1/events/{subject}")).await;
        assert!(page.contains(&format!(": {count} in all.")), "{subject}: {page}");
        let (_, listed) = page.split_once("<h2>").expect("a pentade");
        assert_eq!(listed.matches("<li><strong>9").count(), dated, "{subject}: {listed}");
    }
    let war = told.iter().find(|entry| entry["subject"] == "wars").expect("a war");
    let side = war["sides"][0].as_str().expect("whose war it was");
    let of_one = reader.page(&format!("/g/g1/events/wars?side={side}")).await;
    assert!(of_one.contains(&format!("<option value=\"{side}\" selected>")), "{of_one}");
    assert!(reader.page("/g/g1/events/wars?side=nobody").await.contains("Nothing of the kind"));
    let wrong = reader.get("/g/g1/events/wrs").await;
    assert_eq!(wrong.status.as_u16(), 404);
    assert!(wrong.text.contains("/g/g1/events/wars"), "{}", wrong.text);
    let rulers = reader.page("/g/g1/rulers").await;
    assert!(rulers.contains("<bdi>Otto II</bdi>, 973"), "{rulers}");
    let table = reader.get("/g/g1/standings.csv").await;
    assert_eq!(table.heads[CONTENT_TYPE], "text/csv; charset=utf-8");
    assert!(table.text.starts_with("before,side,name,ruler,ruler since,victory points,"), "{}", table.text);
    assert!(table.text.contains("\n981,germany,German Empire,"), "{}", table.text);
}

#[sqlx::test]
async fn an_empire_and_an_area_have_pages_of_their_own(pool: PgPool) {
    let site = millennium(pool).await;
    publish(&site, "976").await;
    let mut reader = site.stranger();
    let empire = reader.page("/g/g1/empires/germany").await;
    assert!(empire.contains("Otto II") && empire.contains("at the beginning, 976"), "{empire}");
    assert_eq!(empire.matches("class=\"chart\"").count(), 3, "victory points, areas, wealth");
    assert_eq!(empire.matches("The same in figures").count(), 3, "each with its table");
    let area = reader.page("/g/g1/areas/saxony").await;
    assert!(area.contains("976 until now: <a href=\"/g/g1/empires/germany\">"), "{area}");
    let found = reader.page("/g/g1/search?q=saxo").await;
    assert!(found.contains("href=\"/g/g1/areas/saxony\""), "{found}");
    let found = reader.page("/g/g1/search?q=german").await;
    assert!(found.contains("href=\"/g/g1/empires/germany\""), "{found}");
    let timeline = reader.page("/g/g1/timeline").await;
    assert!(
        timeline.contains("class=\"chart\"") && timeline.contains("<a href=\"/g/g1/976\">"),
        "{timeline}"
    );
    for (address, page) in
        [("/g/g1/feed.atom", "timeline"), ("/g/g1/empires/germany/feed.atom", "empires/germany")]
    {
        let answer = reader.get(address).await;
        assert_eq!(answer.heads[CONTENT_TYPE], "application/atom+xml; charset=utf-8");
        assert_eq!(answer.text.matches("<entry>").count(), 1, "{}", answer.text);
        assert!(
            answer.text.contains(&format!("<id>http://127.0.0.1:8080/g/g1/{page}</id>")),
            "{}",
            answer.text
        );
        resvg::usvg::roxmltree::Document::parse(&answer.text).expect("well-formed XML");
    }
}
