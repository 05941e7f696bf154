//! Letters that a provider posts: `POST /in/letters?from=…&to=…`, the raw letter as body, signed.

use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures::StreamExt;

use super::App;
use crate::desk::take_posted::{Posted, PostedAnswer};

/// Who wrote, and for whom, from the query.
#[derive(Debug, Default)]
struct Named {
    from: Option<String>,
    to: Vec<String>,
}

impl Named {
    /// None when the query cannot be taken apart: names are missing, or their bytes are no text.
    fn read(query: &str) -> Option<Self> {
        let mut named = Self::default();
        let address = format!("/?{query}").parse().ok()?;
        let pairs = axum::extract::Query::<Vec<(String, String)>>::try_from_uri(&address).ok()?;
        for (key, value) in pairs.0 {
            match key.as_str() {
                "from" => named.from = Some(value),
                "to" => named.to.push(value),
                _ => {}
            }
        }
        let is_text = |value: &String| !value.contains(char::REPLACEMENT_CHARACTER);
        let is_whole = !named.to.is_empty() && named.from.iter().chain(&named.to).all(is_text);
        Some(named).filter(|named| is_whole && named.from.is_some())
    }
}

/// `POST /in/letters`: answered with 200 only after the letter is stored.
pub async fn take(
    State(app): State<App>,
    RawQuery(query): RawQuery,
    heads: HeaderMap,
    body: Body,
) -> Response {
    let settings = app.desk.settings();
    if settings.mail_in.http_secret.is_none() {
        return (StatusCode::NOT_FOUND, "no letters are taken here\n").into_response();
    }
    let mut raw = Vec::new();
    let mut pieces = body.into_data_stream();
    while let Some(piece) = pieces.next().await {
        let Ok(piece) = piece else { return (StatusCode::BAD_REQUEST, "cut off\n").into_response() };
        if raw.len() + piece.len() > settings.letter_bytes {
            return (StatusCode::PAYLOAD_TOO_LARGE, "the letter is too large\n").into_response();
        }
        raw.extend_from_slice(&piece);
    }
    let query = query.unwrap_or_default();
    let named = Named::read(&query);
    let head = |name: &str| heads.get(name).and_then(|value| value.to_str().ok()).unwrap_or("");
    let posted = Posted {
        timestamp: head("pentade-timestamp"),
        signature: head("pentade-signature"),
        query: &query,
        named: named.as_ref().and_then(|named| Some((named.from.as_deref()?, named.to.as_slice()))),
        raw: &raw,
    };
    match app.desk.take_posted(&posted).await {
        Ok(PostedAnswer::Stored(count)) => (StatusCode::OK, format!("stored for {count}\n")).into_response(),
        Ok(PostedAnswer::Closed) => (StatusCode::NOT_FOUND, "no letters are taken here\n").into_response(),
        Ok(PostedAnswer::Unsigned) => {
            (StatusCode::UNAUTHORIZED, "signature or time is wrong\n").into_response()
        }
        Ok(PostedAnswer::Unreadable(why)) => (StatusCode::BAD_REQUEST, format!("{why}\n")).into_response(),
        Ok(PostedAnswer::NoSuchAddress) => {
            (StatusCode::UNPROCESSABLE_ENTITY, "nobody here has that address\n").into_response()
        }
        Err(error) => {
            tracing::error!(%error, "a posted letter could not be stored");
            (StatusCode::SERVICE_UNAVAILABLE, "not just now: post it again later\n").into_response()
        }
    }
}
