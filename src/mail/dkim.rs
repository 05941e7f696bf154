//! Signs our letters (DKIM, RFC 6376 and 8463), so that others can tell that they are ours and unchanged.
//!
//! The finished bytes are signed; the signatures are headers to be put before them. A key never shows in a log.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use mail_auth::common::crypto::{Ed25519Key, RsaKey, Sha256, SigningKey};
use mail_auth::common::headers::HeaderWriter;
use mail_auth::dkim::DkimSigner;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;

/// What is signed when it is there. `From` is always; RFC 8058 wants both headers of unsubscribing in it.
const HEADERS: [&str; 16] = [
    "From",
    "To",
    "Cc",
    "Subject",
    "Date",
    "Message-ID",
    "Reply-To",
    "In-Reply-To",
    "References",
    "MIME-Version",
    "Content-Type",
    "Content-Transfer-Encoding",
    "List-Id",
    "List-Unsubscribe",
    "List-Unsubscribe-Post",
    "Auto-Submitted",
];

/// A key that cannot be used, or a letter that cannot be signed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DkimError {
    /// The file of a key.
    #[error("the key in {file}: {reason}")]
    Key {
        /// The file.
        file: String,
        /// What is wrong with it. Never its words.
        reason: String,
    },
    /// Signing.
    #[error("the letter cannot be signed: {0}")]
    Sign(String),
}

/// Signs letters of one domain, with one key or several.
pub struct Signer {
    keys: Vec<Key>,
}

enum Key {
    Rsa(Box<DkimSigner<RsaKey<Sha256>, mail_auth::dkim::Done>>, Vec<u8>),
    Ed25519(Box<DkimSigner<Ed25519Key, mail_auth::dkim::Done>>, Vec<u8>),
}

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Signer({} keys)", self.keys.len())
    }
}

impl Signer {
    /// A signer for `domain` with a key for each selector.
    ///
    /// Errors: a file that cannot be read, or holds no key of a kind that signs mail.
    pub fn load(domain: &str, keys: &[(String, PathBuf)]) -> Result<Self, DkimError> {
        let keys = keys.iter().map(|(selector, file)| {
            let fault = |reason: String| DkimError::Key { file: file.display().to_string(), reason };
            let pem = std::fs::read(file).map_err(|error| fault(error.to_string()))?;
            Key::new(domain, selector, &pem).map_err(fault)
        });
        Ok(Self { keys: keys.collect::<Result<_, _>>()? })
    }

    /// A signer with one key, from its PEM text.
    pub fn of_pem(domain: &str, selector: &str, pem: &[u8]) -> Result<Self, DkimError> {
        let key = Key::new(domain, selector, pem);
        let fault = |reason| DkimError::Key { file: selector.to_owned(), reason };
        Ok(Self { keys: vec![key.map_err(fault)?] })
    }

    /// The signatures of a finished letter, as headers to be put before it, each ended by CRLF.
    pub fn sign(&self, letter: &[u8]) -> Result<String, DkimError> {
        let mut headers = String::new();
        for key in &self.keys {
            let signature = match key {
                Key::Rsa(signer, _) => signer.sign(letter),
                Key::Ed25519(signer, _) => signer.sign(letter),
            };
            let header = signature.map_err(|error| DkimError::Sign(error.to_string()))?.to_header();
            // White space around the signature is no part of what is signed (RFC 6376, 3.7), but not every checker
            // takes a fold behind it out again.
            headers.push_str(&header.replace("\r\n\t;", ";"));
        }
        Ok(headers)
    }

    /// For each key what its DNS record says, in the order of the keys.
    pub fn records(&self) -> Vec<String> {
        self.keys.iter().map(Key::record).collect()
    }
}

