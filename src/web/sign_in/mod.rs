//! Coming in and going out.

pub mod address;
pub mod diary;
pub mod link;
pub mod passkeys;
pub mod password;
pub mod personal;
pub mod settings;

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::App;
use super::error::WebError;
use super::frame::{Frame, Part};
use super::visitor::Visitor;

/// Where to go after signing in.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Back {
    #[serde(default)]
    back: String,
    /// Named where somebody signed in is to show once more that it is he.
    again: Option<String>,
}

impl Back {
    /// The address, if it is one of ours; else the player's own page.
    pub fn address(&self) -> &str {
        if is_ours(&self.back) { &self.back } else { "/my" }
    }
}

/// Whether an address leads into this site and nowhere else.
pub fn is_ours(address: &str) -> bool {
    address.starts_with('/')
        && !address.starts_with("//")
        && !address.contains('\\')
        && address.chars().all(|letter| letter.is_ascii_graphic())
}

/// The sign-in page that leads back to `back`.
pub fn address(back: &str) -> String {
    let mut quoted = String::new();
    for byte in back.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte) {
            quoted.push(char::from(byte));
        } else {
            quoted.push_str(&format!("%{byte:02X}"));
        }
    }
    format!("/sign-in?back={quoted}")
}

/// The sign-in page.
#[derive(Template, WebTemplate)]
#[template(path = "web/sign_in/sign_in.html")]
pub struct SignInPage {
    frame: Frame,
    back: String,
    email: String,
    wrong: bool,
    again: bool,
    /// Whether passkeys can be had here.
    knows_passkeys: bool,
    /// Whether somebody came by a passkey that nobody has here.
    unknown_passkey: bool,
}

impl SignInPage {
    fn new(back: &Back, knows_passkeys: bool) -> Self {
        let again = back.again.is_some();
        let back = if is_ours(&back.back) { back.back.clone() } else { String::new() };
        let frame = Frame::bare(Part::SignIn);
        let (email, wrong, unknown_passkey) = (String::new(), false, false);
        Self { frame, back, email, wrong, again, knows_passkeys, unknown_passkey }
    }
}

/// `GET /sign-in`
pub async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Query(back): Query<Back>,
) -> Result<Response, WebError> {
    let page = SignInPage::new(&back, app.desk.knows_passkeys());
    match &visitor.account {
        Some(account) if back.again.is_some() => {
            let email = account.email.clone();
            let frame = visitor.frame(Part::SignIn).await?;
            Ok(SignInPage { frame, email, ..page }.into_response())
        }
        Some(_) => Ok(Redirect::to(back.address()).into_response()),
        None => Ok(page.into_response()),
    }
}

/// `POST /sign-out`
pub async fn leave(visitor: Visitor) -> Result<Redirect, WebError> {
    visitor.leave().await?;
    Ok(Redirect::to("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_addresses_are_gone_back_to() {
        for ours in ["/", "/g/g7/my?side=france", "/rules/17.1"] {
            assert!(is_ours(ours), "{ours}");
        }
        for foreign in
            ["", "//evil.example", "/\\evil.example", "https://evil.example", "/a\nb", "javascript:1"]
        {
            assert!(!is_ours(foreign), "{foreign}");
        }
    }

    #[test]
    fn an_address_is_quoted_in_an_address() {
        assert_eq!(address("/g/g7/my?side=a&b"), "/sign-in?back=/g/g7/my%3Fside%3Da%26b");
    }
}
