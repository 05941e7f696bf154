//! A real browser: signs in by password, sends orders by the form, sees them acknowledged; and looks at the pages
//! on a wide screen and on a telephone. Pictures of what it saw go to `target/screenshots/`.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use fantoccini::wd::Capabilities;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use pentade::web::{App, serve};
use serde_json::{Value, json};
use sqlx::PgPool;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::process::{Child, Command};

use super::{ANNA, PASSWORD, Site};

/// How long the driver may take to answer, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A driver of Debian's Chromium. Dropping it ends it and its browsers.
struct Driver {
    address: String,
    _child: Child,
    profiles: TempDir,
}

impl Driver {
    async fn start() -> Self {
        let port =
            TcpListener::bind("127.0.0.1:0").await.expect("a port").local_addr().expect("its number").port();
        let child = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn();
        let child = child.unwrap_or_else(|error| {
            panic!("chromedriver cannot be started ({error}): install Debian's chromium and chromium-driver")
        });
        let profiles = tempfile::tempdir().expect("a folder for the browser");
        Self { address: format!("http://127.0.0.1:{port}"), _child: child, profiles }
    }

    /// A new browser window; a telephone's when `width` is small.
    async fn window(&self, width: u32, height: u32) -> Client {
        let profile = self.profiles.path().join(width.to_string());
        let mut options = json!({ "args": [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--disable-dev-shm-usage", "--hide-scrollbars", format!("--window-size={width},{height}"),
            format!("--user-data-dir={}", profile.display()),
        ] });
        if width < 500 {
            let metrics = json!({ "width": width, "height": height, "pixelRatio": 1.0 });
            options["mobileEmulation"] = json!({ "deviceMetrics": metrics });
        }
        let mut wanted = Capabilities::new();
        wanted.insert("goog:chromeOptions".to_owned(), options);
        let began = Instant::now();
        loop {
            let mut builder = ClientBuilder::new(HttpConnector::new());
            match builder.capabilities(wanted.clone()).connect(&self.address).await {
                Ok(client) => return client,
                Err(error) if began.elapsed() > PATIENCE => panic!("no browser window: {error}"),
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
    }
}

async fn served(site: &Site) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("its address");
    tokio::spawn(serve(listener, App::new(site.desk.clone()), std::future::pending()));
    address
}

async fn type_into(window: &Client, css: &str, words: &str) {
    window.find(Locator::Css(css)).await.expect(css).send_keys(words).await.expect(css);
}

async fn press(window: &Client, css: &str) {
    window.find(Locator::Css(css)).await.expect(css).click().await.expect(css);
}

async fn sign_in(window: &Client, start: &str) {
    window.goto(&format!("{start}/sign-in")).await.expect("the sign-in page");
    type_into(window, "#email", ANNA).await;
    type_into(window, "#password", PASSWORD).await;
    press(window, "form[action='/sign-in/password'] button").await;
    window.wait().at_most(PATIENCE).for_element(Locator::LinkText("The Reds")).await.expect("my empires");
}

async fn keep_picture(window: &Client, name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/screenshots");
    std::fs::create_dir_all(&folder).expect("a folder for pictures");
    let picture = window.screenshot().await.expect("a picture");
    std::fs::write(folder.join(format!("{name}.png")), picture).expect("a place for the picture");
}

/// Asserts what a page must be on any screen: nothing to scroll sideways, every box with a label, one heading.
async fn is_well_made(window: &Client, address: &str) {
    let question = "
        const boxes = [...document.querySelectorAll('input:not([type=hidden]), textarea, select')];
        const ids = [...document.querySelectorAll('[id]')].map(element => element.id);
        return {
            sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
            unlabelled: boxes.filter(box => box.labels.length === 0).map(box => box.name),
            headings: document.querySelectorAll('h1').length,
            doubled: ids.filter((id, at) => ids.indexOf(id) !== at),
            unstyled: getComputedStyle(document.body).fontFamily.includes('Georgia') ? 0 : 1,
        };";
    let found = window.execute(question, Vec::new()).await.expect("an answer");
    let wanted: Value =
        json!({ "sideways": 0, "unlabelled": [], "headings": 1, "doubled": [], "unstyled": 0 });
    assert_eq!(found, wanted, "{address}");
}

#[sqlx::test]
async fn orders_by_form_are_acknowledged_on_the_page(pool: PgPool) {
    let site = Site::begin(pool).await;
    let start = format!("http://{}", served(&site).await);
    let driver = Driver::start().await;
    let window = driver.window(1280, 900).await;
    sign_in(&window, &start).await;
    press(&window, "a[href='/g/g1/my/orders?side=red']").await;
    type_into(&window, "#guess", "guess 7\ngess 8").await;
    press(&window, "main form button").await;
    let answer = window.wait().at_most(PATIENCE).for_element(Locator::Css("#acknowledgement")).await;
    let words = answer.expect("the acknowledgement").text().await.expect("its words");
    assert!(words.contains("Your orders have come: version 1") && words.contains("guess 7"), "{words}");
    let complaint =
        window.find(Locator::Css("#guess-complaints")).await.expect("the complaint beside its box");
    assert!(complaint.text().await.expect("its words").contains("gess 8"));
    keep_picture(&window, "orders-acknowledged-1280").await;
    press(&window, "form[action='/sign-out'] button").await;
    window.wait().at_most(PATIENCE).for_element(Locator::LinkText("Sign in")).await.expect("signed out");
    window.close().await.expect("the window closes");
}

#[sqlx::test]
async fn pages_fit_a_wide_screen_and_a_telephone(pool: PgPool) {
    let site = Site::begin(pool).await;
    let start = format!("http://{}", served(&site).await);
    let driver = Driver::start().await;
    let pages = [
        ("games", "/"),
        ("game", "/g/g1"),
        ("rules", "/rules"),
        ("mine", "/my"),
        ("empire", "/g/g1/my"),
        ("orders", "/g/g1/my/orders"),
        ("words", "/g/g1/my/words"),
        ("settings", "/settings"),
        ("nowhere", "/nowhere"),
    ];
    for (width, height) in [(1280, 900), (390, 844)] {
        let window = driver.window(width, height).await;
        sign_in(&window, &start).await;
        for (name, address) in pages {
            window.goto(&format!("{start}{address}")).await.expect(address);
            is_well_made(&window, address).await;
            keep_picture(&window, &format!("{name}-{width}")).await;
        }
        window.close().await.expect("the window closes");
    }
}
