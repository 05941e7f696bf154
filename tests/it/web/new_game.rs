//! Beginning a game at the desk: who may, what is wrong beside its field, and what was typed kept.

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{Request, StatusCode};
use sqlx::PgPool;

use super::{ANNA, Answer, GRETA, Reader, Site};

pub const FORM: &str = "/gm/new/guessing/two";

/// A form that is filled in well.
const FILLED: [(&str, &str); 19] = [
    ("slug", "g2"),
    ("title", "The second"),
    ("name.red", "Ida"),
    ("email.red", "ida@example.org"),
    ("name.blue", ""),
    ("email.blue", ""),
    ("pentade_days", "9"),
    ("at", "18:30"),
    ("zone", "Europe/Vienna"),
    ("days_off", "sunday\n12-24"),
    ("grace_hours", "6"),
    ("reminders", "4, 2"),
    ("remind", "all"),
    ("missing_orders", "caretaker"),
    ("vacant_orders", "hold"),
    ("answer_days", "5"),
    ("absent_votes", "default"),
    ("gm_votes", "late"),
    ("stand_ins", "free"),
];

/// The whole form.
pub fn filled() -> Vec<(&'static str, &'static str)> {
    with(&[])
}

/// The same with some fields otherwise, and the ones that end the form.
pub fn with<'a>(others: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let given = |name: &str| others.iter().find(|(other, _)| *other == name).copied();
    let mut all: Vec<_> = FILLED.iter().map(|(name, text)| given(name).unwrap_or((name, text))).collect();
    all.push(("orders_of_departed", "kept"));
    all.push(("waiting_list", "closed"));
    all.push(("publish", "review"));
    all.push(("pages", given("pages").map_or("public", |(_, pages)| pages)));
    all
}

pub async fn upload(reader: &mut Reader, text: &str) -> Answer {
    let body = format!(
        "--part\r\nContent-Disposition: form-data; name=\"file\"; filename=\"game.toml\"\r\n\
         Content-Type: text/plain\r\n\r\n{text}\r\n--part--\r\n"
    );
    let request = Request::post("/gm/new").header(CONTENT_TYPE, "multipart/form-data; boundary=part");
    reader.send(request.body(Body::from(body)).expect("a request")).await
}

#[sqlx::test]
async fn a_game_begins_by_one_form(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    assert!(greta.page("/gm").await.contains("href=\"/gm/new\""));
    assert!(greta.page("/gm/new").await.contains("href=\"/gm/new/guessing/two\""));
    let form = greta.page(FORM).await;
    assert!(form.contains("name=\"email.blue\"") && !form.contains("name.bank"), "{form}");

    let begun = greta.post(FORM, &with(&[])).await;
    assert_eq!(begun.to.as_deref(), Some("/gm/g/g2"), "{}", begun.text);
    let desk = greta.page("/gm/g/g2").await;
    assert!(desk.contains("The second has begun") && desk.contains("ida@example.org"), "{desk}");
    let calendar = greta.page("/gm/g/g2/calendar").await;
    for held in ["value=\"9\"", "18:30:00", "Europe/Vienna", "sunday\n12-24", "value=\"6\"", "4, 2"] {
        assert!(calendar.contains(held), "{held}: {calendar}");
    }
    let customs: (bool, String, String) =
        sqlx::query_as("select anonymous_press, stand_ins, departed_sheet from game where slug = 'g2'")
            .fetch_one(&site.pool)
            .await
            .expect("the game");
    assert_eq!(customs, (false, "free".to_owned(), "kept".to_owned()));
    let told: i64 = sqlx::query_scalar("select count(*) from outbox where envelope_to = 'ida@example.org'")
        .fetch_one(&site.pool)
        .await
        .expect("the letters");
    assert_eq!(told, 1);
    let again = greta.post(FORM, &with(&[])).await;
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(again.text.contains("there is a game g2 already"), "{}", again.text);
}

