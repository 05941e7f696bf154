//! What every page has around it, and the files that pages need.

use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

use super::error::WebError;

/// Which part of the site a page belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Games and pentades, for everyone.
    Archive,
    /// The rulebook.
    Rules,
    /// A player's own pages.
    My,
    /// The GM's desk.
    Gm,
    /// The account's own page.
    Settings,
    /// Coming in.
    SignIn,
    /// None of these: an error page.
    Nowhere,
}

impl Part {
    fn as_str(self) -> &'static str {
        match self {
            Self::Archive => "archive",
            Self::Rules => "rules",
            Self::My => "my",
            Self::Gm => "gm",
            Self::Settings => "settings",
            Self::SignIn => "sign-in",
            Self::Nowhere => "",
        }
    }
}

/// Everything around a page's own words.
#[derive(Debug, Clone)]
pub struct Frame {
    /// Address of the stylesheet.
    pub style: &'static str,
    /// Address of the icon.
    pub icon: &'static str,
    /// Address of the map's own script.
    pub script: &'static str,
    /// Address of the script of the order form.
    pub orders_script: &'static str,
    /// Address of the script of the GM's review.
    pub review_script: &'static str,
    /// Address of the script that asks a device for passkeys.
    pub passkeys_script: &'static str,
    /// Version of the program.
    pub version: &'static str,
    /// Name of the person signed in.
    pub signed_in: Option<String>,
    /// The part of the site, as the main navigation marks it.
    pub here: &'static str,
    /// What was just done, told once.
    pub notice: Option<String>,
    /// Whether the reader runs the game whose desk the page belongs to: what only looks shows no buttons.
    pub runs: bool,
}

impl Frame {
    /// The frame of a page for somebody unknown.
    pub fn bare(part: Part) -> Self {
        Self {
            style: &STYLE.address,
            icon: &ICON.address,
            script: &SCRIPT.address,
            orders_script: &ORDERS_SCRIPT.address,
            review_script: &REVIEW_SCRIPT.address,
            passkeys_script: &PASSKEYS_SCRIPT.address,
            version: env!("CARGO_PKG_VERSION"),
            signed_in: None,
            here: part.as_str(),
            notice: None,
            runs: false,
        }
    }
}

/// A file that is served as it is, under a name that changes with its content.
struct Asset {
    name: String,
    address: String,
    kind: &'static str,
    content: &'static str,
}

impl Asset {
    fn new(stem: &str, ending: &str, kind: &'static str, content: &'static str) -> Self {
        let hash = hex::encode(Sha256::digest(content.as_bytes()));
        let name = format!("{stem}-{}.{ending}", &hash[..12]);
        Self { address: format!("/static/{name}"), name, kind, content }
    }
}

static STYLE: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("pentade", "css", "text/css; charset=utf-8", include_str!("../../static/pentade.css"))
});

static ICON: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("icon", "svg", "image/svg+xml", include_str!("../../static/icon.svg")));

static SCRIPT: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("map", "js", "text/javascript; charset=utf-8", include_str!("../../static/map.js"))
});

static ORDERS_SCRIPT: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("orders", "js", "text/javascript; charset=utf-8", include_str!("../../static/orders.js"))
});

static REVIEW_SCRIPT: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("review", "js", "text/javascript; charset=utf-8", include_str!("../../static/review.js"))
});

static PASSKEYS_SCRIPT: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("passkeys", "js", "text/javascript; charset=utf-8", include_str!("../../static/passkeys.js"))
});

/// `GET /static/{name}`
pub async fn asset(Path(name): Path<String>) -> Result<Response, WebError> {
    let assets = [&*STYLE, &*ICON, &*SCRIPT, &*ORDERS_SCRIPT, &*REVIEW_SCRIPT, &*PASSKEYS_SCRIPT];
    let asset = assets.into_iter().find(|asset| asset.name == name);
    let asset = asset.ok_or_else(|| WebError::NotFound(format!("file {name}")))?;
    let heads = [(CONTENT_TYPE, asset.kind), (CACHE_CONTROL, "public, max-age=31536000, immutable")];
    Ok((heads, asset.content).into_response())
}
