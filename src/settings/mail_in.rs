//! How letters come in, and what must be proved about them.

use std::net::SocketAddr;
use std::path::PathBuf;

use super::MailTls;
use super::keys::Values;

/// What must be proved of a letter before it is read as its writer's orders. A letter to a player's own reply
/// address, from his registered address, is proved by that alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checks {
    /// A verdict of the receiving mail server, or our own by DKIM and SPF, must name the domain of its From line.
    Strict,
    /// The envelope must come from the domain of the From line, and no mail server may have found it forged.
    Envelope,
    /// Its From line is believed.
    Off,
}

/// How letters come in.
#[derive(Clone, PartialEq, Eq)]
pub struct MailIn {
    /// What stands before the `+` in addresses of ours.
    pub mailbox: String,
    /// What must be proved.
    pub checks: Checks,
    /// The name by which the mail server in front of us signs its `Authentication-Results`.
    pub authserv_id: Option<String>,
    /// The name server that is asked for keys; the machine's own when none is named.
    pub dns: Option<SocketAddr>,
    /// Conversations at a time, in all.
    pub connections: usize,
    /// Conversations at a time with one address.
    pub connections_per_peer: usize,
    /// Letters that one address may hand in in a minute.
    pub letters_a_minute: u32,
    /// Certificate chain and key for STARTTLS, as PEM files.
    pub tls: Option<(PathBuf, PathBuf)>,
    /// The secret shared with a provider that posts letters by HTTP.
    pub http_secret: Option<String>,
    /// Answers that one player gets in an hour.
    pub answers_an_hour: i64,
}

impl std::fmt::Debug for MailIn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MailIn")
            .field("mailbox", &self.mailbox)
            .field("checks", &self.checks)
            .field("authserv_id", &self.authserv_id)
            .field("dns", &self.dns)
            .finish_non_exhaustive()
    }
}

/// A mailbox that letters are fetched from.
#[derive(Clone, PartialEq, Eq)]
pub struct Imap {
    /// Host name.
    pub host: String,
    /// Port.
    pub port: u16,
    /// How the connection is protected.
    pub tls: MailTls,
    /// User name.
    pub user: String,
    /// Password.
    pub password: String,
    /// The folder that is watched.
    pub folder: String,
    /// Where letters go that were taken; they stay, marked as seen, when no folder is named.
    pub done: Option<String>,
}

impl std::fmt::Debug for Imap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Imap({}:{}, {:?}, {})", self.host, self.port, self.tls, self.folder)
    }
}

/// Shortest secret a provider may share with us, in characters.
const SHORTEST_SECRET: usize = 32;

/// Reads the section `mail_in`, but for what [`super::Settings`] keeps itself.
pub(super) fn mail_in(values: &mut Values) -> MailIn {
    let mailbox = values.filled("mail_in.mailbox").to_lowercase();
    if !mailbox.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_')) {
        values
            .fault("mail_in.mailbox", format!("{mailbox:?} is not made of letters, digits, dots and dashes"));
    }
    let dns = values.text("mail_in.dns");
    let dns = (!dns.is_empty()).then(|| {
        let read = dns.parse::<SocketAddr>().ok();
        read.or_else(|| dns.parse().ok().map(|ip| SocketAddr::new(ip, 53)))
    });
    if dns == Some(None) {
        values.fault("mail_in.dns", "an address such as 127.0.0.1 or 127.0.0.1:5353 is wanted".to_owned());
    }
    let (cert, key) = (values.text("mail_in.tls_cert"), values.text("mail_in.tls_key"));
    if cert.is_empty() != key.is_empty() {
        values.fault("mail_in.tls_cert", "certificate and key are given both or not at all".to_owned());
    }
    let secret = values.text("mail_in.http_secret");
    if !secret.is_empty() && secret.chars().count() < SHORTEST_SECRET {
        values.fault("mail_in.http_secret", format!("it is shorter than {SHORTEST_SECRET} characters"));
    }
    MailIn {
        mailbox,
        checks: values.one_of(
            "mail_in.checks",
            &[("strict", Checks::Strict), ("envelope", Checks::Envelope), ("off", Checks::Off)],
        ),
        authserv_id: Some(values.text("mail_in.authserv_id").to_lowercase()).filter(|id| !id.is_empty()),
        dns: dns.flatten(),
        connections: values.in_range("mail_in.connections", 1, 10_000),
        connections_per_peer: values.in_range("mail_in.connections_per_peer", 1, 10_000),
        letters_a_minute: values.in_range("mail_in.letters_a_minute", 1, 1_000_000),
        tls: (!cert.is_empty()).then(|| (PathBuf::from(cert), PathBuf::from(key))),
        http_secret: Some(secret).filter(|secret| !secret.is_empty()),
        answers_an_hour: values.in_range("mail_in.answers_an_hour", 1, 1_000),
    }
}

/// Reads the section `imap`; none when it names no host.
pub(super) fn imap(values: &mut Values) -> Option<Imap> {
    let host = values.text("imap.host");
    let tls = values.one_of(
        "imap.tls",
        &[("implicit", MailTls::Implicit), ("starttls", MailTls::StartTls), ("none", MailTls::None)],
    );
    let port = values.in_range("imap.port", 1, 65_535);
    let folder = values.filled("imap.folder");
    if host.is_empty() {
        return None;
    }
    let (user, password) = (values.filled("imap.user"), values.filled("imap.password"));
    let is_here = matches!(host.as_str(), "localhost" | "127.0.0.1" | "::1");
    if tls == MailTls::None && !is_here {
        values.fault("imap.tls", "a password is not sent to another machine without TLS".to_owned());
    }
    let done = Some(values.text("imap.done")).filter(|done| !done.is_empty());
    Some(Imap { host, port, tls, user, password, folder, done })
}
