//! Passkeys without a device: what is asked, and that nothing else than its answer lets anybody in.

use axum::http::StatusCode;
use serde_json::{Value, json};
use sqlx::PgPool;

use super::{ANNA, BORIS, Site};

const BY_NAME: &str = "[web]\npublic_url = \"https://gm.example\"";

/// Something that has the shape of a device's answer.
fn made_up(challenge: &str, user: &str) -> String {
    let told = json!({ "type": "webauthn.get", "challenge": challenge, "origin": "https://gm.example" });
    let quoted = |bytes: &[u8]| {
        use base64::Engine as _;
        base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(bytes)
    };
    json!({ "id": quoted(b"key"), "rawId": quoted(b"key"), "type": "public-key", "extensions": {}, "response": {
        "clientDataJSON": quoted(told.to_string().as_bytes()), "authenticatorData": quoted(&[0; 37]),
        "signature": quoted(&[0; 70]), "userHandle": quoted(user.as_bytes()),
    } })
    .to_string()
}

#[sqlx::test]
async fn what_is_asked_tells_nothing_of_any_account(pool: PgPool) {
    let site = Site::begin(pool).await.with_setting(BY_NAME);
    let mut stranger = site.stranger();
    let asked = stranger.post("/sign-in/passkey/begin", &[]).await;
    assert_eq!(asked.status, StatusCode::OK, "{}", asked.text);
    let asked: Value = serde_json::from_str(&asked.text).expect("JSON");
    assert_eq!(asked["publicKey"]["rpId"], "gm.example");
    assert_eq!(asked["publicKey"]["userVerification"], "required");
    assert!(asked["publicKey"]["allowCredentials"].as_array().is_none_or(Vec::is_empty), "{asked}");
    let challenge = asked["publicKey"]["challenge"].as_str().expect("a challenge");
    let answer = made_up(challenge, "0123456789abcdef");
    for answer in [answer.as_str(), "", "{}", "[1]", "\u{0}"] {
        let entered = stranger.post("/sign-in/passkey", &[("answer", answer)]).await;
        assert_eq!(entered.status, StatusCode::UNPROCESSABLE_ENTITY, "{answer}: {}", entered.text);
        assert!(entered.text.contains("This passkey is not known here"), "{}", entered.text);
    }
    let limited = stranger.post("/sign-in/passkey", &[("answer", "{}")]).await;
    let more = [stranger.post("/sign-in/passkey/begin", &[]).await.status, limited.status];
    assert!(more.contains(&StatusCode::OK) || more.contains(&StatusCode::TOO_MANY_REQUESTS), "{more:?}");
    assert_eq!(stranger.post("/sign-in/passkey/begin", &[]).await.status, StatusCode::TOO_MANY_REQUESTS);
}

#[sqlx::test]
async fn a_passkey_is_for_who_is_signed_in_and_goes_with_him(pool: PgPool) {
    let site = Site::begin(pool).await.with_setting(BY_NAME);
    let refused = site.stranger().post("/settings/passkeys/begin", &[]).await;
    assert_eq!(refused.status, StatusCode::UNAUTHORIZED);
    let (mut anna, mut boris) = (site.signed_in(ANNA).await, site.signed_in(BORIS).await);
    let asked = anna.post("/settings/passkeys/begin", &[]).await;
    let asked: Value = serde_json::from_str(&asked.text).expect("JSON");
    let selection = &asked["publicKey"]["authenticatorSelection"];
    assert_eq!(
        (&selection["residentKey"], &selection["userVerification"]),
        (&json!("required"), &json!("required"))
    );
    let unasked = boris.post("/settings/passkeys", &[("name", "x"), ("answer", "{}")]).await;
    assert!(unasked.status == StatusCode::UNPROCESSABLE_ENTITY && unasked.text.contains("was not asked"));
    let wrong = anna.post("/settings/passkeys", &[("name", "x"), ("answer", "{}")]).await;
    assert!(wrong.status == StatusCode::UNPROCESSABLE_ENTITY && wrong.text.contains("no answer of a device"));
    let twice = anna.post("/settings/passkeys", &[("name", "x"), ("answer", "{}")]).await;
    assert!(twice.text.contains("was not asked"), "a question is answered once: {}", twice.text);

    sqlx::query(
        "insert into passkey (id, account, name, credential) values ('\\x0a', $1, 'Anna''s <b>', '{}')",
    )
    .bind(site.account(ANNA).await.0)
    .execute(&site.pool)
    .await
    .expect("kept");
    let page = anna.page("/settings").await;
    assert!(
        page.contains("Anna&#39;s &#60;b&#62;") && !boris.page("/settings").await.contains("Anna"),
        "{page}"
    );
    boris.post("/settings/passkeys/remove", &[("id", "0a")]).await;
    assert!(anna.page("/settings").await.contains("value=\"0a\""), "another's stays");
    let held = anna.post("/settings/personal/data", &[]).await;
    let held: Value = serde_json::from_str(&held.text).expect("JSON");
    assert_eq!(held["passkeys"][0]["name"], "Anna's <b>");
    let gone = anna.post("/settings/personal/erase", &[("address", ANNA)]).await;
    assert_eq!(gone.to.as_deref(), Some("/"), "{}", gone.text);
    let left: i64 =
        sqlx::query_scalar("select count(*) from passkey").fetch_one(&site.pool).await.expect("counted");
    assert_eq!(left, 0, "it went with her");
}

#[sqlx::test]
async fn a_site_that_is_reached_by_number_offers_none(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    assert!(!anna.page("/settings").await.contains("asskey"));
    assert!(!site.stranger().page("/sign-in").await.contains("asskey"));
    assert_eq!(anna.post("/settings/passkeys/begin", &[]).await.status, StatusCode::CONFLICT);
}
