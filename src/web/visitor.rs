//! Who asks: nobody known, or an account by its session.

use axum::extract::FromRequestParts;
use axum::http::Method;
use axum::http::header::USER_AGENT;
use axum::http::request::Parts;
use jiff::{Timestamp, ToSpan};
use serde_json::Value;
use tower_sessions::Session;

use super::error::WebError;
use super::frame::{Frame, Part};
use super::{App, sign_in};
use crate::desk::views::{Account, AccountId};
use crate::desk::{ACCOUNT_KEY, BROWSER_KEY, SINCE_KEY};

/// When the session was opened by a link from a letter.
const BY_LINK: &str = "by-link";
const NOTICE: &str = "notice";

/// How long a sign-in counts as fresh: for what cannot be taken back.
const FRESH_HOURS: i64 = 2;

/// Most letters kept of what a browser says of itself.
const BROWSER_LETTERS: usize = 200;

/// How long after coming by a link somebody may set a password without the former one.
const LINK_COUNTS_MINUTES: i64 = 30;

/// How long a device may take to answer.
const QUESTION_MINUTES: i64 = 10;

/// Anyone, signed in or not.
#[derive(Debug, Clone)]
pub struct Visitor {
    /// The account, if somebody is signed in.
    pub account: Option<Account>,
    session: Session,
    /// What the browser says of itself.
    browser: String,
}

impl Visitor {
    /// The account's id, if somebody is signed in.
    pub fn id(&self) -> Option<AccountId> {
        self.account.as_ref().map(|account| account.id)
    }

    /// The frame of a page for this visitor. Takes out what was kept to be told once.
    pub async fn frame(&self, part: Part) -> Result<Frame, WebError> {
        let Some(account) = &self.account else { return Ok(Frame::bare(part)) };
        let notice = self.session.remove(NOTICE).await?;
        Ok(Frame { signed_in: Some(account.name.clone()), notice, ..Frame::bare(part) })
    }

    /// Keeps words to be told on the next page.
    pub async fn tell(&self, words: impl Into<String>) -> Result<(), WebError> {
        Ok(self.session.insert(NOTICE, words.into()).await?)
    }

    /// Makes the session that of an account, under a new session id.
    pub async fn enter(&self, account: AccountId) -> Result<(), WebError> {
        self.session.cycle_id().await?;
        self.session.remove::<Timestamp>(BY_LINK).await?;
        self.session.insert(SINCE_KEY, Timestamp::now()).await?;
        self.session.insert(BROWSER_KEY, &self.browser).await?;
        Ok(self.session.insert(ACCOUNT_KEY, account).await?)
    }

    /// Whether the visitor signed in here a short while ago: asked before what cannot be taken back.
    pub async fn is_fresh(&self) -> Result<bool, WebError> {
        let since: Option<Timestamp> = self.session.get(SINCE_KEY).await?;
        Ok(since.is_some_and(|since| Timestamp::now() < since + FRESH_HOURS.hours()))
    }

    /// The same for somebody who has come by a link from a letter, and so reads the account's mail.
    pub async fn enter_by_link(&self, account: AccountId) -> Result<(), WebError> {
        self.enter(account).await?;
        Ok(self.session.insert(BY_LINK, Timestamp::now()).await?)
    }

    /// Whether the session was opened by a link from a letter a short while ago.
    pub async fn reads_mail(&self) -> Result<bool, WebError> {
        let opened: Option<Timestamp> = self.session.get(BY_LINK).await?;
        Ok(opened.is_some_and(|opened| Timestamp::now() < opened + LINK_COUNTS_MINUTES.minutes()))
    }

    /// Keeps what a device's answer is to be checked against. `purpose` names what it is asked for.
    pub async fn keep_question(&self, purpose: &str, kept: &Value) -> Result<(), WebError> {
        Ok(self.session.insert(purpose, (Timestamp::now(), kept)).await?)
    }

    /// What was kept so, once; none when too long ago or never.
    pub async fn take_question(&self, purpose: &str) -> Result<Option<Value>, WebError> {
        let kept: Option<(Timestamp, Value)> = self.session.remove(purpose).await?;
        let in_time =
            |(asked, _): &(Timestamp, Value)| Timestamp::now() < *asked + QUESTION_MINUTES.minutes();
        Ok(kept.filter(in_time).map(|(_, kept)| kept))
    }

    /// The session's own id.
    pub fn session_id(&self) -> String {
        self.session.id().map(|id| id.to_string()).unwrap_or_default()
    }

    /// Ends the session.
    pub async fn leave(&self) -> Result<(), WebError> {
        Ok(self.session.flush().await?)
    }
}

impl FromRequestParts<App> for Visitor {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let session = parts.extensions.get::<Session>().cloned();
        let session = session.ok_or_else(|| WebError::BadForm("this address keeps no session".to_owned()))?;
        let account = match session.get::<AccountId>(ACCOUNT_KEY).await? {
            Some(id) => app.desk.account(id).await?,
            None => None,
        };
        let said = parts.headers.get(USER_AGENT).and_then(|said| said.to_str().ok()).unwrap_or_default();
        let browser = said.chars().take(BROWSER_LETTERS).collect();
        Ok(Self { account, session, browser })
    }
}

/// Somebody signed in. Anyone else is sent to the sign-in page and back.
#[derive(Debug, Clone)]
pub struct Member {
    /// The account.
    pub account: Account,
    /// The same as a visitor.
    pub visitor: Visitor,
}

impl Member {
    /// The account's id.
    pub fn id(&self) -> AccountId {
        self.account.id
    }

    /// The frame of a page on the desk of a game, which shows the buttons of those who run it to them alone.
    pub async fn desk_frame(&self, app: &App, slug: &str) -> Result<Frame, WebError> {
        let runs = app.desk.runs(self.id(), slug).await?;
        Ok(Frame { runs, ..self.visitor.frame(Part::Gm).await? })
    }

    /// Asks for another sign-in, and back to the page `back`, where the last was too long ago for what cannot be taken
    /// back.
    ///
    /// Errors: it was.
    pub async fn must_be_fresh(&self, back: String) -> Result<(), WebError> {
        match self.visitor.is_fresh().await? {
            true => Ok(()),
            false => Err(WebError::SignInAgain { back }),
        }
    }
}

impl FromRequestParts<App> for Member {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let visitor = Visitor::from_request_parts(parts, app).await?;
        let back = (parts.method == Method::GET).then(|| parts.uri.path_and_query().map(ToString::to_string));
        match visitor.account.clone() {
            Some(account) => Ok(Self { account, visitor }),
            None => Err(WebError::SignIn { back: back.flatten().filter(|back| sign_in::is_ours(back)) }),
        }
    }
}
