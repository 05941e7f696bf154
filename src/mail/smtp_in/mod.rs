//! SMTP and LMTP reception: RFC 5321, RFC 2033.
//!
//! The grammar of commands and the undoing of dots are smtp-proto's; the conversation, its limits and its
//! answers are ours. Offered: PIPELINING, SIZE, 8BITMIME, SMTPUTF8, CHUNKING, ENHANCEDSTATUSCODES and, with a
//! certificate, STARTTLS. Not offered: AUTH, DSN and relaying.
//!
//! Only CRLF.CRLF ends a letter; a bare LF never does, so no second letter can be smuggled inside a first.
//! Bytes that arrive behind STARTTLS and before the handshake are dropped.

mod listen;
mod replies;
mod session;
mod tally;

use std::{sync::Arc, time::Duration};

pub use listen::listen;
pub use session::{Peer, converse};

pub use super::envelope::{Envelope, Origin, Way};

/// What the inbox says to a recipient or to a letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The address is served; for a letter: it is durably stored.
    Accepted,
    /// Not now: the sender keeps the letter and tries again. With the reason.
    TryLater(String),
    /// Never: with the reason.
    Refused(String),
}

/// Where letters go.
#[async_trait::async_trait]
pub trait Inbox: Send + Sync + 'static {
    /// Is this address served? An empty `RCPT TO:<>` arrives as `postmaster`.
    async fn rcpt(&self, to: &str) -> Verdict;

    /// Takes one letter; one verdict per recipient of the envelope, in its order. [`Verdict::Accepted`] must
    /// mean that the bytes are durably stored: the sender forgets them on it.
    async fn deliver(&self, envelope: &Envelope, raw: &[u8]) -> Vec<Verdict>;
}

/// Which of the two protocols is spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// SMTP, one answer for a letter.
    Smtp,
    /// LMTP behind another mail server, one answer for each recipient.
    Lmtp,
}

/// How much one peer may ask of us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Largest letter, in bytes.
    pub size: usize,
    /// Most recipients of one letter.
    pub recipients: usize,
    /// Longest silence, and longest wait for a peer that does not read.
    pub idle: Duration,
    /// Longest conversation.
    pub session: Duration,
    /// Refused commands before the line is cut.
    pub errors: u32,
    /// Most conversations at a time.
    pub connections: usize,
    /// Most conversations at a time from one address; not counted for LMTP.
    pub connections_per_address: usize,
    /// Letters one address may hand in in a minute; not counted for LMTP.
    pub letters_a_minute: u32,
    /// How long letters under way may take when the listener stops.
    pub grace: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            size: 10 * 1024 * 1024,
            recipients: 20,
            idle: Duration::from_secs(300),
            session: Duration::from_secs(30 * 60),
            errors: 10,
            connections: 100,
            connections_per_address: 10,
            letters_a_minute: 120,
            grace: Duration::from_secs(10),
        }
    }
}

/// A listener's settings, shared by its conversations.
pub struct Server {
    /// SMTP or LMTP.
    pub protocol: Protocol,
    /// Our name in greetings.
    pub host: String,
    /// What a peer may ask.
    pub limits: Limits,
    /// Where letters go.
    pub inbox: Arc<dyn Inbox>,
    /// Offers STARTTLS when given.
    pub tls: Option<tokio_rustls::TlsAcceptor>,
}
