//! To an SMTP server, step by step: what is known to have failed before the letter's text went over the line is told
//! apart from an answer that was lost.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use lettre::Address;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};

use super::envelope::Envelope;
use super::postman::{SendError, SmtpSettings, TlsMode};
use crate::crash;

/// How long an idle connection is used again. Servers keep one for five minutes at least (RFC 5321, 4.5.3.2.7), but
/// many close it earlier.
const FRESH: Duration = Duration::from_secs(20);

/// Connections to one SMTP server. There are as many as letters are on the way at a time.
#[derive(Debug, Clone)]
pub struct SmtpPostman {
    server: Arc<ServerToUse>,
    idle: Arc<Mutex<Vec<Idle>>>,
}

struct ServerToUse {
    host: String,
    port: u16,
    mode: TlsMode,
    tls: Option<TlsParameters>,
    login: Option<Credentials>,
    timeout: Duration,
}

impl std::fmt::Debug for ServerToUse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{} ({:?})", self.host, self.port, self.mode)
    }
}

struct Idle {
    since: Instant,
    line: AsyncSmtpConnection,
}

impl std::fmt::Debug for Idle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "idle for {:?}", self.since.elapsed())
    }
}

impl SmtpPostman {
    pub(super) fn new(settings: &SmtpSettings) -> Result<Self, SendError> {
        let parameters = || TlsParameters::new(settings.host.clone()).map_err(SendError::permanent);
        let server = ServerToUse {
            host: settings.host.clone(),
            port: settings.port,
            mode: settings.tls,
            tls: (settings.tls != TlsMode::None).then(parameters).transpose()?,
            login: settings.login.clone().map(|(name, password)| Credentials::new(name, password)),
            timeout: settings.timeout,
        };
        Ok(Self { server: Arc::new(server), idle: Arc::default() })
    }

    pub(super) async fn hand_over(
        &self,
        envelope: &Envelope,
        raw: &[u8],
        begin: impl Future<Output = Result<(), SendError>>,
    ) -> Result<(), SendError> {
        let address = |text: &String| text.parse::<Address>().map_err(|e| bad_address(text, &e));
        let from = Some(&envelope.from).filter(|from| !from.is_empty()).map(address).transpose()?;
        let to = envelope.to.iter().map(address).collect::<Result<Vec<_>, _>>()?;
        let mut line = self.addressed(from, &to, raw).await?;
        begin.await?;
        crash::point("letter-begun");
        match self.in_time(line.command(Data)).await {
            Ok(_) => {}
            // The connection ends here: nothing of the letter can follow.
            Err(error) => return Err(error.before()),
        }
        crash::point("letter-data");
        match self.in_time(line.message(raw)).await {
            Ok(_) => {
                crash::point("letter-answered");
                self.keep(line);
                Ok(())
            }
            Err(error) => Err(error.after()),
        }
    }

    /// A connection on which sender and recipients are accepted. One that was idle may have been closed by the other
    /// side: then a new one is opened.
    async fn addressed(
        &self,
        from: Option<Address>,
        to: &[Address],
        raw: &[u8],
    ) -> Result<AsyncSmtpConnection, SendError> {
        if let Some(mut line) = self.fresh_idle() {
            match self.address(&mut line, from.clone(), to, raw).await {
                Ok(()) => return Ok(line),
                Err(Failure::Answer(refused)) => return Err(refused),
                Err(Failure::Line(_)) => {}
            }
        }
        let mut line = self.connect().await.map_err(Failure::before)?;
        self.address(&mut line, from, to, raw).await.map_err(Failure::before)?;
        Ok(line)
    }

    async fn address(
        &self,
        line: &mut AsyncSmtpConnection,
        from: Option<Address>,
        to: &[Address],
        raw: &[u8],
    ) -> Result<(), Failure> {
        let mut options = Vec::new();
        let is_ascii = |address: &Address| AsRef::<str>::as_ref(address).is_ascii();
        if !to.iter().chain(&from).all(is_ascii) {
            if !line.server_info().supports_feature(Extension::SmtpUtfEight) {
                let reason = "the next server takes no addresses beyond ASCII (SMTPUTF8)";
                return Err(Failure::Answer(SendError::permanent(reason)));
            }
            options.push(MailParameter::SmtpUtfEight);
        }
        if !raw.is_ascii() {
            options.push(MailParameter::Body(MailBodyParameter::EightBitMime));
        }
        self.in_time(line.command(Mail::new(from, options))).await?;
        for address in to {
            self.in_time(line.command(Rcpt::new(address.clone(), Vec::new()))).await?;
        }
        Ok(())
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, Failure> {
        let server = &*self.server;
        let hello = ClientId::default();
        let at_once = server.tls.clone().filter(|_| server.mode == TlsMode::Implicit);
        let place = (server.host.as_str(), server.port);
        let opened = AsyncSmtpConnection::connect_tokio1(place, Some(server.timeout), &hello, at_once, None);
        let mut line = self.in_time(opened).await?;
        if let (TlsMode::StartTls, Some(tls)) = (server.mode, server.tls.clone()) {
            self.in_time(line.starttls(tls, &hello)).await?;
        }
        if let Some(login) = &server.login {
            self.in_time(line.auth(&[Mechanism::Plain, Mechanism::Login], login)).await?;
        }
        Ok(line)
    }

    async fn in_time<T>(&self, step: impl Future<Output = Result<T, Error>>) -> Result<T, Failure> {
        match tokio::time::timeout(self.server.timeout, step).await {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(error)) => Err(Failure::of(&error)),
            Err(_) => Err(Failure::Line(format!("no answer within {} s", self.server.timeout.as_secs()))),
        }
    }

    fn fresh_idle(&self) -> Option<AsyncSmtpConnection> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.retain(|one| one.since.elapsed() < FRESH);
        idle.pop().map(|one| one.line)
    }

    fn keep(&self, line: AsyncSmtpConnection) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(Idle { since: Instant::now(), line });
    }
}

/// Why a step failed.
enum Failure {
    /// The server said so.
    Answer(SendError),
    /// No answer: connection, TLS or time.
    Line(String),
}

impl Failure {
    fn of(error: &Error) -> Self {
        match (error.status(), error.is_permanent()) {
            (Some(_), true) => Self::Answer(SendError::permanent(error)),
            (Some(_), false) => Self::Answer(SendError::transient(error)),
            (None, _) => Self::Line(error.to_string()),
        }
    }

    /// What it means while nothing of the letter is sent.
    fn before(self) -> SendError {
        match self {
            Self::Answer(error) => error,
            Self::Line(reason) => SendError::Transient { reason },
        }
    }

    /// What it means once all of it is.
    fn after(self) -> SendError {
        match self {
            Self::Answer(error) => error,
            Self::Line(reason) => SendError::Doubtful { reason },
        }
    }
}

fn bad_address(text: &str, error: &lettre::address::AddressError) -> SendError {
    SendError::permanent(format!("address {text:?}: {error}"))
}