impl Key {
    fn new(domain: &str, selector: &str, pem: &[u8]) -> Result<Self, String> {
        let none = || "it is no private key in PEM form (PKCS#8, or PKCS#1 for RSA)".to_owned();
        let der = PrivateKeyDer::from_pem_slice(pem).map_err(|_| none())?;
        if let PrivateKeyDer::Pkcs8(inner) = &der
            && let Ok(key) = Ed25519Key::from_pkcs8_maybe_unchecked_der(inner.secret_pkcs8_der())
        {
            let public = key.public_key();
            return Ok(Self::Ed25519(Box::new(signer(key, domain, selector)), public));
        }
        // The library's own words may be trusted: they name what is wrong, not the key.
        let key = RsaKey::<Sha256>::from_key_der(der)
            .map_err(|error| format!("neither Ed25519 nor RSA of at least 2048 bits ({error})"))?;
        let public = key.public_key();
        Ok(Self::Rsa(Box::new(signer(key, domain, selector)), public))
    }

    fn record(&self) -> String {
        match self {
            // RFC 6376 wants the key with its algorithm around it (RFC 5280), of which ring gives the inner part.
            Self::Rsa(_, public) => format!("v=DKIM1; k=rsa; p={}", base64(&spki(public))),
            Self::Ed25519(_, public) => format!("v=DKIM1; k=ed25519; p={}", base64(public)),
        }
    }
}

fn signer<K: SigningKey>(key: K, domain: &str, selector: &str) -> DkimSigner<K, mail_auth::dkim::Done> {
    DkimSigner::from_key(key).domain(domain).selector(selector).headers(HEADERS)
}

/// A new Ed25519 key as PEM text.
///
/// Errors: the system gives no randomness.
pub fn new_key() -> Result<String, DkimError> {
    let der = Ed25519Key::generate_pkcs8().map_err(|error| DkimError::Sign(error.to_string()))?;
    let mut pem = "-----BEGIN PRIVATE KEY-----\n".to_owned();
    let text = base64(&der);
    for line in text.as_bytes().chunks(64) {
        pem.push_str(&String::from_utf8_lossy(line));
        pem.push('\n');
    }
    pem.push_str("-----END PRIVATE KEY-----\n");
    Ok(pem)
}

/// Writes a new key into a file that only its owner may read, and that must not be there yet.
///
/// Errors: the file.
pub fn write_new_key(file: &Path) -> Result<(), DkimError> {
    use std::io::Write as _;
    use std::os::unix::fs::OpenOptionsExt as _;
    let fault = |error: std::io::Error| DkimError::Key {
        file: file.display().to_string(),
        reason: error.to_string(),
    };
    let pem = new_key()?;
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).map_err(fault)?;
    }
    let mut opened =
        std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(file).map_err(fault)?;
    opened.write_all(pem.as_bytes()).and_then(|()| opened.sync_all()).map_err(fault)
}

/// The record as a line of a zone file: no string of it longer than DNS allows.
pub fn zone_line(selector: &str, domain: &str, record: &str) -> String {
    let mut line = format!("{selector}._domainkey.{domain}. IN TXT (");
    for piece in record.as_bytes().chunks(200) {
        let _ = write!(line, " \"{}\"", String::from_utf8_lossy(piece));
    }
    line + " )"
}

/// `SubjectPublicKeyInfo` around an `RSAPublicKey`.
fn spki(public: &[u8]) -> Vec<u8> {
    const RSA: [u8; 15] =
        [0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00];
    let bits = [&[0], public].concat();
    der(0x30, &[&RSA[..], &der(0x03, &bits)].concat())
}

fn der(tag: u8, content: &[u8]) -> Vec<u8> {
    let length = content.len().to_be_bytes();
    let digits = &length[length.iter().position(|byte| *byte != 0).unwrap_or(length.len() - 1)..];
    let mut coded = vec![tag];
    if content.len() < 0x80 {
        coded.push(digits[0]);
    } else {
        coded.push(0x80 | u8::try_from(digits.len()).expect("a length has eight bytes at most"));
        coded.extend(digits);
    }
    coded.extend(content);
    coded
}

fn base64(bytes: &[u8]) -> String {
    base64::engine::general_purpose::STANDARD.encode(bytes)
}
