//! What is held of a person: given to him, and erased from the whole database.

use axum::http::StatusCode;
use sqlx::PgPool;

use super::{ANNA, GRETA, Site};

impl Site {
    /// Where a text stands in the database, in any letter case: table and row.
    async fn found(&self, sought: &str) -> Vec<String> {
        let tables: Vec<String> = sqlx::query_scalar(
            "select table_name::text from information_schema.tables where table_schema = 'public' order by 1",
        )
        .fetch_all(&self.pool)
        .await
        .expect("the tables");
        let mut found = Vec::new();
        for table in tables {
            let bytes: Vec<String> = sqlx::query_scalar(
                "select column_name::text from information_schema.columns where table_name = $1 and data_type = 'bytea'",
            )
            .bind(&table)
            .fetch_all(&self.pool)
            .await
            .expect("the columns");
            let bytes: String =
                bytes.iter().map(|name| format!(" || coalesce(encode({name}, 'escape'), '')")).collect();
            let query = format!("select t::text{bytes} from \"{table}\" t where (t::text{bytes}) ~* $1");
            let rows: Vec<String> = sqlx::query_scalar(sqlx::AssertSqlSafe(query))
                .bind(sought)
                .fetch_all(&self.pool)
                .await
                .expect("looked through");
            found.extend(rows.into_iter().map(|row| format!("{table}: {row}")));
        }
        found
    }
}

#[sqlx::test]
async fn a_person_loads_what_is_held_of_him(pool: PgPool) {
    let (site, _, mut anna) = Site::played(pool).await;
    let file = anna.post("/settings/personal/data", &[]).await;
    assert_eq!(file.status, StatusCode::OK);
    let held: serde_json::Value = serde_json::from_str(&file.text).expect("JSON");
    assert_eq!(held["account"][0]["email"], ANNA);
    assert_eq!(held["addresses"][0]["address"], ANNA);
    assert_eq!(held["games"][0]["side"], "red");
    for kind in ["letters_sent", "orders", "words_and_answers", "audit"] {
        assert!(held[kind].as_array().is_some_and(|rows| !rows.is_empty()), "{kind}: {held}");
    }
    assert!(file.text.contains("guess 7") && !file.text.contains("guess 3"), "nothing of another's");
    assert!(!file.text.contains("argon2"), "no hash of a password");
    assert_eq!(site.stranger().post("/settings/personal/data", &[]).await.status, StatusCode::UNAUTHORIZED);
}

#[sqlx::test]
async fn an_erased_person_is_nowhere_in_the_database(pool: PgPool) {
    let (site, mut greta, mut anna) = Site::played(pool).await;
    let raw = format!(
        "From: Anna <{ANNA}>\r\nTo: orders+g1@gm.example\r\nSubject: g1 from Anna\r\nMessage-ID: <b@y>\r\n\r\n\
         guess 8\r\nyours, Anna ({ANNA})\r\n"
    );
    let taken = site.desk.take_letter(ANNA, "orders+g1@gm.example", raw.as_bytes()).await.expect("stored");
    let pentade::desk::take_letter::Taken::Stored(id) = taken else { panic!("{taken:?}") };
    site.desk.read_letter(id).await.expect("read");
    anna.post("/g/g1/my/press?side=red", &[("to", "*"), ("text", "sincerely, Anna")]).await;
    anna.post("/settings/addresses", &[("address", "anna2@example.org")]).await;
    let list = [("name", "Anna"), ("email", ANNA), ("note", "Anna waits too")];
    greta.post("/gm/g/g1/waiting-list", &list).await;
    let orders = "select count(*) from sheet where side = 'red'";
    let before = site.count_of(orders).await;
    assert!(before > 1 && site.found("anna").await.len() > 10, "she is there");

    let wrong = anna.post("/settings/personal/erase", &[("address", "boris@example.net")]).await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    let owner = greta.post("/settings/personal/erase", &[("address", GRETA)]).await;
    assert!(owner.text.contains("you own the game g1"), "{}", owner.text);
    sqlx::query("update session set data = jsonb_set(data, '{since}', '\"2026-01-01T00:00:00Z\"')")
        .execute(&site.pool)
        .await
        .expect("a while ago");
    let stale = anna.post("/settings/personal/erase", &[("address", ANNA)]).await;
    assert!(stale.text.contains("sign in again"), "{}", stale.text);
    let mut anna = site.signed_in(ANNA).await;
    let erased = anna.post("/settings/personal/erase", &[("address", ANNA)]).await;
    assert_eq!(erased.to.as_deref(), Some("/"), "{}", erased.text);

    for sought in ["anna@example", "anna2@example", r"\manna\M"] {
        let found = site.found(sought).await;
        assert!(found.is_empty(), "{sought}: {found:#?}");
    }
    assert!(site.count_of(orders).await >= before, "what the Reds ordered stays");
    assert_eq!(anna.get("/my").await.to.as_deref(), Some("/sign-in?back=/my"), "she is signed out");
    let again =
        site.stranger().post("/sign-in/password", &[("email", ANNA), ("password", super::PASSWORD)]).await;
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY);
    let diary = greta.page("/gm/g/g1/audit?action=orders").await;
    assert!(diary.contains("A former player") && !diary.contains("Anna"), "{diary}");
    assert!(site.stranger().page("/g/g1/100").await.contains("The die shows"), "the past is as it was");
    assert!(greta.page("/gm/g/g1").await.contains("nobody"), "the seat is free");
    let touched = sqlx::query("update sheet set text = 'other'").execute(&site.pool).await;
    assert!(touched.is_err(), "sheets are append-only again");
}
