//! Passkeys, with a device that the driver stands for.

use std::future::pending;

use pentade::web::{App, serve};
use serde_json::{Value, json};
use sqlx::PgPool;
use tokio::net::TcpListener;

use super::super::{ANNA, GRETA};
use super::pages::{axe, faults};
use super::{Driver, DriverCommand, Site, WIDE, Window};

/// The site under a name, since browsers know no passkeys for one that is reached by number.
async fn by_name(site: &Site) -> (Site, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let start = format!("http://localhost:{}", listener.local_addr().expect("its address").port());
    let site = site.with_setting(&format!("[web]\npublic_url = \"{start}\""));
    tokio::spawn(serve(listener, App::new(site.desk.clone()), pending()));
    (site, start)
}

/// Gives the browser a device that knows its owner.
async fn with_device(window: &Window) {
    let device = json!({ "protocol": "ctap2", "transport": "internal", "hasResidentKey": true,
                         "hasUserVerification": true, "isUserVerified": true });
    window.client.issue_cmd(DriverCommand::post("webauthn/authenticator", device)).await.expect("a device");
}

async fn add(window: &Window, name: &str) {
    window.go("/settings").await;
    window.type_into("#passkey-name", name).await;
    window.press("form.passkey button").await;
}

async fn leave(window: &Window) {
    window.press("form[action='/sign-out'] button").await;
    window.find("a[href='/sign-in']").await;
}

async fn press_passkey(window: &Window) {
    window.press("form.passkey button").await;
}

#[sqlx::test]
async fn a_passkey_is_added_signs_in_and_is_removed(pool: PgPool) {
    let (site, start) = by_name(&Site::begin(pool).await).await;
    let driver = Driver::start().await;
    let window = driver.window(&start, WIDE).await;
    with_device(&window).await;
    window.sign_in(ANNA).await;
    add(&window, "My laptop").await;
    window.told("main .notice.good", "The passkey is added").await;
    window.told("[aria-label='Passkeys'] th[scope='row']", "My laptop").await;
    let found = faults(&window, axe().as_deref()).await;
    assert!(found.is_empty(), "the settings: {}", found.join("\n"));
    window.keep_picture("passkeys").await;
    add(&window, "The same once more").await;
    window.told("form.passkey [role='status']", "There is a passkey of yours on this device already").await;
    window.assert_quiet("adding a passkey").await;

    leave(&window).await;
    window.go("/sign-in?back=/g/g1/my%3Fside%3Dred").await;
    let found = faults(&window, axe().as_deref()).await;
    assert!(found.is_empty(), "signing in: {}", found.join("\n"));
    press_passkey(&window).await;
    window.find("form[action='/sign-out']").await;
    window.until("return location.pathname === '/g/g1/my'").await;
    window.go("/settings/audit").await;
    window.told("main", "by passkey").await;
    window.told("main", "added a passkey").await;
    window.assert_quiet("signing in by passkey").await;
    let used: i64 =
        sqlx::query_scalar("select count(*) from passkey where used_at is not null and account = $1")
            .bind(site.account(ANNA).await.0)
            .fetch_one(&site.pool)
            .await
            .expect("counted");
    assert_eq!(used, 1);

    window.go("/settings").await;
    window.press("button[aria-label='Remove My laptop']").await;
    window.told("main .notice.good", "The passkey is removed").await;
    leave(&window).await;
    window.go("/sign-in").await;
    press_passkey(&window).await;
    window.told("main [role='alert']", "This passkey is not known here").await;
    window.close().await;
}

#[sqlx::test]
async fn a_sign_in_by_passkey_is_fresh_and_only_a_fresh_one_adds_another(pool: PgPool) {
    let (site, start) = by_name(&Site::begin(pool).await).await;
    let mut reader = site.signed_in(GRETA).await;
    reader.post("/gm/g/g1/adjudicate", &[]).await;
    let driver = Driver::start().await;
    let window = driver.window(&start, WIDE).await;
    with_device(&window).await;
    window.sign_in(GRETA).await;
    add(&window, "Mine").await;
    window.told("main .notice.good", "The passkey is added").await;
    let long_ago = "update session set data = jsonb_set(data, '{since}', '\"2026-01-01T00:00:00Z\"')";
    sqlx::query(long_ago).execute(&site.pool).await.expect("a while ago");
    window.go("/gm/g/g1/publish").await;
    window.press("form[action='/gm/g/g1/publish'] button").await;
    window.told("main .notice.warn", "Show once more that it is you").await;
    press_passkey(&window).await;
    window.until("return location.pathname.startsWith('/gm/g/g1')").await;
    window.go("/gm/g/g1/publish").await;
    window.press("form[action='/gm/g/g1/publish'] button").await;
    window.told("main .notice.good", "is published").await;

    sqlx::query(long_ago).execute(&site.pool).await.expect("a while ago");
    add(&window, "Another").await;
    window.told("main .notice.warn", "Show once more that it is you").await;
    let count: Value = window
        .ask("return fetch('/settings/passkeys/begin', { method: 'POST' }).then(one => one.redirected)")
        .await;
    assert_eq!(count, json!(true), "nothing is asked of a device meanwhile");
    window.close().await;
}
