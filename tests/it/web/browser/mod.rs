//! A real browser, Debian's Chromium: people sign in, order, vote, review, publish, correct and look at the map; every
//! kind of page is looked over for faults of accessibility, and no page says anything on the console.
//!
//! Pictures of the main pages on a wide screen and on a telephone go to the folder that the test names.

mod map;
mod names;
mod pages;
mod passkeys;
mod play;
mod review;

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use axum::http::Method;
use base64::Engine as _;
use fantoccini::elements::Element;
use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use pentade::web::{App, serve};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::process::{Child, Command};
use url::{ParseError, Url};

use super::{PASSWORD, Site};

/// How long the driver may take to answer, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Width and height of a wide screen and of a telephone.
const WIDE: (u32, u32) = (1280, 900);
const TELEPHONE: (u32, u32) = (390, 844);

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

    /// A new browser with nobody signed in; a telephone's when it is narrow.
    async fn window(&self, start: &str, (width, height): (u32, u32)) -> Window {
        let profile = tempfile::tempdir_in(self.profiles.path()).expect("a folder for the browser").keep();
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
        wanted.insert("goog:loggingPrefs".to_owned(), json!({ "browser": "ALL" }));
        let began = Instant::now();
        loop {
            let mut builder = ClientBuilder::new(HttpConnector::new());
            match builder.capabilities(wanted.clone()).connect(&self.address).await {
                Ok(client) => return Window { client, start: start.to_owned(), width },
                Err(error) if began.elapsed() > PATIENCE => panic!("no browser window: {error}"),
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
    }
}

/// One person's browser, at our pages.
struct Window {
    client: Client,
    start: String,
    width: u32,
}

impl Window {
    async fn go(&self, address: &str) {
        self.client.goto(&format!("{}{address}", self.start)).await.expect(address);
    }

    /// The first element of a selector, waited for.
    async fn find(&self, css: &str) -> Element {
        let found = self.client.wait().at_most(PATIENCE).for_element(Locator::Css(css)).await;
        found.unwrap_or_else(|error| panic!("{css}: {error}"))
    }

    /// The text of an element, waited for until it holds these words: a page may be on its way out when it is asked.
    async fn told(&self, css: &str, words: &str) -> String {
        let began = Instant::now();
        loop {
            let text = self.find(css).await.text().await;
            match text {
                Ok(text) if text.contains(words) => return text,
                other => assert!(began.elapsed() < PATIENCE, "{css} never says {words:?}: {other:?}"),
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    async fn press(&self, css: &str) {
        self.find(css).await.click().await.unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    async fn type_into(&self, css: &str, words: &str) {
        let element = self.find(css).await;
        element.clear().await.expect(css);
        element.send_keys(words).await.expect(css);
    }

    /// What a script of ours returns.
    async fn ask(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Waits until a script returns true.
    async fn until(&self, script: &str) {
        let began = Instant::now();
        while self.ask(script).await != json!(true) {
            assert!(began.elapsed() < PATIENCE, "never true: {script}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    async fn sign_in(&self, email: &str) {
        self.go("/sign-in").await;
        self.type_into("#email", email).await;
        self.type_into("#password", PASSWORD).await;
        self.press("form[action='/sign-in/password'] button").await;
        self.find("form[action='/sign-out']").await;
    }

    /// What the browser had to complain of since this was asked last.
    async fn console(&self) -> Vec<String> {
        let told = self.client.issue_cmd(DriverCommand::post("se/log", json!({ "type": "browser" }))).await;
        let told = told.expect("the console").as_array().cloned().expect("a list");
        let grave = told.iter().filter(|one| one["level"] != "INFO" && one["level"] != "DEBUG");
        grave.map(|one| one["message"].as_str().unwrap_or_default().to_owned()).collect()
    }

    async fn assert_quiet(&self, address: &str) {
        let told = self.console().await;
        assert!(told.is_empty(), "{address}: the console says {told:?}");
    }

    /// Keeps a picture of the whole page.
    async fn keep_picture(&self, name: &str) {
        let metrics = self.ask("return document.documentElement.scrollHeight;").await;
        let height = metrics.as_u64().expect("a number").min(6000);
        let clip = json!({ "x": 0, "y": 0, "width": self.width, "height": height, "scale": 1 });
        let params = json!({ "captureBeyondViewport": true, "clip": clip });
        let command = json!({ "cmd": "Page.captureScreenshot", "params": params });
        let shot =
            self.client.issue_cmd(DriverCommand::post("goog/cdp/execute", command)).await.expect("a picture");
        let shot = base64::engine::general_purpose::STANDARD.decode(shot["data"].as_str().expect("its data"));
        let folder = pictures();
        std::fs::create_dir_all(&folder).expect("a folder for pictures");
        let file = folder.join(format!("{name}-{}.png", self.width));
        std::fs::write(file, shot.expect("base64")).expect("a place for the picture");
    }

    async fn close(self) {
        self.client.close().await.expect("the window closes");
    }
}

/// Where pictures are kept.
fn pictures() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).with_file_name("screenshots")
}

/// Says something beside what the test program keeps to itself when all is well.
fn say(words: &str) {
    writeln!(std::io::stderr(), "{words}").expect("somewhere to say it");
}

/// A command of Chromium's driver that the standard does not have.
#[derive(Debug)]
struct DriverCommand {
    path: &'static str,
    body: Value,
}

impl DriverCommand {
    fn post(path: &'static str, body: Value) -> Self {
        Self { path, body }
    }
}

impl WebDriverCompatibleCommand for DriverCommand {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _address: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}

/// Serves a site's pages; the address they begin with.
async fn served(site: &Site) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address: SocketAddr = listener.local_addr().expect("its address");
    tokio::spawn(serve(listener, App::new(site.desk.clone()), std::future::pending()));
    format!("http://{address}")
}
