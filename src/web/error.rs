//! What a page cannot do, and the page that says so. Every answer of 400 and above is such a page, but those to programs.

use askama::Template;
use axum::extract::Request;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Redirect, Response};

use super::frame::{Frame, Part};
use crate::desk::{DeskError, sentence};

/// Why a page was not made.
#[derive(Debug, thiserror::Error)]
pub enum WebError {
    /// There is no such page, or not for this reader.
    #[error("there is no {0}")]
    NotFound(String),
    /// The same, with what may have been meant: words and address of each.
    #[error("there is no {what}")]
    NotQuite {
        /// What is not there.
        what: String,
        /// What is like it.
        near: Vec<(String, String)>,
    },
    /// There is no such game, or it is for its members alone and the reader is none of them: which, nobody is told.
    #[error("there is no game {slug}")]
    NoGame {
        /// Its short name.
        slug: String,
        /// Games that are called alike: words and address of each.
        near: Vec<(String, String)>,
        /// Where to go back to after signing in, for a reader who has not.
        back: Option<String>,
    },
    /// The reader must sign in first; back to this address afterwards.
    #[error("sign in first")]
    SignIn {
        /// Where to go back to, if that can be asked for again.
        back: Option<String>,
    },
    /// The reader has signed in too long ago for this; back to this address afterwards.
    #[error("sign in again")]
    SignInAgain {
        /// Where to go back to.
        back: String,
    },
    /// The use case was not carried out.
    #[error(transparent)]
    Desk(#[from] DeskError),
    /// A template failed.
    #[error("a page could not be written: {0}")]
    Template(#[from] askama::Error),
    /// A map could not be made.
    #[error("a map could not be drawn: {0}")]
    Drawing(String),
    /// The session cannot be read or kept.
    #[error("the session: {0}")]
    Session(#[from] tower_sessions::session::Error),
    /// The form is not what we sent out.
    #[error("{0}")]
    BadForm(String),
}

/// Words for an error page, when there are better ones than the status' own.
#[derive(Debug, Clone)]
struct Explained {
    words: Vec<String>,
    near: Vec<(String, String)>,
    /// Where to sign in, if that may help.
    sign_in: Option<String>,
}

impl WebError {
    fn status(&self) -> StatusCode {
        match self {
            Self::NotFound(_)
            | Self::NotQuite { .. }
            | Self::NoGame { .. }
            | Self::Desk(DeskError::NotFound(_)) => StatusCode::NOT_FOUND,
            Self::SignIn { .. } | Self::SignInAgain { .. } => StatusCode::UNAUTHORIZED,
            Self::Desk(DeskError::NotAllowed(_)) => StatusCode::FORBIDDEN,
            Self::Desk(DeskError::Refused(_)) => StatusCode::CONFLICT,
            Self::BadForm(_) => StatusCode::BAD_REQUEST,
            Self::Desk(_) | Self::Template(_) | Self::Drawing(_) | Self::Session(_) => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
        }
    }
}

impl IntoResponse for WebError {
    fn into_response(self) -> Response {
        if let Self::SignIn { back: Some(back) } = &self {
            return Redirect::to(&super::sign_in::address(back)).into_response();
        }
        if let Self::SignInAgain { back } = &self {
            let address = format!("{}&again=yes", super::sign_in::address(back));
            return Redirect::to(&address).into_response();
        }
        let status = self.status();
        let mut response = status.into_response();
        if status.is_server_error() {
            tracing::error!(error = %self, "a page failed");
        } else if status != StatusCode::UNAUTHORIZED {
            let mut words = vec![sentence(&self.to_string())];
            let (near, back) = match self {
                Self::NotQuite { near, .. } => (near, None),
                Self::NoGame { near, back, .. } => (near, back),
                _ => (Vec::new(), None),
            };
            if back.is_some() {
                words.push("If it is a game for its members alone, sign in first.".to_owned());
            }
            let sign_in = back.map(|back| super::sign_in::address(&back));
            response.extensions_mut().insert(Explained { words, near, sign_in });
        }
        response
    }
}

#[derive(Template)]
#[template(path = "web/error.html")]
struct ErrorPage {
    frame: Frame,
    status: u16,
    title: &'static str,
    words: Vec<String>,
    near: Vec<(String, String)>,
    sign_in: Option<String>,
    request: Option<String>,
}

/// Gives every error answer its page, whichever layer made it.
pub async fn dress(request: Request, next: Next) -> Response {
    let id = request.headers().get("x-request-id").and_then(|id| id.to_str().ok()).map(str::to_owned);
    let for_programs = request.uri().path().starts_with("/api/");
    // A provider that posts letters reads the words of that door, and no page.
    let is_posted = request.uri().path() == "/in/letters";
    let response = next.run(request).await;
    let status = response.status();
    if !(status.is_client_error() || status.is_server_error()) || is_page(response.headers()) {
        return response;
    }
    if is_posted && response.headers().contains_key(CONTENT_TYPE) {
        return response;
    }
    let explained = response.extensions().get::<Explained>().cloned();
    let plain = || Explained {
        words: vec![words(status, response.headers())],
        near: Vec::new(),
        sign_in: (status == StatusCode::UNAUTHORIZED).then(|| "/sign-in".to_owned()),
    };
    let explained = explained.unwrap_or_else(plain);
    if for_programs {
        return problem(status, explained);
    }
    let page = ErrorPage {
        frame: Frame::bare(Part::Nowhere),
        status: status.as_u16(),
        title: title(status),
        words: explained.words,
        near: explained.near,
        sign_in: explained.sign_in,
        request: status.is_server_error().then_some(id).flatten(),
    };
    match page.render() {
        Ok(html) => {
            let mut dressed = (status, Html(html)).into_response();
            for kept in [RETRY_AFTER, axum::http::header::ALLOW] {
                if let Some(value) = response.headers().get(&kept) {
                    dressed.headers_mut().insert(kept, value.clone());
                }
            }
            dressed
        }
        Err(error) => {
            tracing::error!(%error, "the error page failed");
            response
        }
    }
}

/// The same for programs, RFC 9457.
fn problem(status: StatusCode, explained: Explained) -> Response {
    let near = explained.near.into_iter();
    let near = near.map(|(words, address)| serde_json::json!({ "words": words, "address": address }));
    let body = serde_json::json!({
        "title": title(status),
        "status": status.as_u16(),
        "detail": explained.words.join(" "),
        "near": near.collect::<Vec<_>>(),
    });
    (status, [(CONTENT_TYPE, "application/problem+json")], body.to_string()).into_response()
}

fn is_page(heads: &HeaderMap) -> bool {
    let is_html = |kind: &HeaderValue| kind.as_bytes().starts_with(b"text/html");
    heads.get(CONTENT_TYPE).is_some_and(is_html)
}

fn title(status: StatusCode) -> &'static str {
    match status {
        StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY | StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            "That could not be read"
        }
        StatusCode::UNAUTHORIZED => "Sign in first",
        StatusCode::FORBIDDEN => "Not for you",
        StatusCode::NOT_FOUND => "There is no such page",
        StatusCode::METHOD_NOT_ALLOWED => "This page cannot be used in that way",
        StatusCode::CONFLICT => "That cannot be done now",
        StatusCode::PAYLOAD_TOO_LARGE => "Too much at once",
        StatusCode::TOO_MANY_REQUESTS => "Too many tries",
        StatusCode::REQUEST_TIMEOUT | StatusCode::SERVICE_UNAVAILABLE => "That took too long",
        status if status.is_client_error() => "That request was not understood",
        _ => "Something went wrong here",
    }
}

fn words(status: StatusCode, heads: &HeaderMap) -> String {
    let words = match status {
        StatusCode::NOT_FOUND => "Nothing is kept under this address.",
        StatusCode::UNAUTHORIZED => {
            "You are not signed in any more, so nothing was done. Sign in in another tab, then come back here with \
             your browser’s back button: what you typed is still there."
        }
        StatusCode::FORBIDDEN => {
            "The request did not come from one of our own pages, or it is not yours to make. Nothing was done."
        }
        StatusCode::PAYLOAD_TOO_LARGE => {
            "What you sent is larger than a form may be (512 kilobytes), so nothing of it was kept here. Go back \
             with your browser’s back button: your text is still in the form. Send it in fewer words, or by letter."
        }
        StatusCode::TOO_MANY_REQUESTS => {
            let seconds = heads.get(RETRY_AFTER).and_then(|value| value.to_str().ok());
            return format!(
                "To keep guessers out, only a few tries to sign in are let through at a time. Wait {} seconds and try \
                 again.",
                seconds.unwrap_or("30")
            );
        }
        StatusCode::METHOD_NOT_ALLOWED => {
            "The address is right, but it is not meant for this kind of request."
        }
        StatusCode::REQUEST_TIMEOUT | StatusCode::SERVICE_UNAVAILABLE => {
            "The server was too slow to answer. Nothing is lost; try again in a moment."
        }
        status if status.is_client_error() => "The request is not one that our pages make. Nothing was done.",
        _ => {
            "The fault is ours, and it has been written down. Nothing you sent was half done; try again in a moment."
        }
    };
    words.to_owned()
}