#[sqlx::test]
async fn what_is_wrong_stands_beside_its_field_and_nothing_is_lost(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    let wrong = with(&[
        ("slug", "G 2"),
        ("title", "<b>Kept</b>"),
        ("email.red", "nowhere"),
        ("zone", "Europe/Nowhere"),
        ("days_off", "someday"),
    ]);
    let answer = greta.post(FORM, &wrong).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    let page = &answer.text;
    assert!(page.contains("4 things must be put right"), "{page}");
    for (field, why) in [
        ("name=\"slug\"", "cannot be a short name"),
        ("name=\"email.red\"", "no address that mail can be sent to"),
        ("name=\"zone\"", "there is no time zone"),
        ("name=\"days_off\"", "someday"),
    ] {
        let (before, _) = page.split_once(field).unwrap_or_else(|| panic!("{field}: {page}"));
        let near = &before[before.len().saturating_sub(600)..];
        assert!(near.contains(why), "{field} {why}: {near}");
    }
    assert!(page.contains("&#60;b&#62;Kept") && !page.contains("value=\"ida\""), "{page}");
    assert!(
        page.contains("value=\"nowhere\"") && page.contains("value=\"9\""),
        "what was typed stands there"
    );

    let numbers = greta.post(FORM, &with(&[("pentade_days", "often"), ("grace_hours", "99999999999")])).await;
    assert_eq!(numbers.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        numbers.text.contains("is no whole number") && numbers.text.contains("value=\"often\""),
        "{}",
        numbers.text
    );
    let alone = greta.post(FORM, &with(&[("name.red", ""), ("email.red", "")])).await;
    assert!(alone.text.contains("takes 1 to 2 players, not 0"), "{}", alone.text);
    let games: i64 =
        sqlx::query_scalar("select count(*) from game").fetch_one(&site.pool).await.expect("counted");
    assert_eq!(games, 1, "nothing has begun");
}

#[sqlx::test]
async fn a_file_fills_in_the_form(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    let file = "slug = \"g3\"\nkind = \"guessing\"\nscenario = \"two\"\ntitle = \"From a file\"\npentade_days = 5\n\
                [calendar]\nat = \"07:15\"\n[[players]]\nside = \"blue\"\nname = \"Ida\"\nemail = \"ida@example.org\"\n";
    let form = upload(&mut greta, file).await;
    assert_eq!(form.status, StatusCode::OK, "{}", form.text);
    for held in ["value=\"g3\"", "value=\"From a file\"", "value=\"07:15\"", "value=\"ida@example.org\""] {
        assert!(form.text.contains(held), "{held}: {}", form.text);
    }
    let misspelt = upload(&mut greta, &file.replace("kind", "kinds")).await;
    assert_eq!(misspelt.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(misspelt.text.contains("unknown field") && misspelt.text.contains("line 2"), "{}", misspelt.text);
    let foreign = upload(&mut greta, &file.replace("\"two\"", "\"three\"")).await;
    assert!(foreign.text.contains("there is no scenario three"), "{}", foreign.text);
    let taken = upload(&mut greta, &file.replace("\"g3\"", "\"g1\"")).await;
    assert!(taken.text.contains("there is a game g1 already"), "{}", taken.text);
}

#[sqlx::test]
async fn only_those_who_may_begin_games(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    assert!(!anna.page("/gm").await.contains("/gm/new"));
    for page in ["/gm/new", FORM] {
        assert_eq!(anna.get(page).await.status, StatusCode::FORBIDDEN, "{page}");
    }
    assert_eq!(anna.post(FORM, &with(&[])).await.status, StatusCode::FORBIDDEN);
    assert_eq!(upload(&mut anna, "slug = \"g3\"").await.status, StatusCode::FORBIDDEN);
    let named = site.with_setting("[gm]\ncreators = \"x@example.org, anna@example.org\"");
    let mut anna = named.signed_in(ANNA).await;
    let begun = anna.post(FORM, &with(&[])).await;
    assert_eq!(begun.to.as_deref(), Some("/gm/g/g2"), "{}", begun.text);
    assert_eq!(anna.get("/gm/postmaster").await.status, StatusCode::FORBIDDEN, "a game is not the server");
}
