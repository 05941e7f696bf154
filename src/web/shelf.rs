//! Pages of the archive, kept ready for readers who are not signed in.
//!
//! All of them see the same page, and it changes only with its game. A page is kept as it goes out, packed and with an ETag
//! (RFC 9110, 8.8.3), under the stamp of what it was made from; one question to the database tells whether that still
//! stands. `Cache-Status` (RFC 9211) says which answers came from here.

use std::sync::Arc;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, COOKIE, ETAG, HeaderName, IF_NONE_MATCH, SET_COOKIE,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use moka::sync::Cache;
use sha2::{Digest, Sha256};

use super::App;
use crate::desk::views::Leaf;

/// What all kept pages weigh at most. Units: bytes.
const MOST_KEPT: u64 = 96 * 1024 * 1024;

/// Largest page that is kept. Units: bytes.
const LARGEST: usize = 4 * 1024 * 1024;

/// Longest address, and longest list of encodings, of a page that is kept. Units: bytes.
const LONGEST: usize = 300;

/// What a row of the shelf takes besides its page. Units: bytes.
const BESIDES: usize = 1024;

const CACHE_STATUS: HeaderName = HeaderName::from_static("cache-status");
const HIT: HeaderValue = HeaderValue::from_static("pentade; hit");
const MISS: HeaderValue = HeaderValue::from_static("pentade; fwd=miss; stored");
const ASK_FIRST: HeaderValue = HeaderValue::from_static("no-cache");

/// Marks an answer that is the same for everyone who is not signed in.
#[derive(Debug, Clone, Copy)]
struct ForEveryone;

/// Marks the answers of the archive's pages.
pub async fn mark(mut response: Response) -> Response {
    response.extensions_mut().insert(ForEveryone);
    response
}

/// Address, and the encodings that the reader takes.
type Key = (String, String);

/// A page as it goes out.
#[derive(Debug)]
struct Kept {
    stamp: String,
    heads: HeaderMap,
    body: Bytes,
}

/// The kept pages.
#[derive(Debug, Clone)]
pub struct Shelf(Cache<Key, Arc<Kept>>);

impl Shelf {
    /// An empty shelf.
    pub fn new() -> Self {
        let weigh = |key: &Key, page: &Arc<Kept>| {
            let bytes = key.0.len() + key.1.len() + page.body.len() + BESIDES;
            u32::try_from(bytes).unwrap_or(u32::MAX)
        };
        Self(Cache::builder().max_capacity(MOST_KEPT).weigher(weigh).build())
    }
}

/// Gives a kept page, or keeps the one that is made.
pub async fn serve(State((app, shelf)): State<(App, Shelf)>, request: Request, next: Next) -> Response {
    let Some((key, leaf)) = asked(&request) else { return next.run(request).await };
    let stamp = match app.desk.stamp(&leaf).await {
        Ok(Some(stamp)) => stamp,
        Ok(None) => return next.run(request).await,
        Err(error) => {
            tracing::warn!(%error, "no stamp: the page is made anew");
            return next.run(request).await;
        }
    };
    let known = request.headers().get(IF_NONE_MATCH).cloned();
    if let Some(page) = shelf.0.get(&key).filter(|page| page.stamp == stamp) {
        return answer(&page, known.as_ref(), HIT);
    }
    let made = next.run(request).await;
    let is_kept = made.status() == StatusCode::OK
        && made.extensions().get::<ForEveryone>().is_some()
        && !made.headers().contains_key(SET_COOKIE);
    if !is_kept {
        return made;
    }
    let (mut parts, body) = made.into_parts();
    let body = match to_bytes(body, LARGEST).await {
        Ok(body) => body,
        Err(error) => {
            tracing::error!(%error, address = key.0, "a page is too large");
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        }
    };
    let digest = hex::encode(&Sha256::digest(&body)[..16]);
    if let Ok(tag) = HeaderValue::from_str(&format!("\"{digest}\"")) {
        parts.headers.insert(ETAG, tag);
    }
    parts.headers.insert(CACHE_CONTROL, ASK_FIRST);
    let page = Arc::new(Kept { stamp, heads: parts.headers, body });
    shelf.0.insert(key, page.clone());
    answer(&page, known.as_ref(), MISS)
}

/// What is asked for, if that may be kept.
fn asked(request: &Request) -> Option<(Key, Leaf)> {
    let heads = request.headers();
    let is_signed_in =
        heads.get_all(COOKIE).iter().any(|cookie| cookie.as_bytes().windows(8).any(is_session));
    if *request.method() != Method::GET || is_signed_in {
        return None;
    }
    let address = request.uri().path_and_query()?.as_str();
    let takes = heads.get(ACCEPT_ENCODING).map_or(Ok(""), HeaderValue::to_str).ok()?;
    if address.len() > LONGEST || takes.len() > LONGEST {
        return None;
    }
    Some(((address.to_owned(), takes.to_owned()), leaf_of(request.uri().path())?))
}

fn is_session(eight: &[u8]) -> bool {
    eight == b"pentade="
}

/// What a page is made from; none for pages that are not kept.
fn leaf_of(path: &str) -> Option<Leaf> {
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    match parts.as_slice() {
        [""] | ["api", "games"] => Some(Leaf::Games),
        ["rules", ..] | ["api", "openapi.json"] => Some(Leaf::Rules),
        // Nobody asks for the same words twice.
        ["g", _, "search"] => None,
        ["g", slug, ..] | ["api", "games", slug, ..] => Some(Leaf::Game((*slug).to_owned())),
        _ => None,
    }
}

fn answer(page: &Kept, known: Option<&HeaderValue>, status: HeaderValue) -> Response {
    let tag = page.heads.get(ETAG);
    let is_known = known.zip(tag).is_some_and(|(known, tag)| names(known, tag));
    let mut response = match is_known {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => Body::from(page.body.clone()).into_response(),
    };
    *response.headers_mut() = page.heads.clone();
    response.headers_mut().insert(CACHE_STATUS, status);
    response
}

/// Whether a list of ETags names this one, or any.
fn names(known: &HeaderValue, tag: &HeaderValue) -> bool {
    let (Ok(known), Ok(tag)) = (known.to_str(), tag.to_str()) else { return false };
    let mut listed = known.split(',').map(|one| one.trim().trim_start_matches("W/"));
    known.trim() == "*" || listed.any(|one| one == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_etags_is_read() {
        let tag = HeaderValue::from_static("\"b\"");
        for (known, is_named) in [
            ("\"b\"", true),
            ("\"a\", W/\"b\"", true),
            ("*", true),
            ("\"a\"", false),
            ("b", false),
            ("", false),
        ] {
            assert_eq!(names(&HeaderValue::from_static(known), &tag), is_named, "{known}");
        }
    }

    #[test]
    fn a_page_is_made_from_its_game() {
        let game = Some(Leaf::Game("g7".to_owned()));
        assert_eq!((leaf_of("/g/g7"), leaf_of("/g/g7/976/map.svg")), (game.clone(), game.clone()));
        assert_eq!(leaf_of("/api/games/g7/standings"), game);
        assert_eq!((leaf_of("/"), leaf_of("/api/games")), (Some(Leaf::Games), Some(Leaf::Games)));
        assert_eq!((leaf_of("/my"), leaf_of("/g/g7/search"), leaf_of("/gm/g/g7")), (None, None, None));
    }
}
