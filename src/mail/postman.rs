//! Three postmen: to an SMTP server ([`super::smtp_out`]), into a folder, into memory.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use mail_parser::MessageParser;
use sha2::{Digest, Sha256};
use tokio::io::AsyncWriteExt;

use super::{envelope::Envelope, smtp_out::SmtpPostman};
use crate::crash;

/// Carries finished letters away.
#[derive(Debug, Clone)]
pub enum Postman {
    /// Hands letters to an SMTP server.
    Smtp(SmtpPostman),
    /// Lays each letter into a folder as one `.eml` file.
    Folder(PathBuf),
    /// Keeps letters, for tests.
    Memory(Arc<Mutex<Vec<Carried>>>),
}

/// A letter that was carried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Carried {
    /// Where from and to.
    pub envelope: Envelope,
    /// The letter.
    pub raw: Vec<u8>,
}

/// Which server takes our letters, and how.
#[derive(Debug, Clone)]
pub struct SmtpSettings {
    /// Host name, also checked against the certificate.
    pub host: String,
    /// Port: usually 25, 587 or 465.
    pub port: u16,
    /// How the connection is protected.
    pub tls: TlsMode,
    /// User name and password.
    pub login: Option<(String, String)>,
    /// Longest wait for one step of the conversation.
    pub timeout: Duration,
}

/// How a connection is protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TlsMode {
    /// Not at all: for a server on the same machine.
    None,
    /// STARTTLS, and nothing is sent without it.
    StartTls,
    /// TLS from the first byte.
    Implicit,
}

/// A letter that was not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// Trying again would not help: the letter or the address is refused.
    #[error("letter refused: {reason}")]
    Permanent {
        /// What the other side said.
        reason: String,
    },
    /// Trying again may help.
    #[error("letter not taken yet: {reason}")]
    Transient {
        /// What the other side or the system said.
        reason: String,
    },
    /// The whole letter went over the line, and no answer came: nobody knows whether it was taken.
    #[error("nobody knows whether the letter was taken: {reason}")]
    Doubtful {
        /// What happened instead of an answer.
        reason: String,
    },
}

impl SendError {
    pub(super) fn permanent(reason: impl ToString) -> Self {
        Self::Permanent { reason: reason.to_string() }
    }

    pub(super) fn transient(reason: impl ToString) -> Self {
        Self::Transient { reason: reason.to_string() }
    }
}

impl Postman {
    /// A postman for an SMTP server. Connects when the first letter goes.
    ///
    /// Errors: a host name no certificate can bear.
    pub fn smtp(settings: &SmtpSettings) -> Result<Self, SendError> {
        Ok(Self::Smtp(SmtpPostman::new(settings)?))
    }

    /// A postman that remembers.
    pub fn memory() -> Self {
        Self::Memory(Arc::default())
    }

    /// Whether letters leave this machine by it, so that their number a minute matters.
    pub fn is_remote(&self) -> bool {
        matches!(self, Self::Smtp(_))
    }

    /// Carries one letter; `raw` is its whole text with headers.
    ///
    /// Errors: refused for good, or to be tried again. A letter may have arrived although the answer was lost;
    /// sending the same Message-ID again is then folded by the reader's program.
    pub async fn send(&self, envelope: &Envelope, raw: &[u8]) -> Result<(), SendError> {
        self.hand_over(envelope, raw, std::future::ready(Ok(()))).await
    }

    /// The same; `begin` is done when sender and recipient are accepted and nothing of the letter is sent yet. If it
    /// fails, nothing is.
    pub async fn hand_over(
        &self,
        envelope: &Envelope,
        raw: &[u8],
        begin: impl Future<Output = Result<(), SendError>>,
    ) -> Result<(), SendError> {
        match self {
            Self::Smtp(postman) => postman.hand_over(envelope, raw, begin).await,
            Self::Folder(folder) => {
                begin.await?;
                crash::point("letter-begun");
                lay_down(folder, raw).await.map_err(SendError::transient)
            }
            Self::Memory(kept) => {
                begin.await?;
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.push(Carried { envelope: envelope.clone(), raw: raw.to_vec() });
                Ok(())
            }
        }
    }
}

/// Writes under a name nobody reads, then renames: a reader never sees half a letter.
async fn lay_down(folder: &Path, raw: &[u8]) -> std::io::Result<()> {
    tokio::fs::create_dir_all(folder).await?;
    let name = file_name(raw);
    let unfinished = folder.join(format!(".{name}.part"));
    let mut file = tokio::fs::File::create(&unfinished).await?;
    file.write_all(raw).await?;
    file.sync_all().await?;
    tokio::fs::rename(&unfinished, folder.join(format!("{name}.eml"))).await
}

/// The Message-ID in letters every file system allows; a hash when there is none. The same letter has the same
/// name, so one that is sent twice lies there once.
fn file_name(raw: &[u8]) -> String {
    const LONGEST: usize = 120;
    let message = MessageParser::new().parse_headers(raw);
    let id = message.as_ref().and_then(|message| message.header_raw("Message-ID")).map(str::trim);
    let name: String = id
        .unwrap_or_default()
        .trim_matches(['<', '>'])
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '@' | '.' | '+') { c } else { '_' })
        .collect();
    let name = name.trim_start_matches('.');
    if name.is_empty() || name.len() > LONGEST {
        return hex::encode(Sha256::digest(id.map_or(raw, str::as_bytes)));
    }
    name.to_owned()
}
