//! What stands before every page: limits, and the heads that tell a browser what our pages never do.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, Request};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures::StreamExt;
use tower_governor::GovernorError;
use tower_governor::key_extractor::KeyExtractor;

/// Largest form that is taken. Units: bytes.
pub const FORM_LIMIT: usize = 512 * 1024;

/// Largest game that is imported on a page. Units: bytes.
const GAME_LIMIT: usize = 16 * 1024 * 1024;

/// How much of a form that is too large is still listened to, so that its sender hears our answer instead of a
/// broken connection. Units: bytes.
const PATIENCE: usize = 32 * 1024 * 1024;

const PAGE_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
);
const FILE_POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'; sandbox");

/// Takes in the whole body before anything else sees the request.
pub async fn gather(request: Request, next: Next) -> Response {
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return next.run(request).await;
    }
    let limit = if request.uri().path() == "/gm/import" { GAME_LIMIT } else { FORM_LIMIT };
    let (parts, body) = request.into_parts();
    let mut stream = body.into_data_stream();
    let mut taken = Vec::new();
    let mut seen = 0;
    while let Some(piece) = stream.next().await {
        let Ok(piece) = piece else { return StatusCode::BAD_REQUEST.into_response() };
        seen += piece.len();
        if seen <= limit {
            taken.extend_from_slice(&piece);
        } else if seen > PATIENCE {
            break;
        }
    }
    if seen > limit {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    }
    next.run(Request::from_parts(parts, Body::from(Bytes::from(taken)))).await
}

/// Whether browsers reach us over HTTPS.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OverHttps(pub bool);

/// Sets the heads of every answer.
pub async fn heads(https: OverHttps, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let heads = response.headers_mut();
    let is_page = heads.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    heads.insert(CONTENT_SECURITY_POLICY, if is_page { PAGE_POLICY } else { FILE_POLICY });
    heads.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    heads.insert(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    heads.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    for (name, value) in [
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ] {
        heads.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if https.0 {
        heads.insert(STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    heads.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("private, no-cache"));
    response
}

/// Tells apart those who try to sign in, by their address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ByAddress {
    /// Whether every request comes through a proxy of ours, whose word is taken for the address.
    pub behind_proxy: bool,
}

impl KeyExtractor for ByAddress {
    type Key = IpAddr;

    fn extract<T>(&self, request: &axum::http::Request<T>) -> Result<IpAddr, GovernorError> {
        if let Some(address) = self.behind_proxy.then(|| forwarded(request.headers())).flatten() {
            return Ok(address);
        }
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
        peer.map(|peer| peer.0.ip()).ok_or(GovernorError::UnableToExtractKey)
    }
}

/// The address our proxy saw. It adds to what the reader claims, so only the last one is its own word.
fn forwarded(heads: &HeaderMap) -> Option<IpAddr> {
    let line = heads.get_all("x-forwarded-for").iter().next_back()?;
    line.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

/// Longest time that one answer may take.
pub const TIME_LIMIT: Duration = Duration::from_secs(30);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_proxys_own_word_counts() {
        let mut heads = HeaderMap::new();
        assert_eq!(forwarded(&heads), None);
        heads.append("x-forwarded-for", HeaderValue::from_static("192.0.2.1, 198.51.100.7"));
        assert_eq!(forwarded(&heads), "198.51.100.7".parse().ok());
        heads.append("x-forwarded-for", HeaderValue::from_static("2001:db8::5"));
        assert_eq!(forwarded(&heads), "2001:db8::5".parse().ok());
        heads.append("x-forwarded-for", HeaderValue::from_static("nobody"));
        assert_eq!(forwarded(&heads), None);
    }
}
